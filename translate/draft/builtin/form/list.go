package form

import (
	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/semantic"
)

// element returns one of the values of a column that holds a list: the row occurs once for each of them.
func (s *scope) element(row *algebra.Row, c *semantic.Column) algebra.Value {
	at := place{row, c.Column.Name}
	list := s.lists[at]
	if list == nil {
		v := &algebra.Attr{Row: row, Column: c.Column.Name}
		all := &algebra.Call{Name: "unnest", Args: []algebra.Value{v}}
		if !c.Column.Array {
			all = &algebra.Call{Name: "string_to_table", Args: []algebra.Value{v, text(c.Reading.Separator)}}
		}
		list = &algebra.Row{List: all}
		if s.lists == nil {
			s.lists = map[place]*algebra.Row{}
		}
		s.lists[at] = list
		s.set = &algebra.Join{Left: s.set, Right: &algebra.Rows{Row: list}}
	}
	one := &algebra.Attr{Row: list, Column: algebra.Element}
	if c.Column.Array {
		return one
	}
	return &algebra.Call{Name: "btrim", Args: []algebra.Value{one}}
}

// single reports whether an item is about the elements of a list, and not about the list: they are counted, grouped
// by, or shown each once.
func (q *query) single(i *Item) bool {
	return i.Col != nil && listed(i.Col) && (i.Func == "" && (q.isGrouped || i.Distinct) || i.Func == "count")
}

// apart joins the elements of the lists that the items are about.
func (q *query) apart() {
	for _, i := range q.Items {
		if row := q.scope.row(i.Relation()); row != nil && q.single(i) {
			q.scope.element(row, i.Col)
		}
	}
}

func ordered(v algebra.Value, desc bool) algebra.Order {
	o := algebra.Order{Value: v, Desc: desc}
	if desc {
		o.Nulls = "last"
	}
	return o
}
