package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox"
)

// benchIdle measures what sessions cost that do nothing.
func benchIdle(ctx context.Context, o options) error {
	dir, err := os.MkdirTemp("", "pgask-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	go playServer(l)
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%d idle sessions\tRSS empty\tRSS full\tper session\tCPU idle\t\n", o.idle)
	for _, encrypted := range []bool{false, true} {
		if err := idleAll(ctx, t, o, dir, l.Addr().(*net.TCPAddr).Port, encrypted); err != nil {
			return err
		}
	}
	return t.Flush()
}

// idleAll measures every proxy, started afresh.
func idleAll(ctx context.Context, w io.Writer, o options, dir string, upstream int, encrypted bool) error {
	proxies, err := startProxies(o, dir, upstream)
	defer func() {
		for _, p := range proxies {
			p.process.stop()
		}
	}()
	if err != nil {
		return err
	}
	for _, p := range proxies {
		if err := idle(ctx, w, o, p, encrypted); err != nil {
			return fmt.Errorf("idle sessions of %s: %w", p.name, err)
		}
	}
	return nil
}

// settling is the time that a proxy gets to release the memory of the logins before it is measured.
const settling = 10 * time.Second

// idle opens sessions through one proxy, lets each ask something once, and looks at the process while they do nothing.
func idle(ctx context.Context, w io.Writer, o options, t *target, encrypted bool) error {
	time.Sleep(time.Second) // for what a start needs
	empty := t.rss()
	conns := make([]net.Conn, o.idle)
	defer func() {
		for _, c := range conns {
			if c != nil {
				c.Close()
			}
		}
	}()
	var group sync.WaitGroup
	errs := make(chan error, o.idle)
	const atOnce = 16
	for first := range atOnce {
		group.Go(func() {
			for i := first; i < o.idle && ctx.Err() == nil; i += atOnce {
				var err error
				if conns[i], err = login(t.port, encrypted); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	group.Wait()
	select {
	case err := <-errs:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(settling):
	}
	full, before := t.rss(), t.cpu()
	time.Sleep(max(o.run, time.Second))
	name := t.name
	if encrypted {
		name += ", TLS"
	}
	fmt.Fprintf(w, "%s\t%d KiB\t%d KiB\t%.1f KiB\t%.2f %%\t\n", name, empty>>10, full>>10, float64(full-empty)/1024/float64(o.idle),
		100*float64(t.cpu()-before)/float64(max(o.run, time.Second)))
	return nil
}

// login opens a session and asks one query, because PgBouncer gives a client its server only then.
func login(port int, encrypted bool) (net.Conn, error) {
	conn, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil {
		return nil, err
	}
	if encrypted {
		if conn, err = encrypt(conn); err != nil {
			return conn, err
		}
	}
	start := &pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersion30,
		Parameters: map[string]string{"user": sandbox.Superuser, "database": database, "application_name": "bench",
			"client_encoding": "UTF8"}}
	f := pgproto3.NewFrontend(conn, conn)
	f.Send(start)
	for turn := range 2 {
		if turn == 1 {
			f.Send(&pgproto3.Query{String: "SELECT 1"})
		}
		if err := f.Flush(); err != nil {
			return conn, err
		}
		for ended := false; !ended; {
			m, err := f.Receive()
			if err != nil {
				return conn, err
			}
			_, ended = m.(*pgproto3.ReadyForQuery)
		}
	}
	return conn, nil
}

// reported are the ParameterStatus messages that PostgreSQL sends at the start of a session.
var reported = [][2]string{{"application_name", "bench"}, {"client_encoding", "UTF8"}, {"DateStyle", "ISO, MDY"},
	{"default_transaction_read_only", "off"}, {"in_hot_standby", "off"}, {"integer_datetimes", "on"}, {"IntervalStyle", "postgres"},
	{"is_superuser", "on"}, {"server_encoding", "UTF8"}, {"server_version", "15.18 (Debian 15.18-0+deb12u1)"},
	{"session_authorization", "postgres"}, {"standard_conforming_strings", "on"}, {"TimeZone", "UTC"}}

// playServer answers on l as a server does that has nothing to tell, until l is closed.
func playServer(l net.Listener) {
	for pid := uint32(1); ; pid++ {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer conn.Close()
			_ = answer(conn, pid) // it ends when the proxy hangs up
		}()
	}
}

// answer plays one session of a server.
func answer(conn net.Conn, pid uint32) error {
	var head [5]byte
	if _, err := io.ReadFull(conn, head[:4]); err != nil {
		return err
	}
	if _, err := io.CopyN(io.Discard, conn, int64(binary.BigEndian.Uint32(head[:]))-4); err != nil {
		return err
	}
	messages := []pgproto3.BackendMessage{&pgproto3.AuthenticationOk{}}
	for _, p := range reported {
		messages = append(messages, &pgproto3.ParameterStatus{Name: p[0], Value: p[1]})
	}
	messages = append(messages, &pgproto3.BackendKeyData{ProcessID: pid, SecretKey: []byte{1, 2, 3, 4}},
		&pgproto3.ReadyForQuery{TxStatus: 'I'})
	for {
		var out []byte
		for _, m := range messages {
			var err error
			if out, err = m.Encode(out); err != nil {
				return err
			}
		}
		if _, err := conn.Write(out); err != nil {
			return err
		}
		if _, err := io.ReadFull(conn, head[:]); err != nil {
			return err
		}
		if _, err := io.CopyN(io.Discard, conn, int64(binary.BigEndian.Uint32(head[1:]))-4); err != nil {
			return err
		}
		messages = []pgproto3.BackendMessage{&pgproto3.CommandComplete{CommandTag: []byte("SELECT 0")},
			&pgproto3.ReadyForQuery{TxStatus: 'I'}}
	}
}
