package builtin

import (
	"strconv"

	"github.com/pgask/pgask/translate/schema"
)

// wanted is one thing asked for, before it is known whose it is.
type wanted struct {
	senses   []sense
	from, to int // its tokens
	aggs     []string
	distinct bool
	count    bool
	all      bool // every column
	top      *topping
	owner    *node
	explicit bool // the owner stood beside it: "names of singers"
	metric   *measure
}

// topping is "the top 5", "the 3 most expensive", "the youngest".
type topping struct {
	n      int64
	desc   bool
	hint   string // of an adjective; see measureOf
	common bool   // most common
	bare   bool   // top n: what by follows, or is missing
}

// items reads the list of what is asked for, and of what.
func (p *parser) items() bool {
	var list []*wanted
	for {
		w := &wanted{}
		ok := p.try(func() bool { return p.wanted(w) })
		if !ok {
			if len(list) == 0 {
				return false
			}
			break
		}
		list = append(list, w)
		p.shareAggregates(list)
		p.owner(list)
		if !p.more() {
			break
		}
	}
	p.try(func() bool { return p.eachOwner(list) })
	return p.resolve(list)
}

// shareAggregates gives "the average height and weight" its second average.
func (p *parser) shareAggregates(list []*wanted) {
	if len(list) < 2 {
		return
	}
	w, before := list[len(list)-1], list[len(list)-2]
	if w.metric != nil || before.metric != nil || w.from == 0 {
		return
	}
	bare := p.toks[w.from-1].low == "and" || p.toks[w.from-1].low == ","
	if len(before.aggs) == 0 || len(w.aggs) > 0 || w.count || w.top != nil || !bare {
		return
	}
	if s := w.senses[0]; s.kind == columnSense && s.field.column.Class.Numeric() && !p.ix.isKey(s.field.table, s.field.column) {
		w.aggs = before.aggs
	}
}

// eachOwner reads "for each concert" after a list of columns and counts: the columns are the concert's, the counts are
// made for each.
func (p *parser) eachOwner(list []*wanted) bool {
	columns, measures := 0, 0
	for _, w := range list {
		if w.count || len(w.aggs) > 0 || w.metric != nil {
			measures++
		} else if w.owner == nil && w.senses[0].kind == columnSense && !w.senses[0].owned {
			columns++
		}
	}
	if columns == 0 || measures == 0 || p.form.subject != nil {
		return false
	}
	if _, ok := p.accept(each); !ok {
		return false
	}
	p.articles()
	senses, k := p.noun(nil)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
	if !ok {
		return false
	}
	p.form.subject = p.node(s, k)
	p.form.groups = append(p.form.groups, item{entity: s.table})
	return true
}

// more consumes what separates two items, when another one follows.
func (p *parser) more() bool {
	return p.try(func() bool {
		if !p.separator() {
			return false
		}
		return p.startsItem()
	})
}

func (p *parser) separator() bool {
	any := false
	for {
		if p.word(",") {
			any = true
			continue
		}
		if _, ok := p.accept(conj, also); ok {
			any = true
			continue
		}
		return any
	}
}

// startsItem looks whether an item may begin here, without consuming it.
func (p *parser) startsItem() bool {
	m := p.mark()
	defer p.reset(m)
	p.skip(opener, ever)
	if ph, n := p.role(); n > 0 {
		switch ph.role {
		case countOf, howMany, aggOp, distinct:
			return true
		case superl, mostOp, common:
			return false
		}
	}
	if revenueWords[p.tok().low] {
		return true
	}
	senses, _ := p.noun(nil)
	return len(senses) > 0 && senses[0].kind != valueSense
}

// wanted reads one item.
func (p *parser) wanted(w *wanted) bool {
	p.skip(opener, ever)
	if len(p.form.items) == 0 && p.form.subject == nil {
		p.skip(each) // "list each owner's name"
	}
	if _, ok := p.accept(everything); ok {
		w.all = true
	}
	p.skip(ever)
	p.countings(w)
	p.topping(w)
	p.aggregates(w)
	if _, ok := p.accept(distinct); ok {
		w.distinct = true
		p.try(func() bool { return p.word("kinds") && p.word("of") })
	}
	p.skip(ever)
	if w.top == nil {
		p.topping(w)
	}
	var owner *schema.Table
	if p.form.subject != nil {
		owner = p.form.subject.table
	}
	if m := p.metric(); m != nil {
		w.metric = m
		return !w.count && w.top == nil && !w.all && (len(w.aggs) == 0 || len(w.aggs) == 1 && w.aggs[0] == m.fn)
	}
	senses, n := p.noun(owner)
	if n == 0 || onlyValues(senses) {
		return false
	}
	w.senses, w.from, w.to = senses, p.pos, p.pos+n
	p.pos += n
	return true
}

func onlyValues(senses []sense) bool {
	for _, s := range senses {
		if s.kind != valueSense {
			return false
		}
	}
	return true
}

// countings reads "how many", "the number of", "how many different".
func (p *parser) countings(w *wanted) {
	p.try(func() bool {
		// A column may itself be a number of something: prefer its name when the words are its whole name.
		if senses, n := p.noun(nil); n >= 3 && senses[0].kind == columnSense && senses[0].full {
			return false
		}
		if _, ok := p.accept(howMany, countOf); !ok {
			return false
		}
		w.count = true
		p.skip(ever)
		if _, ok := p.accept(distinct); ok {
			w.distinct = true
			p.try(func() bool { return p.word("kinds") && p.word("of") })
		}
		return true
	})
}

// aggregates reads "the average, minimum and maximum".
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

// aggregate consumes an aggregate word: "average", or a superlative that asks for a number as in "the highest price".
func (p *parser) aggregate() string {
	ph, n := p.role()
	if n == 0 {
		return ""
	}
	if ph.role == aggOp {
		// "total" and "average" may be columns: then nothing that could be aggregated follows.
		m := p.pos
		p.pos += n
		p.skip(ever)
		p.word("of")
		p.skip(ever)
		if next, k := p.role(); k > 0 && (next.role == aggOp || next.role == conj || next.role == superl) || p.tok().low == "," {
			return ph.arg
		}
		if senses, _ := p.noun(nil); len(senses) > 0 && !onlyValues(senses) || revenueWords[p.tok().low] {
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

// greatestNumber is "the maximum number of cities" where a column holds that number.
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

// topping reads "top 5", "the 3 most expensive", "the youngest", "most common".
func (p *parser) topping(w *wanted) {
	if w.count {
		return
	}
	p.try(func() bool {
		t := &topping{n: 1, desc: true}
		if ph, ok := p.accept(topN); ok {
			t.bare, t.desc = true, ph.arg == "desc"
			if !p.count(&t.n) {
				if p.form.subject != nil {
					return false
				}
				t.n = 10
				return false
			}
		} else {
			if dir := p.tok().low; (dir == "last" || dir == "first") && p.ahead(1).kind == number {
				p.pos++
				t.hint, t.desc = "@date", dir == "last"
				if !p.count(&t.n) {
					return false
				}
				w.top = t
				return true
			}
			counted := p.count(&t.n)
			p.skip()
			ph, n := p.role()
			if n == 0 || ph.role != superl && ph.role != common || ph.role == superl && ph.hint == "" && !counted {
				return false
			}
			p.pos += n
			t.desc, t.hint, t.common = ph.arg == "desc", ph.hint, ph.role == common
			if t.hint == "@date" && participle(p.tok()) && genericVerbs[p.tok().stem] {
				p.pos++ // "the most recently placed order"
			}
			if !counted {
				p.count(&t.n)
			}
		}
		if t.bare {
			// the top 3 most expensive products
			if ph, n := p.role(); n > 0 && (ph.role == superl && ph.hint != "" || ph.role == common) {
				p.pos += n
				t.bare, t.desc, t.hint, t.common = false, ph.arg == "desc", ph.hint, ph.role == common
			}
		}
		w.top = t
		return true
	})
}

// count consumes a plain number.
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

// owner reads whose the items are: "of all singers", "for each stadium".
func (p *parser) owner(list []*wanted) {
	last := list[len(list)-1]
	if last.metric != nil {
		return
	}
	if len(last.senses) > 0 && last.senses[0].kind == tableSense && last.senses[0].fit > bestColumn(last.senses)+0.05 {
		if p.form.subject == nil && !last.count {
			return
		}
	}
	p.try(func() bool {
		ph, n := p.role()
		if n > 0 && ph.role == each && !last.count && len(last.aggs) == 0 && p.form.subject == nil {
			return p.ownerEach(list)
		}
		if n == 0 || ph.role != prep || ph.arg != "of" && ph.arg != "for" && ph.arg != "from" && ph.arg != "in" && ph.arg != "by" && ph.arg != "about" && ph.arg != "on" && ph.arg != "at" {
			return false
		}
		p.pos += n
		p.articles()
		var top *topping
		if _, ok := p.accept(distinct); ok {
			p.skip()
		}
		w := &wanted{}
		p.topping(w)
		top = w.top
		senses, k := p.noun(nil)
		if k == 0 {
			return false
		}
		s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
		if !ok || s.fit < senses[0].fit-0.15 {
			return false
		}
		if last.count && (ph.arg != "of" || bestColumn(last.senses) < 0) {
			return false
		}
		node := p.node(s, k)
		for _, w := range list {
			if w.owner == nil && w.metric == nil {
				w.owner, w.explicit = node, true
			}
		}
		if p.form.subject == nil {
			p.form.subject = node
		}
		if top != nil && !p.applyTop(node, top) {
			return false
		}
		return true
	})
}

// ownerEach is "the name of each continent".
func (p *parser) ownerEach(list []*wanted) bool {
	p.accept(each)
	p.articles()
	senses, k := p.noun(nil)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
	if !ok || s.fit < senses[0].fit-0.15 {
		return false
	}
	p.form.subject = p.node(s, k)
	for _, w := range list {
		if w.owner == nil && w.metric == nil {
			w.owner, w.explicit = p.form.subject, true
		}
	}
	p.form.groups = append(p.form.groups, item{entity: s.table})
	return true
}

func bestColumn(senses []sense) float64 {
	for _, s := range senses {
		if s.kind == columnSense {
			return s.fit
		}
	}
	return -1
}

// node consumes a noun phrase that was taken as a table.
func (p *parser) node(s sense, n int) *node {
	p.note(p.pos, p.pos+n, s)
	p.pos += n
	of := p.keep(&node{table: s.table, conds: s.conds})
	if len(s.conds) == 0 {
		p.nameAfter(of)
	}
	return of
}

// nameAfter reads a name that follows the word for what bears it: "customer Laura Weber", "the category 'Coffee'".
func (p *parser) nameAfter(n *node) {
	p.try(func() bool {
		t := p.tok()
		d := p.ix.info[n.table].display
		if len(d) != 1 || d[0].Class != schema.Text || t.kind != quoted && !(t.kind == word && t.upper) {
			return false
		}
		if t.kind == word && (len(p.simple(p.pos, p.pos+1)) > 0 || units[t.low] != "") {
			return false
		}
		if _, k := p.role(); k > 0 {
			return false
		}
		v, ok := p.literal(field{n.table, d[0]})
		if ok {
			n.conds = append(n.conds, cond{kind: compare, field: field{n.table, d[0]}, op: "=", values: []value{v}})
		}
		return ok
	})
}

// resolve decides whose each item is and what it selects.
func (p *parser) resolve(list []*wanted) bool {
	for _, w := range list {
		if w.metric != nil && p.form.subject == nil && len(list) == 1 {
			p.form.subject = w.metric.of
		}
	}
	if p.form.subject == nil && !p.chooseSubject(list) {
		return false
	}
	for _, w := range list {
		if !p.item(w) {
			return false
		}
	}
	return true
}

// chooseSubject takes the table that the items speak of: one of them names a table, or the columns belong to one.
func (p *parser) chooseSubject(list []*wanted) bool {
	for _, w := range list {
		if w.metric != nil {
			continue
		}
		s := w.senses[0]
		if s.kind == tableSense && !w.count || s.owned {
			if s.kind == tableSense {
				s, _ = p.pick(w.senses, p.text(w.from, w.to), tableSense)
			}
			p.form.subject = p.keep(&node{table: s.table, conds: s.conds})
			if s.kind == columnSense {
				p.form.subject.table = s.field.table
			}
			return true
		}
	}
	for _, w := range list {
		if w.metric != nil {
			continue
		}
		if s := w.senses[0]; s.kind == tableSense {
			s, _ = p.pick(w.senses, p.text(w.from, w.to), tableSense)
			p.form.subject = p.keep(&node{table: s.table})
			return true
		}
	}
	// Only columns: the table that has them all, the one that the question mentions first.
	best, bestFit, second := sense{}, -1.0, -1.0
	if list[0].metric != nil {
		return false
	}
	for _, s := range list[0].senses {
		if s.kind != columnSense {
			continue
		}
		fit := s.fit
		for _, w := range list[1:] {
			fit += bestIn(w.senses, s.field.table)
		}
		if fit > bestFit {
			best, bestFit, second = s, fit, bestFit
		} else if fit > second {
			second = fit
		}
	}
	if bestFit < 0 {
		return false
	}
	if bestFit-second < tieMargin {
		if t := p.origin(best.field); t != nil && len(list) == 1 {
			// a key and the column that it is a key to: the latter has each value once
			p.doubt(0.93)
			best.field.table = t
		} else {
			p.doubt(0.6) // another table has these columns just as well
		}
	}
	p.form.subject = p.keep(&node{table: best.field.table})
	return true
}

// origin is the table whose key a column is or refers to, when the values of that table are what it holds.
func (p *parser) origin(f field) *schema.Table {
	for _, e := range p.ix.graph.edges[f.table] {
		if e.toOne && e.declared && len(e.fromCols) == 1 && e.fromCols[0] == f.column.Name {
			return e.to
		}
	}
	if len(f.table.PrimaryKey) == 1 && f.table.PrimaryKey[0] == f.column.Name {
		return f.table
	}
	return nil
}

func bestIn(senses []sense, t *schema.Table) float64 {
	for _, s := range senses {
		if s.kind == columnSense && s.field.table == t {
			return s.fit
		}
	}
	return 0
}

// item settles one wanted thing and adds it to the form.
func (p *parser) item(w *wanted) bool {
	if w.metric != nil {
		p.form.items = append(p.form.items, item{measure: w.metric})
		if w.metric.of != p.form.subject {
			p.clauses(w.metric.of)
		}
		return true
	}
	owner := w.owner
	if owner == nil {
		owner = p.form.subject
	}
	all := p.explain(w.from, w.to, owner.table)
	s, ok := p.pick(all, p.text(w.from, w.to), tableSense, columnSense)
	if !ok {
		return false
	}
	if w.explicit && s.kind == tableSense && !w.count {
		// "the name of the breed": after "of", the first noun is a column if it can be
		if c, ok := p.columnNear(all, owner.table); ok {
			s = c
		}
	}
	if s.kind == columnSense && !p.ownable(w, s, owner.table) {
		return false
	}
	p.note(w.from, w.to, s)
	if len(s.conds) > 0 && !(s.kind == tableSense && (w.count || s.table == p.form.subject.table)) {
		owner.conds = mergeConds(owner.conds, s.conds)
	}
	switch {
	case w.all:
		return p.wholeRow(s)
	case w.count:
		return p.countItem(w, s, owner)
	case len(w.aggs) > 0:
		return p.aggregateItems(w, s, owner)
	}
	return p.plainItem(w, s, owner)
}

// ownable says whether a column may be selected for the rows of a table, and lowers the confidence when it is not the
// table's own.
func (p *parser) ownable(w *wanted, s sense, owner *schema.Table) bool {
	t := s.field.table
	if t == owner {
		return true
	}
	ps := p.paths(owner, t)
	if len(ps) == 0 || ps[0].valley() {
		return false
	}
	named := s.owned || p.mentioned[t] >= 0.95
	switch {
	case ps[0].toOne() && !named:
		if w.explicit && !s.full {
			return false
		}
		p.doubt(0.85)
	case !ps[0].toOne() && w.explicit && !s.owned:
		return false
	case !ps[0].toOne() && !named:
		if len(ps[0]) > 1 && !p.ix.info[ps[0][0].to].link {
			return false
		}
		p.doubt(0.75)
	}
	return true
}

func (p *parser) wholeRow(s sense) bool {
	if s.kind != tableSense {
		return false
	}
	p.form.items = append(p.form.items, item{row: s.table})
	return true
}

func (p *parser) columnNear(all []sense, t *schema.Table) (sense, bool) {
	for _, s := range all {
		if s.kind == columnSense && s.field.table == t {
			return s, true
		}
	}
	return sense{}, false
}

// countItem is "number of X": rows of a table, or distinct values of a column.
func (p *parser) countItem(w *wanted, s sense, owner *node) bool {
	m := &measure{fn: "count"}
	if s.kind == columnSense {
		if !p.countable(s) {
			return false
		}
		if w.distinct || !p.ix.isKey(s.field.table, s.field.column) {
			m.distinct = true
		}
		if !w.distinct {
			p.doubt(0.8) // "how many names": different ones, or all?
		}
		m.field, m.of = s.field, owner
		p.form.items = append(p.form.items, item{measure: m})
		return true
	}
	m.of = p.keep(&node{table: s.table, conds: s.conds})
	if p.form.subject.table == s.table {
		m.of = p.form.subject
		m.of.conds = mergeConds(m.of.conds, s.conds)
	}
	p.form.items = append(p.form.items, item{measure: m})
	// What follows speaks of what is counted: "number of concerts in 2014".
	if m.of != p.form.subject {
		p.clauses(m.of)
	}
	return true
}

// countable says whether counting the values of a column is a likely meaning: not of a column that is a number itself,
// and not when only a part of its name was said.
func (p *parser) countable(s sense) bool {
	c := s.field.column
	if c.Class.Numeric() && !p.ix.isKey(s.field.table, c) || c.Class.Temporal() {
		return false
	}
	return s.full || s.score >= 0.85
}

func mergeConds(a, b []cond) []cond {
	for _, c := range b {
		dup := false
		for _, o := range a {
			dup = dup || o.kind == c.kind && o.field == c.field && len(o.values) == len(c.values) && len(c.values) > 0 && o.values[0] == c.values[0]
		}
		if !dup {
			a = append(a, c)
		}
	}
	return a
}

// aggregateItems is "average and maximum X".
func (p *parser) aggregateItems(w *wanted, s sense, owner *node) bool {
	if s.kind == tableSense {
		return p.tableAggregate(w, s)
	}
	for _, fn := range w.aggs {
		if !aggregable(fn, s.field.column) {
			return false
		}
		p.form.items = append(p.form.items, item{measure: &measure{fn: fn, field: s.field, of: owner, distinct: false}})
	}
	return true
}

// tableAggregate is "total orders", which counts, or "average order value", whose noun is a measure of the table.
func (p *parser) tableAggregate(w *wanted, s sense) bool {
	if len(w.aggs) == 1 && w.aggs[0] == "sum" {
		if _, ok := p.moneyOf(s.table); ok {
			p.doubt(0.5) // "total payments": how many, or how much?
		}
		w.count = true
		return p.countItem(w, s, p.form.subject)
	}
	return false
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

// plainItem selects a column, or an entity by its display columns.
func (p *parser) plainItem(w *wanted, s sense, owner *node) bool {
	if s.kind == tableSense {
		p.form.items = append(p.form.items, item{entity: s.table})
		if s.table != p.form.subject.table {
			return p.ix.near(p.form.subject.table, s.table) || len(p.paths(p.form.subject.table, s.table)) > 0
		}
		if w.distinct {
			p.form.distinct = true
		}
		if w.top != nil {
			return p.applyTop(p.form.subject, w.top)
		}
		return true
	}
	p.form.items = append(p.form.items, item{field: s.field, follow: p.followed(w, s)})
	if w.distinct {
		p.form.distinct = true
	}
	if w.top == nil {
		return true
	}
	if w.top.common {
		return p.commonest(s.field, w.top)
	}
	return p.applyTop(owner, w.top)
}

// followed is the key that a column stands for when it was named without its "id": "their managers" are not numbers.
func (p *parser) followed(w *wanted, s sense) *edge {
	ws := p.ix.info[s.field.table].columns[s.field.column]
	if len(ws) == 0 || contains2(s.field.table.PrimaryKey, s.field.column.Name) || s.field.column.Class == schema.Text {
		return nil
	}
	last := p.toks[w.to-1].low
	if last == "id" || last == "ids" || last == "code" || last == "codes" || last == "number" || last == "numbers" {
		return nil
	}
	for i, e := range p.ix.graph.edges[s.field.table] {
		if e.toOne && e.declared && len(e.fromCols) == 1 && e.fromCols[0] == s.field.column.Name && p.ix.hasName(e.to) {
			return &p.ix.graph.edges[s.field.table][i]
		}
	}
	return nil
}
