package review

import (
	"encoding/json"
	"testing"

	"github.com/pgask/pgask/translate/plan"
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

func load(t testing.TB, text string) *plan.Plan {
	t.Helper()
	var p plan.Plan
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return &p
}

func ptr(i int64) *int64 { return &i }

func frag(t testing.TB, sql string) plan.Expr {
	t.Helper()
	e, err := plan.Fragment(sql)
	if err != nil {
		t.Fatalf("Fragment(%q): %v", sql, err)
	}
	return e
}

func frags(t testing.TB, sql ...string) []plan.Expr {
	t.Helper()
	list := make([]plan.Expr, len(sql))
	for i, s := range sql {
		list[i] = frag(t, s)
	}
	return list
}
