package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// prompted is a request that a scripted endpoint got.
type prompted struct {
	Model    string
	Messages []struct{ Role, Content string }
	Format   struct {
		Schema struct{ Name string } `json:"json_schema"`
	} `json:"response_format"`
}

func (p prompted) user() string { return p.Messages[len(p.Messages)-1].Content }

// kind is what was asked for: judge, refine, outline, or a tier.
func (p prompted) kind() string { return strings.TrimPrefix(p.Format.Schema.Name, "pgask_") }

// endpoint is a scripted model server over HTTP. Each request is told to hear, which may hold it.
type endpoint struct {
	*httptest.Server
	mu   sync.Mutex
	seen []prompted
}

func serveModel(t *testing.T, plan string, hear func(ctx context.Context, n int)) *endpoint {
	t.Helper()
	e := &endpoint{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var p prompted
		if err := json.NewDecoder(r.Body).Decode(&p); err != nil {
			t.Error(err)
			return
		}
		e.mu.Lock()
		e.seen = append(e.seen, p)
		n := len(e.seen)
		e.mu.Unlock()
		hear(r.Context(), n)
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"finish_reason": "stop",
			"message": map[string]any{"role": "assistant", "content": replyTo(p, plan)}}}})
	}))
	t.Cleanup(e.Close)
	return e
}

func (e *endpoint) requests() []prompted {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.seen
}

var shownTables = regexp.MustCompile(`(?m)^## (\S+) \(`)

// replyTo judges that only the table orders is needed, and answers every question with the plan.
func replyTo(p prompted, plan string) string {
	switch p.kind() {
	case "judge":
		var all []string
		for _, m := range shownTables.FindAllStringSubmatch(p.user(), -1) {
			all = append(all, fmt.Sprintf(`{"table": %q, "relevant": %v, "confidence": 0.9, "columns": [], "reason": "r"}`, m[1], m[1] == "orders"))
		}
		return `{"tables": [` + strings.Join(all, ", ") + `]}`
	case "refine":
		return `{"removed": []}`
	case "outline":
		return `{"joins": [], "filters": [], "aggregations": [], "ordering": []}`
	}
	return `{"reading": "All orders.", "ambiguities": [], "decision": "proceed", "reason": "", "steps": [], "assumptions": [], "confidence": 0.9, "plan": ` + plan + `}`
}

const countsOrders = `{"select": [{"expr": "count(*)", "as": "n"}], "from": {"table": "orders", "alias": "o"}}`

// TestCrashCostsNoJudgementTwice: the proxy is killed while the tables of a large schema are judged; what was judged by then is
// in the state store, and the same question asked again asks the model for the rest alone.
func TestCrashCostsNoJudgementTwice(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()

	// Four calls are under way at a time. The first two are answered, and when two more have come their answers are kept.
	six := make(chan struct{})
	var crashed sync.Once
	var over bool
	var mu sync.Mutex
	e := serveModel(t, countsOrders, func(ctx context.Context, n int) {
		mu.Lock()
		held := n > 2 && !over
		mu.Unlock()
		if n == 6 {
			crashed.Do(func() { close(six) })
		}
		if held {
			<-ctx.Done()
		}
	})
	p := startProcess(t, "engine: model\nretrieve.mode: all\nmodel.base_url: "+e.URL+"\nmodel.name: m\nmodel.tier: standard\n")
	var ddl strings.Builder
	for i := range 120 {
		fmt.Fprintf(&ddl, "CREATE TABLE depot_%d (id int, label text); GRANT SELECT ON depot_%d TO demo;", i, i)
	}
	own := sandboxtest.OwnShop(t)
	if err := sandboxtest.Server(t).Exec(ctx, own, ddl.String()); err != nil {
		t.Fatal(err)
	}
	p.dsn = sandboxtest.Server(t).URL(own, "demo")
	conn := p.connect()
	go func() { _, _ = conn.Exec(ctx, "ASK how many orders are there").ReadAll() }() // ends with the process
	select {
	case <-six:
	case <-ctx.Done():
		t.Fatalf("%d requests; log:\n%s", len(e.requests()), p.said)
	}
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	p.end()
	mu.Lock()
	over = true
	mu.Unlock()
	before := e.requests()
	answered := map[string]bool{before[0].user(): true, before[1].user(): true}

	code, out, errOut := p.pgask(ctx, "", "ask", "--dsn", p.dsn, "--format", "csv", "--engine", "model", "--set", "retrieve.mode=all",
		"--set", "model.base_url="+e.URL, "--set", "model.name=m", "--set", "model.tier=standard", "how many orders are there")
	if code != exitOK || !strings.HasPrefix(out, "n\n") {
		t.Fatalf("exit %d: %s%s", code, out, errOut)
	}
	judged := 0
	for _, r := range e.requests()[len(before):] {
		if answered[r.user()] {
			t.Errorf("%s was asked and paid for again", r.kind())
		}
		if r.kind() == "judge" {
			judged++
		}
	}
	all := p.records()
	last := all[len(all)-1]
	if judged == 0 || last.CachedCalls != 2 || last.Calls != len(e.requests())-len(before) {
		t.Errorf("%d tables' calls after the crash; the record has %d calls and %d remembered", judged, last.Calls, last.CachedCalls)
	}
}

// TestFastModel: model.fast judges tables at the same API, model.name drafts, and each has its price.
func TestFastModel(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	e := serveModel(t, countsOrders, func(context.Context, int) {})
	code, out, errOut := h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, "--engine", "model", "--format", "csv", "--set", "model.base_url="+e.URL,
		"--set", "model.name=large", "--set", "model.fast=small", "--set", "retrieve.mode=all", "--set", "model.price=large=1000000/0,small=1/0", "how many orders are there")
	if code != exitOK || !strings.HasPrefix(out, "n\n") {
		t.Fatalf("exit %d: %s%s", code, out, errOut)
	}
	asked := map[string]int{}
	for _, r := range e.requests() {
		asked[r.kind()+" by "+r.Model]++
	}
	if asked["judge by small"] == 0 || asked["full by large"] != 1 || len(asked) != 2 {
		t.Errorf("asked %v", asked)
	}
	records := h.records()
	if r := records[len(records)-1]; r.Model != "large" || r.ModelCost < 500 || r.ModelCost >= float64(r.TokensIn) {
		t.Errorf("the record has model %s, cost %v for %d tokens", r.Model, r.ModelCost, r.TokensIn)
	}
}
