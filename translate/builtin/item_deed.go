package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// deeds are participles that ask for an amount of money by themselves: "total paid by card", "the amount refunded".
var deeds = map[string]bool{"paid": true, "spent": true, "refunded": true, "invoiced": true, "charged": true, "donated": true, "credited": true,
	"deposited": true, "billed": true}

// deedBefore are the words that must stand before such a participle.
var deedBefore = map[string]bool{"total": true, "sum": true, "amount": true, "average": true, "much": true, "money": true, "maximum": true}

// deed reads such a participle and returns the sum of the money column of the one table that records it, or nil.
func (p *parser) deed() *measure {
	t := p.tok()
	if t.kind != word || !deeds[t.low] || p.pos == 0 || !deedBefore[p.toks[p.pos-1].low] {
		return nil // "paid orders" asks for orders
	}
	f := p.moneyFor(t)
	if f == nil {
		return nil
	}
	p.pos++
	p.doubt(0.9)
	return &measure{fn: "sum", field: *f, of: p.keep(&node{table: f.table}), as: "total_" + t.low}
}

// moneyFor returns the money column for a verb: for "spend" the amount of orders, for "pay" that of payments. It
// returns nil when there is none, or when several tables record what the verb says.
func (p *parser) moneyFor(verb token) *field {
	if verb.stem == "spend" {
		return p.ix.orderAmount()
	}
	var found *schema.Table
	for _, w := range append(strings.Fields(verbNouns[verb.stem]), verb.stem) {
		for _, t := range p.ix.snap.Tables {
			ti := p.ix.info[t]
			if ti == nil || t.Kind == schema.View || t.Kind == schema.Materialised || !slices.Contains(ti.words, stem(w)) {
				continue
			}
			if found != nil && found != t {
				return nil
			}
			found = t
		}
	}
	if found == nil {
		return p.moneyColumn(verb.stem)
	}
	if f, ok := p.moneyOf(found); ok {
		return &f
	}
	return nil
}

// spentWords maps the stems of verbs that say how much money somebody gave to their participles.
var spentWords = map[string]string{"spend": "spent", "pay": "paid", "donat": "donated"}

// hasMoneyIn reports whether each row of n may have many rows of t, whose money can be added up.
func (p *parser) hasMoneyIn(n *node, t *schema.Table) bool {
	ps := p.paths(n.table, t)
	return n.table != t && len(ps) > 0 && !ps[0].toOne() && !ps[0].valley()
}

// spent reads "spent more than 5000" or "paid at least 100 in 2025" and adds a condition to n: on the sum of the money
// of the rows that belong to each row of n.
func (p *parser) spent(n *node, verb token) bool {
	if spentWords[verb.stem] == "" {
		return false
	}
	f := p.moneyFor(verb)
	if f == nil {
		f = p.aimedAt()
	}
	if f == nil || !p.hasMoneyIn(n, f.table) {
		return false
	}
	p.skip()
	p.try(func() bool { return p.word("a") && p.word("total") && p.word("of") })
	ph, ok := p.accept(cmpOp)
	if !ok || ph.arg != ">" && ph.arg != "<" && ph.arg != ">=" && ph.arg != "<=" {
		return false
	}
	v, ok := p.number(*f)
	if !ok {
		return false
	}
	p.skip()
	p.try(func() bool { // passes over "on orders"
		if ph, ok := p.accept(prep); !ok || ph.arg != "on" && ph.arg != "for" {
			return false
		}
		p.articles()
		return p.again(f.table)
	})
	p.ofTheirs(n)
	c := cond{kind: figured, agg: "sum", field: *f, op: ph.arg, values: []value{v}, child: p.keep(&node{table: f.table})}
	p.try(func() bool { p.accept(prep); return p.timeOf(c.child, "") || p.timeClause(c.child) })
	n.conds = append(n.conds, c)
	p.assume("“" + verb.text + "” is the sum of " + f.table.Name + "." + f.column.Name)
	p.doubt(0.9)
	return true
}

// amountSpent reads "spend" in "how much did Ann spend", and a time behind it, "in 2025". It returns the sum of the money of the
// rows that belong to n, and nil if these are not known or more is said of them.
func (p *parser) amountSpent(n *node) []item {
	verb := p.tok()
	f := p.moneyFor(verb)
	if f == nil || !p.hasMoneyIn(n, f.table) {
		return nil
	}
	p.pos++
	rows := p.keep(&node{table: f.table})
	p.try(func() bool { p.accept(prep); return p.timeOf(rows, "") || p.timeClause(rows) })
	if !p.tok().end() {
		return nil
	}
	p.doubt(0.9)
	return []item{{measure: &measure{fn: "sum", field: *f, of: rows, as: "amount_" + spentWords[verb.stem]}}}
}

// aimedAt returns the money column of the table that the next words name behind "on" or "for": "on treatments", "for
// their orders". It consumes nothing.
func (p *parser) aimedAt() *field {
	for i := p.pos; i < min(len(p.toks), p.pos+8); i++ {
		if low := p.toks[i].low; low != "on" && low != "for" {
			continue
		}
		m := p.mark()
		p.pos = i + 1
		p.articles()
		senses, k := p.noun(nil)
		p.reset(m)
		if k == 0 || senses[0].kind != tableSense || senses[0].score < 0.75 {
			return nil
		}
		if f, ok := p.moneyOf(senses[0].table); ok {
			return &f
		}
		return nil
	}
	return nil
}

// ofTheirs consumes "of his or her dogs": a table between those who paid and what they paid for, which adds no
// condition.
func (p *parser) ofTheirs(n *node) {
	p.try(func() bool {
		if ph, ok := p.accept(prep); !ok || ph.arg != "of" && ph.arg != "for" && ph.arg != "on" {
			return false
		}
		p.articles()
		senses, k := p.noun(nil)
		if k == 0 || senses[0].kind != tableSense || len(senses[0].conds) > 0 || !p.ix.graph.joined(n.table, senses[0].table) {
			return false
		}
		p.pos += k
		return true
	})
}

// moneyColumn returns the only numeric column in the schema whose name contains the stem, refund_amount for "refund",
// or nil when there are none or several.
func (p *parser) moneyColumn(stem string) *field {
	var found *field
	for _, t := range p.ix.snap.Tables {
		if p.ix.info[t] == nil || t.Kind == schema.View || t.Kind == schema.Materialised {
			continue
		}
		for _, c := range t.Columns {
			if !c.Class.Numeric() || p.ix.isKey(t, c) || !slices.Contains(p.ix.info[t].columns[c], stem) {
				continue
			}
			if found != nil {
				return nil
			}
			found = &field{t, c}
		}
	}
	return found
}
