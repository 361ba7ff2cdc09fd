package eval

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate"
)

func made(list ...string) *rows {
	r := &rows{}
	for _, line := range list {
		cells := strings.Fields(line)
		r.columns = len(cells)
		r.cells = append(r.cells, cells)
	}
	return r
}

func TestMatches(t *testing.T) {
	t.Parallel()
	want := made("a 1", "b 2", "b 2")
	for name, tt := range map[string]struct {
		got                      *rows
		ordered, lenient, strict bool
	}{
		"the same":               {made("a 1", "b 2", "b 2"), true, true, true},
		"another order":          {made("b 2", "a 1", "b 2"), false, true, true},
		"another order counts":   {made("b 2", "b 2", "a 1"), true, false, false},
		"without duplicates":     {made("a 1", "b 2"), false, true, false},
		"columns exchanged":      {made("1 a", "2 b", "2 b"), false, true, true},
		"a column more":          {made("x a 1", "y b 2", "z b 2"), false, true, false},
		"a column less":          {made("a", "b", "b"), false, false, false},
		"a row less":             {made("a 1"), false, false, false},
		"a row more":             {made("a 1", "b 2", "c 3"), false, false, false},
		"pairs that are crossed": {made("a 2", "b 1", "b 2"), false, false, false},
	} {
		w := &wanted{rows: want, n: 3, blocks: [][][]string{want.cells}}
		if tt.ordered {
			w.blocks = [][][]string{want.cells[:1], want.cells[1:]}
		}
		if lenient, strict := w.matches(tt.got, tt.ordered); lenient != tt.lenient || strict != tt.strict {
			t.Errorf("%s: lenient %v, strict %v", name, lenient, strict)
		}
	}
}

func TestTiesAtTheCut(t *testing.T) {
	t.Parallel()
	all := made("a", "b", "c")
	w := &wanted{rows: made("a", "b"), n: 2, blocks: [][][]string{all.cells[:1], all.cells[1:]}} // b and c tie for the second place
	for got, want := range map[string]bool{"a b": true, "a c": true, "a b c": true, "a": false, "b c": false, "c a": false} {
		if lenient, _ := w.matches(made(strings.Fields(got)...), true); lenient != want {
			t.Errorf("%s: %v", got, lenient)
		}
	}
}

func TestValuesThatPeopleCallEqual(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b  uint32
		x, y  string
		equal bool
	}{
		{integer, numeric, "3", "3.00000", true},
		{float8, numeric, "0.33333333", "0.3333", true},
		{float8, integer, "-0", "0", true},
		{date, timestamp, "2024-01-31", "2024-01-31 00:00:00", true},
		{timestamptz, timestamp, "2024-01-31 02:00:00.5+02", "2024-01-31 00:00:00.5", true},
		{interval, interval, "1 day 01:00:00", "25:00:00", true},
		{jsonText, integer, "3", "3", true},
		{1007, 1231, "{1,2}", "{1.0,2.00}", true},
		{integer, 25, "3", "3", false},
		{boolean, 25, "t", "t", false},
		{25, 25, "Rome", "rome", false},
	} {
		if got := normal(tt.a, []byte(tt.x)) == normal(tt.b, []byte(tt.y)); got != tt.equal {
			t.Errorf("%s of %d and %s of %d: %v", tt.x, tt.a, tt.y, tt.b, got)
		}
	}
	if normal(25, nil) == normal(25, []byte("")) {
		t.Error("nothing is an empty text")
	}
}

func TestBandsAndBootstrap(t *testing.T) {
	t.Parallel()
	var all []Result
	for i := range 40 {
		r := Result{Question: &Question{}, DB: string(rune('a' + i%4)), Outcome: Right, Confidence: .96}
		if i%4 == 0 {
			r.Outcome, r.Confidence = Wrong, .6
		}
		all = append(all, r)
	}
	precision, coverage := bootstrap(all, 1)
	if again, _ := bootstrap(all, 1); again != precision {
		t.Error("the same seed draws something else")
	}
	if precision[0] >= .75 || precision[1] <= .75 || coverage != [2]float64{1, 1} {
		t.Error(precision, coverage)
	}
	if a, b := band(&all[0]), band(&all[1]); a != "0.50 to 0.70" || b != "0.95 to 0.99" {
		t.Error(a, b)
	}
	if !math.IsNaN((Tally{}).Precision()) {
		t.Error("a precision without answers")
	}
}

// TestACrashIsAResult holds that a translator that panics on a question ends neither the run nor the process.
func TestACrashIsAResult(t *testing.T) {
	t.Parallel()
	var progress bytes.Buffer
	r := &Run{Progress: &progress, Databases: &Databases{DSN: "postgres://127.0.0.1:1/%s"}, Timeout: 1e9}
	r.Translator = func(_ context.Context, _ *pgconn.PgConn, q translate.Question, _ translate.Runner) (*translate.Answer, translate.Trace, error) {
		panic("out of range")
	}
	_, _, err := r.put(t.Context(), nil, Question{ID: `"a"`, Text: "q"})
	if err == nil || !strings.Contains(err.Error(), "crashed: out of range") || !strings.Contains(progress.String(), "goroutine") {
		t.Errorf("%v: %s", err, progress.String())
	}
}
