package builtin

import (
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// eachOwner reads "for each concert" behind a list of columns and counts. It makes concerts the subject and groups by
// them.
func (p *parser) eachOwner(list []*wanted) bool {
	columns, measures := 0, 0
	for _, w := range list {
		if w.count || len(w.aggs) > 0 || w.metric != nil {
			measures++
		} else if w.owner == nil && w.senses[0].kind == columnSense && !w.senses[0].owned {
			columns++
		}
	}
	if columns == 0 || measures == 0 || p.form.subject != nil {
		return false
	}
	if _, ok := p.accept(each); !ok {
		return false
	}
	p.articles()
	senses, k := p.noun(nil)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
	if !ok {
		return false
	}
	p.form.subject = p.node(s, k)
	p.form.groups = append(p.form.groups, item{entity: s.table})
	return true
}

// owner reads the rows that the items belong to, "of all singers", "for each stadium", and makes them the subject.
func (p *parser) owner(list []*wanted) {
	last := list[len(list)-1]
	if last.metric != nil {
		return
	}
	rows := len(last.senses) > 0 && last.senses[0].kind == tableSense && last.senses[0].fit > bestColumn(last.senses)+0.05
	if rows && p.form.subject == nil && !last.count {
		return
	}
	p.try(func() bool {
		ph, n := p.role()
		if n > 0 && ph.role == each && !last.count && len(last.aggs) == 0 && p.form.subject == nil {
			return p.ownerEach(list)
		}
		if n == 0 || ph.role != prep || !ownerPrepositions[ph.arg] {
			return false
		}
		p.pos += n
		return p.ownerRows(list, ph.arg)
	})
}

// ownerPrepositions are the prepositions that stand between items and the rows that they belong to.
var ownerPrepositions = wordSet("of for from in by about on at")

// ownerRows reads, behind a preposition, the rows that the items of list belong to, and makes them the subject.
func (p *parser) ownerRows(list []*wanted, preposition string) bool {
	last := list[len(list)-1]
	p.articles()
	if _, ok := p.accept(distinct); ok {
		p.skip()
	}
	w := &wanted{}
	p.topping(w)
	senses, k := p.noun(nil)
	if k == 0 {
		return false
	}
	if p.namesOfColumn(list, senses, k) {
		return true
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
	if w.top != nil && senses[0].kind == columnSense && senses[0].full && !w.top.common {
		// In "the amount of the most expensive charge type", the type is a column, so the rows are those of its table,
		// charges.
		s, ok = sense{kind: tableSense, table: senses[0].field.table, score: senses[0].score, fit: senses[0].fit}, true
	}
	if !ok || s.fit < senses[0].fit-0.15 {
		return false
	}
	if last.count && (preposition != "of" || bestColumn(last.senses) < 0) {
		return false
	}
	node := p.node(s, k)
	if preposition == "by" && len(node.conds) == 0 && (len(last.aggs) > 0 || p.measuredApart(list, s.table)) {
		return false // "sum of the quantity by store" and "clicks by channel" ask for groups
	}
	own(list, node)
	if p.form.subject == nil {
		p.form.subject = node
	}
	return w.top == nil || p.applyTop(node, w.top)
}

// measuredApart reports whether the only item is an additive column of a table that only records events, and t is
// another table.
func (p *parser) measuredApart(list []*wanted, t *schema.Table) bool {
	if len(list) != 1 || len(list[0].senses) == 0 {
		return false
	}
	s := list[0].senses[0]
	return s.kind == columnSense && s.field.table != t && p.recordsOnly(s.field.table) && p.additive(s.field)
}

// own makes n the owner of the things in list that have none.
func own(list []*wanted, n *node) {
	for _, w := range list {
		if w.owner == nil && w.metric == nil {
			w.owner, w.explicit = n, true
		}
	}
}

// namesOfColumn reads "the names of studios" where studio is only a column: the column itself is asked for.
func (p *parser) namesOfColumn(list []*wanted, senses []sense, k int) bool {
	w := list[len(list)-1]
	if len(list) != 1 || w.to-w.from != 1 || p.toks[w.from].stem != "name" || w.top != nil {
		return false
	}
	s := senses[0]
	if s.kind != columnSense || !s.full || s.field.column.Class != schema.Text || p.ix.isKey(s.field.table, s.field.column) {
		return false
	}
	for _, o := range senses {
		if o.kind == tableSense && o.score >= 0.75 {
			return false
		}
	}
	w.senses, w.from, w.to = senses, p.pos, p.pos+k
	p.pos += k
	return true
}

// ownerEach reads "each continent" in "the name of each continent", makes the table the subject and groups by it.
func (p *parser) ownerEach(list []*wanted) bool {
	p.accept(each)
	p.articles()
	senses, k := p.noun(nil)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
	if !ok || s.fit < senses[0].fit-0.15 {
		return false
	}
	p.form.subject = p.node(s, k)
	own(list, p.form.subject)
	p.form.groups = append(p.form.groups, item{entity: s.table})
	return true
}

func bestColumn(senses []sense) float64 {
	for _, s := range senses {
		if s.kind == columnSense {
			return s.fit
		}
	}
	return -1
}

// node consumes the n tokens of a noun phrase that was taken as a table, and a name behind it, and returns the node.
func (p *parser) node(s sense, n int) *node {
	p.note(p.pos, p.pos+n, s)
	p.pos += n
	of := p.keep(&node{table: s.table, conds: s.conds})
	if len(s.conds) == 0 {
		p.nameAfter(of)
	}
	return of
}

// nameAfter reads a name that follows the word for a table and adds it to n as a condition: "customer Laura Weber",
// "the category 'Coffee'".
func (p *parser) nameAfter(n *node) {
	p.try(func() bool {
		t := p.tok()
		d := p.ix.info[n.table].display
		if len(d) > 2 || d[0].Class != schema.Text || t.kind != quoted && !(t.kind == word && t.upper) {
			return false
		}
		if t.kind == word && (len(p.simple(p.pos, p.pos+1)) > 0 || units[t.low] != "") {
			return false
		}
		if _, k := p.role(); k > 0 {
			return false
		}
		if len(d) == 2 {
			return p.fullName(n, d)
		}
		v, ok := p.literal(field{n.table, d[0]})
		if ok {
			n.conds = append(n.conds, cond{kind: compare, field: field{n.table, d[0]}, op: "=", values: []value{v}})
		}
		return ok
	})
}

// fullName reads a first and a last name into two conditions on n, where the table keeps them in two columns d.
func (p *parser) fullName(n *node, d []*schema.Column) bool {
	var words []string
	if t := p.tok(); t.kind == quoted {
		words = strings.Fields(t.text)
		p.pos++
	} else {
		for t := p.tok(); t.kind == word && t.upper && len(words) < 3; t = p.tok() {
			words = append(words, t.text)
			p.pos++
		}
	}
	if len(words) != 2 {
		return false
	}
	for i, w := range words {
		if v, ok := inColumn(d[i], w); ok {
			w = v
		} else if d[i].Profile.Complete {
			return false
		} else if v, ok := p.unverified(field{n.table, d[i]}, w, 0.95); ok {
			w = v.text
		} else {
			return false
		}
		n.conds = append(n.conds, cond{kind: compare, field: field{n.table, d[i]}, op: "=", values: []value{{text: w}}})
	}
	p.doubt(0.95)
	return true
}

// resolve sets the owner of each item and adds what it selects to the form.
func (p *parser) resolve(list []*wanted) bool {
	for _, w := range list {
		if w.metric != nil && p.form.subject == nil && len(list) == 1 {
			p.form.subject = w.metric.of
		}
	}
	if p.form.subject == nil && !p.chooseSubject(list) {
		return false
	}
	for _, w := range list {
		if !p.item(w) {
			return false
		}
	}
	return true
}
