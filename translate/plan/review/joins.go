package review

import (
	"cmp"
	"slices"

	"github.com/pgask/pgask/translate/plan"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// maxSteps is the maximal number of keys in a path that the review chooses by itself.
const maxSteps = 4

// joins checks that every source is joined to earlier ones, along existing keys.
func (r *reviewer) joins(p *plan.Plan, s *plan.Scope) {
	if p.From == nil && len(p.Joins) > 0 {
		from := p.Joins[0].Source
		p.From, p.Joins = &from, p.Joins[1:]
	}
	for i := range p.Joins {
		p.Joins[i].Kind = cmp.Or(p.Joins[i].Kind, plan.Inner)
	}
	r.forward(p)
	for i := 0; i < len(p.Joins) && r.err == nil; i++ {
		j := &p.Joins[i]
		right := s.Source(j.Source.Name())
		if right == nil || right.Table == nil {
			if len(j.On) == 0 && j.Kind != plan.Cross {
				r.complain(UnclearJoin, j.Source.Name(), nil, "how %s is joined is not known", j.Source.Name())
			}
			continue
		}
		before := earlier(p, s, i)
		switch {
		case !linked(p, i, right, before):
			i += r.connect(p, s, i, right, before)
		case j.Kind != plan.Cross:
			r.alongKeys(p, i, right, before)
		}
	}
}

// forward moves a condition of an inner join that names a later source to the join of that source.
func (r *reviewer) forward(p *plan.Plan) {
	position := map[string]int{}
	for i := range p.Joins {
		position[p.Joins[i].Source.Name()] = i
	}
	for i := range p.Joins {
		if p.Joins[i].Kind != plan.Inner {
			continue
		}
		var stay []plan.Expr
		for _, e := range plan.Conjuncts(p.Joins[i].On) {
			to := i
			for _, c := range e.Columns() {
				to = max(to, position[c.Alias])
			}
			if to == i || p.Joins[to].Kind != plan.Inner {
				stay = append(stay, e)
				continue
			}
			p.Joins[to].On = append(p.Joins[to].On, e)
			r.fix(FixJoin, e.String(), e.String(), "%s names a table that is joined later, so it moved there", e)
		}
		if len(stay) < len(plan.Conjuncts(p.Joins[i].On)) {
			p.Joins[i].On = stay
		}
	}
}

// earlier returns the sources before the i-th join.
func earlier(p *plan.Plan, s *plan.Scope, i int) []*plan.Named {
	var all []*plan.Named
	for _, src := range p.Sources()[:i+1] {
		if n := s.Source(src.Name()); n != nil {
			all = append(all, n)
		}
	}
	return all
}

// linked reports whether some condition relates a source to an earlier one.
func linked(p *plan.Plan, i int, right *plan.Named, before []*plan.Named) bool {
	relates := func(e plan.Expr) bool {
		var here, there bool
		e.Walk(func(n *pg.Node) bool {
			if parts, ok := plan.ColumnName(n); ok && len(parts) == 2 {
				here = here || parts[0] == right.Name
				there = there || slices.ContainsFunc(before, func(b *plan.Named) bool { return b.Name == parts[0] })
			}
			return !here || !there
		})
		return here && there
	}
	return slices.ContainsFunc(p.Joins[i].On, relates) || slices.ContainsFunc(p.Where, relates)
}

// way is a path from a source of the plan to the source to be joined.
type way struct {
	from *plan.Named
	path plan.Path
}

// connect joins a source along the only shortest path from earlier ones, and returns how many joins it inserted
// before it. A cross join between tables without any path stays, because it may be intended.
func (r *reviewer) connect(p *plan.Plan, s *plan.Scope, i int, right *plan.Named, before []*plan.Named) int {
	ways := r.surest(r.ways(before, right))
	j := &p.Joins[i]
	switch {
	case len(ways) == 1 && (!ways[0].path.Fans() || r.allSettled(ways[0].path)):
		return r.join(p, s, i, right, ways[0])
	case len(ways) == 1:
		r.complain(UnclearJoin, right.Name, joinCandidates(ways), "%s and %s only share %s; is each to meet all that share it?",
			ways[0].from.Table.Name, right.Table.Name, ways[0].path[0].To.Name)
	case len(ways) > 0:
		r.complain(UnclearJoin, right.Name, joinCandidates(ways), "%s can be joined in %d ways; which one is meant?",
			right.Table.Name, len(ways))
	case len(j.On) == 0 && j.Kind != plan.Cross:
		r.complain(UnclearJoin, right.Name, nil, "no key relates %s to %s", right.Table.Name, tableNames(before))
	}
	return 0
}

// surest returns only the most certain way if its share of the sum of all confidences is large enough, otherwise all
// ways, most certain first.
func (k *basis) surest(ways []way) []way {
	if len(ways) < 2 {
		return ways
	}
	slices.SortStableFunc(ways, func(a, z way) int { return cmp.Compare(z.path.Confidence(), a.path.Confidence()) })
	total := 0.0
	for _, w := range ways {
		total += w.path.Confidence()
	}
	if total > 0 && ways[0].path.Confidence()/total >= k.options.JoinConfidence {
		return ways[:1]
	}
	return ways
}

// ways returns the shortest paths from any of some sources to another one. If the user has settled some of them, it
// returns only those.
func (k *basis) ways(before []*plan.Named, right *plan.Named) []way {
	var ways []way
	shortest := maxSteps
	for _, b := range before {
		if b.Table == nil {
			continue
		}
		if step, ok := k.settledStep(b.Table, right.Table); ok {
			return []way{{b, plan.Path{step}}}
		}
		for _, path := range plan.NewGraph(k.snap).Paths(b.Table, right.Table, shortest) {
			if slices.ContainsFunc(path, func(st plan.Step) bool { return k.dropped(st.To) }) {
				continue
			}
			if len(path) < shortest || len(ways) == 0 {
				shortest, ways = len(path), nil
			}
			ways = append(ways, way{b, path})
		}
	}
	var settled []way
	for _, w := range ways {
		if slices.ContainsFunc(w.path, k.settledAsStep) {
			settled = append(settled, w)
		}
	}
	if len(settled) > 0 {
		return settled
	}
	return append(ways, k.rivals(ways, right)...)
}

// rivals returns ways that are one step longer than the only shortest one and go through other tables: they say
// something else. Ways of one step have none, because a key says best how two tables are related; nor do ways on
// which rows only share what they refer to.
func (k *basis) rivals(ways []way, right *plan.Named) []way {
	if !k.options.Rivals || len(ways) != 1 || len(ways[0].path) < 2 || len(ways[0].path) >= maxSteps {
		return nil
	}
	short := ways[0].path
	var through []*schema.Table
	for _, st := range short[:len(short)-1] {
		through = append(through, st.To)
	}
	var found []way
	for _, path := range plan.NewGraph(k.snap).Paths(ways[0].from.Table, right.Table, len(short)+1, through...) {
		if !path.Fans() && !slices.ContainsFunc(path, func(st plan.Step) bool { return k.dropped(st.To) }) {
			found = append(found, way{ways[0].from, path})
		}
	}
	return found
}

// settledStep returns the step between two tables that a constraint of the user fixes.
func (k *basis) settledStep(from, to *schema.Table) (plan.Step, bool) {
	step := plan.Step{From: from, To: to, Forward: true}
	for _, c := range k.settled {
		a, b := k.constrained(c), k.bare(c.RefSchema, c.RefTable)
		if c.Kind != plan.UseJoin || a == nil || b == nil {
			continue
		}
		switch {
		case a == from && b == to:
			step.Key.Columns = append(step.Key.Columns, c.Column)
			step.Key.RefColumns = append(step.Key.RefColumns, c.RefColumn)
		case a == to && b == from:
			step.Key.Columns = append(step.Key.Columns, c.RefColumn)
			step.Key.RefColumns = append(step.Key.RefColumns, c.Column)
		}
	}
	ok := plan.Readable(from, step.Key.Columns) && plan.Readable(to, step.Key.RefColumns)
	return step, ok
}

func (k *basis) allSettled(path plan.Path) bool {
	return !slices.ContainsFunc(path, func(s plan.Step) bool { return !k.settledAsStep(s) })
}

func (k *basis) settledAsStep(s plan.Step) bool {
	given, ok := k.settledStep(s.From, s.To)
	return ok && samePairs(given.Pairs(), s.Pairs())
}

func samePairs(a, b [][2]string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(p [2]string) bool { return !slices.Contains(b, p) })
}

// join writes a path into the plan: the tables between become joins before the i-th, and the last step becomes its
// condition. It returns the number of joins inserted.
func (r *reviewer) join(p *plan.Plan, s *plan.Scope, i int, right *plan.Named, w way) int {
	kind := p.Joins[i].Kind
	if kind == plan.Cross {
		kind = plan.Inner
	}
	if slices.Contains(s.Missing, right) && shownOnly(p, right.Name) && !mandatory(w.path) {
		kind = plan.Left // the table only provides a column to show, which must not remove rows
	}
	between := kind
	if kind != plan.Left {
		between = plan.Inner
	}
	at, from := i, w.from.Name
	for k, step := range w.path {
		if k == len(w.path)-1 {
			p.Joins[at].Kind = kind
			p.Joins[at].On = append(step.On(from, right.Name), p.Joins[at].On...)
			break
		}
		n := &plan.Named{Name: s.Free(step.To.Name), Table: step.To}
		s.Sources = append(s.Sources, n)
		p.Joins = slices.Insert(p.Joins, at, plan.Join{Kind: between, On: step.On(from, n.Name),
			Source: plan.Source{Schema: step.To.Schema, Table: step.To.Name, Alias: n.Name}})
		from, at = n.Name, at+1
	}
	r.fix(FixJoin, "", w.path.String(), "%s was joined by %s%s", right.Table.Qualified(), w.path, w.path.Mark())
	return at - i
}

// mandatory reports whether every row at the start of the path meets exactly one row at its end.
func mandatory(path plan.Path) bool {
	return !slices.ContainsFunc(path, func(st plan.Step) bool {
		return !st.Forward || st.Key.Inferred || st.Key.Unchecked ||
			slices.ContainsFunc(st.Key.Columns, func(c string) bool { return !st.From.Column(c).NotNull })
	})
}

// shownOnly reports whether no condition names a source.
func shownOnly(p *plan.Plan, alias string) bool {
	uses := func(e plan.Expr) bool {
		return slices.ContainsFunc(e.Columns(), func(c plan.Ref) bool { return c.Alias == alias })
	}
	return !slices.ContainsFunc(p.Where, uses) && !slices.ContainsFunc(p.Having, uses)
}
