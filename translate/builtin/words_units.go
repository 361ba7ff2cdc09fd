package builtin

import (
	"math/big"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// measureUnit is a unit of measurement: the quantity that it measures, and its size as a multiple of the base unit of
// that quantity (second, meter, gram, square meter, byte, watt, watt hour), in decimal notation.
type measureUnit struct{ of, size string }

// measureUnits maps the names of units, as they follow a number in a question or end the name of a column, to the
// units.
var measureUnits = byUnitName(map[measureUnit]string{
	{"time", "0.001"}: "ms msec msecs millis millisecond milliseconds", {"time", "1"}: "sec secs second seconds",
	{"time", "60"}: "min mins minute minutes", {"time", "3600"}: "hr hrs hour hours", {"time", "86400"}: "day days", {"time", "604800"}: "week weeks",
	{"length", "0.001"}: "mm millimeter millimeters millimetre millimetres", {"length", "0.01"}: "cm centimeter centimeters centimetre centimetres",
	{"length", "0.0254"}: "inch inches", {"length", "0.3048"}: "ft foot feet", {"length", "1"}: "meter meters metre metres",
	{"length", "1000"}: "km kilometer kilometers kilometre kilometres", {"length", "1609.344"}: "mi mile miles",
	{"mass", "0.001"}: "mg milligram milligrams", {"mass", "1"}: "gram grams", {"mass", "1000"}: "kg kgs kilo kilos kilogram kilograms",
	{"mass", "453.59237"}: "lb lbs", {"mass", "1000000"}: "ton tons tonne tonnes",
	{"area", "1"}: "sqm", {"area", "4046.8564224"}: "acre acres", {"area", "10000"}: "ha hectare hectares", {"area", "1000000"}: "sqkm",
	{"bytes", "1"}: "byte bytes", {"bytes", "1000"}: "kb", {"bytes", "1000000"}: "mb", {"bytes", "1000000000"}: "gb", {"bytes", "1000000000000"}: "tb",
	{"power", "1000"}: "kw", {"power", "1000000"}: "mw", {"energy", "1000"}: "kwh", {"energy", "1000000"}: "mwh",
})

// byUnitName returns a map from each of the names, separated by spaces, to its unit.
func byUnitName(m map[measureUnit]string) map[string]measureUnit {
	out := map[string]measureUnit{}
	for u, names := range m {
		for _, n := range strings.Fields(names) {
			out[n] = u
		}
	}
	return out
}

// unitOf returns the unit that the name of a numeric column ends with: seconds for dur_sec. ok is false when it ends
// with none, or with one after "per".
func unitOf(c *schema.Column) (measureUnit, bool) {
	ws := split(c.Name)
	n := len(ws)
	if !c.Class.Numeric() || n < 2 || ws[n-2] == "per" || ws[n-1] == "min" && !slices.ContainsFunc(expand(ws[:n-1]), lasting) {
		return measureUnit{}, false // in price_min, "min" means the minimum
	}
	if u, ok := letterUnits[ws[n-1]]; ok && slices.ContainsFunc(expand(ws[:n-1]), func(w string) bool { return letterUnitOf[w] == u.of }) {
		return u, true
	}
	u, ok := measureUnits[ws[n-1]]
	return u, ok
}

var (
	// letterUnits maps units of one letter, and letterUnitOf the words that must stand in the name of a column for
	// its last letter to be read as such a unit: weight_g, length_m.
	letterUnits  = map[string]measureUnit{"g": {"mass", "1"}, "m": {"length", "1"}, "t": {"mass", "1000000"}, "s": {"time", "1"}, "h": {"time", "3600"}}
	letterUnitOf = map[string]string{"weight": "mass", "mass": "mass", "load": "mass", "length": "length", "height": "length", "elevation": "length", "altitude": "length",
		"depth": "length", "width": "length", "distance": "length", "duration": "time", "time": "time", "runtime": "time"}
)

// lasting reports whether a word in the name of a column says that it holds a duration, so that "min" at the end
// means minutes.
func lasting(w string) bool {
	switch w {
	case "duration", "time", "delay", "wait", "waiting", "length", "elapsed", "runtime", "stay", "downtime", "uptime", "late", "talk", "call", "break", "overtime", "included", "used",
		"dauer", "duree", "duracion":
		return true
	}
	return false
}

// inUnitOf converts a number from the unit said in the question to the unit of the column f: 20 minutes are 1200 for
// dur_sec. ok is false when the column measures something else. A column without a unit in its name is taken to be in
// the unit said.
func (p *parser) inUnitOf(f field, number string, said measureUnit) (string, bool) {
	own, ok := unitOf(f.column)
	if !ok {
		return number, true
	}
	if own.of != said.of {
		return "", false
	}
	n, ok := new(big.Rat).SetString(number)
	from, _ := new(big.Rat).SetString(said.size)
	to, _ := new(big.Rat).SetString(own.size)
	if !ok || len(number) > 30 {
		return "", false
	}
	n.Mul(n, from).Quo(n, to)
	text := n.FloatString(6)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), "."), true
}

// measuredIn returns the only column of a table that measures what the unit after the number at token i measures: a
// duration for "longer than 20 minutes". ok is false when there is no such unit, no such column, or more than one.
func (p *parser) measuredIn(t *schema.Table, i int) (field, bool) {
	if i+1 >= len(p.toks) || p.toks[i].kind != number {
		return field{}, false
	}
	said, ok := measureUnits[p.toks[i+1].low]
	if !ok {
		return field{}, false
	}
	var found *schema.Column
	for _, c := range t.Columns {
		if u, ok := unitOf(c); !ok || u.of != said.of || p.ix.isKey(t, c) {
			continue
		}
		if found != nil {
			return field{}, false
		}
		found = c
	}
	return field{t, found}, found != nil
}

// gradesUnit reports whether an adjective with this hint can compare what the unit of the field measures.
func gradesUnit(hint string, f field) bool {
	u, _ := unitOf(f.column)
	for _, w := range strings.Fields(hint) {
		switch w {
		case "length", "height", "distance", "width", "depth":
			if u.of == "length" {
				return true
			}
		case "duration", "speed", "time":
			if u.of == "time" {
				return true
			}
		case "weight":
			if u.of == "mass" {
				return true
			}
		}
	}
	return false
}
