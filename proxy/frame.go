package proxy

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
)

// Sizes of the wire, in bytes.
const (
	headerLen  = 5           // type and length of a message after startup
	readBuffer = 16 << 10    // what one direction of a busy session holds
	maxMessage = 1<<30 - 1   // PostgreSQL's own limit (PQ_LARGE_MESSAGE_LIMIT)
	writeBatch = 32 << 10    // forwarded frames are collected up to this before a write
	maxCapture = 1<<20 - 512 // a reply that we must hold whole, a RowDescription say
)

// errMessageLength says that a header claims a length that no message has.
var errMessageLength = errors.New("invalid message length")

// frame is one message as it lies in a reader's buffer. It is valid until the next call of next.
type frame struct {
	typ   byte
	bytes []byte // header and as much of the body as the reader holds
	rest  int    // bytes of the body that are still to come from the socket
}

// body is what is buffered of the message without its header.
func (f frame) body() []byte { return f.bytes[headerLen:] }

// whole says that no part of the message is missing.
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

// failedAt says whether an error came from that side, and whether while writing to it.
func failedAt(err error, at side) (failed, writing bool) {
	var e *peerError
	if !errors.As(err, &e) || e.side != at {
		return false, false
	}
	return true, e.writing
}

// frames reads messages from one peer by their five-byte headers, through a buffer that never grows past what a caller
// asked to see of one message. It never allocates what a header claims.
type frames struct {
	conn net.Conn
	side side
	buf  []byte
	r, w int // unread bytes are buf[r:w]
	rest int // of the frame returned last: bytes not yet taken from the socket
	// waiting is called before a read that may block: flush before you block. nil: nothing to do.
	waiting func() error
	err     error        // found by readAhead: why no more bytes will come
	moved   atomic.Int64 // bytes read
}

func newFrames(conn net.Conn, from side) *frames {
	return &frames{conn: conn, side: from, buf: make([]byte, readBuffer)}
}

// next returns the next message. Its body is buffered up to want(type, length) bytes, and at least as far as the buffer
// reaches without growing; the rest must be taken with stream or discard before next is called again.
func (f *frames) next(want func(typ byte, length int) int) (frame, error) {
	if f.rest != 0 {
		return frame{}, errors.New("proxy bug: the last message was not taken whole")
	}
	if err := f.fill(headerLen); err != nil {
		return frame{}, err
	}
	typ := f.buf[f.r]
	n := int(int32(binary.BigEndian.Uint32(f.buf[f.r+1:]))) - 4
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
	have := min(f.w-f.r, headerLen+n)
	fr := frame{typ: typ, bytes: f.buf[f.r : f.r+have], rest: headerLen + n - have}
	f.r += have
	f.rest = fr.rest
	return fr, nil
}

// stream hands the rest of the last message to take, piece by piece.
func (f *frames) stream(take func([]byte) error) error {
	for f.rest > 0 {
		if f.r == f.w {
			f.r, f.w = 0, 0
			if err := f.read(); err != nil {
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
	return f.stream(func([]byte) error { return nil })
}

// fill reads until n bytes are buffered. n is bounded by what callers want, never by what a peer claims.
func (f *frames) fill(n int) error {
	if f.w-f.r >= n {
		return nil
	}
	if f.r > 0 {
		copy(f.buf, f.buf[f.r:f.w])
		f.r, f.w = 0, f.w-f.r
	}
	switch {
	case n > len(f.buf):
		f.buf = append(make([]byte, 0, n), f.buf[:f.w]...)[:n]
	case n <= readBuffer && f.w <= readBuffer && len(f.buf) > readBuffer:
		f.buf = append(make([]byte, 0, readBuffer), f.buf[:f.w]...)[:readBuffer]
	}
	for f.w < n {
		if f.waiting != nil && f.err == nil {
			if err := f.waiting(); err != nil {
				return err
			}
		}
		if err := f.read(); err != nil {
			if f.w > 0 {
				return unexpected(err)
			}
			return err
		}
	}
	return nil
}

// read makes one read into the free end of the buffer, which there must be. An error is returned only without any bytes;
// a socket repeats it.
func (f *frames) read() error {
	if f.err != nil {
		return f.err
	}
	n, err := f.conn.Read(f.buf[f.w:])
	f.w += n
	f.moved.Add(int64(n))
	if err != nil && n == 0 {
		return &peerError{side: f.side, err: err}
	}
	return nil
}

// readAhead goes on reading behind the last frame, which stays valid, until the buffer is full, a deadline is over or the
// peer has left; only that is an error. What it reads is there for the next calls.
func (f *frames) readAhead() error {
	for f.w < len(f.buf) {
		if err := f.read(); err != nil {
			if errors.Is(err, os.ErrDeadlineExceeded) {
				return nil
			}
			f.err = err
			return err
		}
	}
	return nil
}

// unexpected makes of an end between messages one within a message.
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

// writer collects frames for one peer. Several goroutines may write whole frames; a frame that is streamed in pieces
// holds the lock from begin to end, so that nothing can come between.
type writer struct {
	mu   sync.Mutex
	conn net.Conn
	side side
	buf  []byte
	err  error // sticky

	moved atomic.Int64 // bytes written
}

func newWriter(conn net.Conn, to side) *writer { return &writer{conn: conn, side: to} }

// errCut says that a frame was begun whose end never came, so that nothing can follow it.
var errCut = errors.New("the message before was cut")

// write queues whole frames.
func (w *writer) write(p []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.put(p)
}

// send queues whole frames and flushes.
func (w *writer) send(p []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.put(p); err != nil {
		return err
	}
	return w.flushLocked()
}

// forward queues a frame, streaming what is not buffered of it.
func (w *writer) forward(f frame, from *frames) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.put(f.bytes); err != nil {
		return err
	}
	if f.whole() {
		return nil
	}
	// The rest may be long in coming, and what was queued before it should not wait for it.
	if err := w.flushLocked(); err != nil {
		return err
	}
	if err := from.stream(w.put); err != nil {
		w.err = cmp.Or(w.err, errCut)
		return err
	}
	return nil
}

// flush writes what is queued.
func (w *writer) flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.flushLocked()
}

func (w *writer) put(p []byte) error {
	if w.err != nil {
		return w.err
	}
	if len(w.buf)+len(p) > writeBatch {
		if err := w.flushLocked(); err != nil {
			return err
		}
		if len(p) > writeBatch/2 {
			return w.through(p)
		}
	}
	w.buf = append(w.buf, p...)
	return nil
}

func (w *writer) flushLocked() error {
	if w.err != nil || len(w.buf) == 0 {
		return w.err
	}
	err := w.through(w.buf)
	w.buf = w.buf[:0]
	return err
}

func (w *writer) through(p []byte) error {
	n, err := w.conn.Write(p)
	w.moved.Add(int64(n))
	if err != nil {
		w.err = &peerError{side: w.side, writing: true, err: err}
	}
	return w.err
}
