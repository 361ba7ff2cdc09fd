package lift

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/algebra"
)

// scope is what names mean at one level of a statement.
type scope struct {
	outer   *scope
	ctes    map[string]*query
	vars    []*variable
	windows []*pg.Node
}

// variable is an item of FROM.
type variable struct {
	name    string
	row     *algebra.Row
	columns []string
	merged  []string // columns that a USING has taken from another item
	element bool     // its only column is the element of a list
}

func (v *variable) attr(column string) *algebra.Attr {
	if v.element {
		column = algebra.Element
	}
	return &algebra.Attr{Row: v.row, Column: column}
}

func (s *scope) cte(name string) *query {
	for ; s != nil; s = s.outer {
		if q := s.ctes[name]; q != nil {
			return q
		}
	}
	return nil
}

// column returns what a bare name means: a column of this level, or of an outer one.
func (s *scope) column(name string) (algebra.Value, error) {
	for at := s; at != nil; at = at.outer {
		for _, v := range at.vars {
			if slices.Contains(v.columns, name) && !slices.Contains(v.merged, name) {
				return v.attr(name), nil
			}
		}
	}
	return nil, unknown("an unknown column", "%s", name)
}

func (s *scope) variable(name string) *variable {
	for at := s; at != nil; at = at.outer {
		for _, v := range at.vars {
			if v.name == name {
				return v
			}
		}
	}
	return nil
}

// reference reads a column reference.
func (s *scope) reference(c *pg.ColumnRef) (algebra.Value, error) {
	fields := c.Fields
	last := fields[len(fields)-1].GetString_().GetSval()
	if len(fields) == 1 {
		return s.column(last)
	}
	v := s.variable(fields[len(fields)-2].GetString_().GetSval())
	if v == nil || !slices.Contains(v.columns, last) {
		return nil, unknown("an unknown column", "%s", last)
	}
	return v.attr(last), nil
}

// star returns the columns that * or t.* stands for.
func (s *scope) star(n *pg.Node) ([]*algebra.Attr, bool, error) {
	fields := n.GetColumnRef().GetFields()
	if len(fields) == 0 || fields[len(fields)-1].GetAStar() == nil {
		return nil, false, nil
	}
	from := s.vars
	if len(fields) > 1 {
		v := s.variable(fields[len(fields)-2].GetString_().GetSval())
		if v == nil {
			return nil, true, unknown("an unknown column", "*")
		}
		from = []*variable{v}
	}
	var all []*algebra.Attr
	for _, v := range from {
		for _, c := range v.columns {
			if len(fields) > 1 || !slices.Contains(v.merged, c) {
				all = append(all, v.attr(c))
			}
		}
	}
	return all, true, nil
}
