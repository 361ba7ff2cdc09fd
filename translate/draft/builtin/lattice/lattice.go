package lattice

import (
	"math"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// Costs of what a parse begins with.
const (
	perLink     = 2.2 // times minus the logarithm of a link's score
	perWord     = 0.25
	quotedText  = 0.5
	foreignText = 1.6
	perHeard    = 0.25
	perDeed     = 0.8 // of a verb that is not of those that say little: it tells the way, or it is not explained
	perUnheard  = 1.1
)

// leadsOn is what it costs to take a word that is no whole name for a column that only refers to other rows: these
// are meant, and not their number.
const leadsOn = 1.0

// lattice is a question that is being turned into edges.
type lattice struct {
	*link.Lattice
	model   *facts.Model
	edges   []*chart.Edge
	symbols map[string]chart.Symbol
	linked  []bool            // words that a link covers
	lowered map[[2]int]string // words as they stand, in lower case
}

// Of returns the edges that a parse of a question begins with, and what leaving each word out costs.
func Of(model *facts.Model, symbols map[string]chart.Symbol, l *link.Lattice) (edges []*chart.Edge, skip []float64) {
	t := &lattice{Lattice: l, model: model, symbols: symbols, linked: make([]bool, len(l.Words)), lowered: map[[2]int]string{}}
	for _, c := range l.Chunks {
		for i := range c.Links {
			t.link(c, c.Links[i])
		}
	}
	t.slips()
	t.saidTwice()
	t.lists()
	t.people()
	t.unheld()
	t.fullNames()
	t.units()
	t.inUnits()
	t.logged()
	t.histories()
	t.measures()
	t.does()
	t.births()
	t.split()
	t.moments()
	t.texts()
	t.heard()
	t.absorb()
	return t.edges, leaving{t}.skips()
}

func (t *lattice) add(symbol string, from, to int, cost float64, m chart.Meaning) {
	s, ok := t.symbols[symbol]
	if ok {
		t.edges = append(t.edges, &chart.Edge{Symbol: s, From: from, To: to, Cost: cost, Meaning: m})
	}
}

// link adds what a chunk may be.
func (t *lattice) link(c link.Chunk, k link.Link) {
	for i := c.From; i < c.To; i++ {
		t.linked[i] = t.linked[i] || k.Score >= 0.7
	}
	if low := t.Words[c.From].Low; k.Kind == link.Column && low == "rated" && k.How > link.Stemmed && !facts.NamedOf(k.Column.Name.Words, "grades") {
		return // a percentage is no rating
	}
	cost := -perLink*math.Log(max(k.Score, 0.05)) - perWord*float64(c.To-c.From-1)
	m := Linked{Link: k, Said: t.lower(c.From, c.To)}
	if k.Kind == link.Column && k.How == link.Named && k.Column.IsKey() {
		cost += 1.2 // a number is no name
	}
	whole := t.partOfWhole(c, k)
	m.Part = whole > 0
	cost += partOfName(c, k) + whole
	if k.Kind == link.Relation && k.How >= link.Comment && slices.ContainsFunc(c.Links, func(o link.Link) bool { return o.Kind == link.Value && t.instance(c, o) }) {
		cost += storedKind
	}
	if k.Kind == link.Column && k.How >= link.Comment && slices.ContainsFunc(c.Links, func(o link.Link) bool {
		return o.Kind == link.Relation && o.Relation == k.Relation && o.How <= link.Stemmed
	}) {
		cost += storedKind // a location is one of these, and not its address
	}
	if k.Kind == link.Column && k.How >= link.Comment && facts.Leads(k.Column, t.Words[c.To-1].Low) && !wordlist.Among("id", t.Words[c.To-1].Low) {
		cost += leadsOn
	}
	if k.Kind == link.Column && t.predicate(c.From) && priced(k) {
		cost += perDeed // what it costs is its price
	}
	m.Leads = (k.Kind == link.Relation || k.Kind == link.Event) && t.leadsColumn(c, k)
	switch k.Kind {
	case link.Relation:
		if wordlist.Among("headcount", m.Said) { // so many, and not who they are
			t.add("Counted", c.From, c.To, cost, heads(k.Relation))
			return
		}
		t.add("REL", c.From, c.To, cost, m)
		t.amount(c, k, cost)
	case link.Column:
		t.column(c, k, m, cost)
	case link.Value:
		t.value(c, k, m, cost)
	case link.Event:
		t.event(c, m, cost)
	case link.Key:
		t.add("KEY", c.From, c.To, cost, m)
		t.ofRole(c, k, cost)
	case link.Attribute:
		t.attribute(c, k, cost)
	case link.Term:
		t.term(c, k, cost)
	}
}

// lists adds the phrases of the word lists.
func (t *lattice) lists() {
	ws := t.Words
	for from := range ws {
		var phrase strings.Builder
		for to := from + 1; to <= len(ws) && to-from <= wordlist.MaxWords(); to++ {
			if ws[to-1].Shape == link.Quoted {
				break
			}
			if to-from > 1 {
				phrase.WriteByte(' ')
			}
			phrase.WriteString(ws[to-1].Low)
			said := phrase.String()
			for _, e := range wordlist.Phrases(said) {
				if from > 1 && ws[from].Low == "without" && ws[from-2].Low == "with" && (ws[from-1].Low == "and" || ws[from-1].Low == "or") {
					continue // both are asked for, and not only the one
				}
				if t.quantifies(from) && (e.List == "per" || e.List == "each") || t.whQuestion(from) && wordlist.Among("rel", t.Words[from].Low) && !strings.HasSuffix(e.List, "do") {
					continue
				}
				if to < len(ws) && (strings.HasSuffix(said, "first") || strings.HasSuffix(said, "last")) && strings.HasPrefix(ws[to].Low, "name") {
					continue // a first name is no earliest one
				}
				if e.List == "recent" && e.Value == "oldest" && to < len(ws) && ws[to].Low == "first" {
					continue // an order
				}
				if e.List == "numbers" && said == "one" && from > 0 && wordlist.Among("one", ws[from-1].Low) {
					continue // the one with the most, each one
				}
				if e.List == "numbers" {
					t.add("NUM", from, to, 0, Number{e.Value})
				} else if e.List != "verb" {
					t.add("@"+e.List, from, to, -0.02*float64(to-from-1), Word{e.List, e.Value, said})
				}
			}
		}
	}
}

// said returns words as they stand, with spaces.
func (t *lattice) said(from, to int) string {
	var all []string
	for _, w := range t.Words[from:to] {
		all = append(all, w.Text)
	}
	return strings.Join(all, " ")
}

// lower returns what was said in lower case.
func (t *lattice) lower(from, to int) string {
	low, ok := t.lowered[[2]int{from, to}]
	if !ok {
		low = strings.ToLower(t.said(from, to))
		t.lowered[[2]int{from, to}] = low
	}
	return low
}

// heard adds the words that may tell how rows are related: verbs, and words that nothing explains.
func (t *lattice) heard() {
	verbs := wordlist.List("verb")
	for i, w := range t.Words {
		if w.Shape != link.Plain {
			continue
		}
		_, isVerb := verbs[w.Low]
		_, skipped := wordlist.Skip(w.Low)
		switch {
		case t.nounBy(i): // cancelled orders by customer
		case wordlist.Among("deeds", w.Low):
			t.add("VERB", i, i+1, perHeard, Heard{w.Low})
		case isVerb && t.happened(i):
			t.add("VERB", i, i+1, perDeed, Heard{w.Low})
		case isVerb:
			t.add("VERB", i, i+1, perHeard, Heard{w.Low})
		case !skipped && (strings.HasSuffix(w.Low, "ed") || strings.HasSuffix(w.Low, "ing") || wordlist.Among("irregular", w.Low)):
			t.add("VERB", i, i+1, perDeed, Heard{w.Low})
		case !skipped && wordlist.Phrases(w.Low) == nil:
			if i == 0 || !wordlist.Among("per", t.Words[i-1].Low) || !t.calls(i) { // by category: no verb
				t.add("VERB", i, i+1, perUnheard, Heard{w.Low})
			}
			t.add("WORD", i, i+1, 0.3, Heard{w.Low})
		}
	}
}

// happened reports whether a word is known as what happened to some rows, or as what some do: directed, of directors.
func (t *lattice) happened(i int) bool {
	w := t.Words[i].Low
	if strings.HasSuffix(w, "ed") && slices.ContainsFunc(t.model.Ways.Model().Relations, func(r *semantic.Relation) bool {
		return r.People && slices.ContainsFunc(r.Name.Words, func(n string) bool { return form.Alike(w, n) })
	}) {
		return true
	}
	return slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool {
		return c.From == i && c.To == i+1 && slices.ContainsFunc(c.Links, func(k link.Link) bool { return k.Kind == link.Event && k.Score >= 0.9 })
	})
}

// possessives say whose the rows are that a value is of: with their captain shows who that is.
var possessives = map[string]bool{"their": true, "its": true, "his": true, "her": true}

// absorb lets nouns, columns, values and superlatives begin with an article, and the like.
func (t *lattice) absorb() {
	wide := map[chart.Symbol]bool{}
	for _, name := range []string{"REL", "COL", "VAL", "SUPER", "NUM", "LIT", "ADJ", "KEY", "Noun"} {
		wide[t.symbols[name]] = true
	}
	event, value := t.symbols["EVT"], t.symbols["VAL"]
	for _, e := range slices.Clone(t.edges) {
		if t.symbols["VERB"] == e.Symbol || t.symbols["FLAG"] == e.Symbol || event == e.Symbol {
			for n := 1; n <= 2 && e.From-n >= 0; n++ {
				if before := t.lower(e.From-n, e.From); wordlist.Among("aux", before) || wordlist.Determiner(before) && event != e.Symbol {
					again := *e
					again.From, again.Cost = e.From-n, e.Cost+0.02
					if l, ok := e.Meaning.(Linked); ok && event == e.Symbol {
						l.Aux = before
						again.Meaning = l
					}
					t.edges = append(t.edges, &again)
				}
			}
			continue
		}
		if !wide[e.Symbol] {
			continue
		}
		for n := 1; n <= 3 && e.From-n >= 0; n++ {
			said := t.lower(e.From-n, e.From)
			if t.quantifies(e.From-n) || value == e.Symbol && possessives[t.Words[e.From-n].Low] {
				break
			}
			cost := 0.01
			if l, ok := e.Meaning.(Linked); !wordlist.Determiner(said) {
				if !ok || l.Relation == nil || l.Relation.Validity == nil || !wordlist.Among("now", said) {
					continue // what is valid now goes without saying, where there is a validity
				}
				cost = 0.05
			}
			again := *e
			again.From, again.Cost = e.From-n, e.Cost+cost
			if l, ok := e.Meaning.(Linked); ok && (said == "every" || said == "each") {
				l.Every = true
				again.Meaning = l
			}
			t.edges = append(t.edges, &again)
		}
	}
}

// column adds a column, and what it may be besides.
func (t *lattice) column(c link.Chunk, k link.Link, m Linked, cost float64) {
	if other := wordlist.List("otherwise")[m.Said]; other != "" && slices.Contains(k.Column.Name.Words, other) {
		return // of one stem, but another thing
	}
	if k.Not {
		t.add("FLAG", c.From, c.To, cost, m)
		return
	}
	if t.summed(c, k) {
		t.add("Figure", c.From, c.To, cost, form.Items{List: []*form.Item{{Func: "sum", Col: k.Column}}})
		return
	}
	if k.How == link.Synonym && form.Class(k.Column).Numeric() && wordlist.Among("callings", m.Said) {
		return // what somebody does is no number
	}
	if form.Class(k.Column).Temporal() && c.From > 0 && t.Words[c.From-1].Low == "in" && wordlist.Among("unit", m.Said) {
		return // in days
	}
	cost += otherRows(c, k)
	if t.totals(c, k) {
		cost += totalOf
	}
	t.add("COL", c.From, c.To, cost, m)
	if facts.IsFlag(k.Column) {
		t.add("FLAG", c.From, c.To, cost, m)
		t.flagKind(c, k, cost)
	}
	t.titles(c, k, cost)
}

// leadsColumn reports whether the words of a relation begin the name of one of its columns: payment method.
func (t *lattice) leadsColumn(c link.Chunk, k link.Link) bool {
	return slices.ContainsFunc(t.Chunks, func(o link.Chunk) bool {
		return o.From == c.From && o.To > c.To && slices.ContainsFunc(o.Links, func(w link.Link) bool {
			return w.Kind == link.Column && w.Relation == k.Relation && w.Score >= 0.9
		})
	})
}

// whQuestion reports whether a question begins with a word that asks for something that the answer must show, which
// no reading may leave out: where, when and how always, who where it is about what somebody did to something.
func (t *lattice) whQuestion(i int) bool {
	if i > 0 || len(t.Words) < 3 {
		return false
	}
	next := t.Words[1]
	switch t.Words[0].Low {
	case "where", "when":
		return wordlist.Among("aux", next.Low) || next.Low == "can"
	case "what": // we invoiced is no number of invoices
		return next.Low == "did" && (t.Words[2].Low == "we" || t.Words[2].Low == "they")
	case "how":
		return next.Low != "many" && next.Shape == link.Plain
	case "who", "whom":
		return !wordlist.Among("aux", next.Low) && !wordlist.Among("prep", t.Words[2].Low) &&
			(strings.HasSuffix(next.Low, "ed") || strings.HasSuffix(next.Low, "s") || wordlist.Among("verb", next.Low))
	}
	return false
}
