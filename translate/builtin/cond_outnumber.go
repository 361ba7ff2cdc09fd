package builtin

import (
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// outnumbering reads a comparison of two numbers of rows, "with more loans than reservations", "who have fewer goals
// than assists", and adds it to n. Both kinds of rows belong to each row of n.
func (p *parser) outnumbering(n *node) bool {
	op := ""
	switch {
	case p.word("more"):
		op = ">"
	case p.word("fewer", "less"):
		op = "<"
	case p.tok().low == "as" && p.ahead(1).low == "many":
		op, p.pos = "=", p.pos+2
	case p.tok().low == "at" && p.ahead(1).low == "least" && p.ahead(2).low == "as" && p.ahead(3).low == "many":
		op, p.pos = ">=", p.pos+4
	default:
		return false
	}
	first := p.belongings(n)
	if first == nil {
		return false
	}
	if link := p.tok().low; link != "than" && link != "as" || (link == "as") != (op == "=" || op == ">=") {
		return false
	}
	p.pos++
	second := p.belongings(n)
	if second == nil || second.table == first.table && len(second.conds) == len(first.conds) && len(first.conds) == 0 {
		return false
	}
	n.conds = append(n.conds, cond{kind: outnumbers, op: op, child: first, than: second})
	return true
}

// belongings reads a table with possibly several rows for each row of n and returns its node; nil if there is none.
func (p *parser) belongings(n *node) *node {
	senses, k := p.noun(nil)
	if k == 0 {
		return nil
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
	if !ok || s.fit < senses[0].fit-0.2 || s.table == n.table {
		return nil
	}
	ps := p.paths(n.table, s.table)
	if len(ps) == 0 || ps[0].toOne() {
		return nil
	}
	return p.node(s, k)
}

// outnumbers returns the expression that compares two numbers of related rows.
func (l *level) outnumbers(t *schema.Table, c cond) ([]plan.Expr, error) {
	var sides []plan.Expr
	for _, n := range []*node{c.child, c.than} {
		way, err := l.path(t, n.table)
		if err != nil {
			return nil, err
		}
		e, err := l.numberOf(way, n)
		if err != nil {
			return nil, err
		}
		sides = append(sides, e)
	}
	e := plan.Op(c.op, sides[0], sides[1])
	if c.not {
		e = plan.Not(e)
	}
	return []plan.Expr{e}, nil
}
