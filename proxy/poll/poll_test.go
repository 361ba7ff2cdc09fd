//go:build linux && (amd64 || arm64)

package poll

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const patience = time.Minute

func setup(tb testing.TB) *Poller {
	tb.Helper()
	p, err := New(2)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(p.Close)
	return p
}

// pair returns the two ends of a connection.
func pair(tb testing.TB) (near, far *net.TCPConn) {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	defer l.Close()
	dialed, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		tb.Fatal(err)
	}
	accepted, err := l.Accept()
	if err != nil {
		tb.Fatal(err)
	}
	far = accepted.(*net.TCPConn)
	if err := far.SetDeadline(time.Now().Add(patience)); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { far.Close() })
	return dialed.(*net.TCPConn), far
}

// adopted returns two connections of one loop, and their other ends.
func adopted(tb testing.TB, p *Poller) (a, b *Conn, farA, farB *net.TCPConn) {
	tb.Helper()
	nearA, farA := pair(tb)
	nearB, farB := pair(tb)
	a, b, err := p.Adopt(nearA, nearB)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		a.Close()
		b.Close()
	})
	return a, b, farA, farB
}

// copying is a task that forwards what comes, until an error. It leaves its loop when it has to wait for room.
func copying(from, to *Conn, ended chan<- error) func(*Task) bool {
	return func(t *Task) bool {
		buf := make([]byte, 8192)
		for {
			n, err := from.TryRead(buf)
			if errors.Is(err, ErrNotReady) {
				return true
			}
			if err == nil {
				var done int
				if done, err = to.TryWrite(buf[:n]); errors.Is(err, ErrNotReady) {
					t.Leave()
					_, err = to.Write(buf[done:n])
				}
			}
			if err != nil {
				t.Leave()
				ended <- err
				return false
			}
		}
	}
}

func TestTasksForward(t *testing.T) {
	t.Parallel()
	p := setup(t)
	var all sync.WaitGroup
	for range 50 {
		a, b, farA, farB := adopted(t, p)
		ended := make(chan error, 1)
		a.Start(copying(a, b, ended))
		all.Go(func() {
			for i := range 200 {
				sent, got := []byte{byte(i), 1, 2}, make([]byte, 3)
				if _, err := farA.Write(sent); err != nil {
					t.Error(err)
					return
				}
				if _, err := io.ReadFull(farB, got); err != nil || !bytes.Equal(got, sent) {
					t.Errorf("%v became %v, %v", sent, got, err)
					return
				}
			}
			farA.Close()
			if err := <-ended; !errors.Is(err, io.EOF) {
				t.Errorf("ended with %v", err)
			}
		})
	}
	all.Wait()
}

// One reader that is slow makes its task wait, and no other.
func TestSlowReaderDelaysNobody(t *testing.T) {
	t.Parallel()
	p := setup(t)
	const size = 32 << 20 // more than the kernel keeps
	a, b, farA, farB := adopted(t, p)
	ended := make(chan error, 1)
	a.Start(copying(a, b, ended))
	sent := make(chan error, 1)
	go func() {
		_, err := farA.Write(bytes.Repeat([]byte("0123456789abcdef"), size/16))
		farA.Close()
		sent <- err
	}()
	for range 4 { // on both loops
		c, d, farC, farD := adopted(t, p)
		c.Start(copying(c, d, make(chan error, 1)))
		for range 100 {
			var one [1]byte
			if _, err := farC.Write(one[:]); err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadFull(farD, one[:]); err != nil {
				t.Fatal(err)
			}
		}
	}
	select {
	case err := <-sent:
		t.Fatalf("everything was sent although nobody reads: %v", err)
	default:
	}
	go func() { <-ended; b.CloseWrite() }()
	got, err := io.ReadAll(farB)
	if err != nil || len(got) != size || !bytes.Equal(got[size-16:], []byte("0123456789abcdef")) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if err := <-sent; err != nil {
		t.Error(err)
	}
}

// A task that waits for a lock after Leave does not stop the loop that it ran in.
func TestLeave(t *testing.T) {
	t.Parallel()
	p, err := New(1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	gate := make(chan struct{})
	a, b, farA, farB := adopted(t, p)
	entered, ended := make(chan struct{}, 1), make(chan error, 2)
	var buf [100]byte
	a.Start(func(task *Task) bool {
		if _, err := a.TryRead(buf[:]); err != nil {
			return errors.Is(err, ErrNotReady)
		}
		task.Leave()
		task.Leave() // nothing more
		entered <- struct{}{}
		<-gate
		return true
	})
	b.Start(copying(b, b, ended))
	for range 3 {
		if _, err := farA.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
		<-entered
		if _, err := farB.Write([]byte("echo")); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(farB, buf[:4]); err != nil || string(buf[:4]) != "echo" {
			t.Fatalf("%q, %v", buf[:4], err)
		}
		gate <- struct{}{}
	}
}

func TestParkedTaskIsWoken(t *testing.T) {
	t.Parallel()
	p := setup(t)
	cases := []struct {
		name string
		by   func(c *Conn, far *net.TCPConn) error
		want error
	}{
		{"close", func(c *Conn, _ *net.TCPConn) error { return c.Close() }, net.ErrClosed},
		{"deadline that is over", func(c *Conn, _ *net.TCPConn) error { return c.SetReadDeadline(time.Unix(1, 0)) }, os.ErrDeadlineExceeded},
		{"deadline", func(c *Conn, _ *net.TCPConn) error { return c.SetDeadline(time.Now().Add(time.Millisecond)) }, os.ErrDeadlineExceeded},
		{"peer's end", func(_ *Conn, far *net.TCPConn) error { return far.CloseWrite() }, io.EOF},
	}
	for _, tc := range cases {
		a, b, far, _ := adopted(t, p)
		ended := make(chan error, 1)
		a.Start(copying(a, b, ended))
		for !a.Parked() {
			time.Sleep(time.Millisecond)
		}
		if err := tc.by(a, far); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-ended:
			if !errors.Is(err, tc.want) {
				t.Errorf("%s: %v", tc.name, err)
			}
		case <-time.After(patience):
			t.Errorf("%s wakes nobody", tc.name)
		}
	}
}

// Methods of net.Conn wait, and are freed by deadlines and by Close.
func TestConnWaits(t *testing.T) {
	t.Parallel()
	p := setup(t)
	a, _, far, _ := adopted(t, p)
	var buf [10]byte
	if err := a.SetReadDeadline(time.Now().Add(time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Read(buf[:]); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("read: %v", err)
	}
	if err := a.SetDeadline(time.Time{}); err != nil {
		t.Fatal(err)
	}
	if _, err := far.Write([]byte("later")); err != nil {
		t.Fatal(err)
	}
	if n, err := a.Read(buf[:]); err != nil || string(buf[:n]) != "later" {
		t.Errorf("read: %q, %v", buf[:n], err)
	}
	if err := a.SetWriteDeadline(time.Now().Add(10 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if n, err := a.Write(make([]byte, 64<<20)); !errors.Is(err, os.ErrDeadlineExceeded) || n == 64<<20 {
		t.Errorf("write: %d, %v", n, err)
	}
	closed := make(chan error, 1)
	go func() {
		_, err := a.Read(buf[:])
		closed <- err
	}()
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if err := <-closed; !errors.Is(err, net.ErrClosed) {
		t.Errorf("read while it was closed: %v", err)
	}
	for what, err := range map[string]error{"close": a.Close(), "shutdown": a.CloseWrite(), "deadline": a.SetDeadline(time.Time{}),
		"control": a.Control(func(uintptr) { t.Error("control was called") })} {
		if !errors.Is(err, net.ErrClosed) {
			t.Errorf("%s after close: %v", what, err)
		}
	}
	if _, err := io.Copy(io.Discard, far); err != nil {
		t.Errorf("what had been written before: %v", err)
	}
}

// What comes together with the end is read before it.
func TestLastWords(t *testing.T) {
	t.Parallel()
	p := setup(t)
	for range 100 {
		nearA, farA := pair(t)
		nearB, _ := pair(t)
		if _, err := farA.Write([]byte("goodbye")); err != nil {
			t.Fatal(err)
		}
		farA.Close()
		a, b, err := p.Adopt(nearA, nearB)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(a); err != nil || string(got) != "goodbye" {
			t.Fatalf("%q, %v", got, err)
		}
		a.Close()
		b.Close()
	}
}

// A task that never runs out of work lets the others of its loop have theirs.
func TestBusyTaskLetsOthersRun(t *testing.T) {
	t.Parallel()
	p, err := New(1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	a, b, farA, farB := adopted(t, p)
	var buf [10]byte
	var stop atomic.Bool
	started, over := make(chan struct{}), make(chan struct{})
	runs := 0
	a.Start(func(*Task) bool {
		if _, err := a.TryRead(buf[:1]); runs == 0 && errors.Is(err, ErrNotReady) {
			return true // from now on in the loop
		}
		if runs++; runs == 1 {
			close(started)
		}
		if stop.Load() {
			close(over)
			return false
		}
		a.mu.Lock()
		a.readable = true // there is always something
		a.mu.Unlock()
		return true
	})
	b.Start(func(*Task) bool {
		if _, err := b.TryRead(buf[1:]); err != nil {
			return errors.Is(err, ErrNotReady)
		}
		stop.Store(true)
		return false
	})
	if _, err := farA.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	<-started
	if _, err := farB.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	select {
	case <-over:
	case <-time.After(patience):
		t.Error("the other task never ran")
	}
}

func TestAdoptOnlySockets(t *testing.T) {
	t.Parallel()
	p := setup(t)
	near, far := net.Pipe()
	defer far.Close()
	tcp, _ := pair(t)
	defer tcp.Close()
	if _, _, err := p.Adopt(tcp, near); !errors.Is(err, ErrUnsupported) {
		t.Errorf("a pipe was adopted: %v", err)
	}
	if err := tcp.SetDeadline(time.Now()); err != nil {
		t.Errorf("its partner is not as it was: %v", err)
	}
}
