package guard

import (
	"math"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// Limits on constants that make huge values. statement_timeout does not interrupt every function that works on such
// values, and nothing bounds the server's memory.
const (
	maxSize   = 10_000      // a single repeat, padding, array or format width
	maxGrowth = 1_000_000   // the product of all of them
	maxPoints = 1_000       // corners of polygon(n, circle)
	maxVolume = 100_000_000 // the product of all of them and of the rows that constants make
	maxSeries = 10_000_000  // rows that the series of one FROM may make
	freeSize  = 16          // factors up to this are ordinary formatting
)

// sizeArguments maps a function to the position of the argument that is a size. -1 means that every argument from the
// second on is a list of sizes.
var sizeArguments = map[string]int{"repeat": 1, "lpad": 1, "rpad": 1, "array_fill": 1, "st_generatepoints": 1}

// steps maps a function to the position of the argument that is a step. A tiny step makes huge numbers of points or
// cells.
var steps = map[string]int{"st_segmentize": 1, "st_hexagongrid": 0, "st_squaregrid": 0}

const leastStep = 1e-5 // about a metre in degrees

// sizes checks the size arguments of a call.
func (r *resolver) sizes(m *pg_query.FuncCall) {
	name := last(m.Funcname)
	r.report(dense(m))
	if at, ok := sizeArguments[name]; ok && len(m.Args) > at {
		r.grow(name, r.magnitude(m.Args[at]))
		return
	}
	if at, ok := steps[name]; ok && len(m.Args) > at {
		if v, known := evaluate(m.Args[at]); known && math.Abs(v) < leastStep {
			r.report(invalid(RuleSize, name, "the step given to %s is under %g", name, leastStep))
		}
	}
	switch name {
	case "format":
		r.report(formatWidths(m))
	case "replace", "regexp_replace":
		if len(m.Args) > 2 {
			r.replacement(name, m.Args[1], m.Args[2])
		}
	case "polygon":
		if len(m.Args) == 2 {
			if n, ok := evaluate(m.Args[0]); !ok || n > maxPoints {
				r.report(invalid(RuleSize, name, "polygon() may be given at most %d corners, as a number", maxPoints))
			}
		}
	case "generate_series":
		if seriesRows(m) > maxSeries {
			r.report(invalid(RuleSize, name, "generate_series makes over %d rows", maxSeries))
		}
	}
}

// typeSize checks the length of char(n) and bit(n), to which values are padded.
func (r *resolver) typeSize(m *pg_query.TypeName) {
	name := last(m.Names)
	if (name != "bpchar" && name != "bit") || len(m.Typmods) == 0 {
		return
	}
	if n, ok := evaluate(m.Typmods[0]); ok {
		r.grow(name, n)
	}
}

// replacement records the growth when a text replaces a shorter one, possibly many times.
func (r *resolver) replacement(name string, pattern, by *pg_query.Node) {
	text, old := len(literal(by)), 1
	if name == "replace" {
		old = max(len(literal(pattern)), 1)
	}
	if n := float64(text) / float64(old); n > freeSize {
		r.grow(name, n)
	}
}

// grow checks a size against maxSize and multiplies it into the total growth.
func (r *resolver) grow(name string, n float64) {
	switch {
	case math.IsInf(n, 0) || math.IsNaN(n):
		r.report(invalid(RuleSize, name, "the size given to %s cannot be bounded: write a number, a column or least(…, %d)", name, maxSize))
		return
	case n > maxSize:
		r.report(invalid(RuleSize, name, "the size given to %s is over %d", name, maxSize))
		return
	case n > freeSize:
		r.growth *= n
	}
	if r.growth > maxGrowth {
		r.report(invalid(RuleSize, name, "the sizes given to %s and others multiply to over %d", name, maxGrowth))
	}
}

// formatWidths returns a finding when a width in a format string is too large, or when the format is not a literal.
func formatWidths(m *pg_query.FuncCall) *finding {
	if len(m.Args) == 0 {
		return nil
	}
	text := m.Args[0].GetAConst().GetSval()
	if text == nil {
		if _, ok := inner(m.Args[0]).(*pg_query.A_Const); ok {
			return nil // format(NULL)
		}
		return invalid(RuleSize, "format", "the first argument of format must be a literal")
	}
	for rest := text.Sval; ; {
		at := strings.IndexByte(rest, '%')
		if at < 0 {
			return nil
		}
		rest = rest[at+1:]
		if after, ok := strings.CutPrefix(rest, "%"); ok {
			rest = after
			continue
		}
		// In %[position$][-][width]type every number may be the width.
		spec := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789$-*"))]
		if strings.Contains(spec, "*") {
			return invalid(RuleSize, "format", "a width of format must be written as a number")
		}
		for n := range strings.FieldsFuncSeq(spec, func(c rune) bool { return c == '$' || c == '-' }) {
			if width, err := strconv.Atoi(n); err != nil || width > maxSize {
				return invalid(RuleSize, "format", "a width given to format is over %d", maxSize)
			}
		}
	}
}
