package assume

import (
	"testing"
	"time"

	"github.com/pgask/pgask/translate/plan"
)

func TestClock(t *testing.T) {
	t.Parallel()
	today := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC) // a Monday
	tests := []struct{ expr, want string }{
		{"current_date", "2026-11-23"},
		{"now()", "2026-11-23"},
		{"current_date - 30", "2026-10-24"},
		{"date_trunc('month', current_date) - interval '1 month'", "2026-10-01"},
		{"date_trunc('month', current_date) + interval '-1 month'", "2026-10-01"},
		{"date_trunc('quarter', now())::date", "2026-10-01"},
		{"date_trunc('year', current_date - interval '1 year 2 days')", "2025-01-01"},
		{"date_trunc('week', current_date)", "2026-11-23"},
		{"date '2024-02-29' + interval '1 week'", "2024-03-07"},
		{"current_date - interval '36 hours'", "2026-11-21"},
		{"current_date - width", ""},
		{"date_trunc('fortnight', current_date)", ""},
		{"current_date * 2", ""},
		{"upper('x')", ""},
	}
	for _, tt := range tests {
		e, err := plan.Fragment(tt.expr)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := at(e.Node(), today)
		if ok != (tt.want != "") || ok && got.Format(time.DateOnly) != tt.want {
			t.Errorf("%s: %s, %v, want %q", tt.expr, got, ok, tt.want)
		}
	}
}

func TestAsOf(t *testing.T) {
	t.Parallel()
	tests := []struct{ where, want string }{
		{"o.day >= current_date - 7", "o.day >= ('2025-03-31'::date - 7)"},
		{"o.day > now() - interval '1 day'", "o.day > ('2025-03-31 23:59:59'::timestamp - '1 day'::interval)"},
		{"o.day > '2025-01-01'", "o.day > '2025-01-01'"},
	}
	for _, tt := range tests {
		e, err := plan.Fragment(tt.where)
		if err != nil {
			t.Fatal(err)
		}
		p := &plan.Plan{From: &plan.Source{Schema: "public", Table: "orders", Alias: "o"}, Where: []plan.Expr{e}}
		if got := AsOf(p, "2025-03-31").Where[0].String(); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.where, got, tt.want)
		}
		if p.Where[0].String() != e.String() {
			t.Errorf("%s: the plan was changed", tt.where)
		}
	}
}
