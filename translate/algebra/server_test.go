package algebra_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/plan"
)

// TestWhatAGrammarMakes runs parts that no SQL is lifted to: the server has to take them, and to compute what they
// mean.
func TestWhatAGrammarMakes(t *testing.T) {
	t.Parallel()
	conn, err := pgconn.Connect(t.Context(), sandboxtest.Server(t).URL(sandboxtest.Shop(t), "demo"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	number := func(n string) *algebra.Const { return &algebra.Const{Kind: algebra.Number, Text: n} }
	day := func(d string) algebra.Value { return &algebra.As{Type: "date", Of: text(d)} }
	orders, cheap, staff := row("orders"), row("orders"), row("employees")
	count := &algebra.Measure{Func: "count", Over: &algebra.Rows{Row: orders}}
	none := &algebra.Measure{Func: "count", Over: where(&algebra.Rows{Row: cheap}, &algebra.Compare{Op: algebra.Lt, Left: attr(cheap, "total_amount"), Right: number("0")})}
	hired := func(conds ...algebra.Pred) algebra.Value {
		return &algebra.Measure{Func: "count", Over: where(&algebra.Rows{Row: staff}, conds...)}
	}
	valid := func(at string, inclusive bool) algebra.Value {
		return &algebra.Truth{If: &algebra.AsOf{From: day("2024-01-01"), To: day("2024-06-30"), At: day(at), Inclusive: inclusive}}
	}
	for name, tt := range map[string]struct {
		value algebra.Value
		want  string
	}{
		"a ratio of counts is no whole number": {&algebra.Ratio{Part: number("1"), Whole: number("4")}, "0.25"},
		"in percent":                           {&algebra.Ratio{Part: number("1"), Whole: number("4"), Percent: true}, "25"},
		"of nothing":                           {&algebra.Ratio{Part: count, Whole: none}, ""},
		"days":                                 {&algebra.Span{Unit: "day", From: day("2024-02-28"), To: day("2024-03-01")}, "2"},
		"hours":                                {&algebra.Span{Unit: "hour", From: day("2024-02-28"), To: day("2024-02-29")}, "24"},
		"months":                               {&algebra.Span{Unit: "month", From: day("2023-11-15"), To: day("2024-02-16")}, "3"},
		"years":                                {&algebra.Span{Unit: "year", From: day("2020-03-01"), To: day("2024-02-29")}, "3"},
		"valid on the last day":                {valid("2024-06-30", true), "t"},
		"no more valid on its end":             {valid("2024-06-30", false), "f"},
		"an open end":                          {&algebra.Truth{If: &algebra.AsOf{From: day("2024-01-01"), To: &algebra.As{Type: "date", Of: &algebra.Const{Kind: algebra.Nothing}}, At: day("2030-01-01")}}, "t"},
		"an end far away":                      {&algebra.Truth{If: &algebra.AsOf{From: day("2024-01-01"), To: day("2029-12-31"), At: day("2030-01-01"), Open: day("2029-12-31")}}, "t"},
		"a period and its two sides are all": {&algebra.Arith{Op: "-", Left: hired(), Right: &algebra.Arith{Op: "+",
			Left:  hired(&algebra.Period{Of: attr(staff, "hired_on"), From: text("2010-01-01"), To: text("2016-01-01")}),
			Right: hired(&algebra.Not{Pred: &algebra.Period{Of: attr(staff, "hired_on"), From: text("2010-01-01"), To: text("2016-01-01")}})}}, "0"},
	} {
		value := tt.value
		for form, set := range map[string]algebra.Set{"as it is": show(&algebra.Once{}, value), "in normal form": algebra.Normal(show(&algebra.Once{}, value))} {
			p, err := algebra.Lower(set)
			if err != nil {
				t.Errorf("%s, %s: %v", name, form, err)
				continue
			}
			sql, err := plan.Synthesise(p)
			if err != nil {
				t.Errorf("%s, %s: %v", name, form, err)
				continue
			}
			got, err := conn.Exec(t.Context(), sql).ReadAll()
			if err != nil {
				t.Errorf("%s, %s: %v\n%s", name, form, err, sql)
				continue
			}
			said := string(got[0].Rows[0][0])
			if strings.Contains(said, ".") { // a numeric has as many zeros as its division left
				said = strings.TrimRight(strings.TrimRight(said, "0"), ".")
			}
			if said != tt.want {
				t.Errorf("%s, %s: %q, want %q\n%s", name, form, said, tt.want, sql)
			}
		}
	}
}
