package login

import (
	"bytes"

	"github.com/pgask/pgask/proxy/wire"
)

// welcomeWithPassword asks the client for its password, in the clear inside TLS, and logs in with it. It asks only when
// the upstream does.
func (l *Login) welcomeWithPassword() error {
	if !l.Secured() && !l.From.local {
		return &wire.Fatal{Code: wire.CodeBadAuth,
			Message: "pgask takes passwords over TLS only", Hint: "Connect with sslmode=require or better."}
	}
	d, err := l.nextDemand()
	if err != nil {
		return err
	}
	if d.code == authOK {
		return l.checkTrust()
	}
	password, err := l.askPassword()
	if err != nil {
		return err
	}
	return l.logIn(d, withPassword(password))
}

// askPassword asks the client for its password.
func (l *Login) askPassword() (string, error) {
	if err := l.link.TellNow(authentication(authCleartext, nil)); err != nil {
		return "", err
	}
	f, err := l.nextProof()
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
	return string(password), l.beginAttempt()
}
