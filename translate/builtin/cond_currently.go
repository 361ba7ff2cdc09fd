package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// current applies "currently" to rows that end: books that are now on loan were not returned. It adds the condition
// that the end date (see endOf) is missing to the only node of the question whose table has one. It adds nothing if
// there is no such node, or if another condition on it already tells its state; with several such tables it only lowers
// the confidence.
func (p *parser) current() {
	if !slices.ContainsFunc(p.toks, func(t token) bool { return t.kind == word && t.low == "currently" }) {
		return
	}
	var of *node
	var end *schema.Column
	for _, n := range p.nodes {
		c := p.endOf(n.table)
		if c == nil || of != nil && n.table == of.table {
			continue
		}
		if of != nil {
			p.doubt(0.5)
			return
		}
		of, end = n, c
	}
	if of == nil {
		return
	}
	for _, c := range of.conds {
		if c.field.column == end || c.kind == isTrue || c.kind == compare && c.op == "=" && c.field.column.Class == schema.Text {
			return
		}
	}
	of.conds = append(slices.Clip(of.conds), cond{kind: isNull, field: field{of.table, end}})
	p.doubt(0.97)
	p.assume("“currently” is as long as " + of.table.Name + "." + end.Name + " is missing")
}

// endOf returns the only date of t that tells when a row ended and that is missing in some rows; nil if there is none
// or more than one.
func (p *parser) endOf(t *schema.Table) *schema.Column {
	var found *schema.Column
	for _, c := range t.Columns {
		if !c.Class.Temporal() || c.NotNull || c.Profile.NullFrac == 0 || !p.ix.toldLater(t, c) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}
