package builtin_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/draft/builtin"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

var update = flag.Bool("update", false, "write what is read now into testdata/examples.txt")

// museum is the database of testdata/museum.sql with its model.
type museum struct {
	conn  *pgconn.PgConn
	model *semantic.Model
}

func open(t *testing.T) *museum {
	t.Helper()
	return load(t, "testdata/museum.sql")
}

// load makes a database of its own of a script.
func load(t testing.TB, name string) *museum {
	t.Helper()
	script, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgconn.Connect(t.Context(), sandboxtest.Server(t).URL(sandboxtest.Empty(t), sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	if _, err := conn.Exec(t.Context(), string(script)+"; ANALYZE").ReadAll(); err != nil {
		t.Fatal(err)
	}
	b := borrow.New(conn)
	print, err := schema.Fingerprint(t.Context(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	snap, err := schema.Extract(t.Context(), b, print)
	if err != nil {
		t.Fatal(err)
	}
	return &museum{conn, semantic.Of(snap, true)}
}

func (m *museum) read(question string) *builtin.Result {
	return builtin.Of(m.model).Read(link.Of(m.model).Read(question, nil), 12)
}

// rows returns what the first reading of a question returns: rows with spaces, separated by semicolons.
func (m *museum) rows(t *testing.T, question string) string {
	t.Helper()
	res := m.read(question)
	if len(res.Readings) == 0 {
		return "nothing"
	}
	sql, err := plan.Synthesise(res.Readings[0].Plan)
	if err != nil {
		return err.Error()
	}
	got := m.conn.ExecParams(t.Context(), sql, nil, nil, nil, nil).Read()
	if got.Err != nil {
		return got.Err.Error()
	}
	var all []string
	for _, r := range got.Rows {
		var cells []string
		for _, c := range r {
			cells = append(cells, string(c))
		}
		all = append(all, strings.Join(cells, " "))
	}
	return strings.Join(all, "; ")
}

// TestExamples holds the readings of example questions: a line of testdata/examples.txt is a question and its rows,
// and below it the reading.
func TestExamples(t *testing.T) {
	t.Parallel()
	m := open(t)
	text, err := os.ReadFile("testdata/examples.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		question, _, _ := strings.Cut(strings.TrimRight(line, "\n"), " =>")
		if question == "" || strings.HasPrefix(line, "  ") {
			continue
		}
		fmt.Fprintf(&out, "%s => %s\n", question, m.rows(t, question))
		if res := m.read(question); len(res.Readings) > 0 {
			fmt.Fprintf(&out, "    %s\n", algebra.Say(res.Readings[0].Set))
		}
	}
	if *update {
		if err := os.WriteFile("testdata/examples.txt", []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, got := strings.Split(string(text), "\n"), strings.Split(out.String(), "\n")
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Fatalf("line %d:\ngot  %s\nwant %s", i+1, got[min(i, len(got)-1)], want[min(i, len(want)-1)])
		}
	}
}

// TestHostile holds that no question takes more steps than there may be, whatever it repeats, and that none crashes.
func TestHostile(t *testing.T) {
	t.Parallel()
	m := open(t)
	var wait sync.WaitGroup
	for _, q := range []string{"", "?", "\x00", strings.Repeat("name ", 150), strings.Repeat("paintings of artists ", 50), strings.Repeat("'", 99),
		strings.Repeat("price more than 3 and ", 30), strings.Repeat("not ", 159), strings.Repeat("Lisbon or ", 70), "%s %d \\", strings.Repeat("1", 3999)} {
		wait.Go(func() {
			if res := m.read(q); res.Steps > chart.MaxSteps {
				t.Errorf("%.20q took %d steps", q, res.Steps)
			}
		})
	}
	wait.Wait()
}

// TestConcurrent holds that one reader serves several questions at once and reads each as it does alone.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	m := open(t)
	const question = "names of artists from Portugal with more than 1 painting"
	alone := algebra.Say(m.read(question).Readings[0].Set)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if got := algebra.Say(m.read(question).Readings[0].Set); got != alone {
				t.Errorf("got %s, want %s", got, alone)
			}
		})
	}
	wait.Wait()
}

// TestSilence holds that a question with words that nothing explains names them, and is answered with little
// confidence if at all.
func TestSilence(t *testing.T) {
	t.Parallel()
	m := open(t)
	for question, word := range map[string]string{
		"paintings with flurbs": "flurbs", "paintings by insurance premium": "insurance", "which artists are bankrupt": "bankrupt",
	} {
		res := m.read(question)
		if res.Confidence > 0.5 || !strings.Contains(strings.Join(res.Unplaced, " "), word) {
			t.Errorf("%s: confidence %.2f, unplaced %v", question, res.Confidence, res.Unplaced)
		}
	}
}
