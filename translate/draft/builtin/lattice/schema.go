package lattice

import (
	"cmp"
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

// Costs of what a schema means by words that name something else, or nothing.
const (
	spokenOf    = 0.35 // people, of persons that the question names in other words, too
	Unspoken    = 0.6  // of persons whom nothing names
	ownAmount   = 0.25 // salaries, of what is in them
	byTitle     = 0.4  // titles, of what has them
	rowsCounted = 0.6  // more for what is spoken of as many: orders are counted, payments and sales may be summed
	rowsNamed   = 0.8  // more for what has a name: a dog is not its weight
)

// Unit is a unit that was said, of as many as stand before it in one word.
type Unit struct{ Name, Number string }

// Sum is equal for equal units.
func (u Unit) Sum() uint64 { return form.Hash(u) }

// units adds the units behind numbers, and those of one: an hour.
func (t *lattice) units() {
	among := t.Relations()
	for i, w := range t.Words {
		name := w.Low
		if i > 0 && i+1 < len(t.Words) {
			if two := name + " " + t.Words[i+1].Low; semanticUnit(two) {
				t.add("UNIT", i, i+2, -0.05, Unit{Name: two})
			}
		}
		if name == "%" || name == "percent" {
			name = "percent"
		} else if len(lexicon.QuantitiesSaid(name)) == 0 && !StoredUnit(among, name) {
			continue
		}
		if i > 0 && (len(name) > 1 || t.Words[i-1].Shape == link.Number) {
			t.add("UNIT", i, i+1, 0, Unit{Name: name})
			if before := t.Words[i-1].Low; before == "a" || before == "an" || before == "one" {
				t.add("NUMUNIT", i-1, i+1, 0, Unit{name, "1"})
			}
		}
	}
}

// byUnit is what it costs to name a column by nothing but the unit of its numbers: hectares per farm.
const byUnit = 0.5

// inUnits adds the columns that hold as many of a unit as is asked for: total hectares, kilometres per driver. Times
// and money are asked for otherwise.
func (t *lattice) inUnits() {
	for i, w := range t.Words {
		of := lexicon.QuantitiesSaid(w.Low)
		if len(of) == 0 || of[0] == "time" || of[0] == "money" || of[0] == "share" || i > 0 && t.Words[i-1].Shape == link.Number {
			continue
		}
		u, ok := lexicon.UnitSaid(w.Low, of[0])
		found := 0
		for _, r := range t.model.Ways.Model().Relations {
			for _, c := range r.Columns {
				if !ok || r.Standing != semantic.Base || c.Unit == nil || c.Unit.Of != u.Of || c.Unit.Size != u.Size ||
					found == facts.MostMeasured {
					continue
				}
				t.add("COL", i, i+1, byUnit+0.1*float64(found),
					Linked{Link: link.Link{Kind: link.Column, Relation: r, Column: c, How: link.Synonym, Score: 0.8}, Said: w.Low})
				found++
			}
		}
	}
}

func semanticUnit(name string) bool { return lexicon.UnitNamed(name).Of != "" }

// StoredUnit reports whether numbers are stored with a unit of this name in one of the relations.
func StoredUnit(among []*semantic.Relation, name string) bool {
	return slices.ContainsFunc(among, func(r *semantic.Relation) bool {
		return slices.ContainsFunc(r.Columns, func(c *semantic.Column) bool {
			return c.Reading != nil && c.Reading.Kind == semantic.UnitNumber && slices.ContainsFunc(c.Reading.Units, func(u string) bool {
				return wordform.Singular(strings.ToLower(u)) == wordform.Singular(name)
			})
		})
	})
}

// amount reads a relation as the amount that its rows are about: the average salary, of salaries with an amount each.
func (t *lattice) amount(c link.Chunk, k link.Link, cost float64) {
	if k.Score < 0.95 { // what was downloaded is no amount of a download
		return
	}
	var only *semantic.Column
	for _, m := range k.Relation.Measures {
		if m.Quantity != nil {
			continue
		}
		if only != nil || !m.Additive && facts.Titled(k.Relation) { // customers are no credit limits
			return
		}
		only = k.Relation.Column(m.Amount.Name)
	}
	if only == nil || facts.NamedOf(only.Name.Words, "levels") || facts.NamedOf(only.Name.Words, "extents") {
		return // a plot is not its area
	}
	if facts.Titled(k.Relation) {
		cost += rowsNamed
	}
	if said := t.Words[c.To-1].Low; wordform.Singular(said) != said && !semantic.OfMoney(wordform.Singular(said)) {
		cost += rowsCounted
	}
	k.Kind, k.Column = link.Column, only
	t.add("COL", c.From, c.To, cost+ownAmount, Linked{Link: k, Said: t.lower(c.From, c.To), Sole: true})
}

// titles reads the plural of what rows are called by as the rows: titles, of films with one each.
func (t *lattice) titles(c link.Chunk, k link.Link, cost float64) {
	said := t.Words[c.To-1].Low
	label := k.Relation.Label
	if k.Score < 0.9 || len(label.Columns) != 1 || label.Via != nil || label.Columns[0] != k.Column.Column ||
		!strings.HasSuffix(said, "s") ||
		!slices.Contains(k.Column.Name.Words, wordform.Singular(said)) || wordform.Singular(said) == said ||
		wordlist.Among("namewords", wordform.Singular(said)) || k.Column.Column.Class != schema.Text {
		return
	}
	k.Kind, k.Column = link.Relation, nil
	t.add("REL", c.From, c.To, cost+byTitle, Linked{Link: k, Said: t.lower(c.From, c.To)})
}

// does adds what verbs measure as the columns that hold it: earn, weigh.
func (t *lattice) does() {
	for i, w := range t.Words {
		nouns := wordlist.List("does")[w.Low]
		if nouns == "" {
			continue
		}
		found := 0
		verb := t.predicate(i)
		for _, r := range t.model.Ways.Model().Relations {
			if r.Standing != semantic.Base || found >= facts.MostMeasured {
				continue
			}
			measures := r.Measures
			if verb { // what somebody pays for it, and not what it costs us
				measures = slices.Clone(measures)
				slices.SortStableFunc(measures, func(a, b semantic.Measure) int {
					return cmp.Compare(flagged(strings.HasSuffix(b.Name, "price")), flagged(strings.HasSuffix(a.Name, "price")))
				})
			}
			for _, m := range measures {
				c := r.Column(m.Amount.Name)
				said := slices.ContainsFunc(c.Name.Words,
					func(w string) bool { return slices.Contains(strings.Split(nouns, "|"), wordform.Singular(w)) })
				of := r.Name.Words[len(r.Name.Words)-1]
				if m.Quantity == nil && (said ||
					len(r.Measures) == 1 && slices.Contains(strings.Split(nouns, "|"), wordform.Singular(of))) {
					t.add("COL", i, i+1, 0.3+0.1*float64(found*flagged(!bounded(c))),
						Linked{Link: link.Link{Kind: link.Column, Relation: r, Column: c, How: link.Synonym, Score: 0.8}, Said: w.Low})
					found++
					if !bounded(c) { // from 50 to 60: either may be meant
						break
					}
				}
			}
		}
	}
}

// bounded reports whether a column is one end of what lies between two.
func bounded(c *semantic.Column) bool {
	return slices.ContainsFunc(c.Name.Words, func(w string) bool { return strings.HasPrefix(w, "min") || strings.HasPrefix(w, "max") })
}

// split adds columns whose name was said with a verb in its middle: how many bottles are left, of bottles_left.
func (t *lattice) split() {
	for i := 0; i+2 < len(t.Words); i++ {
		done := t.Words[i+2].Low
		base := lexicon.BaseOf(done)
		if t.Words[i].Shape != link.Plain || !wordlist.Among("is", t.Words[i+1].Low) ||
			!(base != "" && base != done || wordlist.Among("remaining", done)) {
			continue
		}
		for _, r := range t.model.Ways.Model().Relations {
			for _, c := range r.Columns {
				if n := c.Name.Words; len(n) == 2 && form.Class(c).Numeric() && form.Alike(n[0], t.Words[i].Low) && form.Alike(n[1], t.Words[i+2].Low) {
					l := link.Link{Kind: link.Column, Relation: r, Column: c, How: link.Stemmed, Score: 0.95}
					t.add("COL", i, i+3, 0.05, Linked{Link: l, Said: t.lower(i, i+3)})
				}
			}
		}
	}
}

// brought is what it costs to take a verb that says how rows come to be for what happened to rows that stand beside
// it: goals scored.
const brought = 0.5

// Costs of words that are only a part of a name, where they are the whole of another.
const (
	partOfRelation = 0.7 // the dogs of a link between courses and dogs
	partOfColumn   = 1.5 // the dogs of the most dogs of a course
	partOfComment  = 1.5 // the dogs of a relation that is said to be about them
	partOfWhole    = 0.5 // the ports of port calls, which are a relation themselves
)

// partOfWhole returns what it costs to take words for a relation or a column, where they and those beside them are
// the whole name of a relation.
func (t *lattice) partOfWhole(c link.Chunk, k link.Link) float64 {
	if k.Kind != link.Relation && k.Kind != link.Column && k.Kind != link.Event {
		return 0
	}
	for _, o := range t.Chunks {
		if o.To < len(t.Words) && t.Words[o.To].Shape == link.Number && o.To-o.From > 2 {
			continue // the items of order 12 are of one
		}
		if o.From <= c.From && c.To <= o.To && c.To-c.From < o.To-o.From && slices.ContainsFunc(o.Links, func(w link.Link) bool {
			return w.Kind == link.Relation && w.How <= link.Stemmed && w.Score >= 0.95
		}) {
			return partOfWhole
		}
	}
	return 0
}

// partOfName returns what it costs to take words for a name that they are only a part of, or for what a comment says,
// where they are the whole name of a relation.
func partOfName(c link.Chunk, k link.Link) float64 {
	if k.How != link.Part && k.How != link.Comment || k.Kind > link.Column || !slices.ContainsFunc(c.Links, func(o link.Link) bool {
		return o.Kind == link.Relation && o.Relation != k.Relation && o.How <= link.Stemmed && o.Score >= 0.9
	}) {
		return 0
	}
	switch {
	case k.How == link.Comment:
		return partOfComment
	case k.Kind == link.Relation:
		return partOfRelation
	case form.Class(k.Column).Numeric() && slices.ContainsFunc(k.Column.Name.Words,
		func(w string) bool { return wordlist.Among("capacity", w) }):
		return partOfColumn / 3 // the guests of a guest count
	}
	return partOfColumn
}

// predicate reports whether a word is the verb of what stands before it: products that cost more.
func (t *lattice) predicate(i int) bool {
	if i == 0 {
		return false
	}
	switch before := t.Words[i-1].Low; before {
	case "that", "which", "who", "they", "does", "do", "did":
		return true
	}
	if i+1 == len(t.Words) || t.Words[i+1].Low != "more" && t.Words[i+1].Low != "less" && t.Words[i+1].Low != "at" &&
		t.Words[i+1].Low != "between" {
		return false
	}
	return slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool { // products cost less than …
		return c.To == i && slices.ContainsFunc(c.Links, func(k link.Link) bool { return k.Kind == link.Relation && k.Score >= 0.9 })
	})
}

// event adds what happened: by itself, as a verb, and with its date, as in opening dates.
func (t *lattice) event(c link.Chunk, m Linked, cost float64) {
	t.add("EVT", c.From, c.To, cost, m)
	if next := c.To; next < len(t.Words) && m.Column != nil && wordform.Singular(t.Words[next].Low) == "date" && !common(c) && !t.isColumn(c.From, next+1) {
		m.Kind = link.Column
		t.add("COL", c.From, next+1, cost, m)
	}
	if !t.nounBy(c.To - 1) {
		t.add("VERB", c.From, c.To, max(cost+0.1, perDeed), Heard{t.Words[c.From].Low})
	}
}

// summed reports whether words say the sum of a column whose name does not: total refunds.
func (t *lattice) summed(c link.Chunk, k link.Link) bool {
	w := t.Words[c.From].Low
	return c.To-c.From > 1 && wordlist.Among("sums", w) && facts.Additive(k.Column) &&
		(!slices.Contains(k.Column.Name.Words, w) || c.To-c.From > 2 && t.Words[c.From+1].Low == "of") // total of orders
}

// totalOf is what it costs to take "total" before rows for a column that is not called so: total payments are added up.
const totalOf = 0.8

// totals reports whether a column was said by the word "total" before rows that are added up, and is not called so.
func (t *lattice) totals(c link.Chunk, k link.Link) bool {
	w := t.Words[c.From].Low
	return c.To == c.From+1 && wordlist.Among("sums", w) && !slices.Contains(k.Column.Name.Words, w) &&
		slices.ContainsFunc(t.Chunks, func(o link.Chunk) bool {
			return o.From == c.To && o.Links[0].Kind == link.Relation && o.Links[0].Relation == k.Relation && o.Links[0].Score >= 0.9
		})
}

// flagged is one for what holds.
func flagged(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// common reports whether a chunk is the name of a relation or column. A flag is what rows are, as a state is: active.
func common(c link.Chunk) bool {
	return slices.ContainsFunc(c.Links, func(k link.Link) bool {
		return k.Kind <= link.Column && k.Score >= 0.9 && (k.Kind != link.Column || !facts.IsFlag(k.Column))
	})
}
