package attach

import (
	"math/big"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// UnitSaid returns the unit of the quantity of a column that a name or a letter says, or another that it says.
func UnitSaid(name string, c *semantic.Column) (lexicon.Unit, bool) {
	if name == "percent" {
		return lexicon.Unit{Of: "share", Size: "0.01"}, true
	}
	all := lexicon.QuantitiesSaid(name)
	if len(all) == 0 {
		return lexicon.Unit{}, false
	}
	of := all[0]
	if c != nil && c.Unit != nil && slices.Contains(all, c.Unit.Of) {
		of = c.Unit.Of
	}
	return lexicon.UnitSaid(name, of)
}

// noUnit is what it costs that nobody knows what the column is in.
const noUnit = 0.5

// Hundredth is the size of cents.
const Hundredth = "0.01"

// Scaled returns a number as a column holds it whose name says that it is in millions or the like.
func Scaled(c *semantic.Column, o form.Operand) form.Operand {
	if len(o.Values) != 1 || o.Values[0].Kind != algebra.Number {
		return o
	}
	for _, w := range c.Name.Words {
		if size := wordlist.List("scale")[w]; size != "" {
			n, ok := new(big.Rat).SetString(o.Values[0].Text)
			if s, _ := new(big.Rat).SetString(size); ok && n.Cmp(s) >= 0 {
				return form.Times(o, "1", size)
			}
		}
	}
	return o
}

// Convert returns an operand in the unit of a column; false: the column is in units of something else.
func Convert(c *semantic.Column, o form.Operand) (form.Operand, float64, bool) {
	if len(o.Values) != 1 {
		return o, 0, true
	}
	if o.Unit == "" {
		if InCents(c) { // nobody speaks of 60000 for 600 euros
			return form.Times(o, "1", Hundredth), 0, true
		}
		return o, 0, true
	}
	said, known := UnitSaid(o.Unit, c)
	if r := c.Reading; r != nil && r.Kind == semantic.UnitNumber {
		for _, stored := range r.Units {
			u, ok := UnitSaid(strings.ToLower(stored), nil)
			switch {
			case wordform.Singular(strings.ToLower(stored)) == wordform.Singular(o.Unit):
				o.Unit = stored
				return o, 0, true
			case ok && known && u.Of == said.Of:
				o = form.Times(o, said.Size, u.Size)
				o.Unit = stored
				return o, 0, true
			}
		}
		return o, 0, false
	}
	if !known {
		o.Unit = ""
		return o, 0.2, true
	}
	if c.Unit == nil && o.Unit == "m" && semantic.Quantity(c.Name.Words) == "" { // people, of a population
		return form.Times(form.Operand{Values: o.Values}, "1000000", "1"), noUnit, !c.Column.Class.Temporal()
	}
	if c.Unit == nil {
		o.Unit = ""
		switch {
		case said.Of == "share" && shares(c):
			o = form.Times(o, "0.01", "1")
		case said.Of == "time" && !ages[said.Name]:
			return inRange(c, o, said)
		}
		return o, noUnit, !c.Column.Class.Temporal()
	}
	if c.Unit.Of != said.Of || c.Span != nil && c.Column.Class == schema.Integer && finer(said, c.Unit.Unit) {
		return o, 0, false // whole days tell no hours
	}
	switch {
	case said.Of != "money":
		o = form.Times(o, said.Size, c.Unit.Size)
	case said.Name == "m": // millions
		o = form.Times(o, said.Size, c.Unit.Size)
	case InCents(c) && !strings.HasPrefix(o.Unit, "cent"): // euros, of cents
		o = form.Times(o, "1", Hundredth)
	}
	o.Unit = ""
	return o, -0.1, true
}

// InCents reports whether a column holds amounts in hundredths.
func InCents(c *semantic.Column) bool {
	return c.Unit != nil && c.Unit.Of == "money" && c.Unit.Size == Hundredth
}

// finer reports whether a unit is a part of another.
func finer(a, b lexicon.Unit) bool {
	x, ok := new(big.Rat).SetString(a.Size)
	y, ok2 := new(big.Rat).SetString(b.Size)
	return ok && ok2 && x.Cmp(y) < 0
}

// ages are the units in which numbers are stored though no name says so.
var ages = map[string]bool{"year": true, "years": true}

// inRange returns a length of time in the only unit in which it lies within what a column of numbers is known to
// hold: of films of 46 to 185, two hours are 120. false: there is no such unit, or more than one.
func inRange(c *semantic.Column, o form.Operand, said lexicon.Unit) (form.Operand, float64, bool) {
	low, high, ok := bounds(c.Column.Profile)
	if !ok || !c.Column.Class.Numeric() {
		return o, 0, false
	}
	var found []form.Operand
	for _, unit := range []string{"milliseconds", "seconds", "minutes", "hours", "days"} {
		u := lexicon.UnitNamed(unit)
		in := form.Times(o, said.Size, u.Size)
		n, ok := new(big.Rat).SetString(in.Values[0].Text)
		if ok && n.Cmp(low) >= 0 && n.Cmp(high) <= 0 {
			found = append(found, in)
		}
	}
	if len(found) != 1 {
		return o, 0, false
	}
	found[0].Unit = ""
	return found[0], noUnit, true
}

// bounds returns the lowest and the highest number that a column is known to hold.
func bounds(p schema.Profile) (low, high *big.Rat, ok bool) {
	for _, v := range append(slices.Clone(p.Values), p.Min, p.Max) {
		n, is := new(big.Rat).SetString(v)
		if !is {
			continue
		}
		if low == nil || n.Cmp(low) < 0 {
			low = n
		}
		if high == nil || n.Cmp(high) > 0 {
			high = n
		}
	}
	return low, high, low != nil
}

// shares reports whether all known values of a column are between 0 and 1.
func shares(c *semantic.Column) bool {
	low, high, ok := bounds(c.Column.Profile)
	return ok && low.Sign() >= 0 && high.Cmp(big.NewRat(1, 1)) <= 0 && c.Column.Class == schema.Decimal
}

// MeasuredIn returns the only column of a relation that is in units of the same quantity as the operand's; nil: none,
// or several.
func MeasuredIn(r *semantic.Relation, o form.Operand) *semantic.Column {
	var only *semantic.Column
	for _, c := range r.Columns {
		said, _ := UnitSaid(o.Unit, c)
		fits := c.Unit != nil && c.Unit.Of == said.Of && said.Of != ""
		if x := c.Reading; x != nil && x.Kind == semantic.UnitNumber {
			fits = slices.ContainsFunc(x.Units, func(s string) bool {
				u, ok := UnitSaid(strings.ToLower(s), nil)
				return ok && u.Of == said.Of || wordform.Singular(strings.ToLower(s)) == wordform.Singular(o.Unit)
			})
		}
		if !fits || c.Column.Masked {
			continue
		}
		switch {
		case only == nil || slices.Contains(only.Name.Words, "cost") && slices.Contains(c.Name.Words, "price"):
			only = c // what they cost us is asked for by its name
		case !slices.Contains(only.Name.Words, "price") || !slices.Contains(c.Name.Words, "cost"):
			if said.Of == "money" {
				return r.Money() // what the rows come to
			}
			return nil
		}
	}
	said, _ := UnitSaid(o.Unit, nil)
	if only == nil && said.Of == "time" {
		if only = Lasted(r, nil, true); only == nil { // of two nobody knows which
			only = Lasted(r, nil, false)
		} else {
			only = nil
		}
	}
	if only == nil && slices.Contains(lexicon.QuantitiesSaid(o.Unit), "money") {
		return r.Money()
	}
	return only
}
