package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// sumByGroup replaces the only item by its sum when "by" or "per" follows and the item is an additive number of a table
// that only records events: "clicks by country".
func (p *parser) sumByGroup() bool {
	f := p.form
	ph, k := p.role()
	if k == 0 || ph.role != each && (ph.role != prep || ph.arg != "by") || len(f.items) != 1 || !f.implied || len(f.groups)+len(f.order) > 0 || p.asked {
		return false
	}
	it := f.items[0]
	t := it.field.table
	if it.field.column == nil || it.measure != nil || it.follow != nil || it.over != nil || t != f.subject.table || !p.recordsOnly(t) || !p.additive(it.field) {
		return false
	}
	m := &measure{fn: "sum", field: it.field, of: f.subject}
	f.items = []item{{measure: m}}
	p.doubt(0.95)
	p.assume("“" + spaced(it.field.column.Name) + "” is added up")
	return true
}

// recordsOnly reports whether the rows of t only record events: they have no names and refer to at least two other
// tables.
func (p *parser) recordsOnly(t *schema.Table) bool {
	if p.ix.hasName(t) {
		return false
	}
	n := 0
	for _, e := range p.ix.graph.edges[t] {
		if e.toOne && e.to != t {
			n++
		}
	}
	return n >= 2
}

// aggregated reports whether an item of the form aggregates the column f.
func (p *parser) aggregated(f field) bool {
	return slices.ContainsFunc(p.form.items, func(it item) bool { return it.measure != nil && it.measure.field == f })
}

// listedBy reads "by name" in "customers by name" or "by price" in "products by price" as an order and not as a group,
// because counting rows per name or per price makes no sense. It succeeds only at the end of the question.
func (p *parser) listedBy() bool {
	t := p.form.subject.table
	senses, k := p.noun(t)
	if k == 0 || senses[0].kind != columnSense || !senses[0].full || senses[0].field.table != t || len(p.form.order) > 0 {
		return false
	}
	f := senses[0].field
	named := f.column.Class == schema.Text && p.identifies(f)
	if !named && (f.column.Class != schema.Decimal || p.ix.isKey(t, f.column)) {
		return false
	}
	p.note(p.pos, p.pos+k, senses[0])
	p.pos += k
	if !p.done() {
		return false
	}
	p.form.order = append(p.form.order, sortKey{item: item{field: f}})
	return true
}
