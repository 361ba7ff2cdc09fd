package builtin

import (
	"math"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// eachOwner reads "for each concert" after a list of columns and counts: the columns are the concert's, the counts are
// made for each.
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

// owner reads whose the items are: "of all singers", "for each stadium".
func (p *parser) owner(list []*wanted) {
	last := list[len(list)-1]
	if last.metric != nil {
		return
	}
	if len(last.senses) > 0 && last.senses[0].kind == tableSense && last.senses[0].fit > bestColumn(last.senses)+0.05 {
		if p.form.subject == nil && !last.count {
			return
		}
	}
	p.try(func() bool {
		ph, n := p.role()
		if n > 0 && ph.role == each && !last.count && len(last.aggs) == 0 && p.form.subject == nil {
			return p.ownerEach(list)
		}
		if n == 0 || ph.role != prep || ph.arg != "of" && ph.arg != "for" && ph.arg != "from" && ph.arg != "in" && ph.arg != "by" && ph.arg != "about" && ph.arg != "on" && ph.arg != "at" {
			return false
		}
		p.pos += n
		p.articles()
		var top *topping
		if _, ok := p.accept(distinct); ok {
			p.skip()
		}
		w := &wanted{}
		p.topping(w)
		top = w.top
		senses, k := p.noun(nil)
		if k == 0 {
			return false
		}
		if p.namesOfColumn(list, senses, k) {
			return true
		}
		s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
		if top != nil && senses[0].kind == columnSense && senses[0].full && !top.common {
			// "the amount of the most expensive charge type": the type is a column of the charges
			s, ok = sense{kind: tableSense, table: senses[0].field.table, score: senses[0].score, fit: senses[0].fit}, true
		}
		if !ok || s.fit < senses[0].fit-0.15 {
			return false
		}
		if last.count && (ph.arg != "of" || bestColumn(last.senses) < 0) {
			return false
		}
		node := p.node(s, k)
		if ph.arg == "by" && len(last.aggs) > 0 && len(node.conds) == 0 {
			return false // "sum of the quantity by store" groups
		}
		for _, w := range list {
			if w.owner == nil && w.metric == nil {
				w.owner, w.explicit = node, true
			}
		}
		if p.form.subject == nil {
			p.form.subject = node
		}
		if top != nil && !p.applyTop(node, top) {
			return false
		}
		return true
	})
}

// namesOfColumn is "the names of studios" where a studio is nothing but a column: the column is what is asked for.
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

// ownerEach is "the name of each continent".
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
	for _, w := range list {
		if w.owner == nil && w.metric == nil {
			w.owner, w.explicit = p.form.subject, true
		}
	}
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

// node consumes a noun phrase that was taken as a table.
func (p *parser) node(s sense, n int) *node {
	p.note(p.pos, p.pos+n, s)
	p.pos += n
	of := p.keep(&node{table: s.table, conds: s.conds})
	if len(s.conds) == 0 {
		p.nameAfter(of)
	}
	return of
}

// nameAfter reads a name that follows the word for what bears it: "customer Laura Weber", "the category 'Coffee'".
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

// fullName reads a first and a last name where a table keeps them apart.
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

// resolve decides whose each item is and what it selects.
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

// chooseSubject takes the table that the items speak of: one of them names a table, or the columns belong to one.
func (p *parser) chooseSubject(list []*wanted) bool {
	for _, w := range list {
		if w.metric != nil {
			continue
		}
		s := w.senses[0]
		if s.kind == tableSense && !w.count || s.owned {
			if s.kind == tableSense {
				s, _ = p.pick(w.senses, p.text(w.from, w.to), tableSense)
			}
			p.form.subject = p.keep(&node{table: s.table, conds: s.conds})
			if s.kind == columnSense {
				p.form.subject.table = s.field.table
			}
			return true
		}
	}
	for _, w := range list {
		if w.metric != nil {
			continue
		}
		if s := w.senses[0]; s.kind == tableSense {
			s, _ = p.pick(w.senses, p.text(w.from, w.to), tableSense)
			p.form.subject = p.keep(&node{table: s.table})
			return true
		}
	}
	// Only columns: the table that has them all, the one that the question mentions first.
	best, bestFit, second := sense{}, -1.0, -1.0
	if list[0].metric != nil {
		return false
	}
	first := list[0].senses
	if t := p.groupedBy(); t != nil && len(list[0].aggs) > 0 {
		first = p.figuresOf(first, t)
	}
	phrase := p.text(list[0].from, list[0].to)
	if s, ok := p.settledSense(first, phrase); ok && len(list) == 1 && s.kind == columnSense {
		p.form.subject, p.form.implied = p.keep(&node{table: s.field.table}), true
		return true
	}
	var good []sense
	for _, s := range first {
		if s.kind != columnSense {
			continue
		}
		fit := s.fit
		for _, w := range list[1:] {
			fit += bestIn(w.senses, s.field.table)
		}
		if fit > bestFit-tieMargin {
			good = append(good, s)
		}
		if fit > bestFit {
			best, bestFit, second = s, fit, bestFit
		} else if fit > second {
			second = fit
		}
	}
	if bestFit < 0 {
		return false
	}
	if bestFit-second < tieMargin {
		if near, ok := p.nearest(first, best); ok && len(list) == 1 {
			best = near
			p.doubt(0.97)
		} else if t := p.origin(best.field); t != nil && len(list) == 1 {
			// a key and the column that it is a key to: the latter has each value once
			p.doubt(0.93)
			best.field.table = t
		} else {
			p.doubt(0.6) // another table has these columns just as well
			if t := (&tie{kind: "column", phrase: phrase, taken: true}); len(list) == 1 {
				t.add(slices.DeleteFunc(good, func(s sense) bool { return s.fit <= bestFit-tieMargin })...)
				p.ties = append(p.ties, t)
			}
		}
	}
	p.form.subject, p.form.implied = p.keep(&node{table: best.field.table}), true
	return true
}

// nearest is the one of several columns that fit as well as best whose table is nearest to one that the question names:
// the city with the most complaints is that of customers, who complain, and not that of antennas.
func (p *parser) nearest(senses []sense, best sense) (near sense, ok bool) {
	cost := math.Inf(1)
	for _, s := range senses {
		if s.kind != columnSense || best.fit-s.fit >= tieMargin {
			continue
		}
		if p.origin(s.field) != nil {
			return sense{}, false
		}
		for t, w := range p.mentioned {
			if w < 0.75 {
				continue
			}
			ps := p.paths(s.field.table, t)
			if len(ps) == 0 {
				continue
			}
			switch c := p.ix.pathCost(ps[0]); {
			case c < cost-0.4:
				near, ok, cost = s, true, c
			case c <= cost+0.4 && s.field != near.field:
				ok = false
				cost = min(cost, c)
			}
		}
	}
	return near, ok
}

// origin is the table whose key a column is or refers to, when the values of that table are what it holds.
func (p *parser) origin(f field) *schema.Table {
	for _, e := range p.ix.graph.edges[f.table] {
		if e.toOne && e.declared && len(e.fromCols) == 1 && e.fromCols[0] == f.column.Name {
			return e.to
		}
	}
	if len(f.table.PrimaryKey) == 1 && f.table.PrimaryKey[0] == f.column.Name {
		return f.table
	}
	return nil
}

func bestIn(senses []sense, t *schema.Table) float64 {
	for _, s := range senses {
		if s.kind == columnSense && s.field.table == t {
			return s.fit
		}
	}
	return 0
}

// groupedBy is the table that stands next, behind "per" or "by"; nil when there is none.
func (p *parser) groupedBy() *schema.Table {
	m := p.mark()
	defer p.reset(m)
	if ph, ok := p.accept(each, prep); !ok || ph.role == prep && ph.arg != "by" {
		return nil
	}
	p.articles()
	if senses, k := p.noun(nil); k > 0 && senses[0].kind == tableSense {
		return senses[0].table
	}
	return nil
}
