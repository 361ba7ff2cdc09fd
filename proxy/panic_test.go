package proxy

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate"
)

// panicky is an agent that answers questions with SELECT 1, and panics in its methods where a question or a test says
// so.
type panicky struct {
	answers           translator
	reproves, recalls *atomic.Bool
}

func newPanicky() panicky {
	return panicky{answering("SELECT 1"), new(atomic.Bool), new(atomic.Bool)}
}

func (p panicky) Open(q translate.Question, runs bool) translate.Inquiry {
	i := &inquiry{runs: runs, step: func(ctx context.Context, conn *pgconn.PgConn) (*translate.Answer, error) {
		switch q.Text {
		case "panic":
			panic("at once")
		case "panic with a transaction":
			res, err := conn.Exec(ctx, "SAVEPOINT ours; SET LOCAL transaction_read_only = on").ReadAll()
			if conn.TxStatus() == 'I' || err != nil {
				res, err = conn.Exec(ctx, "BEGIN READ ONLY").ReadAll()
			}
			panic([]any{"behind a statement", res, err})
		}
		return p.answers(ctx, conn, q)
	}}
	if q.Text == "panic after its run" && runs {
		return panicsAfterRun{i}
	}
	return i
}

// panicsAfterRun is an inquiry whose last step panics.
type panicsAfterRun struct{ *inquiry }

func (i panicsAfterRun) Step(ctx context.Context, conn *pgconn.PgConn) (*translate.Statement, *translate.Answer, error) {
	if i.answer != nil {
		panic("after the run")
	}
	return i.inquiry.Step(ctx, conn)
}

func (p panicky) Prove(a *translate.Answer, _ string) (translate.Statement, error) {
	if strings.Contains(a.Statement.SQL, "1") {
		panic("in a proof")
	}
	return p.answers.Prove(a, "")
}

func (p panicky) Reprove(context.Context, *pgconn.PgConn, string, []*translate.Answer) error {
	if p.reproves.Load() {
		panic("in a second proof")
	}
	return nil
}

func (p panicky) Again(*translate.Answer, string) {}

func (p panicky) Look(context.Context, *pgconn.PgConn) (*translate.Look, error) {
	if p.recalls.Load() {
		panic("in the search for a function")
	}
	return &translate.Look{}, nil
}

// outcomes keeps the outcomes of questions.
type outcomes struct {
	noJournal
	mu  sync.Mutex
	all []audit.Record
}

func (j *outcomes) Outcome(_ context.Context, r *audit.Record) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.all = append(j.all, *r)
	return nil
}

// last fails unless the last outcome is that of a panic.
func (j *outcomes) last(t *testing.T) {
	t.Helper()
	j.mu.Lock()
	defer j.mu.Unlock()
	if n := len(j.all); n == 0 || j.all[n-1].SQLState != "XX000" || j.all[n-1].Outcome != audit.Failed || j.all[n-1].ID == "" {
		t.Errorf("the outcomes are %+v", j.all)
	}
}

// A panic while a question is worked on is an error of that question, in the record, too. The session goes on, and its
// transaction is as after any other error.
func TestQuestionPanics(t *testing.T) {
	t.Parallel()
	const failed = "ERROR XX000 internal error"
	agent, journal := newPanicky(), &outcomes{}
	r := realServer(t, func(cfg *Config) { cfg.Translator, cfg.Journal = agent, journal })
	c := r.connect()
	query := func(sql string, want ...string) {
		t.Helper()
		c.send(&pgproto3.Query{String: sql})
		c.expect(want...)
	}
	for _, q := range []string{"ASK panic", "SELECT * FROM ask('panic') t", "SELECT 1; SELECT * FROM ask('panic with a transaction') t",
		"ASK panic with a transaction", "SELECT * FROM ask('fine') t", "CREATE TABLE made AS SELECT * FROM ask('panic') t"} {
		t.Log(q)
		query(q, failed, "Z I")
		journal.last(t)
		query("SELECT 2; SHOW transaction_read_only", "T", "D 2", "C SELECT 1", "T", "D off", "C SHOW", "Z I")
		query("BEGIN", "C BEGIN", "Z T")
		query("CREATE TEMP TABLE kept AS SELECT 3", "C SELECT 1", "Z T")
		query("SAVEPOINT theirs", "C SAVEPOINT", "Z T")
		query(q, failed, "Z E")
		query("SELECT 4", "ERROR 25P02 current transaction is aborted, commands ignored until end of transaction block", "Z E")
		query("ROLLBACK TO theirs", "C ROLLBACK", "Z T")
		query("INSERT INTO kept VALUES (5)", "C INSERT 0 1", "Z T")
		query("ROLLBACK", "C ROLLBACK", "Z I")
	}
	query("ASK panic after its run", "T", "D 1", "C SELECT 1", failed, "Z I")
	journal.last(t)
	agent.recalls.Store(true)
	query("SELECT * FROM ask('fine') t", failed, "Z I")
	agent.recalls.Store(false)
	query("ASK fine", "T", "D 1", "C SELECT 1", "Z I")
	if !strings.Contains(r.log.String(), "question panicked") || !strings.Contains(r.log.String(), "panicky.Open") {
		t.Error("the log has no word of it, or no stack")
	}
}

// The same in the extended protocol: at Parse, at Bind of a question that is a parameter, and in the proof before a
// run.
func TestQuestionPanicsExtended(t *testing.T) {
	t.Parallel()
	const failed = "ERROR XX000 internal error"
	agent, journal := newPanicky(), &outcomes{}
	c := realServer(t, func(cfg *Config) { cfg.Translator, cfg.Journal = agent, journal }).connect()
	run := func(name string, params ...string) []pgproto3.FrontendMessage {
		var values [][]byte
		for _, p := range params {
			values = append(values, []byte(p))
		}
		return []pgproto3.FrontendMessage{&pgproto3.Bind{PreparedStatement: name, Parameters: values}, &pgproto3.Execute{}, &pgproto3.Sync{}}
	}
	for range 2 {
		c.send(&pgproto3.Parse{Name: "p", Query: "ASK panic"})
		c.send(run("p")...)
		c.expect(failed, "Z I")
		journal.last(t)
	}
	c.send(&pgproto3.Parse{Name: "q", Query: "SELECT * FROM ask_json($1)"}, &pgproto3.Sync{})
	c.expect("1", "Z I")
	c.send(run("q", "panic")...)
	c.expect(failed, "Z I")
	journal.last(t)
	c.send(run("q", "fine")...)
	c.expect(failed, "Z I") // in the proof of the whole
	c.send(&pgproto3.Parse{Name: "r", Query: "ASK fine"}, &pgproto3.Sync{})
	c.expect("1", "Z I")
	agent.reproves.Store(true)
	c.send(run("r")...)
	c.expect(failed, "Z I")
	agent.reproves.Store(false)
	c.send(run("r")...)
	c.expect("2", "D 1", "C SELECT 1", "Z I")
	c.send(&pgproto3.Query{String: "SELECT 2"})
	c.expect("T", "D 2", "C SELECT 1", "Z I")
}
