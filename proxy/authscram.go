package proxy

import (
	"context"
	"errors"
	"fmt"

	"github.com/pgask/pgask/proxy/scram"
	"github.com/pgask/pgask/proxy/wire"
)

// welcomeWithSCRAM has the client prove itself to the proxy, by its verifier, and logs in with the key that the proof
// reveals. The client proves itself even where the upstream asks for nothing. The last message to the client, which says
// that the server knows the verifier, waits until the upstream has let it in.
func (s *session) welcomeWithSCRAM() error {
	d, err := s.nextDemand()
	if err != nil {
		return err
	}
	p, err := s.askProof()
	if err != nil {
		return err
	}
	s.login.proven = true
	if d.code != authOK {
		if err := s.logIn(d, withKey(p.key, p.verifier)); err != nil {
			return err
		}
	}
	return s.sendClient(authentication(authSASLFinal, p.final))
}

// proof is the result of a client's successful SCRAM exchange with the proxy.
type proof struct {
	key      scram.Key
	verifier scram.Verifier
	final    []byte // server-final, to be sent
}

// askProof runs the server's side of SCRAM with the client. For a role without a verifier the exchange takes place as well and
// fails at its end, as with a wrong password, so that it does not tell which roles exist.
func (s *session) askProof() (proof, error) {
	v, err := s.verifier()
	if err != nil {
		return proof{}, err
	}
	end := s.clientEndPoint()
	names := []string{scram.Mechanism}
	if end != nil {
		names = []string{scram.MechanismPlus, scram.Mechanism}
	}
	if err := s.sendClient(offer(names...)); err != nil {
		return proof{}, err
	}
	f, err := s.nextProof()
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
		return proof{}, s.authError(err)
	}
	if err := s.sendClient(authentication(authSASLContinue, first)); err != nil {
		return proof{}, err
	}
	if f, err = s.nextProof(); err != nil {
		return proof{}, err
	}
	if err := s.beginAttempt(); err != nil {
		return proof{}, err
	}
	final, key, err := exchange.Final(f.Body())
	if err != nil {
		return proof{}, s.authError(err)
	}
	return proof{key, v, final}, nil
}

// verifier returns the verifier of the role that logs in, or a mock one that no password matches. The startup's deadline bounds
// the look-up.
func (s *session) verifier() (scram.Verifier, error) {
	ctx, cancel := context.WithDeadline(s.server.draining, s.login.deadline)
	defer cancel()
	v, err := s.cfg.Verifiers.find(ctx, s.datasource.upstream, s.start.user)
	if err != nil {
		return scram.Verifier{}, &wire.Fatal{Code: wire.CodeCannotConnect, Message: "pgask cannot look up who may log in",
			Hint: "Try again later or tell the operator: auth.query fails.", Err: err}
	}
	return v, nil
}

// authError returns the error for a client whose exchange failed, in PostgreSQL's words.
func (s *session) authError(err error) error {
	switch {
	case errors.Is(err, scram.ErrProof):
		return &wire.Fatal{Code: wire.CodeWrongPassword, Message: fmt.Sprintf("password authentication failed for user %q", s.start.user)}
	case errors.Is(err, scram.ErrBinding):
		return &wire.Fatal{Code: wire.CodeBadAuth, Message: "SCRAM channel binding check failed"}
	case errors.Is(err, scram.ErrDowngrade):
		return &wire.Fatal{Code: wire.CodeBadAuth, Message: "SCRAM channel binding negotiation error"}
	case errors.Is(err, scram.ErrIdentity):
		return &wire.Fatal{Code: wire.CodeBadAuth, Message: "client uses authorization identity, but it is not supported"}
	}
	return &wire.Fatal{Code: wire.CodeProtocol, Message: err.Error()}
}
