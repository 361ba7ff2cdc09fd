package builtin

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/plan"
)

func TestPeriods(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"2023-04-01", "c >= '2023-04-01'::date AND c < '2023-04-02'::date"},
		{"April 1, 2023", "c >= '2023-04-01'::date AND c < '2023-04-02'::date"},
		{"1st of April", ""}, // no year: not a period
		{"31 December 2024", "c >= '2024-12-31'::date AND c < '2025-01-01'::date"},
		{"30 February 2024", ""},
		{"March 2024", "c >= '2024-03-01'::date AND c < '2024-04-01'::date"},
		{"Q4 2023", "c >= '2023-10-01'::date AND c < '2024-01-01'::date"},
		{"first quarter of 2023", "c >= '2023-01-01'::date AND c < '2023-04-01'::date"},
		{"25/12/2023", "c >= '2023-12-25'::date AND c < '2023-12-26'::date"},
		{"03/04/2023", ""}, // March or April: not guessed
		{"today", "c >= current_date AND c < (current_date + 1)"},
		{"last month", "c >= (date_trunc('month', current_date) - '1 month'::interval) AND c < date_trunc('month', current_date)"},
		{"this year", "c >= date_trunc('year', current_date) AND c < (date_trunc('year', current_date) + '1 year'::interval)"},
		{"last quarter", "c >= (date_trunc('quarter', current_date) - '3 months'::interval) AND c < date_trunc('quarter', current_date)"},
		{"past 30 days", "c >= (current_date - 30)"},
		{"last 2 weeks", "c >= (current_date - '2 weeks'::interval)"},
	} {
		toks := findPeriods(tokenize(c.in))
		got := ""
		if len(toks) == 1 && toks[0].kind == when {
			got = plan.And(toks[0].span.during(plan.Bare("c"))...).String()
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.in, diff)
		}
	}
}

func TestPeriodCompare(t *testing.T) {
	t.Parallel()
	p := yearPeriod(2024)
	for op, want := range map[string]string{"<": "c < '2024-01-01'::date", ">": "c >= '2025-01-01'::date", ">=": "c >= '2024-01-01'::date",
		"<=": "c < '2025-01-01'::date"} {
		if got := p.compare(op, plan.Bare("c")).String(); got != want {
			t.Errorf("compare %s = %q, want %q", op, got, want)
		}
	}
}
