package cost

import (
	"math"
	"strconv"
	"strings"
	"time"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
)

// series returns how many rows a generate_series of constants makes. It returns 1 for other functions and where data
// decides.
func seriesRows(f *pg_query.FuncCall) float64 {
	if f == nil || last(f.Funcname) != "generate_series" || len(f.Args) < 2 {
		return 1
	}
	from, fromOK := evaluate(f.Args[0])
	to, toOK := evaluate(f.Args[1])
	step := 1.0
	switch {
	case toOK:
		if !fromOK {
			from = 0 // data; only the end matters
		}
		if len(f.Args) > 2 {
			if v, ok := evaluate(f.Args[2]); ok && v != 0 {
				step = math.Abs(v)
			}
		}
	case len(f.Args) > 2:
		if from, to, step, toOK = instants(f.Args); !toOK {
			return 1
		}
	default:
		return 1
	}
	return math.Abs(to-from)/step + 1
}

// instants returns the arguments of a series of points in time, in seconds. ok is false when they cannot be computed.
func instants(args []*pg_query.Node) (from, to, step float64, ok bool) {
	a, aok := instantOf(args[0])
	b, bok := instantOf(args[1])
	step, ok = intervalOf(args[2])
	if !aok && !looksAtData(args[0]) || !bok && !looksAtData(args[1]) { // 'Jan 1 2020': the server knows more formats
		a, b, aok, bok = today, today+unread, true, true
	}
	return a, b, math.Abs(step), aok && bok && ok && step != 0
}

// unread is the assumed distance, in seconds, between two points in time that cannot be parsed. With it a step of one
// minute is just allowed.
const unread = 15 * 365 * 86400

// looksAtData reports whether an expression depends on more than constants.
func looksAtData(n *pg_query.Node) bool {
	found := looksAtColumn(n)
	var visit tree.Visitor
	visit = func(m any) {
		if _, ok := m.(*pg_query.SubLink); ok {
			found = true
		}
		tree.Children(m, visit)
	}
	visit.Node(n)
	return found
}

// today stands for now() and similar functions, in seconds. Only the distance to the other end matters.
const today = 1_800_000_000

// instantOf returns the point in time that an expression of constants gives, in seconds.
func instantOf(n *pg_query.Node) (float64, bool) {
	switch m := tree.Inner(n).(type) {
	case *pg_query.SQLValueFunction:
		return today, true
	case *pg_query.FuncCall:
		switch last(m.Funcname) {
		case "now", "clock_timestamp", "statement_timestamp", "transaction_timestamp":
			return today, true
		case "date_trunc":
			if len(m.Args) > 1 {
				return instantOf(m.Args[1])
			}
		}
	case *pg_query.TypeCast:
		return instantOf(m.Arg)
	case *pg_query.A_Const:
		return instant(m.GetSval().GetSval())
	case *pg_query.A_Expr:
		sign := map[string]float64{"+": 1, "-": -1}[last(m.Name)]
		a, ok := instantOf(m.Lexpr)
		b, bok := intervalOf(m.Rexpr)
		if !bok {
			b, bok = evaluate(m.Rexpr) // a number of days
			b *= 86400
		}
		return a + sign*b, ok && bok && sign != 0
	}
	return 0, false
}

// intervalOf returns the span of time that an expression of constants gives, in seconds.
func intervalOf(n *pg_query.Node) (float64, bool) {
	switch m := tree.Inner(n).(type) {
	case *pg_query.TypeCast:
		return intervalOf(m.Arg)
	case *pg_query.FuncCall:
		if last(m.Funcname) == "make_interval" {
			return madeInterval(m.Args)
		}
	case *pg_query.A_Const:
		v := interval(m.GetSval().GetSval())
		return v, v != 0
	case *pg_query.A_Expr:
		a, aok := intervalOf(m.Lexpr)
		b, bok := evaluate(m.Rexpr)
		if last(m.Name) == "*" && !aok {
			a, aok = evaluate(m.Lexpr)
			b, bok = intervalOf(m.Rexpr)
		}
		return a * b, aok && bok && last(m.Name) == "*"
	}
	return 0, false
}

// literal returns the text of a string constant, also below casts.
func literal(n *pg_query.Node) string {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	return n.GetAConst().GetSval().GetSval()
}

func instant(text string) (float64, bool) {
	for _, layout := range []string{time.DateOnly, time.DateTime, "2006-01-02T15:04:05", "2006-01-02 15:04", time.RFC3339} {
		if t, err := time.Parse(layout, strings.TrimSpace(text)); err == nil {
			return float64(t.Unix()), true
		}
	}
	text = strings.ToLower(strings.TrimSpace(text))
	switch text {
	case "epoch":
		return 0, true
	case "now", "today", "tomorrow", "yesterday":
		return today, true
	case "infinity":
		return math.Inf(1), true
	}
	year, _, _ := strings.Cut(text, "-")
	if y, err := strconv.Atoi(year); err == nil && (len(year) > 4 || strings.HasSuffix(text, "bc")) {
		if strings.HasSuffix(text, "bc") {
			y = -y
		}
		return float64(y-1970) * unitSeconds("year"), true
	}
	return 0, false
}

// madeInterval returns the length, in seconds, of make_interval(years, months, weeks, days, hours, mins, secs).
func madeInterval(args []*pg_query.Node) (float64, bool) {
	units := []string{"years", "months", "weeks", "days", "hours", "mins", "secs"}
	total := 0.0
	for i, n := range args {
		unit := ""
		if i < len(units) {
			unit = units[i]
		}
		if named := n.GetNamedArgExpr(); named != nil {
			unit, n = named.Name, named.Arg
		}
		v, ok := evaluate(n)
		if !ok {
			return 0, false
		}
		total += math.Abs(v) * unitSeconds(unit)
	}
	return total, total != 0
}

// clock returns the seconds of 1:30 or 1:30:05.5.
func clock(text string) (float64, bool) {
	parts := strings.Split(strings.TrimLeft(text, "+-"), ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	total := 0.0
	for i, p := range parts {
		v, err := strconv.ParseFloat(p, 64)
		if err != nil {
			return 0, false
		}
		total += v * []float64{3600, 60, 1}[i]
	}
	return total, true
}

// iso8601 rewrites P1DT2H3M as 1d 2h 3min.
func iso8601(text string) string {
	date, time, _ := strings.Cut(strings.TrimPrefix(text, "p"), "t")
	var out strings.Builder
	for _, part := range []string{strings.ReplaceAll(date, "m", "mon"), strings.ReplaceAll(time, "m", "min")} {
		for i, c := range part {
			if i > 0 && (c == '-' || '0' <= c && c <= '9') && part[i-1] >= 'a' {
				out.WriteByte(' ')
			}
			out.WriteRune(c)
		}
		out.WriteByte(' ')
	}
	return out.String()
}

// interval returns the seconds of '1 day 2 hours', '1:30:00' and 'P1DT2H'; 0 for other formats.
func interval(text string) float64 {
	text = strings.ToLower(strings.TrimSpace(text))
	if strings.HasPrefix(text, "p") {
		text = iso8601(text)
	}
	fields := strings.Fields(text)
	total := 0.0
	for len(fields) > 0 {
		n, unit := fields[0], "s"
		fields = fields[1:]
		if v, ok := clock(n); ok {
			total += v
			continue
		}
		if digits := strings.TrimLeft(n, "+-0123456789."); digits != "" {
			n, unit = strings.TrimSuffix(n, digits), digits
		} else if len(fields) > 0 {
			unit = fields[0]
			fields = fields[1:]
		}
		v, ok := number(n)
		if !ok {
			return 0
		}
		seconds := unitSeconds(unit)
		if seconds == 0 {
			return 0
		}
		total += math.Abs(v) * seconds
	}
	return total
}

func unitSeconds(unit string) float64 {
	const day = 86400
	for _, u := range []struct {
		prefix  string
		seconds float64
	}{{"microsec", 1e-6}, {"us", 1e-6}, {"millisec", 1e-3}, {"ms", 1e-3}, {"month", 30 * day}, {"mon", 30 * day},
		{"min", 60}, {"m", 60}, {"sec", 1}, {"s", 1}, {"hour", 3600}, {"hr", 3600}, {"h", 3600}, {"day", day},
		{"d", day}, {"week", 7 * day}, {"w", 7 * day}, {"decade", 3650 * day}, {"cent", 36500 * day},
		{"c", 36500 * day}, {"mil", 365000 * day}, {"year", 365 * day}, {"yr", 365 * day}, {"y", 365 * day}} {
		if strings.HasPrefix(unit, u.prefix) {
			return u.seconds
		}
	}
	return 0
}
