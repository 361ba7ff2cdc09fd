package guard

import (
	"os"
	"os/exec"
	"runtime"
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

// TestStack runs the texts in a process of its own, at the largest size that the bounds let through and far above,
// with a C stack of an eighth of the usual, because a crash of the parser cannot be recovered from.
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

// budgets are the shapes and sizes that are known to have crashed or stalled a process which parsed them.
var budgets = map[string]string{
	"10,000 parentheses":          hostile["parentheses"](10_000),
	"24,000 additions":            hostile["additions"](24_000),
	"24,000 concatenations":       hostile["concatenation"](24_000),
	"24,000 casts":                hostile["casts"](24_000),
	"10,000 joins":                hostile["joins"](10_000),
	"10,000 unions":               hostile["unions"](10_000),
	"100 KB of comments":          hostile["comments"](25_000),
	"100 KB of nested comments":   hostile["nested"](25_000),
	"a comment of 100 KB":         "SELECT 1 /*" + strings.Repeat("x", 100_000) + "*/",
	"100 KB of line comments":     "SELECT 1" + strings.Repeat(" --\n", 25_000),
	"100 KB of one literal":       "SELECT '" + strings.Repeat("x", 100_000) + "'",
	"8,000 additions in 16 KB":    hostile["additions"](8_000),
	"2,200 casts in 16 KB":        hostile["casts"](2_200),
	"8,000 parentheses in 16 KB":  hostile["open"](8_000),
	"4,000 comments in 16 KB":     hostile["comments"](4_000),
	"4,000 line comments":         "SELECT 1" + strings.Repeat(" --\n", 4_000),
	"16 KB of operators":          "SELECT 1 " + strings.Repeat("+-", 8_000) + " 1",
	"1,000 columns of 16 bytes":   "SELECT 1" + strings.Repeat(", abcdefghijklmno", 940),
	"65 relations":                "SELECT 1 FROM t1" + strings.Repeat(", t1", 64),
	"65 relations in one another": strings.Repeat("SELECT 1 FROM t1 WHERE 1 IN (", 64) + "SELECT 1 FROM t1" + strings.Repeat(")", 64),
}

func survive(t *testing.T) {
	g := mustNew(t, Policy{})
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for name, sql := range budgets {
		start := busy()
		v := g.Check(sql, Facts{})
		if took := busy() - start; took > time.Second {
			t.Errorf("%s took %v", name, took)
		}
		harmless := strings.HasPrefix(name, "1,000 columns") || name == "4,000 line comments"
		if v.Rule != RuleBounds && !harmless {
			t.Errorf("%s: %s %s: %s", name, v.Decision, v.Rule, v.Why)
		}
	}
	for name, text := range hostile {
		passed := false
		for _, n := range []int{50_000, 10_000, 4_000, 2_000, 1_000, 500, 150, 60, 20, 5} {
			sql := text(n)
			start := busy()
			v := g.Check(sql, Facts{})
			if took := busy() - start; took > 5*time.Second {
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
