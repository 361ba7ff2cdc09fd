package cost

import (
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// density describes an argument of a PostGIS function that sets how finely a geometry is divided: at is its position,
// least and most are its allowed range. GEOS works for minutes on hundreds of millions of points and checks for
// neither a cancel nor a timeout meanwhile.
type density struct {
	at          int
	least, most float64
}

var densities = map[string]density{
	"st_buffer":                {2, 0, 1_000}, // segments of a quarter circle, as a number or as text options
	"st_offsetcurve":           {2, 0, 1_000},
	"st_minimumboundingcircle": {1, 0, 1_000},
	"st_curvetoline":           {1, 1e-3, 1_000}, // number of segments, or the maximal deviation
	"st_hausdorffdistance":     {2, 1e-3, 1},     // fraction of each segment; the work is quadratic in their number
	"st_frechetdistance":       {2, 1e-2, 1},
	"st_lineinterpolatepoints": {1, 1e-4, 1},
	"st_geohash":               {1, 0, 100},     // characters
	"st_geometricmedian":       {2, 0, 100_000}, // iterations
}

// dense reports a call that divides a geometry too finely, and one in which the argument that decides it is not a
// constant.
func (e *excesses) dense(name string, m *pg_query.FuncCall) {
	d, ok := densities[name]
	if !ok {
		return
	}
	for _, a := range m.Args {
		if a.GetNamedArgExpr() != nil {
			e.report(Size, name, "the arguments of %s must be given by their places, not by their names", name)
		}
	}
	if len(m.Args) <= d.at {
		return
	}
	if v, ok := evaluate(m.Args[d.at]); ok && (v >= d.least && v <= d.most || v == -1) { // -1: a default
		return
	}
	text := m.Args[d.at]
	for text.GetTypeCast() != nil {
		text = text.GetTypeCast().Arg
	}
	if c := text.GetAConst().GetSval(); c != nil && fineOptions(c.Sval, d.most) {
		return
	}
	e.report(Size, name, "argument %d of %s must be written as a number from %g to %g, or as options with such numbers",
		d.at+1, name, d.least, d.most)
}

// fineOptions reports whether a text is a list of options, such as 'quad_segs=8 endcap=round', without a number above
// most.
func fineOptions(text string, most float64) bool {
	for _, option := range strings.Fields(text) {
		_, value, ok := strings.Cut(option, "=")
		if !ok || value == "" {
			return false
		}
		if c := value[0]; c >= 'a' && c <= 'z' {
			continue // a word
		}
		if n, err := strconv.ParseFloat(value, 64); err != nil || n < 0 || n > most {
			return false
		}
	}
	return true
}
