package proxy

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/integration/testlog"
	"github.com/pgask/pgask/proxy/ask"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/translate"
)

// patience bounds every wait of the tests, whole conversations among them, on machines however slow.
const patience = 2 * time.Minute

// impatient tries something with longer and longer limits of the proxy, until the proxy came as far as it should
// before the limit ended it: try says whether it did, and judges only then.
func impatient(tb testing.TB, try func(limit time.Duration) (came bool)) {
	tb.Helper()
	for limit := 200 * time.Millisecond; !try(limit); limit *= 4 {
		if limit > patience {
			tb.Fatal("no limit is long enough")
		}
	}
}

// translator is an agent that does what a test says in its first step: the statement of its answer is then to be run.
type translator func(ctx context.Context, conn *pgconn.PgConn, q translate.Question) (*translate.Answer, error)

func (f translator) Open(q translate.Question, runs bool) translate.Inquiry {
	return &inquiry{step: func(ctx context.Context, conn *pgconn.PgConn) (*translate.Answer, error) {
		if f == nil {
			return nil, errors.New("no questions in this test")
		}
		return f(ctx, conn, q)
	}, runs: runs}
}

// inquiry is a question that a translator works on.
type inquiry struct {
	step   func(context.Context, *pgconn.PgConn) (*translate.Answer, error)
	runs   bool
	answer *translate.Answer
	failed error
}

func (i *inquiry) Step(ctx context.Context, conn *pgconn.PgConn) (*translate.Statement, *translate.Answer, error) {
	if i.answer != nil || i.failed != nil {
		return nil, i.answer, i.failed
	}
	if i.answer, i.failed = i.step(ctx, conn); i.failed != nil || !i.runs || i.answer.Statement.SQL == "" {
		return nil, i.answer, i.failed
	}
	return &i.answer.Statement, nil, nil
}

func (i *inquiry) Ran(result translate.Result, err error) { i.answer.Result, i.failed = result, err }

func (i *inquiry) Trace() translate.Trace { return translate.Trace{} }

func (translator) Prove(*translate.Answer, string) (translate.Statement, error) {
	return translate.Statement{}, errors.New("not proven")
}

func (translator) Reprove(context.Context, *pgconn.PgConn, string, []*translate.Answer) error {
	return nil
}

func (translator) Again(*translate.Answer, string) {}

func (translator) Look(context.Context, *pgconn.PgConn) (*translate.Look, error) {
	return &translate.Look{}, nil
}

// answering is an agent that answers every question with one statement.
func answering(sql string) translator { return answeringUpTo(sql, 0) }

// answeringUpTo is answering with a bound on the rows; 0: none.
func answeringUpTo(sql string, maxRows int64) translator {
	return func(context.Context, *pgconn.PgConn, translate.Question) (*translate.Answer, error) {
		return &translate.Answer{Statement: translate.Statement{SQL: sql, MinNotice: "notice", MaxRows: maxRows}}, nil
	}
}

type noJournal struct{}

func (noJournal) Intent(context.Context, *audit.Record) error  { return nil }
func (noJournal) Outcome(context.Context, *audit.Record) error { return nil }

// rig is a proxy under test.
type rig struct {
	tb     testing.TB
	server *Server
	addr   string
	log    *testlog.Buffer
	served chan error
}

// setup starts a proxy in front of the server at addr, for any database name.
func setup(tb testing.TB, addr string, change ...func(*Config)) *rig {
	tb.Helper()
	upstream, err := login.ParseUpstream("postgres://" + addr + "/?sslmode=disable")
	if err != nil {
		tb.Fatal(err)
	}
	upstream.Database = ""
	r := &rig{tb: tb, log: &testlog.Buffer{}, served: make(chan error, 1)}
	cfg := Config{Policy: login.Policy{Datasources: map[string]login.Upstream{login.AnyDatabase: upstream}}, Rules: ask.Rules{Translator: translator(nil), Journal: noJournal{}},
		Log: slog.New(slog.NewTextHandler(r.log, nil))}
	for _, c := range change {
		c(&cfg)
	}
	if r.server, err = New(cfg); err != nil {
		tb.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	r.addr = l.Addr().String()
	go func() { r.served <- r.server.Serve(l) }()
	tb.Cleanup(func() { r.shutdown(0) })
	return r
}

// shutdown ends the proxy and checks that it ends in time.
func (r *rig) shutdown(grace time.Duration) {
	r.tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- r.server.Shutdown(ctx) }()
	select {
	case <-done:
	case <-time.After(patience):
		r.tb.Fatalf("shutdown hangs; log:\n%s", r.log)
	}
	select {
	case err := <-r.served:
		if !errors.Is(err, ErrServerClosed) {
			r.tb.Errorf("Serve returned %v", err)
		}
	default: // a second shutdown
	}
}

// realServer starts a proxy in front of a real server.
func realServer(tb testing.TB, change ...func(*Config)) *rig {
	tb.Helper()
	return setup(tb, sandboxtest.Server(tb).Addr(), change...)
}

// ended waits until no session relays any more.
func (r *rig) ended() {
	r.tb.Helper()
	r.until("every session has ended", func() bool {
		r.server.mu.Lock()
		defer r.server.mu.Unlock()
		return r.server.open == 0
	})
}

// until waits for what nothing signals.
func (r *rig) until(what string, done func() bool) {
	r.tb.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			r.tb.Fatalf("waited in vain until %s; log:\n%s", what, r.log)
		}
	}
}

// session returns the only session that relays.
func (r *rig) session() *session {
	r.tb.Helper()
	var only *session
	r.until("a session relays", func() bool {
		r.server.mu.Lock()
		defer r.server.mu.Unlock()
		for s := range r.server.sessions {
			only = s
		}
		return len(r.server.sessions) == 1
	})
	return only
}
