package cmd

import (
	"bytes"
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// private is a word that only one person types.
const private = "Quasselstrippe"

// talk says what leaves traces: a question that is asked often and answered, answers called wrong, once with what a
// word means, and a clarification.
func (p *process) talk() {
	p.t.Helper()
	conn := p.connect()
	for range 4 {
		if got := query(conn, "ASK how many customers are named '"+private+"'"); got != "0" {
			p.t.Fatalf("the question: %s; log:\n%s", got, p.said)
		}
	}
	if got := query(conn, "ASK bad: there is a "+private+" somewhere"); strings.HasPrefix(got, "QA") {
		p.t.Fatalf("the feedback: %s", got)
	}
	if got := query(conn, "ASK average price of products"); strings.HasPrefix(got, "QA") {
		p.t.Fatalf("the average: %s", got)
	}
	if got := query(conn, "ASK bad: average price is avg(products.cost + 0 * length('"+private+"'))"); strings.HasPrefix(got, "QA") {
		p.t.Fatalf("the meaning: %s", got)
	}
	if got := query(conn, "ASK show returns of "+private); !strings.HasPrefix(got, "QA") && got != "" {
		p.t.Logf("clarification: %s", got)
	}
}

func (p *process) stop() {
	p.t.Helper()
	p.signal(syscall.SIGTERM)
	if code := p.end(); code != 0 {
		p.t.Errorf("exit %d; log:\n%s", code, p.said)
	}
}

// TestRedactedEverywhere: what the audit log may not keep is nowhere else, and what was kept before goes when that is
// decided.
func TestRedactedEverywhere(t *testing.T) {
	t.Parallel()
	redacted := "audit: {questions: hash, literals: mask, key: 0123456789abcdef}\npins.writers: [demo]\naudit.readers: [demo]\n"
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		holds := func(p *process) (in []string) {
			for _, dir := range []string{p.dir, filepath.Join(p.dir, "audit")} {
				files, err := os.ReadDir(dir)
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range files {
					text, err := os.ReadFile(filepath.Join(dir, f.Name()))
					if err == nil && bytes.Contains(bytes.ToLower(text), []byte(strings.ToLower(private))) {
						in = append(in, f.Name())
					}
				}
			}
			return in
		}
		p := startProcess(t, redacted)
		p.talk()
		p.stop()
		if in := holds(p); len(in) > 0 {
			t.Errorf("redacted, and in %q", in)
		}
		open := startProcess(t, "")
		open.talk()
		open.stop()
		if in := holds(open); len(in) < 2 {
			t.Fatalf("in clear it is only in %q", in)
		}
		again := startProcess(t, redacted, func(c *exec.Cmd) {
			c.Env = append(c.Env, "PGASK_AUDIT_DIR="+filepath.Join(t.TempDir(), "audit"), "PGASK_STATE_DIR="+open.dir)
		})
		again.said.wait(t, "was removed, because the audit log redacts")
		again.stop()
		open.write(redacted)
		if in := holds(open); len(in) > 1 || len(in) == 1 && in[0] != "audit.jsonl" {
			t.Errorf("after it was switched on it is in %q", in)
		}
	})
	t.Run("postgresql", func(t *testing.T) {
		t.Parallel()
		url := sandboxtest.Server(t).URL(sandboxtest.Empty(t), "postgres")
		p := startProcess(t, redacted+"state.url: "+url+"\n")
		p.talk()
		p.stop()
		if in := holdsRows(t, url); len(in) > 0 {
			t.Errorf("redacted, and in %q", in)
		}
		p = startProcess(t, "state.url: "+url+"\n")
		p.talk()
		p.stop()
		if in := holdsRows(t, url); len(in) < 3 {
			t.Fatalf("in clear it is only in %q", in)
		}
		p = startProcess(t, redacted+"state.url: "+url+"\n")
		p.said.wait(t, "was removed, because the audit log redacts")
		if got := query(p.connect(), "SELECT count(*) FROM ask_pins() WHERE status = 'suggested'"); got != "0" {
			t.Errorf("%s suggestions", got)
		}
		p.stop()
		if in := holdsRows(t, url); len(in) > 0 {
			t.Errorf("after it was switched on it is in %q", in)
		}
	})
}

// holdsRows lists the tables of a state that have the word.
func holdsRows(t *testing.T, url string) (in []string) {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), "SELECT relname FROM pg_class WHERE relname LIKE 'pgask%' AND relkind = 'r'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for _, name := range tables {
		var n int
		what := "t::text"
		if name == "pgask_kept" {
			what = "area || name || convert_from(CASE WHEN get_byte(value || '\\x01', 0) = 123 THEN value ELSE '' END, 'UTF8')"
		}
		if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM "+name+" t WHERE "+what+" ILIKE '%"+private+"%'").Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			in = append(in, name)
		}
	}
	return in
}

// TestSuggestionsNeedTheLog: what others ask, ask_pins() tells to who may read the log.
func TestSuggestionsNeedTheLog(t *testing.T) {
	t.Parallel()
	for readers, want := range map[string]string{"demo": "1", "nobody": "0"} {
		p := startProcess(t, "pins.writers: [demo]\naudit.readers: ["+readers+"]\n")
		conn := p.connect()
		for range 3 {
			_ = query(conn, "ASK how many customers are there?")
		}
		p.until("it was counted", func() bool { return suggested(conn) == want })
	}
}

func suggested(conn *pgconn.PgConn) string {
	return query(conn, "SELECT count(*) FROM ask_pins() WHERE status = 'suggested'")
}
