package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// auxiliary reads a clause that begins with "did", "have" or a negation, such as "did not …", "does each …", "have ever
// …". It adds one condition to n, negated if the question negates it; or a group ("does each …").
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
	return p.tryEach(n, p.possession, p.eventClause, p.verbal, p.prepositional) && (!not || !p.timeOfOther(n, verb) && negate(n, before))
}

// timeOfOther reports whether the last condition of n is a period in a column of n's own table, although that table has
// no date for the verb. In "products never sold in 2024" the only date may be that of the launch, so 2024 must not be
// read as that date.
func (p *parser) timeOfOther(n *node, verb token) bool {
	if len(n.conds) == 0 || p.verbWeight(verb) == 0 {
		return false
	}
	c := n.conds[len(n.conds)-1]
	return c.kind == inPeriod && c.field.table == n.table && p.verbDate(n, verb) == nil
}

// agent reads who does the deed, "how many orders did Ann place", and the verb behind. It adds a condition that n has a
// related row for that person.
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

// namedAgent reads a person whose name is not in the profile: "did Ann Lee place", "did the customer Ann Lee place". If
// k > 0, senses and k are the noun phrase before the name ("the customer"); else the table is a guess, see actor. It
// adds a condition on the related person.
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

// actor returns the table of the persons who do what the rows of t record, or nil. Candidates are tables with names to
// which t has a to-one key. A single candidate is taken. Of several, actor takes the one that the comment on t mentions
// first, if the key is NOT NULL. It lowers the confidence, because this is a guess.
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
		// Of several, take the one that the comment names first.
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
