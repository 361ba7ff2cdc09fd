package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// finish completes the form with what the question leaves implicit. It returns false when the form has no consistent
// meaning.
func (p *parser) finish() bool {
	f := p.form
	p.current()
	p.doubtCountedParts()
	if p.lostSum() || p.lostTotal() || p.contradicts() {
		return false
	}
	p.averagePerRow()
	p.groupMeasures()
	p.countGroups()
	p.valuesWithout()
	p.wholeRows()
	p.firstByExtreme()
	if !p.liftRanks() {
		return false
	}
	p.topByRevenue()
	p.groupForOrder()
	if !p.settleMetrics() {
		return false
	}
	measures, plain := 0, 0
	for _, it := range f.items {
		if it.measure != nil {
			measures++
		} else {
			plain++
		}
	}
	if measures > 0 && plain > 0 && len(f.groups) == 0 {
		if p.aggregatesItself() {
			return false
		}
		for _, it := range f.items {
			if it.measure == nil {
				if it.row != nil {
					return false
				}
				f.groups = append(f.groups, it)
			}
		}
	}
	if len(f.groups) > 0 && measures == 0 && !p.groupWithoutMeasure() {
		return false
	}
	p.showGroups()
	p.orderByTime()
	p.distinctValues()
	if f.limit > 0 && len(f.order) == 0 && !f.anyFirst {
		return false
	}
	return len(f.items) > 0 && p.measuresFit()
}

// averagePerRow drops the group of "average hours per shift" where hours is a column of shifts: each group would be a
// single row, and its average would just be its value.
func (p *parser) averagePerRow() {
	f := p.form
	if len(f.items) != 1 || f.items[0].measure == nil {
		return
	}
	m := f.items[0].measure
	if m.fn != "avg" || m.field.column == nil || !m.expr.IsZero() || p.ix.hasName(m.field.table) {
		return
	}
	f.groups = slices.DeleteFunc(slices.Clone(f.groups), func(g item) bool { return g.entity == m.field.table })
}

// orderByTime sorts by a group that is a unit of time, "per month", unless the question asks for another order.
func (p *parser) orderByTime() {
	f := p.form
	if len(f.order) > 0 {
		return
	}
	for _, g := range f.groups {
		if g.trunc != "" {
			f.order = append(f.order, sortKey{item: g})
		}
	}
}

// groupMeasures makes measures without rows of their own run over the subject's rows.
func (p *parser) groupMeasures() {
	f := p.form
	for i := range f.items {
		m := f.items[i].measure
		if m != nil && m.of == nil {
			m.of = f.subject
		}
	}
}

// aggregatesItself reports whether the form would aggregate a column over groups of one row each: "the name and the
// highest price of products".
func (p *parser) aggregatesItself() bool {
	for _, it := range p.form.items {
		if it.measure != nil && it.measure.of == p.form.subject {
			for _, o := range p.form.items {
				if o.entity == p.form.subject.table || o.field.column != nil && o.field.table == p.form.subject.table && p.identifies(o.field) {
					return true
				}
			}
		}
	}
	return false
}

// countGroups replaces the only item by a count of the subject's rows when the question groups but aggregates nothing:
// "orders per month".
func (p *parser) countGroups() {
	f := p.form
	if len(f.groups) == 0 || p.aggregating() || !p.countableItem() || len(f.order) > 0 || len(f.having) > 0 {
		return
	}
	for _, g := range f.groups {
		if g.tableOf() == f.subject.table && g.entity != nil {
			return
		}
	}
	for _, c := range f.subject.conds {
		if c.kind == extreme || c.kind == ranked {
			return
		}
	}
	f.items[0] = item{measure: &measure{fn: "count", of: f.subject}}
}

// wholeRows makes the only item select every column where the question asks for rows, "orders of March", "show all
// customers", or where the table has no name column to show.
func (p *parser) wholeRows() {
	f := p.form
	if len(f.items) != 1 || f.items[0].entity == nil || f.items[0].names || len(f.groups) > 0 || f.items[0].entity != f.subject.table {
		return
	}
	for _, c := range f.subject.conds {
		if c.kind == ranked {
			return
		}
	}
	for _, o := range f.order {
		if o.item.measure != nil {
			return
		}
	}
	if !p.asked && !f.distinct || !p.ix.hasNames(f.items[0].entity) {
		f.items[0] = item{row: f.items[0].entity}
	}
}

// liftRanks turns a rank on the subject, "with the most orders", into an order and a limit. It returns false when there
// are several ranks, or when the form has an order or groups already.
func (p *parser) liftRanks() bool {
	f := p.form
	var rest []cond
	ranks := 0
	for _, c := range f.subject.conds {
		if c.kind != ranked {
			rest = append(rest, c)
			continue
		}
		ranks++
		if len(f.order) > 0 || f.limit > 1 && ranks > 1 || len(f.groups) > 0 {
			return false
		}
		f.order = append(f.order, sortKey{item{measure: c.measure}, c.desc})
		if f.limit == 0 {
			f.limit = 1
		}
		f.offset = max(0, c.nth-1)
	}
	if ranks == 0 {
		return true
	}
	f.subject.conds = rest
	if ranks > 1 {
		return false
	}
	for _, it := range f.items {
		if it.measure != nil && it.measure.of != f.order[0].item.measure.of {
			// "The number of X of the Y with the most Z" needs a measure of the one row that another measure finds.
			return false
		}
	}
	if len(f.groups) > 0 {
		return true
	}
	return p.groupByRanked()
}

// identifies reports whether the column is unique in its table or is one of its display columns.
func (p *parser) identifies(f field) bool {
	if f.column == nil {
		return false
	}
	if isUnique(f.table, []string{f.column.Name}) {
		return true
	}
	for _, c := range p.ix.info[f.table].display {
		if c == f.column {
			return true
		}
	}
	return false
}

// distinctValues adds DISTINCT where the answer is a set of values and not of rows: "which countries have …".
func (p *parser) distinctValues() {
	f := p.form
	if len(f.groups) > 0 {
		return
	}
	for _, it := range f.items {
		if it.field.column == nil || p.identifies(it.field) || p.ix.isKey(it.field.table, it.field.column) && it.field.table == f.subject.table && slices.Contains(it.field.table.PrimaryKey, it.field.column.Name) {
			return
		}
	}
	if len(f.subject.conds) == 0 && !f.distinct && !p.asked {
		return // "the cities of customers" may mean one for each customer
	}
	if c := f.items[0].field.column; len(f.items) == 1 && c != nil && (c.Class == schema.Text || c.Class == schema.Enum) && len(f.order) == 0 {
		f.distinct = true
	}
}

// measuresFit reports whether the rows of each measure can be joined to the table of the column that it aggregates.
func (p *parser) measuresFit() bool {
	for _, it := range p.form.items {
		m := it.measure
		if m == nil || m.field.column == nil || m.of == nil || m.of.table == m.field.table {
			continue
		}
		if len(p.paths(m.of.table, m.field.table)) == 0 {
			return false
		}
	}
	return true
}

// contradicts reports whether a node requires two different values or two separate periods of one column of the same
// row. No product is in two categories at once, so the question "products in kitchen and garden" must mean something
// else.
func (p *parser) contradicts() bool {
	for _, n := range p.nodes {
		for i, c := range n.conds {
			if c.kind == inPeriod && c.op == "=" && !c.not && slices.ContainsFunc(n.conds[i+1:], func(o cond) bool {
				return o.kind == inPeriod && o.op == "=" && !o.not && o.field == c.field && c.span.excludes(o.span)
			}) {
				return true // "with orders in 2023 and in 2024": no single order is in both years
			}
			if c.kind != compare || c.op != "=" || c.not || len(c.values) != 1 || c.field.column.Array {
				continue
			}
			for _, o := range n.conds[i+1:] {
				if o.kind == compare && o.op == "=" && !o.not && o.field == c.field && len(o.values) == 1 && o.values[0] != c.values[0] {
					if c.field.table == n.table {
						return true
					}
					if ps := p.paths(n.table, c.field.table); len(ps) > 0 && ps[0].toOne() {
						return true
					}
				}
			}
		}
	}
	return false
}

// lostTotal reports whether the question compares a number "in total", as in "repairs cost more than 500 in total", but
// the form compares it with each single row.
func (p *parser) lostTotal() bool {
	for i := 1; i+1 < len(p.toks); i++ {
		if p.toks[i].low != "in" || p.toks[i+1].low != "total" || p.toks[i-1].kind != number && (i < 2 || p.toks[i-2].kind != number) {
			continue
		}
		for _, c := range p.form.subject.conds {
			if c.kind == compare && c.field.table != p.form.subject.table && c.op != "=" {
				return true
			}
			if c.kind == related && !c.not && slices.ContainsFunc(c.child.conds, func(k cond) bool { return k.kind == compare && k.field.column.Class.Numeric() && k.op != "=" }) {
				return true
			}
		}
	}
	return false
}

// lostSum reports whether the question begins with "total" or "sum" but the form has no measure. The word then became
// part of a column's name, although "total amount of the payments" does not ask for a list of amounts.
func (p *parser) lostSum() bool {
	if len(p.form.items) != 1 || p.form.items[0].measure != nil || len(p.form.order) > 0 || p.form.limit > 0 {
		return false
	}
	for _, t := range p.toks {
		switch t.low {
		case "what", "is", "was", "the", "show", "me", "give", "calculate", "compute", "find":
			continue
		case "total", "sum", "combined":
			for _, c := range p.form.subject.conds {
				if c.kind == extreme || c.kind == compare && p.identifies(c.field) {
					return false // the total of a single row
				}
			}
			return true
		}
		return false
	}
	return false
}
