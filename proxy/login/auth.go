package login

import (
	"encoding/binary"
	"fmt"
	"net"

	"github.com/pgask/pgask/proxy/wire"
)

// AuthMode is the party that authenticates clients.
type AuthMode string

const (
	// AuthRelay: the client and the upstream prove themselves to each other through the proxy, which learns nothing.
	AuthRelay AuthMode = "relay"
	// AuthPassword: the client tells the proxy its password, inside TLS, and the proxy logs in with it.
	AuthPassword AuthMode = "password"
	// AuthSCRAM: the proxy checks the client's proof against a verifier and logs in with the key that the proof
	// reveals.
	AuthSCRAM AuthMode = "scram"
)

func (m AuthMode) known() bool { return m == AuthRelay || m == AuthPassword || m == AuthSCRAM }

// authentication codes. PostgreSQL manual, "Message Formats".
const (
	authOK           = 0
	authCleartext    = 3
	authMD5          = 5
	authSASL         = 10
	authSASLContinue = 11
	authSASLFinal    = 12
)

const (
	maxAuthMessage = 64 << 10
	maxAuthRounds  = 16
)

// authMode returns the mode of this session: the datasource's, else the server's.
func (l *Login) authMode() AuthMode {
	if l.Datasource.upstream.Auth != "" {
		return l.Datasource.upstream.Auth
	}
	return l.cfg.Auth
}

// Welcome lets the client in: it ends with AuthenticationOk from the upstream, told to the client. What follows up to
// the first ReadyForQuery is the pumps' business.
func (l *Login) Welcome() error {
	l.link.Exchange = wire.NewExchange(l.shared.Took)
	var err error
	defer func() { l.endAttempt(err) }()
	switch l.authMode() {
	case AuthPassword:
		err = l.welcomeWithPassword()
	case AuthSCRAM:
		err = l.welcomeWithSCRAM()
	default:
		err = l.welcomeRelayed()
	}
	l.early, l.reply = nil, wire.Frame{}
	l.wipe()
	if err != nil {
		return err
	}
	return l.link.TellNow(authentication(authOK, nil))
}

// wipe overwrites what the session's buffers hold of the authentication, which may be a password. What was read ahead
// stays.
func (l *Login) wipe() {
	for _, f := range []*wire.Frames{l.link.FromClient, l.link.FromUpstream} {
		f.Wipe()
	}
	for _, w := range []*wire.Writer{l.link.Client, l.link.Upstream} {
		w.Wipe()
	}
}

// demand is an authentication message of the upstream; its data is valid until the next one is read.
type demand struct {
	code int
	data []byte
	raw  []byte
}

// nextDemand reads the next authentication message of the upstream. Notices and NegotiateProtocolVersion go to the
// client as they come, and so does an error, which ends the session.
func (l *Login) nextDemand() (demand, error) {
	for ; l.rounds < maxAuthRounds; l.rounds++ {
		f, err := l.reply, error(nil)
		switch {
		case l.rounds < len(l.early):
			f = l.early[l.rounds]
		case l.rounds > len(l.early):
			f, err = l.link.FromUpstream.Next(authWant)
		}
		if err != nil {
			return demand{}, fmt.Errorf("read upstream: %w", err)
		}
		if !f.Whole() {
			return demand{}, &wire.Fatal{Code: wire.CodeProtocol,
				Message: "the database behind the proxy sent an authentication message that is too long"}
		}
		switch f.Type {
		case 'R':
			if len(f.Body()) < 4 {
				return demand{}, &wire.Fatal{Code: wire.CodeProtocol,
					Message: "the database behind the proxy sent an authentication message that is too short"}
			}
			l.rounds++
			return demand{int(binary.BigEndian.Uint32(f.Body())), f.Body()[4:], f.Bytes}, nil
		case 'E', 'N', 'v':
			if f.Type == 'E' {
				l.refusedBy = wire.ErrorCode(f.Body())
				l.endAttempt(wire.ErrUpstreamFatal) // before the client hears of it and tries again
			}
			if err := l.link.TellNow(f.Bytes); err != nil {
				return demand{}, err
			}
			if f.Type == 'E' {
				l.shared.Failed(l.refusedBy)
				return demand{}, wire.ErrUpstreamFatal
			}
		default:
			return demand{}, &wire.Fatal{Code: wire.CodeProtocol,
				Message: fmt.Sprintf("the database behind the proxy sent message type %d during authentication", f.Type)}
		}
	}
	return demand{}, &wire.Fatal{Code: wire.CodeProtocol, Message: "too many authentication messages"}
}

// nextProof reads the client's answer to an authentication message.
func (l *Login) nextProof() (wire.Frame, error) {
	f, err := l.link.FromClient.Next(authWant)
	if err != nil {
		return wire.Frame{}, fmt.Errorf("read client: %w", err)
	}
	if f.Type != 'p' {
		return wire.Frame{}, &wire.Fatal{Code: wire.CodeProtocol,
			Message: fmt.Sprintf("expected password response, got message type %d", f.Type)}
	}
	if !f.Whole() {
		return wire.Frame{}, &wire.Fatal{Code: wire.CodeProtocol, Message: "password response too long"}
	}
	return f, nil
}

// checkTrust refuses clients of an upstream that lets the proxy in without any exchange (trust, peer, a certificate
// of the proxy's). It would let in everyone who reaches the proxy, so clients from other hosts must have proven
// themselves to the proxy, unless AllowTrust is set.
func (l *Login) checkTrust() error {
	if l.proven || l.cfg.AllowTrust || l.From.local {
		return nil
	}
	return &wire.Fatal{Code: wire.CodeBadAuth,
		Message: "the database lets the proxy in without a password, so pgask refuses clients from other hosts",
		Hint:    "Require a password for the proxy's address in pg_hba.conf, or set auth.allow_trust."}
}

func authWant(_ byte, n int) int { return min(n, maxAuthMessage) }

// loopback reports whether a peer is on this machine.
func loopback(addr net.Addr) bool {
	switch a := addr.(type) {
	case *net.TCPAddr:
		return a.IP.IsLoopback()
	case *net.UnixAddr:
		return true
	}
	return false
}

// validateAuth checks the authentication mode of a datasource.
func (c Policy) validateAuth(datasource string, mode AuthMode) error {
	switch {
	case !mode.known():
		return fmt.Errorf("%s: Auth: %q is unknown", datasource, mode)
	case mode == AuthSCRAM && c.Verifiers == (Verifiers{}):
		return fmt.Errorf("%s: Auth: scram needs Verifiers", datasource)
	}
	return nil
}
