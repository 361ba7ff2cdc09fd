package builtin

import (
	"slices"
	"strconv"

	"github.com/pgask/pgask/translate/schema"
)

// verbDated reads the time behind a verb, "hired after 2020", if n has a date for the verb.
func (p *parser) verbDated(n *node, verb token) bool {
	c := p.verbDate(n, verb)
	return c != nil && p.dated(n, c)
}

// verbDate returns the only date or year column of n's table whose name contains the verb t, or begins nearly like it,
// such as hired_on for "hired"; else the column that momentOf returns. It returns nil if there is none or more than
// one.
func (p *parser) verbDate(n *node, t token) *schema.Column {
	var found *schema.Column
	for _, c := range n.table.Columns {
		if !c.Class.Temporal() && !(c.Class.Numeric() && (slices.Contains(p.ix.info[n.table].columns[c], "year") || holdsYears(c))) {
			continue
		}
		for _, w := range p.ix.info[n.table].columns[c] {
			if w == t.stem || len(w) >= 5 && commonStart(w, t.stem) >= max(4, len(t.stem)-1) {
				if found != nil {
					return nil
				}
				found = c
				break
			}
		}
	}
	if found == nil {
		return p.ix.momentOf(n.table, t.stem)
	}
	return found
}

// holdsYears reports whether c is an integer column whose known values are all calendar years, 1500 to 2100.
func holdsYears(c *schema.Column) bool {
	if c.Class != schema.Integer {
		return false
	}
	all := c.Profile.Values
	if c.Profile.Min != "" {
		all = append([]string{c.Profile.Min, c.Profile.Max}, all...)
	}
	for _, v := range all {
		if y, err := strconv.Atoi(v); err != nil || y < 1500 || y > 2100 {
			return false
		}
	}
	return len(all) > 0
}

// dated reads a time, a period or weekdays behind a verb, "hired after 2020", "born in March 1980", and adds a
// condition on the column c to n.
func (p *parser) dated(n *node, c *schema.Column) bool {
	f := field{n.table, c}
	if c.Class.Temporal() && (p.try(func() bool { return p.agedBy(n, f) }) || p.try(func() bool { return p.onDaysOf(n, f) })) {
		return true
	}
	if p.try(func() bool { return p.datedBy(n, f) }) || c.Class.Temporal() && p.try(func() bool { return p.datedApart(n, f) }) {
		return true
	}
	if ph, ok := p.accept(cmpOp); ok {
		return p.comparedInTime(n, f, ph)
	}
	if p.try(func() bool { return p.rangeOf(n, f) }) {
		return true
	}
	p.accept(prep)
	p.skip()
	p.try(func() bool { return p.word("year") })
	before := len(n.conds)
	if !p.timeValue(n, f, "=") {
		return false
	}
	p.moreTimes(n, f, before)
	return true
}
