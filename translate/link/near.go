package link

import (
	"slices"

	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// Factors for the score of a link by the keys between its relation and the nearest one that is spoken of; the last
// for those farther away.
var byDistance = []float64{1, 0.97, 0.93, 0.88, 0.78}

// unspoken is the factor for relations that count only if they are named: copies, archives, staging and logs.
const unspoken = 0.6

// anchors are the relations that a question surely speaks of: the best link of a chunk that is a relation by its
// whole name.
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

// ofItself is the factor for a value that is a name of the rows before it: "tracks by The Larks" asks for no track of
// that name.
const ofItself = 0.6

// sameText is the least score of a value that is what was said, however far away.
const sameText = 0.7

// between are the words that stand between several rows and what is not one of them.
var between = []string{"by", "of", "from", "with"}

// named returns the relation of the rows that are spoken of in the plural in front of a chunk and "by" or "of"; nil:
// there is none.
func (l *Lattice) named(c Chunk) *semantic.Relation {
	if c.From < 2 || !slices.Contains(between, l.Words[c.From-1].Low) {
		return nil
	}
	for _, o := range l.Chunks {
		last := l.Words[c.From-2].Low
		if o.To == c.From-1 && len(o.Links) > 0 && o.Links[0].Kind == Relation && wordform.Singular(last) != last {
			return o.Links[0].Relation
		}
	}
	return nil
}

// counts reports whether "number of" and a plural would be nothing but the numbers of rows: the number of staff is how
// many there are, and not the number that each has.
func (l *Lattice) counts(c Chunk) bool {
	if c.To-c.From < 3 || l.Words[c.From].Low != "number" || l.Words[c.From+1].Low != "of" {
		return false
	}
	last := l.Words[c.To-1].Low
	return slices.ContainsFunc(l.Chunks, func(o Chunk) bool {
		return o.From == c.From+2 && o.To == c.To && slices.ContainsFunc(o.Links, func(k Link) bool {
			return k.Kind == Relation && k.Score >= scoreTabled && (k.Relation.People || wordform.Singular(last) != last)
		})
	}) && !slices.ContainsFunc(c.Links, func(k Link) bool { return k.Kind != Column || !k.Column.IsKey() })
}

// apart lowers the scores of values that are names of the rows in front of them, where the same words are a value of
// others.
func (l *Lattice) apart() {
	for _, c := range l.Chunks {
		r := l.named(c)
		if r == nil || !slices.ContainsFunc(c.Links, func(k Link) bool {
			return k.Kind == Value && k.Relation != r &&
				k.Score >= sameText
		}) {
			continue
		}
		for i := range c.Links {
			if k := &c.Links[i]; k.Kind == Value && k.Relation == r && slices.Contains(r.Label.Columns, k.Column.Column) {
				k.Score *= ofItself
			}
		}
	}
}

// weigh lowers the scores of links that are far from what else is spoken of, and of relations that do not count in
// their own right.
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
