package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/proxy"
)

// drainTimeout is how long sessions may go on after the first signal.
const drainTimeout = 30 * time.Second

func (p *program) serve() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the proxy",
		Long: `Run the proxy until SIGINT or SIGTERM. Sessions at rest then end at once, others have half a minute to finish; a second
signal ends them at once.`,
		Example: `  pgask serve --upstream postgres://db.example:5432/shop
  pgask serve --config pgask.yaml --listen 0.0.0.0:6432`,
		Args: cobra.NoArgs,
	}
	flags := withSettings(cmd, "listen", "upstream", "engine")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s, err := p.load(cmd, flags)
		if err != nil {
			return err
		}
		// Operators send it to have settings read again. That is not done yet; it must not end every session instead.
		signal.Ignore(syscall.SIGHUP)
		log := newLogger(s, cmd.ErrOrStderr())
		l, err := net.Listen("tcp", s.Listen)
		if err != nil {
			return fmt.Errorf("listen: %w", err)
		}
		return serveOn(cmd.Context(), l, s, log, drainTimeout)
	}
	return cmd
}

// serveOn runs a proxy on l until ctx ends, and then lets its sessions finish. It closes l.
func serveOn(ctx context.Context, l net.Listener, s *conf.Settings, log *slog.Logger, drain time.Duration) (err error) {
	defer l.Close()
	cfg, err := proxyConfig(s, log)
	if err != nil {
		return err
	}
	store, err := openState(ctx, s, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	agent, err := newAgent(s, log)
	if err != nil {
		return err
	}
	journal, err := openAudit(s, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	cfg.Translator, cfg.Journal = agent, journal
	server, err := proxy.New(cfg)
	if err != nil {
		return err
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	for _, d := range s.Datasources {
		log.Info("serving", "listen", l.Addr().String(), "datasource", d.Name, "upstream", d.Upstream.String())
	}
	select {
	case err := <-served:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	log.Info("shutting down")
	drained, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	if err := server.Shutdown(drained); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("shut down: %w", err)
	}
	if err := <-served; !errors.Is(err, proxy.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}
