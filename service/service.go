package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
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

	anchoring   sync.WaitGroup
	stopAnchors context.CancelFunc

	// Replaced by a reload.
	library  atomic.Pointer[lessons.Library]
	guard    atomic.Pointer[guard.Guard]
	policies atomic.Pointer[policy.Set]
	visitors visitors
}

// parts are what settings make, before any of it is in force.
type parts struct {
	proxy    proxy.Config
	library  *lessons.Library
	guard    *guard.Guard
	policies *policy.Set
	console  identity
}

// use brings parts into force for all but the proxy.
func (svc *service) use(p parts) {
	svc.library.Store(p.library)
	svc.guard.Store(p.guard)
	svc.policies.Store(p.policies)
	svc.visitors.use(p.console)
}

// open opens the state and the audit log. Both outlive reloads.
func open(ctx context.Context, s *conf.Settings, log *slog.Logger) (*service, error) {
	svc := &service{log: log, metrics: telemetry.New(Release())}
	var err error
	if svc.state, err = OpenState(ctx, s, log); err != nil {
		return nil, err
	}
	if svc.audit, err = OpenAudit(s, svc.state.Store, true, log); err != nil {
		return nil, errors.Join(err, svc.state.Close())
	}
	svc.state.Tidy(s)
	anchoring, stop := context.WithCancel(context.Background())
	svc.stopAnchors = stop
	svc.anchoring.Go(func() { keepAnchors(anchoring, s, svc.state.Store, log) })
	svc.sinks = openSinks(s, LogID(s), svc.audit, log)
	return svc, nil
}

// Close closes what open opened.
func (svc *service) Close() error {
	svc.stopAnchors()
	svc.anchoring.Wait()
	err := svc.audit.Close()
	svc.sinks.Close() // the last records are in the log by now
	return errors.Join(err, svc.state.Close())
}

// build makes the parts that the settings describe, at the start and at each reload.
func (svc *service) build(s *conf.Settings) (p parts, err error) {
	if p.proxy, err = proxyConfig(s, svc.log); err != nil {
		return p, err
	}
	if p.console, err = readConsole(s); err != nil {
		return p, err
	}
	if p.library, err = svc.state.Library(context.Background(), s); err != nil {
		return p, err
	}
	agent, err := NewAgent(s, p.library, svc.log, WithStore(s, svc.state.Store, svc.log), func(c *translate.Config) {
		c.Counters, p.policies = &svc.counters, c.Policies
	})
	if err != nil {
		return p, err
	}
	if p.guard, err = NewGuard(s); err != nil {
		return p, err
	}
	p.proxy.Translator, p.proxy.Journal = agent, svc.metrics.Journal(svc.audit)
	return p, nil
}

// serveMetrics serves /metrics, /healthz and /readyz until stop is called, if metrics.listen is set. It must be
// stopped last, because /readyz reports that the proxy is shutting down.
func (svc *service) serveMetrics(ctx context.Context, s *conf.Settings, server *proxy.Server) (stop func(), err error) {
	if s.Metrics.Listen == "" {
		return func() {}, nil
	}
	l, err := Listen(ctx, s.Metrics.Listen)
	if err != nil {
		return nil, fmt.Errorf("metrics.listen: %w", err)
	}
	svc.metrics.Watch(telemetry.Sources{Server: server.Stats, Caches: &svc.counters, Audit: svc.audit.Failures, Sinks: svc.sinks.states})
	return svc.serveWeb("metrics", l, telemetry.NewServer(svc.metrics.Handler(server, svc.audit.Failing, svc.log), svc.log)), nil
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
			_ = web.Close() // requests that take longer are cut off
		}
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			svc.log.Error(name+" ended", "error", err)
		}
	}
}
