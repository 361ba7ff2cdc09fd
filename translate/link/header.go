package link

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// detailOf reports whether a relation has the details of another one of the same name: ord_detail, of ord_header.
// Orders are the rows of that.
func detailOf(r *semantic.Relation) bool {
	bare := singular(r.Name.Bare())
	return len(r.Name.Bare()) < len(r.Name.Words) && slices.ContainsFunc(r.Keys, func(k *semantic.Key) bool {
		return k.To != r && !k.ManyTo && !k.OneToOne && !k.Alternative && singular(k.To.Name.Bare()) == bare
	})
}

// tailsOf counts with which words the names of relations and what their comments begin with end.
func tailsOf(m *semantic.Model) map[string]int {
	out := map[string]int{}
	for _, r := range m.Relations {
		if r.Standing != semantic.Base || detailOf(r) {
			continue
		}
		own := map[string]bool{}
		for _, ws := range [][]string{r.Name.Words, r.Name.Bare(), naming.Heading(r.Table.Comment)} {
			for i := range ws {
				own[singular(ws[i:])] = true
			}
		}
		for tail := range own {
			out[tail]++
		}
	}
	return out
}

// worth indexes the only amount of money of what happened under what it is called of any rows: the value of an order.
func (x *Index) worth(r *semantic.Relation) {
	c := r.Money()
	if c == nil || r.Born() == nil || r.Standing > semantic.Subset || slices.ContainsFunc(c.Name.Words, func(w string) bool {
		return w != "net" && lexicon.In("money part", w)
	}) || !slices.ContainsFunc(r.Measures, func(m semantic.Measure) bool { return m.Additive && m.Amount == c.Column && m.Quantity == nil }) {
		return
	}
	for _, w := range []string{"value", "amount", "total"} {
		if !c.Has(w) {
			x.add([]string{w}, Link{Kind: Column, Relation: r, Column: c}, Named, scoreLabel)
		}
	}
}

// maxRemarks is how many words of a comment are indexed.
const maxRemarks = 16

// remarks indexes a link under the single words of its comment, which say least.
func (x *Index) remarks(comment string, k Link) {
	ws := strings.Fields(wordform.Fold(comment[:min(len(comment), 20*maxRemarks)]))
	for _, w := range ws[:min(len(ws), maxRemarks)] {
		if len(w) >= minPart && !lexicon.In("stands for rows", w) {
			x.add([]string{w}, k, Comment, scoreRemark)
		}
	}
}
