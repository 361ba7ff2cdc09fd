package builtin

import "slices"

// nextSentence reads a second sentence that says which columns are wanted, "… List the id and the name.", or how to
// sort.
func (p *parser) nextSentence() bool {
	if prev := p.toks[p.pos-1]; prev.kind != punct || p.form.subject == nil {
		return false
	}
	more := p.word("and") // "And what is its rate?" adds to the items and does not replace them
	if ph, ok := p.accept(orderBy); ok && ph.role == orderBy {
		p.pos -= p.width(ph)
		return p.sorting()
	}
	if p.try(p.sortResult) {
		return true
	}
	if _, ok := p.accept(opener); !ok {
		return false
	}
	p.skip(opener, ever, either)
	var list []*wanted
	for {
		w := &wanted{}
		if !p.try(func() bool { return p.theCount(w) }) && !p.try(func() bool { return p.wanted(w) }) {
			return false
		}
		list = append(list, w)
		p.try(func() bool { return p.ofSubject() })
		if !p.countFollows() && !p.more() {
			break
		}
	}
	before := p.form.items
	if !p.reselect(list) {
		return false
	}
	if more {
		added := p.form.items
		p.form.items = slices.Clip(before)
		for _, it := range added {
			if !slices.ContainsFunc(before, func(o item) bool { return o == it || it.entity != nil && p.covers(o, it) }) {
				p.form.items = append(p.form.items, it)
			}
		}
	}
	return true
}

// countFollows consumes the separator before "the count".
func (p *parser) countFollows() bool {
	return p.try(func() bool {
		if !p.separator() {
			return false
		}
		m := p.mark()
		ok := p.theCount(&wanted{})
		p.reset(m)
		return ok
	})
}

// theCount reads "the number" or "the count" without a noun: the measure that was counted before.
func (p *parser) theCount(w *wanted) bool {
	p.skip()
	if !p.word("number", "count", "counts", "total", "amount") || p.tok().kind != punct && p.tok().low != "and" {
		return false
	}
	for _, m := range p.measures(p.form.items) {
		if m.measure.fn == "count" {
			w.again = m.measure
			return true
		}
	}
	return false
}

// sortResult reads "Sort the list in ascending order of date." and adds the key to the order.
func (p *parser) sortResult() bool {
	if !p.word("sort", "order", "sorted") {
		return false
	}
	p.skip()
	p.word("result", "results", "list", "them", "it", "names", "rows")
	if _, n := p.role(); n == 0 {
		return false
	}
	if p.tok().low == "by" {
		p.pos++
		key, ok := p.sortItem()
		return ok && p.push(key)
	}
	ph, ok := p.accept(ordering)
	return ok && p.directionFirst(ph)
}

// ofSubject consumes "of the customers" when customers are the subject.
func (p *parser) ofSubject() bool {
	if ph, ok := p.accept(prep); !ok || ph.arg != "of" && ph.arg != "for" {
		return false
	}
	p.articles()
	p.accept(each)
	senses, k := p.noun(nil)
	if k == 0 || senses[0].kind != tableSense || senses[0].table != p.form.subject.table {
		return false
	}
	p.pos += k
	return true
}

// reselect replaces the items by those of list. Measures that were selected before are kept.
func (p *parser) reselect(list []*wanted) bool {
	old := p.form.items
	p.form.items = nil
	for _, w := range list {
		if w.again != nil {
			p.form.items = append(p.form.items, item{measure: w.again})
			continue
		}
		if m := p.sameMeasure(w, old); m != nil {
			p.form.items = append(p.form.items, *m)
			continue
		}
		if w.top != nil || !p.item(w) || !p.alongside(old) {
			return false
		}
	}
	for _, it := range old {
		if it.measure != nil && !p.hasMeasure(it) {
			p.form.items = append(p.form.items, it)
		}
	}
	return true
}

// alongside makes the measure that was just added run over the same rows as an earlier measure. It returns false when
// there is no earlier measure over the same table or when its conditions differ.
func (p *parser) alongside(old []item) bool {
	last := p.form.items[len(p.form.items)-1].measure
	if last == nil {
		return true
	}
	for _, m := range p.measures(old) {
		if m.measure.of == nil || last.of == nil || m.measure.rows() != last.rows() {
			continue
		}
		if m.measure.of.table == last.of.table {
			last.of = m.measure.of
		}
		return len(last.of.conds) == len(m.measure.of.conds) || last.of == m.measure.of
	}
	return false
}

// measures returns the measures in old, in the subject's ranks and in the order.
func (p *parser) measures(old []item) []item {
	var found []item
	for _, it := range old {
		if it.measure != nil {
			found = append(found, it)
		}
	}
	for _, c := range p.form.subject.conds {
		if c.kind == ranked {
			found = append(found, item{measure: c.measure})
		}
	}
	for _, o := range p.form.order {
		if o.item.measure != nil {
			found = append(found, o.item)
		}
	}
	return found
}

func (p *parser) hasMeasure(it item) bool {
	for _, o := range p.form.items {
		if o.measure == it.measure {
			return true
		}
	}
	return false
}

// sameMeasure returns the earlier measure, selected or ranked by, that w asks for again, or nil.
func (p *parser) sameMeasure(w *wanted, old []item) *item {
	found := p.measures(old)
	for i, it := range found {
		m := it.measure
		if w.count && m.fn == "count" && len(w.senses) > 0 && w.senses[0].kind == tableSense && w.senses[0].table == m.of.table {
			return &found[i]
		}
		if len(w.aggs) == 1 && w.aggs[0] == m.fn && len(w.senses) > 0 && w.senses[0].field == m.field {
			return &found[i]
		}
	}
	return nil
}

// priceQuestion reads "how much does the most recent treatment cost" and selects the money column of the rows that it
// names.
func (p *parser) priceQuestion() bool {
	if _, ok := p.accept(howMuch); !ok {
		return false
	}
	p.skip(ever)
	perRow := false
	if _, ok := p.accept(each); ok {
		perRow = true
	}
	w := &wanted{}
	p.topping(w)
	senses, k := p.noun(nil)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
	var f field
	if c := senses[0]; c.kind == columnSense && (c.owned || k > 1) && c.field.column.Class.Numeric() && !p.ix.isKey(c.field.table, c.field.column) {
		s, ok, f = sense{kind: tableSense, table: c.field.table, conds: c.conds, score: c.score, fit: c.fit}, true, c.field
	}
	if !ok || s.fit < senses[0].fit-0.1 {
		return false
	}
	n := p.node(s, k)
	p.form.subject = n
	if f.column == nil {
		f, ok = p.moneyOf(n.table)
	}
	if !ok || w.top != nil && !p.applyTop(n, w.top) {
		return false
	}
	p.word("cost", "costs")
	if perRow || w.top == nil {
		p.form.items = append(p.form.items, item{entity: n.table})
	}
	p.form.items = append(p.form.items, item{field: f})
	return true
}
