package translate

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/schema"
)

// stranger is a customer's name that the statistics do not hold.
func (d *desk) stranger(t *testing.T) string {
	t.Helper()
	if _, _, err := d.ask(t, Question{Text: "how many customers are there", Verb: SQL}); err != nil {
		t.Fatal(err)
	}
	print, err := schema.Fingerprint(t.Context(), borrow.New(d.pg), settingNames)
	if err != nil {
		t.Fatal(err)
	}
	known := d.agent.snapshots.Get("shop", print).Table("", "customers").Column("name").Profile.Values
	res, err := borrow.New(d.pg).Query(t.Context(), borrow.SQL("SELECT name FROM customers GROUP BY 1 HAVING count(*) = 1 ORDER BY 1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range res[0].Rows {
		if name := string(row[0]); !slices.Contains(known, name) && !strings.ContainsAny(name, "'-") {
			return name
		}
	}
	t.Fatal("the statistics hold every customer")
	return ""
}

func TestLookUp(t *testing.T) {
	t.Parallel()
	d := setup(t, Config{})
	name := d.stranger(t)
	question := Question{Text: "customers named '" + strings.ToUpper(name) + "'"}
	answer, trace, err := d.ask(t, question)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(answer.Statement.SQL, "'"+name+"'") || answer.Result.Rows != 1 || answer.Confidence < 0.7 || len(trace.LookedUp) == 0 {
		t.Errorf("%s: %d rows, confidence %.2f", answer.Statement.SQL, answer.Result.Rows, answer.Confidence)
	}

	masked := setup(t, Config{Guard: guard.Policy{MaskedColumns: []string{"customers.name"}}})
	if _, trace, err := masked.ask(t, question); err == nil || slices.Contains(trace.LookedUp, "public.customers.name") {
		t.Errorf("a masked column was looked through or compared: %v, %v", trace.LookedUp, err)
	}
	inside := setup(t, Config{})
	if err := inside.pg.Exec(t.Context(), "BEGIN").Close(); err != nil {
		t.Fatal(err)
	}
	answer, trace, err = inside.ask(t, question)
	if err != nil || !strings.Contains(answer.Statement.SQL, "'"+strings.ToUpper(name)+"'") || len(trace.LookedUp) > 0 {
		t.Errorf("inside a transaction: %+v, %v", answer, err)
	}
}

func TestLookUpStopsWithTheContext(t *testing.T) {
	t.Parallel()
	d := setup(t, Config{})
	d.stranger(t)
	w := &reader{caller: caller{agent: d.agent, conn: borrow.New(d.pg)}}
	print, err := schema.Fingerprint(t.Context(), w.conn, settingNames)
	if err != nil {
		t.Fatal(err)
	}
	w.snapshot = d.agent.snapshots.Get("shop", print)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if found, err := w.linksOf(ctx, "customers named 'Xenia Nobody'", true, nil); err == nil {
		t.Errorf("found %v without a context", found.found)
	}
}

// TestLookUpCutShort: what was read without knowing how the words are stored is told before it is run.
func TestLookUpCutShort(t *testing.T) {
	t.Parallel()
	d, exec := crm(t, Config{})
	exec("INSERT INTO crm_customers SELECT i, 'Miller and Sons ' || i, 'Rome' FROM generate_series(100, 3000) i; ANALYZE")
	question := Question{Text: "customers named 'MILLER AND SONS 1234'"}
	lock := func(sql string) *pgconn.PgConn {
		t.Helper()
		var database string
		r := d.pg.ExecParams(t.Context(), "SELECT current_database()", nil, nil, nil, nil).Read()
		if r.Err == nil {
			database = string(r.Rows[0][0])
		}
		pg, err := pgconn.Connect(t.Context(), sandboxtest.Server(t).URL(database, "postgres"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = pg.Close(context.Background()) })
		if err := pg.Exec(t.Context(), "BEGIN; "+sql).Close(); err != nil {
			t.Fatal(err)
		}
		return pg
	}
	owner := lock("LOCK TABLE crm_customers IN ACCESS EXCLUSIVE MODE")
	answer, trace, err := d.ask(t, question)
	if err != nil || answer.Clarification == nil || !strings.Contains(answer.Clarification.Message, "without a look at its rows") {
		t.Errorf("%+v, %v; looked in %q", answer, err, trace.LookedUp)
	}
	if err := owner.Exec(t.Context(), "ROLLBACK").Close(); err != nil {
		t.Fatal(err)
	}
	if answer, _, err := d.ask(t, question); err != nil || answer.Clarification != nil || answer.Result.Rows != 1 {
		t.Errorf("%+v, %v", answer, err)
	}
}
