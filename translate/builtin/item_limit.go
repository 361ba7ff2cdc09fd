package builtin

import "strings"

// someOf reports whether the number just read stands between an opener and the name of a table: "show me 5 products"
// asks for any five. It consumes nothing.
func (p *parser) someOf() bool {
	if p.pos < 2 || len(p.form.items) > 0 || p.form.subject != nil || p.asked {
		return false
	}
	before := false
	for k := 1; k <= 3 && p.pos-1-k >= 0; k++ {
		ph, n := phraseAt(p.toks, p.pos-1-k)
		before = before || n == k && ph.role == opener
	}
	m := p.mark()
	defer p.reset(m)
	senses, k := p.noun(nil)
	if !before || k == 0 || senses[0].kind != tableSense {
		return false
	}
	last := p.toks[p.pos+k-1].low
	return strings.HasSuffix(last, "s") || singular(last) != last
}

// limited reads "limit 10" or "limited to 10 rows" at the end of a question and sets the limit.
func (p *parser) limited() bool {
	if p.form.limit > 0 || !p.word("limit", "limited") {
		return false
	}
	p.word("to")
	p.word("first")
	if !p.count(&p.form.limit) {
		return false
	}
	p.word("rows", "results", "row", "records", "entries")
	p.form.anyFirst = true
	return p.tok().end()
}
