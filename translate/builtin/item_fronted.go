package builtin

import "github.com/pgask/pgask/translate/schema"

// frontedClause reads a clause that stands before what it belongs to: "for each continent, list its id", "in 2014, how
// many cars were sold".
func (p *parser) frontedClause() bool {
	if p.try(p.among) {
		return true
	}
	switch low := p.tok().low; {
	case (low == "for" || low == "in" || low == "per") && p.try(p.group):
		if !p.word(",") {
			return false
		}
		if g := p.form.groups[0]; g.entity != nil && len(p.form.groups) == 1 {
			p.form.subject = p.keep(&node{table: g.entity})
		}
		p.lead()
		return p.plainBody()
	case p.word("in", "for", "during"):
		from := p.pos
		if p.tok().kind != when && !p.tok().year {
			return false
		}
		p.pos++
		if !p.word(",") {
			return false
		}
		p.lead()
		if !p.plainBody() {
			return false
		}
		// The clause is read again, now that it is known what it belongs to.
		end := p.pos
		p.pos = from
		ok := p.timeOf(p.form.subject, "in")
		p.pos = end
		return ok
	}
	return false
}

// among is "for the cars with 4 cylinders, which model has …", "among members from Paris, who …": what rows are meant
// stands in front.
func (p *parser) among() bool {
	if !p.word("for", "among", "of", "amongst", "considering") {
		return false
	}
	p.articles()
	p.accept(prep)
	p.articles()
	senses, k := p.noun(nil)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
	if !ok || s.fit < senses[0].fit-0.1 {
		return false
	}
	n := p.node(s, k)
	p.clauses(n)
	if len(n.conds) == 0 || !p.word(",") {
		return false
	}
	p.lead()
	p.try(func() bool { return p.word("ones", "one", "those", "of") && (p.word("them", "these", "those") || true) })
	if p.asked && p.startsClause() {
		p.form.subject = n
		p.form.items = append(p.form.items, item{entity: n.table})
		p.clauses(n)
		return true
	}
	if !p.plainBody() {
		return false
	}
	return p.limitTo(n)
}

// startsClause says whether a verb or "with" stands next: "which ones have …", "who is the oldest".
func (p *parser) startsClause() bool {
	ph, k := p.role()
	return k > 0 && (ph.role == have || ph.role == with || ph.role == be || ph.role == do || ph.role == negation)
}

// limitTo makes what was said of rows in front true of those that were asked for after it.
func (p *parser) limitTo(n *node) bool {
	s := p.form.subject
	switch {
	case s.table == n.table:
		s.conds = mergeConds(s.conds, n.conds)
	case len(p.paths(s.table, n.table)) > 0 && p.paths(s.table, n.table)[0].toOne() || p.ix.oneToOne(s.table, n.table):
		s.conds = append(s.conds, cond{kind: related, child: n})
	default:
		return false
	}
	for _, it := range p.form.items {
		if m := it.measure; m != nil && m.of != nil && m.of != s {
			return false // whether the rows that are counted are limited as well is not said
		}
	}
	for _, c := range s.conds {
		if c.kind == ranked {
			return false
		}
	}
	return true
}

// oneToOne says whether rows of two tables belong to one another singly.
func (ix *index) oneToOne(a, b *schema.Table) bool {
	for _, e := range ix.graph.edges[a] {
		if e.to == b && e.toOne {
			return true
		}
	}
	return false
}
