package builtin

import (
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// factWords maps adjectives behind "how" to the words of the columns that they ask for, in order of preference; see
// measureOf.
var factWords = map[string]string{"tall": "height", "high": "height elevation altitude", "long": "length duration distance runtime",
	"big": "@size", "large": "@size", "heavy": "weight", "deep": "depth", "wide": "width", "fast": "speed", "far": "distance",
	"expensive": "price cost fee", "rich": "wealth worth", "populous": "population", "hot": "temperature", "old": "age"}

// factVerbs maps the stems of verbs as in "what does the lamp cost" to the words of the columns that they ask for.
var factVerbs = map[string]string{"cost": "price cost fee rate charge", "weigh": "weight", "earn": "salary wage pay earnings income",
	"last": "duration length runtime", "take": "duration"}

// inhabited holds words for the inhabitants of a place, which also occur in the names of columns that hold their
// number.
const inhabited = "population inhabitant resident people citizen"

// fact reads a question for one property of one row: "how tall is Ann Cole", "what does the desk lamp cost", "where is
// Mombasa", "when was Nordlys founded". The question does not name the column, so exactly one column must fit its
// words.
func (p *parser) fact() bool {
	t := p.tok()
	p.pos++
	if t.kind != word {
		return false
	}
	switch t.low {
	case "how":
		if p.word("many") {
			return p.howMany()
		}
		return p.try(p.howGraded) || p.verbFact()
	case "what":
		return p.verbFact()
	case "where":
		return p.whereFact()
	case "when":
		return p.whenFact()
	}
	return false
}

// howGraded reads "how tall is Ann" or "how much is the desk lamp".
func (p *parser) howGraded() bool {
	adj := p.tok()
	p.pos++
	hint := factWords[adj.low]
	if _, ok := p.accept(be); !ok || hint == "" && adj.low != "much" {
		return false
	}
	return p.factOf(func(n *node) []item {
		switch {
		case !p.tok().end():
			return nil
		case adj.low == "much":
			if f, ok := p.moneyOf(n.table); ok {
				return []item{{field: f}}
			}
			return nil
		}
		return p.measured(n, hint)
	})
}

// measured returns the column of n that the words of hint name, as an item. For "age" without such a column it returns
// the age computed from the date of birth. It returns nil when there is neither.
func (p *parser) measured(n *node, hint string) []item {
	if f, ok := p.measureOf(n.table, hint); ok {
		return []item{{field: f}}
	}
	if c := p.bornOf(n.table); hint == "age" && c != nil && c.Class.Temporal() {
		years := plan.Call("date_part", plan.Str("year"), plan.Call("age", plan.Col(n.table.Name, c.Name)))
		return []item{{measure: &measure{expr: plan.Call("max", years), of: n, as: "age"}}}
	}
	return nil
}

// verbFact reads "what does the desk lamp cost", "how much does Ann earn", "how long does the course take" or "how much did Ann
// spend".
func (p *parser) verbFact() bool {
	graded := p.word("much", "long")
	_, did := p.accept(do)
	if !did {
		return false
	}
	return p.factOf(func(n *node) []item {
		t := p.tok()
		if graded && spentWords[t.stem] != "" {
			return p.amountSpent(n)
		}
		hint := factVerbs[t.stem]
		if hint == "" || t.stem == "take" && !graded || !p.ahead(1).end() {
			return nil
		}
		p.pos++
		if t.stem == "cost" {
			if f, ok := p.moneyOf(n.table); ok {
				return []item{{field: f}}
			}
			return nil
		}
		return p.measured(n, hint)
	})
}

// howMany reads "how many people live in Lyon" or "how many inhabitants does Peru have", where a column holds that
// number.
func (p *parser) howMany() bool {
	switch p.tok().low {
	case "people", "inhabitants", "residents", "citizens":
	default:
		return false
	}
	p.pos++
	population := func(n *node) []item {
		if !p.tok().end() {
			return nil
		}
		return p.measured(n, inhabited)
	}
	if p.word("live", "reside", "are") {
		p.word("living")
		return p.word("in") && p.factOf(population)
	}
	if _, ok := p.accept(do); !ok {
		return false
	}
	return p.factOf(func(n *node) []item {
		if !p.word("have") {
			return nil
		}
		return population(n)
	})
}

// whenFact reads "when was Nordlys founded", "when did Ann join" or "when is the spring gala".
func (p *parser) whenFact() bool {
	_, is := p.accept(be)
	if !is {
		if _, ok := p.accept(do); !ok {
			return false
		}
	}
	return p.factOf(func(n *node) []item {
		if it, ok := p.lastDone(n); ok && !is {
			return []item{it}
		}
		t := p.tok()
		c := p.ix.dateOf(n.table)
		if !t.end() {
			if c = p.verbDate(n, t); t.kind != word || c == nil || is && !participle(t) {
				return nil
			}
			p.pos++
			p.particle(t)
		} else if !is {
			return nil
		}
		if c == nil || !p.tok().end() {
			return nil
		}
		return []item{{field: field{n.table, c}}}
	})
}

// lastDone reads "last order" in "when did Ann last order", or "first borrow a book", and returns the latest or
// earliest date in the table that records it.
func (p *parser) lastDone(n *node) (item, bool) {
	dir, verb := p.tok().low, p.ahead(1)
	if dir != "last" && dir != "first" || verb.kind != word {
		return item{}, false
	}
	record := p.recordOf(n.table, verb)
	at := 2
	if !p.ahead(2).end() && (record != nil || emptyVerbs[verb.stem]) { // as in "last place an order"
		m := p.mark()
		p.pos += 2
		p.articles()
		if senses, k := p.noun(nil); k > 0 && senses[0].kind == tableSense && (senses[0].table == record || record == nil && p.ix.belongs(senses[0].table, n.table)) {
			record, at = senses[0].table, p.pos+k-m.pos
		}
		p.reset(m)
	}
	if record == nil || !p.ahead(at).end() {
		return item{}, false
	}
	of := p.keep(&node{table: record})
	f, ok := p.happened(of)
	if !ok || f.table != record {
		return item{}, false
	}
	p.pos += at
	fn := map[string]string{"last": "max", "first": "min"}[dir]
	return item{measure: &measure{fn: fn, field: f, of: of}}, true
}

// factOf reads the name of one row and then calls find, which returns the items that are asked for and consumes their
// words, or returns nil. Where rows of several tables have that name, find must succeed for exactly one of them.
func (p *parser) factOf(find func(*node) []item) bool {
	p.articles()
	w := &wanted{}
	p.topping(w)
	p.articles()
	_, k := p.noun(nil)
	from, found := p.pos, 0
	var only sense
	for ; k > 0 && found == 0; k-- { // "Ann Berg earn" may be read as her earnings, so shorter names are tried as well
		only, found = p.rowsAsked(from, k, w.top != nil, find)
	}
	k++
	if found != 1 {
		return false
	}
	p.note(from, from+k, only)
	p.pos = from + k
	n := p.keep(&node{table: only.table, conds: only.conds})
	p.form.subject = n
	if w.top != nil && !p.applyTop(n, w.top) {
		return false
	}
	p.form.items = append(p.form.items, find(n)...)
	return true
}

// rowsAsked tries each row that the k tokens may name, in its own table and in those that extend it. It returns how
// many of them find succeeds for, and the last of these.
func (p *parser) rowsAsked(from, k int, ranked bool, find func(*node) []item) (only sense, found int) {
	tried := map[*schema.Table]bool{}
	for _, s := range p.explain(from, from+k, nil) {
		s, ok := p.oneRow(s, ranked)
		if !ok {
			continue
		}
		for _, t := range append([]*schema.Table{s.table}, p.ix.extensions(s.table)...) {
			if tried[t] || ranked && t != s.table {
				continue
			}
			tried[t] = true
			s.table = t
			m := p.mark()
			p.pos = from + k
			if len(find(p.keep(&node{table: t, conds: s.conds}))) > 0 {
				only, found = s, found+1
			}
			p.reset(m)
		}
	}
	return only, found
}

// oneRow returns s as a table sense that stands for a single row: by a value of a column that identifies rows or, when
// ranked, by its rank. It returns false when s may stand for several rows.
func (p *parser) oneRow(s sense, ranked bool) (sense, bool) {
	switch {
	case s.kind == valueSense && !ranked && p.ix.naming(s) && !p.ix.info[s.field.table].link:
		return sense{kind: tableSense, table: s.field.table, conds: []cond{equal(s.field, s.value)}, score: s.score}, true
	case s.kind != tableSense:
		return sense{}, false
	case ranked:
		return s, true
	}
	for _, c := range s.conds {
		if c.kind == compare && c.op == "=" && c.field.table == s.table && p.ix.naming(sense{field: c.field}) {
			return s, true
		}
	}
	return sense{}, false
}
