package translate

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/dialogue"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/offer"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/refine"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/wordform"
)

func (w *work) offered(unplaced []string) offer.Asked {
	return offer.Asked{Question: w.question.Text, Snapshot: w.snapshot, Unplaced: unplaced, Read: w.readPlan}
}

// readPlan returns the plan of a text other than the question; nil when there is none.
func (w *work) readPlan(question string, settled ...plan.Constraint) *plan.Plan {
	return w.readAgain(question, settled...).Plan
}

// missing returns a clarification for a question that says "a certain customer" without naming one. Any engine would
// answer it for all customers.
func (w *work) missing() *dialogue.Asked { return w.fromOffer(offer.Filter(w.offered(nil))) }

// instead returns a clarification that asks for what an unreadable question leaves out, or which table an unknown word means; nil when
// there is neither.
func (w *work) instead(r drafts.Result) *dialogue.Asked {
	if r.Reason == "" || w.followsUp() {
		return nil
	}
	if o := offer.Metric(w.offered(nil)); o != nil {
		return w.fromOffer(o)
	}
	if w.meantAs() != "" {
		return nil // the hint of the silence says what was meant
	}
	asked := w.offered(r.Unplaced)
	asked.Unfit = r.Unfit
	return w.fromOffer(offer.Near(asked))
}

func (w *work) fromOffer(o *offer.Offer) *dialogue.Asked {
	if o == nil {
		return nil
	}
	w.answer.Engine = EngineBuiltin
	return dialogue.FromOffer(o)
}

// meantAs returns advice for a user who wrote SQL, or a change to the last answer; "" for other questions.
func (w *work) meantAs() string {
	words := wordform.Plain(w.question.Text)
	if len(words) > 2 && (words[0] == "select" || words[0] == "with" || words[0] == "explain") && slices.Contains(words, "from") {
		return "If that is SQL, write it without ASK: it passes through as it is."
	}
	if w.followed.bare {
		return w.workingChanges()
	}
	about := w.question.About
	if about == nil || w.question.Inline || w.question.Verb != Run || about.SQL == "" {
		return ""
	}
	base := about.plan
	if base == nil {
		base, _ = plan.Lift(about.SQL)
	}
	if _, changes := refine.Read(w.question.Text, base, w.snapshot); !changes {
		return ""
	}
	return "If it is to change the last answer: ASK refine: " + strings.TrimRight(say.Clip(w.question.Text, 200), " ;.") + ";"
}
