package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// maxWho is the greatest number of tables of people that "who" is tried with.
const maxWho = 5

// whoBody reads "who earns the most" or "who has the highest score". The people are the rows of the only table that
// fits the rest of the question, or of the one that fits it most directly.
func (p *parser) whoBody() bool {
	if !p.opensWithWho() {
		return false
	}
	best, sure := p.bestWho(p.ix.whoever())
	if best == nil && sure {
		best, sure = p.bestWho(p.ix.byCalling())
	}
	if best == nil || !sure {
		return false
	}
	if p.mentioned[best] == 0 {
		p.doubt(0.95)
	}
	return p.whoAre(best) && p.rest()
}

// bestWho returns the table that fits the rest of the question most directly, or nil. sure is false when another one
// fits equally well, or when there are more than maxWho tables.
func (p *parser) bestWho(tables []*schema.Table) (best *schema.Table, sure bool) {
	bestCost, second := -1.0, -1.0
	for i, t := range tables {
		if i == maxWho {
			return nil, false
		}
		m := p.mark()
		if p.whoAre(t) && p.rest() {
			cost := p.stretch() + 10*(1-p.score)
			switch same := best != nil && p.ix.sameRows(best, t); {
			case best == nil || cost < bestCost && same:
				best, bestCost = t, cost
			case same:
			case cost < bestCost:
				best, bestCost, second = t, cost, bestCost
			case second < 0 || cost < second:
				second = cost
			}
		}
		p.reset(m)
	}
	return best, second < 0 || second-bestCost >= 0.5
}

// opensWithWho reports whether "who" was read and no bare table name stands next.
func (p *parser) opensWithWho() bool {
	for i := 0; i < p.pos; i++ {
		if p.toks[i].low == "who" {
			senses, k := p.noun(nil)
			return k == 0 || p.verbWeight(p.tok()) > 0 || senses[0].kind != tableSense || len(senses[0].conds) > 0
		}
	}
	return false
}

// whoAre reads the rest of the question as conditions on the rows of t and makes them the subject. It returns false
// when no conditions are found.
func (p *parser) whoAre(t *schema.Table) bool {
	if p.recordedOfOthers(t, p.tok()) {
		return false
	}
	n, verb := p.keep(&node{table: t}), p.tok()
	p.form.subject = n
	p.form.items = append(p.form.items, item{entity: t})
	if !p.try(func() bool { return p.whoOver(n) }) {
		p.clauses(n)
	}
	if !p.closeEnough(n, verb) {
		return false
	}
	for _, c := range n.conds {
		if c.kind == compare && c.field.table == t && slices.Contains(p.ix.info[t].display, c.field.column) {
			return false // "who pays Ann" does not ask for Ann
		}
	}
	return len(n.conds) > 0
}

// closeEnough reports whether the conditions of n reach at most two joins away. It applies to verbs that no name of the
// schema contains, "who directed Giselle", since tables further away are related in some other way.
func (p *parser) closeEnough(n *node, verb token) bool {
	if !genericVerbs[verb.stem] || p.ix.saysWord(verb.stem) || p.recordOf(n.table, verb) != nil || len(verbNouns[verb.stem]) > 0 {
		return true
	}
	for _, c := range n.conds {
		t := c.field.table
		if c.child != nil {
			t = c.child.table
		}
		if t == nil || t == n.table {
			continue
		}
		if ps := p.paths(n.table, t); len(ps) > 0 && len(ps[0]) > 2 {
			return false
		}
	}
	return true
}

// recordedOfOthers reports whether there are tables named after the verb and none of them is joined to t: whoever
// "treated a dog" must be joined to the table of treatments.
func (p *parser) recordedOfOthers(t *schema.Table, verb token) bool {
	if len(verb.stem) < 4 || verb.kind != word {
		return false
	}
	others := false
	for r, ti := range p.ix.info {
		if r == t || !slices.ContainsFunc(ti.words, func(w string) bool { return commonStart(w, verb.stem) == len(verb.stem) }) {
			continue
		}
		if p.ix.graph.joined(r, t) || p.ix.info[t].parent != nil && p.ix.graph.joined(r, p.ix.info[t].parent.to) {
			return false
		}
		others = true
	}
	return others
}

// whoOver reads "who supervises Ann", where a key of each row leads to another row of the same table, and adds the
// condition to n.
func (p *parser) whoOver(n *node) bool {
	verb := p.tok()
	if p.verbWeight(verb) == 0 {
		return false
	}
	for _, e := range p.ix.graph.edges[n.table] {
		if e.to != n.table || !slices.ContainsFunc(p.ix.keyWords(e.fromCols), func(w string) bool { return doer(w) == verb.stem || commonStart(w, verb.stem) >= max(4, len(w)-2) }) {
			continue
		}
		p.pos++
		under := p.keep(&node{table: n.table})
		if senses, k := p.noun(n.table); k > 0 && senses[0].kind == valueSense && senses[0].field.table == n.table {
			if !p.valueCond(under, senses[0], k) {
				return false
			}
		} else if p.nameAfter(under); len(under.conds) == 0 {
			return false
		}
		down := edge{from: e.to, to: e.from, fromCols: e.toCols, toCols: e.fromCols, cost: e.cost, declared: e.declared}
		n.conds = append(n.conds, cond{kind: related, child: under, edge: &down})
		return true
	}
	return false
}

// stretch returns the total join cost of the tables that the subject's conditions reach.
func (p *parser) stretch() float64 {
	total := 0.0
	for _, c := range p.form.subject.conds {
		t := c.field.table
		if c.child != nil {
			t = c.child.table
		}
		if c.measure != nil {
			t = c.measure.rows()
		}
		if t == nil || t == p.form.subject.table {
			continue
		}
		if ps := p.paths(p.form.subject.table, t); len(ps) > 0 {
			total += p.ix.pathCost(ps[0])
		}
	}
	return total
}
