package ask

import (
	"crypto/rand"
	"strconv"
	"strings"
	"time"

	"github.com/pgask/pgask/proxy/wire"
)

// wrap is the read-only bracket around a statement of a question. Outside a transaction it is one of its own, begun
// before the first Bind and rolled back before the client's Sync, not after Execute, because portals may be suspended.
// Inside the caller's transaction it is a savepoint with transaction_read_only in it: RELEASE brings read-write back and
// keeps portals, ROLLBACK TO would kill them.
type wrap byte

const (
	wrapNone wrap = iota
	wrapOutside
	wrapInside
)

// Names of ours on the upstream; whatever bears them is closed in the message group that made it. They are random, so that the
// client has none that is the same.
var (
	runStatement = "pgask_run_" + strings.ToLower(rand.Text())
	savepoint    = runStatement
)

// open adds what begins the wrap. timeout bounds the statement; outside a transaction the server holds it by the smaller of the
// caller's statement_timeout and ours, inside only the caller's own applies, because SET LOCAL would leak out of the
// savepoint's release.
func (w wrap) open(b *wire.Batch, searchPath string, timeout time.Duration) {
	b.Close(wire.OwnStatement) // an error leaves it: the server skips the Close that stands behind
	switch w {
	case wrapOutside:
		b.Exec("BEGIN READ ONLY")
		if timeout > 0 {
			b.Exec(lowerTimeout, strconv.FormatInt(timeout.Milliseconds(), 10)+"ms")
		}
		if searchPath == "" {
			b.Exec("SELECT " + withoutJIT)
		} else {
			b.Exec("SELECT "+withoutJIT+", pg_catalog.set_config('search_path', $1, true)", searchPath)
		}
	case wrapInside:
		b.Exec("SAVEPOINT " + savepoint)
		b.Exec("SET LOCAL transaction_read_only = on")
	}
}

// withoutJIT is for statements with many expressions: LLVM compiles them for minutes without looking at timeouts. Inside
// the caller's transaction the guard's limits on grouping sets and expressions must do, because the setting would stay.
const withoutJIT = "pg_catalog.set_config('jit', 'off', true)"

// lowerTimeout makes statement_timeout $1 unless the caller's own is shorter; 0 means none.
const lowerTimeout = `SELECT pg_catalog.set_config('statement_timeout', $1, true)
WHERE pg_catalog.interval_le(pg_catalog.current_setting('statement_timeout')::pg_catalog.interval, '0'::pg_catalog.interval)
OR pg_catalog.interval_gt(pg_catalog.current_setting('statement_timeout')::pg_catalog.interval, $1::pg_catalog.text::pg_catalog.interval)`

// shut adds what ends the wrap when all went well.
func (w wrap) shut(b *wire.Batch) {
	switch w {
	case wrapOutside:
		b.Exec("ROLLBACK")
	case wrapInside:
		b.Exec("RELEASE SAVEPOINT " + savepoint)
	}
}

// undo adds what ends the wrap after an error, when the transaction is still to be used.
func (w wrap) undo(b *wire.Batch) {
	b.Close(wire.OwnStatement) // an error leaves it: the server skips the Close that stands behind
	switch w {
	case wrapOutside:
		b.Exec("ROLLBACK")
	case wrapInside:
		b.Exec("ROLLBACK TO SAVEPOINT " + savepoint)
		b.Exec("RELEASE SAVEPOINT " + savepoint)
	}
}

// settle brings the session to a point where nothing is owed and the transaction status is known. Work that a Sync
// cannot change is synced by a Sync of ours, whose ReadyForQuery the client never sees. What is waited for are the client's own
// statements: they go on when it leaves.
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
