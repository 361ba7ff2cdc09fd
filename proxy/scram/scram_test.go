package scram

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/mutants"
)

// The example of RFC 7677, section 3: user "user", password "pencil".
const (
	rfcNonce       = "rOprNGfwEbeRWgbNEkqO"
	rfcServerNonce = "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
	rfcClientFirst = "n,,n=user,r=" + rfcNonce
	rfcServerFirst = "r=" + rfcNonce + rfcServerNonce + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
	rfcClientFinal = "c=biws,r=" + rfcNonce + rfcServerNonce + ",p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
	rfcServerFinal = "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="
)

// verifierOf is what PostgreSQL would store for a password.
func verifierOf(tb testing.TB, password string, salt []byte, iterations int) Verifier {
	tb.Helper()
	client, server, err := salted(password, salt, iterations)
	if err != nil {
		tb.Fatal(err)
	}
	stored := client.stored()
	v, err := ParseVerifier(fmt.Sprintf("SCRAM-SHA-256$%d:%s$%s:%s", iterations, encode64(salt), encode64(stored[:]), encode64(server[:])))
	if err != nil {
		tb.Fatal(err)
	}
	return v
}

func rfcVerifier(tb testing.TB) Verifier {
	tb.Helper()
	salt, err := decode64("W22ZaJ0SNY7soEsUEjb6gQ==")
	if err != nil {
		tb.Fatal(err)
	}
	return verifierOf(tb, "pencil", salt, 4096)
}

func TestServerSpeaksTheRFC(t *testing.T) {
	t.Parallel()
	s := NewServer(rfcVerifier(t), nil)
	s.nonce = rfcServerNonce
	first, err := s.First(Mechanism, []byte(rfcClientFirst))
	if err != nil || string(first) != rfcServerFirst {
		t.Fatalf("server-first %s, %v", first, err)
	}
	final, key, err := s.Final([]byte(rfcClientFinal))
	if err != nil || string(final) != rfcServerFinal {
		t.Fatalf("server-final %s, %v", final, err)
	}
	if want, _, _ := salted("pencil", s.verifier.Salt, 4096); key != want {
		t.Error("the key that was recovered is not the client's")
	}
}

func TestClientSpeaksTheRFC(t *testing.T) {
	t.Parallel()
	key, _, err := salted("pencil", rfcVerifier(t).Salt, 4096)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]*Client{
		"with the password": NewClient("pencil", Binding{}),
		"with the key":      NewClientWithKey(key, rfcVerifier(t), Binding{}),
	} {
		c.nonce, c.bare = rfcNonce, "n=user,r="+rfcNonce
		if got := string(c.First()); got != rfcClientFirst {
			t.Errorf("%s: client-first %s", name, got)
		}
		final, err := c.Final([]byte(rfcServerFirst))
		if err != nil || string(final) != rfcClientFinal {
			t.Errorf("%s: client-final %s, %v", name, final, err)
		}
		if err := c.Verify([]byte(rfcServerFinal)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := c.Verify([]byte(strings.Replace(rfcServerFinal, "6", "7", 1))); !errors.Is(err, ErrServer) {
			t.Errorf("%s: another signature: %v", name, err)
		}
	}
}

// Every way to speak with each other, and who notices when somebody stands between.
func TestExchange(t *testing.T) {
	t.Parallel()
	one, other := []byte("hash of a certificate"), []byte("hash of another one")
	cases := []struct {
		name            string
		password        string
		offered         []byte // end point of the server
		mechanism       string
		binding         Binding
		first, finalErr error // of the server
	}{
		{"plain", "right", nil, Mechanism, Binding{}, nil, nil},
		{"able, not offered", "right", nil, Mechanism, Binding{Able: true}, nil, nil},
		{"not able, offered", "right", one, Mechanism, Binding{}, nil, nil},
		{"bound", "right", one, MechanismPlus, Binding{EndPoint: one}, nil, nil},
		{"wrong", "wrong", nil, Mechanism, Binding{}, nil, ErrProof},
		{"wrong and bound", "wrong", one, MechanismPlus, Binding{EndPoint: one}, nil, ErrProof},
		{"somebody between", "right", one, MechanismPlus, Binding{EndPoint: other}, nil, ErrBinding},
		{"offer stripped", "right", one, Mechanism, Binding{Able: true}, ErrDowngrade, nil},
		{"bound without an offer", "right", nil, MechanismPlus, Binding{EndPoint: one}, ErrMalformed, nil},
		{"bound by the wrong mechanism", "right", one, Mechanism, Binding{EndPoint: one}, ErrMalformed, nil},
		{"unbound by the wrong mechanism", "right", one, MechanismPlus, Binding{}, ErrMalformed, nil},
		{"unknown mechanism", "right", one, "PLAIN", Binding{}, ErrMalformed, nil},
	}
	v := verifierOf(t, "right", []byte("salt"), 16)
	for _, c := range cases {
		s, cl := NewServer(v, c.offered), NewClient(c.password, c.binding)
		first, err := s.First(c.mechanism, cl.First())
		if !errors.Is(err, c.first) {
			t.Errorf("%s: server-first: %v", c.name, err)
		}
		if err != nil {
			continue
		}
		answer, err := cl.Final(first)
		if err != nil {
			t.Errorf("%s: client-final: %v", c.name, err)
			continue
		}
		final, key, err := s.Final(answer)
		if !errors.Is(err, c.finalErr) {
			t.Errorf("%s: server-final: %v", c.name, err)
		}
		if err != nil {
			if key != (Key{}) || final != nil {
				t.Errorf("%s: failed and returned a key or a message", c.name)
			}
			continue
		}
		if err := cl.Verify(final); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		replay(t, v, key)
	}
}

// replay logs in with a key that was recovered, without the password.
func replay(t *testing.T, v Verifier, key Key) {
	t.Helper()
	s, c := NewServer(v, nil), NewClientWithKey(key, v, Binding{})
	first, err := s.First(Mechanism, c.First())
	if err != nil {
		t.Fatal(err)
	}
	answer, err := c.Final(first)
	if err != nil {
		t.Fatal(err)
	}
	final, _, err := s.Final(answer)
	if err != nil || c.Verify(final) != nil {
		t.Errorf("the key that was recovered does not log in: %v", err)
	}
}

// A key is of use only with the verifier that it belongs to.
func TestKeyOfAnotherVerifier(t *testing.T) {
	t.Parallel()
	v := verifierOf(t, "right", []byte("salt"), 16)
	for name, other := range map[string]Verifier{
		"salt":       verifierOf(t, "right", []byte("Salt"), 16),
		"iterations": verifierOf(t, "right", []byte("salt"), 17),
	} {
		s, c := NewServer(other, nil), NewClientWithKey(Key{1}, v, Binding{})
		first, err := s.First(Mechanism, c.First())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Final(first); !errors.Is(err, ErrOtherVerifier) {
			t.Errorf("other %s: %v", name, err)
		}
	}
}

func TestServerRefuses(t *testing.T) {
	t.Parallel()
	v := verifierOf(t, "right", []byte("salt"), 16)
	firsts := []struct {
		sent string
		want error
	}{
		{"", ErrMalformed}, {"n", ErrMalformed}, {"n,", ErrMalformed}, {"n,,", ErrMalformed}, {"n,,r=abc", ErrMalformed},
		{"n,,n=", ErrMalformed}, {"n,,n=,r=", ErrMalformed}, {"n,,n=,r=a\x01b", ErrMalformed}, {"n,,n=,r=a b", ErrMalformed},
		{"n,,n=,r=abc\x00", ErrMalformed}, {"x,,n=,r=abc", ErrMalformed}, {"p=tls-unique,,n=,r=abc", ErrMalformed},
		{"n,,m=ext,n=,r=abc", ErrMalformed}, {"n,a=other,n=,r=abc", ErrIdentity},
		{"n,,n=,r=" + strings.Repeat("a", MaxMessage), ErrMalformed},
		{"n,,n=,r=abc", nil}, {"n,,n=somebody,r=abc,ext=1", nil},
	}
	for _, c := range firsts {
		if _, err := NewServer(v, nil).First(Mechanism, []byte(c.sent)); !errors.Is(err, c.want) {
			t.Errorf("client-first %q: %v", c.sent, err)
		}
	}
	for _, sent := range []string{"", "p=", "c=biws", "c=biws,r=$", "c=biws,r=$,p=", "c=biws,r=$,p=AAAA", "c=biws,r=x,p=" + encode64(make([]byte, 32)),
		"r=$,c=biws,p=" + encode64(make([]byte, 32)), "c=biws,p=" + encode64(make([]byte, 32)), "c=biws,r=$,p=" + encode64(make([]byte, 32)) + "\n"} {
		s := NewServer(v, nil)
		if _, err := s.First(Mechanism, []byte("n,,n=,r=abc")); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.Final([]byte(strings.ReplaceAll(sent, "$", s.nonce))); !errors.Is(err, ErrMalformed) {
			t.Errorf("client-final %q: %v", sent, err)
		}
	}
	s := NewServer(v, nil)
	if _, err := s.First(Mechanism, []byte("n,,n=,r=abc")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Final([]byte("c=eSws,r=" + s.nonce + ",p=" + encode64(make([]byte, 32)))); !errors.Is(err, ErrBinding) {
		t.Errorf("another header than before: %v", err)
	}
}

func TestClientRefuses(t *testing.T) {
	t.Parallel()
	cases := []string{"", "r=$", "r=$x", "r=$,s=AAAA,i=1", "r=x,s=AAAA,i=1", "r=$x,s=!,i=1", "r=$x,s=AAAA", "r=$x,s=AAAA,i=0", "r=$x,s=AAAA,i=-1",
		"r=$x,s=AAAA,i=x", "r=$x,s=AAAA,i=1000001", "r=$x,s=AAAA,i=99999999999", "s=AAAA,r=$x,i=1", "m=ext,r=$x,s=AAAA,i=1", "e=other-error"}
	for _, sent := range cases {
		c := NewClient("right", Binding{})
		if answer, err := c.Final([]byte(strings.ReplaceAll(sent, "$", c.nonce))); err == nil {
			t.Errorf("server-first %q was answered with %q", sent, answer)
		}
		if err := c.Verify([]byte("v=" + encode64(make([]byte, 32)))); err == nil {
			t.Error("a server was believed without an exchange")
		}
	}
}

func TestParseVerifier(t *testing.T) {
	t.Parallel()
	const good = "SCRAM-SHA-256$4096:c2FsdA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
	v, err := ParseVerifier(good)
	if err != nil || v.Iterations != 4096 || string(v.Salt) != "salt" || v.storedKey != (Key{}) || v.serverKey != (Key{1}) {
		t.Errorf("%v", err)
	}
	if text := fmt.Sprintf("%v %+v %#v %s %v", v, v, v, v, v.serverKey); strings.Contains(text, "salt") || strings.Contains(text, "115") || strings.Contains(text, "4096") {
		t.Errorf("printed: %s", text)
	}
	for _, bad := range []string{"", "md5d41d8cd98f00b204e9800998ecf8427e", "secret", strings.ToLower(good), good[:len(good)-1], good + "=", good + "$",
		strings.Replace(good, "4096", "0", 1), strings.Replace(good, "4096", "-1", 1), strings.Replace(good, "4096", "4294967296", 1),
		strings.Replace(good, "c2FsdA==", "", 1), strings.Replace(good, ":AQ", ":", 1), strings.Replace(good, "$AA", "$A\n", 1), "SCRAM-SHA-256$1:$:"} {
		if _, err := ParseVerifier(bad); !errors.Is(err, ErrVerifier) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// Nothing tells a role that exists from one that does not: the same salt each time, of the usual length, and no
// password.
func TestMock(t *testing.T) {
	t.Parallel()
	secret := []byte("secret")
	a, again, b := Mock(secret, "a", 4096), Mock(secret, "a", 4096), Mock(secret, "b", 4096)
	if !bytes.Equal(a.Salt, again.Salt) || bytes.Equal(a.Salt, b.Salt) || bytes.Equal(a.Salt, Mock([]byte("other"), "a", 4096).Salt) || len(a.Salt) != 16 {
		t.Error("salts")
	}
	s, c := NewServer(a, nil), NewClient("guess", Binding{})
	first, err := s.First(Mechanism, c.First())
	if err != nil {
		t.Fatal(err)
	}
	answer, err := c.Final(first)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Final(answer); !errors.Is(err, ErrProof) {
		t.Errorf("a guess: %v", err)
	}
}

// Passwords are normalised as PostgreSQL does it, and used as they are where that is impossible.
func TestPasswords(t *testing.T) {
	t.Parallel()
	same := func(a, b string) bool {
		x, _, _ := salted(a, []byte("salt"), 1)
		y, _, _ := salted(b, []byte("salt"), 1)
		return x == y
	}
	if !same("IX", "\u2168") || !same("a\u00adb", "ab") || !same("a\u00a0b", "a b") { // RFC 4013, section 3
		t.Error("not normalised")
	}
	if same("a\x01", "a") || same("\xff", "\ufffd") || same("", "x") {
		t.Error("different passwords are the same")
	}
}

func FuzzServer(tf *testing.F) {
	f := mutants.Of(tf)
	v := verifierOf(f, "right", []byte("salt"), 1)
	f.Add(Mechanism, []byte(rfcClientFirst), []byte(rfcClientFinal), false)
	f.Add(MechanismPlus, []byte("p=tls-server-end-point,,n=,r=x"), []byte("c=,r=$,p="), true)
	f.Fuzz(func(t *testing.T, mechanism string, first, final []byte, offered bool) {
		var endPoint []byte
		if offered {
			endPoint = []byte("end point")
		}
		s := NewServer(v, endPoint)
		answer, err := s.First(mechanism, first)
		if err != nil {
			return
		}
		if !bytes.HasSuffix(answer, []byte(",s=c2FsdA==,i=1")) || bytes.IndexByte(answer, 0) >= 0 {
			t.Fatalf("server-first %q", answer)
		}
		if _, _, err := s.Final(bytes.ReplaceAll(final, []byte("$"), []byte(s.nonce))); err == nil {
			t.Fatal("a proof without the password was accepted")
		}
	})
}

func FuzzClient(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add([]byte("r=$x,s=AAAA,i=1"), []byte("v=AAAA"))
	f.Add([]byte("r=$,s=,i=99999999999"), []byte("e=invalid-proof"))
	f.Fuzz(func(t *testing.T, first, final []byte) {
		c := NewClientWithKey(Key{1}, Verifier{Iterations: 1, Salt: []byte{0, 0, 0}}, Binding{})
		_, err := c.Final(bytes.ReplaceAll(first, []byte("$"), []byte(c.nonce)))
		if c.Verify(final) == nil {
			t.Fatalf("a server without the verifier was believed after %v", err)
		}
	})
}

func FuzzVerifier(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add("SCRAM-SHA-256$4096:c2FsdA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
	f.Fuzz(func(t *testing.T, text string) {
		if v, err := ParseVerifier(text); err == nil && (v.Iterations < 1 || len(v.Salt) == 0) {
			t.Fatalf("%q", text)
		}
	})
}
