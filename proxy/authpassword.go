package proxy

import (
	"bytes"

	"github.com/pgask/pgask/proxy/wire"
)

// welcomeWithPassword asks the client for its password, in the clear inside TLS, and logs in with it. It asks only when
// the upstream does.
func (s *session) welcomeWithPassword() error {
	if !s.clientTLS() && !s.from.local {
		return &wire.Fatal{Code: wire.CodeBadAuth, Message: "pgask takes passwords over TLS only", Hint: "Connect with sslmode=require or better."}
	}
	d, err := s.nextDemand()
	if err != nil {
		return err
	}
	if d.code == authOK {
		return s.checkTrust()
	}
	password, err := s.askPassword()
	if err != nil {
		return err
	}
	return s.logIn(d, withPassword(password))
}

// askPassword asks the client for its password.
func (s *session) askPassword() (string, error) {
	if err := s.sendClient(authentication(authCleartext, nil)); err != nil {
		return "", err
	}
	f, err := s.nextProof()
	if err != nil {
		return "", err
	}
	password, rest, ok := bytes.Cut(f.Body(), []byte{0})
	if !ok || len(rest) > 0 {
		return "", &wire.Fatal{Code: wire.CodeProtocol, Message: "invalid password packet size"}
	}
	if len(password) == 0 {
		return "", &wire.Fatal{Code: wire.CodeWrongPassword, Message: "empty password returned by client"}
	}
	return string(password), s.beginAttempt()
}
