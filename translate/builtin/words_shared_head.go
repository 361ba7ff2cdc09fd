package builtin

import "slices"

// shareHeads repeats a noun that several words share: "support, consider and oppose rates" becomes "support rates,
// consider rates and oppose rates", and "start and end dates" becomes "start dates and end dates". It does so only
// where the schema has columns of all these names, and none with the words alone.
func (ix *index) shareHeads(toks []token) []token {
	for at := 1; at+2 < len(toks); at++ {
		if toks[at].kind != word || toks[at].low != "and" && toks[at].low != "or" {
			continue
		}
		head := toks[at+2]
		if head.kind != word || !ix.hasColumn(toks[at+1:at+3]) {
			continue
		}
		// Go back over the words before the conjunction, which commas separate.
		before := at - 1
		if toks[before].low == "," {
			before--
		}
		for i := before; i >= 0 && ix.needsHead(toks[i], head); i -= 2 {
			toks = slices.Insert(slices.Clone(toks), i+1, head)
			at++
			if i == 0 || toks[i-1].low != "," {
				break
			}
		}
	}
	return toks
}

// needsHead reports whether the word t together with head is the name of a column, and t alone is not.
func (ix *index) needsHead(t, head token) bool {
	if t.kind != word || !ix.hasColumn([]token{t, head}) {
		return false
	}
	for _, n := range ix.find([]token{t}) {
		if n.full && n.score > 0.94 {
			return false
		}
	}
	return true
}

// hasColumn reports whether the words are the whole name of a column.
func (ix *index) hasColumn(toks []token) bool {
	return slices.ContainsFunc(ix.find(toks), func(n name) bool { return n.column != nil && n.full && n.score > 0.9 })
}
