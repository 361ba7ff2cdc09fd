package form

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// scope is a set that is being put together: rows of relations, joined, and what holds for them. In one scope a
// relation is one row, unless it is said to be another.
type scope struct {
	ranked []algebra.Value // by what the ranks of the noun compare
	counts []counted       // how many there are of what was said to be so many
	*run
	base   *semantic.Relation
	rows   []oneRow // those of the relations, each once
	set    algebra.Set
	conds  []algebra.Pred
	said   map[place]string       // what columns were said to equal
	like   map[place]string       // what they were said to contain, in lower case
	lists  map[place]*algebra.Row // the elements of columns that hold lists
	fans   bool                   // a row of base may occur more than once
	beside bool                   // what is joined stands beside rows that stay without it, too
}

// oneRow is the row of a relation.
type oneRow struct {
	of  *semantic.Relation
	row *algebra.Row
}

// row returns the row of a relation; nil: there is none.
func (s *scope) row(of *semantic.Relation) *algebra.Row {
	for _, one := range s.rows {
		if one.of == of {
			return one.row
		}
	}
	return nil
}

func (r *run) scope(base *semantic.Relation) *scope {
	s := r.anyTime(base)
	s.present(base, s.row(base))
	return s
}

// anyTime is a scope of rows that need not be valid now.
func (r *run) anyTime(base *semantic.Relation) *scope {
	row := rowOf(base)
	return &scope{run: r, base: base, rows: []oneRow{{base, row}}, set: &algebra.Rows{Row: row}}
}

// ofKind returns that a row is of the kind that its relation is the rows of.
func ofKind(rel *semantic.Relation, row *algebra.Row) algebra.Pred {
	k := rel.Kinds.Kind
	kind := rowOf(k.To)
	is := &algebra.Compare{Op: algebra.Eq, Left: &algebra.Attr{Row: kind, Column: rel.Kind.Label.Name}, Right: text(rel.Kind.Value)}
	same := meets(row, kind, semantic.Step{Key: k})
	return &algebra.Some{Of: &algebra.Where{Of: &algebra.Rows{Row: kind}, If: &algebra.And{All: []algebra.Pred{same, is}}}}
}

func rowOf(rel *semantic.Relation) *algebra.Row {
	return &algebra.Row{Schema: rel.Table.Schema, Table: rel.Table.Name}
}

// whole returns the set with all that is said of it.
func (s *scope) whole() algebra.Set {
	if len(s.conds) == 0 {
		return s.set
	}
	return &algebra.Where{Of: s.set, If: &algebra.And{All: s.conds}}
}

// reach returns the row of a relation, joined to that of another if it is not there yet.
func (s *scope) reach(from, to *semantic.Relation, key *semantic.Key, heard []string) (*algebra.Row, error) {
	if row := s.row(to); row != nil && key == nil {
		return row, nil
	}
	path := s.way(from, to, key, heard)
	if path == nil {
		return nil, errUnfit
	}
	return s.follow(from, path), nil
}

// follow joins the rows on a way.
func (s *scope) follow(from *semantic.Relation, path semantic.Path) *algebra.Row {
	at, keep := s.row(from), algebra.KeepNone
	for i, step := range path {
		end := step.End()
		if s.beside && (step.Back || slices.ContainsFunc(step.Key.Columns, func(c *schema.Column) bool { return !c.NotNull })) {
			keep = algebra.KeepLeft
		}
		if i+1 < len(path) && s.row(end) != nil {
			at = s.row(end)
			continue
		}
		next := rowOf(end)
		if stands(path, i) {
			s.present(end, next)
		}
		s.set = &algebra.Join{Left: s.set, Right: &algebra.Rows{Row: next}, On: meets(at, next, step), Keep: keep}
		s.fans = s.fans || !step.ToOne()
		if s.row(end) == nil {
			s.rows = append(s.rows, oneRow{end, next})
		}
		at = next
	}
	return at
}

// stands reports whether the rows that a step of a way leads to are to be valid now: those at its end, and those that
// join two others, as who
// works where. What hangs on a row does so for ever, whenever the row was valid.
func stands(path semantic.Path, i int) bool {
	return i+1 == len(path) || path[i].Back && !path[i+1].Back
}

// meets returns that two rows are joined by a key.
func meets(at, next *algebra.Row, s semantic.Step) algebra.Pred {
	near, far := s.Columns, s.RefColumns
	if s.Back {
		near, far = far, near
	}
	n := len(near)
	names := make([]string, 2*n)
	for i := range near {
		names[i], names[n+i] = near[i].Name, far[i].Name
	}
	return &algebra.Via{From: at, To: next, Path: []algebra.Step{{Row: next, Columns: names[:n:n], To: names[n:]}}}
}

// inside returns a scope of the rows at the end of a way that belong to a row outside of it.
func (s *scope) inside(outer *algebra.Row, path semantic.Path) (*scope, *algebra.Row) {
	first := path[0]
	in := s.run.anyTime(first.End())
	if stands(path, 0) {
		in.present(in.base, in.row(in.base))
	}
	in.conds = append(in.conds, meets(outer, in.row(in.base), first))
	at := in.row(in.base)
	if len(path) > 1 {
		at = in.follow(first.End(), path[1:])
	}
	return in, at
}

// add says conditions of the row of a relation.
func (s *scope) add(rel *semantic.Relation, conds []Cond) error {
	for _, c := range conds {
		if err := s.say(rel, s.row(rel), c); err != nil {
			return err
		}
	}
	return nil
}

// place is a column of a row.
type place struct {
	row *algebra.Row
	col string
}

// agrees reports whether a column may have a value, or a part of one, beside what was said of it.
func (s *scope) agrees(row *algebra.Row, x *Test) bool {
	if x.Op != algebra.Eq && x.Op != algebra.ILike || len(x.To.Values) != 1 || listed(x.Col) {
		return true
	}
	if s.said == nil {
		s.said, s.like = map[place]string{}, map[place]string{}
	}
	at := place{row, x.Col.Column.Name}
	if x.Op == algebra.ILike {
		s.like[at] = strings.ToLower(strings.Trim(x.To.Values[0].Text, "%"))
	} else {
		before, ok := s.said[at]
		s.said[at] = x.To.Values[0].Text
		if ok && before != s.said[at] {
			return false
		}
	}
	whole, ok := s.said[at]
	return !ok || strings.Contains(strings.ToLower(whole), s.like[at])
}

// say adds one condition; what it needs may be joined.
func (s *scope) say(rel *semantic.Relation, row *algebra.Row, c Cond) error {
	switch x := c.(type) {
	case *All:
		for _, one := range x.Conds {
			if err := s.say(rel, row, one); err != nil {
				return err
			}
		}
		return nil
	case *Related:
		if x.Op == "" {
			return s.related(rel, row, x)
		}
	case *Test:
		if k := roleOf(rel, x.Col.Relation, x.Heard); k != nil {
			at, err := s.reach(rel, x.Col.Relation, k, nil)
			if err != nil {
				return err
			}
			return s.tested(x.Col.Relation, at, x)
		}
		if at := s.row(x.Col.Relation); at != nil && x.Col.Relation != rel {
			return s.tested(x.Col.Relation, at, x)
		}
		if x.Col.Relation != rel && s.Ways.ToOne(rel, x.Col.Relation) {
			at, err := s.reach(rel, x.Col.Relation, nil, x.Heard)
			if err != nil {
				return err
			}
			return s.tested(x.Col.Relation, at, x)
		}
		if x.Col.Relation == rel {
			return s.tested(rel, row, x)
		}
	}
	p, err := s.pred(rel, row, c)
	if all, ok := p.(*algebra.And); err == nil && (!ok || len(all.All) > 0) { // what always holds is not said
		s.conds = append(s.conds, p)
	}
	return err
}

// roleOf returns the one of several keys from one relation to another whose role the words tell: from one town, to
// another.
func roleOf(from, to *semantic.Relation, heard []string) *semantic.Key {
	var told *semantic.Key
	keys := 0
	for _, k := range from.Keys {
		if k.To != to || k.Alternative {
			continue
		}
		keys++
		if slices.ContainsFunc(k.Role, func(w string) bool { return hears(heard, w) }) || slices.Contains(heard, k.RoleKind) {
			if told != nil {
				return nil
			}
			told = k
		}
	}
	if keys < 2 {
		return nil
	}
	return told
}

// fixed reports whether what rows of a relation are called was said.
func (s *scope) fixed(rel *semantic.Relation) bool {
	return len(rel.Label.Columns) > 0 && rel.Label.Via == nil && !slices.ContainsFunc(rel.Label.Columns, func(c *schema.Column) bool {
		_, ok := s.said[place{s.row(rel), c.Name}]
		return !ok
	})
}

// tested says that a column of a row in the scope compares as it should.
func (s *scope) tested(rel *semantic.Relation, row *algebra.Row, x *Test) error {
	if !s.agrees(row, x) {
		return errUnfit
	}
	p, err := s.test(rel, row, x)
	if err == nil {
		s.conds = append(s.conds, p)
	}
	return err
}

// related says that a row has another noun: joined where there is at most one or it is shown, else that there is any.
func (s *scope) related(rel *semantic.Relation, row *algebra.Row, x *Related) error {
	n := x.Noun
	at := s.row(n.Rel)
	if at == nil || x.Key != nil || n.Rel == rel && x.Key == nil {
		if n.Rel == rel && x.Key == nil {
			at = row
		} else if x.Key != nil && x.Key.From == rel && !(x.Back && x.Key.To == rel) || x.Key == nil &&
			s.Ways.ToOne(rel, n.Rel) && s.row(n.Rel) == nil {
			var err error
			if at, err = s.reach(rel, n.Rel, x.Key, x.Heard); err != nil {
				return err
			}
		} else {
			p, err := s.pred(rel, row, x)
			if err == nil {
				s.conds = append(s.conds, p)
			}
			return err
		}
	}
	for _, c := range n.Conds {
		if err := s.say(n.Rel, at, c); err != nil {
			return err
		}
	}
	return s.amongRanked(at, n)
}

// amongRanked says that a row is one of the first by the ranks of its noun.
func (s *scope) amongRanked(at *algebra.Row, n *Noun) error {
	if len(n.Ranks) == 0 {
		return nil
	}
	if len(n.Rel.Identity.Columns) == 0 {
		return errUnfit
	}
	in := s.run.scope(n.Rel)
	if err := in.add(n.Rel, n.Conds); err != nil {
		return err
	}
	set, err := in.extremes(in.whole(), n)
	if err != nil {
		return err
	}
	show := &algebra.Show{Of: set}
	m := &algebra.Member{}
	for _, c := range n.Rel.Identity.Columns {
		show.Columns = append(show.Columns, algebra.Column{Value: &algebra.Attr{Row: in.row(n.Rel), Column: c.Name}})
		m.Values = append(m.Values, &algebra.Attr{Row: at, Column: c.Name})
	}
	m.Of = show
	s.conds = append(s.conds, m)
	return nil
}

// extremes cuts a set to the first by the ranks of a noun.
func (s *scope) extremes(set algebra.Set, n *Noun) (algebra.Set, error) {
	for _, rank := range n.Ranks {
		rank = rank.since(n)
		v, extra, err := s.rankValue(n.Rel, s.row(n.Rel), rank)
		if err != nil {
			return nil, err
		}
		if extra != nil {
			set = &algebra.Where{Of: set, If: extra}
		}
		s.ranked = append(s.ranked, v)
		set = s.cut(set, v, rank)
	}
	return set, nil
}

// since returns a rank by the time since a date as one by the date itself: who was born first is the oldest, and not
// all of that age. What is not over has no other time: the ticket that has been open the longest.
func (r *Rank) since(n *Noun) *Rank {
	if r.Item == nil || r.Item.Col == nil || r.Item.Func != "" || r.Item.Col.Span == nil {
		return r
	}
	if to := r.Item.Col.Span.To; to != nil && (to.NotNull || !n.standsNow() && !n.without(to)) {
		return r
	}
	again, one := *r, *r.Item
	one.Col = one.Col.Relation.Column(one.Col.Span.From.Name)
	again.Item, again.Desc = &one, !r.Desc
	return &again
}

// cut keeps the first rows of a set by a rank.
func (r *run) cut(set algebra.Set, v algebra.Value, rank *Rank) *algebra.Extreme {
	one := rank.N == 1 && rank.Skip == 0 && rank.Item.Func == ""
	r.out.cut = r.out.cut || one && !rank.Ties
	return &algebra.Extreme{Of: set, By: []algebra.Order{ordered(v, rank.Desc)}, N: rank.N, Skip: rank.Skip,
		Ties: rank.Ties || one && r.ties}
}
