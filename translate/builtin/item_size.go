package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// sizeWords are stems of what makes one row larger than another, when nothing else is said.
var sizeWords = []string{"size", "area", "capac", "popul", "acreag", "total", "amount", "quantiti", "budget", "volum", "valu", "acr", "sqft", "squar", "headcount", "footag"}

// sizeOf finds the one column that says how large a row of a table is; none when several might.
func (p *parser) sizeOf(t *schema.Table) (field, bool) {
	for _, c := range t.Columns { // the amount of a claim is its claim_amount, whatever else has amounts
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

// pagesOf is the column that says how many pages a row of a table has: what is longest, of what is read.
func (p *parser) pagesOf(t *schema.Table) *schema.Column {
	return p.onlyNumber(t, func(c *schema.Column) bool {
		switch strings.Join(p.ix.info[t].columns[c], " ") {
		case "page", "page count", "num page", "number page", "number of page", "total page", "no page":
			return true
		}
		return false
	})
}

// onlyNumber is the column of numbers, keys left out, that fits; nil when there is none, or several are.
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

// largestRow says whether a superlative without a column, "the largest", stands before rows: "the largest order".
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

// highWords are the words of columns that say how high a row is.
const highWords = "height elevation altitude"

// highestRow is the words of columns that "highest" or "lowest" before rows speaks of, "the highest mountain"; empty where it is
// not said of rows that have exactly such a column.
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

// largestBy is the "by population" of "the largest country by population": what the size, which was not said before, is.
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
