package console

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/mutants"
)

func joined(pieces []piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.Text)
	}
	return b.String()
}

func TestStatementsGetLines(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]string{
		"SELECT a FROM t WHERE x = 1 GROUP BY a HAVING count(*) > 1 ORDER BY a LIMIT 5": "SELECT a\nFROM t\nWHERE x = 1\nGROUP BY a\nHAVING count(*) > 1\nORDER BY a\nLIMIT 5",
		"SELECT 1 FROM a LEFT JOIN b ON true JOIN c ON true CROSS JOIN d":               "SELECT 1\nFROM a\nLEFT JOIN b ON true\nJOIN c ON true\nCROSS JOIN d",
		"SELECT left(a, 1), extract(year FROM b) FROM t WHERE a IS DISTINCT FROM b":     "SELECT left(a, 1), extract(year FROM b)\nFROM t\nWHERE a IS DISTINCT FROM b",
		"SELECT sum(x) OVER (PARTITION BY y ORDER BY z) FROM t":                         "SELECT sum(x) OVER (PARTITION BY y ORDER BY z)\nFROM t",
		"SELECT 1 WHERE EXISTS (SELECT 1 FROM t WHERE a)":                               "SELECT 1\nWHERE EXISTS (SELECT 1\n  FROM t\n  WHERE a)",
		"WITH a AS (SELECT 1) SELECT 2 UNION ALL SELECT 3":                              "WITH a AS (SELECT 1)\nSELECT 2\nUNION ALL\nSELECT 3",
		"SELECT 1\nFROM a WHERE b":                                                      "SELECT 1\nFROM a WHERE b", // has lines of its own
		"not ' closed":                                                                  "not ' closed",
		"":                                                                              "",
	} {
		if diff := cmp.Diff(want, joined(statementLines(sql))); diff != "" {
			t.Errorf("%s:\n%s", sql, diff)
		}
	}
}

func TestStatementsAreColoured(t *testing.T) {
	t.Parallel()
	want := []piece{{"k", "SELECT"}, {"", " "}, {"", "name"}, {"", " "}, {"", "||"}, {"", " "}, {"s", "'it''s'"}, {"", " "}, {"", "+"}, {"", " "}, {"n", "4.5"}, {"", " "}, {"c", "/* x */"}}
	if diff := cmp.Diff(want, statementLines("SELECT name || 'it''s' + 4.5 /* x */")); diff != "" {
		t.Error(diff)
	}
}

// PostgreSQL's lexer takes time that grows with the square of what is in comments, and nesting makes indentation.
func TestStatementsThatWouldTakeLong(t *testing.T) {
	t.Parallel()
	for name, sql := range map[string]string{
		"comments": strings.Repeat("/*", 1<<17), "long": "SELECT " + strings.Repeat("1,", 1<<16) + "1", "nested": strings.Repeat("(SELECT 1 FROM ", 1<<11),
	} {
		begun := time.Now()
		if got := joined(statementLines(sql)); len(got) > 100*len(sql) {
			t.Errorf("%s: %d bytes of %d", name, len(got), len(sql))
		}
		if took := time.Since(begun); took > 20*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}

// Whatever the statement, its words stay as they are: only blanks between them change.
func FuzzStatementLines(tf *testing.F) {
	f := mutants.Of(tf)
	for _, s := range often {
		f.Add(s.sql)
	}
	for _, text := range hostile {
		f.Add(text)
	}
	f.Add("SELECT 'a' /* b */ -- c\n FROM $$x$$ WHERE U&'\\0061' ~ E'\\n'")
	squeeze := func(text string) string { return strings.Join(strings.Fields(text), "") }
	f.Fuzz(func(t *testing.T, sql string) {
		if got := joined(statementLines(sql)); squeeze(got) != squeeze(sql) {
			t.Errorf("%q became %q", sql, got)
		}
	})
}
