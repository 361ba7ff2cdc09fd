package cost

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// classes are the sets of columns that a statement says are equal, as the planner makes them: it looks at every pair. A
// column is known by its item in FROM and its name.
type classes struct {
	parent map[string]string
	size   map[string]float64
}

func (c *classes) root(key string, size float64) string {
	if c.parent == nil {
		c.parent, c.size = map[string]string{}, map[string]float64{}
	}
	if _, ok := c.parent[key]; !ok {
		c.parent[key], c.size[key] = key, max(1, size)
	}
	for c.parent[key] != key {
		c.parent[key] = c.parent[c.parent[key]]
		key = c.parent[key]
	}
	return key
}

// equate puts two columns into one class. What stands behind the column of a subquery is equal, too.
func (c *checker) equate(a, b string, sizeA, sizeB float64) {
	a, b = c.classes.root(a, sizeA), c.classes.root(b, sizeB)
	if a == b {
		return
	}
	c.matches = min(c.matches+2*times(c.classes.size[a], c.classes.size[b]), huge)
	c.classes.unite(a, b)
}

// unite makes one class of two, by their roots.
func (c *classes) unite(a, b string) {
	if a != b {
		c.parent[b] = a
		c.size[a] = min(c.size[a]+c.size[b], huge)
	}
}

// source returns what is behind a column: that of a table where that is known, else the column itself.
func (c *checker) source(ref *pg_query.ColumnRef, v value) string {
	if v.source != "" || ref == nil {
		return v.source
	}
	return c.key(ref)
}

// key returns what a column is known by, or "" where its name alone does not tell.
func (c *checker) key(m *pg_query.ColumnRef) string {
	if len(m.GetFields()) != 2 {
		return ""
	}
	alias := m.Fields[0].GetString_().GetSval()
	for s := c.scope; s != nil; s = s.outer {
		for _, i := range s.items {
			if i.name == alias {
				return strconv.Itoa(i.id) + "." + m.Fields[1].GetString_().GetSval()
			}
		}
	}
	return ""
}

// equated returns how many columns are equal to an expression of this value, and itself.
func (c *checker) equated(n *pg_query.Node, v value) float64 {
	ref := n.GetColumnRef()
	if ref == nil {
		return 1
	}
	if key := c.key(ref); key != "" {
		return c.classes.size[c.classes.root(key, v.equals)]
	}
	return max(1, v.equals)
}
