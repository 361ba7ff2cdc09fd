package builtin

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// topping is a rank as in "the top 5", "the 3 most expensive" or "the youngest".
type topping struct {
	n      int64
	desc   bool
	hint   string // words of the columns to rank by, from the adjective; see measureOf
	common bool   // "most common"
	bare   bool   // only "top n" was read: "by" says what ranks, or nothing does
	verb   token  // of "most borrowed"
	nth    int64  // the second, third, …; 0 and 1 are the first
}

// positives maps adjectives behind "top" to the words of the columns that they rank by.
var positives = map[string]string{"expensive": "price cost fee rate", "costly": "cost price fee", "rated": "rating score stars",
	"paid": "salary wage", "populous": "population", "heavy": "weight", "tall": "height", "fast": "speed", "recent": "@date"}

// rankFollows reports whether words such as "with the most employees" stand later in the question and rank "the two
// stores".
func (p *parser) rankFollows() bool {
	if _, n := p.role(); n > 0 || p.pos == 0 || len(p.form.items) > 0 {
		return false
	}
	for i := p.pos; i < len(p.toks); i++ {
		if ph, n := phraseAt(p.toks, i); n > 0 && ph.role == mostOp {
			return true
		}
	}
	return false
}

// applyTop restricts n to its first rows by the rank t: "the 3 most expensive products". It adds a condition to n, or
// an order and a limit to the form.
func (p *parser) applyTop(n *node, t *topping) bool {
	if t.common || t.hint == "@value" || t.hint == "@sold" && t.nth > 1 {
		return false
	}
	if t.hint == "@done" {
		return p.rankedByDeeds(n, t)
	}
	if t.hint == "@any" {
		if n != p.form.subject || len(p.form.order) > 0 {
			return false
		}
		p.form.limit, p.form.anyFirst = t.n, true
		return true
	}
	if t.bare {
		if n != p.form.subject {
			return false
		}
		p.form.limit, p.form.bottom = t.n, !t.desc
		return true
	}
	if t.hint == "@sold" {
		m := p.piecesSold()
		if m == nil || n != p.form.subject {
			return false
		}
		if low := p.toks[p.pos-1].low; t.n == 1 && strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "ss") {
			t.n = 10
			p.assume("the first 10 are shown")
		}
		p.form.order, p.form.limit = append(p.form.order, sortKey{item{measure: m}, t.desc}), t.n
		return true
	}
	f, ok := p.measureOf(n.table, t.hint)
	desc := t.desc
	if !ok && t.hint == "age" {
		// The oldest was born first.
		c, of := p.bornOf(n.table), n.table
		if e := p.ix.info[of].parent; c == nil && e != nil {
			c, of = p.bornOf(e.to), e.to
		}
		if e := p.ix.plays(of); c == nil && e != nil {
			c, of = p.bornOf(e.to), e.to
		}
		if c == nil {
			c, of = p.madeOf(n.table), n.table
			p.doubt(0.95)
		}
		if c == nil && p.eventful(n.table) {
			if first, ok := p.happened(n); ok {
				c = first.column // the oldest order was placed first
			}
		}
		if c != nil {
			f, ok, desc = field{of, c}, true, !t.desc
		}
	}
	if !ok {
		if c, timed := p.timed(n.table, t.hint, t.desc); timed {
			if c.nth = t.nth; t.n > 1 {
				c.count = strconv.FormatInt(t.n, 10)
			}
			n.conds = append(n.conds, c)
			return t.n == 1 || t.nth <= 1
		}
		return p.rankedByRows(n, t)
	}
	if t.n == 1 {
		n.conds = append(n.conds, cond{kind: extreme, field: f, desc: desc, nth: t.nth})
		return true
	}
	if n != p.form.subject || t.nth > 1 {
		return false
	}
	p.form.limit = t.n
	p.form.order = append(p.form.order, sortKey{item{field: f}, desc})
	return true
}

// birthWords are words in the names of dates of birth; makingWords are words in the names of dates on which a thing was
// made.
var (
	birthWords  = wordSet("birth birthdate dob born birthday")
	makingWords = wordSet("build built make made manufacture construct found establish open launch publish release")
)

// bornOf returns the column that holds a date of birth, or nil.
func (p *parser) bornOf(t *schema.Table) *schema.Column { return p.dateSaying(t, birthWords, false) }

// madeOf returns the column that holds the date or the year in which a thing was made or begun, or nil: the oldest
// aircraft was built first.
func (p *parser) madeOf(t *schema.Table) *schema.Column { return p.dateSaying(t, makingWords, true) }

// dateSaying returns the only date column of t whose name contains one of the words, or nil. With years set, numeric
// columns that hold years count as well.
func (p *parser) dateSaying(t *schema.Table, words map[string]bool, years bool) *schema.Column {
	var found *schema.Column
	for _, c := range t.Columns {
		if !c.Class.Temporal() && !(years && holdsYears(c)) || !slices.ContainsFunc(p.ix.info[t].columns[c], func(w string) bool { return words[w] }) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// commonest reads "the most common city" as a ranking of the values of f by how many rows have them.
func (p *parser) commonest(f field, t *topping) bool {
	p.form.groups = append(p.form.groups, item{field: f})
	p.form.order = append(p.form.order, sortKey{item{measure: &measure{fn: "count", of: p.form.subject}}, t.desc})
	p.form.limit, p.form.offset = t.n, max(0, t.nth-1)
	return true
}

// topClause reads a superlative in the predicate, "which product is the most expensive", and applies it to n.
func (p *parser) topClause(n *node) bool {
	w := &wanted{}
	p.skip()
	if ordered := len(p.form.order) > 0; ordered || len(p.form.groups) > 0 {
		// "…, largest first, first 3" limits the order that was asked for; it does not ask for the first by date.
		if low := p.tok().low; (low == "first" || low == "top") && p.ahead(1).kind == number {
			p.pos++
			return ordered && p.form.limit == 0 && n == p.form.subject && p.count(&p.form.limit) && p.tok().end()
		}
	}
	p.topping(w)
	if w.top == nil || w.top.bare || w.top.common {
		return false
	}
	// The noun may be repeated: "the oldest dog".
	p.try(func() bool {
		senses, k := p.noun(n.table)
		if k == 0 || senses[0].kind != tableSense || senses[0].table != n.table {
			return false
		}
		p.pos += k
		return true
	})
	return p.applyTop(n, w.top)
}

// topping reads "top 5", "the 3 most expensive", "the youngest" or "most common" into w.top.
func (p *parser) topping(w *wanted) {
	if w.count {
		return
	}
	p.try(func() bool {
		t := &topping{n: 1, desc: true}
		if ph, ok := p.accept(topN); ok {
			if t.bare, t.desc = true, ph.arg == "desc"; !p.count(&t.n) && !p.topOfMany(t, ph) {
				return false
			}
			p.rankBehind(t)
		} else if end, ok := p.datedEnd(t); end {
			if ok {
				w.top = t
			}
			return ok
		} else if whole, ok := p.ranked(t); !ok {
			return false
		} else if !whole {
			p.rankBehind(t)
		}
		w.top = t
		return true
	})
}

// topOfMany reads "top customers by revenue", which states no number: it sets 10.
func (p *parser) topOfMany(t *topping, ph phrase) bool {
	senses, k := p.noun(nil)
	if p.toks[p.pos-1].low == "best" || k == 0 || senses[0].kind != tableSense {
		return false
	}
	last := p.toks[p.pos+k-1].low
	if singular(last) == last || p.ahead(k).low != "by" {
		return false
	}
	t.n = 10
	p.assume("the first 10 are shown")
	return true
}

// datedEnd reads "the last 5 orders" or "the first order" as a rank by date. end reports whether it is one, and ok
// whether its number could be read.
func (p *parser) datedEnd(t *topping) (end, ok bool) {
	dir := p.tok().low
	if (dir == "last" || dir == "first") && p.ahead(1).kind == number {
		p.pos++
		t.hint, t.desc = "@date", dir == "last"
		return true, p.count(&t.n)
	}
	if !p.lastOne() {
		return false, false
	}
	t.hint, t.desc = "@date", dir == "last"
	p.pos++
	p.doubt(0.92)
	return true, true
}

// ranked reads a rank that begins with a number or a superlative: "the 3 cheapest", "the second longest". whole reports
// that the rank is complete.
func (p *parser) ranked(t *topping) (whole, ok bool) {
	t.nth = p.nth()
	counted := t.nth == 1 && p.count(&t.n)
	p.skip()
	ph, n := p.role()
	if counted && p.rankFollows() {
		t.bare = true
		return true, true
	}
	if counted && p.someOf() {
		t.hint = "@any"
		return true, true
	}
	if verb, width := p.mostDone(); width > 0 {
		p.pos += width
		t.desc, t.hint, t.verb = ph.arg == "desc", "@done", verb
		if !counted {
			p.count(&t.n)
		}
		return true, true
	}
	if n == 0 || ph.role != superl && ph.role != common {
		return false, false
	}
	size := ph.role == superl && ph.hint == "" && p.largestRow(ph, n)
	if high := p.highestRow(ph, n); high != "" {
		ph.hint = high
	}
	if ph.role == superl && ph.hint == "" && !counted && !size {
		if t.nth == 1 || !p.figureFollows(n) {
			return false, false
		}
		ph.hint = "@value"
	}
	p.pos += n
	t.desc, t.hint, t.common = ph.arg == "desc", ph.hint, ph.role == common
	if size {
		t.hint = "@size"
	}
	if t.hint == "@date" && participle(p.tok()) && genericVerbs[p.tok().stem] {
		p.pos++ // "the most recently placed order"
	}
	if !counted {
		p.count(&t.n)
	}
	return false, true
}

// rankBehind reads what ranks a bare number: "the top 3 expensive rooms", "the top 3 most expensive products".
func (p *parser) rankBehind(t *topping) {
	if !t.bare {
		return
	}
	if hint, ok := positives[p.tok().low]; ok {
		p.pos++
		t.bare, t.hint = false, hint
		return
	}
	if verb, width := p.mostDone(); width > 0 {
		ph, _ := p.role()
		p.pos += width
		t.bare, t.desc, t.hint, t.verb = false, ph.arg == "desc", "@done", verb
	} else if ph, n := p.role(); n > 0 && (ph.role == superl && ph.hint != "" || ph.role == common) {
		p.pos += n
		t.bare, t.desc, t.hint, t.common = false, ph.arg == "desc", ph.hint, ph.role == common
	}
}

// lastOne reports whether "last" or "first" stands before a table's name in the singular: "the last order", but not
// "the last name".
func (p *parser) lastOne() bool {
	if low := p.tok().low; low != "last" && low != "first" || p.tok().kind != word {
		return false
	}
	m := p.pos
	defer func() { p.pos = m }()
	if senses, k := p.noun(nil); k > 1 && senses[0].kind == columnSense {
		return false
	}
	p.pos++
	senses, k := p.noun(nil)
	if k == 0 || senses[0].kind != tableSense || senses[0].score < 0.9 {
		return false
	}
	last := p.toks[p.pos+k-1].low
	return singular(last) == last
}

// count consumes a plain number from 1 and stores it in n. Years after 1500 are not accepted.
func (p *parser) count(n *int64) bool {
	t := p.tok()
	if t.kind != number {
		return false
	}
	v, err := strconv.ParseInt(t.num, 10, 32)
	if err != nil || v < 1 || t.year && v > 1500 {
		return false
	}
	p.pos++
	*n = v
	return true
}

// rankedByRows ranks "the highest rated product" by the average rating of the rows that belong to each product, where
// products have no rating column.
func (p *parser) rankedByRows(n *node, t *topping) bool {
	if n != p.form.subject || !strings.HasPrefix(t.hint, "rating") {
		return false
	}
	var found []field
	for _, e := range p.ix.graph.edges[n.table] {
		if f, ok := p.measureOf(e.to, t.hint); ok && !e.toOne {
			found = append(found, f)
		}
	}
	if len(found) != 1 {
		return false
	}
	m := &measure{fn: "avg", field: found[0], of: p.keep(&node{table: found[0].table})}
	p.doubt(0.95)
	p.assume("ranked by the average of " + found[0].table.Name + "." + found[0].column.Name)
	p.form.order, p.form.limit = append(p.form.order, sortKey{item{measure: m}, t.desc}), t.n
	p.form.offset = max(0, t.nth-1)
	return true
}
