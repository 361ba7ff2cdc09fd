package builtin

import (
	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// labelled returns a set that shows what codes stand for where it would show codes of a set that a table of them lists. Conditions, groups
// and orders stay by the codes themselves, but for the order of what is shown only once, which must be by something that is shown.
func (r *Reader) labelled(s algebra.Set) algebra.Set {
	switch x := s.(type) {
	case *algebra.Extreme:
		inner, ok := x.Of.(*algebra.Show)
		if !ok {
			return s
		}
		out := *x
		out.Of, out.By = r.labelled(inner), nil
		for _, o := range x.By {
			o.Value = r.label(o.Value)
			out.By = append(out.By, o)
		}
		return &out
	case *algebra.Show:
		out := *x
		out.Columns = nil
		for _, c := range x.Columns {
			if v := r.label(c.Value); v != c.Value {
				if c.Value = v; c.Name == "" {
					c.Name = v.(*algebra.The).Of.(*algebra.Show).Columns[0].Name
				}
			}
			out.Columns = append(out.Columns, c)
		}
		return &out
	}
	return s
}

// label returns what the code stands for that a value is, or the value where it is no such code.
func (r *Reader) label(v algebra.Value) algebra.Value {
	code, ok := v.(*algebra.Attr)
	col := r.column(v)
	if !ok || col == nil || col.Set == nil {
		return v
	}
	set := col.Set
	row := &algebra.Row{Schema: set.In.Table.Schema, Table: set.In.Table.Name}
	of := &algebra.And{}
	for _, c := range set.Rows {
		of.All = append(of.All, &algebra.Compare{Op: algebra.Eq, Left: &algebra.Attr{Row: row, Column: c.Column.Name}, Right: constantFor(c)})
	}
	left, right := algebra.Value(&algebra.Attr{Row: row, Column: set.Code.Name}), algebra.Value(code)
	if set.Code.Class != col.Column.Class {
		left, right = &algebra.As{Type: "text", Of: left}, &algebra.As{Type: "text", Of: right}
	}
	of.All = append(of.All, &algebra.Compare{Op: algebra.Eq, Left: left, Right: right})
	return &algebra.The{Of: &algebra.Show{Of: &algebra.Where{Of: &algebra.Rows{Row: row}, If: of},
		Columns: []algebra.Column{{Value: &algebra.Attr{Row: row, Column: set.Label.Name}, Name: code.Column}}}}
}

// constantFor returns what a column is compared with.
func constantFor(c semantic.Condition) algebra.Value {
	if c.Column.Class == schema.Integer {
		return &algebra.Const{Kind: algebra.Number, Text: c.Value}
	}
	return &algebra.Const{Kind: algebra.Text, Text: c.Value}
}
