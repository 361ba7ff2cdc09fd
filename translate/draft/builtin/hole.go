package builtin

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/grammar"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// A hole is something that a question leaves out and that has no default: by what "our best customers" are the best, which year's May "in
// May" is. Its choices are the question with the hole filled; those that cannot be read are none.

const (
	maxFillings = 8   // fillings of a hole that are read
	filled      = 0.2 // how sure the reading of a filled hole must be
)

// filling is one way of filling a hole.
type filling struct{ label, question string }

// hole returns what to ask where the question leaves something out; nil: it does not, or nothing fits.
func (res *Result) hole() *Ask {
	if res.reader == nil {
		return nil
	}
	for _, find := range []func() (string, []filling){res.bareMonth, res.bareSuperlative, res.bareRecent} {
		phrase, all := find()
		ask := &Ask{Phrase: phrase}
		for _, f := range all[:min(len(all), maxFillings)] {
			l := link.Of(res.reader.model).Read(f.question, nil)
			again := res.reader.read(l, 2)
			if len(again.Readings) > 0 && again.Readings[0].Signs.Complete() && again.Confidence >= filled && len(ask.Choices) < maxChoices {
				ask.Choices = append(ask.Choices, Choice{Label: f.label, Reading: again.Readings[0]})
			}
		}
		if len(ask.Choices) > 1 {
			return ask
		}
	}
	return nil
}

// say returns the words of the question with some of them replaced.
func (res *Result) say(from, to int, instead string) string {
	var all []string
	for i, w := range res.Lattice.Words {
		switch {
		case i == from:
			all = append(all, instead)
		case i < from || i >= to:
			all = append(all, w.Text)
		}
	}
	return strings.Join(all, " ")
}

// maxYears is how many years are offered.
const maxYears = 4

// bareMonth finds a month without a year, where the data are of several years.
func (res *Result) bareMonth() (phrase string, all []filling) {
	ws := res.Lattice.Words
	at := -1
	for i, w := range ws {
		if y, err := strconv.Atoi(w.Text); err == nil && y >= 1900 && y < 2100 {
			return "", nil
		}
		if i > 0 && grammar.Month(w.Low) && grammar.InPeriod(ws[i-1].Low) {
			at = i
		}
	}
	if at < 0 || grammar.Recurs(ws) {
		return "", nil
	}
	first, last := res.years()
	if first == 0 || first == last {
		return "", nil
	}
	for y := last; y >= max(first, last-maxYears+1); y-- {
		text := ws[at].Text + " " + strconv.Itoa(y)
		all = append(all, filling{text, res.say(at, at+1, text)})
	}
	return ws[at].Text, all
}

// years returns the first and the last year of the data of the relations that the question speaks of; 0: not known.
func (res *Result) years() (first, last int) {
	for _, r := range res.Lattice.Relations() {
		if r.Period == nil || len(r.Period.First) < 4 || len(r.Period.Last) < 4 {
			continue
		}
		from, err := strconv.Atoi(r.Period.First[:4])
		to, err2 := strconv.Atoi(r.Period.Last[:4])
		if err == nil && err2 == nil {
			return from, to
		}
	}
	return 0, 0
}

// bareSuperlative finds "the biggest customers" and "which customers are good", where nothing says by what.
func (res *Result) bareSuperlative() (phrase string, all []filling) {
	for i, w := range res.Lattice.Words {
		way, ok := grammar.Bare(w.Low)
		if numbered := i+1 < len(res.Lattice.Words) && res.Lattice.Words[i+1].Shape == link.Number; numbered && len(res.Readings) > 0 {
			continue // the top 0
		}
		if !ok || len(res.Readings) > 0 && !slices.Contains(res.Readings[0].Skipped, w.Text) && !res.measuredAfar(i) {
			continue
		}
		for _, c := range res.Lattice.Chunks {
			rel := named(c)
			switch {
			case rel == nil:
			case c.From > i && c.From <= i+2:
				return res.text(i, c.To), res.ranked(rel, way, i, c.To, c)
			case c.To <= i && c.To >= i-1:
				return res.text(c.From, i+1), res.ranked(rel, way, c.From, i+1, c)
			}
		}
	}
	return "", nil
}

// measuredAfar reports whether the first reading takes a bare superlative for a measure of rows that do not stand beside it: the amount of a
// budget for "biggest" of "biggest customers".
func (res *Result) measuredAfar(at int) bool {
	afar := false
	for _, part := range res.Readings[0].parts {
		part.Walk(func(e *chart.Edge) {
			l, ok := e.Meaning.(grammar.Linked)
			if e.Rule == nil && ok && res.amountOf(e, l, at) {
				afar = true
			}
			if e.Rule != nil || !ok || l.Kind != link.Attribute || e.From > at || e.To <= at {
				return
			}
			afar = afar || slices.ContainsFunc(res.Lattice.Chunks, func(c link.Chunk) bool {
				rel := named(c)
				return c.From == e.To && rel != nil && rel != l.Relation
			})
		})
	}
	return afar
}

// amountOf reports whether a noun behind a superlative, which names rows that have names themselves, was taken for their only amount: the
// biggest suppliers are not the highest rating of one.
func (res *Result) amountOf(e *chart.Edge, l grammar.Linked, at int) bool {
	if way, _ := grammar.Bare(res.Lattice.Words[at].Low); way == "" || l.Kind != link.Column || e.From > at+1 || e.To <= at {
		return false
	}
	label := l.Relation.Label
	return len(label.Columns) > 0 && label.Columns[0].Class == schema.Text && slices.ContainsFunc(res.Lattice.Chunks, func(c link.Chunk) bool {
		return c.To == e.To && named(c) == l.Relation && !slices.ContainsFunc(c.Links, func(k link.Link) bool { return k.Kind == link.Column && k.Column == l.Column })
	})
}

// bareRecent finds "the recent orders", where nothing says since when.
func (res *Result) bareRecent() (phrase string, all []filling) {
	for i, w := range res.Lattice.Words {
		if !grammar.Recent(w.Low) || len(res.Readings) > 0 && !slices.Contains(res.Readings[0].Skipped, w.Text) {
			continue
		}
		for _, c := range res.Lattice.Chunks {
			if c.From != i+1 || !happened(c) {
				continue
			}
			rows := res.text(c.From, c.To)
			for _, when := range []string{"in the last 7 days", "in the last 30 days", "in the last 12 months"} {
				all = append(all, filling{when, res.say(i, c.To, rows+" "+when)})
			}
			return res.text(i, c.To), all
		}
	}
	return "", nil
}

// happened reports whether a chunk names rows that have a date of their own.
func happened(c link.Chunk) bool {
	return slices.ContainsFunc(c.Links, func(k link.Link) bool {
		return (k.Kind == link.Relation || k.Kind == link.Event) && k.Score >= 0.7 &&
			slices.ContainsFunc(k.Relation.Events, func(e semantic.Event) bool { return e.Date != nil })
	})
}

// named returns the relation that a chunk names; nil: none.
func named(c link.Chunk) *semantic.Relation {
	for _, k := range c.Links {
		if k.Kind == link.Relation && k.Score >= 0.7 {
			return k.Relation
		}
	}
	return nil
}

// ranked returns by what rows of a relation may be ranked: their own figures, then how many others belong to them. What says so takes the place
// of some words.
func (res *Result) ranked(rel *semantic.Relation, way string, from, to int, noun link.Chunk) (all []filling) {
	rows := res.text(noun.From, noun.To)
	add := func(by string) {
		one := filling{by, res.say(from, to, rows+" with the "+by)}
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	most := map[string]string{"more": "most ", "less": "fewest "}[way]
	end := map[string]string{"more": "highest ", "less": "lowest "}[way]
	for _, m := range rel.Measures {
		for _, c := range rel.Columns {
			if c.Column == m.Amount && m.Quantity == nil {
				add(end + c.Name.Phrase())
			}
		}
	}
	if len(all) == 0 { // what others pay for them
		add(end + "revenue")
	}
	for _, other := range res.reader.model.Relations {
		for _, k := range other.Keys {
			if k.To == rel && !other.Link && len(other.Events) > 0 {
				add(most + other.Name.Phrase())
				break
			}
		}
	}
	for _, c := range rel.Columns {
		if form.Class(c).Numeric() && !c.IsKey() {
			add(end + c.Name.Phrase())
		}
	}
	return all
}
