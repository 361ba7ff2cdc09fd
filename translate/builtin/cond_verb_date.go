package builtin

import (
	"slices"
	"strconv"

	"github.com/pgask/pgask/translate/schema"
)

// verbDated reads when the verb was true of a row of n, where a column tells: "hired after 2020".
func (p *parser) verbDated(n *node, verb token) bool {
	c := p.verbDate(n, verb)
	return c != nil && p.dated(n, c)
}

// verbDate is the column that says when a verb was true of a row of n: hired_on, date_of_birth.
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

// holdsYears says whether all that is known of an integer column are calendar years.
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

// dated is when the verb was true: "hired after 2020", "born in March 1980".
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
