package link

import (
	"github.com/pgask/pgask/translate/semantic"
)

// Factors for the score of a link by the keys between its relation and the nearest one that is spoken of; the last for those farther away.
var byDistance = []float64{1, 0.97, 0.93, 0.88, 0.78}

// unspoken is the factor for relations that count only if they are named: copies, archives, staging and logs.
const unspoken = 0.6

// anchors are the relations that a question surely speaks of: the best link of a chunk that is a relation by its whole name.
func anchors(chunks []Chunk) []*semantic.Relation {
	var out []*semantic.Relation
	for _, c := range chunks {
		for _, k := range c.Links {
			if k.Kind == Relation && k.Score >= scoreTabled && k.Relation.Standing <= semantic.Subset {
				out = append(out, k.Relation)
			}
		}
	}
	return out
}

// weigh lowers the scores of links that are far from what else is spoken of, and of relations that do not count in their own right.
func weigh(m *semantic.Model, chunks []Chunk) {
	distance := reach(m, anchors(chunks))
	for _, c := range chunks {
		for i := range c.Links {
			k := &c.Links[i]
			if k.Relation == nil {
				continue
			}
			if len(distance) > 0 && k.Kind != Relation {
				d, ok := distance[k.Relation]
				if !ok {
					d = len(byDistance) - 1
				}
				k.Score *= byDistance[d]
			}
			if k.Relation.Standing > semantic.Joined && !(k.Kind == Relation && k.How == Exact) {
				k.Score *= unspoken
			}
		}
	}
}

// reach returns the number of keys from the nearest of some relations, for those that are not far away.
func reach(m *semantic.Model, from []*semantic.Relation) map[*semantic.Relation]int {
	return m.Graph.Reach(from, len(byDistance)-2, nil)
}
