package translate

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/builtin"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// maxLinked bounds the literals of one plan that are looked up in the tables.
const maxLinked = 8

// reviewLinked reviews the draft's plan. If a model wrote it, texts that the profile does not know are looked up in
// their columns, where that is cheap, and replaced by the stored spelling, because people and models write 'berlin'
// for 'Berlin'. The built-in translator has already done this.
func (w *work) reviewLinked(ctx context.Context) (*plan.Plan, []plan.Fix, error) {
	var unseen []builtin.Unseen
	o := plan.Options{JoinConfidence: w.agent.cfg.JoinConfidence}
	if w.draft.engine == EngineModel {
		o.Unseen = func(t *schema.Table, column, text string) {
			if len(unseen) < maxLinked {
				unseen = append(unseen, builtin.Unseen{Schema: t.Schema, Table: t.Name, Column: column, Text: text})
			}
		}
	}
	settled := append(w.settled(), w.mapped(w.draft.plan)...)
	reviewed, fixes, err := plan.ReviewWith(w.draft.plan, w.snapshot, settled, o)
	if err != nil || len(unseen) == 0 {
		return reviewed, fixes, err
	}
	linked, lost := w.linked(ctx, unseen)
	if lost != nil {
		return nil, fixes, lost
	}
	if len(linked) == 0 {
		return reviewed, fixes, nil
	}
	o.Unseen = nil
	return plan.ReviewWith(w.draft.plan, w.snapshot, append(linked, settled...), o)
}

// linked returns constraints for the texts that are stored in exactly one other spelling.
func (w *work) linked(ctx context.Context, unseen []builtin.Unseen) ([]plan.Constraint, error) {
	seen, err := w.lookUp(ctx, unseen, bySpelling)
	if err != nil {
		return nil, errors.Join(errLookUp, err)
	}
	var all []plan.Constraint
	for _, s := range seen {
		values := s.Values
		if i := slices.IndexFunc(values, func(v string) bool { return strings.EqualFold(v, s.Text) }); i >= 0 {
			values = slices.DeleteFunc(slices.Clone(values), func(v string) bool { return !strings.EqualFold(v, s.Text) })
		}
		if len(values) == 1 && values[0] != s.Text {
			all = append(all, plan.Constraint{Kind: plan.UseValue, Phrase: s.Text, Schema: s.Schema, Table: s.Table, Column: s.Column, Value: values[0]})
		}
	}
	return all, nil
}

// errLookUp means that the connection failed while values were looked up.
var errLookUp = errors.New("look up values")
