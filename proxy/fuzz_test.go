package proxy

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/mutants"
	"github.com/pgask/pgask/integration/testlog"
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/proxy/wire/wiretest"
)

// replies are what a server's message of each type looks like.
var replies = map[rune]pgproto3.BackendMessage{'1': &pgproto3.ParseComplete{}, '2': &pgproto3.BindComplete{}, '3': &pgproto3.CloseComplete{},
	'T': replyRows, 'D': row("x"), 'C': replyDone, 'n': &pgproto3.NoData{}, 's': &pgproto3.PortalSuspended{}, 'I': &pgproto3.EmptyQueryResponse{},
	't': &pgproto3.ParameterDescription{}, 'N': &pgproto3.NoticeResponse{Severity: "NOTICE", Message: "x"}, 'Z': replyReady,
	'E': &pgproto3.ErrorResponse{Severity: "ERROR", SeverityUnlocalized: "ERROR", Code: "22012", Message: "x"},
	'G': &pgproto3.CopyInResponse{}, 'H': &pgproto3.CopyOutResponse{}, 'd': &pgproto3.CopyData{Data: []byte("x")}, 'c': &pgproto3.CopyDone{}}

// modelUpstream answers as the model of a server in exchange_test.go does, by the types of messages alone.
func modelUpstream(conn net.Conn) {
	defer conn.Close()
	if _, err := readPacket(conn); err != nil {
		return
	}
	be := pgproto3.NewBackend(strings.NewReader(""), conn)
	for _, m := range []pgproto3.BackendMessage{&pgproto3.AuthenticationOk{}, &pgproto3.ParameterStatus{Name: "client_encoding", Value: "UTF8"}, replyReady} {
		be.Send(m)
	}
	if be.Flush() != nil {
		return
	}
	in, model := wire.NewFrames(conn, wire.SideClient), &wiretest.Model{Rand: rand.New(rand.NewPCG(1, 1))}
	answered := false // a question's statement has come
	for {
		fr, err := in.Next(func(_ byte, n int) int { return min(n, 1<<16) })
		if err != nil || fr.Type == 'X' || in.Discard() != nil {
			return
		}
		answered = answered || bytes.Contains(fr.Bytes, []byte("SELECT 7")) || bytes.Contains(fr.Bytes, []byte("pgask_"))
		typ := fr.Type
		if typ == 'F' {
			typ = 'Q'
		}
		if strings.IndexByte("SQPBDECcfH", typ) < 0 {
			continue
		}
		answer := model.Take(typ)
		if model.Copying != 0 && answer == "G" && answered {
			model.Copying, answer = 0, map[byte]string{'Q': "DCZ", 'E': "DC"}[typ] // the statement of a question copies nothing
		}
		for _, letter := range answer {
			be.Send(replies[letter])
		}
		if be.Flush() != nil {
			return
		}
	}
}

// FuzzSession plays what a client may send to a whole session, before a server that answers by types: whatever comes,
// nothing panics, and when the client has gone the session ends.
func FuzzSession(tf *testing.F) {
	f := mutants.Of(tf)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		f.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go modelUpstream(conn)
		}
	}()
	r := setup(f, l.Addr().String(), func(c *Config) {
		c.Translator = answering("SELECT 7")
		c.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	})
	r.log = &testlog.Buffer{}
	say := func(messages ...pgproto3.FrontendMessage) (b []byte) {
		for _, m := range messages {
			b, _ = m.Encode(b)
		}
		return b
	}
	for _, m := range append(append([]pgproto3.FrontendMessage{}, plain...), asking...) {
		f.Add(say(m, &pgproto3.Sync{}))
	}
	f.Add(say(asking[2], &pgproto3.Bind{}, &pgproto3.Describe{ObjectType: 'P'}, &pgproto3.Execute{}, &pgproto3.Sync{}))
	f.Add(say(&pgproto3.Query{String: "COPY t FROM STDIN"}, asking[0], &pgproto3.CopyDone{}, &pgproto3.Sync{}, &pgproto3.Terminate{}))
	f.Add([]byte("Q\x00\x00\x00\x40ASK half of it"))
	f.Fuzz(func(t *testing.T, sent []byte) {
		conn, err := net.Dial("tcp", r.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Write(append(packet(3<<16, loginParams), sent...)); err != nil {
			return // it was refused before it was whole
		}
		if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
			return
		}
		heard, err := io.ReadAll(conn)
		if wire.TimedOut(err) {
			t.Fatalf("the session hangs after %q", sent)
		}
		if bytes.Contains(heard, []byte("XX000")) {
			t.Fatalf("%q ends in an internal error: %q", sent, heard)
		}
	})
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := r.server.Shutdown(ctx); err != nil {
		f.Errorf("shutdown: %v", err)
	}
}
