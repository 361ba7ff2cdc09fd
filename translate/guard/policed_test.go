package guard

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// told is what a client gets for a statement: its rows, in any order, or the error.
func told(t *testing.T, conn *pgconn.PgConn, v Verdict, own bool) string {
	t.Helper()
	path := ""
	if own {
		path = "SET LOCAL search_path = pg_catalog, pg_temp;"
	}
	do(t, conn, "BEGIN READ ONLY; SET LOCAL statement_timeout = '5s';"+path)
	results, err := conn.Exec(t.Context(), v.Sent).ReadAll()
	do(t, conn, "ROLLBACK")
	if err != nil {
		return err.Error()
	}
	var rows []string
	for _, r := range results[0].Rows {
		rows = append(rows, fmt.Sprintf("%q", r))
	}
	slices.Sort(rows)
	return strings.Join(rows, "\n")
}

// TestPolicedTellsNothing: under a policy no statement that is allowed, of a corpus or of the generator, has other
// rows, or another error, when values of masked and denied columns change. Which of the masked ones are equal, and
// which are NULL, may be seen.
func TestPolicedTellsNothing(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("testdata/servertree.sql")
	if err != nil {
		t.Fatal(err)
	}
	owner, reader := workshop(t, string(script))
	do(t, owner, `INSERT INTO app.orders SELECT g, g % 3, 'n' || g % 2, g * 10, g, '2024-01-01', '{a}', '{"a": 1}', 'open' FROM generate_series(1, 4) g;
		INSERT INTO app.name SELECT g, 'n' || g % 2, g, 'x' FROM generate_series(1, 3) g; INSERT INTO app.salary SELECT g, g, 'n', g FROM generate_series(1, 3) g;
		INSERT INTO app.id SELECT g, g, 'n', g FROM generate_series(1, 3) g; INSERT INTO app.p SELECT g, g, 't', '1' FROM generate_series(1, 3) g;
		INSERT INTO app.t SELECT 't', g, 'p', g FROM generate_series(1, 3) g; INSERT INTO app.parted SELECT 1, 'n', g FROM generate_series(1, 2) g;
		INSERT INTO pay.employees SELECT g, 'n' || g % 2, CASE WHEN g < 6 THEN g % 3 * 5 END, 's' || g, g % 2, '1990-01-01' FROM generate_series(1, 6) g;
		INSERT INTO pay.bonus SELECT g, g, g % 3 * 5, 's' || g, g FROM generate_series(1, 4) g; INSERT INTO pay.secret VALUES (1, 'x');
		CREATE MATERIALIZED VIEW app.m_pay AS SELECT id, salary AS total, ssn AS note, name FROM pay.employees; GRANT SELECT ON app.m_pay TO guard_reader`)
	do(t, reader, "SET search_path = app, evil, public")
	snap := snapshotFor(t, reader)
	g := mustNew(t, Policy{MaskedColumns: []string{"pay.*.salary"}, DeniedColumns: []string{"pay.*.ssn"}, DeniedTables: []string{"pay.secret"}})
	type run struct {
		sql    string
		v      Verdict
		own    bool
		before string
	}
	var runs []run
	allowed := func(sql string) {
		for _, own := range []bool{true, false} {
			if v := g.Check(sql, Facts{Snapshot: snap, OwnPath: own}); v.Decision == Allow {
				runs = append(runs, run{sql, v, own, told(t, reader, v, own)})
			}
		}
	}
	for _, b := range corpus(t, "testdata/policed.sql") {
		if b.sql == "" || strings.HasPrefix(b.sql, "--") {
			continue
		}
		want := strings.TrimSuffix(b.comments[len(b.comments)-1], " ")
		for _, own := range []bool{true, false} {
			v := g.Check(b.sql, Facts{Snapshot: snap, OwnPath: own})
			if got := strings.TrimSpace(v.Decision.String() + " " + v.Rule); got != want {
				t.Errorf("policed.sql:%d: own path %v: got %s (%s), want %s\n%s", b.line, own, got, v.Why, want, b.sql)
			}
		}
		allowed(b.sql)
	}
	made, wanted := newGenerator(77, snap.Tables), 400
	if n, err := strconv.Atoi(os.Getenv("PGASK_ORACLE")); err == nil {
		wanted = n / 10
	}
	for len(runs) < wanted {
		if sql := made.statement(); strings.Contains(sql, "pay") || strings.Contains(sql, "salary") {
			allowed(sql)
		}
	}
	do(t, owner, `UPDATE pay.employees SET salary = salary * 7 + 1000, ssn = 'other' || id * 3; UPDATE pay.bonus SET salary = salary * 7 + 1000, ssn = 'else';
		INSERT INTO pay.secret VALUES (2, 'y'), (3, 'z'); REFRESH MATERIALIZED VIEW app.m_pay`)
	rows := 0
	for _, r := range runs {
		after := told(t, reader, r.v, r.own)
		if after != "" && !strings.Contains(after, "SQLSTATE") {
			rows++
		}
		if after != r.before && after == told(t, reader, r.v, r.own) {
			t.Errorf("own path %v: %s\nbefore:\n%.300s\nafter:\n%.300s\nsent: %s", r.own, r.sql, r.before, after, r.v.Sent)
		}
	}
	t.Logf("%d statements allowed, %d with rows", len(runs), rows)
	if rows < len(runs)/4 {
		t.Errorf("only %d of %d have rows", rows, len(runs))
	}
}
