package proxy

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/proxy/wire"
)

// pgx opens a connection by a real driver.
func (r *rig) pgx() *pgx.Conn {
	r.tb.Helper()
	conn, err := pgx.Connect(r.tb.Context(), "postgres://postgres@"+r.addr+"/postgres?sslmode=disable")
	if err != nil {
		r.tb.Fatal(err)
	}
	r.tb.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func TestPipelines(t *testing.T) {
	t.Parallel()
	c := realServer(t).connect()
	// 10,000 queries before the first reply is read.
	const n = 10_000
	var batch []byte
	for i := range n {
		for _, m := range []pgproto3.FrontendMessage{&pgproto3.Parse{Query: fmt.Sprintf("SELECT %d", i)}, &pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Sync{}} {
			batch, _ = m.Encode(batch)
		}
	}
	written := make(chan error, 1)
	go func() {
		_, err := c.conn.Write(batch)
		written <- err
	}()
	for i := range n {
		c.expect("1", "2", fmt.Sprintf("D %d", i), "C SELECT 1", "Z I")
	}
	if err := <-written; err != nil {
		t.Fatal(err)
	}
	// An error while more of the pipeline is being sent; a Query in it is skipped as well.
	c.send(&pgproto3.Parse{Query: "SELEC"}, &pgproto3.Flush{})
	c.expect(`ERROR 42601 syntax error at or near "SELEC"`)
	c.send(&pgproto3.Bind{}, &pgproto3.Query{String: "SELECT 1"}, &pgproto3.Execute{}, &pgproto3.Sync{}, &pgproto3.Query{String: "SELECT 2; SELECT 3"})
	c.expect("Z I", "T", "D 2", "C SELECT 1", "T", "D 3", "C SELECT 1", "Z I")
	c.query("SELECT 4; SELEC; SELECT 5")
	c.expect(`ERROR 42601 syntax error at or near "SELEC"`, "Z I")
	c.query("; ;")
	c.expect("I", "Z I")
	c.send(&pgproto3.FunctionCall{Function: 89, ResultFormatCode: 0}) // version()
	c.expect("V 506f…", "Z I")
	c.send(&pgproto3.FunctionCall{Function: 4_000_000})
	c.expect("ERROR 42883…", "Z I")
}

func TestNotificationsReachAnIdleClient(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	c, other := r.connect(), r.connect()
	c.query("LISTEN news")
	c.expect("C LISTEN", "Z I")
	other.query("NOTIFY news, 'ask'")
	other.expect("C NOTIFY", "Z I")
	c.expect("A news ask")
	c.query("SET application_name = 'x'")
	c.expect("C SET", "S application_name=x", "Z I")
}

func TestInvalidMessages(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	cases := []struct{ sent, want string }{
		{"?\x00\x00\x00\x04", "FATAL 08P01 invalid frontend message type 63"},
		{"?", "FATAL 08P01 invalid frontend message type 63"},
		{"?\x00\x00\x00\x64ab", "FATAL 08P01 invalid frontend message type 63"},
		{"?\x00\x00\x00\x01", "FATAL 08P01 invalid frontend message type 63"},
		{"R\x00\x00\x00\x08\x00\x00\x00\x00", "FATAL 08P01 invalid frontend message type 82"},
		{"Q\x00\x00\x00\x03", "FATAL 08P01 invalid message length"},
		{"Q\xff\xff\xff\xff", "FATAL 08P01 invalid message length"},
		{"d\x7f\xff\xff\xff", "FATAL 08P01 invalid message length"},
		{"Q\x00\x00\x00\x04", "ERROR 08P01…"}, // the server's own words
		{"B\x00\x00\x00\x04", "ERROR 08P01…"},
		{"Q\x00\x00\x00\x08asked", "ERROR 08P01…"},
	}
	for _, tc := range cases {
		c := r.connect()
		c.raw([]byte(tc.sent))
		c.expect(tc.want)
	}
	r.connect().query("SELECT 1") // the proxy lives on
}

// The server negotiates the protocol version with the client, the proxy has no opinion.
func TestNegotiation(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	for _, minor := range []uint32{2, 9999} {
		c := newClient(t, r.dial())
		c.raw(packet(3<<16|minor, "_pq_.test_protocol_negotiation\x00on\x00"+loginParams))
		in := wire.NewFrames(c.conn, wire.SideUpstream)
		var types []byte
		for len(types) == 0 || types[len(types)-1] != 'Z' {
			fr, err := in.Next(func(_ byte, n int) int { return n })
			if err != nil {
				t.Fatal(err)
			}
			types = append(types, fr.Type)
		}
		if n := bytes.Count(types, []byte("v")); n != 1 {
			t.Errorf("3.%d: the server's answer came %d times: %q", minor, n, types)
		}
	}
}
