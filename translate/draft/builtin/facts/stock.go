package facts

import (
	"slices"

	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
)

// timesOfRows returns the only column that is called by nothing but a unit of time: minutes. nil: there is none, or
// more than one.
func timesOfRows(model *semantic.Model) *semantic.Column {
	var only *semantic.Column
	for _, r := range model.Relations {
		for _, c := range r.Columns {
			if r.Standing != semantic.Base || c.Unit == nil || c.Unit.Of != "time" || len(c.Own) != 1 || lexicon.UnitNamed(c.Own[0]).Of != "time" || c.IsKey() {
				continue
			}
			if only != nil {
				return nil
			}
			only = c
		}
	}
	return only
}

// piecesOf returns the column of how many pieces were sold; nil: there is none, or more than one.
func piecesOf(model *semantic.Model) *semantic.Column {
	var pieces *semantic.Column
	for _, r := range model.Relations {
		for _, m := range r.Measures {
			if m.Quantity == nil || m.Name != "revenue" || r.Standing > semantic.Subset || NamedOf(r.Name.Words, "givenback") {
				continue
			}
			if pieces != nil {
				return nil
			}
			pieces = r.Column(m.Quantity.Name)
		}
	}
	return pieces
}

// stockOf returns the column of how much there is of something now; nil: there is none, or more than one, or one for
// each of many days.
func stockOf(model *semantic.Model) *semantic.Column {
	var only *semantic.Column
	for _, r := range model.Relations {
		if r.Standing != semantic.Base || slices.ContainsFunc(r.Identity.Columns, func(c *schema.Column) bool {
			return c.Class.Temporal() ||
				slices.ContainsFunc(r.Column(c.Name).Name.Words, func(w string) bool { return w == "date" || w == "day" || w == "month" })
		}) {
			continue
		}
		held := NamedOf(r.Name.Words, "stocks")
		for _, c := range r.Columns {
			named := c.Name.Words
			if !form.Class(c).Numeric() || c.IsKey() || NamedOf(named, "bounds") ||
				!NamedOf(named, "stocks") && !(held && wordlist.Among("pieces", named[len(named)-1])) {
				continue
			}
			if only != nil {
				return nil
			}
			only = c
		}
	}
	return only
}
