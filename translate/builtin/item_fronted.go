package builtin

import "github.com/pgask/pgask/translate/schema"

// frontedClause reads a clause that stands before the question it belongs to, and then the question: "for each
// continent, list its id", "in 2014, how many cars were sold".
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
		// The period can only be read once the subject is known, so it is read a second time here.
		end := p.pos
		p.pos = from
		ok := p.timeOf(p.form.subject, "in")
		p.pos = end
		return ok
	}
	return false
}

// among reads a question with its rows in front: "for the cars with 4 cylinders, which model has …", "among members
// from Paris, who …".
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

// startsClause reports whether a verb or "with" stands next: "which ones have …", "who is the oldest".
func (p *parser) startsClause() bool {
	ph, k := p.role()
	return k > 0 && (ph.role == have || ph.role == with || ph.role == be || ph.role == do || ph.role == negation)
}

// limitTo adds the conditions on n, the rows in front, to the subject of the question behind them. It returns false
// when the subject's rows do not each belong to one row of n.
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
			return false // it is unclear whether the counted rows are restricted as well
		}
	}
	for _, c := range s.conds {
		if c.kind == ranked {
			return false
		}
	}
	return true
}

// oneToOne reports whether each row of a belongs to at most one row of b.
func (ix *index) oneToOne(a, b *schema.Table) bool {
	for _, e := range ix.graph.edges[a] {
		if e.to == b && e.toOne {
			return true
		}
	}
	return false
}
