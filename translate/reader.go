package translate

import (
	"context"
	"errors"
	"slices"

	"github.com/pgask/pgask/translate/plan/review"

	drafts "github.com/pgask/pgask/translate/draft"

	"github.com/pgask/pgask/translate/draft/builtin"
	"github.com/pgask/pgask/translate/draft/bymodel"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/lookup"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/validate"
)

// reader reads what a caller says: it knows what their words are in the database and what lessons say of them, and
// asks engines for drafts. Of what comes of it it keeps nothing.
type reader struct {
	caller
	recalled recalled
	links    linked
}

// withoutModel returns the built-in translator.
func (c *caller) withoutModel() drafts.Engine {
	return builtin.Engine{Bar: c.agent.cfg.AnswerConfidence}
}

// readBuiltin asks the built-in translator about the question.
func (r *reader) readBuiltin(ctx context.Context) (drafts.Result, error) {
	q := r.toDraft(r.said().Text, true)
	q.Try = r.tryReadings
	result, err := r.withoutModel().Draft(ctx, q)
	r.trace.Builtin = result
	return result, err
}

// readText asks the built-in translator about a text other than the question.
func (r *reader) readText(ctx context.Context, text string) (drafts.Result, error) {
	return r.withoutModel().Draft(ctx, r.toDraft(text, true))
}

// readAgain asks the built-in translator about a text other than the question, without looking up values in tables.
func (r *reader) readAgain(question string, settled ...plan.Constraint) drafts.Result {
	result, err := r.withoutModel().Draft(context.Background(), r.toDraft(question, false, settled...))
	if err != nil {
		return drafts.Result{} // nothing was looked up, so nothing can fail
	}
	return result
}

// toDraft returns a text as a question for an engine. further is settled beside what the user settled.
func (r *reader) toDraft(text string, look bool, further ...plan.Constraint) drafts.Question {
	q := drafts.Question{Text: text, Model: r.meaning(), Settled: append(r.known().Settled(), further...), Complaints: r.complaints(text)}
	q.Links = func(ctx context.Context) (*link.Lattice, error) {
		if look && text == r.question.Text {
			err := r.link(ctx)
			return r.links.lattice, err
		}
		l, err := r.linksOf(ctx, text, look, q.Settled)
		return l.lattice, err
	}
	return q
}

// linked is what the words of a question may be in the database.
type linked struct {
	index   *link.Index
	lattice *link.Lattice
	found   []lookup.Found // what was looked up for it
}

// link reads the words of the question, looks up once what only the data can tell, and reads them again with the
// answers. It is called before the first draft by every engine that needs it, and does its work once. An error means
// that the connection failed or the context ended.
func (r *reader) link(ctx context.Context) error {
	if r.links.lattice != nil {
		return nil
	}
	found, err := r.linksOf(ctx, r.question.Text, true, r.known().Settled())
	r.links = found
	return err
}

// linksOf returns what the words of a text may be under what the user settled. look says that the data may be asked.
func (r *reader) linksOf(ctx context.Context, text string, look bool, settled []plan.Constraint) (linked, error) {
	x := link.Of(r.meaning())
	known := r.known()
	text, taught := known.InWords(text, settled), known.Taught(settled)
	l := x.Read(text, nil, taught...)
	if !look {
		return linked{x, l, nil}, nil
	}
	wanted := x.Wants(l, text)
	found, err := r.lookUp(ctx, lookup.Wants(wanted))
	if err != nil {
		return linked{}, errors.Join(bymodel.ErrLookUp, err)
	}
	if seen := lookup.Seen(wanted, found); len(seen) > 0 {
		l = x.Read(text, seen, taught...)
	}
	return linked{x, l, found}, nil
}

// lookUp looks up how columns spell texts, and notes in which it looked, and whether that was cut short.
func (c *caller) lookUp(ctx context.Context, wants []lookup.Want) ([]lookup.Found, error) {
	found, told, err := c.reads().LookUp(ctx, wants)
	for _, column := range told {
		if !slices.Contains(c.trace.LookedUp, column) {
			c.trace.LookedUp = append(c.trace.LookedUp, column)
		}
	}
	c.cut = c.cut || found == nil && err == nil && len(told) > 0
	return found, err
}

// reviewed reviews a plan of an engine; of one by a model see bymodel.Texts. unheld is what of its texts no row holds.
func (r *reader) reviewed(ctx context.Context, p *plan.Plan,
	engine string) (reviewed *plan.Plan, fixes []review.Fix, unheld []validate.Finding, err error) {
	known := r.known()
	mapped, by := known.Mapped(p)
	r.recalled.renames = by
	settled := append(known.Settled(), mapped...)
	o := review.Options{JoinConfidence: r.agent.cfg.JoinConfidence}
	if engine == EngineModel {
		texts := bymodel.Texts{Meaning: r.meaning(), Share: r.agent.cfg.Share, Found: r.links.found, LookUp: r.lookUp}
		return texts.Review(ctx, p, r.snapshot, settled, o)
	}
	reviewed, fixes, err = review.With(p, r.snapshot, settled, o)
	return reviewed, fixes, nil, err
}
