package proxy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net"
)

// Authentication codes that end the exchange or ask nothing of the client. PostgreSQL manual, "Message Formats".
const (
	authOK        = 0
	authSASLFinal = 12
)

const (
	maxAuthMessage = 64 << 10
	maxAuthRounds  = 16
)

// welcome relays the authentication: the client and the upstream prove themselves to each other and the proxy learns
// nothing. It ends with AuthenticationOk; what follows up to the first ReadyForQuery is the pumps' business.
//
// An upstream that lets the proxy in without any exchange (trust, peer) would let everyone in who reaches the proxy, so
// that is refused to clients outside loopback unless it is allowed by configuration.
func (s *session) welcome() error {
	s.exchange = newExchange()
	asked := false
	for range maxAuthRounds {
		f, err := s.fromUpstream.next(authWant)
		if err != nil {
			return fmt.Errorf("read upstream: %w", err)
		}
		if !f.whole() {
			return &fatal{code: codeProtocol, message: "the database behind the proxy sent an authentication message that is too long"}
		}
		if !bytes.Contains([]byte("RENv"), []byte{f.typ}) {
			return &fatal{code: codeProtocol, message: fmt.Sprintf("the database behind the proxy sent message type %d during authentication", f.typ)}
		}
		code := -1
		if f.typ == 'R' && len(f.body()) >= 4 {
			code = int(binary.BigEndian.Uint32(f.body()))
		}
		if code == authOK && !asked && !s.cfg.AllowTrust && !loopback(s.conn.RemoteAddr()) {
			return &fatal{code: codeBadAuth, message: "the database lets the proxy in without a password, so pgask refuses clients from other hosts",
				hint: "Require a password for the proxy's address in pg_hba.conf, or set auth.allow_trust."}
		}
		if err := s.client.send(f.bytes); err != nil {
			return fmt.Errorf("write client: %w", err)
		}
		switch {
		case f.typ == 'E':
			return errUpstreamSaidFatal
		case code == authOK:
			return nil
		case f.typ != 'R' || code == authSASLFinal:
			continue // NegotiateProtocolVersion, a notice
		}
		asked = true
		if err := s.relayProof(); err != nil {
			return err
		}
	}
	return &fatal{code: codeProtocol, message: "too many authentication messages"}
}

// relayProof takes one answer of the client to the upstream.
func (s *session) relayProof() error {
	f, err := s.fromClient.next(authWant)
	if err != nil {
		return fmt.Errorf("read client: %w", err)
	}
	if f.typ != 'p' {
		return &fatal{code: codeProtocol, message: fmt.Sprintf("expected password response, got message type %d", f.typ)}
	}
	if !f.whole() {
		return &fatal{code: codeProtocol, message: "password response too long"}
	}
	if err := s.upstream.send(f.bytes); err != nil {
		return fmt.Errorf("write upstream: %w", err)
	}
	return nil
}

func authWant(_ byte, n int) int { return min(n, maxAuthMessage) }

// loopback says whether a peer is on this machine.
func loopback(addr net.Addr) bool {
	switch a := addr.(type) {
	case *net.TCPAddr:
		return a.IP.IsLoopback()
	case *net.UnixAddr:
		return true
	}
	return false
}
