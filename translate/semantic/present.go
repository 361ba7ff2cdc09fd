package semantic

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// Present returns the flag that says of a row whether it is true now: "active", or a flag whose comment says
// "employed now"; nil when there is none. It filters nothing by itself: it is what "current" and "former" mean.
func (r *Relation) Present() *Column {
	for _, c := range r.Columns {
		if (c.Yes != "" || c.Column.Class == schema.Boolean) && !c.Column.Masked && (c.among("present") || now(c)) {
			return c
		}
	}
	return nil
}

// Absent returns the flag that says of a row that it is no longer true: "inactive"; nil when there is none.
func (r *Relation) Absent() *Column {
	for _, c := range r.Columns {
		if (c.Yes != "" && c.No != "" || c.Column.Class == schema.Boolean) && !c.Column.Masked &&
			c.is("inactive", "discontinued", "retired", "archived", "disabled", "deactivated") {
			return c
		}
	}
	return nil
}

// Ending returns the date on which rows end, empty for those that go on; nil: there is none. One that tells of a
// further noun when that ends, as the trial of an account, is none; nor is one that is looked at wherever rows are.
func (r *Relation) Ending() *schema.Column {
	for _, e := range r.Events {
		if e.Date == nil || e.Date.NotNull || e.Kind != End && e.Kind != Remove ||
			slices.ContainsFunc(r.LeftOut, func(rule Rule) bool { return rule.Column == e.Date }) {
			continue
		}
		c := r.Column(e.Date.Name)
		further := slices.ContainsFunc(c.Name.Singular(), func(w string) bool {
			return lexicon.VerbOf(w) == nil && !slices.Contains(e.Verbs, w) && !lexicon.In("end word", w) && !slices.Contains(r.Name.Singular(), w)
		})
		if !further {
			return e.Date
		}
	}
	return nil
}

// now reports whether the label of the yes of a flag says that something is so now.
func now(c *Column) bool {
	for _, code := range c.Codes {
		if code.Value != c.Yes {
			continue
		}
		for _, w := range naming.Split(code.Label) {
			if lexicon.In("now", w) {
				return true
			}
		}
	}
	return false
}

// Kinds says that a relation holds an attribute of something a row: the kind says which, the value how much. Each
// kind with its label is a measure of what the entity leads to.
type Kinds struct {
	Entity *Key           // what the values are of
	Kind   *Key           // what is measured: to a look-up table with labels
	Value  *schema.Column // how much
	Unit   *schema.Column // of the look-up table: in which unit; nil: it does not say
	Why
}

// findKinds finds relations of attributes and values: the identity is two keys, one of them to a look-up table of
// kinds, and one number beside them is the value.
func findKinds(r *Relation) {
	if len(r.Identity.Columns) != 2 || r.Standing > Subset {
		return
	}
	var entity, kind *Key
	for _, c := range r.Identity.Columns {
		for _, k := range r.KeyOf(c) {
			if len(k.Columns) != 1 || k.Alternative || k.To == r {
				continue
			}
			if r.Column(c.Name).Lookup != nil && kind == nil {
				kind = k
			} else if r.Column(c.Name).Lookup == nil && entity == nil {
				entity = k
			}
		}
	}
	if entity == nil || kind == nil || !kindly(kind.To) {
		return
	}
	for _, c := range r.Columns {
		if c.among("kind value") && c.Column.Class.Numeric() && !c.Column.Masked {
			r.Kinds = &Kinds{Entity: entity, Kind: kind, Value: c.Column, Why: Why{FromName, "a " + clean(c.Column.Name) + " for each of " +
				clean(kind.To.Table.Name), 0.9}}
			for _, u := range kind.To.Columns {
				if u.is("unit", "unit of measure", "measure unit", "uom") {
					r.Kinds.Unit = u.Column
				}
			}
			return
		}
	}
}

// kindly reports whether the rows of a relation are kinds of what can be measured: it is called so, or has units.
func kindly(r *Relation) bool {
	for _, w := range r.Name.Words {
		if lexicon.In("kind", wordform.Singular(w)) {
			return true
		}
	}
	for _, c := range r.Columns {
		if c.is("unit", "unit of measure", "measure unit", "uom") {
			return true
		}
	}
	return false
}

// Rates says that a relation holds the rates of currencies.
type Rates struct {
	Currency, Rate *schema.Column
	Date           *schema.Column // from when a rate holds; nil: there is one only
	Why
}

// findRates finds relations of exchange rates: they are called so, and hold a currency, a number that is a rate, and
// mostly a date.
func findRates(r *Relation) {
	if r.Standing > Subset || !slices.ContainsFunc(r.Name.Words, func(w string) bool { return wordform.Singular(w) == "rate" }) {
		return
	}
	x := &Rates{Why: Why{FromName, "called " + clean(r.Table.Name), 0.9}}
	for _, c := range r.Columns {
		switch {
		case c.Column.Masked:
		case x.Currency == nil && (c.Has("currency") || slices.ContainsFunc(r.KeyOf(c.Column), func(k *Key) bool {
			return slices.Contains(k.To.Name.Words, "currency")
		})):
			x.Currency = c.Column
		case x.Rate == nil && c.Column.Class.Numeric() && c.Has("rate"):
			x.Rate = c.Column
		case x.Date == nil && c.dated():
			x.Date = c.Column
		}
	}
	if x.Currency != nil && x.Rate != nil {
		r.Rates = x
	}
}

// OneKind says that a relation is the rows of another one that are of one kind: those of it that belong to the row of
// its look-up table with this label.
type OneKind struct {
	Of    *Relation      // with Kinds
	Label *schema.Column // of the look-up table
	Value string
}

// OfKind returns the rows of a relation of attributes and values that are of one kind, as a relation of its own: its
// value is that of the entity, so that it reads like a column of it. nil where the relation is none, or the column
// not of its look-up table.
func (r *Relation) OfKind(label *Column, value string) *Relation {
	if r.Kinds == nil || label.Relation != r.Kinds.Kind.To {
		return nil
	}
	one := &Relation{Table: r.Table, Name: naming.Of(nil, strings.Fields(strings.ToLower(value))), Standing: r.Standing, LeftOut: r.LeftOut,
		Events: r.Events, Kind: &OneKind{r, label.Column, value}}
	for _, c := range r.Columns {
		again := *c
		again.Relation = one
		one.Columns = append(one.Columns, &again)
	}
	k := *r.Kinds.Entity
	k.From, k.OneToOne = one, true
	one.Keys = []*Key{&k}
	one.Identity = Columns{k.Columns, r.Kinds.Why}
	kinds := *r.Kinds
	one.Kinds = &kinds
	return one
}

// KindsOf returns the relations of attributes and values whose kinds stand in a look-up table.
func (m *Model) KindsOf(lookup *Relation) []*Relation {
	var out []*Relation
	for _, r := range m.Relations {
		if r.Kinds != nil && r.Kinds.Kind.To == lookup {
			out = append(out, r)
		}
	}
	return out
}

var (
	stillValid = regexp.MustCompile(`(?i)\b(?:still|open|current|now|valid|active|noch|offen)\b`)
	lastDay    = regexp.MustCompile(`(?i)\b(?:last (?:valid )?day|inclusive|letzter tag)\b`)
	firstAfter = regexp.MustCompile(`(?i)\b(?:exclusive|first day (?:after|no longer)|day after)\b`)
	farDate    = regexp.MustCompile(`\b(?:9999|2999)-\d\d-\d\d\b|\binfinity\b`)
)

// findValidity finds the columns that say when a row of a history was true.
func findValidity(r *Relation) {
	var from, until *Column
	for _, c := range r.Columns {
		if !c.Column.Class.Temporal() {
			continue
		}
		switch {
		case from == nil && spoken(c, "valid from"):
			from = c
		case until == nil && spoken(c, "valid until"):
			until = c
		}
	}
	if from == nil {
		if c := r.superseded(); c != nil && until == nil {
			r.Validity = &Validity{From: c.Column, Why: Why{FromName, "a history, with " + clean(c.Column.Name) + " in its key", 0.85}}
		}
		return
	}
	named := from.Has("valid") || from.Has("effective") || until != nil && until.Has("valid")
	inKey := slices.Contains(r.Identity.Columns, from.Column) && len(r.Identity.Columns) > 1
	v := &Validity{From: from.Column, Why: Why{FromName, "called " + clean(from.Column.Name), 0.9}}
	if until != nil {
		v.Until = until.Column
		until.openEnd(v)
	}
	if inKey {
		v.Why = Why{FromCatalog, clean(from.Column.Name) + " is part of the key", 0.95}
	}
	if v.OpenValue != "" && !named && !inKey {
		v.Why = Why{FromValues, clean(until.Column.Name) + " holds " + v.OpenValue, 0.9}
	}
	if until == nil && !(inKey && named) || until != nil && !named && !inKey && v.OpenValue == "" {
		return // the start and end of what the row tells of, an absence for instance
	}
	r.Validity = v
}

// superseded returns the date from which a row of a history holds until the next of the same: when a salary changed.
// It is the one date in the key, and the rest of the key leads to what the history is of. nil: it is no such history.
func (r *Relation) superseded() (date *Column) {
	if key := r.Identity.Columns; len(key) < 2 || r.Standing == Log || !slices.ContainsFunc(r.Name.Words, func(w string) bool { return w == "history" || w == "hist" }) {
		return nil
	}
	for _, k := range r.Identity.Columns {
		c := r.Column(k.Name)
		switch {
		case c != nil && k.Class.Temporal():
			if date != nil {
				return nil
			}
			date = c
		case !slices.ContainsFunc(r.Keys, func(to *Key) bool { return slices.Contains(to.Columns, k) }):
			return nil
		}
	}
	return date
}

// Lasts returns the first and the last day of what a row tells of, where every row has both: of a promotion. nil:
// nothing tells.
func (r *Relation) Lasts() (from, until *Column) {
	for _, c := range r.Columns {
		if c.Column.Class != schema.Date || !c.Column.NotNull {
			continue
		}
		switch {
		case from == nil && spoken(c, "valid from"):
			from = c
		case until == nil && spoken(c, "valid until"):
			until = c
		}
	}
	if from == nil || until == nil || r.People {
		return nil, nil
	}
	return from, until
}

// inheritValidity gives a view that shows the dates of a history what is known of them.
func (m *making) inheritValidity(r *Relation) {
	if r.Validity != nil || r.Table.Kind != schema.View || r.Standing == Aggregate {
		return
	}
	for _, base := range m.Relations {
		v := base.Validity
		if v == nil || v.Until == nil || base.Table.Kind == schema.View || !strings.EqualFold(base.Table.Schema, r.Table.Schema) {
			continue
		}
		from, until := r.Table.Column(v.From.Name), r.Table.Column(v.Until.Name)
		if from == nil || until == nil || !keyed(r, base) {
			continue
		}
		copied := *v
		copied.From, copied.Until, copied.Why = from, until, Why{v.Source, "that of " + clean(base.Table.Name), min(v.Confidence, 0.85)}
		r.Validity = &copied
		return
	}
}

// keyed reports whether a view has a key of a history, so that its dates may be those of the history.
func keyed(view, base *Relation) bool {
	return slices.ContainsFunc(base.Keys, func(k *Key) bool { return view.Table.Column(k.Columns[0].Name) != nil })
}

// spoken reports whether the words of a column are in a set.
func spoken(c *Column, set string) bool {
	return lexicon.In(set, strings.Join(c.Own, " ")) || lexicon.In(set, c.Name.Phrase())
}

// openEnd finds out how a row that is valid now is stored.
func (c *Column) openEnd(v *Validity) {
	p, comment := c.Column.Profile, c.Column.Comment
	v.OpenValue = farDate.FindString(comment)
	for _, value := range append([]string{p.Max}, p.Values...) {
		if d := farDate.FindString(value); d != "" {
			v.OpenValue = d
		}
	}
	v.OpenNull = p.NullFrac > 0 || c.Empty != "" && stillValid.MatchString(c.Empty) || !c.Column.NotNull && v.OpenValue == ""
	switch {
	case firstAfter.MatchString(comment):
		v.Inclusive = No
	case lastDay.MatchString(comment):
		v.Inclusive = Yes
	}
}

// findPeriod finds the time that the data of a relation cover: the bounds of its date of birth. Where a policy hides
// rows the statistics hold none.
func findPeriod(r *Relation) {
	if len(r.Events) == 0 || r.Events[0].Kind != Birth || r.Events[0].Date == nil {
		return
	}
	c := r.Events[0].Date
	first, last := c.Profile.Min, c.Profile.Max
	if last == "" && !c.Profile.Complete {
		return
	}
	for _, v := range c.Profile.Values {
		if first == "" || v < first {
			first = v
		}
		if v > last {
			last = v
		}
	}
	if c.Class.Temporal() && first != "" && !farDate.MatchString(last) {
		r.Period = &Period{Column: c, First: first, Last: last, Why: Why{FromValues, "statistics of " + clean(c.Name), 0.9}}
	}
}

// dated reports whether a column holds dates, if only as text.
func (c *Column) dated() bool {
	return !c.Column.Array && (c.Column.Class == schema.Date || c.Column.Class == schema.Instant || c.Reading != nil &&
		c.Reading.Kind == TextDate)
}
