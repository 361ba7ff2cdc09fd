package validate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// The kinds of findings that Draft adds.
const (
	Repeated Kind = "repeated" // a relation that nothing but joins names repeats the rows that are shown
	Product  Kind = "product"  // nothing joins two relations
)

// Draft returns what is wrong with a plan that a model wrote, or with the one that its SQL was taken apart into. It
// is Check, and looks at queries inside expressions and at joins that nobody meant, too: rows that a link table
// repeats, counts of keys that a join repeats, and relations that nothing joins. That an answer shows its own filter
// is not held against a model: "is there a customer in Berne?" is answered so.
func Draft(p *plan.Plan, snap *schema.Snapshot) []Finding {
	all := slices.DeleteFunc(Check(p, snap), func(f Finding) bool { return f.Kind == Echo })
	sets := inSets(p)
	p.Plans(func(_ string, inner *plan.Plan) { all = append(all, joined(inner, snap, sets[inner])...) })
	for _, sub := range plan.Subqueries(p) {
		all = append(all, slices.DeleteFunc(Check(sub, snap), func(f Finding) bool { return f.Kind == Echo })...)
		sub.Plans(func(_ string, inner *plan.Plan) {
			all = append(all, newLevel(inner, snap).products()...)
			if inner.Grouped() {
				all = append(all, newLevel(inner, snap).repeatedKeys()...)
			}
		})
	}
	return once(all)
}

// inSets returns the levels whose rows go into a set operation that keeps each row once.
func inSets(p *plan.Plan) map[*plan.Plan]bool {
	sets := map[*plan.Plan]bool{}
	p.Plans(func(_ string, inner *plan.Plan) {
		for _, c := range inner.Combine {
			if !c.All {
				sets[c.Plan] = true
			}
		}
	})
	return sets
}

// joined returns what is wrong with the joins of one level. Rows that go into a set may repeat.
func joined(p *plan.Plan, snap *schema.Snapshot, set bool) []Finding {
	l := newLevel(p, snap)
	if len(l.sources) < 2 {
		return nil
	}
	all := l.products()
	if p.Grouped() {
		return append(all, l.repeatedKeys()...)
	}
	if !p.Distinct && !set && len(p.Combine) == 0 && len(all) == 0 {
		all = append(all, l.repeated()...)
	}
	return all
}

// once removes findings that say the same.
func once(all []Finding) []Finding {
	var out []Finding
	for _, f := range all {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// products finds two tables that no condition relates, neither directly nor through others. A derived table of one
// row may meet all.
func (l *level) products() []Finding {
	group := map[string]int{}
	for i, s := range l.sources {
		group[s.name] = i
	}
	conditions := slices.Clone(l.plan.Where)
	for _, j := range l.plan.Joins {
		conditions = append(conditions, j.On...)
	}
	for _, c := range plan.Conjuncts(conditions) {
		first := -1
		for _, name := range plan.Mentions(c) {
			at, there := group[name]
			switch {
			case !there:
			case first < 0:
				first = at
			default:
				for name, g := range group {
					if g == at {
						group[name] = first
					}
				}
			}
		}
		if slices.ContainsFunc(c.Columns(), func(r plan.Ref) bool { return r.Alias == "" }) {
			return nil // whose column it is, is not known
		}
	}
	sources := l.plan.Sources()
	for i, a := range sources {
		for _, b := range sources[i+1:] {
			if a.Plan == nil && b.Plan == nil && a.Schema != "" && b.Schema != "" && group[a.Name()] != group[b.Name()] {
				return []Finding{{Product, fmt.Sprintf("nothing joins %s and %s: every row of one meets every row of the other", a.Table, b.Table)}}
			}
		}
	}
	return nil
}

// repeated finds relations that only joins name and that repeat the rows which are shown: a link table whose other
// side is not used. What a query begins with is meant to give its rows.
func (l *level) repeated() []Finding {
	known := map[string]bool{}
	used := slices.Clone(l.plan.Where)
	for _, o := range l.plan.Select {
		used = append(used, o.Expr)
	}
	for _, o := range l.plan.OrderBy {
		used = append(used, o.Expr)
	}
	for _, e := range used {
		if plan.IsStar(e) || slices.ContainsFunc(e.Columns(), func(r plan.Ref) bool { return r.Alias == "" }) {
			return nil
		}
		for _, name := range plan.Mentions(e) {
			known[name] = true
		}
	}
	if len(known) == 0 {
		return nil
	}
	var idle []string
	for _, s := range l.sources {
		if !known[s.name] {
			idle = append(idle, s.name)
		}
	}
	all := l.spread(known, nil)
	sources := l.plan.Sources()
	for i, s := range l.sources {
		if i > 0 && slices.Contains(idle, s.name) && !all[s.name] && !s.keyless && sources[i].Plan == nil && !l.between(s.name, known) {
			return []Finding{{Repeated, fmt.Sprintf("%s is joined but nothing of it is shown or asked for, and it repeats the rows; leave it out, or ask with EXISTS", sources[i].Table)}}
		}
	}
	return nil
}

// between reports whether a source, together with others that only joins name, relates two that are used: then it is
// needed.
func (l *level) between(name string, used map[string]bool) bool {
	conditions := []plan.Expr{}
	for _, j := range l.plan.Joins {
		conditions = append(conditions, j.On...)
	}
	part, ends := map[string]bool{name: true}, map[string]bool{}
	for again := true; again; {
		again = false
		for _, c := range plan.Conjuncts(conditions) {
			names := plan.Mentions(c)
			if !slices.ContainsFunc(names, func(n string) bool { return part[n] }) {
				continue
			}
			for _, n := range names {
				if used[n] {
					ends[n] = true
				} else if !part[n] {
					part[n], again = true, true
				}
			}
		}
	}
	return len(ends) > 1
}

// repeatedKeys finds a count of the key of a relation whose rows a join repeats: count(o.id) of orders beside their
// lines.
func (l *level) repeatedKeys() []Finding {
	if len(l.sources) < 2 {
		return nil
	}
	grains := l.grains(l.groupColumns())
	for _, a := range l.aggregates() {
		c, ok := a.Argument.Column()
		if a.Name != "count" || a.Distinct || !ok || slices.Contains(grains, c.Alias) || len(grains) == 0 {
			continue
		}
		for _, s := range l.sources {
			if s.name == c.Alias && slices.ContainsFunc(s.keys, func(k []string) bool { return len(k) == 1 && k[0] == c.Column }) {
				return []Finding{{FanOut, fmt.Sprintf("count of %s counts some of them more than once, because the join with %s repeats them; count(DISTINCT %s)",
					a.Argument, strings.Join(grains, ", "), a.Argument)}}
			}
		}
	}
	return nil
}
