package lexicon

import (
	"maps"
	"slices"
)

// Unit is what numbers are in.
type Unit struct {
	Of   string // the quantity: time, length, mass, money, share, …
	Size string // of one in the base unit of the quantity, in decimal notation: 60 for minutes
	Name string // minutes
}

// spelled are units of several words.
var spelled = map[string]string{"cubic metres": "cbm", "cubic meters": "cbm", "square metres": "sqm", "square meters": "sqm",
	"square feet": "sqft", "square foot": "sqft",
	"twenty-foot equivalent units": "teu"}

// UnitOf returns the unit that a word in lower case names: hours. ok is false when it names none.
func UnitOf(word string) (u Unit, ok bool) {
	u, ok = words().units[word]
	return u, ok
}

// UnitNamed returns the unit that a word or several in lower case name: square feet. ok is false when they name none.
func UnitNamed(name string) (u Unit, ok bool) {
	if short := spelled[name]; short != "" {
		name = short
	}
	return UnitOf(name)
}

// spokenLetters are the letters by which people say units behind a number, by quantity: 90 m of a length are metres, of a time minutes.
var spokenLetters = map[string]map[string]string{
	"m": {"length": "1", "time": "60", "money": "1000000"}, "h": {"time": "3600"}, "s": {"time": "1"},
	"d": {"time": "86400"}, "t": {"mass": "1000000"},
}

// UnitSaid returns the unit of a quantity that people say by a name or letter in lower case.
func UnitSaid(name, of string) (u Unit, ok bool) {
	if size := spokenLetters[name][of]; size != "" {
		return Unit{Of: of, Size: size, Name: name}, true
	}
	u, ok = UnitNamed(name)
	return u, ok && u.Of == of
}

// QuantitiesSaid returns of which quantities people say a unit by a name or letter in lower case; none: it is no unit.
func QuantitiesSaid(name string) []string {
	out := slices.Sorted(maps.Keys(spokenLetters[name]))
	if u, ok := UnitNamed(name); ok && !slices.Contains(out, u.Of) {
		out = append(out, u.Of)
	}
	return out
}
