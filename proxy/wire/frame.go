package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"os"
	"sync/atomic"

	"github.com/pgask/pgask/proxy/poll"
)

// Sizes of the wire, in bytes.
const (
	HeaderLen  = 5           // type and length of a message after startup
	waitBuffer = 1 << 10     // what one direction of a session holds that waits in a read
	readBuffer = 16 << 10    // what one direction of a busy session holds
	maxMessage = 1<<30 - 1   // PostgreSQL's own limit (PQ_LARGE_MESSAGE_LIMIT)
	bulkBuffer = 128 << 10   // the same, while as much comes at once
	writeBatch = 32 << 10    // forwarded frames are collected up to this before a write
	MaxCapture = 1<<20 - 512 // a reply that must be buffered whole, such as a RowDescription
)

// ErrMessageLength means that a header claims a length that no message has.
var ErrMessageLength = errors.New("invalid message length")

// Frame is one message as it lies in a reader's buffer. It is valid until the next call of Next.
type Frame struct {
	Type  byte
	Bytes []byte // header and as much of the body as the reader holds
	Rest  int    // bytes of the body that are still to come from the socket
}

// Body returns the buffered part of the message behind its header.
func (f Frame) Body() []byte { return f.Bytes[HeaderLen:] }

// Size returns the length of the whole message with its header.
func (f Frame) Size() int { return len(f.Bytes) + f.Rest }

// Whole reports whether all of the message is buffered.
func (f Frame) Whole() bool { return f.Rest == 0 }

// Frames reads messages from one peer by their five-byte headers, through a buffer that never grows past what a
// caller asked to see of one message. It never allocates what a header claims. While there is nothing to read it has
// no buffer.
type Frames struct {
	conn net.Conn
	side Side
	buf  []byte
	r, w int // unread bytes are buf[r:w]
	rest int // of the frame returned last: bytes not yet taken from the socket
	// To is where frames go as a rule. It may keep them where they lie in buf, so it is flushed before buf changes; and
	// because of that before every read. nil: nowhere.
	To   *Writer
	err  error // found by ReadAhead: why no more bytes will come
	size int   // of the next buffer: it grows when reads fill it, and shrinks when they do not

	// With a polled connection Next returns ErrNotReady where it would wait, because of task, and can be called again.
	polled *poll.Conn
	task   *poll.Task
	reads  int // since Next last returned ErrNotReady

	Moved atomic.Int64 // bytes read
}

// ErrNotReady means that a polled connection has no whole message now.
var ErrNotReady = poll.ErrNotReady

// maxReads bounds the reads of a task before it yields to others.
const maxReads = 16

func NewFrames(conn net.Conn, from Side) *Frames { return &Frames{conn: conn, side: from} }

// Leave takes the pump off the loop that it shares with others, because what follows may wait. It may be called again.
func (f *Frames) Leave() { f.task.Leave() }

// ofClients are the types of messages that clients send. PostgreSQL manual, "Message Formats".
var ofClients = func() (known [256]bool) {
	for _, t := range "BCDEFHPQSXcdfp" {
		known[t] = true
	}
	return known
}()

// Next returns the next message: all of one that a small buffer holds, and want(type, length) bytes of the body of any
// other. The rest must be taken with Stream or Discard before Next is called again.
func (f *Frames) Next(want func(typ byte, length int) int) (Frame, error) {
	if f.rest != 0 {
		return Frame{}, errors.New("proxy bug: the last message was not taken whole")
	}
	if err := f.fill(1); err != nil {
		return Frame{}, err
	}
	if typ := f.buf[f.r]; f.side == SideClient && !ofClients[typ] {
		// What follows is no length: PostgreSQL does not wait for it either.
		return Frame{}, &Fatal{Code: CodeProtocol, Message: fmt.Sprintf("invalid frontend message type %d", typ)}
	}
	if err := f.fill(HeaderLen); err != nil {
		return Frame{}, err
	}
	typ, n := f.header(f.r)
	if n < 0 || n > maxMessage {
		return Frame{}, &PeerError{Side: f.side, Err: fmt.Errorf("%w: %d", ErrMessageLength, n+4)}
	}
	see := want(typ, n)
	if n <= readBuffer-HeaderLen {
		see = n
	}
	if err := f.fill(HeaderLen + min(n, see)); err != nil {
		return Frame{}, Unexpected(err)
	}
	have := HeaderLen + min(n, see)
	fr := Frame{Type: typ, Bytes: f.buf[f.r : f.r+have], Rest: HeaderLen + n - have}
	f.r += have
	f.rest = fr.Rest
	return fr, nil
}

// header reads the one at buf[at:]: the type, and the length of the body as it is claimed.
func (f *Frames) header(at int) (typ byte, n int) {
	return f.buf[at], int(int32(binary.BigEndian.Uint32(f.buf[at+1:]))) - 4
}

// precedes reports whether what is unread follows fr, which Next has returned last: not after ReadAhead has changed
// buffers.
func (f *Frames) precedes(fr Frame) bool {
	at := f.r - len(fr.Bytes)
	return at >= 0 && &f.buf[at] == &fr.Bytes[0]
}

// more adds to fr, which Next has returned, what is buffered of its rest.
func (f *Frames) more(fr Frame) Frame {
	if !f.precedes(fr) {
		return fr
	}
	n := min(f.rest, f.w-f.r)
	f.r += n
	f.rest -= n
	return Frame{fr.Type, fr.Bytes[:len(fr.Bytes)+n], f.rest}
}

// Run makes one of fr, a whole frame that Next has returned, and of the whole frames of the same type behind it, as far
// as they are buffered: rows and COPY data come in thousands, and what is done with one is done with the next.
func (f *Frames) Run(fr Frame) Frame {
	for f.precedes(fr) && f.w-f.r >= HeaderLen {
		typ, n := f.header(f.r)
		if typ != fr.Type || n < 0 || n > f.w-f.r-HeaderLen {
			break
		}
		f.r += HeaderLen + n
		fr.Bytes = fr.Bytes[:len(fr.Bytes)+HeaderLen+n]
	}
	return fr
}

// Stream hands the rest of the last message to take, piece by piece. It waits.
func (f *Frames) Stream(take func([]byte) error) error {
	if err := f.settle(); err != nil {
		return err
	}
	return f.pour(take)
}

// pour does what stream does, for a caller that has flushed what lies in the buffer.
func (f *Frames) pour(take func([]byte) error) error {
	for f.rest > 0 {
		if f.r == f.w {
			f.task.Leave()
			f.makeRoom(min(f.rest, bulkBuffer))
			if err := f.read(f.conn.Read); err != nil {
				return Unexpected(err)
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

// Discard drops the rest of the last message.
func (f *Frames) Discard() error {
	if f.rest == 0 {
		return nil
	}
	return f.Stream(func([]byte) error { return nil })
}

// fill reads until n bytes are buffered. n is bounded by what callers want, never by what a peer claims.
func (f *Frames) fill(n int) error {
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
		case err == ErrNotReady && f.w == 0:
			f.release()
			return err
		case err != nil && err != ErrNotReady && f.w > 0:
			return Unexpected(err)
		case err != nil:
			return err
		}
	}
	return nil
}

// settle has the writer flush the frames that still lie in the buffer, so that the buffer may change.
func (f *Frames) settle() error {
	if f.To == nil || f.err != nil {
		return nil
	}
	return f.To.flushFor(f.task)
}

// pull reads once, without waiting if there is a task that can be parked.
func (f *Frames) pull() error {
	if f.polled == nil {
		return f.read(f.conn.Read)
	}
	if f.reads++; f.reads > maxReads {
		f.reads = 0
		return ErrNotReady
	}
	err := f.read(f.polled.TryRead)
	if err == ErrNotReady {
		f.reads = 0
	}
	return err
}

// makeRoom brings what is unread to the beginning of a buffer that has room for n bytes.
func (f *Frames) makeRoom(n int) {
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
func (f *Frames) release() {
	freeBuffer(f.buf)
	f.buf, f.r, f.w = nil, 0, 0
}

// read makes one read into the free end of the buffer, which there must be. An error is returned only without any
// bytes; a socket repeats it.
func (f *Frames) read(from func([]byte) (int, error)) error {
	if f.err != nil {
		return f.err
	}
	free := f.buf[f.w:]
	n, err := from(free)
	f.w += n
	f.Moved.Add(int64(n))
	switch {
	case n == len(free) && n > 0:
		f.size = min(len(f.buf)+1, bulkBuffer) // the next larger one
	case n > 0 && n < len(f.buf)/8:
		f.size = 0
	}
	if err == ErrNotReady {
		return err
	}
	if err != nil && n == 0 {
		return &PeerError{Side: f.side, Err: err}
	}
	return nil
}

// ReadAhead goes on reading behind the last frame, which stays valid, until the buffer is full, a deadline is over or
// the peer has left; only that is an error. What it reads is there for the next calls. It waits.
func (f *Frames) ReadAhead() error {
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

// Wipe overwrites what the buffer holds of messages that have been taken, which may be a password. What was read
// ahead stays.
func (f *Frames) Wipe() { clear(f.buf[:f.r]) }

// Held returns the buffer that is kept: none while a polled connection waits.
func (f *Frames) Held() []byte { return f.buf }

// Parked reports whether no goroutine of a loop works on the connection now; of one that is not polled it is not
// known, and true.
func (f *Frames) Parked() bool { return f.polled == nil || f.polled.Parked() }
