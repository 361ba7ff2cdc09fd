package service

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/audit/console"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate/guard"
)

// serveConsole serves the console until stop is called, if console.listen is set.
func (svc *service) serveConsole(ctx context.Context, s *conf.Settings, server *proxy.Server) (stop func(), err error) {
	if s.Console.Listen == "" {
		return func() {}, nil
	}
	web, err := svc.newConsole(s, server)
	if err != nil {
		return nil, err
	}
	l, err := Listen(ctx, s.Console.Listen)
	if err != nil {
		return nil, fmt.Errorf("console.listen: %w", err)
	}
	l = console.Limit(l)
	if web.TLSConfig != nil {
		l = tls.NewListener(l, web.TLSConfig)
	}
	return svc.serveWeb("console", l, web), nil
}

// newConsole makes the console that the settings describe.
func (svc *service) newConsole(s *conf.Settings, server *proxy.Server) (*http.Server, error) {
	cfg := console.Config{
		AuditDir: s.Audit.Dir, Reader: LogReader(s), Hosts: s.Console.Hosts, Names: s.Console.Names,
		ReadOnly: s.Console.ReadOnly, Version: Release(), Logger: svc.log,
		Lessons:  func() console.Lessons { return svc.library.Load() },
		Check:    func(sql string) error { return pinnable(svc.guard.Load().Check(sql, guard.Facts{})) },
		Policies: func() []console.Policy { return describePolicies(svc.policies.Load().List()) },
		Record:   svc.audit.Note,
		Outline:  func(sql string) []console.Item { return outline(svc.guard.Load(), sql) },
		Health:   func(ctx context.Context) []console.Group { return svc.health(ctx, s, server) },
		Verify:   func() (audit.Report, error) { return svc.verify(s) },
		Verified: svc.verifiedKeeper(s),
		Underway: func() []console.Underway { return svc.underway(server) },
		Cancel:   server.CancelQuestion,
		Quotas:   func(ctx context.Context) (console.Quotas, error) { return svc.quotas(ctx, s) },
	}
	cfg.OwnNames = svc.visitors.names // who has a certificate for a name may be called by it
	if s.Console.ClientCA != "" {
		cfg.Certificates = svc.visitors.admits
	} else {
		var err error
		if cfg.Token, err = ConsoleToken(s); err != nil {
			return nil, fmt.Errorf("console.token: %w", err)
		}
	}
	c, err := console.New(cfg)
	if err != nil {
		return nil, &SettingError{err}
	}
	return c.Server(svc.visitors.listener()), nil
}

// verify checks the chain of the log as pgask audit verify does, with the heads that are in the state store.
func (svc *service) verify(s *conf.Settings) (audit.Report, error) {
	heads, err := audit.KeptHeads(context.Background(), svc.state.Store, LogID(s), []byte(s.Audit.Key))
	if err != nil {
		svc.log.Warn("audit log verified without the heads in the state store: that its end was cut off does not show", "error", err)
	}
	return audit.Verify(s.Audit.Dir, []byte(s.Audit.Key), heads...)
}

// pinnable returns the reason why a statement may not be pinned, as far as the guard can tell without the catalog of
// the database; nil: it may.
func pinnable(v guard.Verdict) error {
	if v.Decision == guard.Allow {
		return nil
	}
	return errors.New(v.Why)
}
