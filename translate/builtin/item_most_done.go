package builtin

// mostDone reports whether "most borrowed" or "least often rented" stands next, before the name of a table. It returns
// the verb and the number of tokens up to and including it, or 0. It consumes nothing.
func (p *parser) mostDone() (verb token, width int) {
	ph, n := p.role()
	if n == 0 || ph.role != mostOp && !(ph.role == common && p.toks[p.pos+n-1].low != "used") {
		return token{}, 0
	}
	if ph.role == mostOp && p.toks[p.pos+n-1].low == "of" {
		return token{}, 0 // "the highest number of" counts something
	}
	verb = p.ahead(n)
	if verb.kind != word || !participle(verb) || verbNouns[verb.stem] == "" {
		return token{}, 0
	}
	m := p.mark()
	defer p.reset(m)
	p.pos += n + 1
	if p.tok().kind == number {
		p.pos++
	}
	if senses, k := p.noun(nil); k == 0 || senses[0].kind != tableSense || p.recordOf(senses[0].table, verb) == nil {
		return token{}, 0
	}
	return verb, n + 1
}

// rankedByDeeds ranks rows by how many rows of the table that records the verb belong to each: "the 5 most borrowed
// books".
func (p *parser) rankedByDeeds(n *node, t *topping) bool {
	target := p.readRecord(n.table, t.verb)
	if target == nil || n != p.form.subject || len(p.form.order) > 0 || len(p.form.items) > 1 {
		return false
	}
	if p.ix.linePair() != nil && p.ix.linePair().quantity.table == target {
		return false // unclear: by pieces or by orders
	}
	m := &measure{fn: "count", of: p.keep(&node{table: target, via: t.verb.stem})}
	if last := p.toks[p.pos-1].low; t.n == 1 && t.nth <= 1 && singular(last) != last {
		t.n = 10
		p.assume("the first 10 are shown")
	}
	p.try(func() bool { // "in 2024" restricts the counted rows
		_, ok := p.accept(prep)
		return ok && p.timeOf(m.of, "")
	})
	p.doubt(0.97)
	p.assume("“" + t.verb.text + "” is read from " + target.Name)
	p.form.order, p.form.limit, p.form.offset = append(p.form.order, sortKey{item{measure: m}, t.desc}), t.n, max(0, t.nth-1)
	return true
}

// doubtCountedParts lowers the score of a count of rows when the verb is recorded of their parts: "how many books were
// borrowed" may ask for the number of loans.
func (p *parser) doubtCountedParts() {
	for _, it := range p.form.items {
		if it.measure == nil || it.measure.fn != "count" || it.measure.of == nil {
			continue
		}
		for _, c := range it.measure.of.conds {
			if c.kind == related && !c.not && c.op == "" && c.child.via != "" && p.recordOfParts(it.measure.of.table, token{stem: c.child.via}) == c.child.table {
				p.doubt(0.4)
			}
		}
	}
}
