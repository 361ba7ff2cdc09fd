package builtin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// revenueWords ask for money that was taken. Few schemas have a column of such a name.
var revenueWords = map[string]bool{"revenue": true, "revenues": true, "sales": true, "turnover": true, "takings": true, "proceeds": true, "spending": true}

// soldPhrases ask for a number of pieces sold.
var soldPhrases = []string{"quantity sold", "units sold", "items sold", "quantity ordered", "number of units sold", "pieces sold",
	"total quantity sold", "total units sold", "quantities sold", "number of items sold", "sold quantity"}

// metric reads a word such as "revenue" and returns it as a measure: the sum of a column whose comment says "revenue",
// of an amount per order, or of quantity times price of the order lines. Its field finer is a measure over finer rows,
// for use where joins would repeat the rows of the first.
func (p *parser) metric() *measure {
	if m := p.defined(); m != nil {
		return m // a measure of a single row becomes a metric only with an aggregate; see wanted
	}
	if m := p.duration(); m != nil {
		return m // as above
	}
	if m := p.sold(); m != nil {
		return m
	}
	if m := p.deed(); m != nil {
		return m
	}
	t := p.tok()
	if t.kind != word || !revenueWords[t.low] {
		return nil
	}
	if senses, k := p.noun(nil); k > 1 || k == 1 && senses[0].score > 0.9 && !p.summarised(senses[0]) {
		return nil
	}
	m := p.revenue(t.low)
	if m == nil {
		return nil
	}
	p.pos++
	p.try(func() bool { return p.word("amount", "amounts", "volume") })
	p.doubt(0.93)
	return m
}

// summarised reports whether s is a column of a view that the question does not name. Such a column repeats what the
// tables hold.
func (p *parser) summarised(s sense) bool {
	return s.kind == columnSense && (s.table.Kind == schema.View || s.table.Kind == schema.Materialised) && p.mentioned[s.table] == 0
}

// revenue returns the measure of the money taken, named as in the question, or nil when the schema has no such column.
func (p *parser) revenue(as string) *measure {
	coarse, fine := p.ix.orderAmount(), p.ix.linePair()
	var ms []*measure
	if coarse != nil {
		ms = append(ms, &measure{fn: "sum", field: *coarse, of: p.keep(&node{table: coarse.table})})
	}
	if fine != nil {
		ms = append(ms, &measure{fn: "sum", field: fine.quantity, times: fine.price, of: p.keep(&node{table: fine.quantity.table})})
	}
	if len(ms) == 0 {
		return nil
	}
	for _, m := range ms {
		m.as = as
	}
	if len(ms) > 1 {
		ms[0].finer = ms[1]
	}
	return ms[0]
}

// peekMetric reports whether a metric stands next. It consumes nothing.
func (p *parser) peekMetric() bool {
	m := p.mark()
	defer p.reset(m)
	p.skip(ever)
	return p.metric() != nil
}

// sold reads one of soldPhrases and returns the sum of the quantities of the order lines, or nil.
func (p *parser) sold() *measure {
	for _, s := range soldPhrases {
		ws := strings.Fields(s)
		if p.pos+len(ws) > len(p.toks) {
			continue
		}
		same := true
		for i, w := range ws {
			same = same && p.toks[p.pos+i].low == w
		}
		if !same {
			continue
		}
		if m := p.piecesSold(); m != nil {
			p.pos += len(ws)
			return m
		}
	}
	return nil
}

func (p *parser) piecesSold() *measure {
	pair := p.ix.linePair()
	if pair == nil {
		return nil
	}
	p.doubt(0.95)
	return &measure{fn: "sum", field: pair.quantity, of: p.keep(&node{table: pair.quantity.table}), as: "quantity_sold"}
}

// explainMetric returns a text for the assumptions: what the metric was taken to be.
func (m *measure) explainMetric() string {
	if !m.expr.IsZero() {
		return fmt.Sprintf("“%s” is %s", strings.ReplaceAll(m.as, "_", " "), m.expr)
	}
	what := m.field.table.Name + "." + m.field.column.Name
	if m.times.column != nil {
		what += " × " + m.times.column.Name
	}
	return fmt.Sprintf("“%s” is the sum of %s", strings.ReplaceAll(m.as, "_", " "), what)
}

// pair holds a quantity column and a price column of one table.
type pair struct{ quantity, price field }

type (
	pairKey   struct{}
	amountKey struct{}
)

// linePair returns the result of findLinePair, which is computed once per snapshot.
func (ix *index) linePair() *pair {
	return ix.snap.Derive(pairKey{}, func() any { return ix.findLinePair() }).(*pair)
}

// orderAmount returns the result of findOrderAmount, which is computed once per snapshot.
func (ix *index) orderAmount() *field {
	return ix.snap.Derive(amountKey{}, func() any { return ix.findOrderAmount() }).(*field)
}

// findLinePair returns the quantity and price columns of the only table that has one of each, or nil.
func (ix *index) findLinePair() *pair {
	var found *pair
	for _, t := range ix.snap.Tables {
		ti := ix.info[t]
		if ti == nil || t.Kind == schema.View || t.Kind == schema.Materialised {
			continue
		}
		q, nq := ix.ending(t, "quantiti", "unit", "piec")
		pr, np := ix.ending(t, "price")
		if nq != 1 || np != 1 || len(ix.graph.edges[t]) == 0 {
			continue
		}
		if found != nil {
			return nil
		}
		found = &pair{field{t, q}, field{t, pr}}
	}
	return found
}

// ending returns a numeric column, not a key, whose name ends with one of the words, and the number of such columns.
func (ix *index) ending(t *schema.Table, words ...string) (*schema.Column, int) {
	var found *schema.Column
	n := 0
	for _, c := range t.Columns {
		ws := stems(expand(ix.info[t].columns[c]))
		if n := len(ws); n > 1 && unitStems[ws[n-1]] {
			ws = ws[:n-1] // drops the unit, as of total_eur
		}
		if !c.Class.Numeric() || ix.isKey(t, c) || len(ws) == 0 || !slices.Contains(words, ws[len(ws)-1]) {
			continue
		}
		found = c
		n++
	}
	return found, n
}

// unitStems are the stems of units of measure that end the names of columns.
var unitStems = func() map[string]bool {
	m := map[string]bool{}
	for w := range unitTail {
		m[stem(w)] = true
	}
	return m
}()

// findOrderAmount returns the column that holds the money of one order: the only one whose comment contains "revenue"
// or, if there is none, the result of totalOfSales. It returns nil when several comments contain the word.
func (ix *index) findOrderAmount() *field {
	var found *field
	n := 0
	for _, t := range ix.snap.Tables {
		if ix.info[t] == nil || t.Kind == schema.View || t.Kind == schema.Materialised {
			continue
		}
		for _, c := range t.Columns {
			if c.Class.Numeric() && !ix.isKey(t, c) && strings.Contains(strings.ToLower(c.Comment), "revenue") {
				found = &field{t, c}
				n++
			}
		}
	}
	if n == 1 {
		return found
	}
	if n > 1 {
		return nil
	}
	return ix.totalOfSales()
}

// saleTables are words that end the names of tables of sales.
var saleTables = wordSet("order sale invoice purchase transaction")

// totalOfSales returns the total column of the only table of sales. Of several, such as sales orders and purchase
// orders, it takes the one named after sales. It returns nil when neither decides.
func (ix *index) totalOfSales() *field {
	var all, sold []*field
	for _, t := range ix.snap.Tables {
		ti := ix.info[t]
		if ti == nil || len(ti.words) == 0 || !saleTables[ti.words[len(ti.words)-1]] || t.Kind == schema.View {
			continue
		}
		c, n := ix.ending(t, "total", "amount", "revenu", "valu")
		if n != 1 {
			continue
		}
		all = append(all, &field{t, c})
		if slices.Contains(ti.words, stem("sale")) {
			sold = append(sold, &field{t, c})
		}
	}
	switch {
	case len(all) == 1:
		return all[0]
	case len(sold) == 1:
		return sold[0]
	}
	return nil
}

// valueOf returns the senses of "order value": the money column of a table.
func (p *parser) valueOf(i, j int) []sense {
	if j-i < 2 {
		return nil
	}
	last := p.toks[j-1].low
	if last != "value" && last != "values" && last != "amount" && last != "total" && last != "totals" && last != "amounts" {
		return nil
	}
	for _, s := range p.simple(i, j-1) {
		if s.kind != tableSense || s.score < 0.9 {
			continue
		}
		c, n := p.ix.ending(s.table, "total", "amount", "valu", "price")
		if n == 1 {
			return []sense{{kind: columnSense, table: s.table, field: field{s.table, c}, score: 0.93, owned: true}}
		}
	}
	return nil
}

// nameOfColumn returns the senses of "country name" where country is a text column itself.
func (p *parser) nameOfColumn(i, j int) []sense {
	if j-i < 2 || p.toks[j-1].stem != "name" {
		return nil
	}
	var out []sense
	for _, s := range p.simple(i, j-1) {
		if s.kind == columnSense && s.full && s.field.column.Class == schema.Text && !p.ix.isKey(s.field.table, s.field.column) {
			s.score, s.full = s.score*0.93, false
			out = append(out, s)
		}
	}
	return out
}

// settleMetrics replaces a metric by its finer measure where joins to the groups would repeat its rows, and adds the
// meaning of each metric to the assumptions. It returns false when neither measure can be used.
func (p *parser) settleMetrics() bool {
	f := p.form
	var ms []**measure
	for i := range f.items {
		ms = append(ms, &f.items[i].measure)
	}
	for i := range f.order {
		ms = append(ms, &f.order[i].item.measure)
	}
	for _, m := range ms {
		if *m == nil || (*m).as == "" {
			continue
		}
		if (*m).finer != nil && !p.reachesGroups((*m).of.table) {
			if !p.reachesGroups((*m).finer.of.table) {
				return false
			}
			finer := *(*m).finer
			if (*m).of == f.subject {
				f.subject.table = finer.of.table
				finer.of = f.subject
			} else {
				finer.of.conds = (*m).of.conds
			}
			*m = &finer
		}
		p.assume((*m).explainMetric())
	}
	return true
}

// reachesGroups reports whether each row of t belongs to one row of each group, of each selected table and of each
// table in the subject's conditions.
func (p *parser) reachesGroups(t *schema.Table) bool {
	targets := []*schema.Table{}
	for _, g := range p.form.groups {
		targets = append(targets, g.tableOf())
	}
	for _, it := range p.form.items {
		if it.measure == nil {
			targets = append(targets, it.tableOf())
		}
	}
	for _, c := range p.form.subject.conds {
		if c.field.column != nil && c.field.table != p.form.subject.table && !p.aside(c.field.table, t) {
			targets = append(targets, c.field.table)
		}
		if c.child != nil && !p.aside(c.child.table, t) {
			targets = append(targets, c.child.table)
		}
	}
	for _, x := range targets {
		ps := p.paths(t, x)
		if len(ps) == 0 || !ps[0].toOne() {
			return false
		}
	}
	return true
}

// aside reports whether the table x only restricts the rows of the subject and is not joined to t, as the addresses of
// customers are: a customer has many, but they do not repeat the rows of t that are added up.
func (p *parser) aside(x, t *schema.Table) bool {
	ps := p.paths(p.form.subject.table, x)
	return len(ps) == 1 && len(ps[0]) == 1 && !ps[0].toOne() && x != t && !p.ix.graph.joined(t, x)
}

// earned reads "we sell" or "we earned" in "how much did we sell" and returns the revenue, or nil.
func (p *parser) earned() *measure {
	if p.tok().low != "we" {
		return nil
	}
	switch p.ahead(1).stem {
	case "sell", "earn", "make", "take":
	default:
		return nil
	}
	m := p.revenue("revenue")
	if m == nil {
		return nil
	}
	p.pos += 2
	p.doubt(0.93)
	return m
}
