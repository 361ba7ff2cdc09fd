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
	"github.com/pgask/pgask/translate/wordform"
)

// wordValidators find words that a reading does not answer: mostly such as mean little as a rule and may be passed
// over, in questions where they mean something.
var wordValidators = []validator{
	{"command", unread, "no answer changes anything", word(func(c *checked) int { return wordlist.Command(c.lattice.Words) })},
	{"verb_alone", unread, "a verb that nothing follows is what is asked: who can fly", skipped((*checked).verbAlone)},
	{"participle", unread, "rejected deliveries are not all of them, with the reason", skipped((*checked).participle)},
	{"total", unread, "in total wants a sum", skipped(totalLost)},
	{"in_total", unread, "5000 in total are no amount of one", word(inTotal)},
	{"total_of_each", unread, "total expenses are not the amount of each", leaf(totalOfEach)},
	{"total_listed", unread, "a total of rows that are not named one by one is a sum, even where a column is called so", word(totalListed)},
	{"rate", unread, "a rate of cancellation is no number of bookings", word((*checked).rateLost)},
	{"listed", astray, "of what stands in a list of what to show something is shown", word(listed)},
	{"by", unread, "what stands behind by is neither a group nor an order", word((*checked).byNothing)},
	{"only", unread, "who only failed never passed", skipped((*checked).onlyThat)},
	{"still", unread, "still is a condition, and there is none", word((*checked).still)},
	{"birthday", unread, "a birthday comes every year, and is in no week of one", word((*checked).birthday)},
	{"each", unread, "the first of all groups is none for each of them", word((*checked).eachFirst)},
	{"their_rows", unread, "rows that are asked for beside others are not shown", word((*checked).theirRows)},
	{"other_rows", unread, "it lists other rows than those that are asked for first", word((*checked).otherRows)},
	{"counts_others", unread, "how many orders is no number of their lines", word((*checked).countsOthers)},
	{"their_own", unread, "no construction but that of averages reads the figures of their own group", word((*checked).theirOwn)},
	{"headless", unread, "a plural is no number of which it says only what it is of: members are no member fee", leaf((*checked).headless)},
	{"sentence", unread, "a word or two are no way to name a sentence", leaf((*checked).hardlySaid)},
	{"order", unread, "an order is asked for, and there is none", word((*checked).orderedBy)},
	{"two_years", unread, "in 2023 and in 2024 is of two rows, or of either year", word((*checked).twoYears)},
	{"who", astray, "who is answered by what somebody is called, and not by a figure", word((*checked).whoUnnamed)},
	{"role_lost", astray, "who owns something is its owner, and nobody else to whom it belongs", word((*checked).roleLost)},
	{"question_word", unread, "when is answered by a date, how many by a number", word((*checked).questionWord)},
	{"in_name", unread, "in Gotham says where, and not what something is called", word(inName)},
	{"counts_apart", partial, "rows of two relations, paired with one another, are not those to be counted", is((*checked).countsApart)},
}

func (c *checked) low(i int) string { return c.lattice.Words[i].Low }

// first returns the first word of some kind; -1: there is none.
func (c *checked) first(fits func(w string) bool) int {
	return slices.IndexFunc(c.lattice.Words, func(w link.Word) bool { return fits(w.Low) })
}

// skipped makes a validator of what holds of words that a cover passes over.
func skipped(holds func(c *checked, i int) bool) func(*checked) []string {
	return func(c *checked) (all []string) {
		for _, i := range c.cover.Skipped {
			if holds(c, i) {
				all = append(all, c.lattice.Words[i].Text)
			}
		}
		return all
	}
}

// leaf makes a validator of what it finds in the words of a link: "" is nothing.
func leaf(find func(c *checked, e *chart.Edge, l lattice.Linked) string) func(*checked) []string {
	return func(c *checked) (all []string) {
		c.leaves(func(e *chart.Edge) {
			if l, ok := e.Meaning.(lattice.Linked); ok {
				if at := find(c, e, l); at != "" {
					all = append(all, at)
				}
			}
		})
		return all
	}
}

func (c *checked) verbAlone(i int) bool {
	w := c.low(i)
	behind := slices.ContainsFunc(c.lattice.Chunks, func(k link.Chunk) bool { return k.From > i })
	return wordlist.Telling(w) && !behind && !restates(c.used, w)
}

func (c *checked) participle(i int) bool {
	return strings.HasSuffix(c.low(i), "ed") && c.startsAt(i+1) && slices.ContainsFunc(c.lattice.Chunks, func(k link.Chunk) bool {
		return k.From == i && k.To == i+1 && k.Links[0].Score >= 0.5
	})
}

// startsAt reports whether a word begins the name of a relation or a column.
func (d *candidate) startsAt(i int) bool {
	return slices.ContainsFunc(d.lattice.Chunks, func(c link.Chunk) bool {
		return c.From == i && c.Links[0].Kind <= link.Column && c.Links[0].Score >= 0.9
	})
}

// rateLost returns the word "rate" behind a name that is passed over, or taken for what somebody does: the return
// rate by product.
func (c *checked) rateLost() int {
	for i := 1; i < len(c.lattice.Words); i++ {
		if !wordlist.Among("rate", c.low(i)) {
			continue
		}
		if slices.Contains(c.cover.Skipped, i) || c.endsAt(i) && c.verbAt(i) {
			return i
		}
	}
	return -1
}

// endsAt reports whether a word ends the name of a relation, a column or an event.
func (c *checked) endsAt(to int) bool {
	return slices.ContainsFunc(c.lattice.Chunks, func(k link.Chunk) bool { return k.To == to && k.Links[0].Score >= 0.7 })
}

// verbAt reports whether a word was taken for a verb.
func (c *checked) verbAt(i int) bool {
	found := false
	c.walk(func(e *chart.Edge) {
		_, heard := e.Meaning.(lattice.Heard)
		found = found || heard && e.From == i && e.To == i+1
	})
	return found
}

// between reports whether a word that is passed over stands between two parts: customers by revenue.
func (c *checked) between(i int) bool {
	parts := c.cover.Parts
	return slices.ContainsFunc(parts, func(e *chart.Edge) bool { return e.To == i }) &&
		slices.ContainsFunc(parts, func(e *chart.Edge) bool { return e.From == i+1 })
}

// byNothing returns the word behind a "by" that is passed over.
func (c *checked) byNothing() int {
	for _, i := range c.cover.Skipped {
		if c.low(i) == "by" && (c.startsAt(i+1) || c.between(i)) {
			return i + 1
		}
	}
	return -1
}

func (c *checked) onlyThat(i int) bool {
	return c.low(i) == "only" && i > 0 && wordlist.Relative(c.low(i-1))
}

func (c *checked) still() int {
	if has[*algebra.Where](c.parts) {
		return -1
	}
	return c.first(func(w string) bool { return w == "still" })
}

// birthday: those of this week are of no year, and nothing reads which days that are.
func (c *checked) birthday() int {
	if !slices.ContainsFunc(c.parts, func(part any) bool {
		p, ok := part.(*algebra.Period)
		if !ok || p.From == nil {
			return false
		}
		_, dated := p.From.(*algebra.Const)
		return !dated
	}) {
		return -1
	}
	return c.first(func(w string) bool { return wordlist.Among("birthday", w) })
}

// eachFirst: the most common species at each shelter is none for all of them.
func (c *checked) eachFirst() int {
	if c.show == nil {
		return -1
	}
	x, ok := c.show.Of.(*algebra.Extreme)
	if !ok || x.N != 1 || len(x.Within) > 0 {
		return -1
	}
	if g, ok := x.Of.(*algebra.Group); !ok || len(g.By) == 0 {
		return -1
	}
	return c.first(func(w string) bool { return w == "each" || w == "every" || w == "per" })
}

// theirRows finds "and their shelter", where an answer shows nothing of shelters.
func (c *checked) theirRows() int {
	ws := c.lattice.Words
	i := c.first(func(w string) bool { return w == "their" || w == "its" })
	if i < 1 || i+1 >= len(ws) || c.show == nil || !slices.Contains([]string{"and", "with", "plus"}, ws[i-1].Low) {
		return -1
	}
	if c.form != nil && len(c.form.Groups) == 0 && slices.ContainsFunc(c.show.Columns, func(x algebra.Column) bool { _, sum := x.Value.(*algebra.Measure); return sum }) &&
		!has[*algebra.Extreme](c.parts) {
		return i // a figure of all of them is none of each
	}
	for _, k := range c.lattice.Chunks {
		if best := k.Links[0]; k.From == i+1 && best.Kind == link.Relation && best.Score >= 0.9 {
			if c.shows(best.Relation) {
				return -1
			}
			return i + 1
		}
	}
	return -1
}

// otherRows returns the first word that names rows, where an answer is a list of other ones: which technicians work
// there is no list of depots. -1: it is a list of these, or shows what was asked of them, or is a change of an
// answer.
func (c *checked) otherRows() int {
	if c.show == nil || c.before != nil || c.made("noun.bought") {
		return -1
	}
	at := len(c.lattice.Words)
	var asked *semantic.Relation
	for _, k := range c.lattice.Chunks {
		if best := k.Links[0]; k.From < at && best.Kind == link.Relation && best.How <= link.Stemmed && best.Score >= 0.95 {
			at, asked = k.From, best.Relation
		}
	}
	if asked == nil || asked.Label.Via != nil || c.namesShown(c.ours(at)) || c.premodifies(at) ||
		slices.ContainsFunc(c.lattice.Words[:at], func(w link.Word) bool { return wordlist.OfOthers(w.Low) }) {
		return -1
	}
	listed := c.form != nil && (c.form.Rows || len(c.form.Items)+len(c.form.Groups) == 0)
	for _, x := range c.show.Columns {
		col := c.column(x.Value)
		if _, figure := x.Value.(*algebra.Measure); figure && listed && len(c.show.Columns) > 1 {
			continue // what they are ranked by
		}
		if col == nil || col.Relation == asked || c.spokenOf(col.Relation, at) || slices.ContainsFunc(asked.Keys, func(k *semantic.Key) bool {
			return k.To == col.Relation && len(k.RefColumns) == 1 && k.RefColumns[0] == col.Column
		}) {
			return -1
		}
	}
	return at
}

// premodifies reports whether a word is a value that stands before what it is said of: ATM withdrawals.
func (c *checked) premodifies(at int) bool {
	value, next := false, false
	c.leaves(func(e *chart.Edge) {
		switch l, linked := e.Meaning.(lattice.Linked); {
		case e.From == at && e.To == at+1:
			value = value || linked && l.Kind == link.Value
		case e.From == at+1:
			_, word := e.Meaning.(lattice.Word)
			next = next || !word
		}
	})
	return value && next
}

// spokenOf reports whether rows of a relation are named before a word, in the plural.
func (c *checked) spokenOf(r *semantic.Relation, before int) bool {
	found := false
	c.leaves(func(e *chart.Edge) {
		l, ok := e.Meaning.(lattice.Linked)
		found = found || ok && e.From < before && l.Kind == link.Relation && l.Relation == r &&
			wordform.Singular(c.low(e.To-1)) != c.low(e.To-1)
	})
	return found
}

// ours returns where something is said of what is asked for by what we do with it: discontinued products we still
// have in stock.
func (c *checked) ours(from int) int {
	for i := from + 1; i+1 < len(c.lattice.Words); i++ {
		if c.low(i) == "we" && !wordlist.Auxiliary(c.low(i-1)) {
			return i
		}
	}
	return len(c.lattice.Words)
}

// namesShown reports whether a word of the question, before some, names a column that an answer shows.
func (c *checked) namesShown(before int) bool {
	found := false
	c.leaves(func(e *chart.Edge) {
		l, ok := e.Meaning.(lattice.Linked)
		found = found || ok && e.From < before && l.Kind == link.Column && l.Column != nil && slices.ContainsFunc(c.show.Columns, func(x algebra.Column) bool {
			col := c.column(x.Value)
			return col != nil && col.Column == l.Column.Column
		})
	})
	return found
}

// theirOwn finds "above the highest of their own region".
func (c *checked) theirOwn() int {
	if c.made("operand.average.alike") {
		return -1
	}
	for i := 1; i+1 < len(c.lattice.Words); i++ {
		if c.low(i) == "own" && slices.Contains([]string{"their", "its", "his", "her"}, c.low(i-1)) {
			return i
		}
	}
	return -1
}

func (c *checked) headless(e *chart.Edge, l lattice.Linked) string {
	last := c.lattice.Words[e.To-1]
	said := last.Low
	if l.Kind != link.Column || l.How < link.Comment || l.Column == nil || !strings.HasSuffix(said, "s") {
		return ""
	}
	words := l.Column.Name.Words
	if k := form.Class(l.Column); len(words) < 2 || !k.Numeric() && !k.Temporal() {
		return ""
	}
	head := words[len(words)-1]
	if !form.Alike(said, head) && !wordlist.Counts(head) &&
		slices.ContainsFunc(words[:len(words)-1], func(w string) bool { return w != said && form.Alike(said, w) }) {
		return last.Text
	}
	return ""
}

// maxUnsaid is how many words of a stored value may be left unsaid.
const maxUnsaid = 4

func (c *checked) hardlySaid(e *chart.Edge, l lattice.Linked) string {
	if l.Kind == link.Value && c.unsaid(e, l) > maxUnsaid {
		return c.text(e)
	}
	return ""
}

func (c *checked) orderedBy() int {
	i := c.first(wordlist.Orders)
	if i < 0 || i+1 >= len(c.lattice.Words) || c.low(i+1) != "by" || has[*algebra.Extreme](c.parts) {
		return -1
	}
	return i
}

// countsApart: in one row, of no group.
func (c *checked) countsApart() bool {
	if c.show == nil {
		return false
	}
	if g, ok := c.show.Of.(*algebra.Group); ok && len(g.By) > 0 {
		return false
	}
	var counted []*algebra.Row
	for _, x := range c.show.Columns {
		m, ok := x.Value.(*algebra.Measure)
		if !ok || m.Func != "count" || !m.Distinct || len(m.Of) != 1 {
			continue
		}
		if a, ok := m.Of[0].(*algebra.Attr); ok && !slices.Contains(counted, a.Row) {
			counted = append(counted, a.Row)
		}
	}
	return len(counted) > 1
}
