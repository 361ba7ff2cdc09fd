package validate

import (
	"slices"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// source is one relation or derived table of a level, with what is known of its keys.
type source struct {
	name string
	keys [][]string // sets of columns that no two rows share
	// keyless means that it is not known which columns tell its rows apart, so that it is never held against a plan.
	keyless bool
}

// level is one query of a plan: its sources, and the equalities that hold for every row of its result.
type level struct {
	plan    *plan.Plan
	snap    *schema.Snapshot
	sources []source
	equal   [][2]plan.Ref            // columns that the conditions hold equal
	fixed   map[plan.Ref][]plan.Expr // columns that equal constants, with these constants
	// computed are columns that equal an expression, with the columns of that: the first day of the month of a date.
	computed map[plan.Ref][][]plan.Ref
}

func newLevel(p *plan.Plan, snap *schema.Snapshot) *level {
	l := &level{plan: p, snap: snap, fixed: map[plan.Ref][]plan.Expr{}, computed: map[plan.Ref][][]plan.Ref{}}
	for _, s := range p.Sources() {
		l.sources = append(l.sources, l.source(s))
	}
	conditions := slices.Clone(p.Where)
	for _, j := range p.Joins {
		conditions = append(conditions, j.On...)
	}
	for _, c := range plan.Conjuncts(conditions) {
		left, right, ok := plan.Equality(c)
		if !ok {
			continue
		}
		a, isA := left.Column()
		b, isB := right.Column()
		switch {
		case isA && isB:
			l.equal = append(l.equal, [2]plan.Ref{a, b})
		case isA && right.Constant():
			l.fixed[a] = append(l.fixed[a], right)
		case isB && left.Constant():
			l.fixed[b] = append(l.fixed[b], left)
		case isA && len(right.Columns()) > 0:
			l.computed[a] = append(l.computed[a], right.Columns())
		case isB && len(left.Columns()) > 0:
			l.computed[b] = append(l.computed[b], left.Columns())
		}
	}
	return l
}

func (l *level) source(s *plan.Source) source {
	out := source{name: s.Name()}
	switch t := l.snap.Table(s.Schema, s.Table); {
	case s.Plan != nil:
		out.keys = derivedKeys(s.Plan)
	case t != nil && s.Schema != "":
		out.keys = tableKeys(t)
	}
	out.keyless = len(out.keys) == 0
	return out
}

// tableKeys returns the declared keys of a table. A column without repetition in today's rows is none: there may be a
// second row tomorrow.
func tableKeys(t *schema.Table) [][]string {
	if len(t.PrimaryKey) == 0 {
		return t.Unique
	}
	return append([][]string{t.PrimaryKey}, t.Unique...)
}

// derivedKeys returns the outputs of a query that tell its rows apart: those that it groups by. A query that neither
// groups nor aggregates has no key that is known.
func derivedKeys(p *plan.Plan) [][]string {
	if len(p.Combine) > 0 || !p.Grouped() {
		return nil
	}
	names, key := plan.OutputNames(p), []string{}
	for _, g := range p.GroupBy {
		i := slices.IndexFunc(p.Select, func(o plan.Output) bool { return same(o.Expr, g) })
		if i < 0 || i >= len(names) {
			return nil
		}
		key = append(key, names[i])
	}
	return [][]string{key}
}

// same reports whether two expressions are written alike. To write SQL is dear, and mostly they are columns.
func same(a, b plan.Expr) bool {
	x, column := a.Column()
	if y, other := b.Column(); column || other {
		return column && other && x == y
	}
	return a.String() == b.String()
}

// single reports whether a row of the named source, together with the values of the given columns, meets at most one
// row of every other source: then that source is what the rows of the level stand for.
func (l *level) single(name string, given []plan.Ref) bool {
	return len(l.determined(name, given)) == len(l.sources)
}

// determined returns the sources of which at most one row belongs to a row of the named source and to values of the
// given columns.
func (l *level) determined(name string, given []plan.Ref) map[string]bool {
	return l.spread(map[string]bool{name: true}, given)
}

// spread adds to some sources those of which at most one row belongs to a row of them and to values of the given
// columns.
func (l *level) spread(known map[string]bool, given []plan.Ref) map[string]bool {
	for again := true; again; {
		again = false
		for _, s := range l.sources {
			if !known[s.name] && (s.keyless || l.reaches(s, known, given)) {
				known[s.name], again = true, true
			}
		}
	}
	return known
}

// reaches reports whether some key of s is bound by known sources, constants and given columns.
func (l *level) reaches(s source, known map[string]bool, given []plan.Ref) bool {
	return slices.ContainsFunc(s.keys, func(key []string) bool {
		return !slices.ContainsFunc(key, func(column string) bool {
			return !l.bound(plan.Ref{Alias: s.name,
				Column: column}, known, given)
		})
	})
}

func (l *level) bound(c plan.Ref, known map[string]bool, given []plan.Ref) bool {
	if len(l.fixed[c]) > 0 || slices.Contains(given, c) {
		return true
	}
	if slices.ContainsFunc(l.computed[c], func(of []plan.Ref) bool {
		return !slices.ContainsFunc(of, func(r plan.Ref) bool { return !known[r.Alias] })
	}) {
		return true
	}
	return slices.ContainsFunc(l.equal, func(e [2]plan.Ref) bool {
		return e[0] == c && (known[e[1].Alias] || l.outer(e[1])) || e[1] == c && (known[e[0].Alias] || l.outer(e[0]))
	})
}

// outer reports whether a column is one of an enclosing query, which has one value for all rows of this level.
func (l *level) outer(c plan.Ref) bool {
	return c.Alias != "" && !slices.ContainsFunc(l.sources, func(s source) bool { return s.name == c.Alias })
}

// grains returns the sources of which the rows of the level are, given the values of some columns: each row of the
// level belongs to one row of them, and none to two.
func (l *level) grains(given []plan.Ref) []string {
	var found []string
	for _, s := range l.sources {
		if l.single(s.name, given) {
			found = append(found, s.name)
		}
	}
	return found
}
