package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// group is "for each customer", "per month", "by status".
func (p *parser) group() bool {
	p.try(p.sumByGroup)
	ph, ok := p.accept(each)
	if !ok {
		// "by" groups only when there is something to aggregate
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

// bareEach is "… and the number of members from each": of each thing selected.
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

// countableItem says whether the form asks for nothing but the rows of one table, so that a group after it counts them:
// "orders per month". What is not counted by the piece, as stock is not, has no key of its own.
func (p *parser) countableItem() bool {
	f := p.form
	if len(f.items) != 1 || f.items[0].entity == nil && f.items[0].row == nil || f.limit > 0 || p.asked {
		return false
	}
	t := f.items[0].tableOf()
	return t == f.subject.table && len(t.PrimaryKey) == 1
}

// aggregating says whether the form has a measure.
func (p *parser) aggregating() bool {
	for _, it := range p.form.items {
		if it.measure != nil {
			return true
		}
	}
	return false
}

// adverbGroup is "monthly", "by month" without a preposition of its own.
func (p *parser) adverbGroup() bool {
	t := p.tok()
	if t.kind == word && strings.HasSuffix(t.low, "ly") && truncations[t.low] != "" && p.aggregating() {
		return p.groupUnit()
	}
	return false
}

// groupKey reads one thing to group by.
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
	// A column of the table that is aggregated, "status", and a table of the same name: the table has the names.
	if owner != nil && s.kind == columnSense && p.ix.isKey(s.field.table, s.field.column) {
		for _, o := range senses {
			if o.kind == tableSense && o.fit > s.fit-0.45 && o.score >= 0.75 && p.ix.near(owner, o.table) {
				s = o
				break
			}
		}
	}
	if by && strings.HasSuffix(p.toks[p.pos+k-1].low, "s") && p.placeFollows(k) {
		return false // "orders by customers in Germany" says whose orders
	}
	if by && len(s.conds) > 0 {
		return false // "books by French authors" says which, not for each
	}
	if owner != nil && !p.groupsRows(owner, s) {
		return false
	}
	return p.addGroup(s, k)
}

// groupsRows says whether the rows of owner can be grouped by a table or column.
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
	return s.full || !p.aggregated(s.field) // "total area per region": a word near to what is added up is not what it is added up by
}

// addGroup consumes the k tokens of a thing to group by, and adds it to the form unless it is there.
func (p *parser) addGroup(s sense, k int) bool {
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

// placeFollows says whether a place or an origin, no time, stands k tokens ahead: "in Germany".
func (p *parser) placeFollows(k int) bool {
	if ph, n := phraseAt(p.toks, p.pos+k); n > 0 && (ph.role == pronoun || ph.role == whose) {
		return true // "orders by customers who joined last year"
	}
	t, next := p.ahead(k).low, p.ahead(k+1)
	return (t == "in" || t == "from") && next.kind != when && !next.year && truncations[next.low] == ""
}

// factTable is the table whose rows are aggregated, else the subject's.
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

// groupUnit is a unit of time, taken of the date of what is aggregated.
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

// dateField is the date of the rows of n, its own or that of what it belongs to.
func (p *parser) dateField(n *node) (field, bool) {
	if c := p.ix.dateOf(n.table); c != nil {
		return field{n.table, c}, !p.ix.toldLater(n.table, c) || slices.ContainsFunc(p.toks, func(t token) bool { return slices.Contains(p.ix.info[n.table].columns[c], t.stem) })
	}
	own := false
	for _, c := range n.table.Columns {
		own = own || c.Class.Temporal()
	}
	if own { // several dates: "registered each year" says which
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
