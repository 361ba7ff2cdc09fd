package grounding

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// others returns the relations that are not in full, by name and grouped by schema: the likeliest with the names of
// their columns as far as there is room, the rest by name alone.
func (w *writer) others(named []Choice, room int) string {
	if len(named) == 0 {
		return ""
	}
	with := map[*semantic.Relation]bool{}
	text := w.listed(named, with)
	if len(named) <= maxNamed {
		left := min(room, columnsUpTo) - w.options.Count(text)
		for _, c := range named {
			n := w.options.Count(columnsOf(c.Relation)) + 1
			if n > left {
				break
			}
			left -= n
			with[c.Relation] = true
		}
		text = w.listed(named, with)
	}
	for n := len(named); w.options.Count(text) > room && n > 0; n = n * 3 / 4 {
		text = w.listed(named[:n*3/4], with)
		if n*3/4 < len(named) {
			text += fmt.Sprintf("and %d more\n", len(named)-n*3/4)
		}
	}
	return text
}

// listed writes the names.
func (w *writer) listed(named []Choice, with map[*semantic.Relation]bool) string {
	groups := map[string][]string{}
	for _, c := range named {
		t := c.Relation.Table
		group := schema.Identifier(t.Schema) + "."
		if t.Visible {
			group = ""
		}
		one := schema.Identifier(t.Name)
		if with[c.Relation] {
			one += columnsOf(c.Relation)
		}
		groups[group] = append(groups[group], one)
	}
	var b strings.Builder
	b.WriteString("\n## Others, by name only\n")
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		slices.Sort(groups[group])
		b.WriteString(group + " " + strings.Join(groups[group], ", ") + "\n")
	}
	return b.String()
}

// columnsUpTo is how many tokens the others may take with the columns of the likeliest; names alone may take more.
const columnsUpTo = 500

func columnsOf(r *semantic.Relation) string {
	var names []string
	for _, c := range r.Columns {
		names = append(names, schema.Identifier(c.Column.Name))
	}
	return "(" + strings.Join(names, " ") + ")"
}

// Bounds of the notes.
const (
	maxSpellings = 4 // of one text in one column
	maxHolding   = 3 // columns of one text
	staleDays    = 45
	goodValue    = 0.6
)

// notes returns what is known for this question alone: how what it names is stored, what terms mean, and until when
// there are data.
func (w *writer) notes(g Grounding, l *link.Lattice) string {
	var lines []string
	lines = append(lines, w.terms(l)...)
	if w.options.Share.Level == schema.Values {
		lines = append(lines, w.spellings(l)...)
		lines = append(lines, w.period(g, l)...)
	}
	var b strings.Builder
	for _, line := range lines {
		if w.options.Count(b.String()+line) <= w.options.Notes {
			b.WriteString("- " + line + "\n")
		}
	}
	return b.String()
}

// terms returns what people defined and the question says.
func (w *writer) terms(l *link.Lattice) []string {
	var said strings.Builder
	for _, x := range l.Words {
		said.WriteString(" " + x.Low)
	}
	question := " " + wordform.Fold(said.String()) + " "
	var out []string
	for _, t := range w.model.Terms {
		if phrase := wordform.Fold(t.Name); phrase != "" && strings.Contains(question, " "+phrase) {
			out = append(out, fmt.Sprintf("%s, of %s: %s", schema.Line(t.Name, 60), name(t.Relation.Table),
				schema.Line(t.Expression, tableComment)))
		}
	}
	return out
}

// spellings returns how texts of the question are stored, with the columns that hold them and how many rows do. The
// texts that longer ones hold are left out.
func (w *writer) spellings(l *link.Lattice) []string {
	var out []string
	for _, c := range l.Chunks {
		if slices.ContainsFunc(l.Chunks, func(o link.Chunk) bool {
			return o.From <= c.From && o.To >= c.To && o.To-o.From > c.To-c.From && o.Links[0].Score >= goodValue
		}) {
			continue
		}
		if line := w.stored(l, c); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// stored returns the line of one text.
func (w *writer) stored(l *link.Lattice, c link.Chunk) string {
	var order []*semantic.Column
	held := map[*semantic.Column][]link.Link{}
	for _, k := range c.Links {
		if k.Kind != link.Value || k.Score < goodValue || loose(l, c, k) || !w.values(k.Relation.Table) || k.Column.Column.Masked {
			continue
		}
		if len(held[k.Column]) == 0 {
			order = append(order, k.Column)
		}
		held[k.Column] = append(held[k.Column], k)
	}
	if len(order) == 0 || c.Links[0].Kind != link.Value && c.Links[0].Score > c.Links[best(c)].Score+0.1 {
		return ""
	}
	var parts []string
	for _, col := range order[:min(len(order), maxHolding)] {
		values := held[col]
		slices.SortStableFunc(values, func(a, b link.Link) int { return cmp.Compare(b.Rows, a.Rows) })
		var said []string
		for _, k := range values[:min(len(values), maxSpellings)] {
			one := schema.Literal(k.Value)
			if n := rows(k); n > 0 {
				one += fmt.Sprintf(" (%d)", n)
			}
			said = append(said, one)
		}
		parts = append(parts, name(col.Relation.Table)+"."+schema.Identifier(col.Column.Name)+" = "+strings.Join(said, ", "))
	}
	return fmt.Sprintf("%q: %s", schema.Line(text(l, c), 60), strings.Join(parts, "; "))
}

// loose reports whether a text is a word of the language rather than a name, and the value only resembles it: a file
// is no paper. A reader knows such words better than word lists do, and a letter may be the code of anything.
func loose(l *link.Lattice, c link.Chunk, k link.Link) bool {
	said := text(l, c)
	if len(said) == 1 {
		return true
	}
	return c.To-c.From == 1 && said == l.Words[c.From].Low && (k.How == link.Part || k.How == link.Synonym || k.How == link.Slip)
}

// best is the first link of a chunk that is a value.
func best(c link.Chunk) int {
	return max(0, slices.IndexFunc(c.Links, func(k link.Link) bool { return k.Kind == link.Value }))
}

// rows returns how many rows have a value: as looked up, else by the statistics; 0 when neither tells.
func rows(k link.Link) int64 {
	if k.Rows > 0 {
		return k.Rows
	}
	p := k.Column.Column.Profile
	if i := slices.Index(p.Values, k.Value); i >= 0 && i < len(p.Freqs) && k.Relation.Table.Rows > 0 {
		return int64(p.Freqs[i]*k.Relation.Table.Rows + 0.5)
	}
	return 0
}

func text(l *link.Lattice, c link.Chunk) string {
	var b strings.Builder
	end := 0
	for i, x := range l.Words[c.From:c.To] {
		if i > 0 && x.Start > end {
			b.WriteByte(' ')
		}
		b.WriteString(x.Text)
		end = x.Start + len(x.Text)
	}
	return b.String()
}

// fromNow are words that count a period from now by themselves; untilNow do so before a span of time, with a number
// between them or not: the last order is one, the last 30 days are counted.
var (
	fromNow  = []string{"yesterday", "tomorrow", "recent", "recently", "lately", "ago"}
	untilNow = []string{"last", "past", "this", "next", "previous", "current", "coming"}
	spans    = []string{"hour", "day", "night", "week", "weekend", "fortnight", "month", "quarter", "year", "season", "decade"}
)

// countsFromNow reports whether a question counts a period from now.
func countsFromNow(words []link.Word) bool {
	for i, x := range words {
		if slices.Contains(fromNow, x.Low) {
			return true
		}
		if !slices.Contains(untilNow, x.Low) {
			continue
		}
		for _, y := range words[i+1 : min(len(words), i+4)] {
			if slices.Contains(spans, wordform.Singular(y.Low)) {
				return true
			}
		}
	}
	return false
}

// period returns until when there are data in what the question speaks of most, when that is so long ago that "last
// month" would be empty.
func (w *writer) period(g Grounding, l *link.Lattice) []string {
	if w.options.Now.IsZero() || !countsFromNow(l.Words) {
		return nil
	}
	best := 0.0
	for _, c := range g.Full {
		best = max(best, c.Score)
	}
	said, newest := "", ""
	for _, c := range g.Full {
		p := c.Relation.Period
		if p == nil || c.Score == 0 || c.Score < lesser*best || p.Last <= newest || !w.values(c.Relation.Table) {
			continue
		}
		newest = p.Last
		said = name(c.Relation.Table) + "." + schema.Identifier(p.Column.Name) + " " + day(p.First) + " to " + day(p.Last)
	}
	if newest == "" || newest[:min(len(newest), 10)] >= w.options.Now.AddDate(0, 0, -staleDays).Format("2006-01-02") {
		return nil
	}
	return []string{"the data end before today: " + said +
		". A period that is relative to now lies behind them: ask whether today or the end of the data is meant"}
}

// day is the day of a point in time.
func day(at string) string { return schema.Line(at[:min(len(at), len("2006-01-02"))], 10) }
