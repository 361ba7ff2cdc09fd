package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// recorded reads what follows a verb, "customers who ordered in 2025", if a table records what the verb says. The time
// and the clauses behind the verb apply to the rows of that table; n gets a related condition.
func (p *parser) recorded(n *node, t token, not bool) bool {
	target := p.readRecord(n.table, t)
	if target == nil {
		return false
	}
	child := p.keep(&node{table: target, via: t.stem})
	p.accept(prep)
	if !p.try(func() bool { return p.both(child) }) && !p.timeClause(child) && !p.timeOf(child, "") {
		return false
	}
	p.clauses(child)
	if c := (cond{kind: related, not: not, child: child}); !p.splitBoth(n, c) {
		n.conds = append(n.conds, c)
	}
	p.assume("“" + t.text + "” is read from " + target.Name)
	return true
}

// bareVerb reads a verb without an object, "products never sold", "customers who have ordered". If a table records what
// the verb says, n must have, or must not have, a row of it. A verb without such a table is passed over if it adds no
// meaning.
func (p *parser) bareVerb(n *node, t token, not bool) bool {
	target := p.readRecord(n.table, t)
	if target == nil {
		// "songs released": the verb adds no meaning to the noun.
		if ph, k := p.role(); !not && k > 0 && ph.role == each && genericVerbs[t.stem] {
			return true
		}
		return !not && emptyVerbs[t.stem] && (p.tok().kind == punct || p.nextIsClause())
	}
	if !not && p.sums(n) {
		return false // "total cost of products sold": each product once, or once for each piece sold?
	}
	if not || p.tok().kind == punct {
		child := p.keep(&node{table: target, via: t.stem})
		if not {
			p.clauses(child)
		}
		n.conds = append(n.conds, cond{kind: related, not: not, child: child})
		p.assume("“" + t.text + "” is read from " + target.Name)
		p.doubt(0.97)
		return true
	}
	return false
}

// sums reports whether a selected item adds up a column of the rows of n.
func (p *parser) sums(n *node) bool {
	for _, it := range p.form.items {
		if it.measure != nil && it.measure.fn == "sum" && it.measure.field.table == n.table {
			return true
		}
	}
	return false
}

// nextIsClause reports whether a group or an order follows.
func (p *parser) nextIsClause() bool {
	ph, k := p.role()
	return k > 0 && (ph.role == each || ph.role == orderBy || ph.role == ordering)
}

// recordOf returns the table with a key to t that records what a verb says, such as orders for "ordered"; if there is
// none, the table of its lines. It returns nil if there is neither.
func (p *parser) recordOf(t *schema.Table, verb token) *schema.Table {
	return p.recordsOf(t, verb).table
}

// readRecord returns the result of recordOf for a rule that takes it for the meaning of the verb. If another table records
// the verb as well, it lowers the score so far that the user is asked.
func (p *parser) readRecord(t *schema.Table, verb token) *schema.Table {
	r := p.recordsOf(t, verb)
	if r.rival {
		p.doubt(0.4)
	}
	return r.table
}

// deedOf is the key of parser.records: a verb that says what is done to, or by, the rows of a table.
type deedOf struct {
	table *schema.Table
	verb  string
}

// record is where a deed is recorded. The zero value means nowhere.
type record struct {
	table *schema.Table
	rival bool // another table records it as well, see rivalled
}

// recordsOf returns where the rows of t have what a verb says recorded. Results are kept for the question.
func (p *parser) recordsOf(t *schema.Table, verb token) record {
	if verb.kind != word || verb.stem == "" {
		return record{}
	}
	key := deedOf{t, verb.stem}
	found, known := p.records[key]
	if !known {
		found = p.findRecord(t, verb)
		p.records[key] = found
	}
	return found
}

// findRecord computes the result of recordsOf.
func (p *parser) findRecord(t *schema.Table, verb token) record {
	for _, s := range append([]string{verb.stem}, strings.Fields(verbNouns[verb.stem])...) {
		noun := stem(s)
		if own := p.ix.info[t].words; verbNouns[verb.stem] != "" && len(own) > 0 && own[len(own)-1] == noun {
			return record{} // a placed order is that order itself, not a row of what lists its items
		}
		var found, lines []*schema.Table
		for _, e := range p.ix.graph.edges[t] {
			switch {
			case e.toOne && !p.ix.belongs(e.to, t):
			case p.ix.records(e.to, noun):
				found = append(found, e.to)
			case verbNouns[verb.stem] != "" && slices.ContainsFunc(p.ix.graph.edges[e.to], func(f edge) bool { return f.toOne && f.to != t && p.ix.records(f.to, noun) }):
				lines = append(lines, e.to)
			}
		}
		if len(found) == 1 {
			return record{found[0], p.rivalled(t, found[0], noun)}
		}
		if len(found) == 0 {
			found = lines
		}
		if len(found) == 1 {
			return record{table: found[0]}
		}
		if len(found) > 1 {
			return record{table: p.ix.plainest(found)}
		}
	}
	return record{table: p.recordOfParts(t, verb)}
}

// rivalled reports whether another table than found records a noun. Both are called after the noun and a table other than t,
// and rows of t lead to both: products are returned to suppliers in supplier_returns, and by customers in order_returns.
func (p *parser) rivalled(t, found *schema.Table, noun string) bool {
	kind := func(of *schema.Table) bool {
		ws := p.ix.info[of].words
		return len(ws) == 2 && ws[1] == noun && !slices.Contains(p.ix.info[t].words, ws[0]) && p.ix.hasTable(ws[0])
	}
	if !kind(found) {
		return false
	}
	for other := range p.ix.info {
		if other != found && other != t && kind(other) && len(p.paths(t, other)) > 0 {
			return true
		}
	}
	return false
}

// hasTable reports whether a table is called by this one word, a stem.
func (ix *index) hasTable(name string) bool {
	for _, info := range ix.info {
		if len(info.words) == 1 && info.words[0] == name {
			return true
		}
	}
	return false
}

// recordOfParts returns the only table that records the verb for rows that belong to rows of t; nil if there is none or
// more than one. Books are borrowed as copies, and the loans refer to the copies.
func (p *parser) recordOfParts(t *schema.Table, verb token) *schema.Table {
	nouns := strings.Fields(verbNouns[verb.stem])
	if len(nouns) == 0 {
		return nil
	}
	noun := stem(nouns[0])
	var found *schema.Table
	for _, e := range p.ix.graph.edges[t] {
		if e.toOne || e.to == t || p.ix.info[e.to].link {
			continue
		}
		for _, f := range p.ix.graph.edges[e.to] {
			if f.toOne || f.to == t || f.to == found || !slices.Equal(p.ix.info[f.to].words, []string{noun}) {
				continue
			}
			if found != nil {
				return nil
			}
			found = f.to
		}
	}
	return found
}

// belongs reports whether a has a foreign key to t. It matters for a table of which a row of t has at most one row,
// such as the registration that each member has.
func (ix *index) belongs(a, t *schema.Table) bool {
	return slices.ContainsFunc(a.ForeignKeys, func(fk schema.ForeignKey) bool { return ix.snap.References(fk) == t })
}

// plainest returns the last of the tables whose name is one word, nil if there is none.
func (ix *index) plainest(ts []*schema.Table) (best *schema.Table) {
	for _, t := range ts {
		if len(ix.info[t].words) == 1 {
			best = t
		}
	}
	return best
}

// records reports whether the name of t contains the noun and does not make it something else: a work order is not an
// order in which something is bought.
func (ix *index) records(t *schema.Table, noun string) bool {
	ws := ix.info[t].words
	if !slices.Contains(ws, noun) {
		ws = ix.info[t].said
	}
	if !slices.Contains(ws, noun) {
		return false
	}
	return noun != "order" || !slices.ContainsFunc(ws, func(w string) bool { return otherOrders[w] })
}

// otherOrders are words that, together with "order", name something that is not bought.
var otherOrders = wordSet("work production job maintenance service standing repair transfer court")

// recordedObject reads an object without a number, "bought tents in 2025", if a table records what the verb via says.
// It relates n to the rows of that table, and both the object and the time are conditions on these rows. Other join
// paths between n and the object would ignore the verb.
func (p *parser) recordedObject(n *node, not bool, via string) bool {
	if verbNouns[via] == "" {
		return false
	}
	record := p.recordOf(n.table, token{stem: via})
	if record == nil {
		return false
	}
	p.skip(distinct, ever)
	if p.universal() {
		return false
	}
	both := p.saysBoth()
	senses, k := p.noun(nil)
	if k == 0 {
		return false
	}
	s := senses[0]
	if s.kind == columnSense || s.kind == tableSense && (s.table == n.table || s.table == record) {
		return false
	}
	child := p.keep(&node{table: record, via: via})
	if s.kind == valueSense {
		if s.field.table == n.table || s.field.table == record || !p.reaches(child, s.field.table) || !p.valueCond(child, s, k) {
			return false
		}
	} else {
		if !p.reaches(child, s.table) {
			return false
		}
		what := p.node(s, k)
		if !p.timeClause(child) && !p.try(func() bool { ph, ok := p.accept(prep); return ok && p.timeOf(child, ph.arg) }) {
			p.clauses(what)
		}
		for _, c := range what.conds {
			if c.kind == inPeriod || c.kind == bothOf {
				return false
			}
		}
		child.conds = append(child.conds, cond{kind: related, child: what})
	}
	p.clauses(child)
	c := cond{kind: related, not: not, child: child}
	if p.splitBoth(n, c) {
		return true
	}
	n.conds = append(n.conds, c)
	return !both
}

// verbTime lowers the confidence if the time in "delivered products in 2024" was read as a date of the products,
// although another table may record the deliveries.
func (p *parser) verbTime(child *node) {
	nouns := append(strings.Fields(verbNouns[child.via]), child.via)
	if len(nouns) < 2 {
		return
	}
	recorded := false
	for _, w := range nouns {
		if slices.Contains(p.ix.info[child.table].words, stem(w)) {
			return
		}
		recorded = recorded || p.ix.namesTable(stem(w))
	}
	for _, c := range child.conds {
		if recorded && c.kind == inPeriod && c.field.table == child.table {
			p.doubt(0.4)
		}
	}
}
