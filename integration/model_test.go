package integration

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/model"
)

// endpoint is an OpenAI-compatible chat endpoint whose answers are scripted.
func endpoint(t *testing.T, answer http.HandlerFunc) model.Config {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Only when the body has been read does the server notice that the client has gone.
		_, _ = io.Copy(io.Discard, r.Body)
		answer(w, r)
	}))
	t.Cleanup(srv.Close)
	return model.Config{BaseURL: srv.URL + "/v1", Name: "scripted", Key: model.NewSecret("sk-secret"), Timeout: time.Second, Retries: -1}
}

// says answers with a completion.
func says(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{
			"id": "1", "object": "chat.completion", "model": "scripted",
			"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": text}}},
			"usage":   map[string]any{"prompt_tokens": 900, "completion_tokens": 50, "total_tokens": 950},
		})
	}
}

func wrote(sql string) string {
	return `{"reading": "How many orders there are.", "ambiguities": [], "decision": "proceed", "reason": "", "assumptions": [], "confidence": 0.9, "sql": "` + sql + `"}`
}

const ordersSQL = `SELECT count(*) AS orders FROM orders o`

// withModel makes a rig whose agent always asks a model.
func withEndpoint(t *testing.T, cfg model.Config) *rig {
	t.Helper()
	client, err := model.NewClient(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return setup(t, func(_ *proxy.Config, tc *translate.Config) { tc.Engine, tc.Model = translate.EngineModel, client })
}

// TestModel asks through every layer: client, proxy, agent, model endpoint, guard, server.
func TestModel(t *testing.T) {
	t.Parallel()
	hang := func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	tests := []struct {
		name   string
		answer http.HandlerFunc
		want   string // the one value of the answer
		code   string // SQLSTATE of the error
		says   string // part of its message
	}{
		{name: "right", answer: says(wrote(ordersSQL)), want: "15772"},
		{name: "fenced, with thoughts", answer: says("<think>hm</think>Sure!\n```json\n" + wrote(ordersSQL) + "\n```"), want: "15772"},
		{name: "nonsense", answer: says("42"), code: "QA001", says: "Attempt 3"},
		{name: "wrong column every time", answer: says(wrote(`SELECT o.zzyzx FROM orders o`)), code: "QA001"},
		{name: "down", answer: func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "boom", 500) }, code: "QA004", says: "unavailable"},
		{name: "hangs", answer: hang, code: "QA004"},
		{name: "gives up", answer: says(`{"reading": "", "ambiguities": [], "decision": "terminate", "reason": "There is no weather here.", "assumptions": [], "confidence": 1}`), code: "QA002", says: "no weather"},
		{name: "obeys an attacker", answer: says(wrote(`SELECT pg_terminate_backend(1)`)), code: "QA003"},
		{name: "reads what it may not", answer: says(wrote(`SELECT a.rolpassword FROM pg_catalog.pg_authid a`)), code: "QA"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := withEndpoint(t, endpoint(t, tt.answer))
			conn := r.connect()
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			var got string
			err := conn.QueryRow(ctx, "SELECT orders::text FROM ask('how many orders are there')").Scan(&got)
			if tt.code == "" && (err != nil || got != tt.want) {
				t.Errorf("got %q, %v", got, err)
			}
			var pg *pgconn.PgError
			if tt.code != "" && (!errors.As(err, &pg) || !strings.HasPrefix(pg.Code, tt.code) || !strings.Contains(pg.Message, tt.says)) {
				t.Errorf("error %v, want %s %q", err, tt.code, tt.says)
			}
			if pg != nil && strings.Contains(fmt.Sprint(pg.Message, pg.Detail, pg.Hint), "sk-secret") {
				t.Error("the key is in the error")
			}
			var one int
			if err := conn.QueryRow(ctx, "SELECT 1").Scan(&one); err != nil || one != 1 {
				t.Errorf("the next turn: %v", err)
			}
			// A driver that describes first has one record of the translation and one of the run; the calls are in
			// the first alone, so that they add up.
			calls := 0
			for _, rec := range r.journal.all() {
				if rec.Event == audit.Finished {
					calls += rec.Calls
				}
			}
			if rec, text := r.last(); calls == 0 && tt.code != "QA003" || rec.Event != audit.Finished {
				t.Errorf("the records know of no model call: %s", text)
			}
		})
	}
}

// TestModelCancelled cancels a question while the model thinks; the statement after it is not hit.
func TestModelCancelled(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	thinking := make(chan struct{}, 10)
	cfg := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		thinking <- struct{}{}
		<-r.Context().Done()
	})
	cfg.Timeout = time.Minute
	r := withEndpoint(t, cfg)
	conn := r.connect()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	failed := make(chan error, 1)
	go func() {
		_, err := conn.PgConn().Exec(ctx, "ASK what is the meaning of this").ReadAll()
		failed <- err
	}()
	<-thinking
	if err := conn.PgConn().CancelRequest(ctx); err != nil {
		t.Fatal(err)
	}
	err := <-failed
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || pg.Code != "57014" {
		t.Errorf("error %v, want 57014", err)
	}
	var one int
	if err := conn.QueryRow(ctx, "SELECT 1").Scan(&one); err != nil || one != 1 {
		t.Errorf("the next turn: %v", err)
	}
	if rec, text := r.last(); rec.Outcome != audit.Cancelled {
		t.Errorf("recorded as %s", text)
	}
}

// TestModelStreamStopsWithTheClient: a client that goes away in the middle of an answer stops the endpoint.
func TestModelStreamStopsWithTheClient(t *testing.T) {
	t.Parallel()
	begun, stopped := make(chan struct{}), make(chan struct{})
	cfg := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, `data: {"choices":[{"index":0,"delta":{"content":"{"}}]}`, "\n\n")
		w.(http.Flusher).Flush()
		close(begun)
		<-r.Context().Done()
		close(stopped)
	})
	cfg.Timeout = time.Minute
	r := withEndpoint(t, cfg)
	conn := r.connect()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		_, _ = conn.PgConn().Exec(ctx, "ASK what is the meaning of this").ReadAll()
	}()
	defer func() { <-asked }() // two must not use the connection
	for _, step := range []struct {
		what string
		done chan struct{}
	}{{"the endpoint is not asked", begun}, {"the endpoint goes on", stopped}} {
		select {
		case <-step.done:
		case <-ctx.Done():
			t.Fatal(step.what)
		}
		_ = conn.PgConn().Conn().Close() // without a goodbye
	}
}
