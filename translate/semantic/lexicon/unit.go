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

// UnitOf returns the unit that a word in lower case names: hours. It is of no quantity where the word names none.
func UnitOf(word string) Unit { return words().units[word] }

// UnitNamed is UnitOf for names that may have several words: square feet.
func UnitNamed(name string) Unit {
	if short := spelled[name]; short != "" {
		name = short
	}
	return UnitOf(name)
}

// spokenLetters are the letters by which people say units behind a number, by quantity: 90 m of a length are metres,
// of a time minutes.
var spokenLetters = map[string]map[string]string{
	"m": {"length": "1", "time": "60", "money": "1000000"}, "h": {"time": "3600"}, "s": {"time": "1"},
	"d": {"time": "86400"}, "t": {"mass": "1000000"},
}

// UnitSaid returns the unit of a quantity that people say by a name or letter in lower case.
func UnitSaid(name, of string) (u Unit, ok bool) {
	if size := spokenLetters[name][of]; size != "" {
		return Unit{Of: of, Size: size, Name: name}, true
	}
	u = UnitNamed(name)
	return u, u.Of == of
}

// QuantitiesSaid returns of which quantities people say a unit by a name or letter in lower case; none: it is no unit.
func QuantitiesSaid(name string) []string {
	out := slices.Sorted(maps.Keys(spokenLetters[name]))
	if of := UnitNamed(name).Of; of != "" && !slices.Contains(out, of) {
		out = append(out, of)
	}
	return out
}
