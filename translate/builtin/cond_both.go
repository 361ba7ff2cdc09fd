package builtin

import (
	"slices"
)

// both reads two times, columns or related rows after "both", "in both 2014 and 2015", and adds a bothOf condition to
// n: related rows of each kind must exist, since no single row is of both kinds; see splitBoth. If n is the subject and
// one column is selected, it adds a shares condition instead: the same value of that column must occur with both.
func (p *parser) both(n *node) bool {
	if ph, ok := p.accept(either); !ok || ph.arg != "both" {
		return false
	}
	f := field{}
	if n == p.form.subject {
		if f = p.sharedField(); f.column == nil {
			return false
		}
	}
	a, b := p.keep(&node{table: n.table}), p.keep(&node{table: n.table})
	if !p.oneOfBoth(a) {
		return false
	}
	if _, ok := p.accept(conj); !ok || !p.oneOfBoth(b) {
		return false
	}
	if f.column != nil {
		n.conds = append(append(n.conds, a.conds...), cond{kind: shares, field: f, child: b})
		return true
	}
	n.conds = append(n.conds, cond{kind: bothOf, any: [][]cond{a.conds, b.conds}})
	return true
}

// oneOfBoth reads one of the two things after "both" into n, which must then have exactly one condition.
func (p *parser) oneOfBoth(n *node) bool {
	p.skip(prep)
	for _, rule := range []func() bool{func() bool { return p.timeOf(n, "") }, func() bool { return p.columnPredicate(n) },
		func() bool { return p.prepositionalNoun(n, false) }} {
		if p.try(rule) {
			return len(n.conds) == 1
		}
		n.conds = nil
	}
	return false
}

// splitBoth replaces the relation c, if its rows must be of two kinds, by one relation of n for each kind. It reports
// whether it added these; if not, the caller adds c itself.
func (p *parser) splitBoth(n *node, c cond) bool {
	if p.splitPeriods(n, c) || p.splitValues(n, c) {
		return true
	}
	for i, k := range c.child.conds {
		if k.kind != bothOf {
			continue
		}
		if c.op != "" || c.not {
			return false
		}
		rest := append(append([]cond(nil), c.child.conds[:i]...), c.child.conds[i+1:]...)
		for _, alt := range k.any {
			one := c
			one.child = p.keep(&node{table: c.child.table, via: c.child.via, conds: append(append([]cond(nil), rest...), alt...)})
			n.conds = append(n.conds, one)
		}
		return true
	}
	return false
}

// splitPeriods splits the relation c to rows "in 2024 but not in 2025": n must have a row of the first year and no row
// of the second. One row is never of both years. It reports whether it has done so.
func (p *parser) splitPeriods(n *node, c cond) bool {
	is, not := -1, -1
	for i, k := range c.child.conds {
		switch {
		case k.kind == inPeriod && k.not && k.op == "=":
			not = i
		case k.kind == inPeriod && k.op == "=":
			is = i
		}
	}
	if is < 0 || not < 0 || c.child.conds[is].field != c.child.conds[not].field || c.op != "" || c.not {
		return false
	}
	var rest []cond
	for i, k := range c.child.conds {
		if i != is && i != not {
			rest = append(rest, k)
		}
	}
	some, none := c, c
	last := c.child.conds[not]
	last.not, none.not = false, true
	some.child = p.keep(&node{table: c.child.table, via: c.child.via, conds: append(rest[:len(rest):len(rest)], c.child.conds[is])})
	none.child = p.keep(&node{table: c.child.table, via: c.child.via, conds: append(rest[:len(rest):len(rest)], last)})
	n.conds = append(n.conds, some, none)
	return true
}

// splitValues splits the relation c to rows that have both of two values, orders of knives and of backpacks, into one
// relation for each value: a customer who bought both need not have bought them in one order. It reports whether it has
// done so.
func (p *parser) splitValues(n *node, c cond) bool {
	if c.op != "" || c.not {
		return false
	}
	var rest, several []cond
	for i, k := range c.child.conds {
		twin := slices.ContainsFunc(c.child.conds, func(o cond) bool {
			return o.kind == compare && k.kind == compare && o.field == k.field && o.op == "=" && k.op == "=" && o.values[0] != k.values[0]
		})
		if twin && k.field.table != c.child.table && len(k.values) == 1 {
			several = append(several, c.child.conds[i])
		} else {
			rest = append(rest, k)
		}
	}
	if len(several) < 2 {
		return false
	}
	for _, k := range several {
		one := c
		one.not = k.not
		k.not = false
		one.child = p.keep(&node{table: c.child.table, via: c.child.via, conds: append(slices.Clip(rest), k)})
		n.conds = append(n.conds, one)
	}
	return true
}

// butNot reads a value after "but not", "knives but not backpacks". The value is excluded in the column of the last
// condition, which must be a related table's.
func (p *parser) butNot(n *node) bool {
	last := n.conds[len(n.conds)-1]
	if last.kind != compare || last.op != "=" || last.not || last.field.table == n.table {
		return false
	}
	if ph, ok := p.accept(cmpOp, negation); !ok || ph.role == cmpOp && ph.arg != "<>" {
		return false
	}
	v, ok := p.literal(last.field)
	if ok {
		n.conds = append(n.conds, cond{kind: compare, field: last.field, op: "=", values: []value{v}, not: true})
	}
	return ok
}

// saysBoth consumes "both" and reports whether it was there. The caller must then split what follows into two
// relations, or fail.
func (p *parser) saysBoth() bool {
	if p.pos > 0 {
		if before, _ := phraseAt(p.toks, p.pos-1); before.role == prep {
			return false // "by both good and bad customers" means customers of each kind; see both
		}
	}
	return p.try(func() bool {
		ph, ok := p.accept(either)
		p.articles()
		return ok && ph.arg == "both"
	})
}
