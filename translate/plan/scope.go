package plan

import (
	"slices"
	"strconv"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// Scope resolves the column references of one level: first to the level's own sources, then to those of the enclosing
// levels.
type Scope struct {
	Sources []*Named
	Outer   *Scope
	Ctes    map[string][]string // output columns by CTE name; nil: not known
	Missing []*Named            // sources that expressions name but the plan does not read yet
	Sub     bool                // the level is a subquery in an expression
	Inner   bool                // all joins are inner joins
}

// Named is one source with the name that references use.
type Named struct {
	Name    string
	Was     string        // an earlier name that references may still use
	Table   *schema.Table // nil for a CTE or a derived table
	Columns []string      // of a CTE or a derived table
	Open    bool          // its columns are not known, so any name is accepted
}

func (n *Named) Names() []string {
	if n.Table == nil {
		return n.Columns
	}
	all := make([]string, len(n.Table.Columns))
	for i, c := range n.Table.Columns {
		all[i] = c.Name
	}
	return all
}

func (n *Named) Has(column string) bool {
	if n.Table != nil {
		return n.Table.Column(column) != nil
	}
	return n.Open || slices.Contains(n.Columns, column)
}

// Cte returns the columns of a CTE of this level or an enclosing one.
func (s *Scope) Cte(name string) ([]string, bool) {
	for ; s != nil; s = s.Outer {
		if cols, ok := s.Ctes[name]; ok {
			return cols, true
		}
	}
	return nil, false
}

// Source returns the source that a qualifier means, from the innermost level outwards: by exact name, then ignoring
// case.
func (s *Scope) Source(name string) *Named {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for at := s; at != nil; at = at.Outer {
			for _, n := range at.Sources {
				if same(n.Name, name) || n.Was != "" && same(n.Was, name) {
					return n
				}
			}
		}
	}
	return nil
}

// ByTable returns the only source of this level or an enclosing one that reads a table with that name, or nearly that
// name (customer for customers). schemaName may be empty.
func (s *Scope) ByTable(schemaName, table string) *Named {
	for _, same := range []func(a, b string) bool{strings.EqualFold, func(a, b string) bool { return Stemmed(a) == Stemmed(b) }} {
		for at := s; at != nil; at = at.Outer {
			var found []*Named
			for _, n := range at.Sources {
				if n.Table != nil && same(n.Table.Name, table) && (schemaName == "" || n.Table.Schema == schemaName) {
					found = append(found, n)
				}
			}
			if len(found) == 1 {
				return found[0]
			}
		}
	}
	return nil
}

// Holding returns the sources of this level that have a column of exactly that name.
func (s *Scope) Holding(column string) []*Named {
	var found []*Named
	for _, n := range s.Sources {
		if n.Has(column) && !n.Open {
			found = append(found, n)
		}
	}
	return found
}

// Names returns the names that qualifiers may use.
func (s *Scope) Names() []string {
	var all []string
	for at := s; at != nil; at = at.Outer {
		for _, n := range at.Sources {
			all = append(all, n.Name)
		}
	}
	return all
}

// Free returns an alias for a table that no source of the level has yet.
func (s *Scope) Free(table string) string {
	taken := s.Names()
	name := table
	for i := 2; slices.Contains(taken, name); i++ {
		name = table + "_" + strconv.Itoa(i)
	}
	return name
}

// ColumnOf returns the catalog's column for a resolved reference; nil when there is none.
func ColumnOf(n *pg.Node, s *Scope) (*schema.Column, Place) {
	parts, ok := ColumnName(n)
	if !ok || len(parts) != 2 {
		return nil, Place{}
	}
	src := s.Source(parts[0])
	if src == nil || src.Table == nil {
		return nil, Place{}
	}
	return src.Table.Column(parts[1]), Place{parts[0], parts[1], src.Table}
}

func (n *Named) TableName() string {
	if n.Table == nil {
		return n.Name
	}
	return n.Table.Name
}

// Place is the table and column that a resolved reference names.
type Place struct {
	alias, Column string
	Table         *schema.Table
}

func (p Place) String() string { return p.alias + "." + p.Column }
