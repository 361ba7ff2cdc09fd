package integration

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox"
)

// peer is a client that is connected to the server itself or to the proxy before it, and writes down every message
// that it gets, byte by byte, so that the two can be compared.
type peer struct {
	tb     testing.TB
	conn   *net.TCPConn
	server *sandbox.Server
	pid    uint32
	exact  bool // rows are not masked: they tell nothing of the session
	heard  []string
}

// peerWait bounds a whole conversation of a peer.
const peerWait = 2 * patience

// startParameters begin a session of the superuser in the database postgres.
var startParameters = []string{"user", sandbox.Superuser, "database", "postgres"}

// Versions of the protocol, as a startup message has them.
const protocol30, protocol32 = 3 << 16, 3<<16 | 2

// connectPeer opens a session and reads up to its first ReadyForQuery.
func connectPeer(tb testing.TB, server *sandbox.Server, protocol uint32, addr string, parameters ...string) *peer {
	tb.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(peerWait)); err != nil {
		tb.Fatal(err)
	}
	p := &peer{tb: tb, conn: conn.(*net.TCPConn), server: server}
	packet := binary.BigEndian.AppendUint32(make([]byte, 4), protocol)
	for _, s := range parameters {
		packet = append(append(packet, s...), 0)
	}
	packet = append(packet, 0)
	binary.BigEndian.PutUint32(packet, uint32(len(packet)))
	p.write(packet)
	p.until('Z', 1)
	return p
}

func (p *peer) write(b []byte) {
	p.tb.Helper()
	if _, err := p.conn.Write(b); err != nil {
		p.tb.Fatalf("write: %v", err)
	}
}

// send writes messages in one piece.
func (p *peer) send(messages ...pgproto3.FrontendMessage) {
	p.tb.Helper()
	var b []byte
	var err error
	for _, m := range messages {
		if b, err = m.Encode(b); err != nil {
			p.tb.Fatal(err)
		}
	}
	p.write(b)
}

// next reads one message and writes it down. Its type is 0 at the end of the connection.
func (p *peer) next() (typ byte, body []byte) {
	p.tb.Helper()
	var header [5]byte
	if _, err := io.ReadFull(p.conn, header[:]); err != nil {
		end := "end"
		if !errors.Is(err, io.EOF) && !strings.Contains(err.Error(), "reset") {
			p.tb.Fatalf("read: %v after %q", err, p.heard[max(0, len(p.heard)-5):])
		}
		p.heard = append(p.heard, end)
		return 0, nil
	}
	body = make([]byte, binary.BigEndian.Uint32(header[1:])-4)
	if _, err := io.ReadFull(p.conn, body); err != nil {
		p.tb.Fatalf("read: %v", err)
	}
	if header[0] == 'K' {
		p.pid = binary.BigEndian.Uint32(body)
	}
	p.heard = append(p.heard, p.masked(header[0], body))
	return header[0], body
}

// masked is a message as it is compared: without what differs from one session to the next.
func (p *peer) masked(typ byte, body []byte) string {
	switch {
	case typ == 'K':
		return fmt.Sprintf("K of %d bytes", len(body))
	case typ == 'A' && len(body) > 4:
		body = body[4:] // without the process that notified
	}
	if typ == 'D' && p.exact {
		return fmt.Sprintf("%c %q", typ, body)
	}
	if len(body) > 300 {
		return fmt.Sprintf("%c of %d bytes, %08x", typ, len(body), crc32.ChecksumIEEE(body))
	}
	text := regexp.MustCompile(fmt.Sprintf(`(^|\D)%d(\D|$)`, p.pid)).ReplaceAll(body, []byte("${1}PID$2")) // 42601 is no backend 601
	text = line.ReplaceAll(text, []byte("COPY t, line N"))
	text = cut.ReplaceAll(text, nil)
	return fmt.Sprintf("%c %q", typ, lsn.ReplaceAll(text, []byte("LSN")))
}

var (
	lsn  = regexp.MustCompile(`\b[0-9A-F]{1,8}/[0-9A-F]{4,8}\b`)
	line = regexp.MustCompile(`COPY t, line \d+`)         // how far the server has come
	cut  = regexp.MustCompile(`\x00L\d+\x00RCopyGetData`) // the proxy keeps the beginning of a message that does not come whole
)

// until reads up to the nth message of a type, or to the end of the connection, and returns the last body.
func (p *peer) until(typ byte, n int) []byte {
	p.tb.Helper()
	for {
		got, body := p.next()
		if got == typ {
			n--
		}
		if got == 0 || n == 0 {
			return body
		}
	}
}

// turn sends messages and reads n turns.
func (p *peer) turn(n int, messages ...pgproto3.FrontendMessage) {
	p.tb.Helper()
	p.send(messages...)
	p.until('Z', n)
}

// end reads to the end of the connection.
func (p *peer) end() { p.tb.Helper(); p.until(0, 1) }

// leaves closes the writing side and reads to the end of the connection.
func (p *peer) leaves() {
	p.tb.Helper()
	if err := p.conn.CloseWrite(); err != nil {
		p.tb.Fatal(err)
	}
	p.end()
}

// beside runs a statement on the server by another session.
func (p *peer) beside(sql string) {
	p.tb.Helper()
	if err := p.server.Exec(p.tb.Context(), "postgres", sql); err != nil {
		p.tb.Fatal(err)
	}
}

// asleep waits until the session sleeps in a statement.
func (p *peer) asleep() {
	p.tb.Helper()
	p.beside(fmt.Sprintf(`DO $$BEGIN
		FOR i IN 1..12000 LOOP
			IF EXISTS (SELECT FROM pg_stat_activity WHERE pid = %d AND wait_event = 'PgSleep') THEN
				RETURN;
			END IF;
			PERFORM pg_sleep(0.005), pg_stat_clear_snapshot();
		END LOOP;
		RAISE EXCEPTION 'the session does not sleep';
	END$$`, p.pid))
}

var (
	msgFlush = &pgproto3.Flush{}
	msgBye   = &pgproto3.Terminate{}
	msgDone  = &pgproto3.CopyDone{}
)

func data(text string) *pgproto3.CopyData { return &pgproto3.CopyData{Data: []byte(text)} }

// same plays a conversation to the server itself and to the proxy before it and compares all that was heard.
func same(t *testing.T, server *sandbox.Server, proxied string, play func(*peer), parameters ...string) {
	t.Helper()
	sameBy(t, server, protocol30, proxied, play, parameters...)
}

func sameBy(t *testing.T, server *sandbox.Server, protocol uint32, proxied string, play func(*peer), parameters ...string) {
	t.Helper()
	if len(parameters) == 0 {
		parameters = startParameters
	}
	var heard [2][]string
	for i, addr := range []string{server.Addr(), proxied} {
		p := connectPeer(t, server, protocol, addr, parameters...)
		play(p)
		p.conn.Close()
		heard[i] = p.heard
	}
	if diff := cmp.Diff(heard[0], heard[1]); diff != "" {
		t.Errorf("replies (-direct +proxied):\n%s", diff)
	}
	if len(heard[0]) < 3 {
		t.Errorf("nothing was compared: %q", heard[0])
	}
}
