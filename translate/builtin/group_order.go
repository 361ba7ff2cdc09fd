package builtin

// sorting is "ordered by age descending", "in alphabetical order of name".
func (p *parser) sorting() bool {
	p.word("and")
	if ph, ok := p.accept(ordering); ok {
		return p.directionFirst(ph)
	}
	if _, ok := p.accept(orderBy); !ok {
		return false
	}
	p.skip()
	if ph, ok := p.accept(ordering); ok {
		if p.try(func() bool { return p.adjacentKey(ph) }) {
			return true
		}
		return p.directionFirst(ph)
	}
	n := 0
	for {
		p.articles()
		key, ok := p.sortItem()
		if !ok {
			return n > 0
		}
		p.word(",")
		if ph, ok := p.accept(ordering); ok {
			key.desc = ph.arg == "desc" || ph.arg == "old"
		}
		p.form.order = append(p.form.order, key)
		n++
		if !p.try(func() bool { return p.separator() && p.sortFollows() }) {
			return true
		}
	}
}

// adjacentKey is the "ascending net worth" of "ordered by ascending net worth".
func (p *parser) adjacentKey(ph phrase) bool {
	p.articles()
	key, ok := p.sortItem()
	if !ok {
		return false
	}
	key.desc = ph.arg == "desc" || ph.arg == "old"
	p.form.order = append(p.form.order, key)
	return true
}

func (p *parser) sortFollows() bool {
	m := p.mark()
	defer p.reset(m)
	p.articles()
	_, ok := p.sortItem()
	return ok
}

// directionFirst is "in descending order of age": the key follows, or is what was selected.
func (p *parser) directionFirst(ph phrase) bool {
	desc := ph.arg == "desc"
	if ph.arg == "old" || ph.arg == "young" {
		f, ok := p.measureOf(p.form.subject.table, "age")
		if !ok {
			return false
		}
		if n := len(p.form.order); n > 0 {
			p.form.order[n-1].desc = ph.arg == "old"
			return true
		}
		p.form.order = append(p.form.order, sortKey{item{field: f}, ph.arg == "old"})
		return true
	}
	if p.try(func() bool {
		if ph, ok := p.accept(prep, orderBy); !ok || ph.role == prep && ph.arg != "of" && ph.arg != "by" && ph.arg != "on" && ph.arg != "for" {
			return false
		}
		p.articles()
		key, ok := p.sortItem()
		if !ok {
			return false
		}
		key.desc = desc
		p.form.order = append(p.form.order, key)
		return true
	}) {
		return true
	}
	if n := len(p.form.order); n > 0 {
		p.form.order[n-1].desc = desc
		return true
	}
	if len(p.form.items) == 0 {
		return false
	}
	// the measure when there is one, else the first thing selected
	for _, it := range p.form.items {
		if it.measure != nil {
			p.form.order = append(p.form.order, sortKey{it, desc})
			return true
		}
	}
	p.form.order = append(p.form.order, sortKey{p.form.items[0], desc})
	return true
}

// sortItem is a column or a measure to sort by.
func (p *parser) sortItem() (sortKey, bool) {
	w := &wanted{}
	before := len(p.form.items)
	if ok := p.try(func() bool { return p.wanted(w) }); !ok {
		return sortKey{}, false
	}
	p.try(func() bool { // "the number of orders of each customer"
		if ph, ok := p.accept(prep); !ok || ph.arg != "of" && ph.arg != "in" {
			return false
		}
		p.articles()
		senses, k := p.noun(nil)
		if k == 0 || senses[0].kind != tableSense || senses[0].table != p.form.subject.table {
			return false
		}
		p.pos += k
		return true
	})
	if len(p.form.items) > 0 && w.count {
		for _, it := range p.form.items {
			if it.measure != nil && it.measure.fn == "count" {
				return sortKey{item: it}, true
			}
		}
	}
	if !p.item(w) || len(p.form.items) <= before {
		return sortKey{}, false
	}
	it := p.form.items[len(p.form.items)-1]
	p.form.items = p.form.items[:len(p.form.items)-1]
	if it.entity != nil && len(p.form.items) > 0 {
		if !p.ix.hasName(it.entity) {
			return sortKey{}, false // "by attendance" is not by the numbers of what records it
		}
		it = item{entity: it.entity} // "sorted by customer": by its name
	}
	return sortKey{item: it}, true
}
