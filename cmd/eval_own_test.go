package cmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/eval"
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
	if code, _, errOut := h.pgask(t.Context(), "", "eval", "run", "--dsn", h.dsn, "--questions", set, "--out", answers, "--engine", "builtin"); code != exitOK {
		t.Fatalf("exit %d: %s", code, errOut)
	}
	code, out, errOut := h.pgask(t.Context(), "", "eval", "score", "--dsn", h.dsn, "--questions", set, "--details", details, answers)
	t.Log("\n" + out)
	counts := regexp.MustCompile(`(?m)^ *all +15 +\d+ +(\d+) +\d+ +(\d+) +(\d+) `).FindStringSubmatch(out)
	if code != exitOK || counts == nil {
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
	if code != exitOK || !strings.Contains(out, "right → silent: "+counts[1]) || !strings.Contains(out, fmt.Sprintf("asked → silent: %d", asked+1)) {
		t.Errorf("exit %d: %s%s", code, out, errOut)
	}
	for _, form := range []string{"--normal=false", "--normal"} {
		code, out, errOut = h.pgask(t.Context(), "", "eval", "algebra", "--dsn", h.dsn, "--questions", set, form)
		if code != exitOK || !regexp.MustCompile(`all +15 of +15 +1\.000`).MatchString(out) {
			t.Errorf("%s: exit %d: %s%s", form, code, out, errOut)
		}
	}
	for linker := range eval.Linkers {
		code, out, errOut = h.pgask(t.Context(), "", "eval", "recall", "--dsn", h.dsn, "--questions", set, "--linker", linker)
		if code != exitOK || !strings.Contains(out, "spoken relations") {
			t.Errorf("%s: exit %d: %s%s", linker, code, out, errOut)
		}
	}
}

// TestEvalOwnReadings holds how many questions about two companies that nobody has the second design of the translator reads rightly at
// least: among its readings, and as the first. They were written before it, and it was not made for them.
func TestEvalOwnReadings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		db           string
		among, first float64
	}{{"vet", 0.65, 0.50}, {"hire", 0.42, 0.25}} {
		t.Run(tt.db, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			dsn := sandboxtest.Server(t).URL(sandboxtest.Empty(t), sandbox.Superuser)
			script, err := os.ReadFile(filepath.Join("..", "eval", "own", tt.db+".sql"))
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
			set := filepath.Join("..", "eval", "own", tt.db+".jsonl")
			code, out, errOut := h.pgask(t.Context(), "", "eval", "readings", "--dsn", dsn, "--questions", set)
			counts := regexp.MustCompile(`^40 answerable questions; right among 1: ([\d.]+); .*right among 50: ([\d.]+)`).FindStringSubmatch(out)
			if code != exitOK || counts == nil {
				t.Fatalf("exit %d: %s%s", code, out, errOut)
			}
			first, _ := strconv.ParseFloat(counts[1], 64)
			if among, _ := strconv.ParseFloat(counts[2], 64); among < tt.among || first < tt.first {
				t.Errorf("%.3f among its readings, %.3f first; at least %.2f and %.2f", among, first, tt.among, tt.first)
			}
		})
	}
}

func TestEvalLeavesFrozenDatabasesOut(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	in := `{"id": 1, "db": "real_f1", "question": "how many customers are there?"}` + "\n" + `{"id": 2, "db": "shop", "question": "how many customers are there?"}`
	code, out, errOut := h.pgask(t.Context(), in, "eval", "--dsn", h.dsn, "--questions", "-", "--out", "-", "--engine", "builtin")
	if code != exitOK || strings.Contains(out, `"id":1`) || !strings.Contains(errOut, "1 of 2 questions left out") {
		t.Errorf("exit %d: %s%s", code, out, errOut)
	}
	code, out, errOut = h.pgask(t.Context(), in, "eval", "--dsn", h.dsn, "--questions", "-", "--out", "-", "--engine", "builtin", "--frozen")
	if code != exitOK || !strings.Contains(out, `"id":1`) || strings.Contains(errOut, "left out") {
		t.Errorf("exit %d: %s%s", code, out, errOut)
	}
}
