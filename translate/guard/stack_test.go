package guard

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// hostile are texts that crash or stall the parser when nothing is bounded. Each grows with n.
var hostile = map[string]func(n int) string{
	"additions":     func(n int) string { return "SELECT 1" + strings.Repeat("+1", n) },
	"signs":         func(n int) string { return "SELECT " + strings.Repeat("- ", n) + "1" },
	"nots":          func(n int) string { return "SELECT " + strings.Repeat("NOT ", n) + "true" },
	"casts":         func(n int) string { return "SELECT 1" + strings.Repeat("::int", n) },
	"concatenation": func(n int) string { return "SELECT 'a'" + strings.Repeat("||'a'", n) },
	"isnull":        func(n int) string { return "SELECT 1" + strings.Repeat(" ISNULL", n) },
	"is true":       func(n int) string { return "SELECT true" + strings.Repeat(" IS TRUE", n) },
	"collate":       func(n int) string { return "SELECT 'a'" + strings.Repeat(` COLLATE "C"`, n) },
	"joins":         func(n int) string { return "SELECT 1 FROM a" + strings.Repeat(" JOIN a ON true", n) },
	"natural joins": func(n int) string { return "SELECT 1 FROM a" + strings.Repeat(" NATURAL JOIN a", n) },
	"unions":        func(n int) string { return "SELECT 1" + strings.Repeat(" UNION SELECT 1", n) },
	"short unions":  func(n int) string { return "SELECT" + strings.Repeat(" UNION SELECT", n) },
	"cases":         func(n int) string { return "SELECT " + strings.Repeat("CASE WHEN ", n) + "1" },
	"elses": func(n int) string {
		return "SELECT " + strings.Repeat("CASE WHEN true THEN 1 ELSE ", n) + "1" + strings.Repeat(" END", n)
	},
	"parentheses": func(n int) string { return "SELECT " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) },
	"open":        func(n int) string { return "SELECT " + strings.Repeat("(", n) },
	"subqueries":  func(n int) string { return strings.Repeat("SELECT (", n) + "1" + strings.Repeat(")", n) },
	"from": func(n int) string {
		return strings.Repeat("SELECT 1 FROM (", n) + "SELECT 1" + strings.Repeat(") x", n)
	},
	"calls":        func(n int) string { return "SELECT " + strings.Repeat("f(", n) + "1" + strings.Repeat(")", n) },
	"arrays":       func(n int) string { return "SELECT ARRAY" + strings.Repeat("[", n) + "1" + strings.Repeat("]", n) },
	"subscripts":   func(n int) string { return "SELECT a" + strings.Repeat("[1]", n) },
	"at time zone": func(n int) string { return "SELECT now()" + strings.Repeat(" AT TIME ZONE 'UTC'", n) },
	"and or":       func(n int) string { return "SELECT true" + strings.Repeat(" AND true OR false", n) },
	"comments":     func(n int) string { return "SELECT 1 " + strings.Repeat("/**/", n) },
	"nested":       func(n int) string { return "SELECT 1 " + strings.Repeat("/*", n) + strings.Repeat("*/", n) },
	"operators":    func(n int) string { return "SELECT 1 " + strings.Repeat("+-*/", n) + " 1" },
	"list":         func(n int) string { return "SELECT 1" + strings.Repeat(",1", n) },
	"strings":      func(n int) string { return "SELECT 'a'" + strings.Repeat("''", n) + "'" },
	"statements":   func(n int) string { return strings.Repeat("SELECT 1;", n) },
	"withs": func(n int) string {
		return strings.Repeat("WITH a AS (", n) + "SELECT 1" + strings.Repeat(") SELECT 1", n)
	},
}

// TestStack runs the texts in a process of its own, at the largest size that the bounds let through and far above, with a
// C stack of an eighth of the usual, because a crash of the parser cannot be recovered from.
func TestStack(t *testing.T) {
	t.Parallel()
	if os.Getenv("PGASK_GUARD_STACK") != "" {
		survive(t)
		return
	}
	cmd := exec.Command("sh", "-c", `ulimit -s 1024; exec "$0" -test.run '^TestStack$' -test.v`, os.Args[0])
	cmd.Env = append(os.Environ(), "PGASK_GUARD_STACK=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		if len(out) > 4000 {
			out = out[:4000]
		}
		t.Fatalf("%v\n%s", err, out)
	}
}

func survive(t *testing.T) {
	g := mustNew(t, Policy{})
	for name, text := range hostile {
		passed := false
		for _, n := range []int{50_000, 10_000, 4_000, 2_000, 1_000, 500, 150, 60, 20, 5} {
			sql := text(n)
			start := time.Now()
			v := g.Check(sql, Facts{})
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("%s × %d took %v", name, n, took)
			}
			if v.Rule != RuleBounds {
				passed = true
			}
			if n >= 50_000 && v.Decision == Allow {
				t.Errorf("%s × %d was allowed", name, n)
			}
		}
		if !passed {
			t.Errorf("%s: no size passed the bounds, so nothing was tried", name)
		}
	}
}
