package builtin

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// world is a small database of some trade, in a naming style of its own.
type world struct {
	conn *pgconn.PgConn
	snap *schema.Snapshot
}

func newWorld(t *testing.T, name string) world {
	t.Helper()
	ddl, err := fs.ReadFile(careful, "testdata/worlds/"+name+".sql")
	if err != nil {
		t.Fatal(err)
	}
	return loadWorld(t, string(ddl))
}

// loadWorld makes a database of its own for the test.
func loadWorld(t *testing.T, ddl string) world {
	t.Helper()
	ctx := context.Background()
	conn, err := pgconn.Connect(ctx, sandboxtest.Server(t).URL(sandboxtest.Empty(t), sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(ctx) })
	for _, sql := range []string{ddl, "ANALYZE"} {
		if err := conn.Exec(ctx, sql).Close(); err != nil {
			t.Fatal(err)
		}
	}
	own := borrow.New(conn)
	print, err := schema.Fingerprint(ctx, own, nil)
	if err != nil {
		t.Fatal(err)
	}
	snap, err := schema.Extract(ctx, own, print)
	if err != nil {
		t.Fatal(err)
	}
	return world{conn, snap}
}

// rows are what a statement yields, as text, in any order.
func (w world) rows(t *testing.T, sql string) []string {
	t.Helper()
	results, err := w.conn.Exec(context.Background(), sql).ReadAll()
	if err != nil {
		t.Fatalf("%v in %s", err, sql)
	}
	var out []string
	for _, r := range results[0].Rows {
		out = append(out, fmt.Sprintf("%q", r))
	}
	slices.Sort(out)
	return out
}

// lookUp looks for values as whoever translates does.
func (w world) lookUp(t *testing.T, unseen []Unseen) []Seen {
	var seen []Seen
	for _, u := range unseen {
		sql := fmt.Sprintf("SELECT DISTINCT %[1]q FROM %[2]q.%[3]q WHERE lower(%[1]q) = lower('%[4]s')", u.Column, u.Schema, u.Table, strings.ReplaceAll(u.Text, "'", "''"))
		result, err := w.conn.Exec(context.Background(), sql).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		one := Seen{Unseen: u}
		for _, row := range result[0].Rows {
			one.Values = append(one.Values, string(row[0]))
		}
		seen = append(seen, one)
	}
	return seen
}

// ask translates a question, and looks up what it needs to know.
func (w world) ask(t *testing.T, question string) Result {
	t.Helper()
	r := Translate(Request{Question: question, Snapshot: w.snap})
	if len(r.Unseen) > 0 {
		r = Translate(Request{Question: question, Snapshot: w.snap, Seen: w.lookUp(t, r.Unseen)})
	}
	return r
}

// TestWorlds asks what people ask of databases that look different, and compares the rows with those of a statement
// written by hand.
func TestWorlds(t *testing.T) {
	t.Parallel()
	all := maps.Clone(worldQuestions)
	maps.Copy(all, tradeQuestions)
	for name, questions := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, name)
			for question, want := range questions {
				r := w.ask(t, question)
				if r.Plan == nil || r.Confidence < 0.5 {
					t.Errorf("%s: no answer at %.2f: %s %+v", question, r.Confidence, r.Reason, r.Ask)
					continue
				}
				sql, err := plan.Synthesise(r.Plan)
				if err != nil {
					t.Errorf("%s: %v", question, err)
					continue
				}
				got, wanted := w.rows(t, sql), w.rows(t, want)
				if len(wanted) == 0 || !slices.Equal(got, wanted) {
					t.Errorf("%s: %d rows, want %d\n%s\n%s", question, len(got), len(wanted), sql, strings.Join(got[:min(3, len(got))], "\n"))
				}
			}
		})
	}
}
