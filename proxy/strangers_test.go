package proxy

import (
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// told are the lines of the log, at a level that operators see, without those about other things than connections.
func (r *rig) told() []string {
	var out []string
	for line := range strings.Lines(r.log.String()) {
		if strings.Contains(line, "session=") {
			out = append(out, line)
		}
	}
	return out
}

// knocks connects, writes, and waits for the end.
func (r *rig) knocks(bytes string) {
	r.tb.Helper()
	conn := r.dial().(*net.TCPConn)
	defer conn.Close()
	_, _ = io.WriteString(conn, bytes)
	_ = conn.CloseWrite()
	_, _ = io.ReadAll(conn)
}

// What begins with something else than a startup packet is in the log, and however often it comes, ten lines and one
// a second of it.
func TestStrangersAreToldOf(t *testing.T) {
	t.Parallel()
	const burst = 10
	for name, tc := range map[string]struct {
		trusted bool // PROXY headers are expected
		bytes   string
	}{
		"http":                  {false, "GET / HTTP/1.0\r\n\r\n"},
		"ssh":                   {false, "SSH-2.0-OpenSSH_9.2\r\n"},
		"a missing header":      {true, string(packet(codeSSL, ""))},
		"a header of something": {true, "PROXY NOTHING\r\n"},
		"a piece of a header":   {true, "PROXY TCP4 192.0.2.7"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setup(t, "127.0.0.1:1", func(c *Config) {
				if tc.trusted {
					c.ProxyProtocol = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
				}
			})
			r.knocks(tc.bytes)
			r.ended()
			if lines := r.told(); len(lines) != 1 || !strings.Contains(lines[0], "level=WARN msg=\"connection is not PostgreSQL's\"") || !strings.Contains(lines[0], "client=") {
				t.Errorf("the log says %v", lines)
			}
			began := time.Now()
			for range 100 {
				r.knocks(tc.bytes)
			}
			r.ended()
			if n, most := len(r.told()), burst+2+int(time.Since(began).Seconds()); n < burst || n > most {
				t.Errorf("%d lines, at most %d are wanted", n, most)
			}
		})
	}
}

// A balancer's probes, which say nothing of PostgreSQL's, are not in the log.
func TestProbesAreNotToldOf(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		trusted bool
		bytes   string
	}{
		"nothing":                        {false, ""},
		"nothing where a header is due":  {true, ""},
		"a header of version 1":          {true, "PROXY UNKNOWN\r\n"},
		"a header of version 2, a check": {true, "\r\n\r\n\x00\r\nQUIT\n\x20\x00\x00\x00"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setup(t, "127.0.0.1:1", func(c *Config) {
				if tc.trusted {
					c.ProxyProtocol = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
				}
			})
			for range 20 {
				r.knocks(tc.bytes)
			}
			reset := r.dial().(*net.TCPConn) // as HAProxy ends a check
			_ = reset.SetLinger(0)
			_ = reset.Close()
			r.ended()
			if lines := r.told(); len(lines) > 0 {
				t.Errorf("the log says %v", lines)
			}
		})
	}
}

// A client that waits for an answer to its SSLRequest, because the balancer sends no header, is told at once, and not
// when its time is over.
func TestMissingHeaderIsToldAtOnce(t *testing.T) {
	t.Parallel()
	r := setup(t, "127.0.0.1:1", func(c *Config) {
		c.ProxyProtocol, c.StartupTimeout = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, patience
	})
	c := newClient(t, r.dial())
	c.raw(packet(codeSSL, ""))
	c.expect("FATAL 08P01 the load balancer in front of pgask did not send a valid PROXY header", "EOF")
}
