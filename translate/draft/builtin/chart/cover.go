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

// Covers returns at most n covers, the cheapest first. skip is what it costs to leave a word out, float what each
// further edge does; whole reports whether an edge may stand alone.
func (c *Chart) Covers(n int, skip []float64, float float64, whole func(*Edge) bool) []Cover {
	at := make([]partials, c.Words+1)
	most := max(waiting, n)
	var made []partial
	sums := map[*Edge]uint64{}
	at[0].add(partial{}, most, &made)
	for i := range c.Words {
		var next []*Edge
		for j := i + 1; j <= c.Words; j++ {
			for _, e := range c.edges(i, j) {
				if whole(e) {
					next, sums[e] = append(next, e), e.Meaning.Sum()*31+uint64(e.Symbol)
				}
			}
		}
		for _, p := range at[i] {
			at[i+1].add(partial{before: p, word: i, parts: p.parts, cost: p.cost + skip[i], sum: p.sum}, most, &made)
			if p.parts == maxParts {
				continue
			}
			for _, e := range next {
				cost := p.cost + e.Cost
				if p.parts > 0 {
					cost += float
				}
				at[e.To].add(partial{before: p, part: e, parts: p.parts + 1, cost: cost, sum: p.sum*37 + sums[e]}, most, &made)
			}
		}
	}
	var all []Cover
	for _, p := range at[c.Words] {
		if p.parts > 0 && len(all) < n {
			all = append(all, p.cover())
		}
	}
	return all
}

// partial is a cover of the words up to one: another, and then an edge or a word that is left out.
type partial struct {
	before *partial // nil: there is nothing
	part   *Edge    // nil: word is left out
	word   int
	parts  int
	cost   float64
	sum    uint64 // the same for the same meanings in a row, of whatever words
}

// cover returns it whole.
func (p *partial) cover() Cover {
	v := Cover{Parts: make([]*Edge, p.parts), Cost: p.cost}
	for ; p.before != nil; p = p.before {
		if p.part == nil {
			v.Skipped = append(v.Skipped, p.word)
		} else {
			v.Parts[p.parts-1] = p.part
		}
	}
	slices.Reverse(v.Skipped)
	return v
}

// partials are the cheapest covers of the words up to one, the cheapest first.
type partials []*partial

// add keeps a cover, behind those that cost as much, if it is among the cheapest and no cheaper one says the same.
func (all *partials) add(p partial, most int, made *[]partial) {
	n := len(*all)
	if n == most && p.cost >= (*all)[n-1].cost {
		return
	}
	if same := slices.IndexFunc(*all, func(o *partial) bool { return o.sum == p.sum && o.parts == p.parts }); same >= 0 {
		if (*all)[same].cost <= p.cost {
			return
		}
		*all = slices.Delete(*all, same, same+1)
	} else if n == most {
		*all = (*all)[:n-1]
	}
	i := sort.Search(len(*all), func(i int) bool { return (*all)[i].cost > p.cost })
	*all = slices.Insert(*all, i, one(made, p))
}
