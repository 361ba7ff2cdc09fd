package cmd

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/service"
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
	flags := cli.WithSettings(cmd, "listen", "upstream", "engine")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		hangUp := make(chan os.Signal, 1)
		signal.Notify(hangUp, syscall.SIGHUP)
		defer signal.Stop(hangUp)
		load := func() (*conf.Settings, error) { return p.Load(cmd, flags) }
		s, err := load()
		if err != nil {
			return err
		}
		log, level := service.NewLogger(s, cmd.ErrOrStderr())
		l, err := service.Listen(cmd.Context(), s.Listen)
		if err != nil {
			return err
		}
		return service.Run(cmd.Context(), l, s, service.Reload{Load: load, Signal: hangUp, Level: level}, log)
	}
	return cmd
}
