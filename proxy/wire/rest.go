package wire

import (
	"errors"
	"slices"
)

// Who waits for an exchange to come to rest, and what keeps it from that.

// starved reports whether the server receives COPY data that the client has not ended.
func (x *Exchange) starved() bool {
	return x.phase == phaseCopying && !slices.ContainsFunc(x.queue[x.head:], func(e expected) bool { return e.kind == ReqCopyEnd })
}

// ErrCopying means that the server waits for COPY data, so that nothing will be answered before the client has sent it.
var ErrCopying = errors.New("the server receives COPY data")

// Drain waits until nothing is owed and returns the transaction status, or why the upstream is gone.
func (x *Exchange) Drain() (byte, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for (x.owed() > 0 || x.settling) && x.err == nil && !x.starved() {
		x.cond.Wait()
	}
	if x.starved() && x.err == nil {
		return x.status, ErrCopying
	}
	return x.status, x.err
}

// Resting reports whether nothing is owed and nothing is left open: no request without its Sync, no transaction.
func (x *Exchange) Resting() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.atRest()
}

func (x *Exchange) atRest() bool {
	return x.owed() == 0 && !x.settling && !x.unsynced && x.status == 'I'
}

// ErrStreams means that the session replicates, and will not rest.
var ErrStreams = errors.New("the server streams")

// Rest waits until the exchange is resting, or returns why the upstream is gone, or ErrStreams.
func (x *Exchange) Rest() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	for !x.atRest() && x.err == nil && !x.streams {
		x.cond.Wait()
	}
	if x.streams && x.err == nil {
		return ErrStreams
	}
	return x.err
}

// Streams reports whether the session replicates.
func (x *Exchange) Streams() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.streams
}
