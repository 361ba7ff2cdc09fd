package cmd

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

// service is what a proxy keeps while it runs, whatever becomes of its settings.
type service struct {
	log      *slog.Logger
	memory   *memory
	audit    *audit.Log
	sinks    sinks
	metrics  *telemetry.Metrics
	counters translate.Counters
	library  atomic.Pointer[lessons.Library] // by the settings in force
	guard    atomic.Pointer[guard.Guard]     // likewise
	policies atomic.Pointer[policy.Set]      // likewise
}

// openService opens the state and the audit log. Both outlive reloads.
func openService(ctx context.Context, s *conf.Settings, log *slog.Logger) (*service, error) {
	h := &service{log: log, metrics: telemetry.New(release())}
	var err error
	if h.memory, err = openMemory(ctx, s, log); err != nil {
		return nil, err
	}
	if h.audit, err = openAudit(s, h.memory.store, log); err != nil {
		return nil, errors.Join(err, h.memory.Close())
	}
	h.sinks = openSinks(s, logName(s, h.memory.store), h.audit, log)
	return h, nil
}

// Close closes what openService opened.
func (h *service) Close() error {
	err := h.audit.Close()
	h.sinks.Close() // the last records are in the log by now
	return errors.Join(err, h.memory.Close())
}

// config makes of settings what the server needs: at the start, and at each reload.
func (h *service) config(s *conf.Settings) (proxy.Config, error) {
	cfg, err := proxyConfig(s, h.log)
	if err != nil {
		return cfg, err
	}
	library, err := h.memory.library(context.Background(), s)
	if err != nil {
		return cfg, err
	}
	var policies *policy.Set
	agent, err := newAgent(s, library, h.log, keptIn(h.memory.store, h.log), func(c *translate.Config) {
		c.Counters, policies = &h.counters, c.Policies
	})
	if err != nil {
		return cfg, err
	}
	g, err := newGuard(s)
	if err != nil {
		return cfg, err
	}
	h.library.Store(library)
	h.guard.Store(g)
	h.policies.Store(policies)
	cfg.Translator, cfg.Journal = agent, h.metrics.Journal(h.audit)
	return cfg, nil
}

// serveMetrics answers the operator's tools, if that is wanted, until stop is called: while the proxy shuts down they are
// told that it does.
func (h *service) serveMetrics(ctx context.Context, s *conf.Settings, server *proxy.Server) (stop func(), err error) {
	if s.Metrics.Listen == "" {
		return func() {}, nil
	}
	l, err := listen(ctx, s.Metrics.Listen)
	if err != nil {
		return nil, fmt.Errorf("metrics.listen: %w", err)
	}
	h.metrics.Watch(telemetry.Sources{Server: server.Stats, Caches: &h.counters, Audit: h.audit.Failures, Sinks: h.sinks.states})
	return h.serveWeb("metrics", l, telemetry.NewServer(h.metrics.Handler(server.Ready, h.log), h.log)), nil
}

// serveWeb answers on l until stop is called. name is what the log calls it.
func (h *service) serveWeb(name string, l net.Listener, web *http.Server) (stop func()) {
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(l) }()
	h.log.Info(name, "listen", l.Addr().String())
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if web.Shutdown(ctx) != nil {
			_ = web.Close() // who still asks has had a second
		}
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			h.log.Error(name+" ended", "error", err)
		}
	}
}
