package proxy

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// plain are messages without a question, and asking those that the questions come in.
var (
	plain = []pgproto3.FrontendMessage{
		&pgproto3.Query{String: "SELECT 1"}, &pgproto3.Query{String: "SELECT 1/0"}, &pgproto3.Query{String: "BEGIN"},
		&pgproto3.Query{String: "COMMIT"}, &pgproto3.Query{String: ""}, &pgproto3.Query{String: "SELECT 2; SELECT 1/0; SELECT 3"},
		&pgproto3.Query{String: "SELECT 'task'::text"}, &pgproto3.Query{String: "COPY (SELECT 1) TO STDOUT"},
		&pgproto3.Parse{Query: "SELECT 1"}, &pgproto3.Parse{Query: "BEGIN"}, &pgproto3.Parse{Query: "SELEC"},
		&pgproto3.Parse{Query: "SELECT 'flask' FROM generate_series(1, 3)"}, &pgproto3.Parse{Query: "ROLLBACK"},
		&pgproto3.Parse{Name: "s", Query: "SELECT 1/0"}, &pgproto3.Parse{Query: "COPY (SELECT 1) TO STDOUT"},
		&pgproto3.Bind{}, &pgproto3.Bind{}, &pgproto3.Bind{PreparedStatement: "s", DestinationPortal: "p"}, &pgproto3.Bind{PreparedStatement: "none"},
		&pgproto3.Describe{ObjectType: 'S'}, &pgproto3.Describe{ObjectType: 'P'}, &pgproto3.Execute{}, &pgproto3.Execute{MaxRows: 2},
		&pgproto3.Execute{Portal: "p"}, &pgproto3.Close{ObjectType: 'S', Name: "s"}, &pgproto3.Close{ObjectType: 'P'}, &pgproto3.Flush{},
		&pgproto3.Sync{}, &pgproto3.Sync{}, &pgproto3.Sync{}, &pgproto3.FunctionCall{Function: 89}, &pgproto3.CopyDone{},
		&pgproto3.CopyData{Data: []byte("x")}, &pgproto3.CopyFail{Message: "x"},
	}
	asking = []pgproto3.FrontendMessage{
		&pgproto3.Query{String: "ASK anything"}, &pgproto3.Query{String: "SELECT * FROM ask('anything') t"}, &pgproto3.Parse{Query: "ASK anything"},
		&pgproto3.Parse{Name: "s", Query: "SELECT * FROM ask('anything') t"}, &pgproto3.Query{String: "SELECT 1; ASK anything"},
	}
)

// conversationOf sends messages in random groups, reads in between as it likes, and returns all replies up to those
// of a last query.
func conversationOf(r *rand.Rand, c *client, messages []pgproto3.FrontendMessage) []string {
	c.tb.Helper()
	sent := make(chan bool)
	go func() {
		defer close(sent)
		for len(messages) > 0 {
			n := 1 + r.IntN(len(messages))
			c.send(messages[:n]...)
			messages = messages[n:]
		}
		c.send(&pgproto3.Sync{}, &pgproto3.Query{String: "ROLLBACK"}, &pgproto3.Query{String: "SELECT 'the end'"})
	}()
	var lines []string
	for l := c.line(); ; l = c.line() {
		lines = append(lines, l)
		if l == "EOF" || l == "Z I" && len(lines) > 2 && lines[len(lines)-3] == "D the end" {
			<-sent
			return lines
		}
	}
}

// Whatever clients send, what comes back through the proxy is what comes from the server itself.
func TestRandomConversations(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	direct := &rig{tb: t, addr: sandboxtest.Server(t).Addr()}
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 3))
		messages := make([]pgproto3.FrontendMessage, 1+random.IntN(25))
		for i := range messages {
			messages[i] = plain[random.IntN(len(plain))]
		}
		server, proxy := direct.connect(), r.connect()
		want, got := conversationOf(random, server, messages), conversationOf(random, proxy, messages)
		server.conn.Close()
		proxy.conn.Close()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("seed %d, %s: (-direct +proxy):\n%s", seed, letters(messages), diff)
		}
	}
}

// With questions among them every conversation comes to its end, in a session that is as it was.
func TestRandomConversationsWithQuestions(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) { c.Translator = answering("SELECT 7 AS x") })
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 4))
		messages := make([]pgproto3.FrontendMessage, 1+random.IntN(25))
		for i := range messages {
			if messages[i] = plain[random.IntN(len(plain))]; random.IntN(4) == 0 {
				messages[i] = asking[random.IntN(len(asking))]
			}
		}
		c := r.connect()
		if lines := conversationOf(random, c, messages); lines[len(lines)-1] == "EOF" {
			t.Fatalf("seed %d, %s: %q; log:\n%s", seed, letters(messages), lines, r.log)
		}
		c.query("SELECT count(*), current_setting('transaction_read_only') FROM pg_prepared_statements WHERE name LIKE 'pgask%'")
		c.expect("T", "D 0 off", "C SELECT 1", "Z I")
		c.conn.Close()
	}
}

func letters(messages []pgproto3.FrontendMessage) string {
	var b strings.Builder
	for _, m := range messages {
		b.WriteRune(letter(m))
	}
	return b.String()
}
