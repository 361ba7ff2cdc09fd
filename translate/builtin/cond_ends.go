package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// Many tables record movements between two rows of one other table: flights from airport to airport, messages from member
// to member. Which of the two keys is meant is said by "from" and "to", by verbs, or by the name of the key.

// end is one of the two ends of a movement.
type end byte

const (
	noEnd end = iota
	start
	finish
)

// endWords are words in the names of the keys to either end.
var endWords = map[end]map[string]bool{
	start:  wordSet("from origin source departure depart start sender src payer giver seller pickup"),
	finish: wordSet("to destination dest target arrival arrive end recipient receiver dst payee buyer dropoff"),
}

// Verbs that speak of one end, and verbs that need a "from" or a "to" for it.
var (
	departures = wordSet("depart leave start")
	arrivals   = wordSet("arrive land reach")
	movements  = wordSet("go fly travel head bind lead run send ship transfer move carry deliver sell pay drive sail")
	pastMoves  = map[string]end{"left": start, "originating": start, "originate": start, "originated": start, "went": noEnd, "gone": noEnd, "sent": noEnd, "flown": noEnd, "flew": noEnd, "sold": noEnd,
		"paid": noEnd, "bound": noEnd, "led": noEnd, "driven": noEnd}
)

// ends are the keys of t to the two rows between which each of its rows leads; nil when it has no such pair.
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

// endOf is the end of a movement that the name of a key speaks of.
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

// endpoint is "from Frankfurt", "to Tokyo", "that left Leeds": the rows whose movement begins or ends there.
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

// leads reads what says which end is spoken of. A bare "from" is not sure to speak of an end: airlines are from Germany.
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

// elsewhereToo says whether a name is also a value of another table that the rows of n belong to.
func (p *parser) elsewhereToo(n *node, e *edge, senses []sense) bool {
	for _, s := range senses {
		if s.kind == valueSense && s.score >= 0.9 && s.field.table != e.to && s.field.table != n.table && p.ix.near(n.table, s.field.table) {
			return true
		}
	}
	return false
}

// place reads the row of e.to at an end of a movement: by one of its values, by its key, or by the word for such rows and
// what is said of them.
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

// keyed says whether a value is that of the key of e.to, there or in a column that refers to it.
func (p *parser) keyed(e *edge, s sense) bool {
	return s.field.table != e.to || s.field.column.Name == e.toCols[0]
}

// refersTo says whether a column is a key to t.
func (ix *index) refersTo(f field, t *schema.Table) bool {
	return slices.ContainsFunc(ix.graph.edges[f.table], func(e edge) bool {
		return e.to == t && e.toOne && len(e.fromCols) == 1 && e.fromCols[0] == f.column.Name
	})
}

func (p *parser) leadsTo(n *node, e *edge, child *node) bool {
	n.conds = append(n.conds, cond{kind: related, child: child, edge: e})
	return true
}

// keyPredicate is "with origin Frankfurt", "whose destination is in Germany", where the column is one of two keys to a
// table, and what is said of it is said of the row there.
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

// endEdge is the key to one end of a movement that a column is; nil when it is none.
func (ix *index) endEdge(f field) *edge {
	from, to := ix.ends(f.table)
	for _, e := range []*edge{from, to} {
		if e != nil && e.fromCols[0] == f.column.Name {
			return e
		}
	}
	return nil
}

// endSenses are columns of the row at an end: "destination city".
func (p *parser) endSense(l, r sense) (sense, bool) {
	if l.kind != columnSense || r.kind != columnSense || l.field.table == r.field.table {
		return sense{}, false
	}
	e := p.ix.endEdge(l.field)
	if e == nil || e.to != r.field.table {
		return sense{}, false
	}
	r.kind, r.over, r.score = endColumn, e, max(l.score, 0.95)*r.score // half of "origin_iata" tells the two keys apart
	return r, true
}

// endItem is the column at an end that senses speak of first, as something to select or to group by for rows of t.
func endItem(senses []sense, t *schema.Table) (item, sense, bool) {
	if len(senses) == 0 || senses[0].kind != endColumn || senses[0].over.from != t {
		return item{}, sense{}, false
	}
	return item{field: senses[0].field, over: senses[0].over}, senses[0], true
}

// endName is what the end of a movement is called: "destination" of destination_iata, "from depot" of from_depot_id.
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

// sayEnd restates a condition on the row at an end.
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
