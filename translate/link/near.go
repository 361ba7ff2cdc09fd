package link

import (
	"github.com/pgask/pgask/translate/semantic"
)

// nearness knows how many keys lie between relations.
type nearness struct {
	model *semantic.Model
}

func newNearness(m *semantic.Model) *nearness { return &nearness{m} }

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
func (n *nearness) weigh(chunks []Chunk) {
	distance := n.distances(anchors(chunks))
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

// distances returns the number of keys from the nearest of some relations, for those within reach.
func (n *nearness) distances(from []*semantic.Relation) map[*semantic.Relation]int {
	at := map[*semantic.Relation]int{}
	ring := from
	for d := 0; d < len(byDistance)-1 && len(ring) > 0; d++ {
		var next []*semantic.Relation
		for _, r := range ring {
			if _, seen := at[r]; seen {
				continue
			}
			at[r] = d
			for _, s := range n.model.Graph.Steps(r) {
				next = append(next, s.End())
			}
		}
		ring = next
	}
	return at
}
