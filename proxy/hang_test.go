package proxy

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/translate"
)

// stuck is the end of a session whose database does not answer any more.
const stuck = "FATAL 08006 the database behind the proxy did not stop a cancelled statement"

// A database that hangs, with all of its processes: a question ends near its limit, wherever it was, and in words
// about the database. Nothing of it is an internal error.
func TestUpstreamHangs(t *testing.T) {
	t.Parallel()
	catalog := translator(func(ctx context.Context, conn *pgconn.PgConn, _ translate.Question) (*translate.Answer, error) {
		_, err := conn.Exec(ctx, "SELECT catalog").ReadAll()
		return nil, err
	})
	cases := []struct {
		name   string
		agent  translator
		script func(*conversation)
	}{
		{"while the agent reads", catalog, func(c *conversation) { c.expect("Q") }},
		{"within an answer to the agent", catalog, func(c *conversation) { c.expect("Q"); c.send(replyRows, row("a")) }},
		{"while the statement runs", answering("SELECT 7"), func(c *conversation) { _, _ = c.be.Receive() }},
		{"while the statement is rolled back", answering("SELECT 7"), func(c *conversation) {
			for {
				m, err := c.be.Receive()
				if err != nil {
					return
				}
				if _, ok := m.(*pgproto3.Sync); ok {
					break
				}
			}
			c.send(&pgproto3.ErrorResponse{Severity: "ERROR", Code: "42P01", Message: "no such table"}, &pgproto3.ReadyForQuery{TxStatus: 'E'})
		}},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			f := fakeUpstream(t, func(c *conversation) {
				tc.script(c)
				c.closed()
			})
			f.deaf.Store(true)
			const limit, after = 300 * time.Millisecond, 300 * time.Millisecond
			r := setup(t, f.addr, func(c *Config) { c.Translator, c.QuestionTimeout, c.stuckAfter = tc.agent, limit, after })
			c := r.connect()
			began := time.Now()
			c.query("ASK anything")
			var got []string
			for l := c.line(); l != "EOF"; l = c.line() {
				got = append(got, l)
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("it took %s", took)
			}
			all := strings.Join(got, "\n")
			if len(got) == 0 || got[len(got)-1] != stuck || strings.Contains(all, "XX000") {
				t.Errorf("the client got\n%s", all)
			}
			r.ended()
		})
	}
}
