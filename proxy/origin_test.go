package proxy

import (
	"encoding/binary"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/proxy/wire"
)

// v2 is a PROXY header of version 2.
func v2(command, family byte, addresses []byte) string {
	h := append([]byte("\r\n\r\n\x00\r\nQUIT\n"), 0x20|command, family)
	h = binary.BigEndian.AppendUint16(h, uint16(len(addresses)))
	return string(append(h, addresses...))
}

func ipv4(from, to string) []byte {
	a, b := netip.MustParseAddrPort(from), netip.MustParseAddrPort(to)
	out := append(a.Addr().AsSlice(), b.Addr().AsSlice()...)
	return binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(out, a.Port()), b.Port())
}

func TestProxyHeader(t *testing.T) {
	t.Parallel()
	far, near := ipv4("192.0.2.7:4711", "10.0.0.1:6432"), ipv4("127.0.0.1:4711", "127.0.0.1:6432")
	const refused = "FATAL 28000 the database lets the proxy in without a password, so pgask refuses clients from other hosts"
	const malformed = "FATAL 08P01 the load balancer in front of pgask did not send a valid PROXY header"
	tests := []struct {
		name, header, client string
		want                 string // empty: let in
	}{
		{"v1", "PROXY TCP4 192.0.2.7 10.0.0.1 4711 6432\r\n", "192.0.2.7:4711", refused},
		{"v1 IPv6", "PROXY TCP6 2001:db8::7 2001:db8::1 4711 6432\r\n", "[2001:db8::7]:4711", refused},
		{"v2", v2(1, 0x11, far), "192.0.2.7:4711", refused},
		{"v2 with more", v2(1, 0x11, append(far, 0x04, 0, 3, 'a', 'b', 'c')), "192.0.2.7:4711", refused},
		{"v2 of this machine", v2(1, 0x11, near), "127.0.0.1:4711", ""},
		{"v1 of this machine", "PROXY TCP4 127.0.0.1 127.0.0.1 4711 6432\r\n", "127.0.0.1:4711", ""},
		// The balancer itself, or somebody whom it cannot name: not known to be on this machine.
		{"v2 local", v2(0, 0, nil), "127.0.0.1:", refused},
		{"v1 unknown", "PROXY UNKNOWN\r\n", "127.0.0.1:", refused},
		{"none", "", "127.0.0.1:", malformed},
		{"v1 malformed", "PROXY TCP4 192.0.2.7 4711\r\n", "127.0.0.1:", malformed},
		{"v1 without an end", "PROXY " + strings.Repeat("x", 200), "127.0.0.1:", malformed},
		{"v1 of a socket", "PROXY UDP4 192.0.2.7 10.0.0.1 4711 6432\r\n", "127.0.0.1:", malformed},
		{"v2 too long", v2(1, 0x11, make([]byte, 4096+1)), "127.0.0.1:", malformed},
		{"v2 too short", v2(1, 0x11, far[:5]), "127.0.0.1:", malformed},
		{"v2 of a datagram", v2(1, 0x12, far), "127.0.0.1:", malformed},
		{"v2 unspecified", v2(1, 0, nil), "127.0.0.1:", malformed},
		{"v3", "\r\n\r\n\x00\r\nQUIT\n\x31\x11\x00\x00", "127.0.0.1:", malformed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := setup(t, strictServer(t).Addr(), func(c *Config) { c.ProxyProtocol = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
			c := newClient(t, r.dial())
			// In one piece, so that a byte too much that was read of the header would be missed.
			c.raw(append([]byte(tt.header), packet(3<<16, "user\x00by_trust\x00database\x00postgres\x00\x00")...))
			if tt.want != "" {
				c.expect(tt.want, "EOF")
			} else {
				c.ready()
				c.query("SELECT 1")
				c.expect("T", "D 1", "C SELECT 1", "Z I")
				c.conn.Close()
			}
			r.ended()
			if log := r.log.String(); !strings.Contains(log, "client="+tt.client) {
				t.Errorf("the client is not %s in the log:\n%s", tt.client, log)
			}
		})
	}
}

// A header from anywhere else is refused, since it could claim any address, and the log says why.
func TestProxyHeaderIsNotTrusted(t *testing.T) {
	t.Parallel()
	for name, trust := range map[string][]netip.Prefix{"off": nil, "other": {netip.MustParsePrefix("192.0.2.0/24")}} {
		for _, header := range []string{"PROXY TCP4 127.0.0.1 127.0.0.1 4711 6432\r\n", v2(1, 0x11, ipv4("127.0.0.1:4711", "127.0.0.1:6432"))} {
			r := setup(t, strictServer(t).Addr(), func(c *Config) { c.ProxyProtocol = trust })
			c := newClient(t, r.dial())
			c.raw(append([]byte(header), packet(3<<16, loginParams)...))
			c.expect("FATAL 08P01 a PROXY header came from an address that is not trusted to send one", "EOF")
			r.ended()
			if !strings.Contains(r.log.String(), "not trusted") {
				t.Errorf("%s: log:\n%s", name, r.log)
			}
		}
	}
}

// A header that never ends does not keep a place for longer than any startup.
func TestProxyHeaderStalls(t *testing.T) {
	t.Parallel()
	r := setup(t, "127.0.0.1:1", func(c *Config) {
		c.ProxyProtocol, c.StartupTimeout = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, 100*time.Millisecond
	})
	for _, part := range []string{"PROXY", "PROXY TCP4 192.0.2.7", "\r\n\r\n\x00\r\nQUIT\n!", v2(1, 0x11, nil)[:15]} {
		conn := r.dial()
		_, _ = conn.Write([]byte(part))                                             // if it is not hung up yet
		if _, err := conn.Read(make([]byte, 1)); err == nil || wire.TimedOut(err) { // until it is
			t.Errorf("%q: %v", part, err)
		}
	}
	r.ended()
}
