package service

import (
	"crypto/tls"

	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/proxy/login"
)

// access sets the authentication and TLS of cfg. It reads every file that the settings name, so a reload
// takes up what has changed in them.
func access(cfg *proxy.Config, s *conf.Settings) error {
	cfg.Auth, cfg.AllowTrust, cfg.MaxFailures = login.AuthMode(s.Auth.Mode), s.Auth.AllowTrust, s.Auth.MaxFailures
	if s.Auth.Verifiers != "" {
		file, err := login.ReadVerifiers(s.Auth.Verifiers)
		if err != nil {
			return settingError("auth.verifiers: %w", err)
		}
		cfg.Verifiers.File = file
	}
	if s.Auth.Query != "" {
		cfg.Verifiers.Query = login.NewAuthQuery(s.Auth.Query, s.Auth.QueryRole, string(s.Auth.QueryPassword), s.Auth.QueryDatabase)
	}
	cfg.RequireTLS, cfg.ClientCert = s.TLS.Require, login.ClientCert(s.TLS.ClientCert)
	id, err := tlsFiles{"tls", s.TLS.Cert, s.TLS.Key, s.TLS.ClientCA, s.TLS.CRL}.read()
	if err != nil || id.config == nil {
		return err
	}
	if s.TLS.MinVersion == "1.3" {
		id.config.MinVersion = tls.VersionTLS13
	}
	cfg.TLS, cfg.Revoked = id.config, id.revoked
	return nil
}
