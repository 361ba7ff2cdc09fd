package translate

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
)

// changing is a database that its owner changes while somebody else asks about it.
type changing struct {
	*desk
	owner *pgconn.PgConn
	model *scripted
}

func setupChanging(t *testing.T) *changing {
	t.Helper()
	database := sandboxtest.Empty(t)
	connect := func(role string) *pgconn.PgConn {
		pg, err := pgconn.Connect(t.Context(), sandboxtest.Server(t).URL(database, role))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = pg.Close(context.Background()) })
		return pg
	}
	c := &changing{owner: connect(sandbox.Superuser), model: &scripted{}}
	c.change(t, "DO $$ BEGIN CREATE ROLE facts_reader LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$")
	c.change(t, `CREATE TABLE orders (id int, status text); INSERT INTO orders VALUES (1, 'Paid');
		CREATE VIEW totals AS SELECT count(*) AS n FROM orders;
		CREATE FUNCTION mine(text) RETURNS text LANGUAGE sql AS 'SELECT $1';
		GRANT SELECT ON orders, totals TO facts_reader`)
	agent, err := New(Config{Engine: EngineModel, Model: c.model, MaxAttempts: 1})
	if err != nil {
		t.Fatal(err)
	}
	reader := connect("facts_reader")
	c.desk = &desk{agent, reader, &runner{conn: borrow.New(reader)}}
	return c
}

func (c *changing) change(t *testing.T, sql string) {
	t.Helper()
	if _, err := c.owner.Exec(t.Context(), sql).ReadAll(); err != nil {
		t.Fatal(err)
	}
}

// outcome of a question that the model translates into that plan: the SQL that ran, or the refusal.
func (c *changing) outcome(t *testing.T, question, plan string) string {
	t.Helper()
	c.model.answers = []any{planned(plan)}
	c.runner.ran = nil
	answer, _, err := c.ask(t, Question{Text: question})
	var e *Error
	switch {
	case errors.As(err, &e):
		return e.Code + " " + e.Message
	case err != nil:
		t.Fatal(err)
	case answer.Clarification != nil:
		return "asks " + answer.Clarification.Message
	}
	return c.runner.ran[len(c.runner.ran)-1].SQL
}

const (
	readTotals   = `{"select": [{"expr": "t.n"}], "from": {"table": "totals", "alias": "t"}}`
	lowerStatus  = `{"select": [{"expr": "lower(o.status)", "as": "s"}], "from": {"table": "orders", "alias": "o"}}`
	equalStatus  = `{"select": [{"expr": "o.id"}], "from": {"table": "orders", "alias": "o"}, "where": ["o.status = 'Paid'"]}`
	escapingView = `CREATE OR REPLACE VIEW totals AS SELECT count(*) AS n FROM orders WHERE set_config('transaction_read_only', NULL, true) IS NULL`
	typedLower   = `CREATE FUNCTION lower(varchar) RETURNS text LANGUAGE sql AS 'SELECT ''hijacked'''`
	typedEquals  = `CREATE FUNCTION equal(varchar, varchar) RETURNS boolean LANGUAGE sql AS 'SELECT true';
		CREATE OPERATOR = (LEFTARG = varchar, RIGHTARG = varchar, FUNCTION = equal)`
)

// TestChangedBeforeTheRun: a view, a function or an operator that changes after a statement was made is seen before the
// statement runs again, whether the catalog can be read as a whole or only what the statement names.
func TestChangedBeforeTheRun(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, plan, change string
		want               string // of the question asked again, in a transaction, so on the caller's own path
	}{
		{"nothing", readTotals, "SELECT 1", "SELECT t.n FROM public.totals"},
		{"something else", readTotals, "CREATE TABLE another (id int)", "SELECT t.n FROM public.totals"},
		{"view", readTotals, escapingView, "QA003"},
		{"view is gone", readTotals, "DROP VIEW totals", ""},
		{"view is a foreign table", readTotals, `DROP VIEW totals; CREATE EXTENSION file_fdw; CREATE SERVER s FOREIGN DATA WRAPPER file_fdw;
			CREATE FOREIGN TABLE totals (n bigint) SERVER s OPTIONS (filename '/dev/null'); GRANT SELECT ON totals TO facts_reader`, "QA003"},
		{"policy", equalStatus, `ALTER TABLE orders ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON orders USING (mine(status) = 'x')`, "guard.functions"},
		{"function", lowerStatus, typedLower, "redefined"},
		{"operator", equalStatus, typedEquals, "redefined"},
	} {
		for _, partly := range []bool{false, true} {
			name := tt.name
			if partly {
				name += ", catalog unreadable"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				c := setupChanging(t)
				if _, err := c.pg.Exec(t.Context(), "BEGIN").ReadAll(); err != nil {
					t.Fatal(err)
				}
				if got := c.outcome(t, "first", tt.plan); !strings.HasPrefix(got, "SELECT") {
					t.Fatalf("before any change: %s", got)
				}
				if _, err := c.pg.Exec(t.Context(), "COMMIT").ReadAll(); err != nil {
					t.Fatal(err)
				}
				if partly {
					c.change(t, "REVOKE SELECT ON pg_catalog.pg_stats FROM PUBLIC")
				}
				c.change(t, tt.change)
				if _, err := c.pg.Exec(t.Context(), "BEGIN").ReadAll(); err != nil {
					t.Fatal(err)
				}
				got := c.outcome(t, "second", tt.plan)
				if !strings.Contains(got, tt.want) || tt.want == "" && strings.HasPrefix(got, "SELECT") {
					t.Errorf("got %s, want %s", got, tt.want)
				}
				if strings.Contains(got, "catalog has changed") {
					t.Errorf("refused although what it names could be read: %s", got)
				}
			})
		}
	}
}

// TestStaleIsNoProof: when nothing about the names can be read, the statement is refused.
func TestStaleIsNoProof(t *testing.T) {
	t.Parallel()
	c := setupChanging(t)
	if got := c.outcome(t, "first", readTotals); !strings.HasPrefix(got, "SELECT") {
		t.Fatal(got)
	}
	c.change(t, "REVOKE SELECT ON pg_catalog.pg_language FROM PUBLIC; CREATE TABLE another (id int)")
	if got := c.outcome(t, "second", readTotals); strings.HasPrefix(got, "SELECT") {
		t.Errorf("it ran: %s", got)
	}
}
