package lattice

import (
	"slices"

	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// byLogging is what it costs to read time that was logged as the only column that holds as many minutes.
const byLogging = 0.2

// logged adds the only column that is called by nothing but a unit of time as the time that was logged, and as so
// many hours of it: time spent, hours logged.
func (t *lattice) logged() {
	c := t.model.Known().Times
	for i, w := range t.Words {
		u := lexicon.UnitNamed(w.Low)
		if c == nil || u.Of != "time" && w.Low != "time" || i > 0 && t.Words[i-1].Shape == link.Number {
			continue
		}
		from, to := i, i+1
		switch {
		case to < len(t.Words) && wordlist.Among("logging", t.Words[to].Low):
			to++
		case i > 0 && wordlist.Among("logging", t.Words[i-1].Low):
			from--
		default:
			continue
		}
		if u.Of == "" {
			t.add("COL", from, to, byLogging,
				Linked{Link: link.Link{Kind: link.Column, Relation: c.Relation, Column: c, How: link.Synonym, Score: 0.8}, Said: t.lower(from, to)})
			continue
		}
		sum := &form.Item{Func: "sum", Col: c}
		if u.Size != c.Unit.Size {
			sum.Per, sum.Unit = form.UnitPer(u.Size, c.Unit.Size), w.Low
		}
		t.add("Figure", from, to, byLogging, form.Items{List: []*form.Item{sum}})
	}
}

// histories adds the relation of the changes of what is named before the word: the price history of a plan.
func (t *lattice) histories() {
	for i := range t.Words {
		if r := t.historyAt(i); r != nil {
			k := link.Link{Kind: link.Relation, Relation: r, How: link.Stemmed, Score: 0.95}
			t.add("REL", i-1, i+1, 0, Linked{Link: k, Said: t.lower(i-1, i+1)})
		}
	}
}

// History reports whether a word asks for what was before as well.
func History(w string) bool { return wordlist.Among("histories", w) }

// historyAt returns the only relation that is called by changes of what stands before a word for a history; nil: there
// is none.
func (t *lattice) historyAt(i int) *semantic.Relation {
	if i == 0 || !History(t.Words[i].Low) {
		return nil
	}
	var only *semantic.Relation
	for _, r := range t.model.Ways.Model().Relations {
		if r.Standing != semantic.Base || !slices.Contains(r.Name.Singular(), wordform.Singular(t.Words[i-1].Low)) || !facts.NamedOf(r.Name.Singular(), "changes") {
			continue
		}
		if only != nil {
			return nil
		}
		only = r
	}
	return only
}
