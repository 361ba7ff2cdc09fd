package chart

import (
	"slices"
	"sort"
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
	at := make([]partial, c.Words+1)
	for i := range at {
		at[i].most = max(waiting, n)
	}
	at[0].add(Cover{})
	for i := range c.Words {
		var next []*Edge
		for j := i + 1; j <= c.Words; j++ {
			for _, e := range c.edges(i, j) {
				if whole(e) {
					next = append(next, e)
				}
			}
		}
		for _, cover := range at[i].all {
			if cost := cover.Cost + skip[i]; at[i+1].wants(cost) {
				at[i+1].add(Cover{cover.Parts, append(slices.Clip(cover.Skipped), i), cost})
			}
			if len(cover.Parts) == maxParts {
				continue
			}
			for _, e := range next {
				cost := cover.Cost + e.Cost
				if len(cover.Parts) > 0 {
					cost += float
				}
				if at[e.To].wants(cost) {
					at[e.To].add(Cover{append(slices.Clip(cover.Parts), e), cover.Skipped, cost})
				}
			}
		}
	}
	all := slices.DeleteFunc(at[c.Words].all, func(v Cover) bool { return len(v.Parts) == 0 })
	return all[:min(len(all), n)]
}

// partial are the cheapest covers of the words up to one, the cheapest first.
type partial struct {
	all  []Cover
	most int
}

// wants reports whether a cover of some cost would be among the cheapest.
func (p *partial) wants(cost float64) bool { return len(p.all) < p.most || cost < p.all[p.most-1].Cost }

// add keeps a cover, behind those that cost as much.
func (p *partial) add(v Cover) {
	i := sort.Search(len(p.all), func(i int) bool { return p.all[i].Cost > v.Cost })
	if len(p.all) == p.most {
		p.all = p.all[:p.most-1]
	}
	p.all = slices.Insert(p.all, i, v)
}
