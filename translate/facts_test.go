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
	"github.com/pgask/pgask/translate/schema"
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
	c.model.answers = []any{wrote(plan)}
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
	readTotals   = `SELECT t.n FROM totals t`
	lowerStatus  = `SELECT lower(o.status) AS s FROM orders o`
	equalStatus  = `SELECT o.id FROM orders o WHERE o.status = 'Paid'`
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

// TestWithheld: what the configuration forbids is in no prompt and no answer about the catalog, and of a masked column
// there is its name and type. Statements that show either are refused, whoever wrote them.
func TestWithheld(t *testing.T) {
	t.Parallel()
	c := setupChanging(t)
	c.change(t, `CREATE TABLE people (id int PRIMARY KEY, code text UNIQUE, email text, city text);
		COMMENT ON COLUMN people.email IS 'such as zaphod@example.org';
		INSERT INTO people SELECT g, 'code' || g, 'zaphod' || g % 3 || '@example.org', 'Oslo' FROM generate_series(1, 50) g;
		CREATE TABLE wages (person int REFERENCES people, amount int);
		GRANT SELECT ON people, wages TO facts_reader`)
	cfg := c.agent.cfg
	cfg.Guard.DeniedTables, cfg.Guard.DeniedColumns = []string{"wages"}, []string{"people.code"}
	cfg.Guard.MaskedColumns = []string{"email"}
	cfg.Share = schema.Share{Level: schema.Values}
	agent, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, analysed := range []bool{false, true} { // without statistics the tables are probed
		if analysed {
			c.change(t, "ANALYZE; COMMENT ON TABLE people IS 'now with statistics'")
		}
		c.desk.agent = agent
		people := func(expr string) string {
			return `SELECT ` + expr + ` AS x FROM people p`
		}
		if got := c.outcome(t, "where do people live", people("p.city")); !strings.HasPrefix(got, "SELECT p.city") {
			t.Errorf("what is neither: %s", got)
		}
		prompt := c.model.prompts[len(c.model.prompts)-1].User
		if !strings.Contains(prompt, "Oslo") || !strings.Contains(prompt, "email") {
			t.Errorf("the prompt lacks what it may show:\n%s", prompt)
		}
		for _, word := range []string{"wages", "code", "zaphod"} {
			if strings.Contains(prompt, word) {
				t.Errorf("the prompt holds %q:\n%s", word, prompt)
			}
		}
		for plan, want := range map[string]string{
			people("count(p.email)"):       "SELECT count(p.email)",
			people("max(p.email)"):         "masked",
			people("p.code"):               "QA003",
			"SELECT w.amount FROM wages w": "QA003",
		} {
			if got := c.outcome(t, "something about "+plan, plan); !strings.Contains(got, want) || want != "SELECT count(p.email)" && strings.HasPrefix(got, "SELECT") {
				t.Errorf("%s: got %s, want %s", plan, got, want)
			}
		}
	}
	answer, _, err := c.ask(t, Question{Text: "which tables are there?"})
	if err != nil || strings.Contains(answer.Statement.SQL, "wages") || !strings.Contains(answer.Statement.SQL, "people") {
		t.Errorf("%+v, %v", answer, err)
	}
}

// TestCartesian: at the ceiling that the configuration has when nobody sets it, an accidental product of big tables is
// refused before it runs, and a report over them passes.
func TestCartesian(t *testing.T) {
	t.Parallel()
	c := setupChanging(t)
	c.change(t, `CREATE TABLE big AS SELECT g AS id, g % 100 AS kind FROM generate_series(1, 200000) g; ANALYZE big;
		GRANT SELECT ON big TO facts_reader`)
	cfg := c.agent.cfg
	cfg.MaxCost = 1e8
	agent, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	c.desk.agent = agent
	joined := func(on string) string {
		return "SELECT a.kind, count(*) AS n FROM big a JOIN big b ON " + on + " GROUP BY a.kind"
	}
	if got := c.outcome(t, "each with all others", joined("a.id <> b.id")); !strings.HasPrefix(got, CodeBudget) {
		t.Errorf("a product: %s", got)
	}
	if got := c.outcome(t, "each with itself", joined("a.id = b.id")); !strings.HasPrefix(got, "SELECT") {
		t.Errorf("a join: %s", got)
	}
}
