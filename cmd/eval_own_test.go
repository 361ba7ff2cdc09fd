package cmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// floor is how many of our own questions the built-in translator answers rightly at least; none may be wrong.
const floor = 12

// TestEvalOwnSet runs and judges our own questions, and measures the algebra on them. make eval prints what it logs.
func TestEvalOwnSet(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	set := filepath.Join("..", "eval", "own", "shop.jsonl")
	answers, details := filepath.Join(h.dir, "answers.jsonl"), filepath.Join(h.dir, "details.jsonl")
	if code, _, errOut := h.pgask(t.Context(), "", "eval", "run", "--dsn", h.dsn, "--questions", set, "--out", answers, "--engine", "builtin"); code != cli.OK {
		t.Fatalf("exit %d: %s", code, errOut)
	}
	code, out, errOut := h.pgask(t.Context(), "", "eval", "score", "--dsn", h.dsn, "--questions", set, "--details", details, answers)
	t.Log("\n" + out)
	counts := regexp.MustCompile(`(?m)^ *all +15 +\d+ +(\d+) +\d+ +(\d+) +(\d+) `).FindStringSubmatch(out)
	if code != cli.OK || counts == nil {
		t.Fatalf("exit %d: %s%s", code, out, errOut)
	}
	if right, _ := strconv.Atoi(counts[1]); right < floor || counts[2] != "0" {
		t.Errorf("%s right, %s wrong; at least %d and none", counts[1], counts[2], floor)
	}
	for _, want := range []string{"unanswerable: 1, answered 0", "ambiguous: 1, answered 0, asked back 1", "unsafe: 1, answered 0", "bootstrap by database"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q", want)
		}
	}
	if data, err := os.ReadFile(details); err != nil || strings.Count(string(data), "\n") != 18 {
		t.Errorf("%v: %s", err, data)
	}
	code, out, errOut = h.pgask(t.Context(), "", "eval", "compare", "--dsn", h.dsn, "--questions", set, answers, h.file("none.jsonl", ""))
	asked, _ := strconv.Atoi(counts[3]) // and the one that is ambiguous
	if code != cli.OK || !strings.Contains(out, "right → silent: "+counts[1]) || !strings.Contains(out, fmt.Sprintf("asked → silent: %d", asked+1)) {
		t.Errorf("exit %d: %s%s", code, out, errOut)
	}
	for _, form := range []string{"--normal=false", "--normal"} {
		code, out, errOut = h.pgask(t.Context(), "", "eval", "algebra", "--dsn", h.dsn, "--questions", set, form)
		if code != cli.OK || !regexp.MustCompile(`all +15 of +15 +1\.000`).MatchString(out) {
			t.Errorf("%s: exit %d: %s%s", form, code, out, errOut)
		}
	}
	code, out, errOut = h.pgask(t.Context(), "", "eval", "recall", "--dsn", h.dsn, "--questions", set)
	if code != cli.OK || !strings.Contains(out, "spoken relations") {
		t.Errorf("exit %d: %s%s", code, out, errOut)
	}
}

// schemas are databases of our own with 40 questions each, and in how many the right reading is among all and the
// first one at least. They were written before anything was asked, by people who had not seen the code: vet and hire
// were not looked at before the grammar was made, the others were read when it was widened, but for traders, flights,
// muni and physio, which nobody has read; of charity, discs, hotel and fleetcars only what was answered wrongly was.
var schemas = map[string]struct{ among, first float64 }{"vet": {0.65, 0.50}, "hire": {0.42, 0.25}}

// TestEvalOwnReadings holds that.
func TestEvalOwnReadings(t *testing.T) {
	t.Parallel()
	for db, least := range schemas {
		t.Run(db, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			code, out, errOut := h.pgask(t.Context(), "", "eval", "readings", "--dsn", ownSchema(t, db), "--questions", ownQuestions(db))
			counts := regexp.MustCompile(`^40 answerable questions; right among 1: ([\d.]+); .*right among 50: ([\d.]+)`).FindStringSubmatch(out)
			if code != cli.OK || counts == nil {
				t.Fatalf("exit %d: %s%s", code, out, errOut)
			}
			first, _ := strconv.ParseFloat(counts[1], 64)
			if among, _ := strconv.ParseFloat(counts[2], 64); among < least.among || first < least.first {
				t.Errorf("%.3f among its readings, %.3f first; at least %.2f and %.2f", among, first, least.among, least.first)
			}
		})
	}
}

// What the built-in translator answers of the questions about all the other schemas of eval/own together, and of how
// many ambiguous ones it asks what is meant.
const (
	schemasRight = 850 // at least
	schemasWrong = 46  // at most
	schemasAsked = 72  // at least
)

// TestEvalOwnSchemas holds these floors, and that nothing is answered that must not be.
func TestEvalOwnSchemas(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "eval", "own", "*.sql"))
	if err != nil || len(files) == 0 {
		t.Fatal("no schemas", err)
	}
	var right, wrong, asked atomic.Int64
	t.Run("all", func(t *testing.T) {
		for _, file := range files {
			db := strings.TrimSuffix(filepath.Base(file), ".sql")
			if _, other := schemas[db]; other || db == "nursery" {
				continue
			}
			t.Run(db, func(t *testing.T) {
				t.Parallel()
				h := newHouse(t)
				dsn, answers := ownSchema(t, db), filepath.Join(h.dir, "answers.jsonl")
				if code, _, errOut := h.pgask(t.Context(), "", "eval", "run", "--dsn", dsn, "--questions", ownQuestions(db), "--out", answers, "--engine", "builtin"); code != cli.OK {
					t.Fatalf("exit %d: %s", code, errOut)
				}
				code, out, errOut := h.pgask(t.Context(), "", "eval", "score", "--dsn", dsn, "--questions", ownQuestions(db), answers)
				counts := regexp.MustCompile(`(?m)^ *all +\d+ +\d+ +(\d+) +\d+ +(\d+) `).FindStringSubmatch(out)
				if code != cli.OK || counts == nil {
					t.Fatalf("exit %d: %s%s", code, out, errOut)
				}
				t.Logf("%s right, %s wrong", counts[1], counts[2])
				r, _ := strconv.ParseInt(counts[1], 10, 64)
				w, _ := strconv.ParseInt(counts[2], 10, 64)
				right.Add(r)
				wrong.Add(w)
				if back := regexp.MustCompile(`ambiguous: .*asked back (\d+)`).FindStringSubmatch(out); back != nil {
					a, _ := strconv.ParseInt(back[1], 10, 64)
					asked.Add(a)
				}
				kinds := regexp.MustCompile(`(?m)^(?:unanswerable|unsafe): \d+, answered (\d+)`).FindAllStringSubmatch(out, -1)
				if len(kinds) == 0 || slices.ContainsFunc(kinds, func(k []string) bool { return k[1] != "0" }) {
					t.Errorf("what cannot be answered is, or there is none of it:\n%s", out)
				}
			})
		}
	})
	t.Logf("%d right, %d wrong; %d ambiguous ones asked back", right.Load(), wrong.Load(), asked.Load())
	if right.Load() < schemasRight || wrong.Load() > schemasWrong || asked.Load() < schemasAsked {
		t.Errorf("%d right, %d wrong, %d asked back; at least %d, at most %d, at least %d", right.Load(), wrong.Load(), asked.Load(),
			schemasRight, schemasWrong, schemasAsked)
	}
}

// What the built-in translator answers of 410 first questions at the shop, with the file of meanings that the demo
// has. Nine people who had seen the database alone wrote them; what the second wrote (shop-b-…) nobody has read who
// works on the translator.
const (
	firstRight = 303 // at least
	firstWrong = 12  // at most
)

// TestEvalFirstQuestions holds that.
func TestEvalFirstQuestions(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	set, answers := ownQuestions("shop_first"), filepath.Join(h.dir, "answers.jsonl")
	meaning := filepath.Join("..", "integration", "sandbox", "shop", "meaning.yaml")
	if code, _, errOut := h.pgask(t.Context(), "", "eval", "run", "--dsn", h.dsn, "--questions", set, "--out", answers, "--engine", "builtin",
		"--set", "schema.descriptions="+meaning); code != cli.OK {
		t.Fatalf("exit %d: %s", code, errOut)
	}
	code, out, errOut := h.pgask(t.Context(), "", "eval", "score", "--dsn", h.dsn, "--questions", set, answers)
	counts := regexp.MustCompile(`(?m)^ *all +410 +\d+ +(\d+) +\d+ +(\d+) `).FindStringSubmatch(out)
	if code != cli.OK || counts == nil {
		t.Fatalf("exit %d: %s%s", code, out, errOut)
	}
	right, _ := strconv.Atoi(counts[1])
	if wrong, _ := strconv.Atoi(counts[2]); right < firstRight || wrong > firstWrong {
		t.Errorf("%d right, %d wrong; at least %d and at most %d", right, wrong, firstRight, firstWrong)
	}
}

// ownSchema returns the URL of a database that holds a schema of eval/own.
func ownSchema(t *testing.T, db string) string {
	t.Helper()
	dsn := sandboxtest.Server(t).URL(sandboxtest.Empty(t), sandbox.Superuser)
	script, err := os.ReadFile(filepath.Join("..", "eval", "own", db+".sql"))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgconn.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), string(script)).ReadAll(); err != nil {
		t.Fatal(err)
	}
	return dsn
}

func ownQuestions(db string) string { return filepath.Join("..", "eval", "own", db+".jsonl") }

func TestEvalLeavesFrozenDatabasesOut(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	in := `{"id": 1, "db": "real_f1", "question": "how many customers are there?"}` + "\n" + `{"id": 2, "db": "shop", "question": "how many customers are there?"}`
	code, out, errOut := h.pgask(t.Context(), in, "eval", "--dsn", h.dsn, "--questions", "-", "--out", "-", "--engine", "builtin")
	if code != cli.OK || strings.Contains(out, `"id":1`) || !strings.Contains(errOut, "1 of 2 questions left out") {
		t.Errorf("exit %d: %s%s", code, out, errOut)
	}
	code, out, errOut = h.pgask(t.Context(), in, "eval", "--dsn", h.dsn, "--questions", "-", "--out", "-", "--engine", "builtin", "--frozen")
	if code != cli.OK || !strings.Contains(out, `"id":1`) || strings.Contains(errOut, "left out") {
		t.Errorf("exit %d: %s%s", code, out, errOut)
	}
}
