package builtin

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// A question that says no more than that something is wanted, "how are we doing in Rome", "the latest ones", is asked
// back with what there is to know: figures of what happened, or which rows. That is done only where nothing better
// could be made of it.

// vague returns what to ask of a question that cannot be answered as it stands; nil: nothing fits.
func (res holes) vague() *Ask {
	return cmp.Or(res.unfinished(), res.firstOf(res.ones), res.byWhat(res.rated), res.firstOf(res.figures))
}

// figures finds what asks for figures and does not say which: how are we doing in Rome, the stats for Ann, compare
// France and Spain.
func (res holes) figures() (phrase string, all []filling) {
	ws := res.Lattice.Words
	var rest []int
	for i := 0; i < len(ws); {
		n := wordlist.Vague(ws, i)
		switch {
		case n > 0:
			phrase, i = cmp.Or(phrase, res.text(i, i+n)), i+n
			continue
		case phrase != "":
			rest = append(rest, i)
		case !wordlist.Light(ws[i].Low):
			return "", nil // sort the results
		}
		i++
	}
	if phrase == "" {
		return "", nil
	}
	for len(rest) > 0 && wordlist.Light(ws[rest[0]].Low) {
		rest = rest[1:]
	}
	for len(rest) > 0 && (wordlist.Light(ws[rest[len(rest)-1]].Low) || ws[rest[len(rest)-1]].Shape == link.Punct) {
		rest = rest[:len(rest)-1]
	}
	if len(rest) == 0 {
		return phrase, res.latest()
	}
	var about []string
	for _, i := range rest {
		about = append(about, said(ws[i]))
	}
	if w := ws[rest[0]].Low; w == "with" {
		about[0] = "for"
	} else if !wordlist.Among("prep", w) {
		about = slices.Insert(about, 0, "for")
	}
	tail := " " + strings.Join(about, " ")
	rows := slices.ContainsFunc(res.Lattice.Chunks, func(c link.Chunk) bool { return named(c) != nil })
	if rows && strings.HasPrefix(strings.ToLower(phrase), "compar") {
		return "", nil // rows, which are something to compare
	}
	anchor, of := res.linked(rest)
	if of.Kind == link.Column {
		return phrase, res.columnsOf(rest)
	}
	if of.Kind == link.Value && strings.Contains(tail, " and ") {
		by := of.Column.Name.Phrase()
		if slices.Contains(of.Relation.Label.Columns, of.Column.Column) {
			by = of.Relation.Name.Phrase() // by country, and not by its name
		}
		tail += " by " + by
	}
	for _, e := range res.happenings(anchor) {
		if e == anchor && of.Kind == link.Value && (of.Rows == 1 || slices.Contains(e.Label.Columns, of.Column.Column)) {
			continue // there is one
		}
		add := func(figure string, c *semantic.Column) {
			all = append(all, filling{label: figure + res.shown(e), question: figure + plural(e) + tail, says: figures(e, c)})
		}
		add("number of ", nil)
		for _, m := range e.Measures {
			if c := e.Column(m.Amount.Name); m.Quantity == nil && m.Additive && dated(e) {
				add("total "+c.Name.Phrase()+" of ", c)
				break
			}
		}
	}
	return phrase, all
}

// figures returns whether a reading shows how many rows of a relation there are, or the sum of a column.
func figures(e *semantic.Relation, c *semantic.Column) func(*Reading) bool {
	return func(one *Reading) bool {
		show, ok := one.Set.(*algebra.Show)
		return ok && slices.ContainsFunc(show.Columns, func(o algebra.Column) bool {
			m, ok := o.Value.(*algebra.Measure)
			if !ok || c == nil {
				return ok && m.Func == "count" && readsOf(one.Set, e)
			}
			a, ok := m.Of[0].(*algebra.Attr)
			return ok && m.Func == "sum" && a.Column == c.Column.Name && readsOf(one.Set, e)
		})
	}
}

// readsOf reports whether a set reads a relation.
func readsOf(s algebra.Set, e *semantic.Relation) (found bool) {
	algebra.Walk(s, func(part any) bool {
		rows, ok := part.(*algebra.Rows)
		found = found || ok && rows.Row.Schema == e.Table.Schema && rows.Row.Table == e.Table.Name
		return !found
	})
	return found
}

// columnsOf returns the columns that some words name, of each relation that has one: the prices of plans, and those
// of parts.
func (res holes) columnsOf(at []int) (all []filling) {
	for _, c := range res.Lattice.Chunks {
		for _, k := range c.Links {
			if k.Kind == link.Column && c.From == at[0] && k.Column.Span == nil {
				name := k.Column.Name.Phrase()
				all = append(all, filling{label: name + " of " + res.shown(k.Relation), question: name + " of " + plural(k.Relation)})
			}
		}
	}
	return all
}

// numbersOf is figures for "the numbers for Rome": they are no telephone numbers, and no numbers of rooms.
func (res holes) numbersOf() (phrase string, all []filling) {
	ws := res.Lattice.Words
	at := slices.IndexFunc(ws, func(w link.Word) bool { return w.Low == "numbers" || w.Low == "stats" || w.Low == "figures" })
	if at < 0 || at+2 >= len(ws) || ws[at+1].Low != "for" && ws[at+1].Low != "of" {
		return "", nil
	}
	for i, w := range ws[:at] {
		if !wordlist.Light(w.Low) || i > 4 {
			return "", nil
		}
	}
	called := func(c *semantic.Column) bool { return c.Has(strings.TrimSuffix(ws[at].Low, "s")) }
	for _, c := range res.Lattice.Chunks {
		if rel := named(c); c.From > at && rel != nil && slices.ContainsFunc(rel.Columns, called) {
			return "", nil // the numbers of rooms
		}
	}
	return res.figures()
}

// linked returns the relation that some words speak of, with what they say best.
func (res holes) linked(at []int) (rel *semantic.Relation, best link.Link) {
	for _, c := range res.Lattice.Chunks {
		if k := c.Links[0]; k.Relation != nil && slices.Contains(at, c.From) && k.Score > best.Score {
			rel, best = k.Relation, k
		}
	}
	return rel, best
}

// farAway is how many keys lead at most from what is asked about to what happened to it.
const farAway = 3

// happenings returns the relations of what happened, those near to another first, and of these those with more rows.
func (res holes) happenings(anchor *semantic.Relation) (out []*semantic.Relation) {
	far := map[*semantic.Relation]int{anchor: 1}
	touching := map[*semantic.Relation][]*semantic.Relation{}
	for _, r := range res.reader.model.Relations {
		for _, k := range r.Keys {
			touching[r], touching[k.To] = append(touching[r], k.To), append(touching[k.To], r)
		}
	}
	for near := []*semantic.Relation{anchor}; len(near) > 0 && far[near[0]] <= farAway; near = near[1:] {
		for _, o := range touching[near[0]] {
			if far[o] == 0 {
				far[o], near = far[near[0]]+1, append(near, o)
			}
		}
	}
	for _, r := range res.reader.model.Relations {
		if r.Standing == semantic.Base && !r.Link && !r.People && (anchor == nil && dated(r) || far[r] > 0) {
			out = append(out, r)
		}
	}
	undated := func(r *semantic.Relation) int {
		if dated(r) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(out, func(a, b *semantic.Relation) int {
		return cmp.Or(cmp.Compare(far[a], far[b]), cmp.Compare(undated(a), undated(b)), cmp.Compare(b.Table.Rows, a.Table.Rows))
	})
	return out
}

// dated reports whether the rows of a relation happened at a time.
func dated(r *semantic.Relation) bool {
	return slices.ContainsFunc(r.Events, func(e semantic.Event) bool { return e.Date != nil })
}

// latest returns the newest rows of what happened.
func (res holes) latest() (all []filling) {
	for _, r := range res.happenings(nil) {
		all = append(all, filling{label: res.shown(r), question: "latest " + plural(r)})
	}
	return all
}

// ones finds a word that stands for rows that were not named: the latest ones, anything good.
func (res holes) ones() (phrase string, all []filling) {
	ws := res.Lattice.Words
	at := slices.IndexFunc(ws, func(w link.Word) bool { return wordlist.Among("pronoun", w.Low) })
	if at < 0 || slices.ContainsFunc(res.Lattice.Chunks, func(c link.Chunk) bool { return named(c) != nil }) {
		return "", nil
	}
	from := 0
	if n := wordlist.Vague(ws, 0); n <= at {
		from = n // how did the top ones do
	}
	rated := slices.IndexFunc(ws, func(w link.Word) bool {
		_, ok := wordlist.Rated(w.Low)
		return ok && !wordlist.Among("ofrows", w.Low)
	})
	recent := slices.ContainsFunc(ws, func(w link.Word) bool { return wordlist.Recent(w.Low) || w.Low == "last" })
	for _, r := range res.main() {
		if recent && !dated(r) {
			continue
		}
		if rated < from {
			name := plural(r)
			if ws[at].Low == "one" {
				name = r.Name.Phrase()
			}
			all = append(all, filling{label: res.shown(r), question: res.saidOf(from, at, name),
				says: func(one *Reading) bool { return readsOf(one.Set, r) }})
			continue
		}
		way, _ := wordlist.Rated(ws[rated].Low)
		if one := res.ranked(r, way, spot{min(at, rated), max(at, rated) + 1, link.Chunk{From: at, To: at + 1}}); len(one) > 0 {
			f := one[0]
			f.label = res.shown(r) + ", " + f.label
			f.question, f.or = strings.Replace(f.question, ws[at].Text, plural(r), 1), strings.Replace(f.or, ws[at].Text, plural(r), 1)
			all = append(all, f)
		}
	}
	return res.text(at, at+1), all
}

// saidOf returns the words of the question from one on, with a noun in place of one of them.
func (res holes) saidOf(from, at int, noun string) string {
	var all []string
	for i, w := range res.Lattice.Words[from:] {
		if from+i == at {
			all = append(all, noun)
		} else {
			all = append(all, said(w))
		}
	}
	return strings.Join(all, " ")
}

// main returns the relations that a question without a noun may be about: those that most others refer to.
func (res holes) main() (out []*semantic.Relation) {
	refer := map[*semantic.Relation]int{}
	for _, r := range res.reader.model.Relations {
		for _, k := range r.Keys {
			refer[k.To]++
		}
		if r.Standing == semantic.Base && !r.Link && len(r.Label.Columns) > 0 {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b *semantic.Relation) int {
		return cmp.Or(cmp.Compare(refer[b], refer[a]), cmp.Compare(b.Table.Rows, a.Table.Rows))
	})
	return out
}
