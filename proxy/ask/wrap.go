package ask

import (
	"crypto/rand"
	"strings"
	"time"

	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate/borrow"
)

// wrap is the read-only bracket around a statement of a question. Outside a transaction it is one of its own, begun
// before the first Bind and rolled back before the client's Sync, not after Execute, because portals may be
// suspended. Inside the caller's transaction it is a savepoint with transaction_read_only in it: RELEASE brings
// read-write back and keeps portals, ROLLBACK TO would kill them.
type wrap byte

const (
	wrapNone wrap = iota
	wrapOutside
	wrapInside
)

// Names of ours on the upstream; whatever bears them is closed in the message group that made it. They are random, so
// that the client has none that is the same.
var (
	runStatement = "pgask_run_" + strings.ToLower(rand.Text())
	savepoint    = runStatement
)

// bracket returns what is sent around the statement.
func (w wrap) bracket(searchPath string, timeout time.Duration) borrow.Bracket {
	switch w {
	case wrapOutside:
		return borrow.Outside(searchPath, timeout)
	case wrapInside:
		return borrow.Inside(savepoint)
	}
	return borrow.Bracket{}
}

// open adds what begins the wrap, with its replies to a destination. Outside a transaction the server holds the
// timeout.
func (w wrap) open(b *wire.Batch, to wire.Destination, searchPath string, timeout time.Duration) {
	b.Close(wire.OwnStatement) // an error leaves it: the server skips the Close that stands behind
	execute(b, to, w.bracket(searchPath, timeout).Open)
}

// shut adds what ends the wrap when all went well.
func (w wrap) shut(b *wire.Batch) { execute(b, wire.ToNobody, w.bracket("", 0).Shut) }

// undo adds what ends the wrap after an error, when the transaction is still to be used.
func (w wrap) undo(b *wire.Batch) {
	b.Close(wire.OwnStatement) // as in open
	execute(b, wire.ToNobody, w.bracket("", 0).Undo)
}

// execute adds statements of ours.
func execute(b *wire.Batch, to wire.Destination, stmts []borrow.Statement) {
	for _, s := range stmts {
		b.Exec(to, s.SQL, s.Args...)
	}
}

// settle brings the session to a point where nothing is owed and the transaction status is known. Work that a Sync
// cannot change is synced by a Sync of ours, whose ReadyForQuery the client never sees. What is waited for are the
// client's own statements: they go on when it leaves.
func (s *talk) settle() (status byte, err error) {
	ctx := s.turn.context()
	if s.relaying.unsynced == workNone {
		status, err = s.link.RoundTrip(ctx, &wire.Batch{})
		s.relaying.skipping = s.relaying.skipping || s.link.Exchange.Skips()
		return status, err
	}
	var b wire.Batch
	b.Sync(wire.ToNobody)
	status, err = s.link.RoundTrip(ctx, &b)
	if err != nil {
		return 0, err
	}
	s.relaying.rested()
	if s.link.Exchange.TakeFailed() {
		// What went before has failed and the client has been told; the server would skip the rest up to its Sync.
		s.relaying.skipping = true
	}
	return status, nil
}
