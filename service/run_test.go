package service

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/conf"
)

// brokenListener fails for good once broken is closed, as a listener does whose network is gone.
type brokenListener struct {
	net.Listener
	broken chan struct{}
}

func (l *brokenListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	select {
	case <-l.broken:
		return nil, errors.Join(errors.New("broken"), err)
	default:
		return conn, err
	}
}

// trustingServer lets everybody in and then waits for the end of the connection.
func trustingServer(t *testing.T) (addr string) {
	t.Helper()
	l := listenLocal(t)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				be := pgproto3.NewBackend(conn, conn)
				if _, err := be.ReceiveStartupMessage(); err != nil {
					return
				}
				be.Send(&pgproto3.AuthenticationOk{})
				be.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
				if be.Flush() == nil {
					_, _ = be.Receive()
				}
			}()
		}
	}()
	return l.Addr().String()
}

func listenLocal(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// Sessions end, and are told why, before the audit log and the state store are closed under them.
func TestRunEndsSessionsWhenTheListenerFails(t *testing.T) {
	t.Parallel()
	s, err := conf.Load(conf.Sources{Environ: []string{"STATE_DIRECTORY=" + t.TempDir()}, NoSystemFile: true,
		Set: []string{fmt.Sprintf("upstream=postgres://%s/shop?sslmode=disable", trustingServer(t))}})
	if err != nil {
		t.Fatal(err)
	}
	l := &brokenListener{listenLocal(t), make(chan struct{})}
	ran := make(chan error, 1)
	go func() { ran <- Run(t.Context(), l, s, Reload{}, slog.New(slog.DiscardHandler)) }()

	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	fe := pgproto3.NewFrontend(conn, conn)
	fe.Send(&pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersion30, Parameters: map[string]string{"user": "me", "database": "shop"}})
	if err := fe.Flush(); err != nil {
		t.Fatal(err)
	}
	for ready := false; !ready; {
		m, err := fe.Receive()
		if err != nil {
			t.Fatal(err)
		}
		_, ready = m.(*pgproto3.ReadyForQuery)
	}
	close(l.broken)
	l.Listener.Close()
	if err := <-ran; err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("Run returned %v", err)
	}
	m, err := fe.Receive()
	if fatal, ok := m.(*pgproto3.ErrorResponse); err != nil || !ok || fatal.Code != "57P01" {
		t.Errorf("the client got %#v, %v", m, err)
	}
}
