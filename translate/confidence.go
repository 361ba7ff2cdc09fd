package translate

import (
	"strings"

	"github.com/pgask/pgask/translate/plan"
)

// factors of the confidence in a plan. Their sum is at most 1; the weights are those of the design this follows, not a
// calibration.
type factors struct {
	schema     float64 // 0.3 every name exact, 0.15 some repaired
	complexity float64 // 0.2 the plan is as simple or complex as the question, 0.1 it is not
	clarity    float64 // 0.3 one reading, 0.1 several, 0 many
	validity   float64 // 0.2 it can be written as SQL
	ceiling    float64 // the engine's own confidence
}

func (f factors) total() float64 {
	return min(f.schema+f.complexity+f.clarity+f.validity, f.ceiling)
}

// score weighs the reviewed plan before its SQL runs.
func (w *work) score() factors {
	f := factors{schema: 0.3, complexity: 0.1, ceiling: w.draft.confidence}
	for _, fix := range w.fixes {
		if fix.Kind == plan.FixTable || fix.Kind == plan.FixColumn {
			f.schema = 0.15
		}
	}
	if fits(w.question.Text, w.draft.plan) {
		f.complexity = 0.2
	}
	switch n := w.draft.ambiguities; {
	case n == 0:
		f.clarity = 0.3
	case n <= 2:
		f.clarity = 0.1
	}
	if _, err := plan.Synthesise(w.draft.plan); err == nil {
		f.validity = 0.2
	}
	return f
}

// fits says whether what the question's words ask for has a part of the plan that does it, and the plan has no grouping
// that no word asked for.
func fits(question string, p *plan.Plan) bool {
	words := " " + strings.Join(plainWords(question), " ") + " "
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

// doubt makes the question back that a low score asks for, from the factor that is lowest.
func (w *work) doubt(f factors) *Clarification {
	message := "I am not sure that I understood the question. I would answer: " + w.answer.Reading
	if f.clarity < 0.3 && len(w.answer.Assumptions) > 0 {
		message += " (assuming that " + strings.Join(w.answer.Assumptions, "; ") + ")"
	}
	return &Clarification{Kind: AskFreeText, Message: message + " Say it in other words, or name the tables and columns.",
		Context: map[string]string{"reading": w.answer.Reading}}
}
