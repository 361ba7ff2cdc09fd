package assume

import (
	"strconv"
	"strings"
	"time"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
)

// relative reports whether an expression depends on the time at which it runs.
func relative(e plan.Expr) bool {
	found := false
	e.Walk(func(n *pg.Node) bool {
		found = found || isNow(n)
		return true
	})
	return found
}

// isNow reports whether a node is today or now.
func isNow(n *pg.Node) bool {
	if v := n.GetSqlvalueFunction(); v != nil {
		switch v.Op {
		case pg.SQLValueFunctionOp_SVFOP_CURRENT_DATE, pg.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP,
			pg.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP, pg.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP_N,
			pg.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP_N:
			return true
		}
	}
	name := called(n)
	return len(n.GetFuncCall().GetArgs()) == 0 && (name == "now" || name == "statement_timestamp" || name == "transaction_timestamp")
}

// called returns the name of the function that a node calls, without its schema; empty when it calls none.
func called(n *pg.Node) string {
	f := n.GetFuncCall()
	if f == nil || len(f.Funcname) == 0 {
		return ""
	}
	return f.Funcname[len(f.Funcname)-1].GetString_().GetSval()
}

// span is a length of time as PostgreSQL's interval is: months, days and the rest apart.
type span struct {
	months, days int
	rest         time.Duration
}

// at returns the point in time that an expression is when it runs on a day. ok is false for what is not understood.
func at(n *pg.Node, today time.Time) (t time.Time, ok bool) {
	if isNow(n) {
		return today, true
	}
	if c := n.GetTypeCast(); c != nil {
		if text := c.Arg.GetAConst().GetSval().GetSval(); text != "" {
			for _, layout := range []string{time.DateOnly, time.DateTime} {
				if t, err := time.Parse(layout, text); err == nil {
					return t, true
				}
			}
			return t, false
		}
		return at(c.Arg, today)
	}
	if f := n.GetFuncCall(); called(n) == "date_trunc" && len(f.Args) >= 2 {
		inner, ok := at(f.Args[1], today)
		if !ok {
			return t, false
		}
		return truncated(f.Args[0].GetAConst().GetSval().GetSval(), inner)
	}
	x := n.GetAExpr()
	if x == nil || x.Kind != pg.A_Expr_Kind_AEXPR_OP || len(x.Name) != 1 || x.Lexpr == nil {
		return t, false
	}
	op := x.Name[0].GetString_().GetSval()
	left, ok := at(x.Lexpr, today)
	by, understood := length(x.Rexpr)
	if !ok || !understood || op != "+" && op != "-" {
		return t, false
	}
	if op == "-" {
		by = span{-by.months, -by.days, -by.rest}
	}
	return left.AddDate(0, by.months, by.days).Add(by.rest), true
}

// truncated cuts a point in time down to the beginning of a unit.
func truncated(unit string, t time.Time) (time.Time, bool) {
	y, m, d := t.Date()
	switch unit {
	case "day":
	case "week":
		d -= (int(t.Weekday()) + 6) % 7
	case "month":
		d = 1
	case "quarter":
		m, d = (m-1)/3*3+1, 1
	case "year":
		m, d = 1, 1
	default:
		return t, false
	}
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC), true
}

// length reads an interval literal, or a number of days.
func length(n *pg.Node) (s span, ok bool) {
	if c := n.GetAConst(); c != nil && c.GetIval() != nil {
		return span{days: int(c.GetIval().Ival)}, true
	}
	c := n.GetTypeCast()
	if c == nil || c.Arg.GetAConst().GetSval() == nil {
		return s, false
	}
	ws := strings.Fields(c.Arg.GetAConst().GetSval().Sval)
	if len(ws) == 0 || len(ws)%2 != 0 {
		return s, false
	}
	for i := 0; i < len(ws); i += 2 {
		count, err := strconv.Atoi(ws[i])
		if err != nil || count > 1_000_000 || count < -1_000_000 {
			return s, false
		}
		switch strings.TrimSuffix(ws[i+1], "s") {
		case "year":
			s.months += 12 * count
		case "month", "mon":
			s.months += count
		case "week":
			s.days += 7 * count
		case "day":
			s.days += count
		case "hour":
			s.rest += time.Duration(count) * time.Hour
		case "minute":
			s.rest += time.Duration(count) * time.Minute
		default:
			return s, false
		}
	}
	return s, true
}
