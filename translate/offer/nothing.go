package offer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"
)

// computations maps the stems of words for what plain SQL cannot compute to a similar word. An empty value means that
// the rest of the question alone is offered.
var computations = map[string]string{"growth": "", "grow": "", "trend": "", "forecast": "", "predict": "", "project": "", "extrapol": "", "estim": "",
	"median": "average", "percentil": "", "quartil": "", "correl": "", "varianc": "", "deviat": "", "churn": "", "retent": "", "cohort": "",
	"cumul": "", "run": "", "roll": "", "move": "", "season": "", "anomali": "", "outlier": "", "compar": "", "comparison": "", "chang": "",
	"simul": "", "recommend": "", "cluster": "", "segment": "", "optim": "", "regress": "", "typic": "average", "mode": ""}

// Instead asks what to answer in place of a question with words that nothing explains: tables with a similar name or
// description, or the question without these words. It is meant for questions that could not be read. It returns nil
// when there is nothing to offer.
func Instead(a Asked) *Offer {
	if len(a.Unfit) > 0 {
		return nil
	}
	words := wordsOf(a.Question)
	var missing []word
	for _, w := range words {
		if slices.ContainsFunc(a.Unplaced, func(u string) bool { return strings.EqualFold(u, a.Question[w.start:w.end]) }) {
			missing = append(missing, w)
		}
	}
	if len(missing) == 0 || len(missing) > 4 {
		return nil
	}
	var told []string
	unsupported := false
	for _, w := range missing {
		told = append(told, "“"+a.Question[w.start:w.end]+"”")
		_, computes := computations[strings.Join(stems(w.low), "")]
		unsupported = unsupported || computes
	}
	o := &Offer{Phrase: a.Question[missing[0].start:missing[len(missing)-1].end]}
	if unsupported {
		o.Kind = Unsupported
		o.Message = fmt.Sprintf("%s: that is nothing that can be computed without a model. This could be answered instead:", strings.Join(told, ", "))
		o.Choices = a.without(words, missing)
	} else {
		o.Kind = Nothing
		o.Message = fmt.Sprintf("Nothing here is called %s. Is one of these meant?", strings.Join(told, " or "))
		if len(missing) == 1 && !functionWords[missing[0].low] {
			o.Choices = a.nearby(missing[0])
		}
		o.Choices = append(o.Choices, a.without(words, missing)...)
	}
	if o.Choices = o.Choices[:min(len(o.Choices), maxChoices)]; len(o.Choices) == 0 {
		return nil
	}
	return o
}

// nearby returns the tables that a word may mean and with which the question can be read.
func (a *Asked) nearby(w word) []Choice {
	var all []Choice
	for _, n := range near(a.Snapshot, w.low) {
		c := plan.Constraint{Kind: plan.UseTable, Phrase: a.Question[w.start:w.end], Schema: n.table.Schema, Table: n.table.Name}
		again := instead(a.Question, w.start, w.end, spokenName(n.table.Name))
		p := a.read(again, c)
		if p == nil || !slices.ContainsFunc(p.Tables(), func(t plan.Name) bool { return t.Table == n.table.Name }) {
			continue
		}
		if all = append(all, Choice{Label: n.table.Name, Meaning: p.Reading, Settles: []plan.Constraint{c}, Rephrased: again}); len(all) == maxChoices {
			break
		}
	}
	return all
}

// dangling matches words at the end of a question whose continuation was cut off: "how many orders are".
var dangling = regexp.MustCompile(`(?i)(?: (?:are|is|were|was|be|been|that|which|who|with|have|has|had|and|or|of|in|by|from|the|a))+$`)

// without returns the question without the words that nothing explains, or with the similar words of computations in
// their place. It returns nil when too little of the question is left.
func (a *Asked) without(words, missing []word) []Choice {
	swapped := a.swapped(missing)
	if slices.ContainsFunc(missing, func(w word) bool { return negations[w.low] }) {
		return nil // without a negation the question means the opposite
	}
	swapped = strings.Trim(swapped, " ,;.")
	if whole := dangling.ReplaceAllString(swapped, ""); whole != swapped && a.read(whole) != nil {
		swapped = whole
	}
	p := a.read(swapped)
	if p == nil || 2*len(missing) > len(words) || bareList(p) {
		return nil
	}
	return []Choice{{Label: swapped, Meaning: p.Reading, Rephrased: swapped}}
}

// swapped returns the question with the similar word of a computation, or nothing, in the place of each of these words.
// With a word that goes, so does the "of" behind it.
func (a *Asked) swapped(missing []word) string {
	var kept []string
	from := 0 // end of what is in kept or left out
	for _, w := range missing {
		with := computations[strings.Join(stems(w.low), "")]
		kept = append(kept, a.Question[min(from, w.start):w.start], with)
		from = max(from, w.end)
		if rest := strings.TrimLeft(a.Question[from:], " "); with == "" && len(rest) >= len("of ") && strings.EqualFold(rest[:len("of ")], "of ") {
			from = len(a.Question) - len(rest) + len("of ")
		}
	}
	kept = append(kept, a.Question[from:])
	return strings.Join(strings.Fields(strings.Join(kept, " ")), " ")
}

// negations are words whose removal reverses the meaning.
var negations = map[string]bool{"nothing": true, "none": true, "nobody": true, "never": true, "not": true, "no": true, "nowhere": true, "neither": true,
	"nor": true, "without": true, "except": true, "excluding": true, "lacking": true, "missing": true, "unless": true, "hardly": true, "cannot": true,
	"zero": true, "non": true}

// bareList reports whether a plan only lists the rows of a table. That does not answer a question with more words.
func bareList(p *plan.Plan) bool {
	return len(p.Where)+len(p.GroupBy)+len(p.OrderBy)+len(p.Joins)+len(p.Combine)+len(p.With) == 0 &&
		!slices.ContainsFunc(p.Select, func(o plan.Output) bool { return plan.HasAggregate(o.Expr) })
}
