package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// auxiliary is "did not …", "does each …", "have ever …".
func (p *parser) auxiliary(n *node) bool {
	ph, size := p.role()
	not := false
	switch {
	case size > 0 && ph.role == do:
		p.pos += size
		p.skip(ever)
		not = p.not()
	case size > 0 && ph.role == negation:
		p.pos += size
		not = true
		p.skip(have, be)
	case p.word("have", "has", "had"):
		p.skip(ever)
		not = p.not()
		p.skip(be)
	default:
		return false
	}
	p.skip(ever)
	if !not && p.try(func() bool { return p.group() && p.optionalVerb() }) {
		return true
	}
	if !not && p.try(func() bool { return p.most(n, "") && p.optionalVerb() }) {
		return true // "which breed do the most dogs have"
	}
	if !not && p.try(func() bool { return p.agent(n) }) {
		return true
	}
	before, verb := len(n.conds), p.tok()
	for _, rule := range []func(*node) bool{p.possession, p.eventClause, p.verbal, p.prepositional} {
		if p.try(func() bool { return rule(n) }) {
			return !not || !p.timeOfOther(n, verb) && negate(n, before)
		}
	}
	return false
}

// timeOfOther says whether the condition that was added last is on a time that is not that of the verb: "products never sold in
// 2024" is not about when they were launched.
func (p *parser) timeOfOther(n *node, verb token) bool {
	if len(n.conds) == 0 || p.verbWeight(verb) == 0 {
		return false
	}
	c := n.conds[len(n.conds)-1]
	return c.kind == inPeriod && c.field.table == n.table && p.verbDate(n, verb) == nil
}

// agent is who does it: "how many orders did Ann place".
func (p *parser) agent(n *node) bool {
	if p.try(func() bool { return p.namedDoer(n) }) {
		return true
	}
	senses, k := p.noun(nil)
	if k == 0 || senses[0].kind == tableSense && len(senses[0].conds) == 0 {
		return p.try(func() bool { return p.namedAgent(n, senses, k) })
	}
	s := senses[0]
	switch s.kind {
	case valueSense:
		if !p.reaches(n, s.field.table) || !p.valueCond(n, s, k) {
			return false
		}
	case tableSense:
		if len(s.conds) == 0 {
			return false
		}
		p.note(p.pos, p.pos+k, s)
		p.pos += k
		child := p.keep(&node{table: s.table, conds: s.conds})
		n.conds = append(n.conds, cond{kind: related, child: child})
	default:
		return false
	}
	return p.optionalVerb()
}

// namedAgent is somebody whose name the profile does not hold: "did Ann Lee place", "did the customer Ann Lee place".
func (p *parser) namedAgent(n *node, senses []sense, k int) bool {
	var t *schema.Table
	if k > 0 {
		t = senses[0].table
		p.note(p.pos, p.pos+k, senses[0])
		p.pos += k
	} else if t = p.actor(n.table); t == nil {
		return false
	}
	who := p.keep(&node{table: t})
	from := p.pos
	if p.nameAfter(who); len(who.conds) == 0 || len(p.paths(n.table, t)) == 0 {
		return false
	}
	if k == 0 {
		p.assume("“" + p.text(from, p.pos) + "” is read as a name in " + t.Name)
	}
	n.conds = append(n.conds, cond{kind: related, child: who})
	return p.optionalVerb()
}

// actor is the table of those who do what the rows of t record: the only one with names that every row belongs to and
// that the comment on t speaks of, or the only one at all.
func (p *parser) actor(t *schema.Table) *schema.Table {
	var all, said []*schema.Table
	comment := stems(split(t.Comment))
	for _, e := range p.ix.graph.edges[t] {
		if !e.toOne || e.to == t || !p.ix.hasName(e.to) {
			continue
		}
		all = append(all, e.to)
		for _, w := range p.ix.info[e.to].words {
			if slices.Contains(comment, w) && t.Column(e.fromCols[0]).NotNull {
				said = append(said, e.to)
				break
			}
		}
	}
	switch {
	case len(all) == 1:
		p.doubt(0.9)
		return all[0]
	case len(said) > 0:
		// of several, the one that the comment names first
		p.doubt(0.8)
		best, at := said[0], len(comment)
		for _, s := range said {
			for i, w := range comment {
				if slices.Contains(p.ix.info[s].words, w) && i < at {
					best, at = s, i
				}
			}
		}
		return best
	}
	return nil
}
