package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// shown returns a set that shows what is stored as people speak of it: codes as what they stand for, and amounts in
// cents as amounts, unless cents were asked for. Conditions, groups and orders stay by what is stored, but for the
// order of what is shown only once, which must be by something that is shown.
func (r *Reader) shown(s algebra.Set, said []link.Word) algebra.Set {
	cents := slices.ContainsFunc(said, func(w link.Word) bool { return strings.HasPrefix(w.Low, "cent") || w.Low == "pence" })
	switch x := s.(type) {
	case *algebra.Extreme:
		inner, ok := x.Of.(*algebra.Show)
		if !ok {
			return s
		}
		out := *x
		out.Of, out.By = r.shown(inner, said), nil
		for _, o := range x.By {
			o.Value, _ = r.spoken(o.Value, cents)
			out.By = append(out.By, o)
		}
		return &out
	case *algebra.Show:
		out := *x
		out.Columns = nil
		for _, c := range x.Columns {
			v, name := r.spoken(c.Value, cents)
			if v != c.Value {
				if c.Value = v; c.Name == "" || name != "" && semantic.CentsEnd(c.Name) {
					c.Name = name
				}
			}
			out.Columns = append(out.Columns, c)
			if label := r.lookedUp(c.Value); label != nil && !x.Distinct {
				out.Columns = append(out.Columns, algebra.Column{Value: label})
			}
		}
		return &out
	}
	return s
}

// sureLookup is how sure it must be that a column holds the codes of a look-up table for what these are called to be
// shown beside them.
const sureLookup = 0.6

// lookedUp returns what a code is called in the look-up table that it leads to; nil: it is no such code.
func (r *Reader) lookedUp(v algebra.Value) algebra.Value {
	col := r.column(v)
	if col == nil || col.Lookup == nil || col.Column.Class != schema.Text || col.Lookup.Why.Confidence < sureLookup ||
		slices.Contains(col.Relation.Identity.Columns, col.Column) {
		return nil
	}
	key := col.Lookup.Key
	row := &algebra.Row{Schema: key.To.Table.Schema, Table: key.To.Table.Name}
	is := &algebra.Compare{Op: algebra.Eq, Left: &algebra.Attr{Row: row, Column: key.RefColumns[0].Name}, Right: v}
	return &algebra.The{Of: &algebra.Show{Of: &algebra.Where{Of: &algebra.Rows{Row: row}, If: is},
		Columns: []algebra.Column{{Value: &algebra.Attr{Row: row, Column: col.Lookup.Label.Name}}}}}
}

// spoken returns a value as people speak of it, and what it is then called; the value itself where that is how it is
// stored.
func (r *Reader) spoken(v algebra.Value, cents bool) (algebra.Value, string) {
	if label := r.label(v); label != v {
		return label, label.(*algebra.The).Of.(*algebra.Show).Columns[0].Name
	}
	if of := r.inCents(v); of != "" && !cents {
		hundred := &algebra.As{Type: "numeric", Of: &algebra.Const{Kind: algebra.Number, Text: "100"}}
		return &algebra.Arith{Op: "/", Left: v, Right: hundred}, semantic.WithoutCents(of)
	}
	return v, ""
}

// inCents returns the name of the column of whose amounts in cents a value is one; empty: it is none.
func (r *Reader) inCents(v algebra.Value) string {
	switch x := v.(type) {
	case *algebra.Attr:
		if c := r.column(x); c != nil && c.Unit != nil && c.Unit.Of == "money" && c.Unit.Size == "0.01" {
			return x.Column
		}
	case *algebra.Measure:
		if len(x.Of) == 1 && slices.Contains([]string{"sum", "avg", "min", "max"}, x.Func) {
			return r.inCents(x.Of[0])
		}
	case *algebra.Arith:
		left, right := r.inCents(x.Left), r.inCents(x.Right)
		switch {
		case x.Op == "/" && right == "" && !isHundred(x.Right), x.Op == "*" && (left == "" || right == ""):
			return left + right
		case (x.Op == "+" || x.Op == "-") && left != "" && right != "":
			return left
		}
	case *algebra.Call:
		if x.Name == "coalesce" || x.Name == "round" {
			return r.inCents(x.Args[0])
		}
	case *algebra.The:
		if show, ok := x.Of.(*algebra.Show); ok && len(show.Columns) == 1 {
			return r.inCents(show.Columns[0].Value)
		}
	}
	return ""
}

// isHundred reports whether a value is what cents are divided by.
func isHundred(v algebra.Value) bool {
	if as, ok := v.(*algebra.As); ok {
		v = as.Of
	}
	c, ok := v.(*algebra.Const)
	return ok && c.Kind == algebra.Number && strings.TrimSuffix(strings.TrimRight(c.Text, "0"), ".") == "1" && strings.HasPrefix(c.Text, "100")
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
