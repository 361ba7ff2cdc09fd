package semantic

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

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
	return in(set, strings.Join(c.Own, " ")) || in(set, c.Name.Phrase())
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
