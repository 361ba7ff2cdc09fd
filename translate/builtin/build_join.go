package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// need returns the alias of a table in this level. If the table is not joined yet, need joins it over the cheapest path
// from base or from a table that is joined already.
func (l *level) need(t *schema.Table) (string, error) {
	if a, ok := l.alias[t]; ok {
		return a, nil
	}
	p, err := l.path(l.base, t)
	if err != nil {
		return "", err
	}
	// The path from a table that is joined already may be shorter.
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

// tables returns the tables that are joined, in the order of the joins.
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

// mayMiss reports whether a column of the key that an edge follows can be null.
func mayMiss(e edge) bool {
	return slices.ContainsFunc(e.fromCols, func(name string) bool {
		c := e.from.Column(name)
		return c != nil && !c.NotNull && !slices.Contains(e.from.PrimaryKey, name)
	})
}

// path returns the path from one table to another. In a subquery it avoids paths back through the table that the
// subquery is correlated with, when there are others: for the orders of an item, "supplier" is that of the orders, not
// that of the item.
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

// path returns the path from one table to another that the question means.
func (b *builder) path(from, to *schema.Table) (path, error) {
	return b.choose(from, to, b.p.paths(from, to))
}

// choose returns one of several paths. When there are several, it prefers those that a clarification has fixed, then
// those whose keys and tables the question names, then those with the fewest unnamed tables, then plain membership
// keys. If several are still equal it returns a joinTie.
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

// mostOf returns the first path with the highest count, and all paths with that count.
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

// said returns how many words of the question occur in the names of the keys and tables of a path. A word that names
// the role of a key, "head" in head_id, counts 2; the name of the table that the key leads to counts 1.
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

// doer returns the stem of the verb from which a noun in "er" or "or" is formed, "lead" for "leader", or "" for other
// words.
func doer(w string) string {
	for _, tail := range []string{"er", "or"} {
		if v, ok := strings.CutSuffix(w, tail); ok && len(v) >= 4 {
			return stem(v)
		}
	}
	return ""
}

// key returns the table that holds the foreign key of an edge, the table that the key leads to, and the columns of the
// key.
func (e edge) key() (holder, target *schema.Table, cols []string) {
	if e.toOne {
		return e.from, e.to, e.fromCols
	}
	return e.to, e.from, e.toCols
}

// keyWords returns the stems of the words in the names of key columns. It writes abbreviations out and drops the usual
// endings of keys, such as "id".
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

// memberships returns how many keys of a path only state to which row another one belongs, such as dept_id, and no
// role, such as head_id. "The researchers of a department" are those who belong to it, not the one who heads it.
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
