package semantic

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// Span says that a column is stored nowhere: it is the time from one date of a row to another, in the column's unit.
type Span struct {
	From, To *schema.Column // To is nil: until today
}

// Due is a date by which something was to happen, and the one on which it did.
type Due struct{ Planned, Actual *schema.Column }

// Between returns the time from one date of a relation to another as a column of it, in a unit: "" is days where both
// are dates, else hours. nil: there is none.
func Between(from, to *Column, unit string) *Column {
	if from == nil || to == nil || from == to || from.Relation != to.Relation || !from.plainDate() || !to.plainDate() {
		return nil
	}
	class := schema.Decimal
	if unit == "" {
		unit = "hours"
	}
	if from.Column.Class == schema.Date && to.Column.Class == schema.Date {
		unit, class = "days", schema.Integer
	}
	c := spanned(from, to.Column, unit, class, slices.Concat(to.Own, []string{"after"}, from.Own))
	c.named()
	return c
}

func (c *Column) plainDate() bool {
	return !c.Column.Array && !c.Column.Masked && (c.Column.Class == schema.Date || c.Column.Class == schema.Instant)
}

// spanned returns a column that holds the time since a date, called by some words.
func spanned(from *Column, to *schema.Column, unit string, class schema.Class, called []string) *Column {
	name := naming.Of(called, called)
	u := Unit{Unit: lexicon.UnitOf(unit), Why: Why{FromCatalog, "the time between two dates", 0.95}}
	col := &schema.Column{Name: strings.Join(called, "_"), Class: class, NotNull: from.Column.NotNull && (to == nil || to.NotNull)}
	return &Column{Column: col, Relation: from.Relation, Name: &name, Own: called, own: name.SingularPhrase(), Unit: &u,
		Span: &Span{from.Column, to}}
}

// findSpans finds the times that the dates of a relation tell: how long what it tells of took, how long until each
// thing happened, how late it was, and how old somebody is.
func findSpans(r *Relation) {
	if r.Standing > Subset {
		return
	}
	findDues(r)
	for _, e := range r.Events {
		if slices.Contains(e.Verbs, "bear") && e.Date != nil && r.Column(e.Date.Name).plainDate() && !r.has("age") && len(r.EventsOf("die")) == 0 {
			age := spanned(r.Column(e.Date.Name), nil, "years", schema.Integer, []string{"age"})
			age.Synonyms = []string{"age"}
			r.Spans = append(r.Spans, age)
		}
	}
	for _, begun := range []bool{false, true} {
		findDurations(r, begun)
	}
	for _, d := range r.Dues {
		c := Between(r.Column(d.Planned.Name), r.Column(d.Actual.Name), "minutes")
		if c == nil || r.has("delay") {
			continue
		}
		for _, e := range r.Events {
			if e.Date == d.Actual {
				for _, v := range e.Verbs {
					for _, n := range nounsOf(v) {
						c.Synonyms = append(c.Synonyms, n+" delay")
					}
				}
			}
		}
		c.Synonyms = append(c.Synonyms, "delay")
		c.Own = append(slices.Clip(r.Column(d.Actual.Name).Own), "delay")
		c.named()
		r.Spans = append(r.Spans, c)
	}
}

// findDurations finds how long each thing took to happen, since a row came to be or since it began.
func findDurations(r *Relation, begun bool) {
	from, to := r.Course(begun)
	for _, e := range r.Events {
		if from == nil || !happened(e) || e.Kind == Birth || begun && e.Kind == Begin {
			continue
		}
		c := Between(from, r.Column(e.Date.Name), "")
		if c == nil {
			continue
		}
		for _, v := range e.Verbs {
			for _, n := range append(slices.Clone(nounsOf(v)), lexicon.Gerund(v)) {
				c.Synonyms = append(c.Synonyms, n+" time", n+" duration")
			}
			c.Synonyms = append(c.Synonyms, "time to "+v)
		}
		c.Own = append(slices.Clip(r.Column(e.Date.Name).Own), "time")
		if e.Date == to.column() {
			c.Own = []string{"duration"}
			c.Synonyms = append(c.Synonyms, durations(r, e)...)
		}
		c.named()
		r.Spans = append(r.Spans, c)
	}
}

// named calls a time by its own words and its unit.
func (c *Column) named() {
	name := naming.Of(c.Own, c.Own)
	c.Name = &name
	c.own = c.Name.SingularPhrase()
	c.Column.Name = strings.Join(append(slices.Clone(c.Own), c.Unit.Name), "_")
}

// column returns the stored column of one that may be missing.
func (c *Column) column() *schema.Column {
	if c == nil {
		return nil
	}
	return c.Column
}

// nounsOf returns the nouns that record what a verb says: delivery, of deliver.
func nounsOf(base string) []string {
	if v := lexicon.VerbOf(base); v != nil && v.Base == base {
		return v.Nouns
	}
	return nil
}

// has reports whether a stored column of a relation is called by a word.
func (r *Relation) has(word string) bool {
	return slices.ContainsFunc(r.Columns, func(c *Column) bool { return slices.Contains(c.Name.Words, word) })
}

// durations are the names of how long what a relation tells of took. What is done in a moment, as an order is, takes
// no time before it ends.
func durations(r *Relation, last Event) []string {
	bare := r.Name.Bare()
	if len(bare) == 0 {
		return nil
	}
	one := wordform.Singular(bare[len(bare)-1])
	if last.Kind != End && slices.ContainsFunc(lexicon.VerbsOf(one), func(v *lexicon.Verb) bool { return v.Kind == Birth }) {
		return nil
	}
	out := []string{one + " time", one + " duration", one + " length", "length of " + one}
	for _, e := range r.Events {
		if from, _ := r.Course(false); from != nil && e.Date == from.Column && len(e.Verbs) > 0 { // shipping time
			out = append(out, lexicon.Gerund(e.Verbs[0])+" time")
		}
	}
	if !r.has("duration") && !r.has("length") {
		out = append(out, "duration", "length")
	}
	return out
}

// happened reports whether an event is one that the data tell of: neither planned, nor undone, nor kept for every
// table.
func happened(e Event) bool {
	routine := len(e.Verbs) > 0 && (lexicon.In("later", e.Verbs[0]) || lexicon.In("bookkeeping", e.Verbs[0]) && e.Kind != Birth)
	return e.Date != nil && e.Kind != Plan && e.Kind != Remove && !routine
}

// Course returns the dates from which until which what a row tells of goes on: from when it came to be, or from when
// it began where that is another date, until its only end, or else the only thing that happens to it later. nil: that
// is not known.
func (r *Relation) Course(begun bool) (from, to *Column) {
	if r.Validity != nil || r.People {
		return nil, nil
	}
	var birth, begin *schema.Column
	for _, e := range r.Events {
		switch {
		case !happened(e):
		case e.Kind == Birth && birth == nil:
			birth = e.Date
		case e.Kind == Begin && begin == nil:
			begin = e.Date
		}
	}
	if birth == nil {
		birth, begin = begin, nil
	}
	if begun {
		birth = begin
	}
	if birth == nil {
		return nil, nil
	}
	if slices.ContainsFunc(r.Events, func(e Event) bool { return e.Date == birth && len(e.Verbs) > 0 && lexicon.In("staying", e.Verbs[0]) }) {
		return nil, nil
	}
	if last := r.last(birth); last != nil {
		to = r.Column(last.Name)
	}
	return r.Column(birth.Name), to
}

// last returns the date on which it is done: that of its only end or arrival, else of the only change; nil: there is
// none, or several.
func (r *Relation) last(but *schema.Column) *schema.Column {
	var ends, changes []*schema.Column
	for i, e := range r.Events {
		if !happened(e) || e.Date == but || i == 0 && e.Kind == Birth {
			continue
		}
		switch {
		case e.Kind == End || len(e.Verbs) > 0 && lexicon.In("arriving", e.Verbs[0]):
			ends = append(ends, e.Date)
		case e.Kind == Change:
			changes = append(changes, e.Date)
		}
	}
	if len(ends) == 0 {
		ends = changes
	}
	if len(ends) != 1 {
		return nil
	}
	return ends[0]
}

// only returns the date of all that happens to a row, if that may still be to come; nil: there is none, or several.
func (r *Relation) only() *schema.Column {
	var only *schema.Column
	for _, e := range r.Events {
		if !happened(e) || e.Date == only {
			continue
		}
		if only != nil || e.Date.NotNull {
			return nil
		}
		only = e.Date
	}
	return only
}

// findDues finds which date tells when that was done for which another one was set: of the same verb, or else the end
// of it all.
func findDues(r *Relation) {
	for _, p := range r.Events {
		if p.Kind != Plan || p.Date == nil || r.Column(p.Date.Name) == nil {
			continue
		}
		var actual *schema.Column
		verbs := 0
		for _, v := range p.Verbs {
			verb := lexicon.VerbOf(v)
			if verb != nil && verb.Kind == Birth {
				continue // when a loan is due is not when it was to be lent
			}
			if verb != nil && verb.Kind != Plan {
				verbs++
			}
			for _, e := range r.EventsOf(v) {
				if happened(e) {
					actual = e.Date
				}
			}
		}
		if actual == nil && verbs == 0 {
			if actual = r.last(nil); actual == nil {
				actual = r.only()
			}
		}
		if actual != nil {
			r.Dues = append(r.Dues, Due{p.Date, actual})
		}
	}
}

// Bounded returns the only column of a relation that another one of its rows, or of what they belong to, bounds: what
// was spent, by a budget; when it was done, by the deadline. nil: none, or several.
func (r *Relation) Bounded(by *Column) *Column {
	for _, d := range r.Dues {
		if d.Planned == by.Column {
			return r.Column(d.Actual.Name)
		}
	}
	var only *Column
	bounded := lexicon.Bounded(by.Name.SingularPhrase())
	for _, c := range r.Columns {
		if c == by || !c.Column.Class.Numeric() || c.IsKey() || lexicon.Bounded(c.Name.SingularPhrase()) != nil ||
			!slices.ContainsFunc(c.Name.Singular(), func(w string) bool { return slices.Contains(bounded, w) }) {
			continue
		}
		if only != nil {
			return nil
		}
		only = c
	}
	return only
}
