package translate

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/model"
)

// scripted is a model whose answers are written down: it returns the next one at each call.
type scripted struct {
	mu      sync.Mutex
	answers []any // string or error
	prompts []model.Request
}

func (m *scripted) Name() string { return "scripted" }

func (m *scripted) Room(model.Input) int { return 1 << 20 }

func (m *scripted) Complete(_ context.Context, r model.Request) (model.Response, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.prompts = append(m.prompts, r)
	if len(m.answers) == 0 {
		return model.Response{}, errors.New("the script has no more answers")
	}
	a := m.answers[0]
	m.answers = m.answers[1:]
	if err, ok := a.(error); ok {
		return model.Response{Requests: 1}, err
	}
	return model.Response{Text: a.(string), TokensIn: 100, TokensOut: 10, Requests: 1}, nil
}

// runner runs statements as a session would, and keeps what it ran.
type runner struct {
	conn      *borrow.Conn
	ran       []Statement
	delivered bool
}

func (r *runner) Run(ctx context.Context, s Statement) (Result, error) {
	r.ran = append(r.ran, s)
	settings := map[string]string{}
	if s.SearchPath != "" {
		settings["search_path"] = s.SearchPath
	}
	res, err := r.conn.ReadOnly(ctx, settings, borrow.SQL(s.SQL))
	if err != nil {
		return Result{}, err
	}
	n := int64(len(res[0].Rows))
	if n == 0 {
		return Result{Deliver: func() error { r.delivered = true; return nil }}, nil
	}
	return Result{Rows: n, Started: true}, nil
}

// desk is an agent and a connection to the sample shop.
type desk struct {
	agent  *Agent
	pg     *pgconn.PgConn
	runner *runner
}

func setup(t *testing.T, cfg Config) *desk {
	t.Helper()
	agent, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	pg, err := pgconn.Connect(ctx, sandboxtest.Server(t).URL(sandboxtest.Shop(t), "demo"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Close(context.Background()) })
	return &desk{agent, pg, &runner{conn: borrow.New(pg)}}
}

// ownDesk is a desk in front of a database of its own, as the owner of what a script makes there.
func ownDesk(t *testing.T, cfg Config, script string) *desk {
	t.Helper()
	agent, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{agent: agent}
	d.connect(t, sandboxtest.Server(t).URL(sandboxtest.Empty(t), sandbox.Superuser))
	if _, err := d.pg.Exec(t.Context(), script).ReadAll(); err != nil {
		t.Fatal(err)
	}
	return d
}

// connect goes on at another database.
func (d *desk) connect(t *testing.T, url string) {
	t.Helper()
	pg, err := pgconn.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Close(context.Background()) })
	d.pg, d.runner = pg, &runner{conn: borrow.New(pg)}
}

func (d *desk) ask(t *testing.T, q Question) (*Answer, Trace, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if q.ID == "" {
		q.ID = NewID()
	}
	q.Datasource = "shop"
	return d.agent.Ask(ctx, d.pg, q, d.runner)
}

func states(tr Trace) string {
	var names []string
	for _, s := range tr.States {
		names = append(names, s.Name)
	}
	return strings.Join(names, " ")
}
