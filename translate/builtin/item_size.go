package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// sizeWords are stems in the names of columns by which rows are ranked as large or small, when the question names no
// column.
var sizeWords = []string{"size", "area", "capac", "popul", "acreag", "total", "amount", "quantiti", "budget", "volum", "valu", "acr", "sqft", "squar", "headcount", "footag"}

// sizeOf returns the one column that says how large a row of t is, or false when there are none or several.
func (p *parser) sizeOf(t *schema.Table) (field, bool) {
	for _, c := range t.Columns { // claim_amount is the size of a claim, whatever other columns say "amount"
		if own := cutTable(p.ix.info[t].columns[c], p.ix.info[t].words); c.Class.Numeric() && len(own) == 1 && slices.Contains(sizeWords, own[0]) {
			p.doubt(0.85)
			p.assume("size is that of " + t.Name + "." + c.Name)
			return field{t, c}, true
		}
	}
	found := p.onlyNumber(t, func(c *schema.Column) bool {
		return slices.ContainsFunc(p.ix.info[t].columns[c], func(w string) bool { return slices.Contains(sizeWords, w) })
	})
	if found == nil {
		return field{}, false
	}
	p.doubt(0.85)
	p.assume("size is that of " + t.Name + "." + found.Name)
	return field{t, found}, true
}

// pagesOf returns the column that holds a number of pages, or nil. It ranks "the longest book".
func (p *parser) pagesOf(t *schema.Table) *schema.Column {
	return p.onlyNumber(t, func(c *schema.Column) bool {
		switch strings.Join(p.ix.info[t].columns[c], " ") {
		case "page", "page count", "num page", "number page", "number of page", "total page", "no page":
			return true
		}
		return false
	})
}

// onlyNumber returns the only numeric column, not a key, for which fits returns true, or nil when there are none or
// several.
func (p *parser) onlyNumber(t *schema.Table, fits func(*schema.Column) bool) *schema.Column {
	var found *schema.Column
	for _, c := range t.Columns {
		if !c.Class.Numeric() || p.ix.isKey(t, c) || !fits(c) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// largestRow reports whether the superlative of n tokens, "the largest", has no column and stands before the name of a
// table: "the largest order".
func (p *parser) largestRow(ph phrase, n int) bool {
	switch p.toks[p.pos+n-1].low {
	case "largest", "biggest", "smallest", "greatest":
	default:
		return false
	}
	m := p.pos
	defer func() { p.pos = m }()
	p.pos += n
	p.skip()
	senses, k := p.noun(nil)
	return k > 0 && senses[0].kind == tableSense && senses[0].score >= 0.84
}

// highWords are words in the names of columns that hold a height.
const highWords = "height elevation altitude"

// highestRow returns highWords when "highest" or "lowest" stands before the name of a table that has exactly one such
// column, "the highest mountain", and "" otherwise.
func (p *parser) highestRow(ph phrase, n int) string {
	if low := p.toks[p.pos+n-1].low; ph.role != superl || low != "highest" && low != "lowest" {
		return ""
	}
	m := p.pos
	defer func() { p.pos = m }()
	p.pos += n
	p.count(new(int64))
	senses, k := p.noun(nil)
	if k == 0 || senses[0].kind != tableSense || senses[0].score < 0.84 {
		return ""
	}
	if _, ok := p.measureOf(senses[0].table, highWords); !ok {
		return ""
	}
	return highWords
}

// largestBy reads "by population" in "the largest country by population". It replaces the column of the condition that
// was just read.
func (p *parser) largestBy(n *node) bool {
	k := len(n.conds)
	if k == 0 || n.conds[k-1].kind != extreme || !p.word("by") {
		return false
	}
	p.articles()
	senses, width := p.noun(n.table)
	if width == 0 || senses[0].kind != columnSense || senses[0].field.table != n.table || !senses[0].field.column.Class.Numeric() {
		return false
	}
	p.note(p.pos, p.pos+width, senses[0])
	p.pos += width
	last := n.conds[k-1]
	last.field = senses[0].field
	n.conds = append(append([]cond(nil), n.conds[:k-1]...), last)
	return true
}
