package builtin

// byMeasure reads what "top 5 customers" are ranked by, "by revenue", "by number of orders", and adds it to the order.
// It applies only when the form has a limit and no order.
func (p *parser) byMeasure() bool {
	if p.form.limit == 0 || len(p.form.order) > 0 {
		return false
	}
	if ph, ok := p.accept(prep, each); !ok || ph.role == prep && ph.arg != "by" && ph.arg != "in" {
		return false
	}
	p.word("terms")
	p.word("of")
	p.articles()
	p.accept(superl)
	p.articles()
	key, ok := p.sortItem()
	if !ok {
		return false
	}
	key.desc = !p.form.bottom
	p.ofItsOwn(&key)
	if f := key.item.field; f.column != nil && f.table != p.form.subject.table {
		// A column of related rows can only rank the subject when it is added up.
		ps := p.paths(p.form.subject.table, f.table)
		if len(ps) == 0 || ps[0].toOne() || !f.column.Class.Numeric() {
			return len(ps) > 0 && ps[0].toOne() && p.push(key)
		}
		if !p.additive(f) {
			p.doubt(0.8)
		} else {
			p.doubt(0.95)
		}
		key.item = item{measure: &measure{fn: "sum", field: f, of: p.keep(&node{table: f.table})}}
		p.assume("ranked by the sum of " + f.column.Name)
	}
	p.try(func() bool { return p.timeOfRanked(key.item.measure) })
	return p.push(key)
}

// ofItsOwn replaces the rows of a measure by a node of their own when the subject has many of these rows for each of
// its own.
func (p *parser) ofItsOwn(key *sortKey) {
	if m := key.item.measure; m != nil && m.of == p.form.subject && m.field.column != nil && p.ofMany(m) {
		of := *m
		of.of = p.keep(&node{table: m.field.table})
		key.item.measure = &of
	}
}

// timeOfRanked reads a time behind what is ranked by, "by invoice amount in 2024", as a condition on the rows of the
// measure, here the invoices.
func (p *parser) timeOfRanked(m *measure) bool {
	if m == nil || m.of == nil || m.of == p.form.subject {
		return false
	}
	if p.try(func() bool { return p.timeClause(m.of) }) || p.try(func() bool { return p.timeSpan(m.of) }) {
		return true
	}
	ph, ok := p.accept(prep)
	return ok && p.timeOf(m.of, ph.arg)
}

func (p *parser) push(key sortKey) bool {
	p.form.order = append(p.form.order, key)
	return true
}
