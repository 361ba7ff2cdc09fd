package lattice

import (
	"slices"

	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// byDefinition is what it speaks for an amount that somebody wrote down what it is: nobody else's words are as sure.
const byDefinition = 0.3

// term adds what somebody defined: a figure or a value is measured, a condition is said of rows.
func (t *lattice) term(c link.Chunk, k link.Link, cost float64) {
	switch {
	case k.Term == nil || k.Term.Set == nil:
	case k.Term.Kind == semantic.TermCondition:
		t.add("CONDITION", c.From, c.To, cost, Linked{Link: k})
	default:
		t.add("MEASURE", c.From, c.To, cost-byDefinition, facts.Measured{Term: k.Term})
	}
}

// measures adds the amounts that turnover is where it is spoken of.
func (t *lattice) measures() {
	known := t.model.Known()
	for from := range t.Words {
		for to := from + 1; len(known.Turnover) > 0 && to <= min(from+wordlist.MaxWords(), len(t.Words)); to++ {
			said, all := t.lower(from, to), known.Turnover
			switch {
			case said == "money" && len(known.Paid) == 1 && known.Paid[0] != all[0]: // that came in, taxes and all
				all = slices.Concat(known.Paid, all)
			case said != "money" && !wordlist.Among("turnover", said):
				continue
			}
			for i, m := range all {
				m.Said = said
				t.add("MEASURE", from, to, 0.1+0.1*float64(i)-0.05*float64(to-from), m)
			}
		}
	}
}
