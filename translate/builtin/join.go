package builtin

import (
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// need joins a table to the level over the shortest path from its base and returns its alias.
func (l *level) need(t *schema.Table) (string, error) {
	if a, ok := l.alias[t]; ok {
		return a, nil
	}
	p, err := l.b.path(l.base, t)
	if err != nil {
		return "", err
	}
	// A shorter way may start at a table that is joined already.
	for _, from := range l.tables() {
		if q, err := l.b.path(from, t); err == nil && l.b.ix.pathCost(q)+0.5 < l.b.ix.pathCost(p) {
			p = q
		}
	}
	for _, e := range p {
		if _, ok := l.alias[e.to]; ok {
			continue
		}
		l.join(e)
	}
	return l.alias[t], nil
}

// tables lists what is joined, in order.
func (l *level) tables() []*schema.Table {
	out := []*schema.Table{l.base}
	for _, s := range l.plan.Sources()[1:] {
		for t, a := range l.alias {
			if a == s.Alias {
				out = append(out, t)
			}
		}
	}
	return out
}

func (l *level) join(e edge) {
	a := l.b.newAlias(e.to)
	l.alias[e.to] = a
	kind := plan.Inner
	if l.outer {
		kind = plan.Left
	}
	j := plan.Join{Kind: kind, Source: plan.Source{Schema: e.to.Schema, Table: e.to.Name, Alias: a}}
	for i := range e.fromCols {
		j.On = append(j.On, plan.Op("=", plan.Col(l.alias[e.from], e.fromCols[i]), plan.Col(a, e.toCols[i])))
	}
	l.plan.Joins = append(l.plan.Joins, j)
	if !e.toOne && !l.b.ix.info[e.to].link {
		l.fanned = true
	}
	if !e.declared {
		l.b.p.doubt(0.99)
	}
}

// path is the way from one table to another. When there are several, a word of the question must decide.
func (b *builder) path(from, to *schema.Table) (path, error) {
	ps := b.p.paths(from, to)
	switch len(ps) {
	case 0:
		return nil, errNoPath
	case 1:
		if ps[0].cost() > 3.5 {
			b.p.doubt(0.85)
		}
		if ps[0].valley() {
			b.p.doubt(0.6)
		}
		return ps[0], nil
	}
	best, tied := mostOf(ps, b.p.settledEdges)
	if len(tied) > 1 {
		best, tied = mostOf(tied, b.p.said)
	}
	if len(tied) > 1 {
		return nil, &joinTie{from, to, tied}
	}
	return best, nil
}

// mostOf is the path with the highest count, and all that have it.
func mostOf(ps []path, count func(path) int) (best path, tied []path) {
	most := -1
	for _, q := range ps {
		switch n := count(q); {
		case n > most:
			most, best, tied = n, q, []path{q}
		case n == most:
			tied = append(tied, q)
		}
	}
	return best, tied
}

// said counts the words of the question that a path's columns and tables hold.
func (p *parser) said(q path) int {
	have := map[string]bool{}
	for _, t := range p.toks {
		if t.kind == word {
			have[t.stem] = true
		}
	}
	n := 0
	for _, e := range q {
		for _, c := range append(append([]string(nil), e.fromCols...), e.toCols...) {
			for _, w := range stems(split(c)) {
				if have[w] {
					n++
				}
			}
		}
		for _, w := range p.ix.info[e.to].words {
			if have[w] {
				n++
			}
		}
	}
	return n
}

// path is a chain of edges.
type path []edge
