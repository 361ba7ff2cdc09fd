// Package doubt says how sure a draft is, and what to ask when it is not sure enough.
package doubt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan/review"

	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/wordform"
)

// Draft is a reviewed draft of a question.
type Draft struct {
	Question    string
	Plan        *plan.Plan   // nil: plans cannot express its SQL
	Fixes       []review.Fix // by the review
	Reading     string
	Assumptions []string
	ByModel     bool
	Confidence  float64           // by the engine's own estimate
	Open        []model.Ambiguity // what a model that answers all the same finds ambiguous
}

// Factors are the parts of the confidence in a plan. Their sum is at most 1. The weights are those of the design that
// this follows; they are not calibrated.
type Factors struct {
	schema     float64 // 0.3 if every name is exact, 0.15 if some were repaired
	complexity float64 // 0.2 if the plan is as simple or complex as the question, otherwise 0.1
	clarity    float64 // 0.3 for one reading, 0.1 for several, 0 for many
	validity   float64 // 0.2 if it can be written as SQL
	ceiling    float64 // the engine's own confidence
}

// Sure are the factors of an engine whose confidence was fitted on how often it is right: nothing else is known.
func Sure(confidence float64) Factors {
	return Factors{fullSchema, fullComplexity, fullClarity, fullValidity, confidence}
}

// Total returns their sum, or what the engine leaves of it.
func (f Factors) Total() float64 {
	return min(f.schema+f.complexity+f.clarity+f.validity, f.ceiling)
}

// Score returns the factors of the reviewed plan before its SQL runs. A model's SQL has passed the guard by then, so
// its size is bounded and its names are exact. It is scored by the plan that it can be lifted to, if any.
func (d Draft) Score() Factors {
	f := Factors{schema: 0.3, complexity: 0.1, ceiling: d.Confidence}
	scored := d.Plan
	if scored == nil { // plans cannot express it, which is no reason for doubt
		f.complexity, f.validity = fullComplexity, fullValidity
	}
	for _, fix := range d.Fixes {
		if fix.Kind == review.FixTable || fix.Kind == review.FixColumn {
			f.schema = 0.15
		}
	}
	if scored != nil && fits(d.Question, scored) {
		f.complexity = 0.2
	}
	switch n := len(d.Open); {
	case n == 0:
		f.clarity = 0.3
	case n <= 2:
		f.clarity = 0.1
	}
	if scored == nil {
		return f
	}
	if _, err := plan.Synthesise(scored); err == nil {
		f.validity = 0.2
	}
	return f
}

// fits reports whether the plan has a part for everything that the question's words ask for, and no grouping that no
// word asks for.
func fits(question string, p *plan.Plan) bool {
	words := " " + strings.Join(wordform.Plain(question), " ") + " "
	has := func(any ...string) bool {
		return slices.ContainsFunc(any, func(a string) bool { return strings.Contains(words, " "+a+" ") })
	}
	if has("top", "most", "highest", "largest", "lowest", "least", "first", "last", "latest", "cheapest") {
		return len(p.OrderBy) > 0 || len(p.Where) > 0 || aggregates(p)
	}
	if has("per", "each", "by", "every") {
		return len(p.GroupBy) > 0 || len(p.OrderBy) > 0 || len(p.Joins) > 0 || len(p.Where) > 0
	}
	return !has("how many", "number of", "average", "total", "sum") || aggregates(p) || len(p.Select) > 0
}

func aggregates(p *plan.Plan) bool {
	return slices.ContainsFunc(p.Select, func(o plan.Output) bool { return plan.HasAggregate(o.Expr) })
}

// A factor below its limit is a reason for doubt.
const (
	fullSchema     = 0.3
	fullComplexity = 0.2
	fullClarity    = 0.3
	fullValidity   = 0.2
	sureEngine     = 0.75
)

// reasons returns an explanation for each low factor.
func (d Draft) reasons(f Factors) []string {
	var all []string
	if f.schema < fullSchema {
		var repaired []string
		for _, fix := range d.Fixes {
			if fix.Kind == review.FixTable || fix.Kind == review.FixColumn {
				repaired = append(repaired, fix.What)
			}
		}
		all = append(all, "names had to be guessed: "+strings.Join(repaired, "; "))
	}
	if f.clarity < fullClarity {
		one := "it can be read in several ways"
		if len(d.Open) > 0 {
			one = fmt.Sprintf("%d of its words can be read in several ways", len(d.Open))
		}
		all = append(all, one)
	}
	if len(d.Assumptions) > 0 {
		all = append(all, "it is assumed that "+strings.Join(d.Assumptions, "; "))
	}
	if f.complexity < fullComplexity {
		all = append(all, "the reading does less, or more, than the words ask for")
	}
	if f.validity < fullValidity {
		all = append(all, "it cannot be written as SQL yet")
	}
	if f.ceiling < sureEngine {
		who := "built-in translator"
		if d.ByModel {
			who = "model"
		}
		all = append(all, fmt.Sprintf("the %s is only %.0f %% sure of it", who, 100*f.ceiling))
	}
	return all
}

// Ask returns the clarification for a low score. It is about the Factors that are low.
func (d Draft) Ask(f Factors) *dialogue.Asked {
	message := "I am not sure that I understood the question. I would answer: " + d.Reading
	if reasons := d.reasons(f); len(reasons) > 0 {
		message += " Why I doubt: " + strings.Join(reasons, ". ") + "."
	}
	share := func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
	c := &dialogue.Asked{Kind: dialogue.AskFreeText, Message: message +
		" Is that right? If not, say it in other words, or name the tables and columns.",
		Options: []dialogue.Option{{Label: "yes", Meaning: "answer it like that", Settles: []plan.Constraint{{Kind: plan.AsRead}}}},
		Context: map[string]string{"reading": d.Reading, "confidence": share(f.Total()), "schema_match": share(f.schema),
			"complexity_fit": share(f.complexity), "clarity": share(f.clarity), "validity": share(f.validity), "engine": share(f.ceiling)}}
	return c
}

// Whether a model's draft is asked about is decided here, from two signs that are weak alone: words that the links
// read in two ways nearly alike, of which the draft takes one; and words that the model itself calls ambiguous. Where
// both are there, it is asked. Where only one is, the reading is said as an assumption. The model's confidence is no
// third sign: whatever it was held against, it asked no ambiguous question more and some with one answer
// (docs/model.md).

// Weigh decides about the readings of a model's proven draft that were open: it returns the ambiguity to ask about, or
// what is assumed instead.
func (d Draft) Weigh(rivals []dialogue.Rival, settled []plan.Constraint) (ask *model.Ambiguity, assumed []string) {
	rivals = slices.DeleteFunc(rivals, func(r dialogue.Rival) bool {
		return slices.ContainsFunc(settled, func(c plan.Constraint) bool {
			return c.Phrase != "" && (wordform.Holds(c.Phrase, r.Words) || wordform.Holds(r.Words, c.Phrase))
		})
	})
	choices := slices.IndexFunc(d.Open, func(a model.Ambiguity) bool { return len(a.Options) > 1 })
	if len(rivals) > 0 && choices >= 0 {
		return &d.Open[choices], nil
	}
	for _, r := range rivals {
		assumed = append(assumed, fmt.Sprintf("“%s” is read as %s, not as %s", r.Words, dialogue.Place(r.Taken), dialogue.Place(r.Left)))
	}
	for _, a := range d.Open {
		var labels []string
		for _, o := range a.Options {
			labels = append(labels, o.Label)
		}
		if a.Phrase != "" && len(labels) > 1 {
			assumed = append(assumed, fmt.Sprintf("“%s” may mean %s; one of these was taken", a.Phrase, strings.Join(labels, " or ")))
		}
	}
	return nil, assumed
}
