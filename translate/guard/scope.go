package guard

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// column is an output column of something in FROM.
type column struct {
	name string
	// doubtful means that only some overloads of a function have the column. For the others x.name is a call.
	doubtful bool
	value    composite
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
	name    string // its alias, which nothing else in the statement has
	table   *schema.Table
	written relation // the name of the relation; zero unless it is one
	columns columns
	index   map[string]*column // of many columns
	whole   bool               // the use of the whole row has been recorded
	used    map[string]bool    // columns whose use has been recorded
}

// column returns the column of that name, or nil.
func (i *item) column(name string) *column {
	if len(i.columns.list) < manyColumns {
		return i.columns.find(name)
	}
	if i.index == nil {
		i.index = make(map[string]*column, len(i.columns.list))
		for n := range i.columns.list {
			i.index[i.columns.list[n].name] = &i.columns.list[n]
		}
	}
	return i.index[name]
}

// manyColumns is the number from which on columns are looked up in an index.
const manyColumns = 64

// relation is the name of a table, as far as it is known.
type relation struct{ space, name string }

// scope holds what a SELECT can see: the items of its own FROM, then those of the enclosing queries.
type scope struct {
	outer *scope
	items []*item
}

// lookup returns the items of that alias, from the nearest scope that has one: one item, in the normal form.
func (s *scope) lookup(name string) []*item {
	for ; s != nil; s = s.outer {
		var found []*item
		for _, i := range s.items {
			if i.name == name {
				found = append(found, i)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// visible returns the items of a scope and of those around it.
func (s *scope) visible() []*item {
	var all []*item
	for ; s != nil; s = s.outer {
		all = append(all, s.items...)
	}
	return all
}

// add brings an item into scope, and refuses an alias that the statement has already.
func (r *resolver) add(s *scope, i *item) {
	s.items = append(s.items, i)
	if r.loose() {
		return
	}
	if r.aliases[i.name] != nil || i.name == "" {
		r.report(unbound("an alias twice"))
	}
	r.aliases[i.name] = i
}

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
