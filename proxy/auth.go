package proxy

import (
	"encoding/binary"
	"fmt"
	"net"
	"time"

	"github.com/pgask/pgask/proxy/wire"
)

// AuthMode is the party that authenticates clients.
type AuthMode string

const (
	// AuthRelay: the client and the upstream prove themselves to each other through the proxy, which learns nothing.
	AuthRelay AuthMode = "relay"
	// AuthPassword: the client tells the proxy its password, inside TLS, and the proxy logs in with it.
	AuthPassword AuthMode = "password"
	// AuthSCRAM: the proxy checks the client's proof against a verifier and logs in with the key that the proof reveals.
	AuthSCRAM AuthMode = "scram"
)

func (m AuthMode) known() bool { return m == AuthRelay || m == AuthPassword || m == AuthSCRAM }

// Authentication codes. PostgreSQL manual, "Message Formats".
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

// loginState is what a session needs until the client is let in.
type loginState struct {
	deadline  time.Time  // of all of it, from accept
	proven    bool       // the client has proven to the proxy which role it is
	reply     wire.Frame // the upstream's first, to the startup message
	rounds    int        // Authentication messages of the upstream so far, at most maxAuthRounds
	attempt   *attempt   // the proof that is being checked; nil: none
	refusedBy string     // SQLSTATE with which the upstream ended the authentication; empty: it has not
}

// authMode returns the mode of this session: the datasource's, else the server's.
func (s *session) authMode() AuthMode {
	if s.datasource.upstream.Auth != "" {
		return s.datasource.upstream.Auth
	}
	return s.cfg.Auth
}

// welcome lets the client in: it ends with AuthenticationOk from the upstream, told to the client. What follows up to
// the first ReadyForQuery is the pumps' business.
func (s *session) welcome() error {
	s.link.Exchange = wire.NewExchange(s.server.turns.observe)
	var err error
	defer func() { s.endAttempt(err) }()
	switch s.authMode() {
	case AuthPassword:
		err = s.welcomeWithPassword()
	case AuthSCRAM:
		err = s.welcomeWithSCRAM()
	default:
		err = s.welcomeRelayed()
	}
	s.login.reply = wire.Frame{}
	s.wipe()
	if err != nil {
		return err
	}
	return s.sendClient(authentication(authOK, nil))
}

// wipe overwrites what the session's buffers hold of the authentication, which may be a password. What was read ahead stays.
func (s *session) wipe() {
	for _, f := range []*wire.Frames{s.link.FromClient, s.link.FromUpstream} {
		f.Wipe()
	}
	for _, w := range []*wire.Writer{s.link.Client, s.link.Upstream} {
		w.Wipe()
	}
}

// demand is an Authentication message of the upstream; its data is valid until the next one is read.
type demand struct {
	code int
	data []byte
	raw  []byte
}

// nextDemand reads the next Authentication message of the upstream. Notices and NegotiateProtocolVersion go to the client
// as they come, and so does an error, which ends the session.
func (s *session) nextDemand() (demand, error) {
	for ; s.login.rounds < maxAuthRounds; s.login.rounds++ {
		f, err := s.login.reply, error(nil)
		if s.login.rounds > 0 {
			f, err = s.link.FromUpstream.Next(authWant)
		}
		if err != nil {
			return demand{}, fmt.Errorf("read upstream: %w", err)
		}
		if !f.Whole() {
			return demand{}, &wire.Fatal{Code: wire.CodeProtocol, Message: "the database behind the proxy sent an authentication message that is too long"}
		}
		switch f.Type {
		case 'R':
			if len(f.Body()) < 4 {
				return demand{}, &wire.Fatal{Code: wire.CodeProtocol, Message: "the database behind the proxy sent an authentication message that is too short"}
			}
			s.login.rounds++
			return demand{int(binary.BigEndian.Uint32(f.Body())), f.Body()[4:], f.Bytes}, nil
		case 'E', 'N', 'v':
			if f.Type == 'E' {
				s.login.refusedBy = wire.ErrorCode(f.Body())
			}
			if err := s.sendClient(f.Bytes); err != nil {
				return demand{}, err
			}
			if f.Type == 'E' {
				s.server.failures.count(s.login.refusedBy, true)
				return demand{}, errUpstreamSaidFatal
			}
		default:
			return demand{}, &wire.Fatal{Code: wire.CodeProtocol, Message: fmt.Sprintf("the database behind the proxy sent message type %d during authentication", f.Type)}
		}
	}
	return demand{}, &wire.Fatal{Code: wire.CodeProtocol, Message: "too many authentication messages"}
}

// nextProof reads the client's answer to an Authentication message.
func (s *session) nextProof() (wire.Frame, error) {
	f, err := s.link.FromClient.Next(authWant)
	if err != nil {
		return wire.Frame{}, fmt.Errorf("read client: %w", err)
	}
	if f.Type != 'p' {
		return wire.Frame{}, &wire.Fatal{Code: wire.CodeProtocol, Message: fmt.Sprintf("expected password response, got message type %d", f.Type)}
	}
	if !f.Whole() {
		return wire.Frame{}, &wire.Fatal{Code: wire.CodeProtocol, Message: "password response too long"}
	}
	return f, nil
}

// checkTrust refuses clients of an upstream that lets the proxy in without any exchange (trust, peer, a certificate of the
// proxy's). It would let in everyone who reaches the proxy, so clients from other hosts must have proven themselves to the
// proxy, unless AllowTrust is set.
func (s *session) checkTrust() error {
	if s.login.proven || s.cfg.AllowTrust || s.from.local {
		return nil
	}
	return &wire.Fatal{Code: wire.CodeBadAuth, Message: "the database lets the proxy in without a password, so pgask refuses clients from other hosts",
		Hint: "Require a password for the proxy's address in pg_hba.conf, or set auth.allow_trust."}
}

func (s *session) sendClient(p []byte) error {
	return s.link.TellNow(p)
}

func (s *session) sendUpstream(p []byte) error {
	return s.link.Send(p)
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
func (c Config) validateAuth(datasource string, mode AuthMode) error {
	switch {
	case !mode.known():
		return fmt.Errorf("%s: Auth: %q is unknown", datasource, mode)
	case mode == AuthSCRAM && c.Verifiers == (Verifiers{}):
		return fmt.Errorf("%s: Auth: scram needs Verifiers", datasource)
	}
	return nil
}
