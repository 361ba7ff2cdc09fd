package retrieve

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// graph has the tables as nodes, by their position in the snapshot, and the foreign keys as edges in both directions.
type graph struct {
	near [][]int // neighbours, in order
	refs [][]int // the tables that a table's own foreign keys point to, in order
}

func newGraph(s *schema.Snapshot) graph {
	at := make(map[*schema.Table]int, len(s.Tables))
	for i, t := range s.Tables {
		at[t] = i
	}
	g := graph{near: make([][]int, len(s.Tables)), refs: make([][]int, len(s.Tables))}
	for i, t := range s.Tables {
		for _, fk := range t.ForeignKeys {
			j, ok := at[s.References(fk)]
			if !ok || j == i {
				continue
			}
			g.refs[i] = append(g.refs[i], j)
			g.near[i], g.near[j] = append(g.near[i], j), append(g.near[j], i)
		}
	}
	for i := range g.near {
		slices.Sort(g.near[i])
		g.near[i] = slices.Compact(g.near[i])
		slices.Sort(g.refs[i])
		g.refs[i] = slices.Compact(g.refs[i])
	}
	return g
}

// maxBetween is the greatest number of tables between two that are joined. Longer join paths are rarely meaningful.
const maxBetween = 3

// path returns the tables between one table and the nearest of the others, both ends left out, or false when there is
// no path within maxBetween.
func (g graph) path(from int, to map[int]bool) ([]int, bool) {
	before := map[int]int{from: from}
	for step, layer := 0, []int{from}; step <= maxBetween && len(layer) > 0; step++ {
		var next []int
		for _, at := range layer {
			for _, n := range g.near[at] {
				if _, seen := before[n]; seen {
					continue
				}
				before[n] = at
				if to[n] {
					return g.walk(before, at, from), true
				}
				next = append(next, n)
			}
		}
		// Tables with few neighbours first: a table that everything refers to, such as a currency or a user, is rarely
		// the path that is meant.
		slices.SortStableFunc(next, func(a, z int) int { return len(g.near[a]) - len(g.near[z]) })
		layer = next
	}
	return nil, false
}

func (g graph) walk(before map[int]int, at, from int) []int {
	var between []int
	for ; at != from; at = before[at] {
		between = append(between, at)
	}
	return between
}
