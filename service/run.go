package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"

	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/proxy"
)

// Run runs the proxy that the settings describe on l until ctx ends, and then lets its sessions finish. It closes l.
func Run(ctx context.Context, l net.Listener, s *conf.Settings, reload Reload, log *slog.Logger) (err error) {
	defer l.Close()
	r := &reloader{Reload: reload, started: s, current: s}
	svc, err := open(ctx, r.current, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, svc.Close()) }()
	made, err := svc.build(r.current)
	if err != nil {
		return err
	}
	server, err := proxy.New(made.proxy)
	if err != nil {
		return err
	}
	defer server.Close() // however Run returns, no session outlives the audit log that it writes to
	svc.use(made)
	stopMetrics, err := svc.serveMetrics(ctx, r.current, server)
	if err != nil {
		return err
	}
	defer stopMetrics()
	stopConsole, err := svc.serveConsole(ctx, r.current, server)
	if err != nil {
		return err
	}
	defer stopConsole()
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	for _, d := range r.current.Datasources {
		log.Info("serving", "listen", l.Addr().String(), "datasource", d.Name, "upstream", d.Upstream.String())
	}
	tellSupervisor(log, "READY=1")
	for running := true; running; {
		select {
		case err := <-served:
			return fmt.Errorf("serve: %w", err)
		case <-r.Signal:
			tellSupervisor(log, reloading())
			svc.metrics.Reloaded(r.reload(svc, server))
			tellSupervisor(log, "READY=1")
		case <-ctx.Done():
			running = false
		}
	}
	return shutDown(ctx, server, served, r, log)
}

// shutDown lets clients go, as the settings of shutdown say; a second signal ends all sessions at once, and a third
// one the process.
func shutDown(ctx context.Context, server *proxy.Server, served <-chan error, r *reloader, log *slog.Logger) error {
	ctx, stop := signal.NotifyContext(context.WithoutCancel(ctx), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	how := r.current.Shutdown
	log.Info("shutting down", "delay", how.Delay, "drain", how.Drain, "timeout", how.Timeout) // from here on a signal counts as the second
	tellSupervisor(log, "STOPPING=1")
	server.AwaitBalancer(ctx, how.Delay)
	server.Drain(ctx, how.Drain)
	ctx, cancel := context.WithTimeout(ctx, how.Timeout)
	defer cancel()
	err := server.Shutdown(ctx)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		log.Warn("sessions were ended before they had finished", "because", "shutdown.timeout is over")
	case errors.Is(err, context.Canceled):
		log.Warn("sessions were ended before they had finished", "because", "a second signal came")
	case err != nil:
		return fmt.Errorf("shut down: %w", err)
	}
	if err := <-served; !errors.Is(err, proxy.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	log.Info("shut down")
	return nil
}
