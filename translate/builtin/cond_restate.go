package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// parenthesis reads a condition in parentheses, which names the column, "(sex is F)".
func (p *parser) parenthesis(n *node) bool {
	return p.word("(") && p.columnPredicate(n) && p.word(")")
}

// numbered reads a number behind the name of n's table, "order 1000", and adds the condition that the primary key
// equals it.
func (p *parser) numbered(n *node) bool {
	t := p.tok()
	if t.kind != number || p.pos == 0 || len(n.table.PrimaryKey) != 1 || strings.HasSuffix(p.toks[p.pos-1].low, "s") || !p.ahead(1).end() {
		return false
	}
	c := n.table.Column(n.table.PrimaryKey[0])
	if c == nil || p.toks[p.pos-1].kind != word || !slices.ContainsFunc(p.simple(p.pos-1, p.pos), func(s sense) bool { return s.table == n.table && s.kind == tableSense }) {
		return false
	}
	if c.Class != schema.Integer {
		if v, ok := inColumn(c, t.text); !ok || v != t.text {
			return false
		}
		p.pos++
		n.conds = append(n.conds, cond{kind: compare, field: field{n.table, c}, op: "=", values: []value{{text: t.text}}})
		return true
	}
	p.pos++
	p.doubt(0.85)
	n.conds = append(n.conds, cond{kind: compare, field: field{n.table, c}, op: "=", values: []value{{t.num, true}}})
	return true
}

// restated reads the repeated name of n's table and clauses behind a selected column, "(cities) the stations are
// located at". After "and" the clauses are about another row with the same value: "countries where a singer above 40
// and a singer below 30 are from". n then gets a shares condition.
func (p *parser) restated(n *node) bool {
	if n != p.form.subject || len(p.form.items) == 0 || p.form.items[0].entity != nil {
		return false
	}
	other := p.pos > 1 && len(n.conds) > 0 && (p.toks[p.pos-1].low == "and" || p.toks[p.pos-2].low == "and")
	p.skip(be, do, ever)
	senses, k := p.noun(n.table)
	if k == 0 || senses[0].kind != tableSense || senses[0].table != n.table || len(senses[0].conds) > 0 {
		return false
	}
	p.pos += k
	if other {
		f := p.sharedField()
		if f.column == nil {
			return false
		}
		child := p.keep(&node{table: n.table})
		p.clauses(child)
		if len(child.conds) == 0 {
			return false
		}
		n.conds = append(n.conds, cond{kind: shares, field: f, child: child})
	} else {
		p.clauses(n)
	}
	p.skip(be, do, have, ever)
	if p.verbWeight(p.tok()) > 0 {
		p.pos++
	}
	p.accept(prep)
	return p.tok().kind == punct
}

// sharedField returns the only selected column if it does not identify a row, so that several rows may share its value;
// else an empty field.
func (p *parser) sharedField() field {
	if len(p.form.items) != 1 || p.form.items[0].measure != nil || p.form.items[0].follow != nil {
		return field{}
	}
	f := p.form.items[0].field
	if f.column == nil || f.table != p.form.subject.table || p.identifies(f) {
		return field{}
	}
	return f
}

// backReference reads a clause that only repeats how the selected things are related, "(that) they have received",
// "they are assigned to", "who operated it". It adds nothing to the form.
func (p *parser) backReference(*node) bool {
	_, relative := p.accept(pronoun)
	subject := p.word("they", "it", "he", "she")
	if !subject && (!relative || !p.severalTables()) {
		return false
	}
	verbs := p.verbPhrase()
	object := p.word("it", "them", "him", "her")
	if !subject && (verbs == 0 || !object) {
		return false
	}
	if verbs > 0 {
		p.doubt(0.97)
	}
	return p.tok().kind == punct || p.nextIsClause()
}

// maxVerbs is the most verbs in a phrase such as "have been assigned to repair".
const maxVerbs = 3

// verbPhrase consumes verbs that join two things, with their auxiliaries and prepositions, and returns the number of
// verbs, at most maxVerbs.
func (p *parser) verbPhrase() int {
	n := 0
	for n < maxVerbs {
		p.skip(have, with, be, do, ever)
		if p.verbWeight(p.tok()) == 0 {
			break
		}
		p.pos++
		n++
		p.accept(prep)
	}
	return n
}

// severalTables reports whether the items are of several tables, or of one that is not the subject's, so that something
// must join them.
func (p *parser) severalTables() bool {
	var first *schema.Table
	for _, it := range p.form.items {
		t := it.tableOf()
		if it.measure != nil {
			t = it.measure.rows()
		}
		if first != nil && t != first {
			return true
		}
		first = t
	}
	return first != nil && p.form.subject != nil && first != p.form.subject.table
}
