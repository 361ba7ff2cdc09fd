package guard

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// column is an output column of something in FROM.
type column struct {
	name string
	// source says which column of a table it is, as schema.table.column; empty when computed.
	source string
	// size is how large a number it can hold by the constants that it is computed from, data counting as 1: see
	// magnitude. 0 for data.
	size float64
	// doubtful says that only some overloads of a function have the column: where one has not, x.name is a call.
	doubtful bool
	gathered bool // it holds a list that the statement collects: see contains
	// bulk is how many bytes its values can have by what the statement makes of them: see bulk. 0 for data.
	bulk float64
}

// columns of something in FROM. When they are not known (a table without facts, a function of an extension), complete is
// false and list holds those that are.
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

// has says whether there is a column of that name; where that matters, whatever the overload.
func (c columns) has(name string, certainly bool) bool {
	col := c.find(name)
	return col != nil && !(certainly && col.doubtful)
}

// rename applies a list of column aliases, which covers the first ones.
func (c columns) rename(aliases []string) columns {
	if len(aliases) == 0 {
		return c
	}
	list := slices.Clone(c.list)
	for i, a := range aliases {
		if i < len(list) {
			list[i].name, list[i].doubtful = a, false // the server counts them
		} else {
			list = append(list, column{name: a})
		}
	}
	return columns{list, c.complete}
}

// item is one thing in FROM that columns can be taken from.
type item struct {
	name    string // alias, or the relation's own name
	space   string // schema of the relation, when it has no alias; empty otherwise
	table   *schema.Table
	written relation // as the statement names it; zero for anything but a relation
	columns columns
	aliased bool
	whole   bool            // its whole row has been accounted for
	used    map[string]bool // columns that have been
}

// real is the table's own name of a column, which an alias may have renamed.
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

// relation is a table's name as far as it is known.
type relation struct{ space, name string }

// scope is what a SELECT can see: the items of its own FROM, then those of the queries around it.
type scope struct {
	outer *scope
	items []*item
	// outputs are the names that ORDER BY and GROUP BY may use besides, while those are being resolved.
	outputs columns
	byName  bool // outputs count
}

func (s *scope) add(i *item) { s.items = append(s.items, i) }

// ctes are the WITH queries in scope, innermost first.
type ctes struct {
	outer   *ctes
	name    string
	columns columns
	rows    float64
}

func (c *ctes) find(name string) *ctes {
	for ; c != nil; c = c.outer {
		if c.name == name {
			return c
		}
	}
	return nil
}
