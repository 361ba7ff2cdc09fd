package login

import (
	"context"
	"errors"
	"fmt"

	"github.com/pgask/pgask/proxy/scram"
	"github.com/pgask/pgask/proxy/wire"
)

// welcomeWithSCRAM has the client prove itself to the proxy, by its verifier, and logs in with the key that the proof
// reveals. The client proves itself even where the upstream asks for nothing. The last message to the client, which
// says that the server knows the verifier, waits until the upstream has let it in.
func (l *Login) welcomeWithSCRAM() error {
	d, err := l.nextDemand()
	if err != nil {
		return err
	}
	p, err := l.askProof()
	if err != nil {
		return err
	}
	l.proven = true
	if d.code != authOK {
		if err := l.logIn(d, withKey(p.key, p.verifier)); err != nil {
			return err
		}
	}
	return l.link.TellNow(authentication(authSASLFinal, p.final))
}

// proof is the result of a client's successful SCRAM exchange with the proxy.
type proof struct {
	key      scram.Key
	verifier scram.Verifier
	final    []byte // server-final, to be sent
}

// askProof runs the server's side of SCRAM with the client. For a role without a verifier the exchange takes place as
// well and fails at its end, as with a wrong password, so that it does not tell which roles exist.
func (l *Login) askProof() (proof, error) {
	v, err := l.verifier()
	if err != nil {
		return proof{}, err
	}
	end := l.clientEndPoint()
	names := []string{scram.Mechanism}
	if end != nil {
		names = []string{scram.MechanismPlus, scram.Mechanism}
	}
	if err := l.link.TellNow(offer(names...)); err != nil {
		return proof{}, err
	}
	f, err := l.nextProof()
	if err != nil {
		return proof{}, err
	}
	mechanism, message, ok := saslInitial(f.Body())
	if !ok {
		return proof{}, &wire.Fatal{Code: wire.CodeProtocol, Message: "invalid SASL initial response"}
	}
	exchange := scram.NewServer(v, end)
	first, err := exchange.First(mechanism, message)
	if err != nil {
		return proof{}, l.authError(err)
	}
	if err := l.link.TellNow(authentication(authSASLContinue, first)); err != nil {
		return proof{}, err
	}
	if f, err = l.nextProof(); err != nil {
		return proof{}, err
	}
	if err := l.beginAttempt(); err != nil {
		return proof{}, err
	}
	final, key, err := exchange.Final(f.Body())
	if err != nil {
		return proof{}, l.authError(err)
	}
	return proof{key, v, final}, nil
}

// verifier returns the verifier of the role that logs in, or a mock one that no password matches. The startup's
// deadline bounds the look-up.
func (l *Login) verifier() (scram.Verifier, error) {
	ctx, cancel := context.WithDeadline(l.shared.Draining, l.deadline)
	defer cancel()
	v, err := l.cfg.Verifiers.find(ctx, l.Datasource.upstream, l.Start.User)
	if err != nil {
		return scram.Verifier{}, &wire.Fatal{Code: wire.CodeCannotConnect, Message: "pgask cannot look up who may log in",
			Hint: "Try again later or tell the operator: auth.query fails.", Err: err}
	}
	return v, nil
}

// authError returns the error for a client whose exchange failed, in PostgreSQL's words.
func (l *Login) authError(err error) error {
	switch {
	case errors.Is(err, scram.ErrProof):
		return &wire.Fatal{Code: wire.CodeWrongPassword, Message: fmt.Sprintf("password authentication failed for user %q", l.Start.User)}
	case errors.Is(err, scram.ErrBinding):
		return &wire.Fatal{Code: wire.CodeBadAuth, Message: "SCRAM channel binding check failed"}
	case errors.Is(err, scram.ErrDowngrade):
		return &wire.Fatal{Code: wire.CodeBadAuth, Message: "SCRAM channel binding negotiation error"}
	case errors.Is(err, scram.ErrIdentity):
		return &wire.Fatal{Code: wire.CodeBadAuth, Message: "client uses authorization identity, but it is not supported"}
	}
	return &wire.Fatal{Code: wire.CodeProtocol, Message: err.Error()}
}
