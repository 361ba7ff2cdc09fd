package grammar

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Rules tell what may be said of which rows, over one model.
type Rules struct{ *facts.Model }

// meaning makes what parts mean together, and says what that costs; nil: they do not fit.
type meaning func(g *Grammar, parts []*chart.Edge, arg string) (chart.Meaning, float64)

// meanings are what productions may name.
var meanings map[string]meaning

func init() {
	meanings = map[string]meaning{}
	for _, some := range []map[string]meaning{nounMeanings(), condMeanings(), itemMeanings(), figureMeanings(), orderMeanings()} {
		maps.Copy(meanings, some)
	}
}

func same(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) { return p[0].Meaning, 0 }

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

// rebates are the most that meanings take off what their productions cost; for a column that is said by its table, too,
// that depends on the column. Others take off no more than rebate.
var rebates = map[string]float64{"keyed": 0.3, "both": 0.4, "tabled": math.Inf(1)}

const rebate = 0.1

// part returns the n-th part, from 0, whose meaning is of a type.
func part[T chart.Meaning](parts []*chart.Edge, n int) (T, bool) {
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

// word returns the phrase of one of the lists among the parts.
func word(parts []*chart.Edge, lists ...string) (lattice.Word, bool) {
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

// column returns the n-th column among the parts.
func column(parts []*chart.Edge, n int) *semantic.Column {
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

// cond returns the n-th condition among the parts.
func cond(parts []*chart.Edge, n int) form.Cond {
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

// heard returns the words among the parts that may tell a way.
func heard(parts []*chart.Edge) []string {
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

// unlikely is what it costs to take a column for what its kind rarely is.
const unlikely = 1.0
