package builtin

import "slices"

// topByRevenue ranks "the top 10 products" by revenue, when the question names nothing to rank by and the schema has a
// revenue measure.
func (p *parser) topByRevenue() {
	f := p.form
	if f.limit == 0 || len(f.order) > 0 || len(f.items) != 1 || f.bottom || f.anyFirst || len(f.groups) > 0 || f.items[0].tableOf() != f.subject.table || f.items[0].field.column != nil {
		return
	}
	m := p.revenue("revenue")
	if m == nil {
		return
	}
	for _, way := range []*measure{m, m.finer} {
		if way == nil || way.of.table == f.subject.table {
			continue
		}
		if ps := p.paths(way.of.table, f.subject.table); len(ps) == 1 && ps[0].toOne() {
			f.items[0] = item{entity: f.subject.table}
			f.order = append(f.order, sortKey{item{measure: m}, true})
			p.doubt(0.75)
			p.assume("“top” is by revenue")
			return
		}
	}
}

// firstByExtreme turns the last condition of "the top 3 restaurants with the highest ratings" into the order: the
// restaurants are ranked by rating.
func (p *parser) firstByExtreme() {
	f := p.form
	if f.limit < 2 || len(f.order) > 0 || f.anyFirst || f.bottom || len(f.groups) > 0 || len(f.subject.conds) == 0 {
		return
	}
	last := f.subject.conds[len(f.subject.conds)-1]
	if last.kind != extreme || last.field.column == nil || last.field.table != f.subject.table || last.nth > 1 || last.count != "" || len(last.per) > 0 || last.not {
		return
	}
	f.subject.conds = f.subject.conds[:len(f.subject.conds)-1]
	f.order = append(f.order, sortKey{item{field: last.field}, last.desc})
}

// groupForOrder groups by the subject when it is sorted by a measure of other rows: "top 5 customers by revenue".
func (p *parser) groupForOrder() {
	f := p.form
	if len(f.groups) > 0 {
		return
	}
	for _, o := range f.order {
		m := o.item.measure
		if m == nil || m.of == nil {
			continue
		}
		if m.rows() != f.subject.table {
			if !p.ofValues() || !p.groupByColumns() {
				f.groups = append(f.groups, item{entity: f.subject.table})
			}
			return
		}
	}
}

// ofValues reports whether the question asks for values of columns and names no rows: "which genre has the most copies"
// does not mention books, and a genre's copies are those of all its books.
func (p *parser) ofValues() bool {
	f := p.form
	if !f.implied || len(f.items) == 0 {
		return false
	}
	for _, it := range f.items {
		if it.field.column == nil || it.follow != nil || it.field.table != f.subject.table || p.identifies(it.field) {
			return false
		}
	}
	return true
}

// valuesWithout applies "countries that have no cartoons" to values, not rows: a country is left out as soon as one of
// its rows has related rows, even if another of its rows has none.
func (p *parser) valuesWithout() {
	f := p.form
	if len(f.items) != 1 || len(f.groups) > 0 || !p.ofValues() {
		return
	}
	it := f.items[0].field
	conds := slices.Clone(f.subject.conds)
	for i, c := range conds {
		if c.kind != related || !c.not || c.op != "" {
			continue
		}
		c.not = false
		some := p.keep(&node{table: f.subject.table, conds: []cond{c, {kind: isNull, field: it, not: true}}})
		conds[i] = cond{kind: shares, field: it, not: true, child: some}
	}
	f.subject.conds = conds
}

// groupByRanked adds the groups of a ranking: the subject's rows, or the selected columns when they do not identify
// rows. It returns false when the ranking would group a table by its own rows.
func (p *parser) groupByRanked() bool {
	f := p.form
	entity := false
	for _, it := range f.items {
		if it.measure != nil {
			continue
		}
		if it.entity != nil || it.row != nil || p.identifies(it.field) {
			entity = true
		}
	}
	if f.order[0].item.measure.of.table != f.subject.table {
		if p.ofValues() && p.groupByColumns() {
			return true
		}
		f.groups = append(f.groups, item{entity: f.subject.table})
		return true
	}
	if entity {
		return false
	}
	for _, it := range f.items {
		if it.measure == nil {
			f.groups = append(f.groups, it)
		}
	}
	return len(f.groups) > 0
}

// groupWithoutMeasure reports whether a form with groups but without a measure is valid: "the most common city", "each
// owner's name". It removes a group that only says that all rows are meant.
func (p *parser) groupWithoutMeasure() bool {
	f := p.form
	if p.extremePerGroup() {
		return true
	}
	for _, o := range f.order {
		if o.item.measure != nil {
			return true
		}
	}
	if len(f.having) > 0 {
		return len(f.groups) > 0
	}
	// In "list the name of each customer", "each" only says that all customers are meant.
	for _, g := range f.groups {
		t := g.entity
		if t == nil {
			return false
		}
		if t != f.subject.table && !p.ix.near(f.subject.table, t) && len(p.paths(f.subject.table, t)) == 0 {
			return false
		}
		shown := t == f.subject.table
		for _, it := range f.items {
			shown = shown || it.entity == t || it.field.table == t
		}
		if !shown {
			return false
		}
	}
	p.sayWhose()
	f.groups = nil
	return true
}

// sayWhose adds the names of the rows when each row has one value of what is asked for: "the last login of each user".
func (p *parser) sayWhose() {
	f := p.form
	if len(f.groups) != 1 || f.groups[0].entity != f.subject.table || f.distinct || !p.ix.hasName(f.subject.table) {
		return
	}
	for _, it := range f.items {
		if it.entity != nil || it.row != nil || it.measure != nil || it.field.column == nil || it.field.table == f.subject.table &&
			(p.identifies(it.field) || slices.Contains(p.ix.info[f.subject.table].display, it.field.column)) {
			return
		}
	}
	f.items = append([]item{{entity: f.subject.table}}, f.items...)
}

// showGroups selects what the form groups by, unless an item that names it is selected already.
func (p *parser) showGroups() {
	f := p.form
	var front []item
	for _, g := range f.groups {
		shown := false
		for _, it := range f.items {
			shown = shown || it.measure == nil && p.covers(it, g)
		}
		if !shown {
			front = append(front, g)
		}
	}
	f.items = append(front, f.items...)
}

func (p *parser) covers(it, g item) bool {
	switch {
	case g.entity != nil:
		return it.entity == g.entity || it.row == g.entity || it.field.column != nil && it.field.table == g.entity
	case g.field.column != nil:
		return it.field == g.field && it.trunc == g.trunc && it.over == g.over
	}
	return false
}
