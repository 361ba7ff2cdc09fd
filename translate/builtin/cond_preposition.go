package builtin

// prepositional is "in Germany", "from the customer 'X'", "of type Y", "in March".
func (p *parser) prepositional(n *node) bool {
	ph, ok := p.accept(prep)
	if !ok {
		return false
	}
	p.skip()
	if p.try(func() bool { return p.both(n) }) {
		return true
	}
	if ph, k := p.role(); k > 0 && ph.role == either && ph.arg == "both" {
		return false // of both, and no row is: not of either
	}
	p.either()
	p.articles()
	if p.try(func() bool { return p.ordinalColumn(n) }) || p.try(func() bool { return p.timeOf(n, ph.arg) }) {
		return true
	}
	before := len(n.conds)
	if p.try(func() bool { return p.columnPredicate(n) }) {
		p.withinItself(n, ph, before)
		return true
	}
	if !p.try(func() bool { return p.prepositionalNoun(n, ph.arg == "of") }) {
		return false
	}
	if k := len(n.conds); ph.arg == "by" && k == before+1 && n.conds[before].kind == related && len(n.conds[before].child.conds) == 0 {
		return false // "stock by category" groups, and there is nothing to add up
	}
	p.withinItself(n, ph, before)
	return true
}

// withinItself lowers the confidence in "the categories in Kitchen" as the one of that name, where rows of a table lie
// within others of it.
func (p *parser) withinItself(n *node, ph phrase, before int) {
	if ph.arg != "in" || len(n.conds) <= before {
		return
	}
	c := n.conds[len(n.conds)-1]
	if c.kind != compare || c.field.table != n.table || !p.identifies(c.field) {
		return
	}
	for _, e := range p.ix.graph.edges[n.table] {
		if e.to == n.table {
			p.doubt(0.4)
			return
		}
	}
}

func (p *parser) prepositionalNoun(n *node, of bool) bool {
	p.accept(distinct)
	top := &wanted{}
	p.topping(top)
	senses, k := p.noun(n.table)
	if k == 0 {
		return false
	}
	s := senses[0]
	switch s.kind {
	case valueSense:
		s, _ = p.pick(senses, p.text(p.pos, p.pos+k), valueSense)
		if top.top != nil && s.field.table != n.table {
			return false // "of the youngest Labrador" where breeds are a table: whose age is it?
		}
		return p.reaches(n, s.field.table) && p.valueCond(n, s, k) && (top.top == nil || p.applyTop(n, top.top))
	case tableSense:
		s, _ = p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
		if s.table == n.table {
			if len(s.conds) > 0 {
				n.conds = mergeConds(n.conds, s.conds)
			}
			p.note(p.pos, p.pos+k, s)
			p.pos += k
			return top.top == nil || p.applyTop(n, top.top)
		}
		if len(p.paths(n.table, s.table)) == 0 {
			return false
		}
		universal := p.universal() && !of
		child := p.node(s, k)
		if top.top != nil && !p.applyTop(child, top.top) {
			return false
		}
		p.clauses(child)
		if universal && len(child.conds) == 0 && !p.always(s.table) {
			return false // "ordered in all stores" is not ordered in one
		}
		if ps := p.paths(n.table, s.table); of && len(child.conds) == 0 && ps[0].toOne() {
			return true // "orders of customers" says what they are, not that there is a customer
		}
		n.conds = append(n.conds, cond{kind: related, child: child})
		return true
	}
	return false
}
