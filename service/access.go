package service

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"os"
	"strings"

	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/proxy"
)

// access sets the authentication and TLS of cfg. It reads every file that the settings name, so a reload
// takes up what has changed in them.
func access(cfg *proxy.Config, s *conf.Settings) error {
	cfg.Auth, cfg.AllowTrust, cfg.MaxFailures = proxy.AuthMode(s.Auth.Mode), s.Auth.AllowTrust, s.Auth.MaxFailures
	if s.Auth.Verifiers != "" {
		file, err := proxy.ReadVerifiers(s.Auth.Verifiers)
		if err != nil {
			return settingError("auth.verifiers: %w", err)
		}
		cfg.Verifiers.File = file
	}
	if s.Auth.Query != "" {
		cfg.Verifiers.Query = proxy.NewAuthQuery(s.Auth.Query, s.Auth.QueryRole, string(s.Auth.QueryPassword), s.Auth.QueryDatabase)
	}
	cfg.RequireTLS, cfg.ClientCert = s.TLS.Require, proxy.ClientCert(s.TLS.ClientCert)
	if s.TLS.Cert == "" {
		return nil
	}
	cert, err := tls.LoadX509KeyPair(s.TLS.Cert, s.TLS.Key)
	if err != nil {
		return settingError("tls.cert, tls.key: %s", strings.TrimPrefix(err.Error(), "tls: "))
	}
	cfg.TLS = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
	if s.TLS.MinVersion == "1.3" {
		cfg.TLS.MinVersion = tls.VersionTLS13
	}
	if s.TLS.ClientCA != "" {
		if cfg.TLS.ClientCAs, err = certificates(s.TLS.ClientCA); err != nil {
			return settingError("tls.client_ca: %w", err)
		}
	}
	if s.TLS.CRL != "" {
		if cfg.Revoked, err = proxy.ReadRevocations(s.TLS.CRL); err != nil {
			return settingError("tls.crl: %w", err)
		}
	}
	return nil
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
