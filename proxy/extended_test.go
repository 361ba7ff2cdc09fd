package proxy

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/translate"
)

// Several statements cannot be prepared, so nothing is worked on for them.
func TestSeveralStatementsInAParse(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	agent := translator(func(ctx context.Context, conn *pgconn.PgConn, q translate.Question) (*translate.Answer, error) {
		asked.Add(1)
		return answering("SELECT 7")(ctx, conn, q)
	})
	r := realServer(t, func(cfg *Config) { cfg.Translator = agent })
	c := r.connect()
	for _, text := range []string{"SELECT 1; SELECT * FROM ask('a')", "SELECT * FROM ask('a'); ASK b", "SELECT * FROM ask($1); SELECT 2"} {
		c.send(&pgproto3.Parse{Query: text}, &pgproto3.Sync{})
		c.expect("ERROR 42601 cannot insert multiple commands into a prepared statement", "Z I")
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("%d questions were worked on", n)
	}
	c.send(&pgproto3.Parse{Query: "; SELECT * FROM ask('a') ;"}, &pgproto3.Sync{})
	c.expect("1", "Z I")
}

// owningLater is an agent of a database that gets a function ask(text) of its own; looked is called whenever it is
// looked for.
type owningLater struct {
	translator
	owns   *atomic.Bool
	looked func()
}

func (o owningLater) Look(context.Context, *pgconn.PgConn) (*translate.Look, error) {
	owns := o.owns.Load()
	if owns {
		o.looked()
	}
	return &translate.Look{OwnsAsk: owns}, nil
}

// A name of a question that was translated at Bind gets a statement that is no question any more, while the client's
// pump waits for the next message: the turn must leave the pump's task alone.
func TestTurnReplacesDeferredStatement(t *testing.T) {
	t.Parallel()
	var owns atomic.Bool
	var r *rig
	parked := func() {
		r.until("the client's pump is parked", r.session().link.FromClient.Parked)
	}
	r = realServer(t, func(cfg *Config) { cfg.Translator = owningLater{answering("SELECT 1"), &owns, parked} })
	c := r.connect()
	c.send(&pgproto3.Parse{Name: "s", Query: "SELECT * FROM ask($1)"}, &pgproto3.Sync{})
	c.expect("1", "Z I")
	owns.Store(true)
	c.send(&pgproto3.Parse{Name: "s", Query: "SELECT * FROM ask($1)"})
	m := c.receive()
	if e, ok := m.(*pgproto3.ErrorResponse); !ok || e.Code != "42883" {
		t.Errorf("the server's reply is %#v", m)
	}
	c.send(&pgproto3.Sync{})
	c.expect("Z I")
}
