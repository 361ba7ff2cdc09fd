package translate

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/lookup"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/wordform"
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
	found, err := w.linksOf(ctx, w.question.Text, true, w.known().Settled())
	w.links = found
	return err
}

// linksOf returns what the words of a text may be under what the user settled. look says that the data may be asked.
func (w *work) linksOf(ctx context.Context, text string, look bool, settled []plan.Constraint) (linked, error) {
	x := link.Of(w.agent.understand(w.snapshot))
	known := w.known()
	text, taught := known.InWords(text, settled), known.Taught(settled)
	l := x.Read(text, nil, taught...)
	if !look {
		return linked{x, l, nil}, nil
	}
	wanted := x.Wants(l, text)
	found, err := w.lookUp(ctx, lookup.Wants(wanted))
	if err != nil {
		return linked{}, errors.Join(errLookUp, err)
	}
	if seen := lookup.Seen(wanted, found); len(seen) > 0 {
		l = x.Read(text, seen, taught...)
	}
	return linked{x, l, found}, nil
}

// lookUp looks up how columns spell texts, and notes in which it looked.
func (w *work) lookUp(ctx context.Context, wants []lookup.Want) ([]lookup.Found, error) {
	found, told, err := w.reads().LookUp(ctx, wants)
	for _, column := range told {
		if !slices.Contains(w.trace.LookedUp, column) {
			w.trace.LookedUp = append(w.trace.LookedUp, column)
		}
	}
	return found, err
}

// reviewed reviews a plan of the draft. Texts that a model wrote in another spelling than the stored one are replaced, because people and
// models write 'berlin' for 'Berlin'. What neither the statistics nor the look-up before the draft knows is looked up now; what no row holds
// is left in w.unheld. An error that is neither a complaint nor about the plan means that the connection failed or the context ended.
func (w *work) reviewed(ctx context.Context, p *plan.Plan) (*plan.Plan, []plan.Fix, error) {
	known := w.known()
	mapped, by := known.Mapped(p)
	w.recalled.renames = by
	settled := append(known.Settled(), mapped...)
	o := plan.Options{JoinConfidence: w.agent.cfg.JoinConfidence}
	w.unheld = nil
	if w.draft.engine != EngineModel {
		return plan.ReviewWith(p, w.snapshot, settled, o)
	}
	o.Rivals = true
	var spelled []plan.Constraint
	var unknown []lookup.Want
	o.Unseen = func(t *schema.Table, column, text string) {
		if c, ok := w.spelling(t, column, text); ok {
			spelled = append(spelled, c)
		} else if c := t.Column(column); c != nil {
			unknown = append(unknown, lookup.Want{Table: t, Column: c, Text: text})
		}
	}
	reviewed, fixes, err := plan.ReviewWith(p, w.snapshot, settled, o)
	if err != nil {
		return reviewed, fixes, err
	}
	found, err := w.unseen(ctx, unknown)
	if err != nil {
		return nil, nil, err
	}
	if spelled = append(spelled, found...); len(spelled) == 0 {
		return reviewed, fixes, nil
	}
	o.Unseen = nil
	return plan.ReviewWith(p, w.snapshot, append(spelled, settled...), o)
}

// spelling returns the constraint that a text of a draft means a stored value, when exactly one that was looked up in its column before the
// draft is the text in another case, or else with other marks.
func (w *work) spelling(t *schema.Table, column, text string) (plan.Constraint, bool) {
	return spellingIn(w.links.found, t, column, text)
}

func spellingIn(found []lookup.Found, t *schema.Table, column, text string) (plan.Constraint, bool) {
	for _, same := range []func(a, b string) bool{strings.EqualFold, func(a, b string) bool { return wordform.Fold(a) == wordform.Fold(b) }} {
		stored := ""
		for _, f := range found {
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
