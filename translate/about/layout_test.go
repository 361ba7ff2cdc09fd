package about

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	pg "github.com/pganalyze/pg_query_go/v5"
)

// TestLayout breaks SQL into lines at its clauses, and nothing else changes.
func TestLayout(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"SELECT count(*) AS n FROM public.products": "SELECT count(*) AS n FROM public.products",
		"SELECT c.name, sum(o.total_amount) AS revenue FROM public.orders o JOIN public.customers c ON o.customer_id = c.id " +
			"WHERE o.status <> 'it''s FROM here, AND there' AND o.channel IS DISTINCT FROM 'web' GROUP BY c.id, c.name ORDER BY sum(o.total_amount) DESC NULLS LAST LIMIT 5": `
SELECT c.name, sum(o.total_amount) AS revenue
  FROM public.orders o
  JOIN public.customers c ON o.customer_id = c.id
  WHERE o.status <> 'it''s FROM here, AND there'
    AND o.channel IS DISTINCT FROM 'web'
  GROUP BY c.id, c.name
  ORDER BY sum(o.total_amount) DESC NULLS LAST
  LIMIT 5`,
		"SELECT c.id, c.name, c.email, c.phone, c.segment, c.loyalty_tier, c.date_of_birth, c.registered_on FROM public.customers c " +
			"WHERE NOT EXISTS (SELECT 1 AS value FROM public.orders o WHERE o.customer_id = c.id AND o.ordered_at BETWEEN '2025-01-01' AND '2025-02-01')": `
SELECT c.id, c.name, c.email, c.phone, c.segment, c.loyalty_tier,
    c.date_of_birth, c.registered_on
  FROM public.customers c
  WHERE NOT EXISTS (
      SELECT 1 AS value
      FROM public.orders o
      WHERE o.customer_id = c.id
        AND o.ordered_at BETWEEN '2025-01-01' AND '2025-02-01')`,
		`WITH monthly AS (SELECT date_trunc('month', o.ordered_at) AS m, sum(o."total FROM amount") AS s FROM public.orders o GROUP BY 1) ` +
			`SELECT m, s - lag(s) OVER (ORDER BY m) AS growth FROM monthly LEFT JOIN x ON true UNION ALL SELECT 1, E'\' WHERE (' ORDER BY 1`: `
WITH monthly AS (
      SELECT date_trunc('month', o.ordered_at) AS m,
        sum(o."total FROM amount") AS s
      FROM public.orders o
      GROUP BY 1)
  SELECT m, s - lag(s) OVER (ORDER BY m) AS growth
  FROM monthly
  LEFT JOIN x ON true
  UNION ALL SELECT 1, E'\' WHERE ('
  ORDER BY 1`,
	}
	for sql, want := range cases {
		got := string(Layout(sql))
		if diff := cmp.Diff(strings.TrimPrefix(want, "\n"), got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		before, err := pg.Fingerprint(sql)
		after, err2 := pg.Fingerprint(got)
		if err != nil || err2 != nil || before != after || strings.Join(strings.Fields(got), "") != strings.Join(strings.Fields(sql), "") {
			t.Errorf("%s\nis not the same as\n%s: %v %v", got, sql, err, err2)
		}
	}
}

// TestLayoutHostile ends on whatever it gets.
func TestLayoutHostile(t *testing.T) {
	t.Parallel()
	for _, sql := range []string{strings.Repeat("(SELECT ", 5000), strings.Repeat("'", 999), strings.Repeat(" FROM", 300), strings.Repeat(")", 300), strings.Repeat("(SELECT a)", 2000)} {
		if got := Layout(sql); strings.Join(strings.Fields(string(got)), "") != strings.Join(strings.Fields(sql), "") {
			t.Errorf("%.20s… lost something", sql)
		}
	}
}

// TestWrap keeps words and indents.
func TestWrap(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff("one two\nthree\n  four\n  five six", wrap("one two three\n  four five six", 10)); diff != "" {
		t.Error(diff)
	}
}
