package login

import (
	"errors"
	"net"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/mutants"
	"github.com/pgask/pgask/proxy/wire"
)

// The password goes in the clear only where nobody listens.
func TestNoPasswordInTheClear(t *testing.T) {
	t.Parallel()
	ours, theirs := net.Pipe()
	defer theirs.Close()
	l := &Login{Start: &Startup{User: "u"}, link: &wire.Link{Upstream: wire.NewWriter(distant{ours}, wire.SideUpstream)}}
	var f *wire.Fatal
	if err := l.logIn(demand{code: authCleartext}, withPassword("right")); !errors.As(err, &f) || f.Code != wire.CodeBadAuth {
		t.Errorf("%v", err)
	}
}

func TestMD5Answer(t *testing.T) {
	t.Parallel()
	const want = "md5986e2194384c07f4fd1df4b1351b3e68" // SELECT 'md5' || md5(md5('secret' || 'alice') || 'salt')
	if got := md5Answer("secret", "alice", []byte("salt")); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func FuzzSASL(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add([]byte("SCRAM-SHA-256\x00\x00\x00\x00\x01n"))
	f.Add([]byte("SCRAM-SHA-256\x00SCRAM-SHA-256-PLUS\x00\x00"))
	f.Add([]byte("\x00\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, body []byte) {
		if mechanism, message, ok := saslInitial(body); ok && len(mechanism)+5+len(message) != len(body) {
			t.Fatalf("%q: %q %q", body, mechanism, message)
		}
		names := mechanisms(body)
		for _, n := range names {
			if n == "" || strings.Contains(n, "\x00") {
				t.Fatalf("%q: %q", body, names)
			}
		}
		if again := mechanisms(offer(names...)[wire.HeaderLen+4:]); strings.Join(again, "\x00") != strings.Join(names, "\x00") {
			t.Fatalf("%q became %q", names, again)
		}
		_ = wire.ErrorCode(body)
	})
}

// distant is a connection to another host.
type distant struct{ net.Conn }

func (distant) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 5} }
