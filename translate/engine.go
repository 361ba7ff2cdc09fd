package translate

import (
	"context"

	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/builtin"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
)

// withoutModel returns the built-in translator.
func (w *work) withoutModel() drafts.Engine { return builtin.Engine{Bar: w.agent.cfg.AnswerConfidence} }

// readBuiltin asks the built-in translator about the question.
func (w *work) readBuiltin(ctx context.Context) (drafts.Result, error) {
	q := w.toDraft(w.said().Text, true)
	q.Try = w.tryReadings
	result, err := w.withoutModel().Draft(ctx, q)
	w.trace.Builtin = result
	return result, err
}

// readText asks the built-in translator about a text other than the question.
func (w *work) readText(ctx context.Context, text string) (drafts.Result, error) {
	return w.withoutModel().Draft(ctx, w.toDraft(text, true))
}

// readPhrase asks the built-in translator what a phrase says of the rows of a table, which the text before it names.
func (w *work) readPhrase(ctx context.Context, of *plan.Source, subject, phrase string) (drafts.Result, error) {
	named := plan.Constraint{Kind: plan.UseTable, Phrase: subject, Schema: of.Schema, Table: of.Table}
	result, err := w.withoutModel().Draft(ctx, w.toDraft(subject+" "+phrase, true, named))
	if result.Confidence < w.agent.cfg.AnswerConfidence {
		result.Plan = nil
	}
	return result, err
}

// readAgain asks the built-in translator about a text other than the question, without looking up values in tables.
func (w *work) readAgain(question string, settled ...plan.Constraint) drafts.Result {
	result, err := w.withoutModel().Draft(context.Background(), w.toDraft(question, false, settled...))
	if err != nil {
		return drafts.Result{} // nothing was looked up, so nothing can fail
	}
	return result
}

// toDraft returns a text as a question for an engine. further is settled beside what the user settled.
func (w *work) toDraft(text string, look bool, further ...plan.Constraint) drafts.Question {
	q := drafts.Question{Text: text, Model: w.agent.understand(w.snapshot), Settled: append(w.known().Settled(), further...)}
	q.Links = func(ctx context.Context) (*link.Lattice, error) {
		if look && text == w.question.Text {
			err := w.link(ctx)
			return w.links.lattice, err
		}
		l, err := w.linksOf(ctx, text, look, q.Settled)
		return l.lattice, err
	}
	return q
}
