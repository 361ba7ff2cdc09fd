package lattice

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
)

// MustExplain is what it costs to leave out what changes the meaning: without it there is no answer.
const MustExplain = 7.0

// Idle is what it costs to leave out words that say nothing: hi, I do not believe that all is paid.
const Idle = 0.02

// leaving tells what it costs to leave words out, once all edges are there.
type leaving struct{ *lattice }

// skips returns what it costs to leave each word out.
func (t leaving) skips() []float64 {
	out := make([]float64, len(t.Words))
	begins, idle := t.begins(), 0
	for i, w := range t.Words {
		idle = max(idle, i+wordlist.Longest("sofar", t.Words, i))
		cost, known := wordlist.Skip(w.Low)
		switch {
		case i < begins, i < idle:
			out[i] = Idle
		case w.Shape == link.Quoted, w.Shape == link.Number:
			out[i] = 6
		case t.adds(i), t.historyAt(i) != nil:
			out[i] = 1.5
		case w.Low == "after" && i > 0 && strings.HasPrefix(t.Words[i-1].Low, "look"): // the customers that each of them looks after
			if out[i] = lookedAfter; i < 2 || t.Words[i-2].Low != "we" {
				out[i] = lookedAfterNow
			}
		case t.quantifies(i), t.earns(i), t.whQuestion(i), t.outOf(i), t.whether(i), t.standsFor(i):
			out[i] = MustExplain
		case known && !t.named(i) && !t.role(i) && !t.ofName(i) && !(link.Commands(w.Low) && t.calls(i)):
			out[i] = cost
		case w.Shape == link.Punct:
			out[i] = 0.02
		case w.Upper && i > 0 && t.surely(i), t.calls(i), t.measured(i):
			out[i] = storedName
		case w.Upper && i > 0:
			out[i] = wordlist.Unexplained + 1
		case wordlist.Among("verb", w.Low) && !t.happened(i) && !t.clause(i) && !(i > 0 && t.Words[i-1].Low == "by"): // vehicles by make
			out[i] = 0.7
		default:
			out[i] = wordlist.Unexplained
		}
	}
	return out
}

// clause reports whether a verb is what is said of something in a clause of its own: downloads that were played.
func (t leaving) clause(i int) bool {
	return i > 1 && wordlist.Relative(t.Words[i-2].Low) && wordlist.Auxiliary(t.Words[i-1].Low)
}

// begins returns where a question begins, behind what people say to begin one: hi, quick question; I do not believe
// that all is paid.
func (t leaving) begins() int {
	for i := 0; i < len(t.Words); {
		n := wordlist.Longest("opening", t.Words, i)
		if end := t.sentence(i); n == 0 && wordlist.Longest("opinion", t.Words, i) > 0 && end < len(t.Words) {
			n = end - i
		}
		if n == 0 && t.Words[i].Shape == link.Punct && i > 0 {
			n = 1
		}
		if n == 0 {
			return i
		}
		i += n
	}
	return 0
}

// earns reports whether a word asks for an amount: what does she earn.
func (t leaving) earns(i int) bool {
	return wordlist.Among("does", t.Words[i].Low) && slices.ContainsFunc(t.Words[:i], func(w link.Word) bool {
		return w.Low == "what" || w.Low == "much"
	})
}

// sentence returns the end of the sentence that begins at a word which names nothing that is stored; without an end,
// or with a name, all.
func (t leaving) sentence(from int) int {
	for i := from; i < len(t.Words); i++ {
		if w := t.Words[i]; w.Shape == link.Punct && (w.Low == "." || w.Low == "!" || w.Low == "?") {
			return i + 1
		} else if w.Shape == link.Number || w.Shape == link.Quoted || w.Upper && i > from && t.surely(i) {
			break
		}
	}
	return len(t.Words)
}

// What it costs to leave out that we look after something, and that others do, who may no longer be there.
const lookedAfter, lookedAfterNow = 0.1, 1.5

// storedName is what it costs to leave out a name that is stored, or that a relation has: without it the question is
// another one.
const storedName = 5.0

// surely reports whether a word, or several with it, is how a value is stored, or another name of it.
func (t leaving) surely(i int) bool {
	return slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool {
		return c.From <= i && i < c.To && c.Links[0].Kind == link.Value && c.Links[0].Score >= sureName && c.Links[0].How != link.Part
	})
}

// calls reports whether a word is the whole name of a relation, or of the name of what somebody defined.
func (t *lattice) calls(i int) bool {
	return slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool {
		best := c.Links[0]
		switch best.Kind {
		case link.Relation:
			return c.From == i && c.To == i+1 && best.How <= link.Stemmed && best.Score >= 0.95
		case link.Term:
			return c.From <= i && i < c.To && best.Score >= 0.9
		}
		return false
	})
}

// sureName is how well a name must be found to be surely what was meant.
const sureName = 0.85

// adds reports whether a word adds up the amounts of what follows: total payments.
func (t leaving) adds(i int) bool {
	return wordlist.Among("sums", t.Words[i].Low) && slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool {
		return c.From == i+1 && c.Links[0].Kind == link.Relation && c.Links[0].Score >= 0.9 && c.Links[0].Relation.Money() != nil
	})
}

// measured reports whether a word stands for an amount that nothing else here is called: revenue.
func (t leaving) measured(i int) bool {
	return slices.ContainsFunc(t.edges, func(e *chart.Edge) bool {
		m, ok := e.Meaning.(facts.Measured)
		return ok && m.Term == nil && e.From == i && e.To == i+1 && !t.linked[i]
	})
}

// outOf reports whether a word says that there is none left: out of stock, sold out, and not 3 out of 5.
func (t leaving) outOf(i int) bool {
	if i > 0 && wordlist.Among("outofstock", t.lower(i-1, i+1)) {
		return true
	}
	if t.Words[i].Low != "out" || i+2 >= len(t.Words) || t.Words[i+1].Low != "of" {
		return false
	}
	next := t.Words[i+2]
	return next.Shape == link.Plain && !wordlist.Determiner(next.Low)
}

// standsFor reports whether a word stands for what was said before: but no longer do.
func (t *lattice) standsFor(i int) bool {
	w := t.Words[i].Low
	return i > 0 && t.Words[i-1].Low == "longer" && (w == "do" || w == "does" || w == "are" || w == "is")
}

// whether reports whether a word asks if something is so of one row, which no column of the row answers: has order 12
// been paid.
func (t leaving) whether(i int) bool {
	if i > 0 {
		return false
	}
	switch t.Words[0].Low {
	case "has", "have", "was", "were", "did", "is", "does":
		for k := 2; k < min(4, len(t.Words)); k++ {
			if t.Words[k].Shape == link.Number && !t.Words[k-1].Upper {
				return true
			}
		}
	}
	return false
}

// named reports whether a little word stands in capitals among words that do not, and a link knows it so: US states,
// parts for IT; or is written within the question as a value is stored: how long is Up.
func (t leaving) named(i int) bool {
	w := t.Words[i]
	if i > 0 && w.Upper && slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool {
		return c.From == i && c.To == i+1 && c.Links[0].Kind == link.Value && c.Links[0].Value == w.Text
	}) {
		return true
	}
	if len(w.Text) < 2 || w.Text != strings.ToUpper(w.Text) || !t.linked[i] {
		return false
	}
	return slices.ContainsFunc(t.Words, func(o link.Word) bool { return o.Text != strings.ToUpper(o.Text) })
}

// role reports whether a little word belongs to what one row is to another: who somebody reports to is no command to
// report.
func (t leaving) role(i int) bool {
	return i > 0 && slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool {
		return c.From == i && c.To > i+1 && slices.ContainsFunc(c.Links,
			func(k link.Link) bool { return k.Kind == link.Key && k.Score >= 0.95 })
	})
}

// ofName reports whether a little word is the last one of the whole name of a column or relation: on display, the
// display of which is no command.
func (t leaving) ofName(i int) bool {
	return i > 1 && slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool {
		return c.From < i && c.To == i+1 && slices.ContainsFunc(c.Links, func(k link.Link) bool {
			return k.Kind <= link.Column && k.How <= link.Stemmed && k.Score >= 0.95
		})
	})
}

// quantifies reports whether a word says that something holds for all of what follows: who borrowed every book, who
// work in all projects. Elsewhere "all" and "every" change nothing.
func (t *lattice) quantifies(i int) bool {
	if w := t.Words[i].Low; w != "all" && w != "every" || i < 2 {
		return false
	}
	if before := t.Words[i-1].Low; i > 2 && before != "of" && before != "for" && wordlist.Among("prep", before) {
		return t.deed(i - 2)
	}
	return t.deed(i - 1)
}

// deed reports whether a word says what somebody did, and nothing is known by its name.
func (t *lattice) deed(i int) bool {
	w := t.Words[i].Low
	if w == "have" || w == "has" || w == "had" {
		return i > 1
	}
	_, skipped := wordlist.Skip(w)
	return !skipped && !wordlist.Determiner(w) && (wordlist.Among("verb", w) || strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "ing") ||
		t.Words[i].Shape == link.Plain && !t.linked[i] && wordlist.Phrases(w) == nil)
}
