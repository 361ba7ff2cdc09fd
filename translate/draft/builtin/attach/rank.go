package attach

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// Tells reports whether a column is of what a verb says.
func Tells(c *semantic.Column, verb string) bool {
	noun := wordlist.List("deeds")[verb]
	return verb != "" && slices.ContainsFunc(c.Name.Words, func(w string) bool { return w == noun || form.Alike(verb, w) })
}

// Stores returns the value of a column that is a word, or that a word is the label of.
func Stores(c *semantic.Column, word string) (value string, ok bool) {
	for _, k := range c.Codes {
		if strings.EqualFold(k.Label, word) {
			return k.Value, true
		}
	}
	for _, v := range c.Column.Profile.Values {
		if strings.EqualFold(v, word) {
			return v, true
		}
	}
	return "", false
}

// Listed is how many rows are shown of several of which only an order was said: the newest employees.
const Listed = 10

// Buys reports whether the rows of a relation are those who buy, and sell nothing.
func Buys(r *semantic.Relation) bool {
	ws := r.Name.Bare()
	return len(ws) > 0 && wordlist.Among("buyers", wordform.Singular(ws[len(ws)-1]))
}

// MostUsed ranks by how much belongs to each, where a verb says that it was done: used the most.
func (g *Rules) MostUsed(n *form.Noun) *form.Item {
	var only *semantic.Relation
	for _, r := range g.Ways.Model().Relations {
		for _, k := range r.Keys {
			if k.To != n.Rel || k.From == n.Rel || k.Alternative || r.Standing > semantic.Subset {
				continue
			}
			if only != nil && only != r {
				return nil
			}
			only = r
		}
	}
	if only == nil {
		return nil
	}
	return &form.Item{Func: "count", Noun: &form.Noun{Rel: only, Named: true}}
}

// WhenRanked says a period of what the rows of a noun are ranked by, where these last and that happened: the revenue
// of 2025, of customers whenever they registered. nil: it is of the rows.
func (g *Rules) WhenRanked(n *form.Noun, c form.Cond) (*form.Noun, float64) {
	if n.New || len(n.Ranks) != 1 {
		return nil, 0
	}
	r, cost := g.Happening(n, n.Ranks[0], c)
	if r == nil {
		return nil, 0
	}
	again := *n
	again.Ranks = []*form.Rank{r}
	return &again, cost
}

// Happening restricts a rank by a figure over what happened with rows that last to those of a period; nil: it is of
// something else.
func (g *Rules) Happening(n *form.Noun, r *form.Rank, c form.Cond) (*form.Rank, float64) {
	d, ok := c.(*form.During)
	i := r.Item
	if !ok || d.Col != nil && !d.Assumed || i == nil || !i.Figure() || i.Term != nil && i.Func != form.Defined {
		return nil, 0
	}
	of := i.Relation()
	if i.Noun != nil && i.Noun.Rel != nil {
		of = i.Noun.Rel
	}
	own := ClockOf(n, "")
	if of == nil || of == n.Rel || g.Ways.ToOne(n.Rel, of) || own != nil && (n.Clock != nil || !lasting(n.Rel, own)) ||
		d.Verb != "" && told(n.Rel, d.Verb) {
		return nil, 0
	}
	when := *d
	when.Col, when.Verb, when.Assumed = nil, "", false
	inner := i.Noun
	if inner == nil {
		inner = &form.Noun{Rel: of}
	}
	said, cost := g.Attach(inner, &when)
	if said == nil {
		return nil, 0
	}
	again, one := *r, *i
	one.Noun, again.Item = inner.With(said), &one
	return &again, cost
}

// told reports whether a date of a relation is that of a verb.
func told(r *semantic.Relation, verb string) bool {
	return slices.ContainsFunc(r.Columns, func(c *semantic.Column) bool { return DatedColumn(c) && Tells(c, verb) })
}

// RestrictsOwn reports whether a rank by a column of the rows themselves, or of one that belongs to each, is of some
// of them only: nothing would restrict them. Nor is it by how long something else took: who is employed longest has
// not the longest repair.
func (g *Rules) RestrictsOwn(rel *semantic.Relation, r *form.Rank) bool {
	i := r.Item
	if i != nil && i.Col != nil && i.Col.Span != nil && i.Func == "" && i.Noun == nil && i.Col.Relation != rel {
		return true
	}
	return i != nil && i.Col != nil && i.Func == "" && i.Noun != nil && len(i.Noun.Conds) > 0 && g.Ways.ToOne(rel, i.Col.Relation)
}

// Totalled returns a rank by what belongs to rows as one by its sum, where it was said so and adds up: the accounts
// with the most calls, by calls.
func (g *Rules) Totalled(rel *semantic.Relation, r *form.Rank) *form.Rank {
	again := *r
	again.Total = false
	if i := r.Item; r.Total && i.Col != nil && i.Func == "" && i.Measure == nil && i.Col.Relation != rel &&
		!g.Ways.ToOne(rel, i.Col.Relation) && facts.Additive(i.Col) {
		one := *i
		one.Func = "sum"
		again.Item = &one
	}
	return &again
}

// Money returns the amount of money of a relation, or of the only one that belongs to it and has one.
func (g *Rules) Money(rel *semantic.Relation) *semantic.Column {
	if c := rel.Money(); c != nil {
		return c
	}
	var found *semantic.Column
	for _, near := range g.Ways.Near(rel) {
		if c := near.Money(); c != nil {
			if found != nil {
				return nil
			}
			found = c
		}
	}
	return found
}

// Settle says what a rank is by that follows from what it ranks: when it happened, the money of what belongs to it.
func (g *Rules) Settle(r *form.Rank, n *form.Noun) bool {
	r.Last = false
	if r.Item == nil {
		c := ClockOf(n, r.Verb)
		for _, x := range n.Rel.Columns {
			if r.Verb != "" && Comparable(x) && slices.ContainsFunc(x.Name.Words, func(w string) bool { return form.Alike(r.Verb, w) }) {
				c = x
			}
		}
		if r.Verb = ""; c == nil || r.Oldest && (n.Rel.People || !bornBy(n.Rel, c)) {
			return false
		}
		r.Oldest = false
		r.Item = &form.Item{Col: c}
		return true
	}
	if r.Verb != "" && !wordlist.Among("moneyverb", r.Verb) {
		r.Item = g.MostUsed(n)
		r.Verb = ""
		return r.Item != nil
	}
	if strings.HasPrefix(r.Verb, "earn") && (n.Rel.People || Buys(n.Rel)) { // what others pay them is no order of theirs
		return false
	}
	r.Verb = ""
	c := g.Money(n.Rel)
	if c == nil || c.Relation == n.Rel {
		return false
	}
	r.Item = &form.Item{Func: "sum", Col: c}
	return true
}

// bornBy reports whether a date is that of when the rows of a relation came to be: the oldest of them is the first by
// it. Persons are older than what is known of them, and so is what has a year of its own.
func bornBy(r *semantic.Relation, c *semantic.Column) bool {
	return !slices.ContainsFunc(r.Columns, func(o *semantic.Column) bool { return slices.Contains(o.Name.Words, "year") }) && slices.ContainsFunc(r.Events, func(e semantic.Event) bool { return e.Kind == semantic.Birth && e.Date == c.Column })
}
