package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// namedDoer reads a name and the verb behind it, "cartoons Ben Jones directs", "cartoons that Ben Jones or Ann Lee
// directed", if n has a column such as directed_by for that verb. It adds a compare condition on this column to n.
func (p *parser) namedDoer(n *node) bool {
	if t := p.tok(); t.kind != quoted && !(t.kind == word && t.upper) {
		return false
	}
	f, at, ok := p.doneIn(n)
	if !ok {
		return false
	}
	v, ok := p.literal(f)
	if !ok {
		return false
	}
	c := equal(f, v.text)
	p.moreValues(&c)
	if p.pos != at {
		return false
	}
	p.pos++
	n.conds = append(n.conds, c)
	return true
}

// doneByNamed reads "by Ann Lee" behind a verb, as in "directed by Ann Lee", if n has a column such as directed_by for
// the verb. It adds a compare condition on this column to n.
func (p *parser) doneByNamed(n *node, verb token) bool {
	c := p.ix.doneBy(n.table, verb.stem)
	if c == nil || !p.word("by") {
		return false
	}
	p.either()
	v, ok := p.literal(field{n.table, c})
	if !ok {
		return false
	}
	is := equal(field{n.table, c}, v.text)
	p.moreValues(&is)
	n.conds = append(n.conds, is)
	return true
}

// doneIn looks for the first verb among the next words for which n has a column such as directed_by. It returns this
// column and the index of the verb's token, and consumes nothing.
func (p *parser) doneIn(n *node) (f field, at int, ok bool) {
	for i := p.pos + 1; i < min(len(p.toks), p.pos+2*maxNoun) && !p.toks[i].end(); i++ {
		if p.toks[i].kind != word {
			continue
		}
		if c := p.ix.doneBy(n.table, p.toks[i].stem); c != nil {
			return field{n.table, c}, i, true
		}
	}
	return field{}, 0, false
}

// doneBy returns the text column of t whose name ends in the participle of verb and "by", directed_by for "direct"; nil
// if there is none.
func (ix *index) doneBy(t *schema.Table, verb string) *schema.Column {
	for _, c := range t.Columns {
		if ws := split(c.Name); c.Class == schema.Text && len(ws) > 1 && ws[len(ws)-1] == "by" && stem(ws[len(ws)-2]) == verb {
			return c
		}
	}
	return nil
}

// doers returns the possible words for the person who does what a participle says: "director" and "directer" for
// "directed". It returns nil if it knows none.
func doers(participle string) []string {
	if w := irregularDoers[participle]; w != "" {
		return strings.Fields(w)
	}
	base, ok := strings.CutSuffix(participle, "ed")
	if !ok || len(base) < 3 {
		return nil
	}
	return []string{base + "er", base + "or"}
}

// irregularDoers maps participles to words for the doer, separated by spaces.
var irregularDoers = map[string]string{"written": "writer author", "taught": "teacher", "built": "builder", "made": "maker", "sold": "seller", "bought": "buyer",
	"sung": "singer", "driven": "driver", "won": "winner", "led": "leader", "given": "giver", "paid": "payer", "sent": "sender", "kept": "keeper",
	"held": "holder", "flown": "pilot", "taken": "taker", "told": "teller"}

// doerNames calls put with further names for a column that ends in "by": directed_by is also called "director". f holds
// the words of the column's name.
func doerNames(put func(float64, bool, []string), f []string) {
	n := len(f)
	if n < 2 || f[n-1] != "by" {
		return
	}
	for _, w := range doers(f[n-2]) {
		put(0.93, true, slices.Concat(f[:n-2], []string{w}))
	}
}

// deedOnly reports whether t is the verb in the name of a column such as directed_by, and not a word for the doer such
// as "director".
func deedOnly(column string, t token) bool {
	ws := split(column)
	n := len(ws)
	return n > 1 && ws[n-1] == "by" && t.stem == stem(ws[n-2]) && !slices.Contains(doers(ws[n-2]), singular(t.low))
}

// doerOnly reports whether w is a word for a doer, in "er" or "or", that is not itself written in the name n, which may
// contain another form of it.
func doerOnly(n name, w string) bool {
	one := singular(w)
	return (strings.HasSuffix(one, "er") || strings.HasSuffix(one, "or")) && !writtenIn(n, w) && !writtenIn(n, one)
}
