package integration

import (
	"flag"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/audit"
)

var updateAudit = flag.Bool("update-audit", false, "write what the statements in docs/audit.md print into it")

// week is what was asked in the last days, of which the documentation tells.
func week() []audit.Record {
	hours := func(n int) time.Time { return time.Now().Add(-time.Duration(n) * time.Hour) }
	const pay, late = "what do people earn in each department", "which orders are late"
	const paySQL, payPrint = "SELECT d.name, avg(s.amount) FROM hr.salaries s JOIN hr.departments d ON d.id = s.department_id GROUP BY d.name", "3d5bd3c2f9b04a17"
	return []audit.Record{
		{Time: hours(160), Role: "ann", Question: pay, SQL: paySQL, Relations: []string{"hr.departments", "hr.salaries"}, Columns: []string{"hr.salaries.amount"},
			Fingerprint: payPrint, Engine: "builtin", Verdict: "allow", Outcome: audit.Answered, Rows: 9, Bytes: 300, Total: 80 * time.Millisecond},
		{Time: hours(90), Role: "bi", Actor: "metabase:7", Question: "average salary by city", SQL: "SELECT 1", Relations: []string{"hr.salaries"}, Columns: []string{"hr.salaries.amount"},
			Fingerprint: "77aa01b2c3d4e5f6", Engine: "model", Model: "large", Calls: 1, TokensIn: 5200, TokensOut: 210, ModelCost: 0.0173, Verdict: "allow", Outcome: audit.Answered, Rows: 41, Total: 2100 * time.Millisecond},
		{Time: hours(20), Role: "ann", Question: "top 5 salaries", Relations: []string{"hr.salaries"}, SQL: "SELECT 2", Columns: []string{"hr.salaries.amount"},
			Fingerprint: "a0b1c2d3e4f50617", Engine: "model", Model: "large", Calls: 2, TokensIn: 9800, TokensOut: 400, ModelCost: 0.0334, Verdict: "allow", Outcome: audit.Answered, Rows: 5, Total: 3900 * time.Millisecond},
		{Time: hours(12), Role: "intern_1", Question: "list all salaries", Verdict: "unsafe", Rule: "policy", Policy: "salaries", Outcome: audit.Refused, SQLState: "QA003", Message: "policy", Total: 4 * time.Millisecond},
		{Time: hours(9), Role: "ann", Question: "delete old orders", Outcome: audit.Refused, SQLState: "QA003", Message: "a change", Total: time.Millisecond},
		{Time: hours(8), Role: "bob", Question: "churn by cohort", Outcome: audit.Unanswered, SQLState: "QA002", Engine: "builtin", Total: 3 * time.Millisecond},
		{Time: hours(7), Role: "ann", Question: "churn by cohort", Outcome: audit.Unanswered, SQLState: "QA002", Engine: "builtin", Total: 3 * time.Millisecond},
		{Time: hours(6), Role: "bob", Question: "show returns", Clarified: "which returns?", Outcome: audit.Clarified, SQLState: "QA001", Engine: "builtin", Total: 3 * time.Millisecond},
		{ID: "late1", Time: hours(5), Role: "bob", Question: late, SQL: "SELECT o.id FROM public.orders o WHERE o.promised < now()", Relations: []string{"public.orders"}, Fingerprint: "c4d5e6f708192a3b",
			Engine: "model", Model: "large", Calls: 1, TokensIn: 4100, TokensOut: 90, ModelCost: 0.0118, Verdict: "allow", Outcome: audit.Answered, Rows: 1000, Truncated: true, Total: 6400 * time.Millisecond},
		{Time: hours(4), Role: "bob", Form: "statement", Verb: "bad", Question: "delivered ones are not late", About: "late1", Feedback: audit.Bad, Engine: "catalog", Outcome: audit.Answered, Rows: 1},
		{Time: hours(3), Role: "bob", Question: late, SQL: "SELECT o.id FROM public.orders o WHERE o.promised < now()", Relations: []string{"public.orders"}, Fingerprint: "c4d5e6f708192a3b",
			Engine: "model", Model: "large", CachedCalls: 1, Verdict: "allow", Outcome: audit.Answered, Rows: 1000, Truncated: true, Total: 5800 * time.Millisecond},
	}
}

// TestEverydayQuestions runs the statements of docs/audit.md over the log of a week, and compares what they print
// with what the page says.
func TestEverydayQuestions(t *testing.T) {
	t.Parallel()
	dir, change := withLog(t)
	r := setup(t, change)
	l, err := audit.Open(audit.Config{Dir: dir, Proxy: "edge-1", Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for i, rec := range week() {
		rec.Datasource = r.db
		if rec.ID == "" {
			rec.ID = "q" + itoa(int64(i))
		}
		if err := l.Outcome(t.Context(), &rec); err != nil {
			t.Fatal(err)
		}
	}
	cut := audit.Record{ID: "cut", Time: time.Now().Add(-30 * time.Minute), Role: "bi", Datasource: r.db, Question: "everything about everybody", SQL: "SELECT 3"}
	if err := l.Intent(t.Context(), &cut); err != nil || l.Close() != nil {
		t.Fatal(err)
	}
	const page = "../docs/audit.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	pairs := regexp.MustCompile("(?s)```sql\n([^`]*)```\n\n```\n([^`]*)```")
	found := 0
	renewed := pairs.ReplaceAllStringFunc(string(text), func(pair string) string {
		m := pairs.FindStringSubmatch(pair)
		found++
		out, errs := r.psql(m[1], "-q", "-P", "footer=off", "-d", r.url("dba"))
		var lines []string
		for line := range strings.Lines(out) {
			lines = append(lines, strings.TrimRight(line, " \n"))
		}
		got := strings.TrimRight(strings.Join(lines, "\n"), "\n") + "\n"
		if errs != "" {
			t.Errorf("%s%s", m[1], errs)
		} else if d := cmp.Diff(m[2], got); d != "" && !*updateAudit {
			t.Errorf("%s\n(-page +printed):\n%s", m[1], d)
		}
		return "```sql\n" + m[1] + "```\n\n```\n" + got + "```"
	})
	if found < 6 {
		t.Errorf("the page has %d statements", found)
	}
	if *updateAudit {
		if err := os.WriteFile(page, []byte(renewed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
