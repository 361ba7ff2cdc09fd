package chart

import (
	"cmp"
	"slices"
)

// Cover is a way to explain a question: whole edges in order, and words between them that nothing explains.
type Cover struct {
	Parts   []*Edge
	Skipped []int // words
	Cost    float64
}

// Bounds of covering.
const (
	maxParts = 8  // edges of one cover
	waiting  = 40 // partial covers that stay at each word
)

// Covers returns at most n covers, the cheapest first. skip is what it costs to leave a word out, float what each further edge does;
// whole reports whether an edge may stand alone.
func (c *Chart) Covers(n int, skip []float64, float float64, whole func(*Edge) bool) []Cover {
	at := make([][]Cover, c.Words+1)
	at[0] = []Cover{{}}
	for i := range c.Words {
		at[i] = cheapest(at[i], max(waiting, n))
		for _, cover := range at[i] {
			left := Cover{cover.Parts, append(slices.Clip(cover.Skipped), i), cover.Cost + skip[i]}
			at[i+1] = append(at[i+1], left)
			if len(cover.Parts) == maxParts {
				continue
			}
			for j := i + 1; j <= c.Words; j++ {
				for _, e := range c.Edges(i, j) {
					if !whole(e) {
						continue
					}
					cost := cover.Cost + e.Cost
					if len(cover.Parts) > 0 {
						cost += float
					}
					if len(at[j]) > 4*max(waiting, n) {
						at[j] = cheapest(at[j], max(waiting, n))
					}
					at[j] = append(at[j], Cover{append(slices.Clip(cover.Parts), e), cover.Skipped, cost})
				}
			}
		}
	}
	all := slices.DeleteFunc(at[c.Words], func(v Cover) bool { return len(v.Parts) == 0 })
	return cheapest(all, n)
}

func cheapest(all []Cover, n int) []Cover {
	slices.SortStableFunc(all, func(a, b Cover) int { return cmp.Compare(a.Cost, b.Cost) })
	return all[:min(len(all), n)]
}
