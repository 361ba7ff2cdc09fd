package proxy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
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

// frames reads messages from one peer by their five-byte headers, through a buffer that never grows past what a caller
// asked to see of one message. It never allocates what a header claims.
type frames struct {
	conn net.Conn
	buf  []byte
	r, w int // unread bytes are buf[r:w]
	rest int // of the frame returned last: bytes not yet taken from the socket
}

func newFrames(conn net.Conn) *frames { return &frames{conn: conn, buf: make([]byte, readBuffer)} }

// buffered says whether a whole header is at hand, so that next would not block before it has something to say.
func (f *frames) buffered() bool { return f.rest == 0 && f.w-f.r >= headerLen }

// next returns the next message. Its body is buffered up to want(type, length) bytes; the rest must be taken with
// stream or discard before next is called again.
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
		return frame{}, fmt.Errorf("%w: %d", errMessageLength, n+4)
	}
	if err := f.fill(headerLen + min(n, want(typ, n))); err != nil {
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
		f.r, f.w = 0, 0
		n, err := f.conn.Read(f.buf[:min(len(f.buf), f.rest)])
		f.rest -= n
		if n > 0 {
			if terr := take(f.buf[:n]); terr != nil {
				return terr
			}
		}
		if err != nil {
			return unexpected(err)
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
		m, err := f.conn.Read(f.buf[f.w:])
		f.w += m
		if err != nil && f.w < n {
			if f.w > 0 {
				return unexpected(err)
			}
			return err
		}
	}
	return nil
}

func unexpected(err error) error {
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
	buf  []byte
	err  error // sticky
}

func newWriter(conn net.Conn) *writer { return &writer{conn: conn} }

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
	return from.stream(w.put)
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
			_, w.err = w.conn.Write(p)
			return w.err
		}
	}
	w.buf = append(w.buf, p...)
	return nil
}

func (w *writer) flushLocked() error {
	if w.err != nil || len(w.buf) == 0 {
		return w.err
	}
	_, w.err = w.conn.Write(w.buf)
	w.buf = w.buf[:0]
	return w.err
}
