package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// recorded is "customers who ordered in 2025": what is said after the verb is true of the rows that record it.
func (p *parser) recorded(n *node, t token, not bool) bool {
	target := p.recordOf(n.table, t)
	if target == nil {
		return false
	}
	child := p.keep(&node{table: target, via: t.stem})
	p.accept(prep)
	if !p.try(func() bool { return p.both(child) }) && !p.timeClause(child) && !p.timeOf(child, "") {
		return false
	}
	p.clauses(child)
	if c := (cond{kind: related, not: not, child: child}); !p.splitBoth(n, c) {
		n.conds = append(n.conds, c)
	}
	p.assume("“" + t.text + "” is read from " + target.Name)
	return true
}

// bareVerb is a verb alone: "products never sold", "customers who have ordered": the table that records it decides.
func (p *parser) bareVerb(n *node, t token, not bool) bool {
	target := p.recordOf(n.table, t)
	if target == nil {
		// "songs released": a verb that only repeats what is there
		if ph, k := p.role(); !not && k > 0 && ph.role == each && genericVerbs[t.stem] {
			return true
		}
		return !not && emptyVerbs[t.stem] && (p.tok().kind == punct || p.nextIsClause())
	}
	if !not && p.sums(n) {
		return false // "total cost of products sold": of each product once, or of each piece?
	}
	if not || p.tok().kind == punct {
		child := p.keep(&node{table: target, via: t.stem})
		if not {
			p.clauses(child)
		}
		n.conds = append(n.conds, cond{kind: related, not: not, child: child})
		p.assume("“" + t.text + "” is read from " + target.Name)
		p.doubt(0.97)
		return true
	}
	return false
}

// sums says whether a column of the rows of n is added up.
func (p *parser) sums(n *node) bool {
	for _, it := range p.form.items {
		if it.measure != nil && it.measure.fn == "sum" && it.measure.field.table == n.table {
			return true
		}
	}
	return false
}

func (p *parser) nextIsClause() bool {
	ph, k := p.role()
	return k > 0 && (ph.role == each || ph.role == orderBy || ph.role == ordering)
}

// recordOf finds the table, joined to t by its own key, that records what a verb says; where none does, the one of which
// such a table holds the lines.
func (p *parser) recordOf(t *schema.Table, verb token) *schema.Table {
	if verb.kind != word || verb.stem == "" {
		return nil
	}
	key := deedOf{t, verb.stem}
	found, known := p.records[key]
	if !known {
		found = p.findRecord(t, verb)
		p.records[key] = found
	}
	return found
}

// deedOf is what a verb says is done to or by rows of a table.
type deedOf struct {
	table *schema.Table
	verb  string
}

func (p *parser) findRecord(t *schema.Table, verb token) *schema.Table {
	for _, s := range append([]string{verb.stem}, strings.Fields(verbNouns[verb.stem])...) {
		noun := stem(s)
		if own := p.ix.info[t].words; verbNouns[verb.stem] != "" && len(own) > 0 && own[len(own)-1] == noun {
			return nil // an order that is placed is that order, and none of what lists its items
		}
		var found, lines []*schema.Table
		for _, e := range p.ix.graph.edges[t] {
			switch {
			case e.toOne && !p.ix.belongs(e.to, t):
			case p.ix.records(e.to, noun):
				found = append(found, e.to)
			case verbNouns[verb.stem] != "" && slices.ContainsFunc(p.ix.graph.edges[e.to], func(f edge) bool { return f.toOne && f.to != t && p.ix.records(f.to, noun) }):
				lines = append(lines, e.to)
			}
		}
		if len(found) == 0 {
			found = lines
		}
		if len(found) == 1 {
			return found[0]
		}
		if len(found) > 1 {
			return p.ix.plainest(found)
		}
	}
	return p.recordOfParts(t, verb)
}

// recordOfParts is the only table that records what a verb says of what belongs to rows of t: books are borrowed as copies of
// them, and the loans are those of the copies.
func (p *parser) recordOfParts(t *schema.Table, verb token) *schema.Table {
	nouns := strings.Fields(verbNouns[verb.stem])
	if len(nouns) == 0 {
		return nil
	}
	noun := stem(nouns[0])
	var found *schema.Table
	for _, e := range p.ix.graph.edges[t] {
		if e.toOne || e.to == t || p.ix.info[e.to].link {
			continue
		}
		for _, f := range p.ix.graph.edges[e.to] {
			if f.toOne || f.to == t || f.to == found || !slices.Equal(p.ix.info[f.to].words, []string{noun}) {
				continue
			}
			if found != nil {
				return nil
			}
			found = f.to
		}
	}
	return found
}

// belongs says whether a row of t may have but one row of a, which is a row's own: the registration that each member has.
func (ix *index) belongs(a, t *schema.Table) bool {
	return slices.ContainsFunc(a.ForeignKeys, func(fk schema.ForeignKey) bool { return ix.snap.References(fk) == t })
}

// plainest is the last of some tables whose name is one word.
func (ix *index) plainest(ts []*schema.Table) (best *schema.Table) {
	for _, t := range ts {
		if len(ix.info[t].words) == 1 {
			best = t
		}
	}
	return best
}

// records says whether a table is called after a noun, and is not another kind of it as far as a verb is concerned: nothing
// is bought with a work order.
func (ix *index) records(t *schema.Table, noun string) bool {
	ws := ix.info[t].words
	if !slices.Contains(ws, noun) {
		ws = ix.info[t].said
	}
	if !slices.Contains(ws, noun) {
		return false
	}
	return noun != "order" || !slices.ContainsFunc(ws, func(w string) bool { return otherOrders[w] })
}

// otherOrders are words that make of an order something that is not bought.
var otherOrders = wordSet("work production job maintenance service standing repair transfer court")

// recordedObject is "bought tents in 2025": an object without a number whose verb is recorded by a table of its own. What
// is bought and when are both said of the rows that record it, and no other way between the two things will do.
func (p *parser) recordedObject(n *node, not bool, via string) bool {
	if verbNouns[via] == "" {
		return false
	}
	record := p.recordOf(n.table, token{stem: via})
	if record == nil {
		return false
	}
	p.skip(distinct, ever)
	if p.universal() {
		return false
	}
	both := p.saysBoth()
	senses, k := p.noun(nil)
	if k == 0 {
		return false
	}
	s := senses[0]
	if s.kind == columnSense || s.kind == tableSense && (s.table == n.table || s.table == record) {
		return false
	}
	child := p.keep(&node{table: record, via: via})
	if s.kind == valueSense {
		if s.field.table == n.table || s.field.table == record || !p.reaches(child, s.field.table) || !p.valueCond(child, s, k) {
			return false
		}
	} else {
		if !p.reaches(child, s.table) {
			return false
		}
		what := p.node(s, k)
		if !p.timeClause(child) && !p.try(func() bool { ph, ok := p.accept(prep); return ok && p.timeOf(child, ph.arg) }) {
			p.clauses(what)
		}
		for _, c := range what.conds {
			if c.kind == inPeriod || c.kind == bothOf {
				return false
			}
		}
		child.conds = append(child.conds, cond{kind: related, child: what})
	}
	p.clauses(child)
	c := cond{kind: related, not: not, child: child}
	if p.splitBoth(n, c) {
		return true
	}
	n.conds = append(n.conds, c)
	return !both
}

// verbTime lowers the confidence where the time of what a verb did, "delivered products in 2024", was taken for a time of
// the thing it was done to, although some table records such deeds.
func (p *parser) verbTime(child *node) {
	nouns := append(strings.Fields(verbNouns[child.via]), child.via)
	if len(nouns) < 2 {
		return
	}
	recorded := false
	for _, w := range nouns {
		if slices.Contains(p.ix.info[child.table].words, stem(w)) {
			return
		}
		recorded = recorded || p.ix.namesTable(stem(w))
	}
	for _, c := range child.conds {
		if recorded && c.kind == inPeriod && c.field.table == child.table {
			p.doubt(0.4)
		}
	}
}
