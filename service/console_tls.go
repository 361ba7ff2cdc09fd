package service

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"sync/atomic"

	"github.com/pgask/pgask/conf"
)

// visitors is the TLS of the console, which a reload replaces. Who has a connection then is looked at again with the
// next request: a page that is open in a browser asks for news every few seconds, and would never connect anew.
type visitors struct{ held atomic.Pointer[identity] }

// readConsole reads the files of the console's TLS.
func readConsole(s *conf.Settings) (identity, error) {
	c := s.Console
	id, err := tlsFiles{"console", c.Cert, c.Key, c.ClientCA, c.CRL}.read()
	if err != nil || id.config == nil {
		return id, err
	}
	if id.config.ClientCAs != nil {
		id.config.ClientAuth = tls.RequireAndVerifyClientCert
	}
	if id.revoked != nil {
		id.config.VerifyConnection = id.revoked.Verify
	}
	return id, nil
}

// use lets what comes be judged by id. Whether there is TLS, and whether visitors show certificates, is settled at
// the start: an identity of another kind changes nothing.
func (v *visitors) use(id identity) {
	if old := v.held.Load(); old == nil || old.kind() == id.kind() {
		v.held.Store(&id)
	}
}

// kind is what a reload cannot change of an identity.
func (id identity) kind() string {
	switch {
	case id.config == nil:
		return "plain"
	case id.config.ClientCAs == nil:
		return "server"
	}
	return "mutual"
}

// listener is the configuration for the listener; nil: plain HTTP.
func (v *visitors) listener() *tls.Config {
	if v.held.Load().config == nil {
		return nil
	}
	return &tls.Config{
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) { return v.held.Load().config, nil },
		MinVersion:         tls.VersionTLS12,
		// A resumed session shows nothing anew, and saves nothing that a visitor would notice.
		SessionTicketsDisabled: true,
	}
}

// names are those that the certificate in force is for.
func (v *visitors) names() []string { return v.held.Load().names() }

// admits returns why the certificates of a visitor are good no more; nil: they are.
func (v *visitors) admits(shown []*x509.Certificate) error {
	id := v.held.Load()
	if id.kind() != "mutual" {
		return errors.New("certificates are not asked for")
	}
	return id.vouches(shown)
}
