package builtin

import (
	"github.com/pgask/pgask/translate/schema"
)

// namedClause reads "named X" or "called X" and compares the display column of n with X. It fails if the display column
// is not a text.
func (p *parser) namedClause(n *node) bool {
	if _, ok := p.accept(named); !ok {
		return false
	}
	d := p.ix.info[n.table].display
	if len(d) == 0 || d[0].Class != schema.Text {
		return false
	}
	f := field{n.table, d[0]}
	if ph, k := p.role(); k > 0 && ph.role == contains && p.toks[p.pos-1].stem == "name" {
		return p.matching(n, f) // "with a name starting with A"
	}
	var v value
	if !p.try(func() (ok bool) { v, ok = p.literal(f); return ok }) {
		return p.partOfName(n, f)
	}
	c := cond{kind: compare, field: f, op: "=", values: []value{v}}
	p.moreValues(&c)
	n.conds = append(n.conds, c)
	return true
}

// partOfName reads a name after "named" that no row has as its whole name, as in "named Maria", and looks for it as a
// word of longer names.
func (p *parser) partOfName(n *node, f field) bool {
	t := p.tok()
	if s, ok := p.seen(f, t.text); !ok || len(s.Values) > 0 || t.kind != word || !t.upper || f.column.Class != schema.Text {
		return false
	}
	p.pos++
	p.doubt(0.85)
	p.assume("“" + t.text + "” is looked for as a word of " + f.table.Name + "." + f.column.Name)
	c := cond{kind: anyOf}
	for _, form := range []string{"s %", "% s", "% s %"} {
		c.any = append(c.any, []cond{{kind: like, field: f, pattern: pattern(form, t.text)}})
	}
	n.conds = append(n.conds, c)
	return true
}

// containsClause reads "containing 'X'" and matches the display column of n, or the text column named by "in its …",
// with X. A single letter must be followed by that column.
func (p *parser) containsClause(n *node) bool {
	ph, ok := p.accept(contains)
	if !ok {
		return false
	}
	d := p.ix.info[n.table].display
	letter := p.tok().kind == word && len(p.tok().text) == 1
	if len(d) == 0 || d[0].Class != schema.Text || p.tok().kind != quoted && !letter {
		return false
	}
	f := field{n.table, d[0]}
	c := cond{kind: like, field: f, pattern: pattern(ph.arg, p.tok().text)}
	p.pos++
	in := p.try(func() bool { return p.word("in") && p.skipPossessive() && p.fieldOf(n, &c.field) })
	if letter && !in {
		return false
	}
	n.conds = append(n.conds, c)
	return true
}

// skipPossessive passes over "its", "their" or "the", and over words without meaning. It always succeeds.
func (p *parser) skipPossessive() bool {
	p.word("its", "their", "the")
	p.skip()
	return true
}

// fieldOf reads a column of n into f.
func (p *parser) fieldOf(n *node, f *field) bool {
	senses, k := p.noun(n.table)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), columnSense)
	if !ok || s.field.table != n.table {
		return false
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	*f = s.field
	return true
}
