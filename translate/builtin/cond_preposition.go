package builtin

// prepositional reads a preposition and what follows: a time, "in March", a column, "of type Y", a value or related
// rows, "in Germany", "from the customer 'X'". It adds a condition to n.
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
		return false // both must hold, and that is not the same as either
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
		return false // "stock by category" asks for groups, but there is nothing to add up
	}
	p.withinItself(n, ph, before)
	return true
}

// withinItself lowers the confidence if "in" compares the name of n's own rows, as in "the categories in Kitchen", and
// the table has a key to itself: the question may mean the rows within that row.
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

// prepositionalNoun reads a value or a table behind a preposition, with a superlative before it, "the youngest", and
// the clauses of the table. It adds a condition on the related rows to n. of says that the preposition is "of": "orders
// of customers" then adds nothing, since every order has one.
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
			return false // "of the youngest Labrador": it is unclear whose age is meant if breeds are a table
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
			return false // a product ordered in all stores was not just ordered in one
		}
		if ps := p.paths(n.table, s.table); of && len(child.conds) == 0 && ps[0].toOne() {
			return true // "orders of customers" names the orders and does not require that a customer exists
		}
		n.conds = append(n.conds, cond{kind: related, child: child})
		return true
	}
	return false
}
