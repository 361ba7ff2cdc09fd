package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// aggregates reads a list of aggregate words, "the average, minimum and maximum", into w.
func (p *parser) aggregates(w *wanted) {
	if w.count {
		return
	}
	for {
		ok := p.try(func() bool {
			if len(w.aggs) > 0 {
				if !p.separator() {
					return false
				}
				p.skip()
			}
			fn := p.aggregate()
			if fn == "" {
				return false
			}
			w.aggs = append(w.aggs, fn)
			return true
		})
		if !ok {
			return
		}
	}
}

// aggregate consumes an aggregate word and returns the function's name: for "average", or for a superlative that asks
// for a number, as in "the highest price". It returns "" and consumes nothing otherwise.
func (p *parser) aggregate() string {
	ph, n := p.role()
	if n == 0 {
		return ""
	}
	if ph.role == aggOp {
		// The words may be the full name of a column that holds an average.
		if senses, k := p.noun(nil); k >= 2 && senses[0].kind == columnSense && senses[0].full && senses[0].score > 0.98 {
			return ""
		}
		// "Total" and "average" may be columns. In that case nothing that can be aggregated follows.
		m := p.pos
		p.pos += n
		p.skip(ever)
		p.word("of")
		p.skip(ever)
		if next, k := p.role(); k > 0 && (next.role == aggOp || next.role == conj || next.role == superl) || p.tok().low == "," {
			return ph.arg
		}
		if senses, _ := p.noun(nil); len(senses) > 0 && !onlyValues(senses) || revenueWords[p.tok().low] || deeds[p.tok().low] || p.definedAt(p.pos) > 0 || p.ageFollows(ph.arg) || p.durationFollows() {
			return ph.arg
		}
		p.pos = m
		return ""
	}
	if ph.role == mostOp {
		return p.greatestNumber(ph, n)
	}
	if ph.role == superl && ph.hint == "" {
		m := p.pos
		p.pos += n
		if senses, _ := p.noun(nil); len(senses) > 0 && senses[0].kind == columnSense && senses[0].field.column.Class.Numeric() {
			if ph.arg == "desc" {
				return "max"
			}
			return "min"
		}
		p.pos = m
	}
	return ""
}

// moneyRows reports whether the rows of t are amounts of money by their name, such as payments or fees, so that "total"
// means a sum.
func (p *parser) moneyRows(t *schema.Table) bool {
	ws := p.ix.info[t].words
	if len(ws) == 0 {
		return false
	}
	switch ws[len(ws)-1] {
	case "payment", "refund", "expens", "donat", "deposit", "withdraw", "fee", "fine", "cost", "salari", "bonus", "grant", "tax", "dividend":
		return true
	}
	return false
}

// ageFollows reports whether "age" stands next and fn is not a sum.
func (p *parser) ageFollows(fn string) bool {
	return fn != "sum" && (p.tok().low == "age" || p.tok().low == "ages")
}

// greatestNumber returns "max" or "min" for "the maximum number of cities" where a column holds that number, and moves
// to the column's name. Otherwise it returns "".
func (p *parser) greatestNumber(ph phrase, n int) string {
	m := p.pos
	for k := 1; k < n; k++ {
		if p.toks[m+k].low != "number" {
			continue
		}
		p.pos = m + k
		if senses, width := p.noun(nil); width >= 3 && senses[0].kind == columnSense && senses[0].full && senses[0].field.column.Class.Numeric() {
			return map[string]string{"desc": "max", "asc": "min"}[ph.arg]
		}
	}
	p.pos = m
	return ""
}

// aggregateItems adds a measure to the form for each aggregate of w: "average and maximum X".
func (p *parser) aggregateItems(w *wanted, s sense, owner *node) bool {
	if s.kind == tableSense {
		return p.tableAggregate(w, s)
	}
	for _, fn := range w.aggs {
		if !aggregable(fn, s.field.column) || p.sumsKeys(fn, s.field, w) {
			return false
		}
		if next := p.toks[w.to:]; p.toks[w.to-1].low == "number" && len(next) > 0 && next[0].low == "of" {
			return false // "the maximum number of orders" asks for a maximum of counts
		}
		p.form.items = append(p.form.items, item{measure: &measure{fn: fn, field: s.field, of: owner, distinct: false}})
	}
	return true
}

// sumsKeys reports whether fn would sum or average a key column whose full name the question does not say: "the total
// order amount" cannot be a sum of ord_no.
func (p *parser) sumsKeys(fn string, f field, w *wanted) bool {
	if fn != "sum" && fn != "avg" || !p.ix.isKey(f.table, f.column) {
		return false
	}
	var said []string
	for _, t := range p.toks[w.from:w.to] {
		said = append(said, t.low)
	}
	return !slices.Equal(said, strings.FieldsFunc(strings.ToLower(f.column.Name), func(r rune) bool { return r == '_' || r == ' ' })) &&
		!slices.Equal(said, []string{strings.ToLower(f.column.Name)})
}

// tableAggregate reads "total" before the name of a table. It adds a count of the rows, or the sum of a quantity, mass
// or money column when the rows stand for one.
func (p *parser) tableAggregate(w *wanted, s sense) bool {
	if len(w.aggs) == 1 && w.aggs[0] == "sum" {
		if c, n := p.ix.quantityOf(s.table); n == 1 && len(s.table.PrimaryKey) != 1 && !strings.HasSuffix(p.toks[w.to-1].low, "s") {
			// "Stock" in "total stock" has no plural: a quantity is asked for, not a number of rows.
			p.form.items = append(p.form.items, item{measure: &measure{fn: "sum", field: field{s.table, c}, of: p.form.subject}})
			return p.form.subject.table == s.table
		}
		if f, ok := p.massOf(s, w.to); ok {
			p.form.items = append(p.form.items, item{measure: &measure{fn: "sum", field: f, of: p.massRows(s)}})
			return true
		}
		if len(s.table.PrimaryKey) != 1 && !strings.HasSuffix(p.toks[w.to-1].low, "s") {
			return false // a word without a plural asks how much, not how many
		}
		if f, ok := p.moneyOf(s.table); ok {
			if p.moneyRows(s.table) || slices.ContainsFunc(p.toks[max(0, w.from-3):w.from], func(t token) bool { return t.low == "amount" }) {
				p.doubt(0.8)
				p.assume("the total is that of " + s.table.Name + "." + f.column.Name)
				m := &measure{fn: "sum", field: f, of: p.keep(&node{table: s.table, conds: s.conds})}
				if p.form.subject.table == s.table {
					m.of = p.form.subject
					m.of.conds = mergeConds(m.of.conds, s.conds)
				}
				p.form.items = append(p.form.items, item{measure: m})
				return true
			}
			p.doubt(0.5) // unclear: "total orders" may ask how many, or how much money
		}
		w.count = true
		return p.countItem(w, s, p.form.subject)
	}
	return false
}

// quantityOf returns the numeric column of t that is a quantity and 1: the column of that name, or the one whose name
// ends so. With several such columns it returns one of them and their number.
func (ix *index) quantityOf(t *schema.Table) (*schema.Column, int) {
	for _, c := range t.Columns {
		if ws := ix.info[t].columns[c]; c.Class.Numeric() && len(ws) == 1 && (ws[0] == "quantiti" || ws[0] == "qti") {
			return c, 1
		}
	}
	return ix.ending(t, "quantiti")
}

// massOf returns the column that "total" adds up for rows with an uncountable name: "the total downtime" is the sum of
// its minutes.
func (p *parser) massOf(s sense, to int) (field, bool) {
	last := p.toks[to-1].low
	if !strings.HasSuffix(last, "time") && last != "leave" && last != "overtime" && last != "rainfall" && last != "usage" && last != "consumption" && last != "production" && last != "output" {
		return field{}, false
	}
	found := p.onlyNumber(s.table, func(c *schema.Column) bool {
		_, measured := unitOf(c)
		return measured || measureUnits[strings.ToLower(c.Name)].of == "time" || slices.ContainsFunc(stems(expand(split(c.Name))), func(w string) bool { return w == "durat" || w == "amount" || w == "quantiti" })
	})
	if found == nil {
		return field{}, false
	}
	p.doubt(0.93)
	p.assume("“" + last + "” is " + s.table.Name + "." + found.Name)
	return field{s.table, found}, true
}

// massRows returns the node of the rows that a mass is summed over: the subject if it has the same table, else a new
// node.
func (p *parser) massRows(s sense) *node {
	of := p.form.subject
	if of.table != s.table {
		of = p.keep(&node{table: s.table})
	}
	of.conds = mergeConds(of.conds, s.conds)
	return of
}

func aggregable(fn string, c *schema.Column) bool {
	if c.Array {
		return false
	}
	switch fn {
	case "sum", "avg":
		return c.Class.Numeric() || c.Class == schema.Interval
	}
	return c.Class.Numeric() || c.Class.Temporal() || c.Class == schema.Text || c.Class == schema.Interval || c.Class == schema.TimeOnly
}

// figuresOf keeps, of several columns with the same name outside t, those of rows that belong to rows of t. "The
// average rating of products" is that of their reviews, not that of the supplier of each product. It returns senses
// unchanged when there are no such columns or when one belongs to t.
func (p *parser) figuresOf(senses []sense, t *schema.Table) []sense {
	var belonging []sense
	best := 0.0
	for _, s := range senses {
		best = max(best, s.score)
	}
	for _, s := range senses {
		if s.kind != columnSense || s.field.table == t {
			return senses
		}
		if ps := p.paths(s.field.table, t); s.score >= best-tieMargin && len(ps) > 0 && ps[0].toOne() {
			belonging = append(belonging, s)
		}
	}
	if len(belonging) == 0 {
		return senses
	}
	return belonging
}
