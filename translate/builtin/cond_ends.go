package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// Many tables record movements between two rows of one other table: flights from airport to airport, messages from
// member to member. The words "from" and "to", verbs, or the name of the key tell which of the two keys is meant.

// end is one of the two ends of a movement.
type end byte

const (
	noEnd end = iota
	start
	finish
)

// endWords are words in the names of the keys, for each end.
var endWords = map[end]map[string]bool{
	start:  wordSet("from origin source departure depart start sender src payer giver seller pickup"),
	finish: wordSet("to destination dest target arrival arrive end recipient receiver dst payee buyer dropoff"),
}

// departures and arrivals are verbs that name one end. movements are verbs that name an end only together with "from"
// or "to". pastMoves are past forms, with the end that they name by themselves.
var (
	departures = wordSet("depart leave start")
	arrivals   = wordSet("arrive land reach")
	movements  = wordSet("go fly travel head bind lead run send ship transfer move carry deliver sell pay drive sail")
	pastMoves  = map[string]end{"left": start, "originating": start, "originate": start, "originated": start, "went": noEnd, "gone": noEnd, "sent": noEnd, "flown": noEnd, "flew": noEnd, "sold": noEnd,
		"paid": noEnd, "bound": noEnd, "led": noEnd, "driven": noEnd}
)

// ends returns the two keys of t that lead to the start and to the finish of a movement. Both must lead to the same
// table. It returns nil, nil if t has no such pair or more than one.
func (ix *index) ends(t *schema.Table) (from, to *edge) {
	for i := range ix.graph.edges[t] {
		e := &ix.graph.edges[t][i]
		if !e.toOne || len(e.fromCols) != 1 {
			continue
		}
		switch at := ix.endOf(e); {
		case at == start && from == nil:
			from = e
		case at == finish && to == nil:
			to = e
		case at != noEnd:
			return nil, nil
		}
	}
	if from == nil || to == nil || from.to != to.to {
		return nil, nil
	}
	return from, to
}

// endOf returns the end of a movement that the name of a key speaks of, or noEnd.
func (ix *index) endOf(e *edge) end {
	for _, w := range ix.info[e.from].columns[e.from.Column(e.fromCols[0])] {
		for at, words := range endWords {
			if words[w] {
				return at
			}
		}
	}
	return noEnd
}

// endpoint reads the start or finish of a movement, "from Frankfurt", "to Tokyo", "that left Leeds", and adds a
// condition on the row at that end to n.
func (p *parser) endpoint(n *node) bool {
	from, to := p.ix.ends(n.table)
	if from == nil {
		return false
	}
	at, sure := p.leads()
	e := map[end]*edge{start: from, finish: to}[at]
	if e == nil {
		return false
	}
	p.articles()
	senses, k := p.noun(e.to)
	if k == 0 || !sure && p.elsewhereToo(n, e, senses) {
		return false
	}
	return p.place(n, e, senses, k)
}

// leads consumes the verb and preposition that tell which end is meant. sure is false for a bare "from", which may mean
// something else: airlines are from Germany.
func (p *parser) leads() (at end, sure bool) {
	moved := false
	if t := p.tok(); t.kind == word {
		by, past := pastMoves[t.low]
		_, phrase := p.role()
		switch {
		case departures[t.stem] && phrase == 0:
			at = start
		case arrivals[t.stem] && phrase == 0:
			at = finish
		case past:
			at, moved = by, true
		case movements[t.stem] && phrase == 0:
			moved = true
		}
		if at != noEnd || moved {
			p.pos++
		}
	}
	ph, ok := p.accept(prep)
	switch {
	case !ok, at != noEnd && (ph.arg == "in" || ph.arg == "at"):
		return at, true
	case ph.arg == "from":
		return start, at != noEnd || moved
	case ph.arg == "to" || ph.arg == "into", ph.arg == "for" && (at == start || moved):
		return finish, true
	}
	return noEnd, false
}

// elsewhereToo reports whether one of the senses is a value of another table that is near n's, so that e is not the
// only reading.
func (p *parser) elsewhereToo(n *node, e *edge, senses []sense) bool {
	for _, s := range senses {
		if s.kind == valueSense && s.score >= 0.9 && s.field.table != e.to && s.field.table != n.table && p.ix.near(n.table, s.field.table) {
			return true
		}
	}
	return false
}

// place reads the row of e.to at the end of a movement and adds a condition on it to n. The row is described by one of
// its values, by its key, or by the name of its table and clauses.
func (p *parser) place(n *node, e *edge, senses []sense, k int) bool {
	if senses[0].kind == tableSense && senses[0].table == e.to {
		child := p.node(senses[0], k)
		p.clauses(child)
		return len(child.conds) > 0 && p.leadsTo(n, e, child)
	}
	var there []sense
	for _, s := range senses {
		if s.kind == valueSense && (s.field.table == e.to || s.field.table == n.table && p.ix.refersTo(s.field, e.to)) {
			there = append(there, s)
		}
	}
	if i := slices.IndexFunc(there, func(s sense) bool { return p.keyed(e, s) }); i >= 0 {
		s := there[i]
		s.kind, s.field, s.table = valueSense, field{n.table, n.table.Column(e.fromCols[0])}, n.table
		return p.valueCond(n, s, k)
	}
	s, ok := p.pick(there, p.text(p.pos, p.pos+k), valueSense)
	if !ok {
		return false
	}
	child := p.keep(&node{table: e.to})
	return p.valueCond(child, s, k) && p.leadsTo(n, e, child)
}

// keyed reports whether the value s is a key of e.to, in that column or in one that refers to it.
func (p *parser) keyed(e *edge, s sense) bool {
	return s.field.table != e.to || s.field.column.Name == e.toCols[0]
}

// refersTo reports whether f is a foreign key to t.
func (ix *index) refersTo(f field, t *schema.Table) bool {
	return slices.ContainsFunc(ix.graph.edges[f.table], func(e edge) bool {
		return e.to == t && e.toOne && len(e.fromCols) == 1 && e.fromCols[0] == f.column.Name
	})
}

// leadsTo adds the condition that the row of n at the end e is one of child's. It always succeeds.
func (p *parser) leadsTo(n *node, e *edge, child *node) bool {
	n.conds = append(n.conds, cond{kind: related, child: child, edge: e})
	return true
}

// keyPredicate reads what is said of a key column at the end of a movement, "with origin Frankfurt", "whose destination
// is in Germany". The condition applies to the row that the key points to.
func (p *parser) keyPredicate(n *node, f field) bool {
	e := p.ix.endEdge(f)
	if e == nil || f.table != n.table {
		return false
	}
	p.accept(prep)
	p.articles()
	senses, k := p.noun(e.to)
	return k > 0 && senses[0].kind == valueSense && p.place(n, e, senses, k)
}

// endEdge returns the edge of f if f is the key to one end of a movement, else nil.
func (ix *index) endEdge(f field) *edge {
	from, to := ix.ends(f.table)
	for _, e := range []*edge{from, to} {
		if e != nil && e.fromCols[0] == f.column.Name {
			return e
		}
	}
	return nil
}

// endSense combines the senses of a key to an end and of a column of the table that it points to, "destination city",
// into one sense. It reports false if they do not fit together.
func (p *parser) endSense(l, r sense) (sense, bool) {
	if l.kind != columnSense || r.kind != columnSense || l.field.table == r.field.table {
		return sense{}, false
	}
	e := p.ix.endEdge(l.field)
	if e == nil || e.to != r.field.table {
		return sense{}, false
	}
	r.kind, r.over, r.score = endColumn, e, max(l.score, 0.95)*r.score // "origin" is enough to choose a key
	return r, true
}

// endItem returns the item for senses[0] if this is a column at an end of a movement of t, to select or group by, and
// the sense itself. It reports false otherwise.
func endItem(senses []sense, t *schema.Table) (item, sense, bool) {
	if len(senses) == 0 || senses[0].kind != endColumn || senses[0].over.from != t {
		return item{}, sense{}, false
	}
	return item{field: senses[0].field, over: senses[0].over}, senses[0], true
}

// endName returns the words for an end of a movement: "destination" for destination_iata, "from depot" for
// from_depot_id.
func (p *parser) endName(e *edge) string {
	words := strings.Fields(p.columnWords(field{e.from, e.from.Column(e.fromCols[0])}))
	for len(words) > 1 && (keyTail[words[len(words)-1]] || slices.Contains(p.ix.info[e.to].columns[e.to.Column(e.toCols[0])], stem(words[len(words)-1]))) {
		if endWords[start][stem(words[len(words)-1])] || endWords[finish][stem(words[len(words)-1])] {
			break
		}
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

// sayEnd returns the text for a condition on the row at an end of a movement.
func (p *parser) sayEnd(c cond) string {
	var out []string
	for _, k := range c.child.conds {
		out = append(out, "the "+p.endName(c.edge)+"’s "+p.sayCond(c.child.table, k))
	}
	said := strings.Join(out, " and ")
	if c.not {
		return "it is not so that " + said
	}
	return said
}
