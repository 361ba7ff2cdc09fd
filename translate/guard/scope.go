package guard

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// column is an output column of something in FROM.
type column struct {
	name string
	// source is the table column behind it, as schema.table.column; empty when computed.
	source string
	// doubtful means that only some overloads of a function have the column. For the others x.name is a call.
	doubtful bool
}

// columns holds the columns of something in FROM. When not all are known (a table without facts, a function of an
// extension), complete is false and list holds those that are.
type columns struct {
	list     []column
	complete bool
}

func (c columns) find(name string) *column {
	for i := range c.list {
		if c.list[i].name == name {
			return &c.list[i]
		}
	}
	return nil
}

// has reports whether there is a column of that name. If certainly is true, a doubtful column does not count.
func (c columns) has(name string, certainly bool) bool {
	col := c.find(name)
	return col != nil && !(certainly && col.doubtful)
}

// rename returns the columns with aliases applied to the first ones.
func (c columns) rename(aliases []string) columns {
	if len(aliases) == 0 {
		return c
	}
	list := slices.Clone(c.list)
	for i, a := range aliases {
		if i < len(list) {
			list[i].name, list[i].doubtful = a, false // the server assigns aliases by position
		} else {
			list = append(list, column{name: a})
		}
	}
	return columns{list, c.complete}
}

// item is one thing in FROM that has columns.
type item struct {
	name    string // alias, or the relation's own name
	space   string // schema of the relation, when it has no alias; empty otherwise
	table   *schema.Table
	written relation // the name as written in the statement; zero unless it is a relation
	columns columns
	aliased bool
	whole   bool            // the use of the whole row has been recorded
	used    map[string]bool // columns whose use has been recorded
}

// real returns the table's own name of a column that an alias may have renamed.
func (i *item) real(name string) string {
	c := i.columns.find(name)
	switch {
	case c == nil || c.source == "":
		return name
	case i.table != nil:
		return c.source[len(i.table.Qualified())+1:]
	}
	return c.source[strings.LastIndexByte(c.source, '.')+1:]
}

// relation is the name of a table, as far as it is known.
type relation struct{ space, name string }

// scope holds what a SELECT can see: the items of its own FROM, then those of the enclosing queries.
type scope struct {
	outer *scope
	items []*item
	// outputs are the output columns that ORDER BY and GROUP BY may also name, while these clauses are resolved.
	outputs columns
	byName  bool // outputs may be named
}

func (s *scope) add(i *item) { s.items = append(s.items, i) }

// ctes are the WITH queries in scope, innermost first.
type ctes struct {
	outer   *ctes
	name    string
	columns columns
}

func (c *ctes) find(name string) *ctes {
	for ; c != nil; c = c.outer {
		if c.name == name {
			return c
		}
	}
	return nil
}
