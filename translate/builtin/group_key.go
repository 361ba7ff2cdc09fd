package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// group reads "for each customer", "per month" or "by status" and adds the groups to the form.
func (p *parser) group() bool {
	p.try(p.sumByGroup)
	ph, ok := p.accept(each)
	if !ok {
		// "by" groups only when there is something to aggregate or count.
		if ph, ok = p.accept(prep); !ok || ph.arg != "by" || !p.aggregating() && !p.countableItem() {
			return p.adverbGroup()
		}
		if !p.aggregating() && p.try(p.listedBy) {
			return true
		}
	}
	if p.bareEach() {
		return true
	}
	for {
		p.articles()
		p.accept(distinct)
		if !p.groupKey() {
			return false
		}
		if !p.try(func() bool { _, ok := p.accept(conj, also); return ok && p.groupFollows() }) {
			return true
		}
	}
}

// bareEach reads a final "each", as in "… and the number of members from each", and groups by every item without a
// measure.
func (p *parser) bareEach() bool {
	if !p.done() && p.tok().kind != punct && p.tok().low != "one" || !p.aggregating() {
		return false
	}
	p.word("one")
	if len(p.form.groups) > 0 {
		return true
	}
	n := 0
	for _, it := range p.form.items {
		if it.measure == nil {
			p.form.groups = append(p.form.groups, it)
			n++
		}
	}
	return n > 0
}

func (p *parser) groupFollows() bool {
	m := p.mark()
	defer p.reset(m)
	p.accept(each)
	if p.try(p.groupPart) || p.try(p.groupUnit) {
		return true
	}
	senses, k := p.noun(nil)
	if k == 0 || senses[0].kind == valueSense {
		return false
	}
	p.pos += k
	p.trailing()
	return p.done()
}

// countableItem reports whether the form asks only for the rows of one table, so that a group behind it counts them:
// "orders per month". Rows that are not counted by the piece, such as stock, have no primary key of a single column.
func (p *parser) countableItem() bool {
	f := p.form
	if len(f.items) != 1 || f.items[0].entity == nil && f.items[0].row == nil || f.limit > 0 || p.asked {
		return false
	}
	t := f.items[0].tableOf()
	return t == f.subject.table && len(t.PrimaryKey) == 1
}

// aggregating reports whether an item of the form has a measure.
func (p *parser) aggregating() bool {
	for _, it := range p.form.items {
		if it.measure != nil {
			return true
		}
	}
	return false
}

// adverbGroup reads an adverb such as "monthly" as a group, when the form has a measure.
func (p *parser) adverbGroup() bool {
	t := p.tok()
	if t.kind == word && strings.HasSuffix(t.low, "ly") && truncations[t.low] != "" && p.aggregating() {
		return p.groupUnit()
	}
	return false
}

// groupKey reads one table, column or unit of time and adds it to the groups.
func (p *parser) groupKey() bool {
	by := p.pos > 0 && p.toks[p.pos-1].low == "by"
	if p.try(p.groupPart) || p.try(p.groupUnit) {
		return true
	}
	owner := p.factTable()
	senses, k := p.noun(owner)
	if k == 0 {
		return false
	}
	if g, s, ok := endItem(senses, owner); ok {
		p.note(p.pos, p.pos+k, s)
		p.pos += k
		p.form.groups = append(p.form.groups, g)
		return true
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense, columnSense)
	if !ok {
		return false
	}
	// When "status" names both a key column of the aggregated table and another table, the table is taken, because it
	// has the names.
	if owner != nil && s.kind == columnSense && p.ix.isKey(s.field.table, s.field.column) {
		for _, o := range senses {
			if o.kind == tableSense && o.fit > s.fit-0.45 && o.score >= 0.75 && p.ix.near(owner, o.table) {
				s = o
				break
			}
		}
	}
	if by && strings.HasSuffix(p.toks[p.pos+k-1].low, "s") && p.placeFollows(k) {
		return false // "orders by customers in Germany" says whose orders are meant
	}
	if by && len(s.conds) > 0 {
		return false // "books by French authors" restricts the books and does not group them
	}
	if owner != nil && !p.groupsRows(owner, s) {
		return false
	}
	return p.addGroup(s, k)
}

// groupsRows reports whether the rows of owner can be grouped by the table or column that s means.
func (p *parser) groupsRows(owner *schema.Table, s sense) bool {
	target := s.table
	if s.kind == columnSense {
		target = s.field.table
	}
	if len(p.paths(owner, target)) == 0 {
		return false
	}
	if s.kind != columnSense {
		return true
	}
	if s.field.table == owner && p.aggregating() && p.recordsOnly(owner) && p.additive(s.field) {
		return false // "cost per click" is a ratio
	}
	return s.full || !p.aggregated(s.field) // "total area per region": a word near the summed column is no group
}

// addGroup consumes the k tokens of a thing to group by and adds it to the form, unless the form has it already.
func (p *parser) addGroup(s sense, k int) bool {
	if p.form.subject == nil && s.kind == tableSense && len(s.conds) > 0 {
		return false // nothing that the condition could hold of
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	g := item{entity: s.table}
	if s.kind == columnSense {
		g = item{field: s.field, follow: p.followed(&wanted{from: p.pos - k, to: p.pos}, s)}
	}
	if s.kind == tableSense {
		gn := p.keep(&node{table: s.table, conds: s.conds})
		if len(gn.conds) > 0 {
			p.form.subject.conds = append(p.form.subject.conds, cond{kind: related, child: gn})
		}
	}
	for _, o := range p.form.groups {
		if o.entity == g.entity && o.field == g.field && o.trunc == g.trunc {
			return true
		}
	}
	p.form.groups = append(p.form.groups, g)
	return true
}

// placeFollows reports whether a place or origin, "in Germany", or a relative clause stands k tokens ahead. Times do
// not count.
func (p *parser) placeFollows(k int) bool {
	if ph, n := phraseAt(p.toks, p.pos+k); n > 0 && (ph.role == pronoun || ph.role == whose) {
		return true // "orders by customers who joined last year" says whose orders are meant
	}
	t, next := p.ahead(k).low, p.ahead(k+1)
	return (t == "in" || t == "from") && next.kind != when && !next.year && truncations[next.low] == ""
}

// factTable returns the table whose rows are aggregated, else the subject's table, else nil.
func (p *parser) factTable() *schema.Table {
	for _, it := range p.form.items {
		if it.measure != nil && it.measure.of != nil {
			return it.measure.of.table
		}
	}
	if p.form.subject != nil {
		return p.form.subject.table
	}
	return nil
}

// groupUnit reads a unit of time and groups by it, on the date of the rows that are aggregated.
func (p *parser) groupUnit() bool {
	t := p.tok()
	unit := truncations[t.low]
	if unit == "" || t.kind != word {
		return false
	}
	table := p.factTable()
	if table == nil || !p.aggregating() && !p.countableItem() {
		return false
	}
	p.pos++
	n := p.keep(&node{table: table})
	if unit == "year" {
		if c := p.ix.yearOf(table); c != nil {
			p.form.groups = append(p.form.groups, item{field: field{table, c}})
			return true
		}
	}
	f, ok := p.dateField(n)
	if !ok {
		return false
	}
	p.form.groups = append(p.form.groups, item{field: f, trunc: unit})
	return true
}

// dateField returns the date column for the rows of n: their own, that of the event that they belong to, or that of a
// calendar table. Where the table has several dates, words such as "registered" decide.
func (p *parser) dateField(n *node) (field, bool) {
	if c := p.ix.dateOf(n.table); c != nil {
		return field{n.table, c}, !p.ix.toldLater(n.table, c) || slices.ContainsFunc(p.toks, func(t token) bool { return slices.Contains(p.ix.info[n.table].columns[c], t.stem) })
	}
	own := false
	for _, c := range n.table.Columns {
		own = own || c.Class.Temporal()
	}
	if own { // "registered each year" says which date is meant
		for i := max(0, p.pos-4); i < p.pos; i++ {
			if c := p.verbDate(n, p.toks[i]); participle(p.toks[i]) && c != nil && c.Class.Temporal() {
				return field{n.table, c}, true
			}
		}
		if f, ok := p.begun(n); ok {
			return f, true
		}
		return p.whichDate(n, p.toks[p.pos-1].text)
	}
	for _, e := range p.ix.graph.edges[n.table] {
		if e.toOne && e.to != n.table && p.eventful(e.to) {
			if c := p.ix.dateOf(e.to); c != nil {
				p.doubt(0.97)
				return field{e.to, c}, true
			}
		}
	}
	return p.ix.calendarDate(n.table)
}
