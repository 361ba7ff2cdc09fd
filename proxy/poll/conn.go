//go:build linux && (amd64 || arm64)

package poll

import (
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Conn is a socket of a loop. It is a net.Conn, whose methods may wait, with a few that do not.
type Conn struct {
	loop          *loop
	fd            int
	local, remote net.Addr

	// mu is held during system calls, which never wait: so none of them can meet a descriptor that has been closed
	// and belongs to somebody else.
	mu      sync.Mutex
	changed sync.Cond // anything below
	parked  *Task
	// Events are edges: readable and writable stay set until a system call finds nothing there.
	readable, writable bool
	hungUp             bool // the peer has closed its side, which is announced once: read until the end of the stream
	armed              bool // epoll reports writability, too; see arm
	closed             bool
	read, write        deadline
}

// deadline is the end of waiting, if there is one.
type deadline struct {
	at    time.Time
	timer *time.Timer
}

func (d *deadline) over() bool { return !d.at.IsZero() && !time.Now().Before(d.at) }

// wanted are the events that every connection reports.
const wanted = unix.EPOLLIN | unix.EPOLLRDHUP | unix.EPOLLET

// adopt makes a Conn of a socket, with a descriptor of its own.
func (l *loop) adopt(conn net.Conn) (*Conn, error) {
	s, ok := conn.(syscall.Conn)
	if !ok {
		return nil, ErrUnsupported
	}
	raw, err := s.SyscallConn()
	if err != nil {
		return nil, err
	}
	fd, failed := -1, error(nil)
	if err := raw.Control(func(old uintptr) { fd, failed = unix.FcntlInt(old, unix.F_DUPFD_CLOEXEC, 0) }); err != nil {
		return nil, err
	}
	if failed != nil {
		return nil, fmt.Errorf("duplicate a descriptor: %w", failed)
	}
	c := &Conn{loop: l, fd: fd, local: conn.LocalAddr(), remote: conn.RemoteAddr(), readable: true, writable: true}
	c.changed.L = &c.mu
	l.learn(c)
	if err := l.control(unix.EPOLL_CTL_ADD, fd, wanted); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// handleEvent takes an event and returns the task that is to be run, if there is one.
func (c *Conn) handleEvent(events uint32) *Task {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if events&(unix.EPOLLRDHUP|unix.EPOLLHUP|unix.EPOLLERR) != 0 {
		c.hungUp = true
	}
	if events&(unix.EPOLLOUT|unix.EPOLLHUP|unix.EPOLLERR) != 0 {
		c.writable = true
	}
	if events&unix.EPOLLIN != 0 || c.hungUp {
		c.readable = true
	}
	c.changed.Broadcast()
	if !c.readable {
		return nil
	}
	t := c.parked
	c.parked = nil
	return t
}

// park lets a task wait for something to read. It is false when there may be something.
func (c *Conn) park(t *Task) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.readable || c.closed || c.read.over() {
		return false
	}
	c.parked = t
	return true
}

// Parked reports whether the connection's task waits for something to read.
func (c *Conn) Parked() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.parked != nil
}

// ready returns an error when a system call would find nothing, as far as events tell. c.mu is held.
func (c *Conn) ready(end *deadline, promised bool) error {
	switch {
	case c.closed:
		return net.ErrClosed
	case end.over():
		return os.ErrDeadlineExceeded
	case !promised:
		return ErrNotReady
	}
	return nil
}

// TryRead reads what there is, or returns ErrNotReady. Like Read, it returns bytes or an error, not both.
func (c *Conn) TryRead(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.ready(&c.read, c.readable); err != nil {
		return 0, err
	}
	n, err := receive(c.fd, p)
	// A read that does not fill p has taken everything; but the end that follows may have been announced before.
	c.readable = n == len(p) || c.hungUp && err != unix.EAGAIN
	switch {
	case err == unix.EAGAIN:
		return 0, ErrNotReady
	case err != nil:
		return 0, os.NewSyscallError("recv", err)
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}

// TryWrite writes as much as there is room for. With less than all of p comes ErrNotReady, or why it failed.
func (c *Conn) TryWrite(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.ready(&c.write, c.writable); err != nil {
		return 0, err
	}
	n, err := send(c.fd, p)
	if err != nil && err != unix.EAGAIN {
		return n, os.NewSyscallError("send", err)
	}
	c.writable = n == len(p)
	if c.armed == c.writable {
		if err := c.arm(!c.writable); err != nil {
			return n, err
		}
	}
	if n < len(p) {
		return n, ErrNotReady
	}
	return n, nil
}

// arm switches on or off that epoll reports when the socket becomes writable. It is on only while a write waits. c.mu
// is held.
func (c *Conn) arm(on bool) error {
	events := uint32(wanted)
	if on {
		events |= unix.EPOLLOUT
	}
	c.armed = on
	return c.loop.control(unix.EPOLL_CTL_MOD, c.fd, events)
}

// Read implements net.Conn: it waits.
func (c *Conn) Read(p []byte) (int, error) {
	for {
		n, err := c.TryRead(p)
		if err != ErrNotReady {
			return n, err
		}
		c.await(&c.readable, &c.read)
	}
}

// Write implements net.Conn: it waits until all of p is written.
func (c *Conn) Write(p []byte) (int, error) {
	for done := 0; ; {
		n, err := c.TryWrite(p[done:])
		if done += n; err != ErrNotReady {
			return done, err
		}
		c.await(&c.writable, &c.write)
	}
}

func (c *Conn) await(ready *bool, d *deadline) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for !*ready && !c.closed && !d.over() {
		c.changed.Wait()
	}
}

// wake makes blocked calls check their conditions again, and resumes a parked task if the connection is closed or its
// read deadline has passed. c.mu is held.
func (c *Conn) wake() {
	c.changed.Broadcast()
	if c.parked != nil && (c.closed || c.read.over()) {
		go c.parked.resume()
		c.parked = nil
	}
}

// Close implements net.Conn. Who is reading or writing gets net.ErrClosed.
func (c *Conn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return net.ErrClosed
	}
	c.closed = true
	for _, d := range []*deadline{&c.read, &c.write} {
		if d.timer != nil {
			d.timer.Stop()
		}
	}
	c.loop.forget(c)
	unix.Close(c.fd) // which takes it out of epoll as well; there is nobody to tell of an error
	c.wake()
	return nil
}

// CloseWrite ends what is sent, as that of net.TCPConn does.
func (c *Conn) CloseWrite() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return net.ErrClosed
	}
	return os.NewSyscallError("shutdown", unix.Shutdown(c.fd, unix.SHUT_WR))
}

// Control calls f with the descriptor, which stays open meanwhile and must stay non-blocking. f must not wait.
func (c *Conn) Control(f func(fd uintptr)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return net.ErrClosed
	}
	f(uintptr(c.fd))
	return nil
}

// LocalAddr implements net.Conn.
func (c *Conn) LocalAddr() net.Addr { return c.local }

// RemoteAddr implements net.Conn.
func (c *Conn) RemoteAddr() net.Addr { return c.remote }

// SetDeadline implements net.Conn.
func (c *Conn) SetDeadline(at time.Time) error { return c.until(at, &c.read, &c.write) }

// SetReadDeadline implements net.Conn. A parked task is run when it is over, and finds os.ErrDeadlineExceeded.
func (c *Conn) SetReadDeadline(at time.Time) error { return c.until(at, &c.read) }

// SetWriteDeadline implements net.Conn.
func (c *Conn) SetWriteDeadline(at time.Time) error { return c.until(at, &c.write) }

func (c *Conn) until(at time.Time, which ...*deadline) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return net.ErrClosed
	}
	for _, d := range which {
		d.at = at
		if d.timer != nil {
			d.timer.Stop()
			d.timer = nil
		}
		if !at.IsZero() && !d.over() {
			d.timer = time.AfterFunc(time.Until(at), func() {
				c.mu.Lock()
				defer c.mu.Unlock()
				c.wake()
			})
		}
	}
	c.wake()
	return nil
}
