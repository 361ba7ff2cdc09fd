package proxy

import (
	"errors"
	"slices"
	"sync"
	"time"
)

// exchange is the queue of replies that the upstream owes, so that the proxy can slip in messages of its own and take
// their replies out again, and knows when nothing is owed. It does no I/O. One lock guards it; neither pump holds that
// lock while it reads or writes.
//
// Which messages answer which request: PostgreSQL manual, "Message Flow". After an error in the extended protocol the
// server skips everything, a simple Query too, up to the next Sync.
type exchange struct {
	mu     sync.Mutex
	cond   sync.Cond
	queue  []expected // queue[head:] is owed
	head   int
	status byte  // transaction status of the last ReadyForQuery: I, T or E
	err    error // why no more replies will come
	copyIn bool  // the head request is receiving COPY data
	failed bool  // an error has gone to the client since its last ReadyForQuery, or since takeFailed was last called
	// discarding reports that the server has failed and drops what it gets up to the next Sync, which is still to be sent.
	discarding bool
	// unsynced: the request sent last is one that a Sync must follow.
	unsynced bool
	// settling reports that what was taken off the queue last has not reached the client, or the run, yet: a ReadyForQuery, or a
	// reply that a run looks at.
	settling bool
	turns    int64 // that ended in a ReadyForQuery for the client

	since time.Time  // when the oldest turn under way began, or when the turn before it ended
	took  *histogram // of turns that the upstream ended; nil: they are not measured
}

// expected is a reply that is owed.
type expected struct {
	kind request
	to   destination
}

// request is a kind of message sent upstream, as far as replies differ.
type request byte

const (
	reqQuery    request = iota // simple Query or FunctionCall: anything, then ReadyForQuery
	reqSync                    // ReadyForQuery
	reqParse                   // ParseComplete
	reqBind                    // BindComplete
	reqDescribe                // ParameterDescription for a statement; then RowDescription or NoData
	reqExecute                 // rows, then CommandComplete, EmptyQueryResponse or PortalSuspended
	reqClose                   // CloseComplete
	reqCopyEnd                 // no reply: marks where the client ended a COPY
)

// destination is the recipient of a reply.
type destination byte

const (
	toClient     destination = iota
	toNobody                 // the reply to a message of ours
	toRun                    // the run that is under way looks at it
	toSubstitute             // to the client, an error replaced with one of ours
	toAsker                  // to the client, who asked a question: positions in errors would point into the wrong text
)

func newExchange() *exchange {
	x := &exchange{status: 'I'}
	x.cond.L = &x.mu
	// The first ReadyForQuery ends the startup.
	x.queue = append(x.queue, expected{reqSync, toClient})
	return x
}

// maxOwed bounds the queue: a client that pipelines more without reading waits.
const maxOwed = 1 << 16

// sent notes that a request goes upstream. It must be called before the request is written.
func (x *exchange) sent(to destination, kinds ...request) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for x.owed() > maxOwed && x.err == nil {
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
		case reqSync, reqQuery:
			x.unsynced = false
		case reqCopyEnd:
		default:
			x.unsynced = true
		}
	}
}

// expects reports whether the server will answer a request of that kind that is sent now, or whether it must be remembered
// for another reason.
func (x *exchange) expects(k request) bool {
	switch {
	case k == reqSync && x.discarding:
		x.discarding = false
		return true
	case k == reqSync:
		// During COPY IN the server ignores a Sync, unless the client has ended its data before.
		return !x.copyIn || x.owed() > 1
	case k == reqCopyEnd:
		return x.owed() > 0
	}
	return !x.discarding
}

func (x *exchange) owed() int { return len(x.queue) - x.head }

// reply returns the destination of a message from the upstream, and removes from the queue the request that it answers.
// status is the transaction status when typ is ReadyForQuery.
func (x *exchange) reply(typ, status byte) destination {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.skipMarks()
	if typ == 'Z' {
		return x.ready(status)
	}
	if x.owed() == 0 {
		return toClient // nothing is owed: a notice, a notification, a parting FATAL
	}
	e := x.queue[x.head]
	x.settling = x.settling || e.to == toRun
	switch typ {
	case '1', '2', '3', 'n', 's', 'I', 'C', 'T':
		if answers(e.kind, typ) {
			x.copyIn = false
			x.pop()
		}
	case 'G':
		x.beginCopyIn()
	case 'E':
		x.failed = x.failed || e.to != toNobody && e.to != toRun
		if e.kind != reqQuery {
			x.skipToSync()
		}
		x.copyIn = false
	}
	return e.to
}

// ready handles ReadyForQuery: all that was sent before the Sync or Query that it answers has been answered.
func (x *exchange) ready(status byte) destination {
	x.status, x.copyIn, x.settling = status, false, true
	e := expected{to: toClient} // when nobody asked for it
	for x.owed() > 0 {
		e = x.queue[x.head]
		x.pop()
		if e.kind == reqSync || e.kind == reqQuery {
			break
		}
	}
	x.skipMarks()
	x.failed = x.failed && e.to == toNobody
	if e.to != toNobody {
		x.turns++
		x.observe()
	}
	return e.to
}

// observe counts how long the turn took that has just ended. What was sent behind it begins now.
func (x *exchange) observe() {
	if x.took == nil || x.since.IsZero() {
		return // the startup's
	}
	now := time.Now()
	x.took.observe(now.Sub(x.since))
	x.since = now
}

// settled notes that what was taken off the queue has been delivered or dropped, and wakes those who wait for it.
func (x *exchange) settled() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.settling = false
	x.cond.Broadcast()
}

// answers reports whether a message of type typ is the last reply to a request.
func answers(k request, typ byte) bool {
	switch k {
	case reqParse:
		return typ == '1'
	case reqBind:
		return typ == '2'
	case reqClose:
		return typ == '3'
	case reqDescribe:
		return typ == 'T' || typ == 'n'
	case reqExecute:
		return typ == 'C' || typ == 's' || typ == 'I'
	}
	return false
}

// beginCopyIn handles CopyInResponse: the Syncs that the client sent right behind the request are eaten by the COPY.
func (x *exchange) beginCopyIn() {
	x.copyIn = true
	x.cond.Broadcast()
	next := x.head + 1
	for next < len(x.queue) && x.queue[next].kind == reqSync {
		next++
	}
	x.queue = append(x.queue[:x.head+1], x.queue[next:]...)
}

// skipToSync drops what the server will not answer after an error in the extended protocol.
func (x *exchange) skipToSync() {
	for x.owed() > 0 && x.queue[x.head].kind != reqSync {
		x.pop()
	}
	x.discarding = x.owed() == 0
}

func (x *exchange) skipMarks() {
	for x.owed() > 0 && x.queue[x.head].kind == reqCopyEnd {
		x.pop()
	}
}

// maxIdleQueue bounds the capacity that the queue keeps while it is empty.
const maxIdleQueue = 1024

func (x *exchange) pop() {
	x.head++
	if x.owed() == maxOwed || x.owed() == 0 {
		x.cond.Broadcast() // there is room again for who waits in sent, or nothing left to wait for in drain
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

// next returns the destination of replies to the oldest request, for messages that complete nothing (rows, COPY data).
func (x *exchange) next() destination {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.owed() == 0 {
		return toClient
	}
	return x.queue[x.head].to
}

// skips reports whether the server has failed and drops what it gets, up to a Sync that is still to be sent.
func (x *exchange) skips() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.discarding
}

// owes returns the number of requests that await a reply.
func (x *exchange) owes() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.owed()
}

// idle reports whether nothing is owed.
func (x *exchange) idle() bool { return x.owes() == 0 }

// starved reports whether the server receives COPY data that the client has not ended.
func (x *exchange) starved() bool {
	return x.copyIn && !slices.ContainsFunc(x.queue[x.head:], func(e expected) bool { return e.kind == reqCopyEnd })
}

// errCopying means that the server waits for COPY data, so that nothing will be answered before the client has sent it.
var errCopying = errors.New("the server receives COPY data")

// drain waits until nothing is owed and returns the transaction status, or why the upstream is gone.
func (x *exchange) drain() (byte, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for (x.owed() > 0 || x.settling) && x.err == nil && !x.starved() {
		x.cond.Wait()
	}
	if x.starved() && x.err == nil {
		return x.status, errCopying
	}
	return x.status, x.err
}

// resting reports whether nothing is owed and nothing is left open: no request without its Sync, no transaction.
func (x *exchange) resting() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.atRest()
}

func (x *exchange) atRest() bool {
	return x.owed() == 0 && !x.settling && !x.unsynced && x.status == 'I'
}

// rest waits until the exchange is resting, or returns why the upstream is gone.
func (x *exchange) rest() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	for !x.atRest() && x.err == nil {
		x.cond.Wait()
	}
	return x.err
}

// takeFailed reports whether the client has been told of an error since its last ReadyForQuery, and forgets it.
func (x *exchange) takeFailed() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	failed := x.failed
	x.failed = false
	return failed
}

// ownReady notes that a turn has ended in a ReadyForQuery of ours. Errors before it are over.
func (x *exchange) ownReady() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.failed = false
	x.turns++
}

// ended returns the number of turns that have ended.
func (x *exchange) ended() int64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.turns
}

// lastStatus returns the transaction status of the last ReadyForQuery.
func (x *exchange) lastStatus() byte {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.status
}

// setStatus notes the transaction status after the connection came back from the agent.
func (x *exchange) setStatus(status byte) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.status = status
	x.cond.Broadcast()
}

// over returns the reason why no more replies will come; nil while they do.
func (x *exchange) over() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.err
}

// fail wakes all who wait: no reply will come any more.
func (x *exchange) fail(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.err == nil {
		x.err = err
	}
	x.cond.Broadcast()
}
