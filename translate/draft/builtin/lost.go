package builtin

import (
	"maps"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/grammar"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// lost notes words that a cover may pass over because they mean little as a rule, in a question where they mean something: a verb that
// nothing follows is what is asked ("who can fly"), "in total" wants a sum, "still" a condition.
func (d *candidate) lost(one *Reading, used []string) {
	ws := d.lattice.Words
	lose := func(i int) {
		if !slices.Contains(one.Skipped, ws[i].Text) {
			one.Skipped = append(one.Skipped, ws[i].Text)
		}
	}
	for _, i := range d.cover.Skipped {
		switch w := ws[i].Low; {
		case grammar.Telling(w) && !d.linkedBehind(i) && !restates(used, w):
			lose(i)
		case strings.HasSuffix(w, "ed") && d.startsAt(i+1) && d.linkedAt(i):
			lose(i) // rejected deliveries are not all of them, with the reason
		case grammar.Sums(w) && !adds(one.Set):
			lose(i)
		case w == "by" && d.startsAt(i+1):
			lose(i + 1)
		case w == "only" && i > 0 && grammar.Relative(ws[i-1].Low): // who only failed never passed
			lose(i)
		}
	}
	if i := slices.IndexFunc(ws, func(w link.Word) bool { return w.Low == "still" }); i >= 0 && !conditional(one.Set) {
		lose(i)
	}
	if i := slices.IndexFunc(ws, func(w link.Word) bool { return w.Low == "each" || w.Low == "every" }); i >= 0 && onlyFirst(one.Set) {
		lose(i)
	}
	if i := d.theirs(one.Set); i >= 0 {
		lose(i)
	}
	if i := d.otherRows(one.Set); i >= 0 && d.before == nil {
		lose(i)
	}
	for i := 1; i+1 < len(ws); i++ { // above the average of their own region, which no construction reads
		if before := ws[i-1].Low; ws[i].Low == "own" && (before == "their" || before == "its" || before == "his" || before == "her") {
			lose(i)
		}
	}
	d.leaves(func(p *chart.Edge) {
		l, ok := p.Meaning.(grammar.Linked)
		if ok && headless(l, ws[p.To-1].Low) {
			lose(p.To - 1)
		}
		for i := p.From; ok && i < p.To && p.To-p.From > 1; i++ { // total expenses, taken for the amount of each
			if w := ws[i].Low; grammar.Sums(w) && l.Column != nil && !slices.Contains(l.Column.Name.Words, w) && !adds(one.Set) {
				lose(i)
			}
		}
	})
	if countsApart(one.Set) {
		one.Signs[rank.Dropped]++
	}
}

// theirs returns the word for rows that are asked for beside others, "and their shelter", where an answer shows nothing of them; -1: it
// does, or nothing is.
func (d *candidate) theirs(s algebra.Set) int {
	ws := d.lattice.Words
	i := slices.IndexFunc(ws, func(w link.Word) bool { return w.Low == "their" || w.Low == "its" })
	show, ok := s.(*algebra.Show)
	if i < 1 || i+1 >= len(ws) || !ok || ws[i-1].Low != "and" && ws[i-1].Low != "with" && ws[i-1].Low != "plus" {
		return -1
	}
	for _, c := range d.lattice.Chunks {
		if best := c.Links[0]; c.From != i+1 || best.Kind != link.Relation || best.Score < 0.9 {
			continue
		} else if slices.ContainsFunc(show.Columns, func(c algebra.Column) bool {
			t, _ := d.column(c.Value)
			_, stored := c.Value.(*algebra.Attr)
			return t == best.Relation.Table || !stored
		}) {
			return -1
		}
		return i + 1
	}
	return -1
}

// onlyFirst reports whether a set is the first of some groups: the most common species at each shelter is none for all of them.
func onlyFirst(s algebra.Set) bool {
	show, ok := s.(*algebra.Show)
	if !ok {
		return false
	}
	first, ok := show.Of.(*algebra.Extreme)
	if !ok || first.N != 1 {
		return false
	}
	g, ok := first.Of.(*algebra.Group)
	return ok && len(g.By) > 0
}

// linkedAt reports whether something in the database may be meant by a word.
func (d *candidate) linkedAt(i int) bool {
	return slices.ContainsFunc(d.lattice.Chunks, func(c link.Chunk) bool { return c.From == i && c.To == i+1 && c.Links[0].Score >= 0.5 })
}

// startsAt reports whether a word begins the name of a relation or a column.
func (d *candidate) startsAt(i int) bool {
	return slices.ContainsFunc(d.lattice.Chunks, func(c link.Chunk) bool {
		return c.From == i && c.Links[0].Kind <= link.Column && c.Links[0].Score >= 0.9
	})
}

// otherRows returns the first word that names rows, where an answer is a list of other ones: which technicians work there is no list of
// depots. -1: it is a list of these, or shows what was asked of them.
func (d *candidate) otherRows(s algebra.Set) int {
	show, ok := s.(*algebra.Show)
	if !ok {
		return -1
	}
	at := len(d.lattice.Words)
	var asked *semantic.Relation
	for _, c := range d.lattice.Chunks {
		if best := c.Links[0]; c.From < at && best.Kind == link.Relation && best.How <= link.Stemmed && best.Score >= 0.95 {
			at, asked = c.From, best.Relation
		}
	}
	if asked == nil || asked.Label.Via != nil || d.named(show) || slices.ContainsFunc(d.lattice.Words[:at], func(w link.Word) bool { return grammar.OfOthers(w.Low) }) {
		return -1
	}
	for _, c := range show.Columns {
		t, col := d.column(c.Value)
		if t == nil || t == asked.Table || slices.ContainsFunc(asked.Keys, func(k *semantic.Key) bool { return k.To.Table == t && len(k.RefColumns) == 1 && k.RefColumns[0] == col }) {
			return -1
		}
	}
	return at
}

// named reports whether a word of the question names a column that an answer shows.
func (d *candidate) named(show *algebra.Show) bool {
	found := false
	d.leaves(func(e *chart.Edge) {
		l, ok := e.Meaning.(grammar.Linked)
		found = found || ok && l.Kind == link.Column && slices.ContainsFunc(show.Columns, func(c algebra.Column) bool {
			_, col := d.column(c.Value)
			return col != nil && l.Column != nil && col == l.Column.Column
		})
	})
	return found
}

// linkedBehind reports whether a word that leads to something in the database follows another.
func (d *candidate) linkedBehind(i int) bool {
	return slices.ContainsFunc(d.lattice.Chunks, func(c link.Chunk) bool { return c.From > i })
}

// adds reports whether a set has figures over several rows.
func adds(s algebra.Set) bool { return has[*algebra.Measure](s) }

// conditional reports whether a set has any condition.
func conditional(s algebra.Set) bool { return has[*algebra.Where](s) }

// headless reports whether a plural stands for a number or date of which it says only what it is of: members are no member fee.
func headless(l grammar.Linked, said string) bool {
	if l.Kind != link.Column || l.How < link.Comment || l.Column == nil || !strings.HasSuffix(said, "s") {
		return false
	}
	words := l.Column.Name.Words
	if c := form.Class(l.Column); len(words) < 2 || !c.Numeric() && !c.Temporal() {
		return false
	}
	last := words[len(words)-1]
	return !form.Alike(said, last) && !grammar.Counts(last) && slices.ContainsFunc(words[:len(words)-1], func(w string) bool { return w != said && form.Alike(said, w) })
}

// countsApart reports whether an answer counts the rows of two relations in one row: paired with one another they are not those that were
// asked for.
func countsApart(s algebra.Set) bool {
	show, ok := s.(*algebra.Show)
	if !ok {
		return false
	}
	if g, ok := show.Of.(*algebra.Group); ok && len(g.By) > 0 {
		return false
	}
	var counted []*algebra.Row
	for _, c := range show.Columns {
		m, ok := c.Value.(*algebra.Measure)
		if !ok || m.Func != "count" || !m.Distinct || len(m.Of) != 1 {
			continue
		}
		if a, ok := m.Of[0].(*algebra.Attr); ok && !slices.Contains(counted, a.Row) {
			counted = append(counted, a.Row)
		}
	}
	return len(counted) > 1
}

// over reports whether a period is of a date on which rows ended, and no word says so: items in 2024 are not those that were discontinued
// then.
func (d *candidate) over(a *algebra.Attr) bool {
	for _, r := range d.model.Relations {
		if r.Table.Schema != a.Row.Schema || r.Table.Name != a.Row.Table {
			continue
		}
		return slices.ContainsFunc(r.Events, func(e semantic.Event) bool {
			return e.Date != nil && e.Date.Name == a.Column && (e.Kind == semantic.End || e.Kind == semantic.Remove) && !d.says(r.Column(a.Column), &e)
		})
	}
	return false
}

// says reports whether a word of the question is one of an event's verbs, or of the name of its date.
func (d *candidate) says(c *semantic.Column, e *semantic.Event) bool {
	return slices.ContainsFunc(d.lattice.Words, func(w link.Word) bool {
		alike := func(name string) bool { return form.Alike(w.Low, name) }
		if base, _, _ := semantic.Verb(w.Low); slices.Contains(e.Verbs, base) {
			return true
		}
		return slices.ContainsFunc(e.Verbs, alike) || c != nil && slices.ContainsFunc(c.Name.Words, alike)
	})
}

// torn reports whether the first and the last name of somebody were taken for names of two.
func (d *candidate) torn(fixed map[place]bool) bool {
	if len(fixed) < 2 { // as in most readings, of however many relations
		return false
	}
	for _, r := range d.model.Relations {
		if !r.People || len(r.Label.Columns) < 2 || r.Label.Via != nil {
			continue
		}
		rows := map[*algebra.Row]int{}
		for at := range fixed {
			if at.row.Schema == r.Table.Schema && at.row.Table == r.Table.Name && slices.ContainsFunc(r.Label.Columns, func(c *schema.Column) bool { return c.Name == at.column }) {
				rows[at.row]++
			}
		}
		if len(rows) > 1 && slices.Max(slices.Collect(maps.Values(rows))) == 1 {
			return true
		}
	}
	return false
}
