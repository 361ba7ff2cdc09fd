package plan

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/mutants"
)

func TestFragment(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"a.b", "a.b"},
		{`"A b"."C"`, `"A b"."C"`},
		{"sum(oi.quantity*oi.unit_price)", "sum(oi.quantity * oi.unit_price)"},
		{"'a--b /* c */ (((('", "'a--b /* c */ (((('"},
		{`E'it\'s -- x'`, `'it''s -- x'`},
		{`"a--b".c`, `"a--b".c`},
		{"count(*)", "count(*)"},
		{"*", "*"},
		{"(SELECT max(x.y) FROM x)", "(SELECT max(x.y) FROM x)"},
		{"CASE WHEN a THEN 1 END;", "CASE WHEN a THEN 1 END"},
	}
	for _, tt := range tests {
		e, err := Fragment(tt.in)
		if err != nil {
			t.Errorf("Fragment(%q): %v", tt.in, err)
		} else if got := e.String(); got != tt.want {
			t.Errorf("Fragment(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestFragmentRefuses(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		"", "  ", "1, 2", "1 AS x", "1 x", "1 FROM t", "1 WHERE true", "1 INTO t", "1 UNION SELECT 2", "1 LIMIT 1", "1 ORDER BY 1",
		"DISTINCT a", "ALL", "1; SELECT 2", "1 FOR UPDATE", "1 -- x", "1 /* x */", "a\x00b", "$1", "$$x$$", "'open", `"open`, ")", "(",
		"1 GROUP BY 1", "1 HAVING true", "1 WINDOW w AS ()", "1 OFFSET 1",
		strings.Repeat("(", 100) + "1" + strings.Repeat(")", 100), strings.Repeat("1+", 1000) + "1", strings.Repeat("NOT ", 900) + "a",
		"'" + strings.Repeat("x", 5000) + "'", strings.Repeat("- ", 2000) + "a",
	} {
		if e, err := Fragment(in); !errors.Is(err, ErrFragment) {
			t.Errorf("Fragment(%.40q) = %s, %v; want ErrFragment", in, e, err)
		}
	}
}

func FuzzFragment(tf *testing.F) {
	f := mutants.Of(tf)
	for _, s := range []string{"a.b", "sum(x) FILTER (WHERE y)", "E'\\''", "1 FROM t", `"x""y"`, "a AT TIME ZONE 'UTC'::text", "a::int[]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		e, err := Fragment(s)
		if err != nil {
			return
		}
		text := e.String()
		again, err := Fragment(text)
		if err != nil {
			if len(text) > maxFragmentBytes || strings.Count(text, "(") > maxFragmentDepth || strings.HasPrefix(text, "<") {
				return // parentheses and quotes may lengthen it past the bounds
			}
			t.Fatalf("%q became %q: %v", s, text, err)
		}
		if !Equal(e, again) {
			t.Fatalf("%q became %q, another expression", s, text)
		}
	})
}

func TestConstructors(t *testing.T) {
	t.Parallel()
	a := Col("t", "a")
	tests := []struct {
		got  Expr
		want string
	}{
		{Int(-5), "-5"}, {Int(1 << 40), "1099511627776"}, {Num("12.50"), "12.50"}, {Bool(false), "false"}, {Null(), "NULL"},
		{Str("it's"), "'it''s'"}, {Op("=", a, Int(1)), "t.a = 1"},
		{And(a, Or(a, a), And(a, a)), "t.a AND (t.a OR t.a) AND t.a AND t.a"}, {Not(And(a, a)), "NOT (t.a AND t.a)"},
		{Between(a, Int(1), Int(2)), "t.a BETWEEN 1 AND 2"}, {In(a, true, Int(1), Str("x")), "t.a NOT IN (1, 'x')"},
		{IsNull(a, false), "t.a IS NULL"}, {ILike(a, "%x%"), "t.a ILIKE '%x%'"}, {Like(a, "x"), "t.a LIKE 'x'"},
		{Cast(a, "Mood"), `t.a::"Mood"`}, {Cast(a, "character varying(10)"), "t.a::varchar(10)"},
	}
	for _, tt := range tests {
		if got := tt.got.String(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
		again, err := Fragment(tt.want)
		if err != nil || !Equal(again, tt.got) {
			t.Errorf("%q does not read back as the same tree: %v", tt.want, err)
		}
	}
}

// TestEqual compares trees from different places in a text.
func TestEqual(t *testing.T) {
	t.Parallel()
	if !Equal(frag(t, "a.b+1"), frag(t, "  a . b   +   1")) {
		t.Error("white space makes a difference")
	}
	for _, other := range []string{"a.b + 2", "a.b - 1", "1 + a.b", "a.c + 1", "b + 1", "a.b + 1.0", "a.b + '1'", "a.b", "f(a.b + 1)", "NULL"} {
		if Equal(frag(t, "a.b + 1"), frag(t, other)) || Equal(frag(t, other), frag(t, "a.b + 1")) {
			t.Errorf("a.b + 1 equals %s", other)
		}
	}
	if !Equal(Expr{}, Expr{}) || Equal(Expr{}, Int(1)) || Equal(Int(1), Expr{}) {
		t.Error("the zero expression equals only itself")
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	const golden = `{"reading":"Revenue per customer.","select":[{"expr":"c.name"},{"expr":"sum(o.total)","as":"revenue"}],` +
		`"from":{"schema":"shop","table":"order","alias":"o"},"joins":[{"kind":"inner","source":{"schema":"shop","table":"customers","alias":"c"},` +
		`"on":["c.id = o.customer_id"]}],"where":["o.status = 'a--b'"],"group_by":["c.name"],"having":["count(*) \u003e 1"],` +
		`"order_by":[{"expr":"revenue","desc":true,"nulls":"last"}],"limit":5}`
	var p Plan
	if err := json.Unmarshal([]byte(golden), &p); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(&p)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(golden, string(out)); diff != "" {
		t.Error(diff)
	}
	if err := json.Unmarshal([]byte(`{"where":["1; DROP TABLE x"]}`), &p); !errors.Is(err, ErrFragment) {
		t.Errorf("a statement as an expression: %v", err)
	}
}
