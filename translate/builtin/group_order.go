package builtin

// sorting reads "ordered by age descending" or "in alphabetical order of name" and adds the keys to the order.
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

// adjacentKey reads "net worth" of "ordered by ascending net worth", with the direction ph that was read before it, and
// adds it to the order.
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

// directionFirst reads what stands behind a direction, "in descending order of age". Without a key behind it, the
// direction applies to the last key of the order, to the measure, or to the first item.
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
	// Without a key, sort by the measure if there is one, else by the first item.
	for _, it := range p.form.items {
		if it.measure != nil {
			p.form.order = append(p.form.order, sortKey{it, desc})
			return true
		}
	}
	p.form.order = append(p.form.order, sortKey{p.form.items[0], desc})
	return true
}

// sortItem reads a column or measure to sort by. It adds nothing to the form.
func (p *parser) sortItem() (sortKey, bool) {
	w := &wanted{}
	before := len(p.form.items)
	if ok := p.try(func() bool { return p.wanted(w) }); !ok {
		return sortKey{}, false
	}
	p.try(func() bool { // passes over the subject in "the number of orders of each customer"
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
			return sortKey{}, false // "by attendance" does not mean by the key of the table that records it
		}
		it = item{entity: it.entity} // "sorted by customer" means by the customer's name
	}
	return sortKey{item: it}, true
}
