package login

import (
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"log/slog"
	"net"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/mutants"
	"github.com/pgask/pgask/integration/testca"
	"github.com/pgask/pgask/proxy/wire/wiretest"
)

func TestForDatabase(t *testing.T) {
	t.Parallel()
	cases := []struct{ name, body, want string }{
		{"", "user\x00u\x00database\x00d\x00\x00", "user\x00u\x00database\x00d\x00\x00"},
		{"d", "user\x00u\x00database\x00d\x00\x00", "user\x00u\x00database\x00d\x00\x00"},
		{"other", "database\x00d\x00user\x00u\x00x\x00\x00\x00", "database\x00other\x00user\x00u\x00x\x00\x00\x00"},
		{"other", "user\x00u\x00\x00", "user\x00u\x00database\x00other\x00\x00"},
		{"u", "user\x00u\x00\x00", "user\x00u\x00\x00"}, // the default of the server, too
		{"other", "database\x00a\x00database\x00b\x00user\x00u\x00\x00", "database\x00other\x00database\x00other\x00user\x00u\x00\x00"},
	}
	for _, c := range cases {
		st, err := parseStartup(startupPacket(3<<16|2, c.body))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(startupPacket(3<<16|2, c.want), st.forDatabase(c.name)); diff != "" {
			t.Errorf("%q for %q (-want +got):\n%s", c.body, c.name, diff)
		}
	}
}

func FuzzStartup(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add(startupPacket(3<<16, "user\x00postgres\x00\x00"))
	f.Add(startupPacket(3<<16|9999, "user\x00u\x00_pq_.x\x00\x00\x00"))
	f.Add(startupPacket(codeSSL, ""))
	f.Add(startupPacket(codeCancel, "12345678"))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0, 3, 0, 0})
	f.Fuzz(func(t *testing.T, sent []byte) {
		in := &wiretest.Conn{Pieces: [][]byte{bytes.Clone(sent)}}
		length, err := readLength(in)
		if err != nil {
			return
		}
		p, err := readRest(in, length)
		if err != nil {
			return
		}
		if !bytes.HasPrefix(sent, p) || len(p) < 8 || len(p) > maxStartup {
			t.Fatalf("read %q", p)
		}
		st, err := parseStartup(p)
		if err != nil {
			return
		}
		if st.User == "" || st.database == "" {
			t.Fatalf("user %q, database %q", st.User, st.database)
		}
		again, err := parseStartup(st.forDatabase("other"))
		if err != nil || again.database != "other" || again.User != st.User {
			t.Fatalf("for another database: %+v, %v", again, err)
		}
	})
}

// sayings is a connection to a client that has said all that it will ever say.
type sayings struct {
	net.Conn
	in  bytes.Reader
	out bytes.Buffer
}

func (c *sayings) RemoteAddr() net.Addr       { return &net.UnixAddr{} }
func (c *sayings) Read(p []byte) (int, error) { return c.in.Read(p) }

func (c *sayings) Write(p []byte) (int, error) { return c.out.Write(p) }

// Whatever comes first, the proxy says no more than it must before it knows who asks, and reads no more than it has to.
func FuzzGreet(tf *testing.F) {
	f := mutants.Of(tf)
	cfg := forClients(&tls.Config{Certificates: []tls.Certificate{testca.New(f, "CA").Issue("localhost").Pair()}}, nil)
	f.Add(append(startupPacket(codeGSS, ""), startupPacket(codeSSL, "")...), false)
	f.Add(append(startupPacket(codeSSL, ""), "\x16\x03\x01\x00\x05hello"...), true)
	f.Add([]byte("\x16\x03\x01\x00\x05hello"), true)
	f.Add(append(startupPacket(codeGSS, ""), startupPacket(3<<16, "user\x00postgres\x00\x00")...), true)
	f.Fuzz(func(t *testing.T, said []byte, secured bool) {
		conn := &sayings{in: *bytes.NewReader(said)}
		l := &Login{Conn: conn, cfg: &Policy{}, Log: slog.New(slog.DiscardHandler)}
		if secured {
			l.cfg.TLS = cfg
		}
		key, err := l.Greet()
		start := l.Start
		if (start != nil) == (err != nil) && key == nil {
			t.Fatalf("%v, %q, %v", start, key, err)
		}
		if l.Secured() {
			t.Fatal("a handshake came about")
		}
		if answers := strings.Trim(conn.out.String(), "NS"); answers != "" && answers[0] != 0x15 {
			t.Fatalf("said %q", conn.out.String()) // nothing but an alert
		}
		if start != nil && len(said)-conn.in.Len() > 3*maxStartup {
			t.Fatal("read too much")
		}
	})
}

// startupPacket is a packet of the startup phase.
func startupPacket(code uint32, body string) []byte {
	p := binary.BigEndian.AppendUint32(nil, uint32(8+len(body)))
	return append(binary.BigEndian.AppendUint32(p, code), body...)
}
