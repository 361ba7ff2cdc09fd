package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// namedDoer is "cartoons Ben Jones directs", "cartoons that Ben Jones or Ann Lee directed": those of whom a column of the rows
// says that it was done by them.
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

// doneByNamed is the "by Ann Lee" of "directed by Ann Lee", where a column holds by whom that was done.
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

// doneIn finds the first verb among the next words whose doers a column of n holds, directed_by for to direct, and where it
// stands.
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

// doneBy is the text column of t that holds by whom something was done.
func (ix *index) doneBy(t *schema.Table, verb string) *schema.Column {
	for _, c := range t.Columns {
		if ws := split(c.Name); c.Class == schema.Text && len(ws) > 1 && ws[len(ws)-1] == "by" && stem(ws[len(ws)-2]) == verb {
			return c
		}
	}
	return nil
}

// doers are words for those who do what a participle says: directors and writers of what is directed and written.
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

var irregularDoers = map[string]string{"written": "writer author", "taught": "teacher", "built": "builder", "made": "maker", "sold": "seller", "bought": "buyer",
	"sung": "singer", "driven": "driver", "won": "winner", "led": "leader", "given": "giver", "paid": "payer", "sent": "sender", "kept": "keeper",
	"held": "holder", "flown": "pilot", "taken": "taker", "told": "teller"}

// doerNames names a column such as directed_by after those whom it holds.
func doerNames(put func(float64, bool, []string), f []string) {
	n := len(f)
	if n < 2 || f[n-1] != "by" {
		return
	}
	for _, w := range doers(f[n-2]) {
		put(0.93, true, slices.Concat(f[:n-2], []string{w}))
	}
}

// deedOnly says whether a word is what a column such as directed_by says was done, and not who did it.
func deedOnly(column string, t token) bool {
	ws := split(column)
	n := len(ws)
	return n > 1 && ws[n-1] == "by" && t.stem == stem(ws[n-2]) && !slices.Contains(doers(ws[n-2]), singular(t.low))
}

// doerOnly says whether a word is that for someone who does what the name of a table speaks of in another form.
func doerOnly(n name, w string) bool {
	one := singular(w)
	return (strings.HasSuffix(one, "er") || strings.HasSuffix(one, "or")) && !writtenIn(n, w) && !writtenIn(n, one)
}
