package proxy

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/proxy/wire"
)

func TestForgetBySQL(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"DEALLOCATE a":               "b c d",
		"deallocate prepare B;":      "a c d",
		` DEALLOCATE "c" ;`:          "a b d",
		"DEALLOCATE ALL":             "",
		"DEALLOCATE PREPARE ALL;":    "",
		"DISCARD ALL":                "",
		"discard all;":               "",
		"DISCARD PLANS":              "a b c d",
		"DISCARD":                    "a b c d",
		"DEALLOCATE":                 "a b c d",
		"DEALLOCATE x":               "a b c d",
		"SELECT 'DEALLOCATE ALL'":    "a b c d",
		"":                           "a b c d",
		"DEALLOCATE a; DEALLOCATE b": "b c d", // the second stays known, and is no worse for it
		"DISCARD " + strings.Repeat(" ", 200) + "ALL": "a b c d", // likewise
	} {
		s := &session{}
		for _, name := range []string{"a", "b", "c", "d"} {
			s.remember(name, &prepared{})
		}
		s.forgetBySQL([]byte(text))
		if got := strings.Join(slices.Sorted(maps.Keys(s.relaying.statements)), " "); got != want {
			t.Errorf("%q leaves %q, want %q", text, got, want)
		}
	}
}

// What is known of a statement that bounds a transaction block ends with its name, and not with SQL that may fail.
func TestForgetBySQLKeepsBounds(t *testing.T) {
	t.Parallel()
	s := &session{}
	s.remember("q", &prepared{})
	s.relaying.blocks.note([]byte("c"), []byte("COMMIT"))
	s.forgetBySQL([]byte("DEALLOCATE ALL"))
	if got := s.relaying.blocks.find([]byte("c")); got != boundsEnd {
		t.Errorf("bounds %d", got)
	}
	s.forget(wire.Frame{Type: 'C', Bytes: wire.Message('C', []byte("Sc\x00"))})
	if got := s.relaying.blocks.find([]byte("c")); got != boundsNothing {
		t.Errorf("after Close: bounds %d", got)
	}
}

// owningLater is an agent of a database that gets a function ask(text) of its own; looked is called whenever it is looked for.
type owningLater struct {
	translator
	owns   *atomic.Bool
	looked func()
}

func (o owningLater) OwnsAsk(context.Context, *pgconn.PgConn) (bool, error) {
	if o.owns.Load() {
		o.looked()
		return true, nil
	}
	return false, nil
}

// A name of a question that was translated at Bind gets a statement that is no question any more, while the client's pump waits for
// the next message: the turn must leave the pump's task alone.
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
