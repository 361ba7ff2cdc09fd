// Package democmd is pgask demo: the proxy over a private PostgreSQL; once.go asks it one question.
package democmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/service"
)

// demoDatabase and demoRole are the database and the role of the demo.
const demoDatabase, demoRole = "shop", "demo"

// demoQuestions are worth trying: a ranking, a grouping by time, one that has to be asked back, and what else there is.
var demoQuestions = []string{"ASK top 5 customers by revenue;", "ASK orders per month in 2025;", "ASK average rating;", "ASK help;"}

// Command is pgask demo.
func Command(p *cli.Program) *cobra.Command {
	var once string
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Try it: a private PostgreSQL with a sample shop, and the proxy in front of it",
		Long: `Start a private PostgreSQL server with the database of a sample shop, and the proxy in front of it, until SIGINT or
SIGTERM. Nothing is left behind. The server's programs are those of this machine, or are fetched if it has none.
The roles demo and dba need no password. No key is needed; with model.* set, as flags or PGASK_ variables, the model
is used, too.`,
		Example: `  pgask demo
  pgask demo --once "top 5 customers by revenue"`,
		Args: cobra.NoArgs,
	}
	cmd.Flags().StringVar(&once, "once", "", "ask one question through the proxy, print what psql would, and end")
	flags := &cli.SettingsFlags{}
	cmd.Flags().StringArrayVar(&flags.Set, "set", nil, "any setting, as `key=value`; may be repeated")
	conf.AddFlag(cmd.Flags(), "listen")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		from := conf.Sources{Environ: p.Environ, Flags: cmd.Flags(), Set: flags.Set, NoSystemFile: true}
		if cmd.Flags().Changed("once") {
			if strings.TrimSpace(once) == "" {
				return cli.UsageError("--once: the question is empty")
			}
			if !cmd.Flags().Changed("listen") {
				from.Set = append([]string{"listen=127.0.0.1:0"}, from.Set...) // whatever is running on the usual port
			}
		}
		if !slices.ContainsFunc(p.Environ, func(e string) bool { return strings.HasPrefix(e, "PGASK_LOG_LEVEL=") }) {
			from.Set = append([]string{"log.level=warn"}, from.Set...) // the terminal is the user's
		}
		s, err := p.LoadFrom(from)
		if err != nil {
			return err
		}
		return runDemo(cmd, s, once)
	}
	return cmd
}

// runDemo starts the server, then the proxy, and ends both.
func runDemo(cmd *cobra.Command, s *conf.Settings, once string) (err error) {
	ctx, errOut := cmd.Context(), cmd.ErrOrStderr()
	l, err := net.Listen("tcp", s.Listen)
	if err != nil {
		return fmt.Errorf("listen: %w (--listen 127.0.0.1:0 takes a free port)", err)
	}
	defer l.Close()
	if once == "" {
		fmt.Fprintln(errOut, "Starting a private PostgreSQL with a sample shop …")
	}
	server, err := startShop(ctx)
	if err != nil {
		return cli.InterruptedOr(ctx, err)
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	dir, err := os.MkdirTemp("", "pgask-demo-")
	if err != nil {
		return fmt.Errorf("make a directory for the audit log: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := demoSettings(s, server, dir); err != nil {
		return err
	}
	log, _ := service.NewLogger(s, errOut)
	if once != "" {
		log = slog.New(slog.DiscardHandler)
	}
	if once == "" {
		where, err := consoleOf(s)
		if err != nil {
			return err
		}
		welcome(cmd.OutOrStdout(), l.Addr().(*net.TCPAddr), s.Audit.Dir, where)
		return service.Run(ctx, l, s, service.Reload{}, log)
	}
	serving, stop := context.WithCancel(ctx)
	served := make(chan error, 1)
	go func() { served <- service.Run(serving, l, s, service.Reload{}, log) }()
	err = askThrough(ctx, l.Addr(), once, cmd.OutOrStdout(), errOut)
	stop()
	return errors.Join(err, <-served)
}

func startShop(ctx context.Context) (*sandbox.Server, error) {
	server, err := sandbox.Start(ctx, sandbox.Options{})
	if err != nil {
		return nil, err
	}
	err = server.CreateDatabase(ctx, demoDatabase)
	if err == nil {
		err = server.LoadShop(ctx, demoDatabase)
	}
	if err != nil {
		return nil, errors.Join(err, server.Close())
	}
	return server, nil
}

// demoSettings replaces the datasources and the directories in the user's settings by those of the demo.
func demoSettings(s *conf.Settings, server *sandbox.Server, dir string) error {
	up, err := conf.ParseUpstream(fmt.Sprintf("postgres://%s/%s?sslmode=disable", server.Addr(), demoDatabase))
	if err != nil {
		return fmt.Errorf("demo upstream: %w", err)
	}
	s.Datasources = []conf.Datasource{{Name: demoDatabase, Upstream: up}}
	s.State.Dir, s.State.URL, s.Audit.Dir = dir, "", dir
	if s.Schema.Descriptions == "" {
		s.Schema.Descriptions = filepath.Join(dir, "meaning.yaml")
		if err := os.WriteFile(s.Schema.Descriptions, sandbox.ShopMeaning, 0o600); err != nil {
			return fmt.Errorf("write what the words of the shop mean: %w", err)
		}
	}
	s.Pins.Writers, s.Lessons.Readers = append(s.Pins.Writers, "dba"), append(s.Lessons.Readers, "dba")
	s.Audit.Readers = append(s.Audit.Readers, "dba")
	s.Shutdown.Timeout = time.Second
	return nil
}

func welcome(w io.Writer, addr *net.TCPAddr, auditDir, console string) {
	host := addr.IP.String()
	if addr.IP.IsUnspecified() {
		host = "127.0.0.1"
	}
	fmt.Fprintf(w, "\nConnect with\n\n    psql -h %s -p %d -U %s %s\n\nand try\n\n", host, addr.Port, demoRole, demoDatabase)
	for _, q := range demoQuestions {
		fmt.Fprintf(w, "    %s\n", q)
	}
	fmt.Fprintf(w, "\nEvery question is recorded: tail -f %s/audit.jsonl\n%sCtrl-C ends the demo and removes everything.\n\n", auditDir, console)
}

// consoleOf returns a line with the console's address and token; empty: there is no console.
func consoleOf(s *conf.Settings) (string, error) {
	if s.Console.Listen == "" || s.Console.ClientCA != "" {
		return "", nil
	}
	token, err := service.ConsoleToken(s)
	if err != nil {
		return "", fmt.Errorf("console.token: %w", err)
	}
	return fmt.Sprintf("They are shown at http://%s/, with the token %s\n", s.Console.Listen, token), nil
}
