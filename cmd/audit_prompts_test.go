package cmd

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/cmd/cli"
)

// TestPromptsAreKept: what a model was sent and answered can be read again by the id of the question, and verify
// looks at it.
func TestPromptsAreKept(t *testing.T) {
	t.Parallel()
	e := serveModel(t, countsOrders)
	for mode, want := range map[string]string{"off": "", "masked": "(masked)", "full": "how many parcels"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			const key = "audit.key: 0123456789abcdef\n"
			p := startProcess(t, key+"engine: model\nmodel.base_url: "+e.URL+"\nmodel.name: m\naudit.prompts: "+mode+"\n")
			conn := p.connect()
			if got := query(conn, "ASK how many parcels?"); got != "15772" {
				t.Fatalf("got %s", got)
			}
			settings := p.house.file("audit.yaml", key)
			last, err := audit.Tail(filepath.Join(p.dir, "audit"), 1)
			if err != nil || len(last) != 1 {
				t.Fatalf("%v, %v", last, err)
			}
			code, out, said := p.pgask(t.Context(), "", "audit", "show", last[0].ID, "--prompts", "--config", settings)
			calls := strings.Count(out, `"system":`)
			if code != cli.OK || (want == "") != (calls == 0) || want != "" && !strings.Contains(out, want) || mode == "masked" && strings.Contains(out[strings.Index(out, `"system":`):], "parcels") {
				t.Errorf("exit %d, %d calls: %s%s", code, calls, out, said)
			}
			if want == "" {
				return
			}
			if code, out, said := p.pgask(t.Context(), "", "audit", "verify", "--config", settings); code != cli.OK || !strings.Contains(out, "1 file of prompts") {
				t.Errorf("verify: exit %d, %s%s", code, out, said)
			}
			if err := os.RemoveAll(filepath.Join(p.dir, "audit", audit.PromptsDir)); err != nil {
				t.Fatal(err)
			}
			if code, out, _ := p.pgask(t.Context(), "", "audit", "verify", "--config", settings); code == cli.OK || !strings.Contains(out, "prompts are missing") {
				t.Errorf("verify: exit %d, %s", code, out)
			}
		})
	}
}

const countsOrders = `SELECT count(*) AS n FROM orders o`

// serveModel is a model server over HTTP that answers everything with one statement.
func serveModel(t *testing.T, sql string) *httptest.Server {
	t.Helper()
	e := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"role": "assistant",
			"content": `{"reading": "All orders.", "decision": "proceed", "confidence": 0.9, "sql": "` + sql + `"}`}}}})
	}))
	t.Cleanup(e.Close)
	return e
}
