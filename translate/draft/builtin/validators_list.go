package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// listed finds the first name of rows in "…, show hotel and room number" or "…, room number and hotel", of which an
// answer shows nothing.
func listed(c *checked) int {
	ws := c.lattice.Words
	from := slices.IndexFunc(ws, func(w link.Word) bool { return wordlist.Among("shows", w.Low) })
	bare := from < 2
	if bare {
		from = slices.IndexFunc(ws, func(w link.Word) bool { return w.Low == "," })
	}
	if from < 2 || c.show == nil || bare && !c.namesOn(from+1) {
		return -1
	}
	for i := from + 1; i < len(ws); i++ {
		if wordlist.Determiner(ws[i].Low) || ws[i].Low == "and" || ws[i].Low == "," {
			continue
		}
		at := slices.IndexFunc(c.lattice.Chunks, func(k link.Chunk) bool { return k.From == i })
		if at < 0 {
			return -1
		}
		k := c.lattice.Chunks[at]
		for _, o := range c.lattice.Chunks {
			if o.From == i && o.To > k.To && o.Links[0].Score >= 0.9 {
				k = o
			}
		}
		if best := k.Links[0]; best.Kind == link.Relation && (best.Score >= 0.9 || bare && slices.Contains(c.cover.Skipped, i)) && !c.shows(best.Relation) {
			return i
		}
		i = k.To - 1
	}
	return -1
}

// namesOn reports whether nothing but names stands from a word on, the last one behind "and".
func (c *checked) namesOn(from int) bool {
	ended := false
	for i := from; i < len(c.lattice.Words); i++ {
		switch w := c.low(i); {
		case w == "and":
			ended = true
		case w != "," && !wordlist.Determiner(w) && !c.explained(i):
			return false
		}
	}
	return ended
}

// shows reports whether an answer shows a column of a relation, or a figure.
func (c *checked) shows(r *semantic.Relation) bool {
	return slices.ContainsFunc(c.show.Columns, func(x algebra.Column) bool {
		col := c.column(x.Value)
		_, stored := x.Value.(*algebra.Attr)
		return !stored || col != nil && (col.Relation == r || slices.ContainsFunc(col.Relation.KeyOf(col.Column), func(k *semantic.Key) bool { return k.To == r }))
	})
}
