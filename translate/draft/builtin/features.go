package builtin

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/grammar"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// What a word costs at least …
const (
	contentWord = 0.5 // that should be explained
	unknownWord = 1.5 // that may change the meaning, and not only tell a way
	needed      = 6   // that must be explained
)

// heard returns the words that the cover leaves out and that may tell a way.
func (d *candidate) heard() []string {
	var out []string
	for _, i := range d.cover.Skipped {
		if d.skip[i] >= contentWord {
			out = append(out, d.lattice.Words[i].Low)
		}
	}
	d.leaves(func(e *chart.Edge) {
		if h, ok := e.Meaning.(lattice.Heard); ok {
			out = append(out, h.Text)
		}
	})
	return out
}

// walk visits all that the derivations of a cover are made of.
func (d *candidate) walk(visit func(*chart.Edge)) {
	for _, e := range d.cover.Parts {
		e.Walk(visit)
	}
}

// leaves visits what the derivations of a cover begin with.
func (d *candidate) leaves(visit func(*chart.Edge)) {
	if d.ends == nil {
		d.walk(func(p *chart.Edge) {
			if p.Rule == nil {
				d.ends = append(d.ends, p)
			}
		})
	}
	for _, e := range d.ends {
		visit(e)
	}
}

// names returns the words of the names of what the words of a cover were linked to: said once more, they explain
// nothing new.
func (d *candidate) names() []string {
	if d.called != nil {
		return d.called
	}
	out := make([]string, 0, 16)
	d.leaves(func(e *chart.Edge) {
		l, ok := e.Meaning.(lattice.Linked)
		if !ok {
			return
		}
		if l.Column != nil {
			out = append(out, l.Column.Name.Words...)
		}
		if l.Relation != nil {
			out = append(out, l.Relation.Name.Words...)
		}
	})
	d.called = out
	return out
}

// reading returns a form that was built as a reading, with its features; no validator has seen it yet. last is the one
// before it, at which nobody looks any more.
func (d *candidate) reading(b form.Built, last *checked) *checked {
	one := &Reading{Set: b.Set, names: d.model.Called, parts: d.cover.Parts}
	c := &checked{candidate: d, one: one, used: append(b.Used, d.names()...), parts: last.parts[:0],
		tested: last.tested[:0], fixed: last.fixed[:0], ranked: last.ranked[:0]}
	c.look()
	c.words()
	c.links()
	f, s := &one.Features, &one.Signs
	whole := 0.0
	for _, e := range d.cover.Parts {
		whole += e.Cost
	}
	f[rank.Syntax] += whole - f[rank.Links]
	f[rank.Floats] = loosePart * loosely(d.cover.Parts)
	f[rank.Assembly], f[rank.Ways], f[rank.Inferred] = d.cost, b.Cost, float64(b.Inferred)
	f[rank.Defaults] = float64(b.LeftOut)
	s[rank.Either], s[rank.Unasked] = flag(c.either()), flag(c.unasked())
	s[rank.Size] = math.Log2(float64(1 + len(d.model.Relations)))
	return c
}

// trailing is how much of a loose part what can stand behind any figure is: a period, groups, an order, how many.
const trailing = 0.5

// loosely returns how many parts of a cover nothing puts together with the others.
func loosely(parts []*chart.Edge) float64 {
	others, groups, figure := 0, false, false
	n := float64(len(parts) - 1)
	for _, e := range parts {
		switch x := e.Meaning.(type) {
		case attach.InUnit:
			if x.Measured() { // it belongs to the one figure that is in such a unit
				n--
			} else {
				others++
			}
		case form.Groups:
			groups = true
		case attach.Limit, *form.Order, *form.During:
		case form.Items:
			figure = figure || slices.ContainsFunc(x.List, amount) && !grammar.ByRows(e)
			groups = groups || len(x.Groups) > 0 || slices.ContainsFunc(x.List, (*form.Item).Figure)
			others++
		default:
			others++
		}
	}
	if figure && groups && others < 2 {
		return trailing * n
	}
	return n
}

// amount reports whether an item is a figure, or a number that may be added up.
func amount(i *form.Item) bool {
	return i.Figure() || i.Col != nil && form.Class(i.Col).Numeric() && !i.Col.IsKey()
}

// either reports whether one of several conditions is enough.
func (c *checked) either() bool {
	return has[*algebra.Or](c.parts) || slices.ContainsFunc(c.parts, func(part any) bool {
		x, ok := part.(*algebra.OneOf)
		return ok && len(x.List) > 1
	})
}

// unasked reports whether groups are made that no word asks for.
func (c *checked) unasked() bool {
	for i := 1; i < len(c.lattice.Words); i++ {
		if c.low(i) == "different" && (c.low(i-1) == "for" || i > 1 && c.low(i-2) == "for") {
			return false // averages for different types
		}
	}
	return c.first(wordlist.Distributes) < 0 && slices.ContainsFunc(c.parts, func(part any) bool {
		x, ok := part.(*algebra.Group)
		return ok && len(x.By) > 0
	})
}

// words accounts for the words that no link and no list explains.
func (c *checked) words() {
	d, one := c.candidate, c.one
	f := &one.Features
	d.leaves(func(e *chart.Edge) {
		h, ok := e.Meaning.(lattice.Heard)
		switch {
		case !ok:
		case restates(c.used, h.Text):
			f[rank.Syntax] -= e.Cost
		case e.Cost >= unknownWord/2 || wordlist.Orders(h.Text) && !has[*algebra.Extreme](c.parts) || d.stored(e):
			one.Skipped = append(one.Skipped, h.Text)
		default:
			f[rank.Mute]++
		}
	})
	for _, i := range d.cover.Skipped {
		w := d.lattice.Words[i]
		if d.skip[i] >= contentWord && d.skip[i] < needed && restates(c.used, w.Low) && !c.namesAnother(i) {
			f[rank.Restated]++
			continue
		}
		f[rank.Skips] += d.skip[i]
		if wordlist.Pivot(w.Low) {
			f[rank.Pivots]++
		}
		if d.skip[i] >= needed {
			one.Signs[rank.Dropped]++
		}
		if d.skip[i] >= unknownWord || d.asksMore(i) {
			one.Skipped = append(one.Skipped, w.Text)
		}
	}
}

// stored reports whether a word of an edge is surely, by itself, how a value is stored, in some form of it: what was
// won has a stage that says so.
func (d *candidate) stored(e *chart.Edge) bool {
	return slices.ContainsFunc(d.lattice.Chunks, func(c link.Chunk) bool {
		return c.From >= e.From && c.To <= e.To && c.To == c.From+1 && c.Links[0].Kind == link.Value && c.Links[0].Score >= storedWord
	})
}

// storedWord is how well a verb that nothing else explains must be found among values to ask for them.
const storedWord = 0.65

// asksMore reports whether a word that is left out begins a further question, "…, and to whom", or is the first of
// what is asked for: "the cost and type of …".
func (d *candidate) asksMore(i int) bool {
	ws := d.lattice.Words
	if d.skip[i] >= contentWord && d.skip[i] < needed && i+1 < len(ws) && ws[i+1].Low == "and" {
		return true
	}
	if !wordlist.Asks(ws[i].Low) {
		return false
	}
	for n := 1; n <= 2 && i-n > 0; n++ {
		if ws[i-n].Low == "and" {
			return true
		}
	}
	return false
}

// restates reports whether a word says again what a reading passes over.
func restates(used []string, w string) bool {
	return slices.ContainsFunc(used, func(u string) bool { return form.Alike(w, u) })
}

// namesAnother reports whether a word is the whole name of a relation that a reading does not read: "customers" says
// nothing again in a reading of customer addresses alone.
func (c *checked) namesAnother(i int) bool {
	for _, k := range c.lattice.Chunks {
		if best := k.Links[0]; k.From == i && k.To == i+1 && best.Kind == link.Relation && best.How <= link.Stemmed {
			return !c.reads(best.Relation)
		}
	}
	return false
}

// reads reports whether rows of a relation are read.
func (c *checked) reads(r *semantic.Relation) bool {
	return slices.ContainsFunc(c.parts, func(part any) bool {
		rows, ok := part.(*algebra.Rows)
		return ok && rows.Row.Schema == r.Table.Schema && rows.Row.Table == r.Table.Name
	})
}

// rivalGap is how much less a link may score to be a rival of another.
const rivalGap = 0.15

// links accounts for how the words were found in the database.
func (c *checked) links() {
	f, s := &c.one.Features, &c.one.Signs
	s[rank.Weakest] = 1
	c.leaves(func(e *chart.Edge) {
		if _, ok := e.Meaning.(lattice.Literal); ok {
			f[rank.Foreign]++
		}
		l, ok := e.Meaning.(lattice.Linked)
		if !ok {
			return
		}
		f[rank.Links] += e.Cost
		s[rank.Weakest] = min(s[rank.Weakest], l.Score)
		switch {
		case l.Kind == link.Value:
			if k := c.chunk(e, l); k != nil {
				s[rank.Rivals] += math.Log1p(rivals(k, l))
			}
			f[rank.Partly] += min(3, float64(c.unsaid(e, l)))
			if l.How == link.Slip {
				f[rank.LooseValue]++
			}
		case l.How >= link.Comment:
			f[rank.LooseName]++
		}
	})
}

// unsaid counts the words of a value that the words of an edge do not say.
func (d *candidate) unsaid(e *chart.Edge, l lattice.Linked) int {
	said := e.To - e.From
	if c := d.chunk(e, l); c != nil {
		said = c.To - c.From
	}
	return max(0, words(l.Value)-said)
}

// words counts the words of a text.
func words(s string) int {
	return len(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
}

// text returns the words of an edge, as they stand.
func (d *candidate) text(e *chart.Edge) string {
	var all []string
	for _, w := range d.lattice.Words[e.From:e.To] {
		all = append(all, w.Text)
	}
	return strings.Join(all, " ")
}

// chunk returns the chunk of the lattice that an edge was made of, which may stand behind an article.
func (d *candidate) chunk(e *chart.Edge, l lattice.Linked) *link.Chunk {
	for i := range d.lattice.Chunks {
		c := &d.lattice.Chunks[i]
		if c.To == e.To && c.From >= e.From && slices.ContainsFunc(c.Links, func(k link.Link) bool {
			return k.Kind == l.Kind && k.Column == l.Column
		}) {
			return c
		}
	}
	return nil
}

// rivals counts what else the words of a chunk may be about as well.
func rivals(c *link.Chunk, l lattice.Linked) float64 {
	n := 0.0
	for _, k := range c.Links {
		if k.Kind == link.Value && k.Column != l.Column && k.Score >= l.Score-rivalGap {
			n++
		}
	}
	return n
}

// unlinked returns the content words that the lattice does not explain.
func unlinked(l *link.Lattice, skip []float64) []string {
	var out []string
	for i, w := range l.Words {
		asks := i > 0 && l.Words[i-1].Low == "how" // how many
		if skip[i] >= contentWord && !asks && !slices.ContainsFunc(l.Chunks, func(c link.Chunk) bool { return c.From <= i && i < c.To }) {
			out = append(out, w.Text)
		}
	}
	return out
}
