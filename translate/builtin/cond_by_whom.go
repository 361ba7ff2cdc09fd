package builtin

// byWhom reads somebody else and a verb that joins them with the rows of n: "(that) the student whose last name is
// Smith took", "(which) Ann Lee has", "physician Ray was trained in". It adds a related condition to n.
func (p *parser) byWhom(n *node) bool {
	_, relative := p.accept(pronoun)
	p.articles()
	from := p.pos
	senses, k := p.noun(nil)
	var who *node
	switch {
	case k > 0 && senses[0].kind == valueSense:
		s, _ := p.pick(senses, p.text(p.pos, p.pos+k), valueSense)
		if s.field.table == n.table || !p.ix.naming(s) || !p.reaches(n, s.field.table) {
			return false
		}
		who = p.keep(&node{table: s.field.table})
		if !p.valueCond(who, s, k) {
			return false
		}
	case k > 0 && senses[0].kind == tableSense && senses[0].table != n.table && p.reaches(n, senses[0].table):
		s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
		if !ok {
			return false
		}
		if who = p.node(s, k); len(who.conds) == 0 {
			p.clauses(who)
		}
	case k == 0:
		t := p.actor(n.table)
		if t == nil {
			return false
		}
		who = p.keep(&node{table: t})
		p.nameAfter(who)
	}
	if who == nil || len(who.conds) == 0 || p.form.limit > 0 && n != p.form.subject {
		return false
	}
	verb := p.tok()
	if verbs := p.verbPhrase(); verbs > 0 {
		who.via = verb.stem
		p.doubt(p.verbWeight(verb))
	} else if !relative || p.pos == from {
		return false
	} else {
		p.accept(have, with)
	}
	if p.tok().kind != punct && !p.nextIsClause() && !joins(p.tok()) {
		return false
	}
	n.conds = append(n.conds, cond{kind: related, child: who})
	return true
}
