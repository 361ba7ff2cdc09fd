package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEvalFlags(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		o    evalOptions
		want string
	}{
		"no dsn":     {evalOptions{questions: []string{"q"}, out: "o"}, "--dsn"},
		"no file":    {evalOptions{dsn: "d", out: "o"}, "--questions"},
		"no out":     {evalOptions{dsn: "d", questions: []string{"q"}}, "--out or --explain"},
		"both":       {evalOptions{dsn: "d", questions: []string{"q"}, explain: "1", doubts: "f"}, "--confidence"},
		"reasons":    {evalOptions{dsn: "d", questions: []string{"q"}, explain: "1", reasons: "f"}, "--reasons"},
		"many":       {evalOptions{dsn: "d", questions: []string{"q"}, out: "o", doubts: "f"}, ""},
		"one of all": {evalOptions{dsn: "d", questions: []string{"q"}, explain: "1"}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := tt.o.check()
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

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
			if code != exitOK || !strings.Contains(out, w) {
				t.Errorf("%s: exit %d, no %q in\n%s%s", id, code, w, out, errOut)
			}
		}
	}
	if code, out, errOut := explain("nosuch"); code != exitUsage || out != "" || !strings.Contains(errOut, "no question has the id nosuch") {
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
	if code != exitOK || !strings.HasPrefix(out, `{"id":7,"sql":"SELECT `) || !strings.HasSuffix(out, `{"id":8,"sql":null,"sqlstate":"QA002"}`+"\n") ||
		!strings.Contains(errOut, "     1 Nothing here explains “…”.\n       flurbs\n") {
		t.Errorf("exit %d\n%s%s", code, out, errOut)
	}
}
