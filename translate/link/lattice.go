package link

import (
	"cmp"
	"slices"

	"github.com/pgask/pgask/translate/semantic"
)

// Kind is what a chunk may be.
type Kind byte

// The kinds of links.
const (
	Relation  Kind = iota // the rows of Relation
	Column                // what Column says of a row
	Value                 // Column has the value Value
	Key                   // the row that Key leads to, by its role: the buyer, where it departs
	Event                 // what happened to rows of Relation
	Attribute             // an adjective that compares Column
	Term                  // what somebody defined: Term
)

func (k Kind) String() string {
	return [...]string{"relation", "column", "value", "key", "event", "attribute", "term"}[k]
}

// How is by what a link was found. The constants stand in the order of trust.
type How byte

// The ways to find a link.
const (
	Exact    How = iota // the words themselves, or the stored spelling
	Stemmed             // another form of the words; a value without case, accents and punctuation
	LookedUp            // the data were asked for it
	Named               // a name that somebody gave, or the label of a code
	Comment             // the first words of a comment
	Part                // some words of a name; a value without its legal form
	Synonym             // words that people use for the name's
	Slip                // one letter differs
)

func (h How) String() string {
	return [...]string{"exact", "stemmed", "looked up", "named", "comment", "part", "synonym", "slip"}[h]
}

// Link is one thing that a chunk may be.
type Link struct {
	Kind     Kind
	Relation *semantic.Relation // of Column, Key, Event and Term too
	Column   *semantic.Column
	Key      *semantic.Key
	Event    *semantic.Event
	Term     *semantic.Term
	Value    string // as stored
	Rows     int64  // that have the value; 0: not known
	More     bool   // of an Attribute: the upper end
	Not      bool   // of an Event: that it did not happen, as in unpaid
	How      How
	Score    float64 // 0 to 1: how well the words fit, and how near it is to what else is spoken of

	guess  float64 // factor for a name that is only likely to say so; 0: it says so
	called string  // the words of the name that it was found by, in the singular
}

// Chunk is a run of words with what it may be, best first: From is the first word, To the one behind the last.
type Chunk struct {
	From, To int
	Links    []Link
}

// Lattice is a question as its words may be read.
type Lattice struct {
	Words  []Word
	Chunks []Chunk // by position, longer ones first
	// Open are runs of words that nothing explains and that may be values: see Wanted.
	Open []Chunk

	again func(question string) *Lattice
}

// Again returns the lattice of the question in other words, with all that is known for this one.
func (l *Lattice) Again(question string) *Lattice { return l.again(question) }

// Bounds of a lattice. A chunk that a longer one holds is kept: readings may split what was read as one.
const (
	maxChunks = 24
	maxLinks  = 12
)

// Relations returns the relations of all links, each once, in the order of their best link.
func (l *Lattice) Relations() []*semantic.Relation {
	best := map[*semantic.Relation]float64{}
	var out []*semantic.Relation
	for _, c := range l.Chunks {
		for _, k := range c.Links {
			if k.Relation == nil {
				continue
			}
			if _, ok := best[k.Relation]; !ok {
				out = append(out, k.Relation)
			}
			best[k.Relation] = max(best[k.Relation], k.Score)
		}
	}
	slices.SortStableFunc(out, func(a, b *semantic.Relation) int { return cmp.Compare(best[b], best[a]) })
	return out
}

// rank sorts the links of a chunk, drops those that say the same in a worse way, and bounds them.
func rank(links []Link) []Link {
	slices.SortStableFunc(links, func(a, b Link) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.How, b.How), cmp.Compare(a.Kind, b.Kind))
	})
	var out []Link
	for _, k := range links {
		if len(out) < maxLinks && !slices.ContainsFunc(out, k.same) {
			out = append(out, k)
		}
	}
	return out
}

// same reports whether two links mean the same.
func (k Link) same(o Link) bool {
	return k.Kind == o.Kind && k.Relation == o.Relation && k.Column == o.Column && k.Key == o.Key &&
		k.Event == o.Event && k.Term == o.Term && k.Value == o.Value && k.Not == o.Not
}

// bound keeps the best chunks: by their best link, longer ones before shorter ones.
func bound(chunks []Chunk) []Chunk {
	if len(chunks) > maxChunks {
		slices.SortStableFunc(chunks, func(a, b Chunk) int {
			return cmp.Or(cmp.Compare(b.Links[0].Score, a.Links[0].Score), cmp.Compare(b.To-b.From, a.To-a.From))
		})
		chunks = chunks[:maxChunks]
	}
	slices.SortStableFunc(chunks, func(a, b Chunk) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To)) })
	return chunks
}
