package console

import (
	"io"
	"net"
	"testing"
	"time"
)

func TestOnlySoManyAreConnected(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l = Limit(l)
	accepted := make(chan net.Conn, maxConnections+1)
	ended := make(chan error, 1)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				ended <- err
				return
			}
			accepted <- conn
		}
	}()
	dial := func() net.Conn {
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		return conn
	}
	var first net.Conn
	for range maxConnections {
		dial()
		conn := <-accepted
		t.Cleanup(func() { _ = conn.Close() })
		if first == nil {
			first = conn
		}
	}
	dial()
	select {
	case <-accepted:
		t.Fatal("one more was let in")
	default:
	}
	for range 2 { // twice closed gives one seat back
		_ = first.Close()
	}
	conn := <-accepted
	defer conn.Close()
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err == nil {
		t.Error("a closed listener lets in")
	}
}

// Who says nothing, or half of something, does not stay.
func TestSlowClients(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	s := h.console.Server(nil)
	if s.ReadHeaderTimeout != readTimeout || s.ReadTimeout != readTimeout || s.WriteTimeout != writeTimeout || s.IdleTimeout == 0 || s.MaxHeaderBytes != maxHeader {
		t.Fatalf("%+v", s)
	}
	s.ReadHeaderTimeout, s.ReadTimeout = 50*time.Millisecond, 50*time.Millisecond
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	for _, said := range []string{"", "GET /questions HT", "POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\ntok"} {
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(conn, said)                    // unless it is closed already
		if _, err := io.Copy(io.Discard, conn); err != nil { // until it is closed
			t.Logf("%q: %v", said, err)
		}
		_ = conn.Close()
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	<-ended
}
