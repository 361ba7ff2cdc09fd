package proxy

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgproto3/v2"

	"github.com/pgask/pgask/audit"
)

// countedJournal counts the statements of which it was told before they ran.
type countedJournal struct {
	noJournal
	intents atomic.Int32
}

func (j *countedJournal) Intent(context.Context, *audit.Record) error {
	j.intents.Add(1)
	return nil
}

// TestLongNames: the server takes names for one that have the first 63 bytes in common, so no statement of a question
// runs without a record under a name that looks like another.
func TestLongNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("n", 63)
	huge := strings.Repeat("n", 2*1024)
	for _, tt := range []struct{ name, parsed, portal, bound string }{
		{"as it is", "s", "p", "s"},
		{"others behind 63 bytes", long + "a", "p", long + "b"},
		{"cut", long + "a", "p", long},
		{"portals", "s", long + "a", "s"},
		{"longer than what is read of a Bind", huge, "p", huge},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			journal := &countedJournal{}
			c := realServer(t, func(cfg *Config) { cfg.Translator, cfg.Journal = answering("SELECT 1"), journal }).connect()
			c.send(&pgproto3.Parse{Name: tt.parsed, Query: "ASK how many"}, &pgproto3.Sync{})
			c.expect("1", "Z I")
			c.send(&pgproto3.Bind{DestinationPortal: tt.portal, PreparedStatement: tt.bound}, &pgproto3.Execute{Portal: tt.portal + "x"[:len(tt.portal)/63]}, &pgproto3.Sync{})
			c.expect("2", "D 1", "C SELECT 1", "Z I")
			if got := journal.intents.Load(); got != 1 {
				t.Errorf("%d intents", got)
			}
		})
	}
}

// TestNamesTooLong: a portal's name may hide which statement is bound.
func TestNamesTooLong(t *testing.T) {
	t.Parallel()
	c := realServer(t, func(cfg *Config) { cfg.Translator = answering("SELECT 1") }).connect()
	portal := strings.Repeat("p", 1<<20) // more than is buffered
	bind := func() {
		c.send(&pgproto3.Parse{Name: "own", Query: "SELECT 2"}, &pgproto3.Bind{DestinationPortal: portal, PreparedStatement: "own"},
			&pgproto3.Close{ObjectType: 'S', Name: "own"}, &pgproto3.Sync{})
	}
	bind()
	c.expect("1", "2", "3", "Z I")
	c.send(&pgproto3.Parse{Name: "s", Query: "ASK how many"}, &pgproto3.Sync{})
	c.expect("1", "Z I")
	bind()
	c.expect("1", "ERROR 54000 the names in a Bind may have 1024 bytes at most, once a question is prepared", "Z I")
}
