package plan

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const nested = `{
	"with":[{"name":"w","plan":{"select":[{"expr":"1"}],"from":{"schema":"s","table":"a","alias":"a"}}}],
	"select":[{"expr":"(SELECT max(z.n) FROM s.z)"}],
	"from":{"alias":"d","plan":{"select":[{"expr":"b.x"}],"from":{"table":"w","alias":"b"},"where":["b.x IN (SELECT q.id FROM s.q)"]}},
	"joins":[{"kind":"left","source":{"schema":"s","table":"c","alias":"c"},"on":["c.id = d.x"]}],
	"where":["EXISTS (WITH v AS (SELECT 1) SELECT 1 FROM v, s.a)"],
	"order_by":[{"expr":"1"}],
	"combine":[{"op":"union","plan":{"select":[{"expr":"e.y"}],"from":{"schema":"s","table":"e","alias":"e"},"group_by":["e.y"],"having":["count(*) > 1"]}}]
}`

func load(t testing.TB, text string) *Plan {
	t.Helper()
	var p Plan
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return &p
}

func TestWalk(t *testing.T) {
	t.Parallel()
	var got []string
	load(t, nested).Walk(func(field string, e Expr) { got = append(got, field+" "+e.String()) })
	want := []string{
		"select[0].expr (SELECT max(z.n) FROM s.z)", "joins[0].on[0] c.id = d.x",
		"where[0] EXISTS (WITH v AS (SELECT 1) SELECT 1 FROM v, s.a)", "order_by[0].expr 1",
		"with[0].plan.select[0].expr 1",
		"from.plan.select[0].expr b.x", "from.plan.where[0] b.x IN (SELECT q.id FROM s.q)",
		"combine[0].plan.select[0].expr e.y", "combine[0].plan.group_by[0] e.y", "combine[0].plan.having[0] count(*) > 1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	want := []Name{{"s", "c"}, {"s", "z"}, {"s", "a"}, {"s", "q"}, {"s", "e"}}
	if diff := cmp.Diff(want, load(t, nested).Tables()); diff != "" {
		t.Error(diff)
	}
}

func TestClone(t *testing.T) {
	t.Parallel()
	p := load(t, nested)
	p.Limit, p.Assumptions = ptr(3), []string{"x"}
	before, _ := json.Marshal(p)
	c := p.Clone()
	if after, _ := json.Marshal(c); string(after) != string(before) {
		t.Fatalf("the copy differs: %s", after)
	}
	*c.Limit = 9
	c.Assumptions[0] = "y"
	c.Plans(func(_ string, q *Plan) {
		q.Distinct = true
		q.Exprs(func(_ string, e *Expr) { *e = Int(7) })
		for _, s := range q.Sources() {
			s.Alias = "changed"
		}
	})
	c.With[0].Name, c.Joins[0].Kind, c.Combine[0].Op, c.Select[0].As = "n", Cross, Except, "z"
	if after, _ := json.Marshal(p); string(after) != string(before) {
		t.Errorf("changing the copy changed the plan:\n%s\n%s", before, after)
	}
	if (*Plan)(nil).Clone() != nil {
		t.Error("a copy of nothing")
	}
}

func TestHasAggregate(t *testing.T) {
	t.Parallel()
	tests := []struct {
		expr              string
		aggregate, window bool
	}{
		{"count(*)", true, false}, {"1 + round(avg(a.b), 2)", true, false}, {"a.b", false, false}, {"lower(a.b)", false, false},
		{"sum(a.b) OVER ()", false, true}, {"sum(count(*)) OVER ()", true, true}, {"(SELECT count(*) FROM t)", false, false},
		{"my_agg(DISTINCT a.b)", true, false}, {"percentile_cont(0.5) WITHIN GROUP (ORDER BY a.b)", true, false},
		{"other.sum(a.b)", false, false}, {"pg_catalog.sum(a.b)", true, false}, {"f(a.b) FILTER (WHERE a.c)", true, false},
		{"CASE WHEN max(a.b) > 1 THEN 1 END", true, false}, {"a.count", false, false},
		{"min(a.b) IN (SELECT 1)", true, false}, {"row_number() OVER (ORDER BY sum(a.b))", true, true},
	}
	for _, tt := range tests {
		e := frag(t, tt.expr)
		if got := HasAggregate(e); got != tt.aggregate {
			t.Errorf("HasAggregate(%s) = %t", tt.expr, got)
		}
		if got := HasWindow(e); got != tt.window {
			t.Errorf("HasWindow(%s) = %t", tt.expr, got)
		}
	}
}

func TestColumns(t *testing.T) {
	t.Parallel()
	got := frag(t, "sum(a.b * c) FILTER (WHERE s.t.d > a.b) + (SELECT x.y FROM x) + max(e.*)").Columns()
	want := []Ref{{"a", "b"}, {"", "c"}, {"t", "d"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestOutputNames(t *testing.T) {
	t.Parallel()
	long := "ééééééééééééééééééééééééééééééééééééééé"
	tests := []struct{ expr, as, want string }{
		{"a.name", "", "name"}, {"b.name", "", "name_2"}, {"c.name", "", "name_4"}, {"a.x", "name_3", "name_3"},
		{"count(*)", "", "count"}, {"avg(o.total)", "", "avg_total"}, {"count(DISTINCT o.customer_id)", "", "count_customer_id"},
		{"round(avg(o.price), 2)", "", "avg_price"}, {"date_trunc('month', o.at)", "", "month_at"},
		{"extract(year FROM o.at)", "", "year_at"}, {"o.a + 1", "", "a"}, {"sum(o.a) / count(*)", "", "sum_a_per_count"},
		{"100.0 * count(*) FILTER (WHERE o.a > 2) / count(*)", "", "share"},
		{"coalesce(o.k, 0)", "", "k"}, {"o.q::text", "", "q"}, {"1", "", "value"}, {"2", "", "value_2"}, {"o.a > 2", "", "matches"},
		{"CASE WHEN true THEN 1 END", "", "case"}, {"EXISTS (SELECT 1)", "", "exists"}, {"(SELECT max(z.n) FROM z)", "", "max_n"},
		{"o.*", "", ""}, {"greatest(1, 2)", "", "greatest"}, {"a.y", long, long[:62]}, {"a.z", long, long[:60] + "_2"},
	}
	p := &Plan{}
	var want []string
	for _, tt := range tests {
		p.Select = append(p.Select, Output{Expr: frag(t, tt.expr), As: tt.as})
		want = append(want, tt.want)
	}
	if diff := cmp.Diff(want, OutputNames(p)); diff != "" {
		t.Error(diff)
	}
}
