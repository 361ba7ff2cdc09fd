package builtin

// personal lists the pronouns that refer to something named before.
var personal = map[string]bool{"they": true, "it": true, "he": true, "she": true, "them": true, "him": true}

// ofThem reads the end of "each author and the number of papers they wrote", "each language and how many channels use
// it". It groups the form by its other items, so that the measure is computed for each of them.
func (p *parser) ofThem(n *node) bool {
	if !p.aggregating() {
		return false
	}
	verb := func() bool {
		if _, ok := p.accept(have, with); ok {
			return true
		}
		return p.verbWeight(p.tok()) > 0 && func() bool { p.pos++; return true }()
	}
	pronounHere := func() bool {
		if !personal[p.tok().low] {
			return false
		}
		p.pos++
		return true
	}
	p.accept(do, have)
	if pronounHere() {
		p.accept(have, do)
		if !p.try(verb) && p.toks[p.pos-1].low != "has" && p.toks[p.pos-1].low != "have" && p.toks[p.pos-1].low != "had" {
			return false
		}
		p.accept(prep)
	} else {
		p.accept(pronoun)
		if !p.try(verb) {
			return false
		}
		p.accept(prep)
		if !pronounHere() {
			return false
		}
	}
	if ph, k := p.role(); !p.tok().end() && (k == 0 || ph.role != orderBy && ph.role != ordering && ph.role != each && ph.role != filler) {
		return false
	}
	if len(p.form.groups) > 0 {
		return true
	}
	for _, it := range p.form.items {
		if it.measure == nil {
			p.form.groups = append(p.form.groups, it)
		}
	}
	p.doubt(0.97)
	return len(p.form.groups) > 0
}
