package proxy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync/atomic"

	"github.com/pgask/pgask/proxy/poll"
)

// Sizes of the wire, in bytes.
const (
	headerLen  = 5           // type and length of a message after startup
	waitBuffer = 1 << 10     // what one direction of a session holds that waits in a read
	readBuffer = 16 << 10    // what one direction of a busy session holds
	maxMessage = 1<<30 - 1   // PostgreSQL's own limit (PQ_LARGE_MESSAGE_LIMIT)
	bulkBuffer = 128 << 10   // the same, while as much comes at once
	writeBatch = 32 << 10    // forwarded frames are collected up to this before a write
	maxCapture = 1<<20 - 512 // a reply that must be buffered whole, such as a RowDescription
)

// errMessageLength means that a header claims a length that no message has.
var errMessageLength = errors.New("invalid message length")

// frame is one message as it lies in a reader's buffer. It is valid until the next call of next.
type frame struct {
	typ   byte
	bytes []byte // header and as much of the body as the reader holds
	rest  int    // bytes of the body that are still to come from the socket
}

// body returns the buffered part of the message behind its header.
func (f frame) body() []byte { return f.bytes[headerLen:] }

// size returns the length of the whole message with its header.
func (f frame) size() int { return len(f.bytes) + f.rest }

// whole reports whether all of the message is buffered.
func (f frame) whole() bool { return f.rest == 0 }

// side is a peer of a session.
type side byte

const (
	sideClient side = iota
	sideUpstream
)

// peerError is a network error with the side where it happened, so that a client that vanishes is not taken for a failure
// of the upstream, or the other way round.
type peerError struct {
	side    side
	writing bool
	err     error
}

func (e *peerError) Error() string { return e.err.Error() }
func (e *peerError) Unwrap() error { return e.err }

// failedAt reports whether an error came from that side, and whether while writing to it.
func failedAt(err error, at side) (failed, writing bool) {
	var e *peerError
	if !errors.As(err, &e) || e.side != at {
		return false, false
	}
	return true, e.writing
}

// frames reads messages from one peer by their five-byte headers, through a buffer that never grows past what a caller
// asked to see of one message. It never allocates what a header claims. While there is nothing to read it has no buffer.
type frames struct {
	conn net.Conn
	side side
	buf  []byte
	r, w int // unread bytes are buf[r:w]
	rest int // of the frame returned last: bytes not yet taken from the socket
	// to is where frames go as a rule. It may keep them where they lie in buf, so it is flushed before buf changes; and
	// because of that before every read. nil: nowhere.
	to   *writer
	err  error // found by readAhead: why no more bytes will come
	size int   // of the next buffer: it grows when reads fill it, and shrinks when they do not

	// With a polled connection next returns errNotReady where it would wait, because of task, and can be called again.
	polled *poll.Conn
	task   *poll.Task
	reads  int // since next last returned errNotReady

	moved atomic.Int64 // bytes read
}

// errNotReady means that a polled connection has no whole message now.
var errNotReady = poll.ErrNotReady

// maxReads bounds the reads of a task before it yields to others.
const maxReads = 16

func newFrames(conn net.Conn, from side) *frames { return &frames{conn: conn, side: from} }

// next returns the next message: all of one that a small buffer holds, and want(type, length) bytes of the body of any
// other. The rest must be taken with stream or discard before next is called again.
func (f *frames) next(want func(typ byte, length int) int) (frame, error) {
	if f.rest != 0 {
		return frame{}, errors.New("proxy bug: the last message was not taken whole")
	}
	if err := f.fill(headerLen); err != nil {
		return frame{}, err
	}
	typ, n := f.header(f.r)
	if n < 0 || n > maxMessage {
		return frame{}, &peerError{side: f.side, err: fmt.Errorf("%w: %d", errMessageLength, n+4)}
	}
	see := want(typ, n)
	if n <= readBuffer-headerLen {
		see = n
	}
	if err := f.fill(headerLen + min(n, see)); err != nil {
		return frame{}, unexpected(err)
	}
	have := headerLen + min(n, see)
	fr := frame{typ: typ, bytes: f.buf[f.r : f.r+have], rest: headerLen + n - have}
	f.r += have
	f.rest = fr.rest
	return fr, nil
}

// header reads the one at buf[at:]: the type, and the length of the body as it is claimed.
func (f *frames) header(at int) (typ byte, n int) {
	return f.buf[at], int(int32(binary.BigEndian.Uint32(f.buf[at+1:]))) - 4
}

// precedes reports whether what is unread follows fr, which next has returned last: not after readAhead has changed buffers.
func (f *frames) precedes(fr frame) bool {
	at := f.r - len(fr.bytes)
	return at >= 0 && &f.buf[at] == &fr.bytes[0]
}

// more adds to fr, which next has returned, what is buffered of its rest.
func (f *frames) more(fr frame) frame {
	if !f.precedes(fr) {
		return fr
	}
	n := min(f.rest, f.w-f.r)
	f.r += n
	f.rest -= n
	return frame{fr.typ, fr.bytes[:len(fr.bytes)+n], f.rest}
}

// run makes one of fr, a whole frame that next has returned, and of the whole frames of the same type behind it, as far
// as they are buffered: rows and COPY data come in thousands, and what is done with one is done with the next.
func (f *frames) run(fr frame) frame {
	for f.precedes(fr) && f.w-f.r >= headerLen {
		typ, n := f.header(f.r)
		if typ != fr.typ || n < 0 || n > f.w-f.r-headerLen {
			break
		}
		f.r += headerLen + n
		fr.bytes = fr.bytes[:len(fr.bytes)+headerLen+n]
	}
	return fr
}

// stream hands the rest of the last message to take, piece by piece. It waits.
func (f *frames) stream(take func([]byte) error) error {
	if err := f.settle(); err != nil {
		return err
	}
	return f.pour(take)
}

// pour does what stream does, for a caller that has flushed what lies in the buffer.
func (f *frames) pour(take func([]byte) error) error {
	for f.rest > 0 {
		if f.r == f.w {
			f.task.Leave()
			f.makeRoom(min(f.rest, bulkBuffer))
			if err := f.read(f.conn.Read); err != nil {
				return unexpected(err)
			}
		}
		n := min(f.w-f.r, f.rest)
		f.r += n
		f.rest -= n
		if err := take(f.buf[f.r-n : f.r]); err != nil {
			return err
		}
	}
	return nil
}

// discard drops the rest of the last message.
func (f *frames) discard() error {
	if f.rest == 0 {
		return nil
	}
	return f.stream(func([]byte) error { return nil })
}

// fill reads until n bytes are buffered. n is bounded by what callers want, never by what a peer claims.
func (f *frames) fill(n int) error {
	if f.w-f.r >= n {
		return nil
	}
	if err := f.settle(); err != nil {
		return err
	}
	f.makeRoom(n)
	for f.w < n {
		err := f.pull()
		switch {
		case err == errNotReady && f.w == 0:
			f.release()
			return err
		case err != nil && err != errNotReady && f.w > 0:
			return unexpected(err)
		case err != nil:
			return err
		}
	}
	return nil
}

// settle has the writer flush the frames that still lie in the buffer, so that the buffer may change.
func (f *frames) settle() error {
	if f.to == nil || f.err != nil {
		return nil
	}
	return f.to.flushFor(f.task)
}

// pull reads once, without waiting if there is a task that can be parked.
func (f *frames) pull() error {
	if f.polled == nil {
		return f.read(f.conn.Read)
	}
	if f.reads++; f.reads > maxReads {
		f.reads = 0
		return errNotReady
	}
	err := f.read(f.polled.TryRead)
	if err == errNotReady {
		f.reads = 0
	}
	return err
}

// makeRoom brings what is unread to the beginning of a buffer that has room for n bytes.
func (f *frames) makeRoom(n int) {
	size := max(f.size, n, waitBuffer)
	if f.polled != nil || size > waitBuffer {
		size = max(size, readBuffer) // a polled connection has none while it waits
	}
	if size > readBuffer {
		size = max(size, bulkBuffer)
	}
	old, unread := f.buf, f.buf[f.r:f.w]
	if size == len(old) || size < len(old) && size <= len(unread) {
		if f.r > 0 {
			f.r, f.w = 0, copy(old, unread)
		}
		return
	}
	f.buf = newBuffer(size)
	f.r, f.w = 0, copy(f.buf, unread)
	freeBuffer(old)
}

// release gives the buffer back while there is nothing in it.
func (f *frames) release() {
	freeBuffer(f.buf)
	f.buf, f.r, f.w = nil, 0, 0
}

// read makes one read into the free end of the buffer, which there must be. An error is returned only without any bytes;
// a socket repeats it.
func (f *frames) read(from func([]byte) (int, error)) error {
	if f.err != nil {
		return f.err
	}
	free := f.buf[f.w:]
	n, err := from(free)
	f.w += n
	f.moved.Add(int64(n))
	switch {
	case n == len(free) && n > 0:
		f.size = min(len(f.buf)+1, bulkBuffer) // the next larger one
	case n > 0 && n < len(f.buf)/8:
		f.size = 0
	}
	if err == errNotReady {
		return err
	}
	if err != nil && n == 0 {
		return &peerError{side: f.side, err: err}
	}
	return nil
}

// readAhead goes on reading behind the last frame, which stays valid, until the buffer is full, a deadline is over or the
// peer has left; only that is an error. What it reads is there for the next calls. It waits.
func (f *frames) readAhead() error {
	if len(f.buf) < readBuffer {
		// The last frame keeps the old one.
		old := f.buf[f.r:f.w]
		f.buf = newBuffer(readBuffer)
		f.r, f.w = 0, copy(f.buf, old)
	}
	for f.w < len(f.buf) {
		if err := f.read(f.conn.Read); err != nil {
			if errors.Is(err, os.ErrDeadlineExceeded) {
				return nil
			}
			f.err = err
			return err
		}
	}
	return nil
}

// unexpected turns io.EOF into io.ErrUnexpectedEOF, for an end within a message.
func unexpected(err error) error {
	var e *peerError
	if errors.As(err, &e) && errors.Is(e.err, io.EOF) {
		return &peerError{side: e.side, err: io.ErrUnexpectedEOF}
	}
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
