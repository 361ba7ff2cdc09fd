package builtin

import (
	"strconv"
	"strings"
)

// times reads how often something was done into c.op and c.count: "twice", "more than once", "at least 3 times".
func (p *parser) times(c *cond) bool {
	op := "="
	if ph, ok := p.accept(cmpOp); ok {
		op = ph.arg
	}
	switch op {
	case ">", "<", ">=", "<=", "=":
	default:
		return false
	}
	switch t := p.tok(); {
	case t.low == "once" || t.low == "twice":
		c.count = map[string]string{"once": "1", "twice": "2"}[t.low]
		p.pos++
	case t.kind == number && !t.year && strings.TrimLeft(t.num, "0123456789") == "" && (p.ahead(1).low == "times" || p.ahead(1).low == "time"):
		c.count = t.num
		p.pos += 2
	default:
		return false
	}
	if p.word("or") {
		if !p.word("more") {
			return false
		}
		op = ">="
	}
	c.op = op
	return true
}

// repeated reads how often the verb t was done, "customers who ordered more than once". It adds a condition on the
// number of related rows in the table that records the verb.
func (p *parser) repeated(n *node, t token) bool {
	target := p.readRecord(n.table, t)
	if target == nil {
		return false
	}
	c := cond{kind: related}
	if !p.times(&c) {
		return false
	}
	c.child = p.keep(&node{table: target, via: t.stem})
	if !p.timeClause(c.child) {
		p.clauses(c.child)
	}
	p.assume("“" + t.text + "” is read from " + target.Name)
	n.conds = append(n.conds, c)
	return true
}

// ordinalColumn reads an ordinal and a numeric column, "on the third floor", and adds the condition that the column
// equals that number.
func (p *parser) ordinalColumn(n *node) bool {
	t := p.tok()
	k, ok := ordinals[t.low]
	if !ok || t.kind == quoted {
		return false
	}
	p.pos++
	senses, width := p.noun(n.table)
	if width == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+width), columnSense)
	if !ok || !s.field.column.Class.Numeric() || s.field.table != n.table || p.ix.isKey(n.table, s.field.column) {
		return false
	}
	p.note(p.pos, p.pos+width, s)
	p.pos += width
	n.conds = append(n.conds, cond{kind: compare, field: s.field, op: "=", values: []value{{strconv.Itoa(k), true}}})
	return true
}
