package service

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/pgask/pgask/proxy/login"
)

// tlsFiles are the files of a listener's TLS, as the settings of one group name them.
type tlsFiles struct {
	group     string // of the settings: tls or console
	cert, key string // PEM; no cert: no TLS
	clientCA  string // who vouches for clients; empty: nobody
	crl       string // what is revoked of it; empty: nothing
}

// identity is what these files hold: who the listener is, and whom it knows.
type identity struct {
	config  *tls.Config        // with one certificate; nil: no TLS
	revoked *login.Revocations // nil: nothing is
}

// read reads all files. Each error is one of the settings.
func (f tlsFiles) read() (identity, error) {
	if f.cert == "" {
		return identity{}, nil
	}
	cert, err := tls.LoadX509KeyPair(f.cert, f.key)
	if err != nil {
		return identity{}, settingError("%s.cert, %s.key: %s", f.group, f.group, strings.TrimPrefix(err.Error(), "tls: "))
	}
	id := identity{config: &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}}
	if f.clientCA != "" {
		if id.config.ClientCAs, err = certificates(f.clientCA); err != nil {
			return identity{}, settingError("%s.client_ca: %w", f.group, err)
		}
	}
	if f.crl != "" {
		if id.revoked, err = login.ReadRevocations(f.crl, f.group+".crl"); err != nil {
			return identity{}, settingError("%s.crl: %w", f.group, err)
		}
	}
	return id, nil
}

// names are those that the certificate is for.
func (id identity) names() []string {
	if id.config == nil || id.config.Certificates[0].Leaf == nil {
		return nil
	}
	return id.config.Certificates[0].Leaf.DNSNames
}

// vouches returns why a client with these certificates, its own first, is not let in now; nil: it is.
func (id identity) vouches(shown []*x509.Certificate) error {
	if len(shown) == 0 {
		return errors.New("no certificate")
	}
	between := x509.NewCertPool()
	for _, c := range shown[1:] {
		between.AddCert(c)
	}
	chains, err := shown[0].Verify(x509.VerifyOptions{Roots: id.config.ClientCAs, Intermediates: between,
		KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}})
	if err != nil {
		return fmt.Errorf("verify certificate: %w", err)
	}
	if id.revoked == nil {
		return nil
	}
	return id.revoked.Verify(tls.ConnectionState{PeerCertificates: shown, VerifiedChains: chains})
}

// certificates reads a PEM file of certificate authorities.
func certificates(path string) (*x509.CertPool, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, errors.New(path + ": no certificate in it")
	}
	return pool, nil
}
