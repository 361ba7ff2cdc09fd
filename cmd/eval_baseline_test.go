package cmd

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/pgask/pgask/cmd/cli"
)

// TestEvalBaseline holds that the comparison asks once, with the whole schema and the question, and takes what comes.
func TestEvalBaseline(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	replies := []string{"```sql\nSELECT count(*) FROM customers;\n```", "NONE", "ASK: Which flurbs?"}
	var prompts []string
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var asked struct {
			Messages []struct{ Role, Content string }
			Format   any `json:"response_format"`
		}
		if err := json.Unmarshal(body, &asked); err != nil || len(asked.Messages) != 1 || asked.Messages[0].Role != "user" || asked.Format != nil {
			t.Errorf("%v: %s", err, body)
			return
		}
		reply := replies[len(prompts)]
		prompts = append(prompts, asked.Messages[0].Content)
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"content": reply}, "finish_reason": "stop"}},
			"usage": map[string]any{"prompt_tokens": 1000, "completion_tokens": 7}})
	}))
	t.Cleanup(endpoint.Close)
	code, out, errOut := h.pgask(t.Context(), `{"id": 7, "db": "shop", "question": "how many customers are there?", "evidence": "a customer is a customer"}
{"id": 8, "db": "shop", "question": "flurbs"}
{"id": 9, "db": "shop", "question": "all the flurbs"}`, "eval", "--dsn", h.dsn, "--questions", "-", "--out", "-", "--evidence", "--baseline", "ddl",
		"--set", "model.base_url="+endpoint.URL, "--set", "model.name=scripted")
	if want := `{"id":7,"sql":"SELECT count(*) FROM customers"}` + "\n" + `{"id":8,"sql":null,"sqlstate":"QA002"}` + "\n" +
		`{"id":9,"sql":null,"clarify":"Which flurbs?"}` + "\n"; code != cli.OK || out != want {
		t.Errorf("exit %d\n%s%s", code, out, errOut)
	}
	if !strings.Contains(errOut, "3 asked: 1 answered, 1 clarified, 1 refused, 0 failed") || !strings.Contains(errOut, "; 3 model calls, 3000 tokens in, 21 out") {
		t.Error(errOut)
	}
	for _, want := range []string{"CREATE TABLE public.customers (\n", "REFERENCES public.customers (", "a customer is a customer", "how many customers are there?"} {
		if !strings.Contains(prompts[0], want) {
			t.Errorf("the prompt has no %q", want)
		}
	}
	for args, want := range map[string]string{"ddl": "needs a model", "tables": "there is only ddl"} {
		code, _, errOut := h.pgask(t.Context(), "", "eval", "--dsn", h.dsn, "--questions", "-", "--out", "-", "--baseline", args)
		if code != cli.Usage || !strings.Contains(errOut, want) {
			t.Errorf("%s: exit %d: %s", args, code, errOut)
		}
	}
}
