package telemetry

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/spend"
)

type noJournal struct{}

func (noJournal) Intent(context.Context, *audit.Record) error  { return nil }
func (noJournal) Outcome(context.Context, *audit.Record) error { return nil }

// scrape parses what /metrics says, as Prometheus does.
func scrape(t *testing.T, h http.Handler) map[string]*dto.MetricFamily {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("%d: %s", w.Code, w.Body)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return families
}

// series is the value of one series, by its labels as a=b,c=d; that of a histogram is its count.
func series(families map[string]*dto.MetricFamily, name, labels string) float64 {
	for _, m := range families[name].GetMetric() {
		var have []string
		for _, l := range m.GetLabel() {
			have = append(have, l.GetName()+"="+l.GetValue())
		}
		if strings.Join(have, ",") != labels {
			continue
		}
		switch {
		case m.Counter != nil:
			return m.Counter.GetValue()
		case m.Gauge != nil:
			return m.Gauge.GetValue()
		case m.Histogram != nil:
			return float64(m.Histogram.GetSampleCount())
		}
	}
	return -1
}

// fixed is a proxy of one readiness.
type fixed struct{ state proxy.Readiness }

func (f fixed) Ready(context.Context) proxy.Readiness { return f.state }
func (f fixed) Draining() bool                        { return f.state.Draining }

func handler(m *Metrics) http.Handler {
	return m.Handler(fixed{}, func() bool { return false }, slog.New(slog.DiscardHandler))
}

// all is every metric, after some traffic.
func all(t *testing.T) map[string]*dto.MetricFamily {
	t.Helper()
	m := New("1.2.3")
	var caches translate.Counters
	caches.Snapshots.Count(true)
	caches.Snapshots.Count(true)
	caches.Snapshots.Count(false)
	m.Watch(Sources{Sinks: func() map[string]SinkState {
		return map[string]SinkState{"table": {Behind: 21, Failures: 22, Lost: 23}}
	}, Caches: &caches, Audit: func() (int64, int64) { return 3, 4 }, Server: func() proxy.Stats {
		return proxy.Stats{Connections: 9, Sessions: map[string]int{"shop": 2, "*": 0}, Opened: map[string]int64{"shop": 7, "b\xffd": 1},
			Refused: map[string]int64{"connections": 5}, Turns: 1000, Bytes: proxy.Bytes{FromClients: 1, ToClients: 2, FromUpstreams: 3, ToUpstreams: 4},
			Errors: map[proxy.Failure]int64{{SQLState: "23505", Upstream: true}: 6, {SQLState: "QA002"}: 8}, Asking: 11, Waiting: 12,
			Took:     proxy.Histogram{Count: 13, Sum: time.Second, Buckets: map[time.Duration]uint64{time.Second: 13}},
			Startups: proxy.Histogram{Count: 3, Sum: time.Second, Buckets: map[time.Duration]uint64{time.Millisecond: 1, time.Second: 3}}}
	}})
	j := m.Journal(noJournal{})
	for _, r := range []audit.Record{
		{Outcome: audit.Answered, Engine: "builtin", Translate: 2 * time.Millisecond, Total: 3 * time.Millisecond,
			States: []audit.State{{Name: "plan", Took: time.Millisecond}, {Name: "guard", Took: time.Microsecond}}},
		{Outcome: audit.Answered, Engine: "model", Calls: 2, CachedCalls: 1, TokensIn: 1500, TokensOut: 60, Total: time.Second},
		{Outcome: audit.Refused, SQLState: translate.CodeUnsafe, Rule: "function", Engine: "model", Calls: 1, Total: time.Second},
		{Outcome: audit.Refused, SQLState: translate.CodeUnsafe},
		{Outcome: audit.Failed, SQLState: translate.CodeBudget, Rule: spend.RuleQuotaCost},
	} {
		if err := j.Outcome(t.Context(), &r); err != nil {
			t.Fatal(err)
		}
	}
	m.Reloaded(true)
	m.Reloaded(false)
	return scrape(t, handler(m))
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	families := all(t)
	for _, want := range []struct {
		name, labels string
		value        float64
	}{
		{"pgask_connections", "", 9}, {"pgask_sessions", "datasource=shop", 2}, {"pgask_sessions", "datasource=*", 0},
		{"pgask_sessions_total", "datasource=shop", 7}, {"pgask_sessions_total", "datasource=b?d", 1},
		{"pgask_connections_refused_total", "limit=connections", 5}, {"pgask_turns_total", "", 1000},
		{"pgask_bytes_total", "direction=received,peer=client", 1}, {"pgask_bytes_total", "direction=sent,peer=upstream", 4},
		{"pgask_errors_total", "source=upstream,sqlstate=23505", 6}, {"pgask_errors_total", "source=pgask,sqlstate=QA002", 8},
		{"pgask_questions_in_progress", "", 11}, {"pgask_questions_waiting", "", 12}, {"pgask_startup_seconds", "", 3}, {"pgask_turn_seconds", "", 13},
		{"pgask_questions_total", "engine=builtin,outcome=answered", 1}, {"pgask_questions_total", "engine=none,outcome=refused", 1},
		{"pgask_question_seconds", "phase=plan", 1}, {"pgask_question_seconds", "phase=total", 5}, {"pgask_question_seconds", "phase=translate", 1},
		{"pgask_questions_unsafe_total", "rule=function", 1}, {"pgask_questions_unsafe_total", "rule=intent", 1},
		{"pgask_quota_exhausted_total", "quota=cost", 1}, {"pgask_quota_exhausted_total", "quota=questions", 0},
		{"pgask_model_calls_total", "result=called", 3}, {"pgask_model_calls_total", "result=spared", 1},
		{"pgask_model_tokens_total", "direction=in", 1500}, {"pgask_model_tokens_total", "direction=out", 60},
		{"pgask_audit_failures_total", "event=intent", 3}, {"pgask_audit_failures_total", "event=outcome", 4},
		{"pgask_audit_sink_behind_records", "sink=table", 21}, {"pgask_audit_sink_failures_total", "sink=table", 22}, {"pgask_audit_sink_lost_total", "sink=table", 23},
		{"pgask_cache_requests_total", "cache=snapshot,result=hit", 2}, {"pgask_cache_requests_total", "cache=snapshot,result=miss", 1},
		{"pgask_cache_requests_total", "cache=pin,result=hit", 0},
		{"pgask_config_reloads_total", "result=ok", 1}, {"pgask_config_reloads_total", "result=failed", 1},
		{"pgask_config_last_reload_successful", "", 0},
	} {
		if got := series(families, want.name, want.labels); got != want.value {
			t.Errorf("%s{%s} is %v, want %v", want.name, want.labels, got, want.value)
		}
	}
	if families["go_goroutines"] == nil || families["process_open_fds"] == nil {
		t.Error("the process itself is missing")
	}
}

// The documentation lists every metric of ours with its help, and none that there is not.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `(pgask_[a-z_]+)` \\| ([^|]*) \\| ([^|]*) \\| (.*) \\|$").FindAllStringSubmatch(string(data), -1) {
		documented[m[1]] = m[2] + " | " + m[3]
	}
	have := map[string]string{}
	for name, f := range all(t) {
		if !strings.HasPrefix(name, "pgask_") {
			continue
		}
		var labels []string
		for _, l := range f.GetMetric()[0].GetLabel() {
			labels = append(labels, "`"+l.GetName()+"`")
		}
		have[name] = strings.ToLower(f.GetType().String()) + " | " + strings.Join(labels, ", ")
	}
	if diff := cmp.Diff(have, documented); diff != "" {
		t.Errorf("docs/operations.md (-metrics +documentation):\n%s", diff)
	}
}

func TestReadyz(t *testing.T) {
	t.Parallel()
	down := errors.New("dial tcp 10.0.0.1:5432: refused")
	up := map[string]error{"a": nil, "b": down}
	tests := []struct {
		name  string
		state proxy.Readiness
		query string
		code  int
		text  string
	}{
		{"all up", proxy.Readiness{Upstreams: map[string]error{"a": nil}}, "", 200, "ready\na: reachable\n"},
		{"one down", proxy.Readiness{Upstreams: up}, "", 200, "ready\na: reachable\nb: unreachable\n"},
		{"that one", proxy.Readiness{Upstreams: up}, "?datasource=b", 503, "not ready\nb: unreachable\n"},
		{"the other", proxy.Readiness{Upstreams: up}, "?datasource=a", 200, "ready\na: reachable\n"},
		{"none of it", proxy.Readiness{Upstreams: up}, "?datasource=c", 404, "no datasource \"c\"\n"},
		{"all down", proxy.Readiness{Upstreams: map[string]error{"b": down}}, "", 503, "not ready\nb: unreachable\n"},
		{"draining", proxy.Readiness{Draining: true, Upstreams: map[string]error{"a": nil}}, "", 503, "shutting down\na: reachable\n"},
		{"itself, all down", proxy.Readiness{Upstreams: map[string]error{"b": down}}, "?upstreams=ignore", 200, "ready\n"},
		{"itself, draining", proxy.Readiness{Draining: true, Upstreams: up}, "?upstreams=ignore", 503, "shutting down\n"},
		{"without a log", proxy.Readiness{Upstreams: up}, "?upstreams=ignore&audit=required", 503, "not ready: records cannot be written\n"},
		{"draining, one", proxy.Readiness{Draining: true, Upstreams: up}, "?datasource=a", 503, "shutting down\na: reachable\n"},
	}
	for _, tt := range tests {
		h := New("").Handler(fixed{tt.state}, func() bool { return true }, slog.New(slog.DiscardHandler))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz"+tt.query, nil))
		if w.Code != tt.code || w.Body.String() != tt.text {
			t.Errorf("%s: %d %q", tt.name, w.Code, w.Body)
		}
	}
}

func TestHTTP(t *testing.T) {
	t.Parallel()
	web := httptest.NewServer(handler(New("")))
	defer web.Close()
	for request, want := range map[string]int{"GET /healthz": 200, "POST /healthz": 405, "GET /": 404, "GET /debug/pprof/": 404, "DELETE /metrics": 405} {
		method, path, _ := strings.Cut(request, " ")
		r, err := http.NewRequestWithContext(t.Context(), method, web.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s: %d, want %d", request, resp.StatusCode, want)
		}
	}
}
