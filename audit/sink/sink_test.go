package sink

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	traces "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/integration/testlog"
)

// logbook is a log and what its operator reads.
type logbook struct {
	t   *testing.T
	dir string
	*audit.Log
	said *testlog.Buffer
}

func newLog(t *testing.T) *logbook {
	t.Helper()
	l := &logbook{t: t, dir: t.TempDir(), said: &testlog.Buffer{}}
	var err error
	if l.Log, err = audit.Open(audit.Config{Dir: l.dir, Logger: slog.New(slog.DiscardHandler)}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Log.Close() })
	return l
}

// ask records a question: two records.
func (l *logbook) ask(id string, change ...func(*audit.Record)) {
	l.t.Helper()
	r := audit.Record{ID: id, Question: "how many orders?", Role: "demo", Datasource: "shop", SQL: "SELECT 1", Relations: []string{"public.orders"}}
	for _, c := range change {
		c(&r)
	}
	if err := l.Intent(l.t.Context(), &r); err != nil {
		l.t.Fatal(err)
	}
	r.Outcome, r.Rows, r.Total = audit.Answered, 3, 1500*time.Millisecond
	if err := l.Outcome(l.t.Context(), &r); err != nil {
		l.t.Fatal(err)
	}
}

func (l *logbook) forward(s Sink) *Forwarder {
	l.t.Helper()
	f := Forward(Config{Name: "test", Dir: l.dir, Newest: l.Seq, Logger: slog.New(slog.NewTextHandler(l.said, nil)), again: time.Millisecond, idle: time.Millisecond}, s)
	l.t.Cleanup(f.Close)
	return f
}

// until waits for something to come true.
func (l *logbook) until(what string, done func() bool) {
	l.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			l.t.Fatalf("%s did not come; said %s", what, l.said)
		}
	}
}

// fake is a sink that a test can break.
type fake struct {
	mu     sync.Mutex
	got    []uint64
	err    error
	hold   chan struct{} // when not nil, Write waits for it
	starts int
}

func (s *fake) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

func (s *fake) Start(context.Context, uint64) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts++
	if len(s.got) == 0 {
		return 0, s.err
	}
	return s.got[len(s.got)-1], s.err
}

func (s *fake) Write(ctx context.Context, records []audit.Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if hold := s.hold; hold != nil {
		s.mu.Unlock()
		select {
		case <-hold:
		case <-ctx.Done():
		}
		s.mu.Lock()
	}
	if s.err != nil {
		return s.err
	}
	for _, e := range records {
		s.got = append(s.got, e.Seq)
	}
	return nil
}

func (*fake) Close() {}

func (s *fake) numbers() (all []uint64) {
	s.set(func() { all = append(all, s.got...) })
	return all
}

func upTo(n uint64) (all []uint64) {
	for i := range n {
		all = append(all, i+1)
	}
	return all
}

// TestADeadSink holds no question up, is told of once, and gets everything when it is back, each record once.
func TestADeadSink(t *testing.T) {
	t.Parallel()
	l, s := newLog(t), &fake{err: errors.New("away")}
	f := l.forward(s)
	for i := range 20 {
		l.ask(fmt.Sprint("q", i))
	}
	l.until("failures", func() bool { st := f.State(); return st.Failures > 3 && st.Behind == 40 })
	if n := strings.Count(l.said.String(), "audit sink fails"); n != 1 {
		t.Errorf("said %d times: %s", n, l.said)
	}
	s.set(func() { s.err = nil })
	l.until("the backlog", func() bool { return len(s.numbers()) == 40 })
	l.ask("more")
	l.until("what came after", func() bool { return len(s.numbers()) == 42 && f.State().Behind == 0 })
	if d := cmp.Diff(upTo(42), s.numbers()); d != "" {
		t.Error(d)
	}
	if !strings.Contains(l.said.String(), "audit sink works again") || f.State().Lost != 0 {
		t.Errorf("%+v, said %s", f.State(), l.said)
	}
}

// TestASlowSink is behind, and nobody waits for it; when the proxy ends it is left behind.
func TestASlowSink(t *testing.T) {
	t.Parallel()
	l, s := newLog(t), &fake{hold: make(chan struct{})}
	f := l.forward(s)
	for i := range 5 {
		l.ask(fmt.Sprint("q", i)) // returns while the sink holds
	}
	l.until("a sink that is behind", func() bool { return f.State().Behind == 10 })
	close(s.hold)
	l.until("the backlog", func() bool { return len(s.numbers()) == 10 })
}

// TestLastRecords: what is in the log when the proxy ends is in the sink as well.
func TestLastRecords(t *testing.T) {
	t.Parallel()
	l, s := newLog(t), &fake{}
	f := l.forward(s)
	for i := range 50 {
		l.ask(fmt.Sprint("q", i))
	}
	f.Close()
	if d := cmp.Diff(upTo(100), s.numbers()); d != "" {
		t.Error(d)
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	l, out := newLog(t), &testlog.Buffer{}
	l.ask("before")
	f := l.forward(&Lines{Out: out})
	l.ask("a")
	l.until("two lines", func() bool { return strings.Count(out.String(), "\n") == 2 && f.State().Behind == 0 })
	var e audit.Entry
	if err := json.Unmarshal([]byte(strings.Split(out.String(), "\n")[1]), &e); err != nil || e.ID != "a" || e.Seq != 4 || e.Outcome != audit.Answered {
		t.Errorf("%s: %v", out, err)
	}
}

// TestTable: records are in the table once, in the partition of their month, over restarts and errors of the server.
func TestTable(t *testing.T) {
	t.Parallel()
	pg := sandboxtest.Server(t)
	url := pg.URL(sandboxtest.Empty(t), "postgres")
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	query := func(sql string) (got string) {
		t.Helper()
		if err := conn.QueryRow(t.Context(), sql).Scan(&got); err != nil {
			return err.Error()
		}
		return got
	}
	l := newLog(t)
	l.ask("a", func(r *audit.Record) {
		r.Time, r.Question = time.Date(2026, 1, 31, 23, 59, 59, 0, time.UTC), "it's \x00 \\ \"odd\"\n\t\xff"
	})
	l.ask("b", func(r *audit.Record) { r.Time = time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC) })
	table := func() *Table { return &Table{URL: url, Name: "public.log", Log: "here"} }
	f := l.forward(table())
	l.until("four rows", func() bool { return f.State().Behind == 0 && query("SELECT count(*)::text FROM log") == "4" })
	for sql, want := range map[string]string{
		"SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relname LIKE 'log\\_20%' AND relkind = 'r'": "log_2026_01 log_2026_02",
		"SELECT string_agg(seq || event, ' ' ORDER BY seq) FROM log_2026_01":                                              "1intent 2outcome",
		"SELECT question FROM log WHERE seq = 2":                                                                          "it's \ufffd \\ \"odd\"\n\t\ufffd",
		"SELECT concat_ws('|', log, id, role, rows, total_time, relations, record->>'outcome') FROM log WHERE seq = 4":    "here|b|demo|3|00:00:01.5|{public.orders}|answered",
	} {
		if got := query(sql); got != want {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
	// The server ends the connections, that which counts included; another sink goes on after the first.
	if got := query("SELECT count(pg_terminate_backend(pid))::text FROM pg_stat_activity WHERE application_name = 'pgask audit' AND datname = current_database()"); got == "0" {
		t.Errorf("%s connections ended", got)
	}
	l.ask("c")
	l.until("six rows", func() bool { return query("SELECT count(*)::text FROM log") == "6" })
	f.Close()
	l.ask("d")
	second := l.forward(table())
	l.until("eight rows", func() bool { return query("SELECT count(*)::text FROM log") == "8" && second.State().Behind == 0 })
	if got := query("SELECT count(DISTINCT seq)::text || ' ' || max(seq) FROM log"); got != "8 8" {
		t.Errorf("%s", got)
	}
	if strings.Contains(l.said.String(), "password") {
		t.Errorf("said %s", l.said)
	}
}

// TestTraces sends traces to a collector, which refuses the first.
func TestTraces(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var spans []*traces.Span
	refusals := 2
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		body, err := io.ReadAll(r.Body)
		var req collector.ExportTraceServiceRequest
		if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(body, &req) != nil {
			t.Errorf("%s: %v", r.URL, err)
		}
		if refusals > 0 {
			refusals--
			http.Error(w, "not now", http.StatusServiceUnavailable)
			return
		}
		for _, rs := range req.ResourceSpans {
			for _, ss := range rs.ScopeSpans {
				spans = append(spans, ss.Spans...)
			}
		}
		w.Header().Set("Content-Type", "application/x-protobuf")
	}))
	defer server.Close()
	l := newLog(t)
	f := l.forward(&Traces{Endpoint: server.URL, Version: "1.2.3"})
	at := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	l.ask("a", func(r *audit.Record) {
		r.Time, r.Message, r.Engine = at, "zaphod", "builtin"
		r.Question, r.SQL = "where is zaphod", "SELECT 'zaphod'"
		r.States = []audit.State{{Name: "plan", Took: time.Second, Note: "zaphod"}, {Name: "execute", Took: 400 * time.Millisecond}}
	})
	l.until("a trace", func() bool { mu.Lock(); defer mu.Unlock(); return len(spans) == 3 })
	l.until("the end", func() bool { return f.State().Behind == 0 })
	byName := map[string]*traces.Span{}
	for _, s := range spans {
		byName[s.Name] = s
	}
	question, plan, execute := byName["question"], byName["plan"], byName["execute"]
	if question == nil || plan == nil || execute == nil {
		t.Fatalf("%v", spans)
	}
	if question.StartTimeUnixNano != uint64(at.UnixNano()) || question.EndTimeUnixNano-question.StartTimeUnixNano != 1.5e9 {
		t.Errorf("the question took %d from %d", question.EndTimeUnixNano-question.StartTimeUnixNano, question.StartTimeUnixNano)
	}
	if plan.EndTimeUnixNano-plan.StartTimeUnixNano != 1e9 || execute.StartTimeUnixNano != plan.EndTimeUnixNano || !bytes.Equal(plan.ParentSpanId, question.SpanId) ||
		!bytes.Equal(plan.TraceId, question.TraceId) {
		t.Errorf("plan %v, execute %v", plan, execute)
	}
	attributes := map[string]string{}
	for _, a := range question.Attributes {
		attributes[a.Key] = a.Value.String()
	}
	if !strings.Contains(attributes["pgask.id"], `"a"`) || !strings.Contains(attributes["pgask.outcome"], "answered") || !strings.Contains(attributes["db.response.returned_rows"], "3") {
		t.Errorf("%v", attributes)
	}
	if all := fmt.Sprint(spans); strings.Contains(all, "zaphod") {
		t.Errorf("a trace tells of the question: %s", all)
	}
}
