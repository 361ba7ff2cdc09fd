package login

import (
	"bytes"
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/pires/go-proxyproto"

	"github.com/pgask/pgask/integration/mutants"
)

func TestTrusted(t *testing.T) {
	t.Parallel()
	networks := []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("2001:db8::/32")}
	for addr, want := range map[string]bool{"10.1.2.3": true, "::ffff:10.1.2.3": true, "10.2.0.1": false, "2001:db8::1": true, "::1": false} {
		if got := trusted(&net.TCPAddr{IP: net.ParseIP(addr), Port: 1}, networks); got != want {
			t.Errorf("%s: %v", addr, got)
		}
	}
	if trusted(&net.UnixAddr{Name: "@"}, networks) {
		t.Error("a Unix socket has no network")
	}
}

// Whatever a trusted network sends, nothing is read behind the header, and nobody panics.
func FuzzProxyHeader(tf *testing.F) {
	f := mutants.Of(tf)
	for _, seed := range []string{"PROXY TCP4 192.0.2.7 10.0.0.1 4711 6432\r\nrest", "PROXY UNKNOWN\r\n", "\r\n\r\n\x00\r\nQUIT\n\x21\x11\x00\x0c\x01\x02\x03\x04\x06\x07\x08\x09\x00\x05\x00\x0arest",
		"\r\n\r\n\x00\r\nQUIT\n\x20\x00\x00\x00rest", "\r\n\r\n\x00\r\nQUIT\n\x21\x21\x00\x24" + strings.Repeat("\x00", 36), "\x00\x00\x00\x08\x04\xd2\x16\x2f"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		conn := &scriptedConn{Reader: bytes.NewReader(sent)}
		h, err := readProxyHeader(conn)
		if err != nil {
			return
		}
		if h.Command == proxyproto.PROXY && (h.SourceAddr == nil || h.SourceAddr.String() == "") {
			t.Errorf("%q: no address", sent)
		}
		read := len(sent) - conn.Reader.Len()
		if again, err := readProxyHeader(&scriptedConn{Reader: bytes.NewReader(sent[:read])}); err != nil || !again.EqualsTo(h) {
			t.Errorf("%q: %d bytes read are not the header alone: %v", sent, read, err)
		}
	})
}

// scriptedConn is a connection that has sent all it will.
type scriptedConn struct {
	net.Conn
	*bytes.Reader
}

func (c *scriptedConn) Read(p []byte) (int, error) { return c.Reader.Read(p) }

func (c *scriptedConn) Write(p []byte) (int, error) { return len(p), nil }
