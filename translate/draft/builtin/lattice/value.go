package lattice

import (
	"math"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// What stored values may be besides the row that has them.

// kinds reads the label of a kind as what the entity has of it: iron, of foods.
func (t *lattice) kinds(c link.Chunk, k link.Link, cost float64) {
	if !slices.Contains(k.Relation.Label.Columns, k.Column.Column) && k.Column.Column.Profile.Distinct != -1 {
		return // it names no kind: the unit of several
	}
	for _, r := range t.model.Ways.Model().KindsOf(k.Relation) {
		one := t.model.Ways.OfKind(r, k.Column, k.Value)
		if one == nil {
			continue
		}
		m := k
		m.Kind, m.Relation, m.Value, m.Column = link.Column, one, "", one.Column(r.Kinds.Value.Name)
		t.add("COL", c.From, c.To, 0.6*max(cost, 0), Linked{Link: m, Said: t.lower(c.From, c.To)})
	}
}

// kindOfReference reports whether a column says of which relation the rows are that another column without a key
// refers to: comments on tasks, of commentable_type beside commentable_id.
func kindOfReference(c *semantic.Column) bool {
	stem, ok := strings.CutSuffix(c.Column.Name, "type")
	if !ok || stem == "" || c.Column.Class != schema.Text {
		return false
	}
	id := c.Relation.Table.Column(stem + "id")
	return id != nil && len(c.Relation.KeyOf(id)) == 0
}

// beside reports whether other words than those of a chunk name a relation.
func (t *lattice) beside(at link.Chunk, r *semantic.Relation) bool {
	return slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool {
		return (c.To <= at.From || at.To <= c.From) && slices.ContainsFunc(c.Links, func(k link.Link) bool {
			return k.Kind == link.Relation && k.Relation == r && k.How <= link.Stemmed
		})
	})
}

// Costs of a kind that is spoken of as a thing: dogs, where species has a row "Dog".
const (
	ofKind    = 0.1 // the rows that are of the kind
	oneOfKind = 0.4 // one of them: the oldest dog
	KindsRow  = 1.2 // more for the row of the kind itself, of which there is one
	otherKind = 0.3 // more for each relation that is of these kinds as well

	// storedKind is what it costs to take such words for a relation that only means something alike: novels, for
	// books, where 'Novel' is stored.
	storedKind = 0.8
)

// instance reports whether a chunk is a kind that is spoken of as a thing, in small letters: all words of the value
// and no others.
func (t *lattice) instance(c link.Chunk, k link.Link) bool {
	value := k.Value
	for _, code := range k.Column.Codes {
		if code.Value == value && k.Relation.People {
			value = code.Label // dentists, whose role is 1
		}
	}
	said, stored := t.Words[c.To-1].Low, strings.Fields(strings.ReplaceAll(strings.ToLower(value), "_", " "))
	return k.How <= link.Stemmed && len(stored) > 0 && len(stored) == c.To-c.From &&
		wordform.Singular(stored[len(stored)-1]) == wordform.Singular(said) && (!t.Words[c.To-1].Upper || c.To == 1)
}

// instances reads a kind as the rows that are of it, and not as the row of the look-up table. It reports whether
// there are any.
func (t *lattice) instances(c link.Chunk, k link.Link, cost float64) bool {
	if !t.instance(c, k) || slices.ContainsFunc(c.Links, func(l link.Link) bool {
		return l.Kind == link.Relation && l.Relation != k.Relation && l.How <= link.Stemmed && l.Score >= 0.95
	}) {
		return false // stores are what is called so, and not the orders of the channel "store"
	}
	said := t.Words[c.To-1].Low
	if wordform.Singular(said) == said {
		cost = max(cost, 0) + oneOfKind
	}
	n := 0
	if r := k.Relation; r.Standing == semantic.Base && k.Column.Column.Profile.Complete &&
		!slices.Contains(r.Label.Columns, k.Column.Column) {
		t.add("Noun", c.From, c.To, max(cost, 0)+ofKind,
			&form.Noun{Rel: r, Named: true, Kind: true, Conds: []form.Cond{ValueIs(Linked{Link: k})}})
		n++
	}
	for _, r := range t.model.Known().Kinds[facts.Kind{Of: k.Relation, Label: k.Column.Column}] {
		if n == mostPersons {
			break
		}
		noun := &form.Noun{Rel: r, Named: true, Kind: true, Conds: []form.Cond{ValueIs(Linked{Link: k})}}
		t.add("Noun", c.From, c.To, max(cost, 0)+ofKind+otherKind*float64(n), noun)
		n++
	}
	return n > 0
}

// leastPart is how long words must be to be looked for inside values.
const leastPart = 4

// containing adds, for words that are a part of several values of a column, all rows that have them in it: everything
// from a maker. It is added once for a column.
func (t *lattice) containing(c link.Chunk, k link.Link, cost float64) {
	said := t.lower(c.From, c.To)
	if k.Column.Column.Class != schema.Text || len(k.Column.Codes) > 0 || len(said) < leastPart || k.Score >= 0.95 {
		return
	}
	several, first := 0, true
	for _, o := range c.Links {
		if o.Kind != link.Value || o.Column != k.Column || !strings.Contains(strings.ToLower(o.Value), wordform.Singular(said)) {
			continue
		}
		if several++; several == 1 {
			first = o.Value == k.Value
		}
	}
	if several > 1 && first {
		t.add("VAL", c.From, c.To, max(cost, 0)*0.6+0.4, Linked{Link: k, Said: wordform.Singular(said), Like: true})
	}
}

// Costs of values that are rarely meant.
const (
	asksItself = 1.2  // the words are those of questions
	inProse    = 1.5  // the value is a text that nobody knows by heart
	inList     = 0.25 // it is one of several in a list
)

// prose is how long a text is that is no name.
const prose = 60

// unlike returns what it costs to take words for a value that they are only a part of, or that is one of a list.
func (t *lattice) unlike(c link.Chunk, k link.Link) float64 {
	cost := 0.0
	if k.Score < 0.8 {
		if len(k.Value) > prose {
			cost += inProse
		}
		if c.To-c.From == 1 && wordlist.Phrases(t.Words[c.From].Low) != nil {
			cost += asksItself
		}
	}
	if r := k.Column.Reading; r != nil && r.Kind == semantic.List && slices.ContainsFunc(c.Links, func(o link.Link) bool {
		return o.Kind == link.Value && o.Column != k.Column && o.Score > 0.8 && o.Column.Column.Profile.Complete
	}) {
		cost += inList
	}
	return cost
}

// headed reads a value whose last word names rows of another relation as these: lager beers, of the style lager beer.
func (t *lattice) headed(c link.Chunk, k link.Link, cost float64) {
	if c.To-c.From < 2 {
		return
	}
	for _, o := range t.Chunks {
		if o.To != c.To || o.From != c.To-1 {
			continue
		}
		for _, rows := range o.Links {
			if rows.Kind != link.Relation || rows.Score < 0.9 || rows.Relation == k.Relation || t.model.Far(rows.Relation, k.Relation) > 1 {
				continue
			}
			n := &form.Noun{Rel: rows.Relation, Named: true, Conds: []form.Cond{ValueIs(Linked{Link: k})}}
			t.add("Noun", c.From, c.To, cost+0.2+t.model.Far(rows.Relation, k.Relation), n)
		}
	}
}

// joins reports whether a run of capitalised words has another word inside: where it is not stored, it may be of two
// names.
func (t *lattice) joins(c link.Chunk) bool {
	return slices.ContainsFunc(t.Words[c.From:c.To], func(w link.Word) bool { return !w.Upper && w.Shape != link.Number })
}

// texts adds what may be a value that nobody knows: quoted texts, and names that the linker could not explain.
func (t *lattice) texts() {
	for i, w := range t.Words {
		if w.Shape == link.Quoted {
			t.add("LIT", i, i+1, quotedText, Literal{w.Text, true})
		}
	}
	for _, c := range t.Open {
		if w := t.Words[c.From]; w.Shape != link.Quoted && w.Upper && !t.joins(c) {
			t.add("LIT", c.From, c.To, foreignText, Literal{t.said(c.From, c.To), false})
		}
	}
}

// rowsThere is what it costs to take the whole name of rows for another column: per category is of the categories,
// and not the kind of an address; the highest orders are not those of what is called an order. By another word for
// the rows that is never meant.
const (
	rowsThere = 0.8
	rowsMeant = 5
)

// otherRows returns what it costs that a chunk which was linked to a column names other rows.
func otherRows(c link.Chunk, k link.Link) float64 {
	if k.Column.Lookup != nil || len(k.Column.Relation.KeyOf(k.Column.Column)) > 0 {
		return 0
	}
	cost := 0.0
	for _, o := range c.Links {
		if o.Kind != link.Relation || o.Relation == k.Column.Relation || o.Score < k.Score {
			continue
		}
		if o.Score >= 0.95 {
			cost = max(cost, rowsThere)
		}
		if k.How >= link.Synonym && wordform.Singular(o.Relation.Name.Phrase()) == wordform.Singular(k.Column.Name.Phrase()) {
			cost = rowsMeant
		}
	}
	return cost
}

// priced reports whether a column is what rows cost us, where they have a price beside it.
func priced(k link.Link) bool {
	return slices.Contains(k.Column.Name.Words, "cost") && slices.ContainsFunc(k.Relation.Measures, func(m semantic.Measure) bool {
		return m.Name == "price"
	})
}

// saidTwice reads two words side by side that are the same column as one: phone number, email addresses.
func (t *lattice) saidTwice() {
	for _, a := range t.Chunks {
		for _, k := range a.Links {
			if k.Kind != link.Column || k.Score < 0.7 {
				continue
			}
			if to := a.To + 1; to <= len(t.Words) && wordlist.Among("mailed", t.Words[a.To].Low) && slices.ContainsFunc(k.Column.Own, facts.Mailed) {
				t.add("COL", a.From, to, -perLink*math.Log(k.Score)-perWord, Linked{Link: k, Said: t.lower(a.From, to)})
			}
			for _, b := range t.Chunks {
				if b.From == a.To && k.Score >= 0.9 && slices.ContainsFunc(b.Links, func(o link.Link) bool {
					return o.Kind == link.Column && o.Column == k.Column && o.Score >= 0.7
				}) {
					t.add("COL", a.From, b.To, -perLink*math.Log(k.Score)-perWord, Linked{Link: k, Said: t.lower(a.From, b.To)})
				}
			}
		}
	}
}

// births adds verbs that say how something comes to be, where nothing else is known of them, as the birth of rows
// that are named beside them. What becomes of rows later, as to cancel or to win, is no such verb.
func (t *lattice) births() {
	for i, w := range t.Words {
		v := lexicon.VerbOf(w.Low)
		if v == nil || v.Base == w.Low || v.Kind != lexicon.Birth || wordlist.Among("outcome", v.Base) {
			if !wordlist.Among("brought", w.Low) {
				continue
			}
		}
		if slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool {
			return c.From <= i && i < c.To && slices.ContainsFunc(c.Links, func(k link.Link) bool { return k.Score >= 0.7 })
		}) {
			continue
		}
		for _, c := range t.Chunks {
			k := c.Links[0]
			if k.Kind != link.Relation || k.Score < 0.9 || c.To > i && c.From < i || c.To < i-2 || c.From > i+2 {
				continue
			}
			l := link.Link{Kind: link.Event, Relation: k.Relation, How: link.Synonym, Score: 0.8}
			if len(k.Relation.Events) == 0 {
				t.add("DONE", i, i+1, brought, Linked{Link: l, Said: w.Low})
			} else if e := &k.Relation.Events[0]; e.Kind == semantic.Birth && e.Date != nil {
				l.Column, l.Event = k.Relation.Column(e.Date.Name), e
				t.add("EVT", i, i+1, brought, Linked{Link: l, Said: w.Low})
			}
		}
	}
}

// isColumn reports whether words are known as the name of a column.
func (t *lattice) isColumn(from, to int) bool {
	return slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool {
		return c.From == from && c.To == to && slices.ContainsFunc(c.Links, func(k link.Link) bool { return k.Kind == link.Column })
	})
}

// nounBy reports whether a word names several rows right before a "by", and nobody is said to do it: orders by
// customer.
func (t *lattice) nounBy(i int) bool {
	if i+1 >= len(t.Words) || t.Words[i+1].Low != "by" || strings.HasSuffix(t.Words[i].Low, "ed") {
		return false
	}
	if i > 0 && (wordlist.Among("rel", t.Words[i-1].Low) || wordlist.Among("aux", t.Words[i-1].Low)) {
		return false // who order by phone
	}
	return slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool {
		best := c.Links[0]
		return c.To == i+1 && best.Kind == link.Relation && best.Score >= 0.7 && !slices.ContainsFunc(t.Chunks, func(o link.Chunk) bool {
			return o.To == c.From && o.Links[0].Kind == link.Relation && o.Links[0].Score >= 0.9 // customers order by phone
		})
	})
}

// flagKind adds the plural of a flag that is a noun as the rows of which it holds: smokers, of is_smoker.
func (t *lattice) flagKind(c link.Chunk, k link.Link, cost float64) {
	said, ws, raw := t.Words[c.To-1].Low, k.Column.Name.Words, k.Column.Name.Raw
	one := wordform.Singular(said)
	if k.How > link.Stemmed || k.Score < 0.9 || one == said || len(ws) == 0 || wordform.Singular(ws[len(ws)-1]) != one ||
		k.Column.Column.Class != schema.Boolean || k.Relation.Standing != semantic.Base {
		return
	}
	if is := len(raw) > 1 && (raw[0] == "is" || raw[0] == "was"); !is && (len(raw) > 1 || !k.Relation.People) {
		return // has_sauna is of what has one
	}
	cond, _ := FlagIs(k.Column, true).(form.Cond)
	t.add("Noun", c.From, c.To, max(cost, 0)+ofKind, &form.Noun{Rel: k.Relation, Named: true, Kind: true, Conds: []form.Cond{cond}})
}

// inAddress is what it costs that a word is a part of an address of mail: people are called by their names.
const inAddress = 1.5

// ourCost is what it costs that something is dear by what we pay for it, where it has a price.
const ourCost = 0.8

// attribute adds an adjective: as it is, and as a superlative.
func (t *lattice) attribute(c link.Chunk, k link.Link, cost float64) {
	w := t.Words[c.From].Low
	if (w == "first" || w == "last") && c.To < len(t.Words) && strings.HasPrefix(t.Words[c.To].Low, "name") {
		return
	}
	if slices.Contains(k.Column.Name.Words, "cost") && slices.ContainsFunc(k.Relation.Columns, func(o *semantic.Column) bool {
		return o != k.Column && o.Name.Words[len(o.Name.Words)-1] == "price" && !slices.Contains(o.Name.Words, "cost")
	}) {
		cost += ourCost
	}
	t.add("ADJ", c.From, c.To, cost, Linked{Link: k})
	if strings.HasSuffix(w, "est") || strings.HasSuffix(w, "most") && w != "most" {
		t.add("SUPER", c.From, c.To, cost, Linked{Link: k, Said: w})
	}
	if c.From == 0 {
		return
	}
	switch t.Words[c.From-1].Low {
	case "more":
		t.add("ADJ", c.From-1, c.To, cost-perWord, Linked{Link: k})
	case "less":
		less := k
		less.More = !k.More
		t.add("ADJ", c.From-1, c.To, cost-perWord, Linked{Link: less})
	case "most":
		t.add("SUPER", c.From-1, c.To, cost, Linked{Link: k})
	case "least":
		k.More = !k.More
		t.add("SUPER", c.From-1, c.To, cost, Linked{Link: k})
	}
}

// value adds a stored value.
func (t *lattice) value(c link.Chunk, k link.Link, m Linked, cost float64) {
	if k.How == link.Part {
		cost += min(3, 0.4*float64(len(strings.Fields(k.Value))-(c.To-c.From)))
	}
	cost += t.unlike(c, k)
	if k.Score < 0.95 && slices.ContainsFunc(k.Column.Name.Words, facts.Mailed) && !strings.Contains(m.Said, "@") {
		cost += inAddress
	}
	if common(c) && !t.Words[c.From].Upper && !(kindOfReference(k.Column) && t.beside(c, k.Relation)) {
		cost += 0.8 // the name of something here is that, and no value, as a rule
	}
	t.containing(c, k, cost)
	m.Kinds = t.instances(c, k, cost)
	t.add("VAL", c.From, c.To, cost, m)
	t.kinds(c, k, cost)
	t.headed(c, k, cost)
}
