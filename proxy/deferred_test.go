package proxy

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/translate"
)

// phrasebook is an agent that knows some questions, and what it was asked.
type phrasebook struct {
	answers map[string]string
	mu      sync.Mutex
	asked   []string
}

func (b *phrasebook) translator() translator {
	return func(ctx context.Context, conn *pgconn.PgConn, q translate.Question) (*translate.Answer, error) {
		b.mu.Lock()
		b.asked = append(b.asked, q.Text)
		b.mu.Unlock()
		sql, known := b.answers[q.Text]
		if !known {
			return nil, &translate.Error{Code: translate.CodeUnanswered, Message: "no answer to " + q.Text}
		}
		return answering(sql)(ctx, conn, q)
	}
}

// said returns what was asked, and forgets it.
func (b *phrasebook) said() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer func() { b.asked = nil }()
	return b.asked
}

func parse(name, sql string, types ...uint32) *pgproto3.Parse {
	return &pgproto3.Parse{Name: name, Query: sql, ParameterOIDs: types}
}

func bind(statement string, values ...string) *pgproto3.Bind {
	m := &pgproto3.Bind{PreparedStatement: statement}
	for _, v := range values {
		m.Parameters = append(m.Parameters, []byte(v))
	}
	return m
}

var (
	runs  = &pgproto3.Execute{}
	synch = &pgproto3.Sync{}
)

func describes(kind byte, name string) *pgproto3.Describe {
	return &pgproto3.Describe{ObjectType: kind, Name: name}
}

// A statement whose question is a parameter, over its life: what is translated when, and what the client is told.
func TestDeferred(t *testing.T) {
	t.Parallel()
	const asks = "SELECT * FROM ask($1)"
	answers := map[string]string{"one": "SELECT 1 AS n", "two": "SELECT 2 AS n", "text": "SELECT 'x' AS word", "broken": "SELECT nope",
		"zero": "SELECT 1/n AS n FROM pg_catalog.generate_series(0, 0) n", "ends": "SELECT 1 AS n -- done"}
	type step struct {
		send  []pgproto3.FrontendMessage
		want  []string
		asked []string // questions that were translated meanwhile
	}
	say := func(m ...pgproto3.FrontendMessage) []pgproto3.FrontendMessage { return m }
	prepared := step{send: say(parse("s", asks), synch), want: []string{"1", "Z I"}}
	tests := []struct {
		name  string
		steps []step
	}{
		{"bound, and bound to the same", []step{prepared,
			{say(bind("s", "one"), runs, synch), []string{"2", "D 1", "C SELECT 1", "Z I"}, []string{"one"}},
			{say(bind("s", "one"), runs, synch), []string{"2", "D 1", "C SELECT 1", "Z I"}, nil},
			{say(bind("s", "two"), runs, synch), []string{"2", "D 2", "C SELECT 1", "Z I"}, []string{"two"}}}},
		{"a question without an answer leaves the statement", []step{prepared,
			{say(bind("s", "what"), runs, synch), []string{"ERROR QA002 no answer to what", "Z I"}, []string{"what"}},
			{say(bind("s", "one"), runs, synch), []string{"2", "D 1", "C SELECT 1", "Z I"}, []string{"one"}}}},
		{"an answer that the server refuses leaves it, too", []step{prepared,
			{say(bind("s", "one"), runs, synch), []string{"2", "D 1", "C SELECT 1", "Z I"}, []string{"one"}},
			{say(bind("s", "broken"), runs, synch), []string{`ERROR 42703 column "nope" does not exist`, "Z I"}, []string{"broken"}},
			{say(describes('S', "s"), synch), []string{"ERROR QA007 the question is a parameter…", "Z I"}, nil},
			{say(bind("s", "one"), runs, synch), []string{"2", "D 1", "C SELECT 1", "Z I"}, []string{"one"}}}},
		{"and the columns that every answer has", []step{
			{say(parse("s", "SELECT * FROM ask_json($1)"), synch), []string{"1", "Z I"}, nil},
			{say(bind("s", "broken"), runs, synch), []string{`ERROR 42703 column "nope" does not exist`, "Z I"}, []string{"broken"}},
			{say(describes('S', "s"), synch), []string{"*pgproto3.ParameterDescription", "T", "Z I"}, nil},
			{say(bind("s", "one"), runs, synch), []string{"2", `D {"n":1}`, "C SELECT 1", "Z I"}, []string{"one"}}}},
		{"an error while it runs keeps the translation", []step{prepared,
			{say(bind("s", "zero"), runs, synch), []string{"2", "ERROR 22012 division by zero", "Z I"}, []string{"zero"}},
			{say(bind("s", "zero"), runs, synch), []string{"2", "ERROR 22012 division by zero", "Z I"}, nil}}},
		{"columns are not known before", []step{prepared,
			{say(describes('S', "s"), synch), []string{"ERROR QA007 the question is a parameter…", "Z I"}, nil},
			{say(bind("s", "one"), describes('P', ""), runs, synch), []string{"2", "T", "D 1", "C SELECT 1", "Z I"}, []string{"one"}},
			{say(describes('S', "s"), synch), []string{"*pgproto3.ParameterDescription", "T", "Z I"}, nil}}},
		{"columns that were told do not change unseen", []step{prepared,
			{say(bind("s", "one"), synch), []string{"2", "Z I"}, []string{"one"}},
			{say(describes('S', "s"), synch), []string{"*pgproto3.ParameterDescription", "T", "Z I"}, nil},
			{say(bind("s", "two"), runs, synch), []string{"2", "D 2", "C SELECT 1", "Z I"}, []string{"two"}},
			{say(bind("s", "text"), runs, synch), []string{"2", "ERROR QA007 the statement was described with the columns of another question", "Z I"}, []string{"text"}},
			{say(bind("s", "text"), describes('P', ""), runs, synch), []string{"2", "T", "D x", "C SELECT 1", "Z I"}, nil}}},
		{"columns that do not depend on the question", []step{
			{say(parse("s", "SELECT * FROM ask_json($1)"), describes('S', "s"), synch), []string{"1", "*pgproto3.ParameterDescription", "T", "Z I"}, nil},
			{say(bind("s", "one"), runs, synch), []string{"2", `D {"n":1}`, "C SELECT 1", "Z I"}, []string{"one"}},
			{say(bind("s", "text"), runs, synch), []string{"2", `D {"word":"x"}`, "C SELECT 1", "Z I"}, []string{"text"}},
			{say(bind("s", "ends"), runs, synch), []string{"2", `D {"n":1}`, "C SELECT 1", "Z I"}, []string{"ends"}}}},
		{"two questions, one of them known", []step{
			{say(parse("s", "SELECT a.n + b.n FROM ask($1) a, ask('two') b"), synch), []string{"1", "Z I"}, nil},
			{say(bind("s", "one"), runs, synch), []string{"2", "D 3", "C SELECT 1", "Z I"}, []string{"one", "two"}}}},
		{"other parameters stay", []step{
			{say(parse("s", "SELECT t.n, $2 FROM ask($1) t WHERE t.n < $3", 25, 25, 23), synch), []string{"1", "Z I"}, nil},
			{say(bind("s", "one", "a", "5"), runs, synch), []string{"2", "D 1 a", "C SELECT 1", "Z I"}, []string{"one"}},
			{say(bind("s", "one", "b", "0"), runs, synch), []string{"2", "C SELECT 0", "Z I"}, nil}}},
		{"not text", []step{{say(parse("s", asks, 23), synch), []string{"ERROR QA007 a question must be text…", "Z I"}, nil}}},
		{"no value", []step{prepared,
			{say(bind("s"), runs, synch), []string{"ERROR 08P01 bind message supplies 0 parameters, but $1 is a question", "Z I"}, nil},
			{say(&pgproto3.Bind{PreparedStatement: "s", Parameters: [][]byte{nil}}, runs, synch), []string{"ERROR QA007 the question, $1, is NULL", "Z I"}, nil}}},
		{"too long", []step{prepared,
			{say(bind("s", strings.Repeat("x", 1<<20)), runs, synch), []string{"ERROR 54000 parameters with a question among them…", "Z I"}, nil},
			{say(bind("s", "one"), runs, synch), []string{"2", "D 1", "C SELECT 1", "Z I"}, []string{"one"}}}},
		{"a syntax error beside", []step{{say(parse("s", "SELECT * FORM x WHERE 1 = (SELECT count(*) FROM ask_json($1))"), synch), []string{`ERROR 42601 syntax error at or near "FORM"…`, "Z I"}, nil}}},
		{"in a PREPARE", []step{{say(parse("s", "PREPARE p AS SELECT * FROM ask($1)"), synch), []string{"ERROR QA007…", "Z I"}, nil}}},
		{"in a transaction", []step{prepared,
			{say(&pgproto3.Query{String: "BEGIN"}), []string{"C BEGIN", "Z T"}, nil},
			{say(bind("s", "one"), runs, synch), []string{"2", "D 1", "C SELECT 1", "Z T"}, []string{"one"}},
			{say(bind("s", "broken"), runs, synch), []string{`ERROR 42703 column "nope" does not exist`, "Z E"}, []string{"broken"}},
			{say(bind("s", "one"), runs, synch), []string{"ERROR 25P02 current transaction is aborted, commands ignored until end of transaction block", "Z E"}, nil},
			{say(&pgproto3.Query{String: "ROLLBACK"}), []string{"C ROLLBACK", "Z I"}, nil},
			{say(bind("s", "one"), runs, synch), []string{"2", "D 1", "C SELECT 1", "Z I"}, []string{"one"}}}},
		{"behind work that is not synced", []step{prepared,
			{say(parse("", "CREATE TEMP TABLE made (n int)"), bind(""), runs, bind("s", "one"), runs, synch), []string{"1", "2", "C CREATE TABLE", "ERROR QA007 a question cannot stand behind…", "Z I"}, nil},
			{say(&pgproto3.Query{String: "SELECT to_regclass('made') IS NULL"}), []string{"T", "D t", "C SELECT 1", "Z I"}, nil}}},
		{"closed", []step{prepared,
			{say(&pgproto3.Close{ObjectType: 'S', Name: "s"}, synch), []string{"3", "Z I"}, nil},
			{say(bind("s", "one"), runs, synch), []string{`ERROR 26000 prepared statement "s" does not exist`, "Z I"}, nil}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := &phrasebook{answers: answers}
			c := realServer(t, func(cfg *Config) { cfg.Translator = b.translator() }).connect()
			for i, s := range tt.steps {
				c.send(s.send...)
				c.expect(s.want...)
				if diff := cmp.Diff(s.asked, b.said()); diff != "" {
					t.Fatalf("step %d: translated (-want +got):\n%s", i+1, diff)
				}
			}
		})
	}
}

// What the upstream does in the midst of it.
func TestDeferredWithoutUpstream(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		script func(*conversation)
		send   []pgproto3.FrontendMessage
		want   []string
	}{
		{"gone while the placeholder is prepared", func(c *conversation) { c.expect("PDH") },
			[]pgproto3.FrontendMessage{parse("s", "SELECT * FROM ask_json($1)"), synch}, []string{"FATAL 08006…", "EOF"}},
		{"gone while the answer is prepared", func(c *conversation) {
			c.expect("PDH")
			c.send(&pgproto3.ParseComplete{}, &pgproto3.ParameterDescription{}, &pgproto3.NoData{})
			c.expect("S")
			c.send(replyReady)
			c.expect("CPDH")
		}, []pgproto3.FrontendMessage{parse("s", "SELECT * FROM ask($1)"), bind("s", "one"), runs, synch}, []string{"1", "FATAL 08006…", "EOF"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := setup(t, fakeUpstream(t, tt.script).addr, func(cfg *Config) { cfg.Translator = answering("SELECT 1 AS n") })
			c := r.connect()
			c.send(tt.send...)
			c.expect(tt.want...)
			r.ended()
		})
	}
}
