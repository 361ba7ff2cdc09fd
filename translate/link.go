package translate

import (
	"context"
	"errors"
	"strings"

	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/lookup"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// linked is what the words of a question may be in the database.
type linked struct {
	index   *link.Index
	lattice *link.Lattice
	found   []lookup.Found // what was looked up for it
}

// link reads the words of the question, looks up once what only the data can tell, and reads them again with the answers. It is called before
// the first draft by every engine that needs it, and does its work once. An error means that the connection failed or the context ended.
func (w *work) link(ctx context.Context) error {
	if w.links.lattice != nil {
		return nil
	}
	found, err := w.linksOf(ctx, w.question.Text, true)
	w.links = found
	return err
}

// linksOf returns what the words of a text may be. look says that the data may be asked.
func (w *work) linksOf(ctx context.Context, text string, look bool) (linked, error) {
	x := link.Of(w.agent.understand(w.snapshot))
	l := x.Read(text, nil)
	if !look {
		return linked{x, l, nil}, nil
	}
	wanted := x.Wants(l, text)
	found, err := w.lookUp(ctx, lookup.Wants(wanted))
	if err != nil {
		return linked{}, errors.Join(errLookUp, err)
	}
	if seen := lookup.Seen(wanted, found); len(seen) > 0 {
		l = x.Read(text, seen)
	}
	return linked{x, l, found}, nil
}

// reviewed reviews the draft's plan. Texts that a model wrote in another spelling than the stored one, which was looked up before the draft,
// are replaced, because people and models write 'berlin' for 'Berlin'.
func (w *work) reviewed() (*plan.Plan, []plan.Fix, error) {
	settled := append(w.settled(), w.mapped(w.draft.plan)...)
	o := plan.Options{JoinConfidence: w.agent.cfg.JoinConfidence}
	var spelled []plan.Constraint
	if w.draft.engine == EngineModel {
		o.Unseen = func(t *schema.Table, column, text string) {
			if c, ok := w.spelling(t, column, text); ok {
				spelled = append(spelled, c)
			}
		}
	}
	reviewed, fixes, err := plan.ReviewWith(w.draft.plan, w.snapshot, settled, o)
	if err != nil || len(spelled) == 0 {
		return reviewed, fixes, err
	}
	o.Unseen = nil
	return plan.ReviewWith(w.draft.plan, w.snapshot, append(spelled, settled...), o)
}

// spelling returns the constraint that a text of a draft means a stored value, when exactly one that was looked up in its column is the text
// in another case, or else with other marks.
func (w *work) spelling(t *schema.Table, column, text string) (plan.Constraint, bool) {
	for _, same := range []func(a, b string) bool{strings.EqualFold, func(a, b string) bool { return link.Fold(a) == link.Fold(b) }} {
		stored := ""
		for _, f := range w.links.found {
			if f.Table != t || f.Column.Name != column {
				continue
			}
			for _, v := range f.Values {
				if v.Value == text || same(v.Value, text) && stored != "" && stored != v.Value {
					return plan.Constraint{}, false
				}
				if same(v.Value, text) {
					stored = v.Value
				}
			}
		}
		if stored != "" {
			return plan.Constraint{Kind: plan.UseValue, Phrase: text, Schema: t.Schema, Table: t.Name, Column: column, Value: stored}, true
		}
	}
	return plan.Constraint{}, false
}

// errLookUp means that the connection failed while values were looked up.
var errLookUp = errors.New("look up values")
