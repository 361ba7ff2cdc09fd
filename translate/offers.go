package translate

import (
	"github.com/pgask/pgask/translate/dialogue"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/offer"
	"github.com/pgask/pgask/translate/plan"
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

// instead returns a clarification that asks for what an unreadable question leaves out, or offers what can be
// answered in its place; nil when there is neither.
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
	return w.fromOffer(offer.Instead(w.offered(r.Unplaced)))
}

func (w *work) fromOffer(o *offer.Offer) *dialogue.Asked {
	if o == nil {
		return nil
	}
	c := &dialogue.Asked{Kind: dialogue.Kind(o.Kind), Message: o.Message, Context: map[string]string{"phrase": o.Phrase}}
	switch o.Kind {
	case offer.MissingFilter:
		c.Context["noun"] = o.Noun
	case offer.MissingMetric:
		c.Context["before"] = o.Before
	}
	for _, choice := range o.Choices {
		c.Options = append(c.Options, dialogue.Option(choice))
	}
	w.answer.Engine = EngineBuiltin
	return c
}
