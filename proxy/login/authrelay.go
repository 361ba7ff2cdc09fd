package login

import (
	"cmp"
	"log/slog"
	"slices"

	"github.com/pgask/pgask/proxy/scram"
	"github.com/pgask/pgask/proxy/wire"
)

// welcomeRelayed relays the authentication: the client and the upstream prove themselves to each other and the proxy
// learns nothing.
func (l *Login) welcomeRelayed() error {
	asked := false
	for {
		d, err := l.nextDemand()
		if err != nil {
			return err
		}
		switch d.code {
		case authOK:
			if asked {
				return nil
			}
			return l.checkTrust()
		case authSASL:
			if d.raw, err = l.relayedOffer(d); err != nil {
				return err
			}
		}
		if err := l.link.TellNow(d.raw); err != nil {
			return err
		}
		if d.code == authSASLFinal {
			continue
		}
		asked = true
		if err := l.relayProof(d.code); err != nil {
			return err
		}
	}
}

// relayedOffer returns the upstream's offer of mechanisms as the client may see it. libpq gives up when channel
// binding is offered to it without TLS, so the proxy, whose own leg has TLS, takes it out then. The client that does
// not use it is let in by PostgreSQL, because it does not claim that it could have.
func (l *Login) relayedOffer(d demand) ([]byte, error) {
	names := mechanisms(d.data)
	if l.Secured() || !offersPlus(names) {
		return d.raw, nil
	}
	names = slices.DeleteFunc(names, func(n string) bool { return n == scram.MechanismPlus })
	if len(names) == 0 {
		return nil, &wire.Fatal{Code: wire.CodeBadAuth,
			Message: "the database offers nothing but SCRAM with channel binding, which needs TLS", Hint: relayHint}
	}
	return offer(names...), nil
}

// relayHint is the hint of errors about channel binding that cannot be relayed.
const relayHint = "Connect with channel_binding=disable, or let the operator set auth.mode to password or scram," +
	" or sslmode=disable for the upstream, where the network between proxy and database is trusted."

// relayProof passes one answer of the client on to the upstream. It refuses one with channel binding where both sides
// use TLS with different certificates: the upstream would say no more than that the check failed.
func (l *Login) relayProof(asked int) error {
	f, err := l.nextProof()
	if err != nil {
		return err
	}
	if asked == authSASL {
		mechanism, _, ok := saslInitial(f.Body())
		if ok && mechanism == scram.MechanismPlus && l.upstreamTLS() && !l.sameEndPoint() {
			return &wire.Fatal{Code: wire.CodeBadAuth,
				Message: "SCRAM with channel binding does not pass through two TLS connections", Hint: relayHint}
		}
	} else if err := l.beginAttempt(); err != nil { // the first word of SCRAM proves nothing yet
		return err
	}
	return l.link.Send(f.Bytes)
}

// WarnOfBinding logs a warning for each datasource that psql, with its defaults, cannot log in to.
func (p *Policy) WarnOfBinding(log *slog.Logger) {
	for name, u := range p.Datasources {
		plain := slices.ContainsFunc(u.hosts, func(h host) bool { return h.tls == nil })
		if p.TLS != nil && !plain && cmp.Or(u.Auth, p.Auth) == AuthRelay {
			log.Warn("SCRAM with channel binding, which psql prefers, does not pass through TLS on both sides unless both show one certificate",
				"datasource", name, "help", "auth.mode scram or password")
		}
	}
}
