package link

import (
	"strings"

	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// How much less well a column of a relation is found that an adjective compares, where it compares another one before
// it: by another attribute, or by another word for the same, as the price before the cost.
const (
	nextGrade = 0.1
	nextWord  = 0.25
)

// graded returns the columns that an adjective compares, also in its comparative and superlative: the smallest country
// is that of the smallest
// area, and of the smallest population where nothing says how big it is.
func (r *reading) graded(w string) []Link {
	var out []Link
	for _, form := range positives(w) {
		first := map[*semantic.Relation]float64{}
		for _, g := range lexicon.Grades(form) {
			begun := len(out)
			said := map[*semantic.Relation]float64{}
			for i, a := range g.Attributes {
				end := len(out)
				for _, k := range r.names[wordform.Stem(a)] {
					if a == "date" && k.How == Named {
						continue // which is only when rows came to be
					}
					if u := k.Column; u != nil && u.Unit != nil && u.Unit.Of == "money" && lexicon.UnitOf(a).Of == "time" {
						continue // what is paid a year is not old
					}
					if k.Kind == Column && compared(k.Column) {
						k.Kind, k.More, k.How, k.Score = Attribute, g.More, Synonym, k.Score*(0.9-0.04*float64(min(i, 3)))
						if before, ok := first[k.Relation]; ok {
							k.Score = min(k.Score, before-nextGrade)
						}
						if before, ok := said[k.Relation]; ok {
							k.Score = min(k.Score, before-nextWord)
						}
						out = append(out, k)
					}
				}
				for _, k := range out[end:] {
					if k.Column.Column.Class.Numeric() {
						said[k.Relation] = max(said[k.Relation], k.Score)
					}
				}
			}
			for _, k := range out[begun:] {
				if k.Column.Column.Class.Numeric() { // a day of birth is no reason against an age
					first[k.Relation] = max(first[k.Relation], k.Score)
				}
			}
		}
		if out = append(out, r.gradedByUnit(lexicon.Grades(form))...); len(out) > 0 {
			break
		}
	}
	return out
}

// gradedByUnit returns the columns that are called by nothing but a unit in which an adjective measures: milliseconds
// for the longest.
func (r *reading) gradedByUnit(grades []lexicon.Grade) []Link {
	var out []Link
	for _, g := range grades {
		for _, k := range r.units[semantic.Quantity(g.Attributes)] {
			if k.Column.Unit != nil && k.Column.UnitAlone() && compared(k.Column) {
				k.Kind, k.More, k.How, k.Score = Attribute, g.More, Synonym, 0.9
				out = append(out, k)
			}
		}
	}
	return out
}

// compared reports whether the values of a column are more or less: numbers, if only as text with a unit, and dates.
func compared(c *semantic.Column) bool {
	return c.Column.Class.Numeric() || c.Column.Class.Temporal() || c.Reading != nil && (c.Reading.Kind == semantic.UnitNumber ||
		c.Reading.Kind == semantic.TextDate)
}

// inUnit returns the columns whose numbers are in a unit of the same quantity as the one at i, if that stands behind
// a number: hours in "longer than 3 hours".
func (r *reading) inUnit(i int) []Link {
	ws := r.lattice.Words
	if i == 0 || ws[i-1].Shape != Number && !counting[ws[i-1].Low] {
		return nil
	}
	quantity := []string{"share"}
	if ws[i].Low != "%" {
		quantity = lexicon.QuantitiesSaid(ws[i].Low)
	}
	var out []Link
	for _, of := range quantity {
		out = append(out, r.units[of]...)
	}
	if len(out) > 0 {
		return out
	}
	for _, of := range quantity {
		for _, name := range quantities[of] {
			for _, k := range r.names[wordform.Stem(name)] {
				if k.Kind == Column && k.Column.Unit == nil && compared(k.Column) && k.Score >= scoreHead {
					k.How, k.Score = Part, k.Score*scoreInner
					out = append(out, k)
				}
			}
		}
	}
	return out
}

// quantities are the names of columns whose numbers are of a quantity, though nothing says in which unit.
var quantities = map[string][]string{"mass": {"weight", "mass"}, "length": {"height", "length", "distance", "width"},
	"time": {"duration", "length", "age"}}

// counting are the words that stand in front of a unit in place of a number.
var counting = map[string]bool{"a": true, "an": true, "one": true, "half": true, "two": true, "three": true, "four": true, "five": true,
	"ten": true, "in": true, "per": true}

// positives returns the forms of an adjective that one in -er or -est may belong to, the word itself first.
func positives(w string) []string {
	out := []string{w}
	for _, end := range []string{"est", "er"} {
		base, ok := strings.CutSuffix(w, end)
		if n := len(base); ok && n > 2 {
			out = append(out, base, base+"e")
			if strings.HasSuffix(base, "i") {
				out = append(out, base[:n-1]+"y")
			}
			if base[n-1] == base[n-2] {
				out = append(out, base[:n-1])
			}
		}
	}
	return out
}
