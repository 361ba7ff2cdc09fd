package proxy

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/proxy/scram"
	"github.com/pgask/pgask/proxy/wire"
)

// demands is what a fake upstream says in Authentication messages.
func demands(code int, data string) string { return string(authentication(code, []byte(data))) }

// An upstream that does not keep to the order, or cannot prove itself, gets nobody in, whatever it says in the end.
func TestUpstreamCheatsInLogin(t *testing.T) {
	t.Parallel()
	offered := string(offer(scram.Mechanism))
	// continued answers the client's first message with one that holds its nonce.
	continued := func(c *conversation, rest string) {
		m, err := c.be.Receive()
		if err != nil {
			c.tb.Error(err)
			return
		}
		first := string(m.(*pgproto3.SASLInitialResponse).Data)
		nonce := first[strings.Index(first, "r=")+2:]
		c.raw(demands(authSASLContinue, "r="+nonce+rest))
	}
	const outOfOrder = "FATAL 08P01 the database behind the proxy sent an authentication message out of order"
	const notRight = "FATAL 08P01 the database behind the proxy sent a SCRAM message that is not right"
	cases := []struct {
		name   string
		script func(*conversation)
		want   string
	}{
		{"lets in behind the offer", func(c *conversation) { c.raw(offered); c.expectProof(); c.raw(demands(authOK, "")) }, outOfOrder},
		{"lets in without a proof of its own", func(c *conversation) {
			c.raw(offered)
			c.sasl()
			continued(c, "x,s=c2FsdA==,i=4096")
			c.expectProof()
			c.raw(demands(authOK, ""))
		}, outOfOrder},
		{"proves nothing", func(c *conversation) {
			c.raw(offered)
			c.sasl()
			continued(c, "x,s=c2FsdA==,i=4096")
			c.expectProof()
			c.raw(demands(authSASLFinal, "v=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=") + demands(authOK, ""))
		}, "FATAL 08P01 the database behind the proxy could not prove that it knows the role's password"},
		{"demands work without end", func(c *conversation) { c.raw(offered); c.sasl(); continued(c, "x,s=c2FsdA==,i=2000000000") }, notRight},
		{"takes another nonce", func(c *conversation) {
			c.raw(offered)
			c.expectProof()
			c.raw(demands(authSASLContinue, "r=x,s=c2FsdA==,i=1"))
		}, notRight},
		{"says too much", func(c *conversation) {
			c.raw(offered)
			c.expectProof()
			c.raw(demands(authSASLContinue, strings.Repeat("r", scram.MaxMessage+1)))
		}, notRight},
		{"says nothing", func(c *conversation) { c.raw(offered); c.expectProof(); c.raw(demands(authSASLContinue, "")) }, notRight},
		{"a short salt", func(c *conversation) { c.raw(demands(authMD5, "abc")) }, outOfOrder},
		{"asks twice", func(c *conversation) {
			c.raw(demands(authCleartext, ""))
			c.expectProof()
			c.raw(demands(authCleartext, ""))
		}, outOfOrder},
		{"offers nothing that we know", func(c *conversation) { c.raw(string(offer("OAUTHBEARER"))) },
			"FATAL 28000 the database offers no SASL mechanism that pgask can do in the client's place"},
		{"offers nothing", func(c *conversation) { c.raw(demands(authSASL, "")) },
			"FATAL 28000 the database offers no SASL mechanism that pgask can do in the client's place"},
		{"wants Kerberos", func(c *conversation) { c.raw(demands(7, "")) },
			"FATAL 28000 the database asks for authentication of type 7, which pgask cannot do in the client's place"},
		{"a message without a code", func(c *conversation) { c.raw("R\x00\x00\x00\x06xx") },
			"FATAL 08P01 the database behind the proxy sent an authentication message that is too short"},
		{"refuses", func(c *conversation) {
			c.raw(demands(authCleartext, ""))
			c.expectProof()
			c.send(&pgproto3.ErrorResponse{Severity: "FATAL", SeverityUnlocalized: "FATAL", Code: "28P01", Message: "no"})
		}, "FATAL 28P01 no"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			f := fakeServer(t, tc.script)
			r := setup(t, f.addr, func(c *Config) { c.Auth = login.AuthPassword })
			c := newClient(t, r.dial())
			c.raw(packet(3<<16, loginParams))
			if got := c.line(); got == "*pgproto3.AuthenticationCleartextPassword" {
				c.send(&pgproto3.PasswordMessage{Password: "right-horse"})
				c.expect(tc.want, "EOF")
			} else if got != tc.want {
				t.Errorf("got %s", got)
			}
			r.ended()
			if log := r.log.String(); strings.Contains(log, "right-horse") || strings.Contains(log, "c2FsdA") {
				t.Errorf("log:\n%s", log)
			}
		})
	}
}

// sasl has the fake read the next answer as one to AuthenticationSASL.
func (c *conversation) sasl() { _ = c.be.SetAuthType(pgproto3.AuthTypeSASL) }

// expectProof reads one answer, whatever it is.
func (c *conversation) expectProof() {
	var header [wire.HeaderLen]byte
	if _, err := io.ReadFull(c.conn, header[:]); err != nil || header[0] != 'p' {
		c.tb.Errorf("fake upstream waits for a proof: %q, %v", header, err)
		return
	}
	_, _ = io.CopyN(io.Discard, c.conn, int64(binary.BigEndian.Uint32(header[1:]))-4)
}

// Clients that answer badly, in the modes in which the proxy asks them.
func TestClientAnswersBadly(t *testing.T) {
	t.Parallel()
	initial := func(mechanism, message string) []byte {
		return wire.Message('p', []byte(mechanism+"\x00"), binary.BigEndian.AppendUint32(nil, uint32(len(message))), []byte(message))
	}
	cases := []struct {
		mode login.AuthMode
		sent []byte
		want string
	}{
		{login.AuthPassword, wire.Message('p', []byte("\x00")), "FATAL 28P01 empty password returned by client"},
		{login.AuthPassword, wire.Message('p', []byte("right")), "FATAL 08P01 invalid password packet size"},
		{login.AuthPassword, wire.Message('p', []byte("right\x00x")), "FATAL 08P01 invalid password packet size"},
		{login.AuthPassword, wire.Message('p'), "FATAL 08P01 invalid password packet size"},
		{login.AuthPassword, wire.Message('Q', []byte("SELECT 1\x00")), "FATAL 08P01 expected password response, got message type 81"},
		{login.AuthPassword, wire.Message('p', make([]byte, (64<<10)+1)), "FATAL 08P01 password response too long"},
		{login.AuthSCRAM, wire.Message('p'), "FATAL 08P01 invalid SASL initial response"},
		{login.AuthSCRAM, wire.Message('p', []byte("SCRAM-SHA-256")), "FATAL 08P01 invalid SASL initial response"},
		{login.AuthSCRAM, wire.Message('p', []byte("SCRAM-SHA-256\x00\xff\xff\xff\xff")), "FATAL 08P01 invalid SASL initial response"},
		{login.AuthSCRAM, wire.Message('p', []byte("SCRAM-SHA-256\x00\x00\x00\x00\x09n,,n=,r=")), "FATAL 08P01 invalid SASL initial response"},
		{login.AuthSCRAM, initial("SCRAM-SHA-256", ""), "FATAL 08P01 malformed SCRAM message: empty"},
		{login.AuthSCRAM, initial("SCRAM-SHA-256-PLUS", "p=tls-server-end-point,,n=,r=x"), "FATAL 08P01 malformed SCRAM message: mechanism that was not offered"},
		{login.AuthSCRAM, initial("PLAIN", "right"), "FATAL 08P01 malformed SCRAM message: mechanism that was not offered"},
		{login.AuthSCRAM, initial("SCRAM-SHA-256", "n,a=other,n=,r=x"), "FATAL 28000 client uses authorization identity, but it is not supported"},
		{login.AuthSCRAM, initial("SCRAM-SHA-256", strings.Repeat("n", scram.MaxMessage+1)), "FATAL 08P01 malformed SCRAM message: too long"},
		{login.AuthSCRAM, wire.Message('X'), "FATAL 08P01 expected password response, got message type 88"},
	}
	for _, tc := range cases {
		f := fakeServer(t, func(c *conversation) { c.raw(demands(authCleartext, "")); c.closed() })
		r := setup(t, f.addr, func(c *Config) { c.Auth, c.Verifiers.File = tc.mode, emptyFile(t) })
		c := newClient(t, r.dial())
		c.raw(packet(3<<16, loginParams))
		if _, err := c.fe.Receive(); err != nil {
			t.Fatal(err)
		}
		c.raw(tc.sent)
		c.expect(tc.want, "EOF")
		r.ended()
	}
}

// Whoever is silent, the startup is over in time.
func TestSilenceInLogin(t *testing.T) {
	t.Parallel()
	for _, mode := range []login.AuthMode{login.AuthRelay, login.AuthPassword, login.AuthSCRAM} {
		for name, answered := range map[string]bool{"client": false, "upstream": true} {
			impatient(t, func(limit time.Duration) bool {
				asked, proven := make(chan bool, 1), make(chan bool, 1)
				f := fakeServer(t, func(c *conversation) {
					c.raw(demands(authCleartext, ""))
					if _, err := c.be.Receive(); err == nil {
						proven <- true
					}
					c.closed()
				})
				r := setup(t, f.addr, func(c *Config) {
					c.Auth, c.Verifiers.File, c.StartupTimeout = mode, emptyFile(t), limit
				})
				defer r.ended()
				c := newClient(t, r.dial())
				c.raw(packet(3<<16, loginParams))
				if m, err := c.fe.Receive(); err == nil {
					if _, refused := m.(*pgproto3.ErrorResponse); !refused {
						asked <- true
					}
				}
				silentUpstream := answered && mode != login.AuthSCRAM
				if silentUpstream && len(asked) == 1 {
					c.send(&pgproto3.PasswordMessage{Password: "x"})
				}
				rest, err := io.ReadAll(c.conn)
				if wire.TimedOut(err) {
					t.Errorf("%s, silent %s: %v", mode, name, err)
				}
				if silentUpstream && len(proven) == 1 && !bytes.Contains(rest, []byte("the database behind the proxy did not answer in time")) {
					t.Errorf("%s, silent %s: %q", mode, name, rest)
				}
				return len(asked) == 1 && (!silentUpstream || len(proven) == 1)
			})
		}
	}
}

// Once the client is in, nothing of its password is left in a buffer.
func TestPasswordIsForgotten(t *testing.T) {
	t.Parallel()
	for _, mode := range []login.AuthMode{login.AuthRelay, login.AuthPassword} {
		f := fakeServer(t, func(c *conversation) {
			c.raw(demands(authCleartext, ""))
			c.expectProof()
			if c.login() {
				c.closed()
			}
		})
		r := setup(t, f.addr, func(c *Config) { c.Auth = mode })
		c := newClient(t, r.dial())
		c.raw(packet(3<<16, loginParams))
		c.expect("*pgproto3.AuthenticationCleartextPassword")
		c.send(&pgproto3.PasswordMessage{Password: "right-horse"})
		c.ready()
		s := r.session()
		r.shutdown(0) // so that nobody else looks at the buffers
		for name, buf := range map[string][]byte{"from the client": s.link.FromClient.Held(), "to the upstream": s.link.Upstream.Held()} {
			if bytes.Contains(buf, []byte("right-horse")) {
				t.Errorf("%s: the password is in the buffer %s", mode, name)
			}
		}
	}
}

// Channel binding is taken out of a relayed offer for clients without TLS, and only there.
func TestRelayedOffer(t *testing.T) {
	t.Parallel()
	cases := []struct {
		tls     bool
		offered []string
		want    string
	}{
		{false, []string{scram.MechanismPlus, scram.Mechanism}, "*pgproto3.AuthenticationSASL [SCRAM-SHA-256]"},
		{false, []string{scram.Mechanism, "OAUTHBEARER"}, "*pgproto3.AuthenticationSASL [SCRAM-SHA-256 OAUTHBEARER]"},
		{false, []string{scram.MechanismPlus}, "FATAL 28000 the database offers nothing but SCRAM with channel binding, which needs TLS"},
		{true, []string{scram.MechanismPlus, scram.Mechanism}, "*pgproto3.AuthenticationSASL [SCRAM-SHA-256-PLUS SCRAM-SHA-256]"},
	}
	for _, tc := range cases {
		f := fakeServer(t, func(c *conversation) { c.raw(string(offer(tc.offered...))); c.closed() })
		r := setup(t, f.addr, withTLS(t))
		var conn net.Conn
		if tc.tls {
			conn = r.encrypted()
		} else {
			conn = r.dial()
		}
		c := newClient(t, conn)
		c.raw(packet(3<<16, loginParams))
		m, err := c.fe.Receive()
		if err != nil {
			t.Fatal(err)
		}
		got := brief(m)
		if sasl, ok := m.(*pgproto3.AuthenticationSASL); ok {
			got += " [" + strings.Join(sasl.AuthMechanisms, " ") + "]"
		}
		if got != tc.want {
			t.Errorf("offered %v: got %s", tc.offered, got)
		}
		conn.Close()
		r.ended()
	}
}

// emptyFile is a file of verifiers with none in it.
func emptyFile(tb testing.TB) *login.VerifierFile {
	tb.Helper()
	file, err := login.ReadVerifiers(writeFile(tb, ""))
	if err != nil {
		tb.Fatal(err)
	}
	return file
}
