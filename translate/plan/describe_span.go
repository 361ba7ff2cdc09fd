package plan

import (
	"time"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// spans describes conditions that must all hold. Two conditions that bound a year, a month or a day are described as
// one: "ordered at is in 2024".
func (d *describer) spans(conds []Expr) []string {
	var parts []string
	for i := 0; i < len(conds); i++ {
		if i+1 < len(conds) {
			if s := d.span(conds[i], conds[i+1]); s != "" {
				parts = append(parts, s)
				i++
				continue
			}
		}
		parts = append(parts, d.phrase(conds[i]))
	}
	return parts
}

// span describes the condition that column is >= from and < to; "" unless the two bound a whole year, month or day.
func (d *describer) span(from, to Expr) string {
	column, begin, ok := bound(from, ">=")
	other, end, ok2 := bound(to, "<")
	if !ok || !ok2 || !Equal(column, other) {
		return ""
	}
	when := ""
	switch {
	case begin.YearDay() == 1 && end.Equal(begin.AddDate(1, 0, 0)):
		when = " is in " + begin.Format("2006")
	case begin.Day() == 1 && end.Equal(begin.AddDate(0, 1, 0)):
		when = " is in " + begin.Format("January 2006")
	case end.Equal(begin.AddDate(0, 0, 1)):
		when = " is on " + begin.Format("2 January 2006")
	default:
		return ""
	}
	return d.phrase(column) + when
}

// bound splits "column op day" into the column and the day.
func bound(e Expr, op string) (column Expr, day time.Time, ok bool) {
	x := e.node.GetAExpr()
	if x == nil || x.Kind != pg.A_Expr_Kind_AEXPR_OP || LastName(x.Name) != op || x.Lexpr.GetColumnRef() == nil {
		return Expr{}, day, false
	}
	value := x.Rexpr
	if cast := value.GetTypeCast(); cast != nil {
		value = cast.Arg
	}
	day, err := time.Parse(time.DateOnly, value.GetAConst().GetSval().GetSval())
	return Expr{x.Lexpr}, day, err == nil
}
