package proxy

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgproto3/v2"
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

// Names of ours on the upstream; whatever bears them is closed in the message group that made it.
const (
	ownStatement = "pgask_wrap"
	runStatement = "pgask_run"
	savepoint    = "pgask_run"
)

// batch is a group of messages to the upstream and what they will be answered with.
type batch struct {
	bytes []byte
	kinds []expected
}

func (b *batch) add(to destination, kind request, m pgproto3.FrontendMessage) {
	b.bytes = encode(b.bytes, m)
	b.kinds = append(b.kinds, expected{kind, to})
}

// exec adds one statement of ours by the extended protocol, its replies dropped, its name free again.
func (b *batch) exec(sql string, args ...string) {
	params := make([][]byte, len(args))
	for i, a := range args {
		params[i] = []byte(a)
	}
	b.add(toNobody, reqParse, &pgproto3.Parse{Name: ownStatement, Query: sql})
	b.add(toNobody, reqBind, &pgproto3.Bind{DestinationPortal: ownStatement, PreparedStatement: ownStatement, Parameters: params})
	b.add(toNobody, reqExecute, &pgproto3.Execute{Portal: ownStatement})
	b.close(ownStatement)
}

// close drops a statement of ours and the portal of the same name. Closing what does not exist is no error.
func (b *batch) close(name string) {
	b.add(toNobody, reqClose, &pgproto3.Close{ObjectType: 'P', Name: name})
	b.add(toNobody, reqClose, &pgproto3.Close{ObjectType: 'S', Name: name})
}

func (b *batch) sync(to destination) { b.add(to, reqSync, &pgproto3.Sync{}) }

// open begins the wrap. timeout bounds the statement; outside a transaction the server holds it by the smaller of the
// caller's statement_timeout and ours, inside only the caller's own applies, because SET LOCAL would leak out of the
// savepoint's release.
func (b *batch) open(w wrap, searchPath string, timeout time.Duration) {
	b.close(ownStatement) // an error leaves it: the server skips the Close that stands behind
	switch w {
	case wrapOutside:
		b.exec("BEGIN READ ONLY")
		if timeout > 0 {
			b.exec(lowerTimeout, strconv.FormatInt(timeout.Milliseconds(), 10)+"ms")
		}
		if searchPath == "" {
			b.exec("SELECT " + withoutJIT)
		} else {
			b.exec("SELECT "+withoutJIT+", pg_catalog.set_config('search_path', $1, true)", searchPath)
		}
	case wrapInside:
		b.exec("SAVEPOINT " + savepoint)
		b.exec("SET LOCAL transaction_read_only = on")
	}
}

// withoutJIT is for statements with many expressions: LLVM compiles them for minutes without looking at timeouts. Inside
// the caller's transaction the guard's limits on grouping sets and expressions must do, because the setting would stay.
const withoutJIT = "pg_catalog.set_config('jit', 'off', true)"

// lowerTimeout makes statement_timeout $1 unless the caller's own is shorter; 0 means none.
const lowerTimeout = `SELECT pg_catalog.set_config('statement_timeout', $1, true)
WHERE pg_catalog.interval_le(pg_catalog.current_setting('statement_timeout')::pg_catalog.interval, '0'::pg_catalog.interval)
OR pg_catalog.interval_gt(pg_catalog.current_setting('statement_timeout')::pg_catalog.interval, $1::pg_catalog.text::pg_catalog.interval)`

// shut ends the wrap when all went well.
func (b *batch) shut(w wrap) {
	switch w {
	case wrapOutside:
		b.exec("ROLLBACK")
	case wrapInside:
		b.exec("RELEASE SAVEPOINT " + savepoint)
	}
}

// undo ends the wrap after an error, when the transaction is still to be used.
func (b *batch) undo(w wrap) {
	b.close(ownStatement) // an error leaves it: the server skips the Close that stands behind
	switch w {
	case wrapOutside:
		b.exec("ROLLBACK")
	case wrapInside:
		b.exec("ROLLBACK TO SAVEPOINT " + savepoint)
		b.exec("RELEASE SAVEPOINT " + savepoint)
	}
}

// sendBatch sends a batch without waiting for its replies.
func (s *session) sendBatch(b *batch) error {
	for _, e := range b.kinds {
		s.exchange.sent(e.to, e.kind)
	}
	if err := s.upstream.send(b.bytes); err != nil {
		return fmt.Errorf("write upstream: %w", err)
	}
	return nil
}

// roundTrip sends a batch that ends in a Sync and waits until it is answered. When ctx ends, the upstream is asked to
// cancel, and the answer is waited for all the same, but not for ever.
func (s *session) roundTrip(ctx context.Context, b *batch) (status byte, err error) {
	if err := s.sendBatch(b); err != nil {
		return 0, err
	}
	answered, through := make(chan struct{}), make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(through)
		stuck := time.AfterFunc(s.server.stuckAfter, func() { s.end(errStuck) })
		defer stuck.Stop()
		s.cancelUntil(answered)
	})
	status, err = s.exchange.drain()
	close(answered)
	if !stop() {
		<-through // the request must be through before another statement begins
	}
	return status, err
}

// cancelUntil asks the upstream to cancel until stop is closed: a request that arrives while the server takes up the next
// message of a group is lost.
func (s *session) cancelUntil(stop <-chan struct{}) {
	again := time.NewTicker(cancelAgain)
	defer again.Stop()
	for {
		s.cancelUpstream()
		select {
		case <-stop:
			return
		case <-again.C:
		}
	}
}

const cancelAgain = 200 * time.Millisecond

// settle brings the session to a point where nothing is owed and the transaction status is known. Work that a Sync
// cannot change is synced by a Sync of ours, whose ReadyForQuery the client never sees. What is waited for are the client's own
// statements: they go on when it leaves.
func (s *session) settle() (status byte, err error) {
	ctx := s.turn.context()
	if s.relaying.unsynced == workNone {
		status, err = s.roundTrip(ctx, &batch{})
		s.relaying.skipping = s.relaying.skipping || s.exchange.skips()
		return status, err
	}
	var b batch
	b.sync(toNobody)
	status, err = s.roundTrip(ctx, &b)
	if err != nil {
		return 0, err
	}
	s.rested()
	if s.exchange.takeFailed() {
		// What went before has failed and the client has been told; the server would skip the rest up to its Sync.
		s.relaying.skipping = true
	}
	return status, nil
}
