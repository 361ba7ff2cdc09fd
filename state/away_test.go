package state_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/state"
)

func awaitBack(t *testing.T, s *state.Store) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); s.Err() != nil; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the store did not come back: %v", s.Err())
		}
	}
}

// While the database is away, calls end at once; when it is back, so is the store.
func TestAway(t *testing.T) {
	t.Parallel()
	server := sandboxtest.Server(t)
	database := sandboxtest.Empty(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close() // nobody listens there now
	s, err := state.Open(t.Context(), state.Config{URL: fmt.Sprintf("postgres://postgres@%s/%s?sslmode=disable", addr, database),
		Tables: []state.Tables{things(createThings)}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	began := time.Now()
	for range 100 {
		if err := s.Write(t.Context(), insert(1, "x")); !errors.Is(err, state.ErrUnavailable) {
			t.Fatalf("Write while the database is away: %v", err)
		}
	}
	if took := time.Since(began); took > time.Minute { // waiting for the timeout each time, they would take more than three
		t.Errorf("100 calls took %v", took)
	}
	forward(t, addr, server.Addr())
	awaitBack(t, s)
	if err := s.Write(t.Context(), insert(1, "x")); err != nil {
		t.Error(err)
	}
}

// A database that takes connections and says nothing holds nobody up for longer than the timeout, and only once.
func TestSilentDatabase(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	began := time.Now()
	s, err := state.Open(ctx, state.Config{URL: "postgres://postgres@" + l.Addr().String() + "/x?sslmode=disable", Timeout: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if took := time.Since(began); took > time.Minute {
		t.Errorf("Open took %v", took)
	}
	soonest := time.Hour // of some writes, one of which no slow machine holds up
	for range 10 {
		began = time.Now()
		if err := s.Write(ctx, insert(1, "x")); !errors.Is(err, state.ErrUnavailable) {
			t.Errorf("Write: %v", err)
		}
		soonest = min(soonest, time.Since(began))
	}
	if soonest > time.Second {
		t.Errorf("Write took %v", soonest)
	}
}

// forward passes connections on, until the test ends.
func forward(t *testing.T, from, to string) {
	t.Helper()
	l, err := net.Listen("tcp", from)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			u, err := net.Dial("tcp", to)
			if err != nil {
				c.Close()
				continue
			}
			pipe := func(a, b net.Conn) {
				defer a.Close()
				defer b.Close()
				buf := make([]byte, 32<<10)
				for {
					n, err := b.Read(buf)
					if err != nil {
						return
					}
					if _, err := a.Write(buf[:n]); err != nil {
						return
					}
				}
			}
			go pipe(c, u)
			go pipe(u, c)
		}
	}()
}
