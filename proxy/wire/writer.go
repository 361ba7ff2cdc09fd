package wire

import (
	"cmp"
	"errors"
	"net"
	"sync"
	"sync/atomic"

	"github.com/pgask/pgask/proxy/poll"
)

// Writer collects frames for one peer. Several goroutines may write whole frames; a frame that is streamed in pieces
// holds the lock from begin to end, so that nothing can come between.
type Writer struct {
	mu     sync.Mutex
	Conn   net.Conn
	polled *poll.Conn // conn, if it is one that need not wait
	side   Side
	buf    []byte // copies of frames, to be written first
	span   []byte // frames that still lie in their reader's buffer, which flushes us before that changes
	err    error  // sticky

	Moved atomic.Int64 // bytes written
}

func NewWriter(conn net.Conn, to Side) *Writer { return &Writer{Conn: conn, side: to} }

// errCut means that a frame was begun and not completed, so that nothing can follow it.
var errCut = errors.New("the message before was cut")

// Write queues whole frames.
func (w *Writer) Write(p []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.put(p)
}

// Send queues whole frames and flushes. It may wait.
func (w *Writer) Send(p []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.put(p); err != nil {
		return err
	}
	return w.flushLocked(nil)
}

// Flush writes what is queued. It may wait.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.flushLocked(nil)
}

// flushFor does what flush does, for a task: it leaves its loop before it waits. t may be nil.
func (w *Writer) flushFor(t *poll.Task) error {
	w.lockFor(t)
	defer w.mu.Unlock()
	return w.flushLocked(t)
}

// Forward queues a frame where it lies, if that is in a buffer that changes only after a flush, or else a copy; what is
// not buffered of it is streamed.
func (w *Writer) Forward(f Frame, from *Frames) error {
	w.lockFor(from.task)
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	f = from.more(f)
	if from.To == w {
		w.lend(f.Bytes)
	} else if err := w.put(f.Bytes); err != nil {
		return err
	}
	if f.Whole() {
		return nil
	}
	// The rest may be long in coming, and what was queued before it should not wait for it.
	if err := w.flushLocked(from.task); err != nil {
		return err
	}
	through := func(p []byte) error { return w.through(p, from.task) }
	if err := from.pour(through); err != nil {
		w.err = cmp.Or(w.err, errCut)
		return err
	}
	return nil
}

// lend appends frames that stay where they are.
func (w *Writer) lend(p []byte) {
	if n := len(w.span); n > 0 && cap(w.span) > n && &w.span[:n+1][n] == &p[0] {
		w.span = w.span[:n+len(p)]
		return
	}
	w.keepSpan()
	w.span = p
}

// keepSpan copies span into buf, so that something else can be queued behind it.
func (w *Writer) keepSpan() {
	w.buf = append(w.buf, w.span...)
	w.span = nil
}

// put appends a copy.
func (w *Writer) put(p []byte) error {
	if w.err != nil {
		return w.err
	}
	if len(w.buf)+len(w.span)+len(p) > writeBatch {
		if err := w.flushLocked(nil); err != nil {
			return err
		}
		if len(p) > writeBatch/2 {
			return w.through(p, nil)
		}
	}
	w.keepSpan()
	w.buf = append(w.buf, p...)
	return nil
}

// lockFor takes the lock for a task, which leaves its loop before it waits for it.
func (w *Writer) lockFor(t *poll.Task) {
	if !w.mu.TryLock() {
		t.Leave()
		w.mu.Lock()
	}
}

// maxIdleBuffer bounds, in bytes, the buffer that a writer keeps while it has nothing to write.
const maxIdleBuffer = 512

func (w *Writer) flushLocked(t *poll.Task) error {
	if w.err != nil || len(w.buf)+len(w.span) == 0 {
		return w.err
	}
	buf, span := w.buf, w.span
	if len(buf) > 0 && len(span) <= writeBatch {
		buf, span = append(buf, span...), nil // one write for both
	}
	w.span = nil
	if w.buf = buf[:0]; cap(buf) > maxIdleBuffer {
		w.buf = nil
	}
	if len(buf) > 0 {
		if err := w.through(buf, t); err != nil {
			return err
		}
	}
	if len(span) > 0 {
		return w.through(span, t)
	}
	return nil
}

// through writes to the peer. A task leaves its loop before it waits.
func (w *Writer) through(p []byte, t *poll.Task) error {
	var n int
	err := ErrNotReady
	if w.polled != nil && t != nil {
		n, err = w.polled.TryWrite(p)
	}
	if err == ErrNotReady {
		t.Leave()
		var more int
		more, err = w.Conn.Write(p[n:])
		n += more
	}
	w.Moved.Add(int64(n))
	if err != nil {
		w.err = &PeerError{Side: w.side, writing: true, Err: err}
	}
	return w.err
}

// Wipe overwrites what the buffer holds of messages that have been written.
func (w *Writer) Wipe() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.buf[len(w.buf):cap(w.buf)])
}

// Held returns the buffer that is kept, of maxIdleBuffer at most while nothing is to be written.
func (w *Writer) Held() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.buf[:cap(w.buf)]
}
