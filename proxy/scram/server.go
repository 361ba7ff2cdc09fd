package scram

import (
	"crypto/subtle"
	"errors"
	"strconv"
	"strings"
)

var (
	// ErrProof means that the client does not know the password.
	ErrProof = errors.New("wrong proof")
	// ErrBinding means that the client and the server do not speak over the same TLS connection.
	ErrBinding = errors.New("channel binding check failed")
	// ErrDowngrade means that somebody took the mechanism with channel binding out of the server's offer.
	ErrDowngrade = errors.New("channel binding negotiation error")
	// ErrIdentity means that the client wants to act for another role, which PostgreSQL does not know.
	ErrIdentity = errors.New("authorization identity is not supported")
)

// Server is the server's side of one exchange: First, then Final.
type Server struct {
	verifier Verifier
	endPoint []byte // nil: the mechanism with channel binding was not offered
	nonce    string
	gs2      string // what the client said of channel binding, as it said it
	plus     bool
	sent     string // client-first without its header, and server-first, as they are signed
}

// NewServer begins an exchange with a client that shall have the password of a verifier. endPoint is the hash of the
// server's certificate when channel binding was offered, nil when it was not.
func NewServer(v Verifier, endPoint []byte) *Server {
	return &Server{verifier: v, endPoint: endPoint, nonce: newNonce()}
}

// First takes the client's first message, sent for a mechanism, and returns the server's. It checks nothing about the
// verifier, so it tells nothing about it but the salt and the iteration count.
func (s *Server) First(mechanism string, message []byte) ([]byte, error) {
	text := string(message)
	if err := acceptable(text); err != nil {
		return nil, err
	}
	switch {
	case mechanism == MechanismPlus && s.endPoint != nil:
		s.plus = true
	case mechanism != Mechanism:
		return nil, malformed("mechanism that was not offered")
	}
	flag, rest, ok := strings.Cut(text, ",")
	identity, bare, ok2 := strings.Cut(rest, ",")
	if !ok || !ok2 {
		return nil, malformed("no header")
	}
	if err := s.checkFlag(flag); err != nil {
		return nil, err
	}
	if identity != "" {
		return nil, ErrIdentity
	}
	s.gs2 = flag + ",,"
	// The name is empty or anything: who logs in was said in the startup message.
	_, rest, err := attribute(bare, 'n')
	if err != nil {
		return nil, err
	}
	nonce, _, err := attribute(rest, 'r')
	if err != nil {
		return nil, err
	}
	if !printable(nonce) {
		return nil, malformed("nonce")
	}
	s.nonce = nonce + s.nonce
	first := "r=" + s.nonce + ",s=" + encode64(s.verifier.Salt) + ",i=" + strconv.Itoa(s.verifier.Iterations)
	s.sent = bare + "," + first
	return []byte(first), nil
}

func (s *Server) checkFlag(flag string) error {
	switch {
	case flag == "n" && !s.plus:
		return nil
	case flag == "y" && !s.plus:
		if s.endPoint != nil {
			return ErrDowngrade // it could, and thinks that we could not
		}
		return nil
	case flag == "p=tls-server-end-point" && s.plus:
		return nil
	}
	return malformed("channel binding flag")
}

// Final takes the client's last message. When the client has proven itself it returns the server's last message, which
// proves that the server has the verifier, and the client's key.
func (s *Server) Final(message []byte) (final []byte, key Key, err error) {
	text := string(message)
	if err := acceptable(text); err != nil {
		return nil, Key{}, err
	}
	at := strings.LastIndex(text, ",p=")
	if at < 0 {
		return nil, Key{}, malformed("no proof")
	}
	p, err := decode64(text[at+len(",p="):])
	if err != nil || len(p) != len(key) {
		return nil, Key{}, malformed("proof")
	}
	binding, rest, err := attribute(text[:at], 'c')
	if err != nil {
		return nil, Key{}, err
	}
	want := s.gs2
	if s.plus {
		want += string(s.endPoint)
	}
	if subtle.ConstantTimeCompare([]byte(binding), []byte(encode64([]byte(want)))) != 1 {
		return nil, Key{}, ErrBinding
	}
	nonce, _, err := attribute(rest, 'r')
	if err != nil {
		return nil, Key{}, err
	}
	if nonce != s.nonce {
		return nil, Key{}, malformed("nonce")
	}
	signed := s.sent + "," + text[:at]
	key = Key(p).masked(sign(s.verifier.storedKey, signed))
	if !key.stored().equal(s.verifier.storedKey) {
		return nil, Key{}, ErrProof
	}
	signature := sign(s.verifier.serverKey, signed)
	return []byte("v=" + encode64(signature[:])), key, nil
}
