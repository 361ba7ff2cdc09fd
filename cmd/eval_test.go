package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pgask/pgask/cmd/cli"
)

func TestEvalExplain(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	questions := h.file("questions.jsonl", `{"id": "a", "db": "shop", "question": "how many customers are there?"}
{"id": 2, "db": "shop", "question": "flurbs per wibble"}
{"id": "d", "db": "shop", "question": "show returns"}
`)
	explain := func(id string) (int, string, string) {
		return h.pgask(t.Context(), "", "eval", "--dsn", h.dsn, "--questions", questions, "--explain", id, "--engine", "builtin")
	}
	for id, want := range map[string][]string{
		"a": {"question    how many customers are there?\n", "“customers” → relation customers (1.00)\n", "reading ", "confidence  0.9", "sql         SELECT count(*)"},
		"2": {"unplaced    flurbs, per, wibble\n", "silent      QA002 Nothing here explains"},
		"d": {"asked back  “returns” fits more than one table", "1. order_returns"},
	} {
		code, out, errOut := explain(id)
		for _, w := range want {
			if code != cli.OK || !strings.Contains(out, w) {
				t.Errorf("%s: exit %d, no %q in\n%s%s", id, code, w, out, errOut)
			}
		}
	}
	if code, out, errOut := explain("nosuch"); code != cli.Usage || out != "" || !strings.Contains(errOut, "no question has the id nosuch") {
		t.Errorf("exit %d: %s%s", code, out, errOut)
	}
}

func TestEvalConfidence(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	doubts, reasons := filepath.Join(h.dir, "doubts.jsonl"), filepath.Join(h.dir, "reasons.jsonl")
	code, out, errOut := h.pgask(t.Context(), `{"id": 7, "db": "shop", "question": "how many customers are there?"}
{"id": 8, "db": "shop", "question": "flurbs"}`, "eval", "--dsn", h.dsn, "--questions", "-", "--out", "-", "--confidence", doubts, "--reasons", reasons, "--engine", "builtin")
	data, err := os.ReadFile(doubts)
	if err != nil || !strings.HasPrefix(string(data), `{"id":7,"confidence":0.9`) {
		t.Errorf("%v: %s", err, data)
	}
	data, err = os.ReadFile(reasons)
	if want := `{"id":8,"question":"flurbs","message":"Nothing here explains “flurbs”.","unplaced":["flurbs"]}` + "\n"; err != nil || string(data) != want {
		t.Errorf("%v: %s, want %s", err, data, want)
	}
	if code != cli.OK || !strings.HasPrefix(out, `{"id":7,"sql":"SELECT `) || !strings.HasSuffix(out, `{"id":8,"sql":null,"sqlstate":"QA002"}`+"\n") ||
		!strings.Contains(errOut, "     1 Nothing here explains “…”.\n       flurbs\n") {
		t.Errorf("exit %d\n%s%s", code, out, errOut)
	}
}
