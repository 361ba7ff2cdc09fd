package login

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"slices"

	"github.com/pgask/pgask/proxy/scram"
	"github.com/pgask/pgask/proxy/wire"
)

// alpn is the protocol's name in TLS. A client that begins with TLS must say it, so that nothing that speaks another
// protocol to the same certificate can be led here. PostgreSQL manual, "SSL Session Encryption".
const alpn = "postgresql"

// recordHandshake is the first byte of a TLS connection. As the first byte of a startup packet's length it would make
// that one far too long.
const recordHandshake = 0x16

// ClientCert is the requirement of a client certificate.
type ClientCert string

const (
	CertOptional ClientCert = "optional" // one that is shown must be good
	CertRequired ClientCert = "require"  // every client must show a good one
	CertRole     ClientCert = "role"     // likewise, and its common name must be the role's, which authenticates the client
)

// forClients returns the configuration of TLS with clients: what cfg says, and what PostgreSQL demands.
func forClients(cfg *tls.Config, revoked *Revocations) *tls.Config {
	if cfg == nil {
		return nil
	}
	cfg = cfg.Clone()
	cfg.MinVersion = max(cfg.MinVersion, tls.VersionTLS12)
	if !slices.Contains(cfg.NextProtos, alpn) {
		cfg.NextProtos = []string{alpn}
	}
	if cfg.ClientCAs != nil {
		// A client without a certificate gets an ErrorResponse, as from PostgreSQL: with TLS 1.3 an alert could reach
		// it at any time after the handshake.
		cfg.ClientAuth = tls.VerifyClientCertIfGiven
	}
	if revoked != nil {
		cfg.VerifyConnection = revoked.Verify
	}
	return cfg
}

// offerTLS answers SSLRequest. Packets of the startup phase are read without buffering, so bytes that were sent in
// the clear behind the request cannot pass for encrypted ones (CVE-2021-43766).
func (l *Login) offerTLS() error {
	if l.cfg.TLS == nil || l.Secured() {
		return l.decline("SSL")
	}
	if err := l.tooEarly("SSL"); err != nil {
		return err
	}
	if _, err := l.Conn.Write([]byte{'S'}); err != nil {
		return err
	}
	return l.secure(l.Conn)
}

// directTLS takes a client that begins with TLS, of which some bytes have been read.
func (l *Login) directTLS(begun []byte) error {
	if l.cfg.TLS == nil {
		return &wire.PeerError{Side: wire.SideClient, Err: fmt.Errorf("%w: tls.cert is not set", ErrHandshake)}
	}
	if err := l.secure(&resumed{l.Conn, begun}); err != nil {
		return err
	}
	if l.secured.ConnectionState().NegotiatedProtocol != alpn {
		return &wire.Fatal{Code: wire.CodeProtocol, Message: "direct TLS connection without the ALPN protocol name " + alpn,
			Hint: "Clients that cannot send it ask with SSLRequest first (sslnegotiation=postgres)."}
	}
	return nil
}

// ErrHandshake means that a client could not agree with the proxy on TLS: an operator wants to know why.
var ErrHandshake = errors.New("tls handshake with client")

func (l *Login) secure(conn net.Conn) error {
	secured := tls.Server(conn, l.cfg.TLS)
	if err := secured.Handshake(); err != nil {
		return &wire.PeerError{Side: wire.SideClient, Err: fmt.Errorf("%w: %w", ErrHandshake, err)}
	}
	l.Conn, l.secured = secured, secured
	return nil
}

// Secured reports whether the client's connection is encrypted.
func (l *Login) Secured() bool { return l.secured != nil }

// resumed is a connection with bytes that were read from it and shall be read again.
type resumed struct {
	net.Conn
	again []byte
}

func (r *resumed) Read(p []byte) (int, error) {
	if len(r.again) == 0 {
		return r.Conn.Read(p)
	}
	n := copy(p, r.again)
	r.again = r.again[n:]
	return n, nil
}

// checkTLS refuses clients that come without the encryption or the certificate that they must have. A certificate with
// the role's name proves who the client is.
func (l *Login) checkTLS() error {
	if l.cfg.RequireTLS && !l.Secured() {
		return &wire.Fatal{Code: wire.CodeBadAuth,
			Message: "pgask takes connections over TLS only", Hint: "Connect with sslmode=require or better."}
	}
	if l.cfg.ClientCert != CertRequired && l.cfg.ClientCert != CertRole {
		return nil
	}
	if !l.Secured() || len(l.secured.ConnectionState().PeerCertificates) == 0 {
		return &wire.Fatal{Code: wire.CodeBadAuth,
			Message: "connection requires a valid client certificate", Hint: "Connect with sslcert and sslkey."}
	}
	if l.cfg.ClientCert != CertRole {
		return nil
	}
	if l.secured.ConnectionState().PeerCertificates[0].Subject.CommonName != l.Start.User {
		return &wire.Fatal{Code: wire.CodeBadAuth, Message: fmt.Sprintf("certificate authentication failed for user %q", l.Start.User)}
	}
	l.proven = true
	return nil
}

// clientEndPoint returns the channel binding data of the client's TLS connection; nil when there is none, or no
// binding to it.
func (l *Login) clientEndPoint() []byte {
	if !l.Secured() || len(l.cfg.TLS.Certificates) != 1 {
		return nil // with several, it is not known which one was shown
	}
	shown := l.cfg.TLS.Certificates[0]
	leaf, err := shown.Leaf, error(nil)
	if leaf == nil {
		leaf, err = x509.ParseCertificate(shown.Certificate[0])
	}
	if err != nil {
		return nil
	}
	return scram.EndPoint(leaf)
}

// upstreamEndPoint returns the tls-server-end-point binding of the upstream's TLS connection.
func (l *Login) upstreamEndPoint() []byte {
	secured, ok := l.link.Upstream.Conn.(*tls.Conn)
	if !ok {
		return nil
	}
	if certs := secured.ConnectionState().PeerCertificates; len(certs) > 0 {
		return scram.EndPoint(certs[0])
	}
	return nil
}

// upstreamTLS reports whether the upstream's connection is encrypted.
func (l *Login) upstreamTLS() bool {
	_, ok := l.link.Upstream.Conn.(*tls.Conn)
	return ok
}

// sameEndPoint reports whether both legs show one certificate, so that channel binding holds through the proxy.
func (l *Login) sameEndPoint() bool {
	end := l.clientEndPoint()
	return end != nil && bytes.Equal(end, l.upstreamEndPoint())
}

// validateTLS checks what is demanded of clients.
func (c Policy) validateTLS() error {
	switch c.ClientCert {
	case "", CertOptional:
	case CertRequired, CertRole:
		if c.TLS == nil || c.TLS.ClientCAs == nil {
			return fmt.Errorf("ClientCert: %s needs TLS with ClientCAs", c.ClientCert)
		}
	default:
		return fmt.Errorf("ClientCert: %q is unknown", c.ClientCert)
	}
	if c.RequireTLS && c.TLS == nil {
		return errors.New("RequireTLS: TLS is not given")
	}
	if c.Revoked != nil && (c.TLS == nil || c.TLS.ClientCAs == nil) {
		return errors.New("TLS: Revoked needs ClientCAs")
	}
	return nil
}
