// Package cmd is the command line of pgask: signals, and a file for each command.
//
//	root.go     Main, the root command
//	serve.go    the proxy
//	ask.go      a question without the proxy; runner.go its connection
//	check.go    the guard's verdict
//	describe.go what a database is taken to mean
//	lessons.go  pins.go  config.go  psqlrc.go  version.go
//
// Below it: cli, what all commands share; evalcmd, auditcmd and democmd, the commands that are several; rows, answers
// as they are printed.
//
// What the settings become, and a running proxy, are in package service.
package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/auditcmd"
	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/cmd/democmd"
	"github.com/pgask/pgask/cmd/evalcmd"
	"github.com/pgask/pgask/service"
)

// Main runs the command line of this process and returns its exit code.
func Main() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal the next one ends the process at once.
	context.AfterFunc(ctx, stop)
	return run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr)
}

// run runs a command line and returns the exit code. Arguments, environment and streams are those of the process or
// of a test.
func run(ctx context.Context, args, environ []string, in io.Reader, out, errOut io.Writer) int {
	p := &program{cli.Program{Environ: environ}}
	root := p.root()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return cli.OK
	}
	var f *cli.Failure
	var setting *service.SettingError
	switch {
	case errors.As(err, &f):
	case errors.As(err, &setting):
		f = cli.Fail(cli.Usage, err)
	case !p.Began:
		// What fails before a command begins is the command line itself.
		f = cli.Fail(cli.Usage, fmt.Errorf("%w\nTry: pgask --help", err))
	default:
		f = cli.Fail(cli.Failed, err)
	}
	if f.Err != nil {
		for line := range strings.Lines(f.Err.Error()) {
			fmt.Fprintln(errOut, "pgask: "+cli.Printable(strings.TrimRight(line, "\n")))
		}
	}
	return f.Code
}

// program has the commands of one command line.
type program struct{ cli.Program }

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "pgask",
		Short: "Ask PostgreSQL questions in plain language, through any client",
		Long: `pgask is a proxy that speaks the PostgreSQL wire protocol. Point psql or any PostgreSQL client at it:
SQL passes untouched, and a question in plain language becomes one read-only SELECT, proven safe, run on the
caller's own connection with the caller's own rights, and written to an audit log.

Try it without a database of your own: pgask demo`,
		SilenceErrors:    true,
		SilenceUsage:     true,
		PersistentPreRun: func(*cobra.Command, []string) { p.Began = true },
	}
	root.CompletionOptions.HiddenDefaultCmd = false
	root.AddCommand(p.serve(), democmd.Command(&p.Program), p.ask(), evalcmd.Command(&p.Program), p.check(),
		p.describe(), auditcmd.Command(&p.Program), p.lessons(), p.pins(), p.config(), psqlrc(), versionCommand())
	return root
}
