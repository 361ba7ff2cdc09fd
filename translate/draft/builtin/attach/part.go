package attach

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// Columns are columns that were named side by side.
type Columns struct {
	List   []*semantic.Column
	Unique bool
}

// Values are values that were named side by side: those of one column, or texts.
type Values struct {
	Col    *semantic.Column // nil: texts
	Texts  []string
	Each   bool // all of them, of different rows
	Quoted bool
	Like   bool // patterns
}

// Compared is a comparison with one operand, or with two bounds.
type Compared struct {
	Op       algebra.CompareOp
	To, Also form.Operand // Also: the upper bound of a range
	Range    bool
}

// Sum is equal for equal columns.
func (c Columns) Sum() uint64 {
	h := form.Hash(c.Unique)
	for _, x := range c.List {
		h = h*31 + form.Hash(x)
	}
	return h
}

// Sum is equal for equal values.
func (v Values) Sum() uint64 { return form.Hash(v.Col)*31 + form.Hash(strings.Join(v.Texts, "\x00")) }

// Sum is equal for equal comparisons.
func (c Compared) Sum() uint64 {
	return form.Hash(c.Op)*31 + c.To.Sum()*7 + c.Also.Sum()
}

// Part returns the n-th part, from 0, whose meaning is of a type.
func Part[T chart.Meaning](parts []*chart.Edge, n int) (T, bool) {
	for _, p := range parts {
		if m, ok := p.Meaning.(T); ok {
			if n == 0 {
				return m, true
			}
			n--
		}
	}
	var none T
	return none, false
}

// Word returns the phrase of one of the lists among the parts.
func Word(parts []*chart.Edge, lists ...string) (lattice.Word, bool) {
	for _, p := range parts {
		if w, ok := p.Meaning.(lattice.Word); ok {
			for _, l := range lists {
				if w.List == l {
					return w, true
				}
			}
		}
	}
	return lattice.Word{}, false
}

// Column returns the n-th column among the parts.
func Column(parts []*chart.Edge, n int) *semantic.Column {
	for _, p := range parts {
		if l, ok := p.Meaning.(lattice.Linked); ok && l.Column != nil && l.Value == "" {
			if n == 0 {
				return l.Column
			}
			n--
		}
	}
	return nil
}

// Cond returns the n-th condition among the parts.
func Cond(parts []*chart.Edge, n int) form.Cond {
	for _, p := range parts {
		if c, ok := p.Meaning.(form.Cond); ok {
			if n == 0 {
				return c
			}
			n--
		}
	}
	return nil
}

// Heard returns the words among the parts that may tell a way.
func Heard(parts []*chart.Edge) []string {
	var out []string
	for _, p := range parts {
		switch m := p.Meaning.(type) {
		case lattice.Heard:
			if out = append(out, m.Text); wordlist.Among("leadverbs", m.Text) {
				out = slices.AppendSeq(out, maps.Keys(wordlist.List("leading")))
			}
		case lattice.Word:
			if m.List == "prep" || m.List == "of" {
				out = append(out, m.Text)
			}
		}
	}
	return out
}

func isClass(c *semantic.Column, ok func(schema.Class) bool) bool { return ok(form.Class(c)) }

// Comparable reports whether a column can be compared by size.
func Comparable(c *semantic.Column) bool {
	return isClass(c, func(k schema.Class) bool {
		return k.Numeric() || k.Temporal() || k == schema.TimeOnly || k == schema.Interval
	})
}

// Unlikely is what it costs to take a column for what its kind rarely is.
const Unlikely = 1.0

// Limit is how many rows of an order are wanted: top 5.
type Limit struct {
	N    int64
	Desc bool
}

// Sum is equal for equal limits.
func (l Limit) Sum() uint64 { return form.Hash(l) }

// mostWanted bounds how many rows somebody asks for.
const mostWanted = 10_000

// Wanted returns the number among the parts as a number of rows.
func Wanted(p []*chart.Edge) (int64, bool) {
	num, ok := Part[lattice.Number](p, 0)
	n, err := strconv.ParseInt(num.Text, 10, 64)
	return n, ok && err == nil && n >= 1 && n <= mostWanted
}

// Count returns the number of rows that a word says.
func Count(w string) (int64, bool) {
	if n, ok := wordlist.List("numbers")[w]; ok {
		w = n
	}
	return Wanted([]*chart.Edge{{Meaning: lattice.Number{Text: w}}})
}

// Again is "the" function of an item that repeats the figure by which rows were ranked, or counts what was asked for.
const Again = "again"

// Plural reports whether the last word of a name is in the plural.
func Plural(said string) bool {
	last := said[strings.LastIndexByte(said, ' ')+1:]
	return wordform.Singular(last) != last
}

// InUnit is a unit in which the figures of an answer are wanted.
type InUnit struct{ Name string }

// Sum is equal for equal units.
func (u InUnit) Sum() uint64 { return form.Hash(u) }

// Measured reports whether it is the unit of something that is measured: no currency, of which there may be several,
// and no percentage.
func (u InUnit) Measured() bool {
	said, ok := UnitSaid(u.Name, nil)
	return ok && said.Of != "money" && said.Of != "share"
}
