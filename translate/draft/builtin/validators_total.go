package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// What is asked for as a total is a sum: these are the validators of that.

// totalLost reports whether a total is passed over where nothing is put together, or where rows are counted and it is
// said of an amount: total volunteer hours are no number of volunteers.
func totalLost(c *checked, i int) bool {
	if !wordlist.Sums(c.low(i)) {
		return false
	}
	if !has[*algebra.Measure](c.parts) {
		return true
	}
	figured := slices.ContainsFunc(c.parts, func(part any) bool {
		m, ok := part.(*algebra.Measure)
		return ok && m.Func != "count"
	})
	return !figured && slices.ContainsFunc(c.lattice.Chunks, func(k link.Chunk) bool {
		best := k.Links[0]
		return k.From > i && k.From <= i+2 && best.Kind == link.Column && best.Score >= 0.9 &&
			slices.ContainsFunc(best.Relation.Measures, func(m semantic.Measure) bool { return m.Additive && m.Amount == best.Column.Column })
	})
}

func totalOfEach(c *checked, e *chart.Edge, l lattice.Linked) string {
	if e.To-e.From < 2 || l.Column == nil || has[*algebra.Measure](c.parts) {
		return ""
	}
	for _, w := range c.lattice.Words[e.From:e.To] {
		if wordlist.Sums(w.Low) && !slices.Contains(l.Column.Name.Words, w.Low) {
			return w.Text
		}
	}
	return ""
}

// inTotal returns the word that puts amounts together behind them, where an answer has no sum.
func inTotal(c *checked) int {
	if has[*algebra.Measure](c.parts) {
		return -1
	}
	for i := 1; i < len(c.lattice.Words); i++ {
		if wordlist.Sums(c.low(i)) && c.low(i-1) == "in" && !c.startsAt(i+1) {
			return i
		}
	}
	return -1
}

// totalListed finds "total amount in March", where an answer lists the totals of single rows.
func totalListed(c *checked) int {
	i := c.first(func(w string) bool { return wordlist.Sums(w) || !wordlist.Light(w) })
	if i < 0 || !wordlist.Sums(c.low(i)) || c.show == nil || len(c.show.Columns) != 1 || has[*algebra.Measure](c.parts) {
		return -1
	}
	col := c.column(c.show.Columns[0].Value)
	if col == nil || !form.Class(col).Numeric() || !slices.Contains(col.Name.Words, c.low(i)) {
		return -1
	}
	for _, at := range c.fixed {
		k := c.column(&algebra.Attr{Row: at.row, Column: at.column})
		if k != nil && (slices.Contains(k.Relation.Identity.Columns, k.Column) || slices.Contains(k.Relation.Label.Columns, k.Column)) {
			return -1 // the total of order 5
		}
	}
	return i
}
