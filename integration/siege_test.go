package integration

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/guard"
)

// sieged is a proxy before the database of testdata/siege whose hidden values are these, with a model that writes the
// statements.
func sieged(t *testing.T, wage, hidden string, statements []string) (conn *pgx.Conn, owner *pgx.Conn, heard *strings.Builder) {
	t.Helper()
	db := sandboxtest.Empty(t)
	owner, err := pgx.Connect(t.Context(), sandboxtest.Server(t).URL(db, sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = owner.Close(context.Background()) }) // the test's context is over
	script, err := os.ReadFile("testdata/siege/schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = owner.Exec(t.Context(), "CREATE ROLE demo LOGIN") // another test may have made it
	if _, err := owner.Exec(t.Context(), strings.NewReplacer("WAGE", wage, "HIDDEN", hidden).Replace(string(script))); err != nil {
		t.Fatal(err)
	}
	model := scripted{}
	for i, sql := range statements {
		model[fmt.Sprintf("item %d of them", i)] = sql
	}
	r := setupOn(t, db, func(pc *proxy.Config, c *translate.Config) {
		withModel(model)(pc, c)
		pc.Rules.StatementTimeout = 3 * time.Second
		c.Guard = guard.Policy{MaskedColumns: []string{"salary"}, DeniedColumns: []string{"hr.emp.iban"}, DeniedTables: []string{"hr.vault"}, Secrets: true}
	})
	config, err := pgx.ParseConfig(r.url("demo"))
	if err != nil {
		t.Fatal(err)
	}
	heard = &strings.Builder{}
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) {
		fmt.Fprintf(heard, "%s\n%s\n%s\n", n.Message, n.Detail, n.Hint)
	}
	if conn, err = pgx.ConnectConfig(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) }) // the test's context is over
	if _, err := conn.Exec(t.Context(), `CREATE TEMP TABLE mine AS SELECT g AS id, g AS salary, 'k' || g AS api_key FROM generate_series(1, 40000) g;
		CREATE TEMP VIEW guessed AS SELECT m.id FROM hr.emp e JOIN mine m ON m.salary = e.salary;
		CREATE TEMP VIEW mixed AS SELECT -id AS id, salary FROM hr.emp UNION ALL SELECT id, salary FROM mine;
		CREATE TEMP VIEW found AS SELECT salary FROM hr.emp UNION SELECT salary FROM mine; CREATE TEMP VIEW less AS SELECT salary FROM mine EXCEPT SELECT salary FROM hr.emp;
		CREATE TEMP TABLE heir (salary int, id int); CREATE TEMP VIEW seen AS SELECT id, salary FROM hr.emp`); err != nil {
		t.Fatal(err)
	}
	return conn, owner, heard
}

// besieged is what a client is told when the model writes a statement.
func besieged(t *testing.T, conn *pgx.Conn, heard *strings.Builder, item int) (told string, allowed bool) {
	t.Helper()
	heard.Reset()
	results, err := conn.PgConn().Exec(t.Context(), fmt.Sprintf("ASK item %d of them", item)).ReadAll()
	var out strings.Builder
	for _, r := range results {
		for _, row := range r.Rows {
			fmt.Fprintf(&out, "%q\n", row)
		}
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		fmt.Fprintf(&out, "%s %s\n%s\n%s\n", pg.Code, pg.Message, pg.Detail, pg.Hint)
	} else if err != nil {
		t.Fatalf("item %d: %v", item, err)
	}
	return out.String() + heard.String(), err == nil
}

// TestSiege: what a model writes to learn hidden values, to run somebody's code, to change something or to wear the
// server out, and what people ask every day. Two databases that differ in their hidden values answer alike, and
// nothing else happens.
func TestSiege(t *testing.T) {
	t.Parallel()
	var statements []string
	attacks := 0
	for _, name := range []string{"attacks.sql", "ordinary.sql"} {
		text, err := os.ReadFile("testdata/siege/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			statements = append(statements, strings.ReplaceAll(strings.TrimSpace(line), `\n`, "\n"))
		}
		if attacks == 0 {
			attacks = len(statements)
		}
	}
	conn, owner, heard := sieged(t, "1717", "zanzibarquux", statements)
	other, _, overheard := sieged(t, "2929", "frobnitzwaldo", statements)
	state := `SELECT (SELECT last_value || is_called::text FROM app.seq) || (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory') ||
		(SELECT count(*) FROM app.orders) || (SELECT count(*) FROM pg_class)`
	var before, after string
	if err := owner.QueryRow(t.Context(), state).Scan(&before); err != nil {
		t.Fatal(err)
	}
	steady := regexp.MustCompile(`\b[0-9a-f]{10,}\b|\b[0-9.]+ ?ms\b|pg_temp_[0-9]+`)
	passed := 0
	for i, sql := range statements {
		start := time.Now()
		told, allowed := besieged(t, conn, heard, i)
		took := time.Since(start)
		again, _ := besieged(t, other, overheard, i)
		switch {
		case i >= attacks && !allowed:
			t.Errorf("refused: %s\n%s", sql, told)
		case i < attacks && allowed:
			passed++
			t.Logf("allowed: %s", sql)
		}
		if steady.ReplaceAllString(told, "…") != steady.ReplaceAllString(again, "…") {
			t.Errorf("hidden values tell: %s\n%.500s\n%.500s", sql, told, again)
		}
		if strings.Contains(told, "TRAP") || strings.Contains(told, "\x1b") || strings.Contains(told, "\nNOTICE") {
			t.Errorf("%s\n%.500q", sql, told)
		}
		if took > 30*time.Second {
			t.Errorf("%s took %v", sql, took)
		}
	}
	if err := owner.QueryRow(t.Context(), state).Scan(&after); err != nil || before != after {
		t.Errorf("%v: before %s, after %s", err, before, after)
	}
	t.Logf("%d of %d attacks ran", passed, attacks)
}
