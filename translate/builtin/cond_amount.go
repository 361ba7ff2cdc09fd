package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// amount reads a comparison whose column is not named, "products under 20", or is named behind it, "above age 20",
// "over 20 years old". It adds a compare or versus condition to n. Without a name the column is the money column of n,
// or the number that is selected.
func (p *parser) amount(n *node) bool {
	if p.try(func() bool { return p.countedColumn(n) }) {
		return true
	}
	bare := !p.behindMany(n)
	if bare && p.try(func() bool { return p.moneyRange(n) }) {
		return true
	}
	ph, ok := p.accept(cmpOp)
	if !ok {
		return false
	}
	if p.try(func() bool { return p.namedAmount(n, ph) }) {
		return true
	}
	if !bare {
		return false
	}
	op := ph.arg
	if op != ">" && op != "<" && op != ">=" && op != "<=" {
		return false
	}
	if p.try(func() bool {
		f, ok := p.moneyOf(n.table)
		p.pos -= p.width(ph)
		return ok && p.versusAverage(n, f)
	}) {
		p.doubt(0.9)
		return true
	}
	if p.try(func() bool { return p.averageColumn(n, op) }) {
		return true
	}
	t := p.tok()
	if t.kind != number {
		return false
	}
	var f field
	if next := p.ahead(1).low; (next == "years" || next == "year") && p.ahead(2).low == "old" {
		f, ok = p.measureOf(n.table, "age")
	} else if _, unit := measureUnits[next]; money[next] || !unitWords[next] && !unit {
		if !money[next] && p.ageOf(n.table, t) {
			return false // A player over 30 is older than 30, not more expensive than 30.
		}
		named := p.pos - p.width(ph) - 1
		if f, ok = p.moneyOf(n.table); !money[next] {
			shown, others := p.shownNumber(n.table, named)
			if shown.column == nil && others && !p.shows(f) {
				return false // "stock of products under 20": two numbers are possible
			}
			if shown.column != nil {
				f, ok = shown, true
			}
		}
		if ok {
			p.doubt(0.95)
			p.assume("“" + p.text(p.pos-1, p.pos+1) + "” is about " + f.column.Name)
		}
	} else {
		return false
	}
	if !ok {
		return false
	}
	v, ok := p.number(f)
	if !ok {
		return false
	}
	n.conds = append(n.conds, cond{kind: compare, field: f, op: op, values: []value{v}})
	return true
}

// shownNumber returns the selected numeric column of t whose name contains the token at index at, as in "returns
// quantity over 3"; an empty field if there is none. Keys do not count. others reports whether any numeric column of t
// is selected.
func (p *parser) shownNumber(t *schema.Table, at int) (shown field, others bool) {
	for _, it := range p.form.items {
		f := it.field
		if it.measure != nil || f.table != t || f.column == nil || !f.column.Class.Numeric() || p.ix.isKey(t, f.column) {
			continue
		}
		others = true
		if at >= 0 && slices.Contains(p.ix.info[t].columns[f.column], stem(p.toks[at].low)) {
			shown = f
		}
	}
	return shown, others
}

// shows reports whether f is one of the selected columns.
func (p *parser) shows(f field) bool {
	return slices.ContainsFunc(p.form.items, func(it item) bool { return it.field == f })
}

// moneyRange reads a range without a column, "between 10 and 20 euros", and compares the money column of n with it.
func (p *parser) moneyRange(n *node) bool {
	f, ok := p.moneyOf(n.table)
	for _, it := range p.form.items {
		// "products costing between …": the items may have been read as the costs of products.
		ok = ok && (it.field.column == nil || it.field == f || !it.field.column.Class.Numeric())
	}
	if !ok || !p.rangeOf(n, f) || p.toks[p.pos-1].kind == number && !p.tok().end() {
		return false
	}
	p.doubt(0.93)
	p.assume("the range is about " + f.column.Name)
	return true
}

// end reports whether a token ends a clause, that is, whether it is punctuation.
func (t token) end() bool { return t.kind == punct }

// averageColumn reads an aggregate over all rows whose column is named behind it, "above the average age", and adds a
// versus condition to n. It fails for a comparison that no row can meet, such as below the minimum.
func (p *parser) averageColumn(n *node, op string) bool {
	fn := p.ofAll()
	if fn == "" || beyondAll(op, fn) {
		return false
	}
	var f field
	if !p.fieldOf(n, &f) || !f.column.Class.Numeric() || p.ix.isKey(n.table, f.column) {
		return false
	}
	n.conds = append(n.conds, cond{kind: versus, field: f, op: op, agg: fn})
	return true
}

// money lists the words for a currency that may follow a number.
var money = map[string]bool{"dollars": true, "euros": true, "euro": true, "dollar": true, "usd": true, "eur": true, "$": true, "€": true, "pounds": true}

// namedAmount reads a numeric column and a number after the comparison ph, "above age 20", and adds a compare condition
// to n.
func (p *parser) namedAmount(n *node, ph phrase) bool {
	op := ph.arg
	if strings.ContainsAny(op, "abcdefghijklmnopqrstuvwxyz") {
		return false
	}
	senses, k := p.noun(n.table)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), columnSense)
	if !ok || s.field.table != n.table || !s.field.column.Class.Numeric() {
		return false
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	v, ok := p.number(s.field)
	if !ok {
		return false
	}
	n.conds = append(n.conds, cond{kind: compare, field: s.field, op: op, values: []value{v}})
	return true
}
