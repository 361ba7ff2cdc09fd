package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// scope resolves the column references of one level: first to the level's own sources, then to those of the enclosing
// levels.
type scope struct {
	sources []*named
	outer   *scope
	ctes    map[string][]string // output columns by CTE name; nil: not known
	missing []*named            // sources that expressions name but the plan does not read yet
	sub     bool                // the level is a subquery in an expression
	inner   bool                // all joins are inner joins
}

// named is one source with the name that references use.
type named struct {
	name    string
	was     string        // an earlier name that references may still use
	table   *schema.Table // nil for a CTE or a derived table
	columns []string      // of a CTE or a derived table
	open    bool          // its columns are not known, so any name is accepted
}

func (n *named) names() []string {
	if n.table == nil {
		return n.columns
	}
	all := make([]string, len(n.table.Columns))
	for i, c := range n.table.Columns {
		all[i] = c.Name
	}
	return all
}

func (n *named) has(column string) bool {
	if n.table != nil {
		return n.table.Column(column) != nil
	}
	return n.open || slices.Contains(n.columns, column)
}

// cte returns the columns of a CTE of this level or an enclosing one.
func (s *scope) cte(name string) ([]string, bool) {
	for ; s != nil; s = s.outer {
		if cols, ok := s.ctes[name]; ok {
			return cols, true
		}
	}
	return nil, false
}

// source returns the source that a qualifier means, from the innermost level outwards: by exact name, then ignoring
// case.
func (s *scope) source(name string) *named {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for at := s; at != nil; at = at.outer {
			for _, n := range at.sources {
				if same(n.name, name) || n.was != "" && same(n.was, name) {
					return n
				}
			}
		}
	}
	return nil
}

// byTable returns the only source of this level or an enclosing one that reads a table with that name, or nearly that
// name (customer for customers). schemaName may be empty.
func (s *scope) byTable(schemaName, table string) *named {
	for _, same := range []func(a, b string) bool{strings.EqualFold, func(a, b string) bool { return stemmed(a) == stemmed(b) }} {
		for at := s; at != nil; at = at.outer {
			var found []*named
			for _, n := range at.sources {
				if n.table != nil && same(n.table.Name, table) && (schemaName == "" || n.table.Schema == schemaName) {
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

// holding returns the sources of this level that have a column of exactly that name.
func (s *scope) holding(column string) []*named {
	var found []*named
	for _, n := range s.sources {
		if n.has(column) && !n.open {
			found = append(found, n)
		}
	}
	return found
}

// names returns the names that qualifiers may use.
func (s *scope) names() []string {
	var all []string
	for at := s; at != nil; at = at.outer {
		for _, n := range at.sources {
			all = append(all, n.name)
		}
	}
	return all
}

// free returns an alias for a table that no source of the level has yet.
func (s *scope) free(table string) string {
	taken := s.names()
	name := table
	for i := 2; slices.Contains(taken, name); i++ {
		name = table + "_" + strconv.Itoa(i)
	}
	return name
}
