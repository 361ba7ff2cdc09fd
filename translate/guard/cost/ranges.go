package cost

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// collect reports a list of more rows than fit into memory, of those that constants make. The planner knows less of
// them: it takes most conditions, also g + 0 = g, for ones that few rows meet. Those of tables are left to Gathered.
func (e *excesses) collect(name string, v value, bytes, rows float64) {
	row := gatheredRow + bytes
	if strings.HasPrefix(name, "jsonb") {
		row += 2 * unpackedValue
	}
	if v.ranged {
		row += rangeText
	}
	if rows > leastRows && times(rows, row) > MaxGathered {
		e.report(Size, name, "%s collects up to %.0f rows in memory, which takes over %d MB", name, rows, int(MaxGathered/1e6))
	}
}

// ranges notes which calls make ranges, and reports those that write a multirange as text.
func (e *excesses) ranges(name string, args *parts, v *value) {
	makes := strings.HasSuffix(name, "multirange")
	switch {
	case name == "array_agg" && args.all.ranged, name == "range_agg", makes && args.all.gathered:
		v.ranged, v.multi = true, true
		if makes {
			e.report(Size, name, "%s of a list that the statement collects: use range_agg", name)
		}
	case makes, strings.HasSuffix(name, "range"), name == "range_intersect_agg":
		v.ranged, v.multi = true, args.all.multi
	case name == "range_merge", name == "unnest":
		v.multi = false
	case ofMultiranges[name]:
		v.ranged, v.multi = false, false
	default:
		e.written(name, args.all)
	}
}

// ofMultiranges lists functions that are given multiranges and do not write them as text; rangeful, those that may
// return one.
var (
	ofMultiranges = set("lower", "upper", "isempty", "lower_inc", "lower_inf", "upper_inc", "upper_inf", "count", "num_nulls",
		"num_nonnulls")
	rangeful = set("array_agg", "min", "max", "first_value", "last_value", "nth_value", "lag", "lead", "any_value", "array_append",
		"array_length", "cardinality", "multirange_minus", "multirange_union", "multirange_intersect")
)

// written reports a multirange that becomes part of a text.
func (e *excesses) written(name string, v value) {
	if v.multi && !rangeful[name] {
		e.report(Size, name, "%s writes a collected list of ranges as text, which takes much memory and cannot be cancelled: "+
			"select the list as it is, or unnest it", name)
	}
}

// castRanges looks at ranges and multiranges in a cast.
func (e *excesses) castRanges(m *pg_query.TypeCast, v value, cast *value) {
	name := last(m.TypeName.GetNames())
	if !strings.HasSuffix(name, "range") {
		e.written("a cast to "+name, v)
		return
	}
	cast.ranged = true
	if strings.HasSuffix(name, "multirange") {
		e.composed(name, value{bytes: v.bytes, gathered: v.gathered && !v.multi})
	}
}

// operated looks at what an operator makes of multiranges and of searches for words.
func (e *excesses) operated(op string, m *pg_query.A_Expr, v *value) {
	switch op {
	case "+", "-", "*":
	case "||":
		e.written(op, *v)
	default:
		v.ranged, v.multi = false, false
	}
	v.words = v.words && (op == "&&" || op == "||" || op == "!!")
	if op == "@?" || op == "@@" {
		if path := m.Rexpr; written(path) {
			e.path(op, literal(path), false)
		} else if op == "@?" || e.holdsPaths {
			e.report(Size, op, "the path given to %s must be a literal", op)
		}
	}
}
