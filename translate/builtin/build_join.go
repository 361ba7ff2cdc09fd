package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// need joins a table to the level over the shortest path from its base and returns its alias.
func (l *level) need(t *schema.Table) (string, error) {
	if a, ok := l.alias[t]; ok {
		return a, nil
	}
	p, err := l.path(l.base, t)
	if err != nil {
		return "", err
	}
	// A shorter way may start at a table that is joined already.
	for _, from := range l.tables() {
		if q, err := l.path(from, t); err == nil && l.b.ix.pathCost(q)+0.5 < l.b.ix.pathCost(p) {
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
	if l.outer || l.lookup && mayMiss(e) {
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

// mayMiss says whether the key that an edge follows may be missing.
func mayMiss(e edge) bool {
	return slices.ContainsFunc(e.fromCols, func(name string) bool {
		c := e.from.Column(name)
		return c != nil && !c.NotNull && !slices.Contains(e.from.PrimaryKey, name)
	})
}

// path is the way from one table to another, not back through rows like the one that a subquery is about when there is
// another: the supplier of the orders of an item is that of the orders.
func (l *level) path(from, to *schema.Table) (path, error) {
	ps := l.b.p.paths(from, to)
	var ahead []path
	for _, q := range ps {
		if l.around == nil || l.around == to || !slices.ContainsFunc(q, func(e edge) bool { return e.to == l.around }) {
			ahead = append(ahead, q)
		}
	}
	if len(ahead) == 0 {
		ahead = ps
	}
	return l.b.choose(from, to, ahead)
}

// path is the way from one table to another.
func (b *builder) path(from, to *schema.Table) (path, error) {
	return b.choose(from, to, b.p.paths(from, to))
}

// choose takes one of several ways. When there are several, a word of the question must decide.
func (b *builder) choose(from, to *schema.Table, ps []path) (path, error) {
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
		if b.p.unsaid(ps[0]) > 0 && b.p.otherWay(from, to, ps[0]) {
			b.p.doubt(0.6)
		}
		return ps[0], nil
	}
	best, tied := mostOf(ps, b.p.settledEdges)
	if len(tied) > 1 {
		best, tied = mostOf(tied, b.p.said)
	}
	if len(tied) > 1 {
		best, tied = mostOf(tied, func(q path) int { return maxHops - b.p.unsaid(q) })
	}
	if len(tied) > 1 {
		best, tied = mostOf(tied, b.ix.memberships)
		b.p.doubt(0.95)
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

// said counts the words of the question that a path's keys and tables hold. The word of a role, the head of head_id, says
// more than the name of the table that a key leads to.
func (p *parser) said(q path) int {
	have := map[string]bool{}
	for _, t := range p.toks {
		if t.kind == word {
			have[t.stem] = true
		}
	}
	n := 0
	for _, e := range q {
		_, target, cols := e.key()
		for _, w := range p.ix.keyWords(cols) {
			switch {
			case !have[w] && !have[doer(w)]:
			case slices.Contains(p.ix.info[target].words, w):
				n++
			default:
				n += 2
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

// doer is the verb of one who does something: lead of a leader.
func doer(w string) string {
	for _, tail := range []string{"er", "or"} {
		if v, ok := strings.CutSuffix(w, tail); ok && len(v) >= 4 {
			return stem(v)
		}
	}
	return ""
}

// key is the table that holds the key of an edge, the one that the key leads to, and the columns of the key.
func (e edge) key() (holder, target *schema.Table, cols []string) {
	if e.toOne {
		return e.from, e.to, e.fromCols
	}
	return e.to, e.from, e.toCols
}

// keyWords are the stems of the columns of a key, abbreviations written out, without those that any key ends in.
func (ix *index) keyWords(cols []string) []string {
	var out []string
	for _, c := range cols {
		for _, w := range stems(expand(split(c))) {
			if !keyTail[w] && !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	return out
}

// memberships counts the keys of a path that say nothing but to which row another belongs, dept_id, and no role, head_id:
// the researchers of a department are those that belong to it, and not the one who heads it.
func (ix *index) memberships(q path) int {
	n := 0
	for _, e := range q {
		holder, target, cols := e.key()
		role := slices.ContainsFunc(ix.keyWords(cols), func(w string) bool {
			return !slices.Contains(ix.info[target].words, w) && !slices.Contains(ix.info[holder].words, w)
		})
		if !role {
			n++
		}
	}
	return n
}

// path is a chain of edges.
type path []edge
