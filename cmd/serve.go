package cmd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/proxy"
)

func (p *program) serve() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the proxy",
		Long: `Run the proxy until SIGINT or SIGTERM. Sessions at rest then end at once, others when their turn or transaction is over, for
as long as shutdown.timeout lets them; a second signal ends them at once. SIGHUP reads the settings again and drops no session.`,
		Example: `  pgask serve --upstream postgres://db.example:5432/shop
  pgask serve --config pgask.yaml --listen 0.0.0.0:6432`,
		Args: cobra.NoArgs,
	}
	flags := withSettings(cmd, "listen", "upstream", "engine")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		hangUp := make(chan os.Signal, 1)
		signal.Notify(hangUp, syscall.SIGHUP)
		defer signal.Stop(hangUp)
		load := func() (*conf.Settings, error) { return p.load(cmd, flags) }
		s, err := load()
		if err != nil {
			return err
		}
		log, level := newLeveledLogger(s, cmd.ErrOrStderr())
		l, err := listen(cmd.Context(), s.Listen)
		if err != nil {
			return err
		}
		return serveOn(cmd.Context(), l, &reloader{load: load, wanted: hangUp, level: level, started: s, now: s}, log)
	}
	return cmd
}

// listen leaves keepalive to the proxy, whose setting it is.
func listen(ctx context.Context, address string) (net.Listener, error) {
	l, err := (&net.ListenConfig{KeepAlive: -1}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	return l, nil
}

// serveOn runs a proxy on l until ctx ends, and then lets its sessions finish. It closes l.
func serveOn(ctx context.Context, l net.Listener, r *reloader, log *slog.Logger) (err error) {
	defer l.Close()
	h, err := openService(ctx, r.now, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	cfg, err := h.config(r.now)
	if err != nil {
		return err
	}
	server, err := proxy.New(cfg)
	if err != nil {
		return err
	}
	stopMetrics, err := h.serveMetrics(ctx, r.now, server)
	if err != nil {
		return err
	}
	defer stopMetrics()
	stopConsole, err := h.serveConsole(ctx, r.now, server)
	if err != nil {
		return err
	}
	defer stopConsole()
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	for _, d := range r.now.Datasources {
		log.Info("serving", "listen", l.Addr().String(), "datasource", d.Name, "upstream", d.Upstream.String())
	}
	for running := true; running; {
		select {
		case err := <-served:
			return fmt.Errorf("serve: %w", err)
		case <-r.wanted:
			h.metrics.Reloaded(r.reload(h, server))
		case <-ctx.Done():
			running = false
		}
	}
	return shutDown(ctx, server, served, r, log)
}

// shutDown lets sessions finish, until it takes too long or somebody sends a second signal. A third one ends the process.
func shutDown(ctx context.Context, server *proxy.Server, served <-chan error, r *reloader, log *slog.Logger) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.now.Shutdown.Timeout)
	defer cancel()
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	log.Info("shutting down", "timeout", r.now.Shutdown.Timeout) // from here on a second signal is one
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
