package translate

import (
	"context"
	"errors"
	"slices"

	"github.com/pgask/pgask/translate/draft/bymodel"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/lookup"
	"github.com/pgask/pgask/translate/plan"
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
		return linked{}, errors.Join(bymodel.ErrLookUp, err)
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

// reviewed reviews a plan of the draft; of one by a model see bymodel.Texts. What no row holds is left in w.unheld.
func (w *work) reviewed(ctx context.Context, p *plan.Plan) (reviewed *plan.Plan, fixes []plan.Fix, err error) {
	known := w.known()
	mapped, by := known.Mapped(p)
	w.recalled.renames = by
	settled := append(known.Settled(), mapped...)
	o := plan.Options{JoinConfidence: w.agent.cfg.JoinConfidence}
	w.unheld = nil
	if w.draft.engine != EngineModel {
		return plan.ReviewWith(p, w.snapshot, settled, o)
	}
	texts := bymodel.Texts{Meaning: w.agent.understand(w.snapshot), Share: w.agent.cfg.Share, Found: w.links.found, LookUp: w.lookUp}
	reviewed, fixes, w.unheld, err = texts.Review(ctx, p, w.snapshot, settled, o)
	return reviewed, fixes, err
}
