package cost

import (
	"math"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// Limits on constants that make huge values. statement_timeout does not interrupt every function that works on such
// values, and nothing bounds the server's memory.
const (
	maxSize     = 10_000    // a single repeat, padding, array or format width
	maxProduct  = 1_000_000 // the product of all of them
	freeSize    = 16        // factors up to this are ordinary formatting
	maxPoints   = 1_000     // corners of polygon(n, circle)
	cornerBytes = 100       // of a corner as text
)

// sizeArguments maps a function to the position of the argument that is a size.
var sizeArguments = map[string]int{"repeat": 1, "lpad": 1, "rpad": 1, "array_fill": 1, "st_generatepoints": 1}

// stepArguments maps a function to the position of the argument that is a step. A tiny step makes huge numbers of
// points or cells.
var stepArguments = map[string]int{"st_segmentize": 1, "st_hexagongrid": 0, "st_squaregrid": 0}

const leastStep = 1e-5 // about a metre in degrees

// sized checks a size that is given to a function or a type, and multiplies it into the product of all. The length of a
// value of a table does not count there: what is as long as that is ordinary.
func (e *excesses) sized(name string, v value) {
	n := v.number
	if v.measured {
		n /= ordinaryBytes
	}
	if n > freeSize {
		e.growth = times(e.growth, n)
	}
	switch n := v.number; {
	case math.IsInf(n, 0) || math.IsNaN(n):
		e.report(Size, name, "the size given to %s cannot be bounded: write a number, a column or least(…, %d)", name, maxSize)
	case n > maxSize:
		e.report(Size, name, "the size given to %s is over %d", name, maxSize)
	case e.growth > maxProduct:
		e.report(Size, name, "the sizes given to %s and others multiply to over %d", name, maxProduct)
	}
}

// call interprets a function call. Its value is that of the longest argument unless something else is known.
func (c *checker) call(m *pg_query.FuncCall) value {
	name := last(m.Funcname)
	args, others := parts{list: make([]value, 0, len(m.Args))}, parts{}
	for _, n := range m.Args {
		args.add(c.eval(n))
	}
	for _, n := range m.AggOrder { // ordered-set aggregates return one of the values that they sort
		if v := c.eval(n); m.AggWithinGroup {
			args.add(v)
		} else {
			others.add(v)
		}
	}
	others.add(c.eval(m.AggFilter))
	if m.Over != nil {
		over := c.parts(m.Over).all
		over.inlined.nodes += windowNodes
		others.add(over)
	}
	of := args.all.worst(others.all)
	v := args.all.weighed(of)
	c.sizes(name, m, &args)
	c.endless(name, m, &args)
	v.bytes, v.number, v.isConstant = c.resultBytes(name, m, &args), c.resultNumber(name, m, &args), false
	v.element, v.measured = args.all.element, args.all.measured
	if short[name] {
		v = fixed(v)
		v.number = c.resultNumber(name, m, &args)
		v.measured = likeLength[name] && v.number >= ordinaryBytes
	}
	if name == "power" || name == "pow" {
		v.constant, v.isConstant = math.Pow(args.at(0).constant, args.at(1).constant), len(m.Args) == 2 &&
			args.at(0).isConstant && args.at(1).isConstant
		if v.isConstant {
			v.number = math.Abs(v.constant)
		}
	}
	if _, made := sizeArguments[name]; made {
		v.stretch = max(v.stretch, v.bytes/ordinaryBytes)
	}
	v.gathered = !short[name] && (args.all.gathered || gatherers[name])
	c.ranges(name, &args, &v)
	c.phrases(name, m, &args, &v)
	c.paths(name, m)
	if collecting.MatchString(name + "(") {
		v = v.listing()
		c.collect(name, v, args.bytes, c.around)
	}
	if m.Over == nil {
		v.inlined.sets += c.perFunction() // it may be an aggregate
	}
	return v
}

// windowNodes is what a window weighs: the planner keeps a way of sorting for each.
const windowNodes = 500

// sizes reports sizes that are too large, or not known.
func (e *excesses) sizes(name string, m *pg_query.FuncCall, args *parts) {
	e.dense(name, m)
	if at, ok := sizeArguments[name]; ok && len(m.Args) > at {
		e.sized(name, args.at(at))
	}
	if at, ok := stepArguments[name]; ok && len(m.Args) > at {
		if v := args.at(at); v.isConstant && math.Abs(v.constant) < leastStep {
			e.report(Size, name, "the step given to %s is under %g", name, leastStep)
		}
	}
	switch name {
	case "format":
		e.formatWidths(m)
	case "replace", "regexp_replace":
		if len(m.Args) > 2 {
			old := 1.0
			if name == "replace" {
				old = max(1, float64(len(literal(m.Args[1]))))
			}
			e.sized(name, value{number: float64(len(literal(m.Args[2]))) / old})
		}
	case "polygon":
		if n := args.at(0); len(m.Args) == 2 && (!n.isConstant || n.constant > maxPoints) {
			e.report(Size, name, "polygon() may be given at most %d corners, as a number", maxPoints)
		}
	case "generate_series":
		if seriesRows(m) > maxSeries {
			e.report(Size, name, "generate_series makes over %d rows", int(maxSeries))
		}
	}
}

// formatWidths reports a width in a format string that is too large, and a format that is not a literal.
func (e *excesses) formatWidths(m *pg_query.FuncCall) {
	if len(m.Args) == 0 {
		return
	}
	text := m.Args[0].GetAConst().GetSval()
	if text == nil {
		if m.Args[0].GetAConst() == nil { // format(NULL) is harmless
			e.report(Size, "format", "the first argument of format must be a literal")
		}
		return
	}
	for rest := text.Sval; ; {
		at := strings.IndexByte(rest, '%')
		if at < 0 {
			return
		}
		rest = rest[at+1:]
		if after, ok := strings.CutPrefix(rest, "%"); ok {
			rest = after
			continue
		}
		// In %[position$][-][width]type every number may be the width.
		spec := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789$-*"))]
		if strings.Contains(spec, "*") {
			e.report(Size, "format", "a width of format must be written as a number")
		}
		for n := range strings.FieldsFuncSeq(spec, func(c rune) bool { return c == '$' || c == '-' }) {
			if width, err := strconv.Atoi(n); err != nil || width > maxSize {
				e.report(Size, "format", "a width given to format is over %d", maxSize)
			}
		}
	}
}

// resultBytes returns the estimated length of a function's result.
func (c *checker) resultBytes(name string, m *pg_query.FuncCall, args *parts) float64 {
	switch {
	case len(m.Args) > 1 && (name == "repeat" || name == "array_fill"):
		return times(max(1, args.at(0).bytes), min(max(1, args.at(1).number), huge))
	case len(m.Args) > 1 && (name == "lpad" || name == "rpad"):
		return max(args.at(0).bytes, min(args.at(1).number, huge))
	case name == "format":
		return formatBytes(m, args)
	case name == "replace" && len(m.Args) > 2:
		return times(args.at(0).bytes, max(1, args.at(2).bytes/max(1, float64(len(literal(m.Args[1]))))))
	case name == "regexp_replace" && len(m.Args) > 2:
		return times(args.at(0).bytes, max(1, args.at(2).bytes))
	case gatherers[name]:
		return times(args.bytes, c.collected(args.all))
	case name == "array_to_string" && len(m.Args) > 1: // in the worst case every byte is an element
		return times(args.at(0).bytes, 1+args.at(1).bytes)
	case name == "ts_headline": // every word between two marks
		return times(args.all.bytes, max(1, args.at(len(m.Args)-1).bytes))
	case name == "to_char": // DAY becomes WEDNESDAY, which has a DAY in it
		return times(4, args.bytes)
	case quotes[name]:
		return times(2, args.bytes)
	case name == "factorial" && args.at(0).isConstant:
		n := max(args.at(0).constant, 1)
		return min(numberBytes+n*math.Log10(n), maxDigits)
	case (name == "round" || name == "trunc") && len(m.Args) > 1 && args.at(1).isConstant:
		return args.at(0).bytes + min(max(args.at(1).constant, 0), maxDigits)
	case name == "polygon" && len(m.Args) == 2 && args.at(0).isConstant:
		return times(cornerBytes, max(args.at(0).constant, 1))
	case joins[name]:
		return args.bytes
	}
	return args.all.bytes
}

// formatBytes returns the estimated length of the result of format(): the number of placeholders times the longest
// argument, more for %L and %I, which quote.
func formatBytes(m *pg_query.FuncCall, args *parts) float64 {
	if len(m.Args) == 0 {
		return 0
	}
	text := literal(m.Args[0])
	placeholders := float64(strings.Count(text, "%"))
	if strings.ContainsAny(text, "LI") {
		placeholders *= 2
	}
	return min(float64(len(text))+times(placeholders, args.all.bytes), huge)
}

// quotes lists functions whose result may be twice as long as their arguments together.
var quotes = set("encode", "quote_literal", "quote_nullable", "quote_ident", "to_json", "to_jsonb", "json_build_array",
	"jsonb_build_array", "json_build_object", "jsonb_build_object", "row_to_json", "array_to_json", "json_object", "jsonb_object")

// joins lists functions that concatenate texts or lists.
var joins = set("concat", "concat_ws", "array_cat", "array_append", "array_prepend", "overlay", "jsonb_set", "jsonb_insert",
	"textcat", "byteacat", "jsonb_concat", "tsquery_and", "tsquery_or", "tsquery_phrase", "tsvector_concat",
	"array_replace", "jsonb_set_lax", "json_scalar", "json_serialize")

// gatherers lists what makes a list with one element per row.
var gatherers = set("array_agg", "json_agg", "jsonb_agg", "json_object_agg", "jsonb_object_agg", "string_agg", "array_fill", "repeat",
	"json_agg_strict", "jsonb_agg_strict", "json_object_agg_strict", "jsonb_object_agg_strict", "json_object_agg_unique",
	"jsonb_object_agg_unique", "json_object_agg_unique_strict", "jsonb_object_agg_unique_strict", "range_agg", "xmlagg")

// short lists functions whose results are short whatever their arguments are.
var short = set("length", "char_length", "character_length", "octet_length", "bit_length", "count", "md5", "sha224", "sha256",
	"sha384", "sha512", "hashtext", "hashtextextended", "strpos", "position", "array_length", "cardinality", "jsonb_array_length",
	"json_array_length", "starts_with", "row_number", "rank", "dense_rank", "ascii", "num_nulls", "num_nonnulls")

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

// How large the numbers are that a function returns.
var (
	likeFirst = set("round", "floor", "ceil", "ceiling", "trunc", "abs", "sign", "avg", "min", "max", "int4", "int8",
		"numeric", "first_value", "last_value")
	likeAny    = set("generate_series", "width_bucket", "ntile", "mod", "percentile_cont", "percentile_disc", "mode", "lag", "lead")
	likeRows   = set("count", "row_number", "rank", "dense_rank")
	fractions  = set("random", "percent_rank", "cume_dist", "nlevel", "grouping")
	likeLength = set("length", "char_length", "character_length", "octet_length", "array_length", "cardinality", "jsonb_array_length",
		"json_array_length", "strpos", "position")
	datePart = set("year", "month", "day", "dow", "doy", "isodow", "hour", "minute", "quarter", "week", "isoyear")
)

// resultNumber returns the magnitude of a function's results. Functions that are not listed may give anything.
func (c *checker) resultNumber(name string, m *pg_query.FuncCall, args *parts) float64 {
	switch {
	case likeFirst[name]:
		return max(1, args.at(0).number)
	case name == "sum":
		return max(1, args.at(0).number) * max(1, c.around)
	case likeRows[name]:
		return max(1, c.around)
	case fractions[name]:
		return 1
	case likeLength[name]:
		return max(1, args.at(0).bytes)
	case likeAny[name]:
		return max(1, args.all.number)
	case (name == "extract" || name == "date_part") && len(m.Args) > 1:
		// This holds for data only: an interval of 900,000,000 hours has that many hours.
		if datePart[literal(m.Args[0])] && !holdsDigits(m.Args[1]) {
			return 1
		}
	}
	return math.Inf(1)
}

func last(name []*pg_query.Node) string {
	if len(name) == 0 {
		return ""
	}
	return name[len(name)-1].GetString_().GetSval()
}
