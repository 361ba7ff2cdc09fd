package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/telemetry"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/guard"
)

// service is a running proxy: what outlives a reload, and the parts that a reload replaces.
type service struct {
	log      *slog.Logger
	state    *State
	audit    *audit.Log
	sinks    sinks
	metrics  *telemetry.Metrics
	counters translate.Counters

	// Replaced by a reload.
	library  atomic.Pointer[lessons.Library]
	guard    atomic.Pointer[guard.Guard]
	policies atomic.Pointer[policy.Set]
}

// open opens the state and the audit log. Both outlive reloads.
func open(ctx context.Context, s *conf.Settings, log *slog.Logger) (*service, error) {
	svc := &service{log: log, metrics: telemetry.New(Release())}
	var err error
	if svc.state, err = OpenState(ctx, s, log); err != nil {
		return nil, err
	}
	if svc.audit, err = OpenAudit(s, svc.state.Store, log); err != nil {
		return nil, errors.Join(err, svc.state.Close())
	}
	svc.sinks = openSinks(s, LogName(s, svc.state.Store), svc.audit, log)
	return svc, nil
}

// Close closes what open opened.
func (svc *service) Close() error {
	err := svc.audit.Close()
	svc.sinks.Close() // the last records are in the log by now
	return errors.Join(err, svc.state.Close())
}

// config builds the configuration of the server from settings, at the start and at each reload.
func (svc *service) config(s *conf.Settings) (proxy.Config, error) {
	cfg, err := proxyConfig(s, svc.log)
	if err != nil {
		return cfg, err
	}
	library, err := svc.state.Library(context.Background(), s)
	if err != nil {
		return cfg, err
	}
	var policies *policy.Set
	agent, err := NewAgent(s, library, svc.log, WithStore(svc.state.Store, svc.log), func(c *translate.Config) {
		c.Counters, policies = &svc.counters, c.Policies
	})
	if err != nil {
		return cfg, err
	}
	g, err := NewGuard(s)
	if err != nil {
		return cfg, err
	}
	svc.library.Store(library)
	svc.guard.Store(g)
	svc.policies.Store(policies)
	cfg.Translator, cfg.Journal = agent, svc.metrics.Journal(svc.audit)
	return cfg, nil
}

// serveMetrics serves /metrics, /healthz and /readyz until stop is called, if metrics.listen is set. It is stopped last, because
// /readyz says that the proxy shuts down.
func (svc *service) serveMetrics(ctx context.Context, s *conf.Settings, server *proxy.Server) (stop func(), err error) {
	if s.Metrics.Listen == "" {
		return func() {}, nil
	}
	l, err := Listen(ctx, s.Metrics.Listen)
	if err != nil {
		return nil, fmt.Errorf("metrics.listen: %w", err)
	}
	svc.metrics.Watch(telemetry.Sources{Server: server.Stats, Caches: &svc.counters, Audit: svc.audit.Failures, Sinks: svc.sinks.states})
	return svc.serveWeb("metrics", l, telemetry.NewServer(svc.metrics.Handler(server.Ready, svc.log), svc.log)), nil
}

// serveWeb runs an HTTP server on l until stop is called. name is for the log.
func (svc *service) serveWeb(name string, l net.Listener, web *http.Server) (stop func()) {
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(l) }()
	svc.log.Info(name, "listen", l.Addr().String())
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if web.Shutdown(ctx) != nil {
			_ = web.Close() // who still asks has had a second
		}
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			svc.log.Error(name+" ended", "error", err)
		}
	}
}
