package dialogue

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/link"
)

// Bounds of what counts as two readings.
const (
	rivalMargin = 0.02 // of the scores of two links
	rivalScore  = 0.8  // of the better one
	maxRivals   = 3
)

// Rival is a run of words that may be two columns, of which the draft reads one.
type Rival struct {
	Words       string
	Taken, Left link.Link
}

// Rivals returns the words that the links read in two ways nearly alike, when a draft, which reads columns, reads one
// of the two columns and not the other.
func Rivals(l *link.Lattice, columns []string) []Rival {
	reads := func(k link.Link) bool {
		return slices.Contains(columns, k.Relation.Table.Qualified()+"."+k.Column.Column.Name)
	}
	var found []Rival
	for _, c := range l.Chunks {
		if inside(l, c) || len(found) == maxRivals {
			continue
		}
		best := c.Links[0]
		if best.Score < rivalScore || best.Column == nil || best.Kind != link.Value && best.Kind != link.Column {
			continue
		}
		for _, k := range c.Links[1:] {
			if k.Kind != best.Kind || k.Score < best.Score-rivalMargin || k.Column == nil || k.Column == best.Column ||
				reads(k) == reads(best) {
				continue
			}
			var words []string
			for _, x := range l.Words[c.From:c.To] {
				words = append(words, x.Text)
			}
			taken, left := best, k
			if reads(k) {
				taken, left = k, best
			}
			if taken.Relation != left.Relation && spokenOf(l, c, taken) && !spokenOf(l, c, left) {
				continue // the question says which
			}
			found = append(found, Rival{strings.Join(words, " "), taken, left})
			break
		}
	}
	return found
}

// spokenOf reports whether other words of the question stand for the relation of a link.
func spokenOf(l *link.Lattice, c link.Chunk, of link.Link) bool {
	return slices.ContainsFunc(l.Chunks, func(o link.Chunk) bool {
		apart := o.To <= c.From || c.To <= o.From
		return apart && slices.ContainsFunc(o.Links, func(k link.Link) bool { return k.Relation == of.Relation && k.Score >= rivalScore })
	})
}

// inside reports whether a longer run of words, which is understood, holds a chunk.
func inside(l *link.Lattice, c link.Chunk) bool {
	return slices.ContainsFunc(l.Chunks, func(o link.Chunk) bool {
		return o.From <= c.From && o.To >= c.To && o.To-o.From > c.To-c.From && o.Links[0].Score >= rivalScore
	})
}

// Place is a link's column, as people read it.
func Place(k link.Link) string { return k.Relation.Table.Name + "." + k.Column.Column.Name }
