package form

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// shown orders the answer and chooses its columns: what was asked for, groups where nothing shows them, else what
// rows are called.
func (q *query) shown(set algebra.Set) (algebra.Set, error) {
	show := &algebra.Show{Distinct: q.Unique}
	add := func(v algebra.Value) {
		if !slices.ContainsFunc(show.Columns, func(c algebra.Column) bool { return algebra.Same(c.Value, v) }) {
			show.Columns = append(show.Columns, algebra.Column{Value: v})
		}
	}
	if err := q.showGroups(show, add); err != nil {
		return nil, err
	}
	if q.lists() {
		if err := q.showRows(add); err != nil {
			return nil, err
		}
		q.showRanked(show)
		q.showChosen(show)
		show.Distinct = show.Distinct || q.scope.fans
	}
	if rel := q.reached(); rel != nil {
		for _, v := range q.labels(rel) {
			add(v)
		}
	}
	if err := q.showItems(show, add); err != nil {
		return nil, err
	}
	set, err := q.inOrder(set, show)
	if err != nil {
		return nil, err
	}
	if show.Distinct && q.isGrouped {
		show.Distinct = false
	}
	show.Of = set
	if show.Distinct && len(q.Orders) > 0 { // SELECT DISTINCT orders what it shows
		order := set.(*algebra.Extreme)
		show.Of = order.Of
		return &algebra.Extreme{Of: show, By: order.By, N: order.N}, nil
	}
	return show, nil
}

// showItems shows what is asked for.
func (q *query) showItems(show *algebra.Show, add func(algebra.Value)) error {
	for _, i := range q.Items {
		if i.OfEach {
			v, err := q.ofEach(i)
			if err != nil {
				return err
			}
			add(v)
			continue
		}
		if i.Figure() {
			m, err := q.scope.figure(i)
			if err != nil {
				return err
			}
			n := len(show.Columns)
			if add(m); len(show.Columns) > n {
				show.Columns[n].Name = amountName(i)
			}
			continue
		}
		vs, err := q.values(i)
		if err != nil {
			return err
		}
		n := len(show.Columns)
		for _, v := range vs {
			add(v)
		}
		if len(show.Columns) == n+1 {
			show.Columns[n].Name = amountName(i)
		}
		show.Distinct = show.Distinct || i.Distinct || i.Noun != nil && i.Noun.Unique
	}
	return nil
}

// inOrder puts what is shown in the orders that were asked for, each within the one before.
func (q *query) inOrder(set algebra.Set, show *algebra.Show) (algebra.Set, error) {
	for k, o := range q.Orders {
		v := show.Columns[0].Value
		if o.ByName {
			if v = q.firstText(show.Columns); v == nil {
				return nil, errUnfit
			}
		}
		item := o.Item
		if item == nil && o.Size && !o.ByName {
			if item = q.size(); item == nil {
				return nil, errUnfit
			}
		}
		if item != nil {
			var err error
			if v, err = q.orderValue(item); err != nil {
				return nil, err
			}
		}
		by := ordered(v, o.Desc && (o.N > 0 || o.Last))
		by.Desc = o.Desc
		if outer, ok := set.(*algebra.Extreme); ok && k > 0 && outer.N == 0 { // then by …
			outer.By, outer.N = append(outer.By, by), o.N
		} else {
			set = &algebra.Extreme{Of: set, By: []algebra.Order{by}, N: o.N}
		}
		if show.Distinct && !slices.ContainsFunc(show.Columns, func(c algebra.Column) bool { return algebra.Same(c.Value, v) }) {
			show.Distinct = false
		}
	}
	return set, nil
}

// firstText returns what an alphabetical order is by: the first text that is shown; nil: there is none.
func (q *query) firstText(shown []algebra.Column) algebra.Value {
	for _, c := range shown {
		a, ok := c.Value.(*algebra.Attr)
		for _, one := range q.scope.rows {
			rel, row := one.of, one.row
			if !ok || row != a.Row || rel.Column(a.Column) == nil {
				continue
			}
			switch Class(rel.Column(a.Column)) {
			case schema.Text:
				return a
			case schema.Enum: // which has an order of its own
				return &algebra.As{Of: a, Type: "text"}
			}
		}
	}
	return nil
}

// size returns what the rows of an answer are ordered by where only a direction was said: the first figure, or the
// first number or date.
func (q *query) size() *Item {
	if len(q.figures) > 0 {
		return q.figures[0]
	}
	for _, i := range q.plain {
		if i.Col != nil && (Class(i.Col).Numeric() || Class(i.Col).Temporal()) {
			return i
		}
	}
	return nil
}

// showGroups shows what the figures are of, unless the items do.
func (q *query) showGroups(show *algebra.Show, add func(algebra.Value)) error {
	for _, g := range q.shownGroups() {
		if g.within() {
			_, names, err := q.ledKeys(g.Key)
			if err != nil {
				return err
			}
			for _, v := range names {
				add(v)
			}
			if len(names) == 1 {
				show.Columns[len(show.Columns)-1].Name = ledName(&Item{Beside: Beside{Key: g.Key}})
			}
			continue
		}
		if g.Noun != nil {
			said := slices.ContainsFunc(q.plain, func(i *Item) bool { return i.Relation() == g.Noun.Rel })
			if said {
				continue
			}
			vs, err := q.rowColumns(g.Noun.Rel)
			if err != nil {
				return err
			}
			for _, v := range vs {
				add(v)
			}
			continue
		}
		v := q.groupValue(g)
		if g.Unit != "" {
			v = periodOf(g.Unit, v)
		}
		add(v)
	}
	return nil
}

func (q *query) orderValue(i *Item) (algebra.Value, error) {
	if i.Figure() && q.isGrouped {
		return q.scope.compared(i)
	}
	if i.Term != nil && !i.Figure() && !q.isGrouped {
		return q.scope.defined(i.Term)
	}
	if i.Figure() || i.Col == nil {
		v, _, err := q.scope.rankValue(q.scope.base, q.scope.row(q.scope.base), &Rank{Item: i, Desc: true})
		return v, err
	}
	row := q.scope.row(i.Col.Relation)
	if row != nil && q.isGrouped {
		v := q.scope.attr(row, i.Col)
		if !slices.ContainsFunc(q.groups, func(g algebra.Value) bool { return algebra.Same(g, v) }) {
			return nil, errUnfit
		}
		return v, nil
	}
	if row == nil {
		v, _, err := q.scope.rankValue(q.scope.base, q.scope.row(q.scope.base), &Rank{Item: i, Desc: true})
		return v, err
	}
	return q.scope.attr(row, i.Col), nil
}

// value returns the column of an item.
func (q *query) value(i *Item) algebra.Value {
	if q.single(i) {
		return q.scope.element(q.scope.row(i.Col.Relation), i.Col)
	}
	return q.scope.attrShown(q.scope.row(i.Col.Relation), i.Col)
}

// attrShown returns a column as it is shown: as it is stored.
func (s *scope) attrShown(row *algebra.Row, c *semantic.Column) algebra.Value {
	if c.Span != nil {
		return s.span(row, c)
	}
	return &algebra.Attr{Row: row, Column: c.Column.Name}
}

// values returns what an item shows.
func (q *query) values(i *Item) ([]algebra.Value, error) {
	if i.Term != nil {
		v, err := q.scope.defined(i.Term)
		return []algebra.Value{v}, err
	}
	if i.Whether != nil {
		p, err := q.scope.pred(i.Noun.Rel, q.scope.row(i.Noun.Rel), i.Whether)
		return []algebra.Value{&algebra.Truth{If: p}}, err
	}
	if i.Key != nil {
		return q.ledValues(i)
	}
	if i.Col == nil {
		return q.rowColumns(i.Noun.Rel)
	}
	if q.scope.row(i.Col.Relation) == nil {
		return nil, errUnfit
	}
	if i.Per != "" {
		return []algebra.Value{divided(q.value(i), i.Per)}, nil
	}
	return []algebra.Value{q.value(i)}, nil
}

func identity(rel *semantic.Relation) []*schema.Column { return rel.Identity.Columns }

// labels returns what rows of a relation are called.
func (q *query) labels(rel *semantic.Relation) []algebra.Value {
	row := q.scope.row(rel)
	if via := rel.Label.Via; via != nil {
		if row = q.scope.row(via.To); row == nil {
			return nil
		}
	}
	var all []algebra.Value
	for _, c := range rel.Label.Columns {
		all = append(all, &algebra.Attr{Row: row, Column: c.Name})
	}
	return all
}

// rowColumns returns what a list of rows shows: what they are called, and what tells them apart where names may repeat.
func (q *query) rowColumns(rel *semantic.Relation) ([]algebra.Value, error) {
	row := q.scope.row(rel)
	if row == nil {
		return nil, errUnfit
	}
	if all := q.joinedNames(rel); len(all) > 0 {
		return all, nil
	}
	all := q.labels(rel)
	if q.named && q.isGrouped && rel.Label.Via == nil && len(all) > 0 {
		return all, nil
	}
	if rel.Label.Via == nil && len(rel.Label.Columns) == 1 && sole(rel, rel.Label.Columns[0]) {
		if !q.isGrouped && rel.KnownByCode() && !rel.Code.Masked && rel.Code != rel.Label.Columns[0] {
			all = append(all, &algebra.Attr{Row: row, Column: rel.Code.Name})
		}
		return all, nil
	}
	keys := identity(rel)
	if rel.Code != nil && len(all) > 0 && !rel.Code.Masked { // the number by which people know it
		keys = append([]*schema.Column{rel.Code}, keys...)
	}
	for _, c := range keys {
		v := &algebra.Attr{Row: row, Column: c.Name}
		if !slices.ContainsFunc(all, func(o algebra.Value) bool { return algebra.Same(o, v) }) {
			all = append(all, v)
		}
	}
	if len(all) == 0 {
		for _, c := range rel.Table.Columns {
			all = append(all, &algebra.Attr{Row: row, Column: c.Name})
		}
	}
	return all, nil
}

// sole reports whether a column differs from row to row.
func sole(rel *semantic.Relation, c *schema.Column) bool {
	return c.Profile.Distinct == -1 || rel.Table.HasKey([]string{c.Name})
}

// showRows shows what the rows of a list are called; where nothing but a key tells them apart, or their name was
// said, all that is known of them.
func (q *query) showRows(add func(algebra.Value)) error {
	list := !q.isGrouped && !q.scope.fans                              // each row once
	if list && len(q.Head.Conds)+len(q.Head.Ranks)+len(q.Ranks) == 0 { // a bare list is to be worked with: by its key
		for _, c := range q.Head.Rel.Identity.Columns {
			if !c.Masked {
				add(q.scope.attrShown(q.scope.row(q.Head.Rel), q.Head.Rel.Column(c.Name)))
			}
		}
	}
	vs, err := q.rowColumns(q.Head.Rel)
	if err != nil {
		return err
	}
	if list && isNameless(q.Head.Rel) || q.scope.fixed(q.Head.Rel) { // what it is called was said
		for _, c := range q.Head.Rel.Columns {
			if !c.Column.Masked && !slices.ContainsFunc(joinsOf(q.Head.Rel), func(k *semantic.Key) bool { return slices.Contains(k.Columns, c.Column) }) {
				vs = append(vs, q.scope.attrShown(q.scope.row(q.Head.Rel), c))
			}
		}
	}
	for _, v := range vs {
		add(v)
	}
	return nil
}

// showRanked shows by what rows are the first: the top 3 customers by revenue, with their revenue, and the dearest
// product with its price.
func (q *query) showRanked(show *algebra.Show) {
	for i, v := range q.scope.ranked {
		if r := q.Head.Ranks[i]; r.N > 0 && (r.Item.Figure() ||
			!slices.ContainsFunc(show.Columns, func(c algebra.Column) bool { return algebra.Same(c.Value, v) })) {
			name := amountName(q.ofRows(r.Item))
			if _, plain := v.(*algebra.Attr); plain { // by the day of birth, and not by the age
				name = ""
			}
			beside(show, algebra.Column{Value: v, Name: name})
		}
	}
	if q.Head != nil {
		beside(show, q.best...)
	}
}

// beside shows columns beside others.
func beside(show *algebra.Show, list ...algebra.Column) {
	again := algebra.Copy(&algebra.Show{Of: &algebra.Once{}, Columns: list})
	show.Columns = append(show.Columns, again.(*algebra.Show).Columns...)
}

// isNameless reports whether nothing but its key, if that, tells what a row is: a list of numbers says nothing to
// people.
func isNameless(r *semantic.Relation) bool {
	return !slices.ContainsFunc(r.Label.Columns, func(c *schema.Column) bool { return !slices.Contains(r.Identity.Columns, c) })
}
