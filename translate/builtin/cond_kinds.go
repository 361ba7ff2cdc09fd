package builtin

// otherKind merges the kind s into the last condition of n: "houses or bungalows" becomes one condition with two
// values. Both kinds must be values of one column of n's table. "And" means the same as "or" here, since no row is of
// both kinds. It reports whether it has merged them.
func (p *parser) otherKind(n *node, s sense) bool {
	if s.kind != tableSense || s.table != n.table || len(s.conds) != 1 || len(n.conds) == 0 {
		return false
	}
	last, c := n.conds[len(n.conds)-1], s.conds[0]
	if last.kind != compare || c.kind != compare || last.field != c.field || last.op != "=" || c.op != "=" || last.not || c.not {
		return false
	}
	last.values = append(append([]value(nil), last.values...), c.values...)
	n.conds = append(n.conds[:len(n.conds)-1:len(n.conds)-1], last)
	return true
}

// orKind reads a second kind behind "or" and merges it; see otherKind.
func (p *parser) orKind(n *node) bool {
	p.articles()
	senses, k := p.noun(n.table)
	if k == 0 || !p.otherKind(n, senses[0]) {
		return false
	}
	p.note(p.pos, p.pos+k, senses[0])
	p.pos += k
	return true
}

// eitherKind returns the senses of the tokens i to j (exclusive) as two values joined by "or" that describe the same
// rows: "Italian or Mexican restaurants", "female or annual members". It returns nil unless there is exactly one "or".
func (p *parser) eitherKind(i, j int) []sense {
	at := -1
	for k := i + 1; k < j-1; k++ {
		if p.toks[k].low != "or" || p.toks[k].kind == quoted {
			continue
		}
		if at >= 0 {
			return nil
		}
		at = k
	}
	if at < 0 {
		return nil
	}
	var out []sense
	for _, l := range p.explain(i, at, nil) {
		for _, r := range p.explain(at+1, j, nil) {
			if l.kind != valueSense || r.kind != tableSense || len(r.conds) != 1 || r.conds[0].kind != compare || r.conds[0].op != "=" || l.field.table != r.conds[0].field.table {
				continue
			}
			c := r.conds[0]
			if c.field == l.field {
				c.values = append([]value{{text: l.value, number: l.field.column.Class.Numeric()}}, c.values...)
			} else {
				c = cond{kind: anyOf, any: [][]cond{{equal(l.field, l.value)}, {c}}}
			}
			r.conds, r.score, r.full = []cond{c}, l.score*r.score*0.98, false
			out = append(out, r)
		}
	}
	return out
}
