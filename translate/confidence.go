package translate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/wordform"
)

// factors are the parts of the confidence in a plan. Their sum is at most 1. The weights are those of the design that
// this follows; they are not calibrated.
type factors struct {
	schema     float64 // 0.3 if every name is exact, 0.15 if some were repaired
	complexity float64 // 0.2 if the plan is as simple or complex as the question, otherwise 0.1
	clarity    float64 // 0.3 for one reading, 0.1 for several, 0 for many
	validity   float64 // 0.2 if it can be written as SQL
	ceiling    float64 // the engine's own confidence
}

func (f factors) total() float64 {
	return min(f.schema+f.complexity+f.clarity+f.validity, f.ceiling)
}

// score returns the factors of the reviewed plan before its SQL runs. A model's SQL has passed the guard by then, so
// its size is bounded and its names are exact. It is scored by the plan that it can be lifted to, if any; see drafted.
func (w *work) score(scored *plan.Plan) factors {
	f := factors{schema: 0.3, complexity: 0.1, ceiling: w.draft.confidence}
	if scored == nil { // plans cannot express it, which is no reason for doubt
		f.complexity, f.validity = fullComplexity, fullValidity
	}
	for _, fix := range w.fixes {
		if fix.Kind == plan.FixTable || fix.Kind == plan.FixColumn {
			f.schema = 0.15
		}
	}
	if scored != nil && fits(w.question.Text, scored) {
		f.complexity = 0.2
	}
	switch n := len(w.draft.open); {
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

// drafted returns the plan of the draft, or the one that a model's SQL was taken apart into; nil if plans cannot express it.
func (w *work) drafted() *plan.Plan {
	if w.draft.plan != nil {
		return w.draft.plan
	}
	return w.draft.read
}

// fits reports whether the plan has a part for everything that the question's words ask for, and no grouping that no
// word asks for.
func fits(question string, p *plan.Plan) bool {
	words := " " + strings.Join(wordform.Plain(question), " ") + " "
	has := func(any ...string) bool {
		for _, a := range any {
			if strings.Contains(words, " "+a+" ") {
				return true
			}
		}
		return false
	}
	if has("top", "most", "highest", "largest", "lowest", "least", "first", "last", "latest", "cheapest") {
		return len(p.OrderBy) > 0 || len(p.Where) > 0 || aggregates(p)
	}
	if has("per", "each", "by", "every") {
		return len(p.GroupBy) > 0 || len(p.OrderBy) > 0 || len(p.Joins) > 0 || len(p.Where) > 0
	}
	if has("how many", "number of", "average", "total", "sum") {
		return aggregates(p) || len(p.Select) > 0
	}
	return true
}

func aggregates(p *plan.Plan) bool {
	for _, o := range p.Select {
		if plan.HasAggregate(o.Expr) {
			return true
		}
	}
	return false
}

// accepted reports whether the user has seen how the question was read and has confirmed it.
func (w *work) accepted() bool {
	return slices.ContainsFunc(w.question.Settled, func(c plan.Constraint) bool { return c.Kind == plan.AsRead })
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
func (w *work) reasons(f factors) []string {
	var all []string
	if f.schema < fullSchema {
		var repaired []string
		for _, fix := range w.fixes {
			if fix.Kind == plan.FixTable || fix.Kind == plan.FixColumn {
				repaired = append(repaired, fix.What)
			}
		}
		all = append(all, "names had to be guessed: "+strings.Join(repaired, "; "))
	}
	if f.clarity < fullClarity {
		one := "it can be read in several ways"
		if len(w.draft.open) > 0 {
			one = fmt.Sprintf("%d of its words can be read in several ways", len(w.draft.open))
		}
		all = append(all, one)
	}
	if len(w.answer.Assumptions) > 0 {
		all = append(all, "it is assumed that "+strings.Join(w.answer.Assumptions, "; "))
	}
	if f.complexity < fullComplexity {
		all = append(all, "the reading does less, or more, than the words ask for")
	}
	if f.validity < fullValidity {
		all = append(all, "it cannot be written as SQL yet")
	}
	if f.ceiling < sureEngine {
		who := "model"
		if w.draft.engine == EngineBuiltin {
			who = "built-in translator"
		}
		all = append(all, fmt.Sprintf("the %s is only %.0f %% sure of it", who, 100*f.ceiling))
	}
	return all
}

// doubt returns the clarification for a low score. It is about the factors that are low.
func (w *work) doubt(f factors) *dialogue.Asked {
	message := "I am not sure that I understood the question. I would answer: " + w.answer.Reading
	if reasons := w.reasons(f); len(reasons) > 0 {
		message += " Why I doubt: " + strings.Join(reasons, ". ") + "."
	}
	share := func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
	c := &dialogue.Asked{Kind: dialogue.AskFreeText, Message: message + " Is that right? If not, say it in other words, or name the tables and columns.",
		Options: []dialogue.Option{{Label: "yes", Meaning: "answer it like that", Settles: []plan.Constraint{{Kind: plan.AsRead}}}},
		Context: map[string]string{"reading": w.answer.Reading, "confidence": share(f.total()), "schema_match": share(f.schema),
			"complexity_fit": share(f.complexity), "clarity": share(f.clarity), "validity": share(f.validity), "engine": share(f.ceiling)}}
	return c
}

// Whether a model's draft is asked about is decided here, from two signs that are weak alone: words that the links read in two ways nearly
// alike, of which the draft takes one; and the model's own doubt. Where both are there, it is asked. Where only one is, the reading is said
// as an assumption. How often each sign is there for questions with one answer and for ambiguous ones: docs/model.md.

// sureOfDraft is the model's confidence below which it doubts.
const sureOfDraft = 0.7

// weigh decides about the readings of a model's proven draft that were open: it returns what to ask, or adds to the assumptions what was
// taken instead.
func (w *work) weigh() *dialogue.Asked {
	if w.accepted() || w.draft.engine != EngineModel {
		return nil
	}
	settled := func(words string) bool {
		return slices.ContainsFunc(w.known().Settled(), func(c plan.Constraint) bool {
			return c.Phrase != "" && (wordform.Holds(c.Phrase, words) || wordform.Holds(words, c.Phrase))
		})
	}
	var rivals []dialogue.Rival
	if w.links.lattice != nil {
		rivals = slices.DeleteFunc(dialogue.Rivals(w.links.lattice, w.verdict.Columns), func(r dialogue.Rival) bool { return settled(r.Words) })
	}
	doubts := len(w.draft.open) > 0 || w.draft.confidence < sureOfDraft
	if len(rivals) > 0 && doubts {
		for _, a := range w.draft.open {
			if len(a.Options) > 1 {
				return dialogue.FromModel(model.Draft{Ambiguities: []model.Ambiguity{a}}, w.snapshot, w.question.Text, w.followed.instruction)
			}
		}
		return rivals[0].Ask()
	}
	for _, r := range rivals {
		w.answer.Assumptions = append(w.answer.Assumptions, fmt.Sprintf("“%s” is read as %s, not as %s", r.Words, dialogue.Place(r.Taken), dialogue.Place(r.Left)))
	}
	for _, a := range w.draft.open {
		var labels []string
		for _, o := range a.Options {
			labels = append(labels, o.Label)
		}
		if a.Phrase != "" && len(labels) > 1 {
			w.answer.Assumptions = append(w.answer.Assumptions, fmt.Sprintf("“%s” may mean %s; one of these was taken", a.Phrase, strings.Join(labels, " or ")))
		}
	}
	return nil
}
