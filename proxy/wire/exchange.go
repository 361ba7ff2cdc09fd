package wire

import (
	"sync"
	"time"
)

// Exchange is the queue of replies that the upstream owes, so that the proxy can slip in messages of its own and take
// their replies out again, and knows when nothing is owed. It does no I/O. One lock guards it; neither pump holds that
// lock while it reads or writes.
//
// Which messages answer which request: PostgreSQL manual, "Message Flow". After an error in the extended protocol the
// server skips everything, a simple Query too, up to the next Sync.
type Exchange struct {
	mu     sync.Mutex
	cond   sync.Cond
	queue  []expected // queue[head:] is owed
	head   int
	status byte  // transaction status of the last ReadyForQuery: I, T or E
	err    error // why no more replies will come
	phase  phase
	failed bool // an error has gone to the client since its last ReadyForQuery, or since TakeFailed was last called
	// unsynced: the request sent last is one that a Sync must follow.
	unsynced bool
	// settling reports that what was taken off the queue last has not reached the client, or the reader, yet: a
	// ReadyForQuery, or a reply that a reader of ours looks at.
	settling bool
	// streams reports that the server sends and receives COPY data at once, which replication does until somebody
	// ends it.
	streams bool
	turns   int64 // that ended in a ReadyForQuery for the client

	since time.Time           // when the oldest turn under way began, or when the turn before it ended
	took  func(time.Duration) // is told how long each turn took that the upstream ended; nil: they are not measured
}

// phase is what the server does with what it gets.
type phase byte

const (
	phaseReplying   phase = iota // it answers each request
	phaseCopying                 // it receives COPY data for the oldest request
	phaseDiscarding              // it has failed, and drops all up to the next Sync, which is still to be sent; nothing is owed
)

// expected is a reply that is owed.
type expected struct {
	kind Request
	to   Destination
}

// Request is a kind of message sent upstream, as far as replies differ.
type Request byte

const (
	ReqQuery    Request = iota // simple Query or FunctionCall: anything, then ReadyForQuery
	ReqSync                    // ReadyForQuery
	ReqParse                   // ParseComplete
	ReqBind                    // BindComplete
	ReqDescribe                // ParameterDescription for a statement; then RowDescription or NoData
	ReqExecute                 // rows, then CommandComplete, EmptyQueryResponse or PortalSuspended
	ReqClose                   // CloseComplete
	ReqCopyEnd                 // no reply: marks where the client ended a COPY
)

// Destination is the recipient of a reply.
type Destination byte

const (
	ToClient   Destination = iota
	ToNobody               // the reply to a message of ours
	ErrorsOnly             // the same, but an error goes to the client: the server skips what the client sends behind it
	ToReader               // a reader of ours looks at it; the client hears nothing
	ToReplaced             // to the client, an error replaced with one of ours
	ToWatched              // to the client, past somebody of ours who may change it
)

// NewExchange makes the queue of a session that has just sent its startup message. took is told how long each turn
// took that the upstream ended; nil: they are not measured.
func NewExchange(took func(time.Duration)) *Exchange {
	x := &Exchange{status: 'I', took: took}
	x.cond.L = &x.mu
	// The first ReadyForQuery ends the startup.
	x.queue = append(x.queue, expected{ReqSync, ToClient})
	return x
}

// MaxOwed bounds the queue: a client that pipelines more without reading waits.
const MaxOwed = 1 << 16

// Sent notes that a request goes upstream. It must be called before the request is written.
func (x *Exchange) Sent(to Destination, kinds ...Request) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for x.owed() > MaxOwed && x.err == nil {
		x.cond.Wait()
	}
	if x.owed() == 0 && !x.unsynced && x.took != nil {
		x.since = time.Now()
	}
	for _, k := range kinds {
		if x.expects(k) {
			x.queue = append(x.queue, expected{k, to})
		}
		switch k {
		case ReqSync, ReqQuery:
			x.unsynced = false
		case ReqCopyEnd:
		default:
			x.unsynced = true
		}
	}
}

// expects reports whether the server will answer a request of that kind that is sent now, or whether it must be
// remembered for another reason.
func (x *Exchange) expects(k Request) bool {
	switch {
	case k == ReqSync && x.phase == phaseDiscarding:
		x.phase = phaseReplying
		return true
	case k == ReqSync:
		// During COPY IN the server ignores a Sync, unless the client has ended its data before.
		return x.phase != phaseCopying || x.owed() > 1
	case k == ReqCopyEnd:
		return x.owed() > 0
	}
	return x.phase != phaseDiscarding
}

func (x *Exchange) owed() int { return len(x.queue) - x.head }

// Reply returns the destination of a message from the upstream, and removes from the queue the request that it answers.
// status is the transaction status when typ is ReadyForQuery.
func (x *Exchange) Reply(typ, status byte) Destination {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.skipMarks()
	if typ == 'Z' {
		return x.ready(status)
	}
	if x.owed() == 0 {
		return ToClient // nothing is owed: a notice, a notification, a parting FATAL
	}
	e := x.queue[x.head]
	x.settling = x.settling || e.to == ToReader
	switch typ {
	case '1', '2', '3', 'n', 's', 'I', 'C', 'T':
		if answers(e.kind, typ) {
			x.endCopyIn()
			x.pop()
		}
	case 'G':
		x.beginCopyIn()
	case 'W':
		x.streams = true
		x.cond.Broadcast()
	case 'E':
		x.failed = x.failed || e.to != ToNobody && e.to != ToReader
		x.endCopyIn()
		if e.kind != ReqQuery {
			x.skipToSync()
		}
	}
	return e.to
}

// ready handles ReadyForQuery: all that was sent before the Sync or Query that it answers has been answered.
func (x *Exchange) ready(status byte) Destination {
	x.status, x.settling, x.streams = status, true, false
	x.endCopyIn()
	e := expected{to: ToClient} // when nobody asked for it
	for x.owed() > 0 {
		e = x.queue[x.head]
		x.pop()
		if e.kind == ReqSync || e.kind == ReqQuery {
			break
		}
	}
	x.skipMarks()
	x.failed = x.failed && e.to == ToNobody
	if e.to != ToNobody {
		x.turns++
		x.observe()
	}
	return e.to
}

// observe counts how long the turn took that has just ended. What was sent behind it begins now.
func (x *Exchange) observe() {
	if x.took == nil || x.since.IsZero() {
		return // the startup's
	}
	now := time.Now()
	x.took(now.Sub(x.since))
	x.since = now
}

// Settled notes that what was taken off the queue has been delivered or dropped, and wakes those who wait for it.
func (x *Exchange) Settled() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.settling = false
	x.cond.Broadcast()
}

// answers reports whether a message of type typ is the last reply to a request.
func answers(k Request, typ byte) bool {
	switch k {
	case ReqParse:
		return typ == '1'
	case ReqBind:
		return typ == '2'
	case ReqClose:
		return typ == '3'
	case ReqDescribe:
		return typ == 'T' || typ == 'n'
	case ReqExecute:
		return typ == 'C' || typ == 's' || typ == 'I'
	}
	return false
}

// beginCopyIn handles CopyInResponse: the Syncs that the client sent right behind the request are eaten by the COPY.
func (x *Exchange) beginCopyIn() {
	x.phase = phaseCopying
	x.cond.Broadcast()
	next := x.head + 1
	for next < len(x.queue) && x.queue[next].kind == ReqSync {
		next++
	}
	x.queue = append(x.queue[:x.head+1], x.queue[next:]...)
}

// endCopyIn notes that the server receives no COPY data any more.
func (x *Exchange) endCopyIn() {
	if x.phase == phaseCopying {
		x.phase = phaseReplying
	}
}

// skipToSync drops what the server will not answer after an error in the extended protocol.
func (x *Exchange) skipToSync() {
	for x.owed() > 0 && x.queue[x.head].kind != ReqSync {
		x.pop()
	}
	if x.owed() == 0 {
		x.phase = phaseDiscarding
	}
}

func (x *Exchange) skipMarks() {
	for x.owed() > 0 && x.queue[x.head].kind == ReqCopyEnd {
		x.pop()
	}
}

// maxIdleQueue bounds the capacity that the queue keeps while it is empty.
const maxIdleQueue = 1024

func (x *Exchange) pop() {
	x.head++
	if x.owed() == MaxOwed || x.owed() == 0 {
		x.cond.Broadcast() // there is room again for who waits in Sent, or nothing left to wait for in Drain
	}
	switch {
	case x.head == len(x.queue) && cap(x.queue) > maxIdleQueue:
		x.queue, x.head = nil, 0
	case x.head == len(x.queue):
		x.queue, x.head = x.queue[:0], 0
	case x.head > 1024 && x.head > len(x.queue)/2:
		n := copy(x.queue, x.queue[x.head:])
		x.queue, x.head = x.queue[:n], 0
	}
}

// Next returns the destination of replies to the oldest request, for messages that complete nothing (rows, COPY data).
func (x *Exchange) Next() Destination {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.owed() == 0 {
		return ToClient
	}
	return x.queue[x.head].to
}

// Skips reports whether the server has failed and drops what it gets, up to a Sync that is still to be sent.
func (x *Exchange) Skips() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.phase == phaseDiscarding
}

// Owes returns the number of requests that await a reply.
func (x *Exchange) Owes() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.owed()
}

// Idle reports whether nothing is owed.
func (x *Exchange) Idle() bool { return x.Owes() == 0 }

// TakeFailed reports whether the client has been told of an error since its last ReadyForQuery, and forgets it.
func (x *Exchange) TakeFailed() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	failed := x.failed
	x.failed = false
	return failed
}

// OwnReady notes that a turn has ended in a ReadyForQuery of ours. Errors before it are over.
func (x *Exchange) OwnReady() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.failed = false
	x.turns++
}

// Ended returns the number of turns that have ended.
func (x *Exchange) Ended() int64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.turns
}

// LastStatus returns the transaction status of the last ReadyForQuery.
func (x *Exchange) LastStatus() byte {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.status
}

// SetStatus notes the transaction status after somebody else has used the connection.
func (x *Exchange) SetStatus(status byte) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.status = status
	x.cond.Broadcast()
}

// Over returns the reason why no more replies will come; nil while they do.
func (x *Exchange) Over() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.err
}

// Fail wakes all who wait: no reply will come any more.
func (x *Exchange) Fail(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.err == nil {
		x.err = err
	}
	x.cond.Broadcast()
}
