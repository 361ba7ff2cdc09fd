package semantic

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/schema"
)

// judged are the kinds of facts of which testdata/*.facts list all, judged by hand. A line that begins with - is a fact
// that is true and not found; one with ! is found and not true.
var judged = []string{"label", "standing", "left out", "codes", "flag", "event", "validity", "key", "lookup", "unit", "reading",
	"name", "measure"}

// partly are those of which they list some: only what is listed must be found.
var partly = []string{"name", "measure", "lookup"}

// snapshot reads a database with the SQL of a file, as the product does.
func snapshot(tb testing.TB, sql string) *schema.Snapshot {
	tb.Helper()
	pg, err := pgconn.Connect(tb.Context(), sandboxtest.Server(tb).URL(sandboxtest.Empty(tb), "postgres"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = pg.Close(context.Background()) })
	if _, err := pg.Exec(tb.Context(), sql+";\nANALYZE;").ReadAll(); err != nil {
		tb.Fatal(err)
	}
	return read(tb, pg)
}

func read(tb testing.TB, pg *pgconn.PgConn) *schema.Snapshot {
	tb.Helper()
	conn := borrow.New(pg)
	print, err := schema.Fingerprint(tb.Context(), conn, nil)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := schema.Extract(tb.Context(), conn, print)
	if err != nil {
		tb.Fatal(err)
	}
	if s, err = schema.ReadQueries(tb.Context(), conn, print, s); err != nil {
		tb.Fatal(err)
	}
	return s
}

// What is found on schemas in several styles is what a person finds on them, but for the known exceptions.
func TestFactsOfSchemas(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.facts")
	if err != nil || len(files) == 0 {
		t.Fatal("no schemas", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".facts"), func(t *testing.T) {
			t.Parallel()
			sql, err := os.ReadFile(strings.TrimSuffix(file, ".facts") + ".sql")
			if err != nil {
				t.Fatal(err)
			}
			found := factsOf(Build(snapshot(t, string(sql)), Options{Infer: true}))
			want, missed, wrong := expected(t, file)
			for _, f := range want {
				if !slices.Contains(found, f) {
					t.Errorf("not found: %s", f)
				}
			}
			for _, f := range found {
				kind := kindOf(f)
				if !slices.Contains(judged, kind) || slices.Contains(partly, kind) || slices.Contains(want, f) || slices.Contains(wrong, f) {
					continue
				}
				t.Errorf("found: %s", f)
			}
			for _, f := range slices.Concat(missed) {
				if slices.Contains(found, f) {
					t.Errorf("found by now, so take the sign away: %s", f)
				}
			}
			for _, f := range wrong {
				if !slices.Contains(found, f) {
					t.Errorf("not found any more, so take it out: %s", f)
				}
			}
		})
	}
}

// factsOf returns the facts of a model as the files write them.
func factsOf(m *Model) []string {
	var out []string
	for _, r := range m.Relations {
		for _, f := range r.Facts() {
			at := r.Table.Name
			if f.Column != nil {
				at += "." + f.Column.Name
			}
			out = append(out, fmt.Sprintf("%s %s: %s", f.Kind, at, f.Text))
		}
	}
	return out
}

func kindOf(fact string) string {
	for _, k := range judged {
		if strings.HasPrefix(fact, k+" ") {
			return k
		}
	}
	return ""
}

func expected(t *testing.T, file string) (want, missed, wrong []string) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		switch line := s.Text(); cmp.Or(line, "#")[0] {
		case '#':
		case '-':
			missed = append(missed, line[1:])
		case '!':
			wrong = append(wrong, line[1:])
		default:
			want = append(want, line)
		}
	}
	return want, missed, wrong
}
