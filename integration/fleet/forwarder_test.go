package fleet

import (
	"io"
	"net"
	"sync"
	"testing"
)

// forwarder is a piece of network between a proxy and a server, which can be stopped: then nothing comes through, and
// nobody is told.
type forwarder struct {
	l net.Listener

	mu      sync.Mutex
	stopped chan struct{} // not nil: closed when it goes on
}

func forward(t *testing.T, to string) *forwarder {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &forwarder{l: l}
	t.Cleanup(func() {
		l.Close()
		f.goOn()
	})
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			go f.join(in, to)
		}
	}()
	return f
}

func (f *forwarder) addr() string { return f.l.Addr().String() }

func (f *forwarder) stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stopped == nil {
		f.stopped = make(chan struct{})
	}
}

func (f *forwarder) goOn() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.stopped != nil {
		close(f.stopped)
		f.stopped = nil
	}
}

// wait returns when the network works.
func (f *forwarder) wait() {
	f.mu.Lock()
	stopped := f.stopped
	f.mu.Unlock()
	if stopped != nil {
		<-stopped
	}
}

func (f *forwarder) join(in net.Conn, to string) {
	defer in.Close()
	f.wait()
	out, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { f.copy(in, out) })
	f.copy(out, in)
	both.Wait()
}

func (f *forwarder) copy(to, from net.Conn) {
	defer to.Close()
	b := make([]byte, 32<<10)
	for {
		n, err := from.Read(b)
		f.wait()
		if n > 0 {
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
		if err == io.EOF || err != nil {
			return
		}
	}
}
