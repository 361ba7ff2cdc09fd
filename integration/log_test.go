package integration

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
)

// withLog gives a proxy a log on disk, which dba may read.
func withLog(t *testing.T) (dir string, change func(*proxy.Config, *translate.Config)) {
	t.Helper()
	dir = t.TempDir()
	l, err := audit.Open(audit.Config{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return dir, func(pc *proxy.Config, tc *translate.Config) {
		pc.Journal = l
		tc.Log = func(ctx context.Context, q audit.Query) ([]audit.Entry, bool, error) {
			return audit.Newest(ctx, dir, q)
		}
		tc.LogReaders = []string{"dba"}
	}
}

// The log is a relation: typed, narrowed, joined, and to others than its readers what they asked themselves.
func TestLogRelation(t *testing.T) {
	t.Parallel()
	dir, change := withLog(t)
	logRelation(t, dir, setup(t, change))
}

func logRelation(t *testing.T, dir string, r *rig) {
	t.Helper()
	r.psql("ASK how many products;\nASK delete all products;\nSELECT * FROM ask('how many customers') c;", "-qAt")
	r.asRole("dba", "SELECT * FROM ask($$how many it's \\ \"quoted\" ünïcode$$) x;")
	r.asRole("dba", "ASK how many orders;")
	for _, tt := range []struct{ role, script, want string }{
		{"demo", "SELECT role, question, outcome, rows, sqlstate FROM ask_log() WHERE form <> 'function' ORDER BY time",
			"demo|how many products|answered|1|\ndemo|delete all products|refused|0|QA003\n"},
		{"demo", "SELECT count(*) FROM ask_log() WHERE role <> 'demo'", "0\n"},
		{"dba", "SELECT role, count(*) FILTER (WHERE outcome = 'answered') FROM ask_log() WHERE form = 'statement' GROUP BY role ORDER BY role",
			"dba|1\ndemo|1\n"},
		{"dba", "SELECT question FROM ask_log('1 hour') WHERE question LIKE '%quoted%'", "how many it's \\ \"quoted\" ünïcode\n"},
		{"dba", "SELECT count(*) FROM ask_log('2999-01-01')", "0\n"},
		{"dba", "SELECT l.question FROM ask_log(since => '7 days') l JOIN pg_roles r ON r.rolname = l.role WHERE 'public.orders' = ANY (l.relations)",
			"how many orders\n"},
		{"dba", "SELECT time > now() - interval '1 hour', total_time > interval '0', translate_time < interval '1 hour', states->0->>'name' FROM ask_log() WHERE question = 'how many orders'",
			"t|t|t|intent\n"},
		{"dba", "SELECT id, time, relations, total_time FROM ask_log() \\gdesc\n",
			"id|text\ntime|timestamp with time zone\nrelations|text[]\ntotal_time|interval\n"},
	} {
		out, errs := r.asRole(tt.role, tt.script)
		if d := cmp.Diff(tt.want, out); d != "" {
			t.Errorf("%s: %s\n(-want +got):\n%s%s", tt.role, tt.script, d, errs)
		}
	}
	if _, errs := r.psql("SELECT * FROM ask_log('soon')", "-qAt"); !strings.Contains(errs, "does not understand \"soon\"") {
		t.Error(errs)
	}
	if _, errs := r.psql("SELECT * FROM ask_log(now())", "-qAt"); !strings.Contains(errs, "must be a literal") {
		t.Error(errs)
	}
	// What is read of the log does not go into it again.
	for e, err := range audit.Records(dir) {
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(e.SQL, "recordset") || len(e.SQL) > 2000 {
			t.Errorf("the record repeats the log: %.200s", e.SQL)
		}
	}
}
