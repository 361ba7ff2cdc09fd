package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// lostValidators find words that the database explains well and a reading does not read, though they may be passed
// over as a rule.
var lostValidators = []validator{
	{"lost_value", unread, "which are available is asked where that is stored, and they are not all of them", skipped((*checked).lostValue)},
	{"lost_history", unread, "the history of a price is not what it is now", skipped((*checked).lostHistory)},
	{"premodifier", unread, "living rabbits are not all of them", skipped((*checked).premodifier)},
	{"lost_kinds", unread, "the types of pets are a column, and how many of them there are is not how many pets", word((*checked).lostKinds)},
	{"lost_adjective", unread, "the most expensive is not the most of something", leaf((*checked).lostAdjective)},
	{"bare_order", unread, "from the oldest to the youngest is an order by age", word((*checked).bareOrder)},
	{"of_their", unread, "above the average of their category is another average for each of them", word((*checked).ofTheir)},
	{"idle_event", unread, "what happened to rows that are named beside it is a condition", word((*checked).idleEvent)},
	{"idle_rows", unread, "placed in a store is a condition where store is stored, and in one of the stores is none", leaf(idleRows)},
	{"both_either", unread, "both is not either", word((*checked).bothEither)},
	{"lost_count", unread, "orders and revenue are how many there are, and how much", word((*checked).lostCount)},
	{"how_many_more", unread, "how many orders is not how many there are of what it was ranked by", word((*checked).howManyMore)},
	{"happened_rows", unread, "when something started is no question of rows that are called by the verb", word((*checked).happenedRows)},
	{"counted_one", unread, "more than one part is no amount of one", word((*checked).countedOne)},
	{"best_column", unread, "the best ones are the best of something, and no column", leaf((*checked).bestColumn)},
}

// surelyStored is how well a word must be found in the database to say something of it.
const surelyStored = 0.9

// lostValue: a word in plain letters that by itself is how a value is stored.
func (c *checked) lostValue(i int) bool {
	w := c.lattice.Words[i]
	return len(w.Low) > 3 && w.Shape == link.Plain && c.skip[i] > lattice.Idle && !wordlist.Asks(w.Low) && !wordlist.Auxiliary(w.Low) && !restates(c.used, w.Low) &&
		slices.ContainsFunc(c.lattice.Chunks, func(k link.Chunk) bool {
			return k.From == i && k.To == i+1 && k.Links[0].Kind == link.Value && k.Links[0].Score >= surelyStored
		})
}

// lostHistory: a word for a history behind a column of rows of which nothing says from when until when they hold.
func (c *checked) lostHistory(i int) bool {
	return lattice.History(c.low(i)) && slices.ContainsFunc(c.lattice.Chunks, func(k link.Chunk) bool {
		best := k.Links[0]
		return k.To == i && best.Kind == link.Column && best.Score >= surelyStored && best.Relation.Validity == nil && c.reads(best.Relation)
	})
}

// premodifier: a participle before the name of rows, or a value, and behind no name.
func (c *checked) premodifier(i int) bool {
	w := c.low(i)
	if c.skip[i] < contentWord || !strings.HasSuffix(w, "ing") && !strings.HasSuffix(w, "ed") || restates(c.used, w) {
		return false
	}
	if i > 0 && !wordlist.Determiner(c.low(i-1)) && !slices.Contains([]string{"many", "which", "what", "of", "all"}, c.low(i-1)) {
		return false
	}
	return slices.ContainsFunc(c.lattice.Chunks, func(k link.Chunk) bool {
		best := k.Links[0]
		return k.From == i+1 && (best.Kind == link.Relation && best.Score >= surelyStored || best.Kind == link.Value && best.Score >= 0.8)
	})
}

// kindWords ask for what rows may be.
var kindWords = []string{"kind", "kinds", "sort", "sorts", "type", "types"}

// lostKinds returns the word that asks for kinds of rows, where they are a column that an answer does not use.
func (c *checked) lostKinds() int {
	for _, k := range c.lattice.Chunks {
		best := k.Links[0]
		if k.To-k.From < 3 || c.low(k.From+1) != "of" || best.Kind != link.Column || best.Score < 0.95 || !slices.Contains(kindWords, c.low(k.From)) {
			continue
		}
		if !slices.ContainsFunc(c.parts, func(part any) bool {
			a, ok := part.(*algebra.Attr)
			return ok && (c.relation(a) != best.Relation || a.Column == best.Column.Column.Name)
		}) {
			return k.From
		}
	}
	return -1
}

// lostAdjective: an adjective behind "most" that was taken for the rows of which it is a synonym, before the noun
// that it belongs to.
func (c *checked) lostAdjective(e *chart.Edge, l lattice.Linked) string {
	if e.From == 0 || c.low(e.From-1) != "most" && c.low(e.From-1) != "least" || e.To != e.From+1 ||
		l.Kind != link.Relation || l.How != link.Synonym || !c.startsAt(e.To) {
		return ""
	}
	return c.text(e)
}

// bareOrder returns the word of an order, from one end to another, that says by what it is, and that is not read.
func (c *checked) bareOrder() int {
	at := -1
	c.walk(func(p *chart.Edge) {
		if p.Rule == nil || !strings.HasPrefix(p.Rule.Name, "order.bare") {
			return
		}
		for _, k := range c.lattice.Chunks {
			if k.From >= p.From && k.To <= p.To && k.Links[0].Kind == link.Attribute && k.Links[0].Score >= surelyStored {
				at = k.From
			}
		}
	})
	return at
}

// ofTheir finds "above the average of their category" where it is read as the average of all.
func (c *checked) ofTheir() int {
	if c.made("operand.average.alike") {
		return -1
	}
	for i := 2; i+1 < len(c.lattice.Words); i++ {
		if w := c.low(i); w != "their" && w != "its" || !slices.Contains([]string{"of", "for", "in", "within"}, c.low(i-1)) {
			continue
		}
		if w := c.low(i - 2); (w == "average" || w == "mean" || w == "median") && slices.ContainsFunc(c.lattice.Words[:i-2], func(w link.Word) bool {
			return slices.Contains([]string{"above", "below", "over", "under", "than"}, w.Low)
		}) {
			return i
		}
	}
	return -1
}

// made reports whether a construction takes part in the reading.
func (c *checked) made(productions ...string) bool {
	found := false
	c.walk(func(p *chart.Edge) { found = found || p.Rule != nil && slices.Contains(productions, p.Rule.Name) })
	return found
}

// idleEvent returns what is said to have happened to rows that another part of the question names, where it is no
// condition.
func (c *checked) idleEvent() int {
	named := map[any]bool{}
	c.walk(func(p *chart.Edge) {
		if n, ok := p.Meaning.(*form.Noun); ok && p.Rule != nil && p.Rule.Name == "noun" {
			named[n.Rel] = true
		}
	})
	for _, e := range c.cover.Parts {
		if n, ok := e.Meaning.(*form.Noun); ok && e.Rule != nil && e.Rule.Name == "noun.event" && named[n.Rel] && len(n.Conds) == 0 {
			return e.To - 1
		}
	}
	return -1
}

// idleRows finds the name of rows of which a reading says nothing, behind a preposition, where the word is how a
// value of the rows that are asked for is stored.
func idleRows(c *checked, e *chart.Edge, l lattice.Linked) string {
	if l.Kind != link.Relation || c.form == nil || c.form.Head == nil || l.Relation == c.form.Head.Rel {
		return ""
	}
	k := c.chunk(e, l)
	if k == nil || !slices.ContainsFunc(k.Links, func(o link.Link) bool {
		return o.Kind == link.Value && o.Relation == c.form.Head.Rel && o.Score >= surelyStored
	}) || slices.ContainsFunc(c.parts, func(part any) bool {
		a, ok := part.(*algebra.Attr)
		return ok && c.relation(a) == l.Relation
	}) {
		return ""
	}
	return c.text(e)
}

// bothEither returns the "both" of what is read as one of two, or of which a reading leaves out one: both on the web
// and by phone.
func (c *checked) bothEither() int {
	for _, i := range c.cover.Skipped {
		if c.low(i) == "both" && i+3 < len(c.lattice.Words) && wordlist.Among("prep", c.low(i+1)) {
			return i
		}
	}
	if !c.either() || has[*algebra.And](c.parts) && !has[*algebra.OneOf](c.parts) {
		return -1
	}
	for i := 0; i+2 < len(c.lattice.Words); i++ {
		if c.low(i) == "both" && slices.ContainsFunc(c.lattice.Words[i:], func(w link.Word) bool { return w.Low == "and" }) {
			return i
		}
	}
	return -1
}

// countsOthers finds the name of the rows that are to be counted, where others are, and these are not even read.
func (c *checked) countsOthers() int {
	if c.form == nil || len(c.form.Items) != 1 || c.form.Items[0].Func != "count" || c.form.Items[0].Noun == nil {
		return -1
	}
	ws := c.lattice.Words
	for _, k := range c.lattice.Chunks {
		best := k.Links[0]
		if k.From < 2 || k.To != k.From+1 || best.Kind != link.Relation || best.How > link.Stemmed || best.Score < 0.95 ||
			ws[k.From-1].Low != "many" || ws[k.From-2].Low != "how" || best.Relation == c.form.Items[0].Noun.Rel || c.leadsOn(k.To) {
			continue
		}
		if !c.reads(best.Relation) {
			return k.From
		}
	}
	return -1
}

// leadsOn reports whether a relation is named from a word on: apartment bookings are bookings.
func (d *candidate) leadsOn(at int) bool {
	return slices.ContainsFunc(d.lattice.Chunks, func(k link.Chunk) bool {
		return k.From == at && slices.ContainsFunc(k.Links, func(l link.Link) bool { return l.Kind == link.Relation })
	})
}

// twoYears returns the "and" of "in 2023 and in 2024", where it is neither of two rows nor of either year.
func (c *checked) twoYears() int {
	somes := 0
	for _, part := range c.parts {
		if _, ok := part.(*algebra.Some); ok {
			somes++
		}
	}
	if has[*algebra.Or](c.parts) || somes > 1 {
		return -1
	}
	ws := c.lattice.Words
	year := func(i int) bool { return ws[i].Shape == link.Number && len(ws[i].Text) == 4 }
	for i := 2; i+2 < len(ws); i++ {
		if ws[i].Low == "and" && ws[i-2].Low == "in" && ws[i+1].Low == "in" && year(i-1) && year(i+2) {
			return i
		}
	}
	return -1
}

// lostCount returns the name of rows, beside a figure of them, of which none are counted or shown.
func (c *checked) lostCount() int {
	if c.form == nil || len(c.form.Groups) == 0 || len(c.form.Items) == 0 ||
		slices.ContainsFunc(c.form.Items, func(i *form.Item) bool { return !i.Figure() || i.Func == "count" }) {
		return -1
	}
	for _, e := range c.cover.Parts {
		if e.Rule == nil || e.Rule.Name != "noun" || e.To+1 >= len(c.lattice.Words) || c.low(e.To) != "and" {
			continue
		}
		if slices.ContainsFunc(c.cover.Parts, func(o *chart.Edge) bool {
			_, figure := o.Meaning.(form.Items)
			return figure && o.From == e.To+1
		}) {
			return e.From
		}
	}
	return -1
}

// howManyMore returns the name of rows behind a "how many" that is read as the figure that was said before, of
// other rows.
func (c *checked) howManyMore() int {
	at := -1
	c.walk(func(p *chart.Edge) {
		if p.Rule != nil && c.low(p.To-1) == "many" && c.startsAt(p.To) && c.first(func(w string) bool { return w == c.low(p.To) }) == p.To &&
			slices.Contains([]string{"items.again", "items.withnumber.many", "items.withfigure"}, p.Rule.Name) {
			at = p.To
		}
	})
	return at
}

// happenedRows returns the verb of "when did the sale start" that is taken for rows to which that happened, of another
// relation than what was named before it.
func (c *checked) happenedRows() int {
	if !c.made("items.when") {
		return -1
	}
	at, theirs, named := -1, false, map[*semantic.Relation]bool{}
	c.walk(func(p *chart.Edge) {
		if l, ok := p.Meaning.(lattice.Linked); ok && l.Kind == link.Value {
			named[l.Relation] = true
		}
		if n, ok := p.Meaning.(*form.Noun); ok && p.Rule != nil && p.Rule.Name == "noun.event" && p.From > 1 {
			at, theirs = p.To-1, named[n.Rel]
		}
	})
	if len(named) == 0 || theirs {
		return -1
	}
	return at
}

// countedOne returns the noun of "more than one part", where that is read as an amount of 1.
func (c *checked) countedOne() int {
	at := -1
	c.walk(func(p *chart.Edge) {
		if p.Rule != nil && p.Rule.Name == "operand.unit" && c.low(p.From) == "one" && c.explained(p.To-1) {
			at = p.To - 1
		}
	})
	return at
}

// explained reports whether a word by itself may be something that is stored.
func (d *candidate) explained(at int) bool {
	return slices.ContainsFunc(d.lattice.Chunks, func(k link.Chunk) bool { return k.From == at && k.To == at+1 })
}

// named reports whether any word of a reading was found to be a name of the schema, or a value, but for what "who" may be.
func (c *checked) named() bool {
	found := false
	c.leaves(func(e *chart.Edge) {
		l, ok := e.Meaning.(lattice.Linked)
		found = found || ok && e.From > 0 && l.Kind != link.Attribute
	})
	return found
}

// bestColumn finds a column that is said by "best" alone, or by whom it is, where nobody said of whom.
func (c *checked) bestColumn(e *chart.Edge, l lattice.Linked) string {
	if l.Kind == link.Attribute && c.low(0) == "who" && !c.named() {
		if _, bare := wordlist.Bare(c.low(e.To - 1)); bare {
			return c.text(e)
		}
	}
	if l.Kind != link.Column || l.How == link.Exact {
		return ""
	}
	if _, rated := wordlist.Rated(c.low(e.To - 1)); !rated || len(c.cover.Parts) > 1 {
		return ""
	}
	return c.text(e)
}
