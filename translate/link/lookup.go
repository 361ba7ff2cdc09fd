package link

import (
	"cmp"
	"slices"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Wanted is a text of a question that may be a value of some columns, which only the data can tell.
type Wanted struct {
	Text   string
	Column *semantic.Column
}

// Seen is the answer to a Wanted: the spellings that are stored, the best first; none means that the column was searched in vain.
type Seen struct {
	Wanted
	Values []Stored
}

// Stored is a value as it is stored, and how many rows have it.
type Stored struct {
	Value string
	Rows  int64
}

// Bounds of what one question may look up.
const (
	maxOpen        = 6  // texts
	maxWantedEach  = 16 // columns of one text
	MaxWanted      = 64 // columns in all
	maxOpenWords   = 5
	maxSpelled     = 3   // known values of one text
	doubtfulValue  = 0.7 // links below it leave a text open
	cheapRows      = 20_000
	minLabelLength = 3 // bytes of a text that is looked for
)

// open returns the texts that may be values: quoted ones, runs of capitalised words behind the first word, and words that nothing explains.
func (r *reading) open() []Chunk {
	var out []Chunk
	ws := r.lattice.Words
	for i := 0; i < len(ws) && len(out) < maxOpen; {
		j := i + 1
		switch w := ws[i]; {
		case w.Shape == Quoted:
		case w.Shape == Plain && w.Upper && (i > 0 || !words().empty[w.Low]):
			for j < len(ws) && j-i < maxOpenWords && (ws[j].Upper || ws[j].Shape == Number) {
				j++
			}
		case w.Shape == Plain && !words().empty[w.Low] && !r.explained(i, i+1):
			for j < len(ws) && j-i < maxOpenWords && ws[j].Shape == Plain && !words().empty[ws[j].Low] && !r.explained(j, j+1) {
				j++
			}
		default:
			i = j
			continue
		}
		if len(r.text(i, j)) >= minLabelLength && !r.explained(i, j) {
			out = append(out, Chunk{From: i, To: j})
		}
		i = j
	}
	return out
}

// explained reports whether a span has a link that is good enough.
func (r *reading) explained(from, to int) bool {
	return slices.ContainsFunc(r.lattice.Chunks, func(c Chunk) bool {
		return c.From <= from && c.To >= to && c.Links[0].Score >= doubtfulValue
	})
}

// Wants returns what should be looked up before the question is read again: each open text in the columns that may hold it and are cheap to
// search, those of relations near to what is spoken of first.
func (x *Index) Wants(l *Lattice, question string) []Wanted {
	distance := x.near.distances(anchors(l.Chunks))
	if len(distance) == 0 {
		distance = x.near.distances(l.Relations()[:min(3, len(l.Relations()))])
	}
	type candidate struct {
		column *semantic.Column
		far    int
		rank   int
	}
	var all []candidate
	for _, rel := range x.model.Relations {
		far, ok := distance[rel]
		if !ok && len(distance) > 0 || rel.Standing > semantic.Subset || !cheap(rel.Table) {
			continue
		}
		for _, c := range rel.Columns {
			if holdsNames(c) {
				rank := 1
				if slices.Contains(rel.Label.Columns, c.Column) {
					rank = 0
				}
				all = append(all, candidate{c, far, rank})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.rank, b.rank)) })
	r := reading{x, l, straight.Replace(question), nil}
	out := r.otherSpellings()
	for _, c := range l.Open {
		for _, k := range all[:min(len(all), maxWantedEach)] {
			if len(out) < MaxWanted {
				out = append(out, Wanted{r.text(c.From, c.To), k.column})
			}
		}
	}
	return out
}

// otherSpellings returns the values that statistics tell, in their columns: these may hold them in other spellings, too.
func (r *reading) otherSpellings() []Wanted {
	var out []Wanted
	for _, c := range r.lattice.Chunks {
		for _, k := range c.Links[:min(len(c.Links), maxSpelled)] {
			if k.Kind == Value && k.Score >= doubtfulValue && holdsNames(k.Column) && cheap(k.Relation.Table) {
				out = append(out, Wanted{r.text(c.From, c.To), k.Column})
			}
		}
	}
	return out[:min(len(out), maxWantedEach)]
}

// holdsNames reports whether a column may hold what people name: text that is not known completely, no key and no secret.
func holdsNames(c *semantic.Column) bool {
	col := c.Column
	return visible(col) && col.Class == schema.Text && !col.Array && !col.Profile.Complete && c.Lookup == nil && c.Yes == "" &&
		!slices.Contains(c.Relation.Identity.Columns, col)
}

// cheap reports whether a table may be searched without an index: local, without row security, and small.
func cheap(t *schema.Table) bool {
	return !t.RowSecurity && !t.Remote && t.Rows >= 0 && t.Rows <= cheapRows &&
		(t.Kind == schema.Ordinary || t.Kind == schema.Partitioned || t.Kind == schema.Materialised)
}
