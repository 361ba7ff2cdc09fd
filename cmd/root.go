// Package cmd is the command line of pgask: flags, signals, exit codes, and a file for each command.
//
//	root.go     Main, exit codes, the root command
//	settings.go the flags that all commands with settings share
//	serve.go    the proxy
//	demo.go     the proxy over a private PostgreSQL; demo_once.go asks it one question
//	ask.go      a question without the proxy; runner.go its connection, format.go rows as table, CSV, Markdown or JSON
//	eval.go     many questions, by package eval: eval_score.go judges, eval_baseline.go is a comparison
//	check.go    the guard's verdict
//	audit.go    the audit log: audit_search.go, audit_text.go for people, audit_prompts.go
//	describe.go what a database is taken to mean
//	lessons.go  pins.go  config.go  psqlrc.go  version.go
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

	"github.com/pgask/pgask/display"
	"github.com/pgask/pgask/service"
)

// Exit codes, the same for every command.
const (
	exitOK          = 0
	exitFailed      = 1   // it was tried and failed; a statement was refused
	exitUsage       = 2   // the command line or the settings are wrong
	exitUnclear     = 3   // a question came back with choices
	exitInterrupted = 130 // by SIGINT or SIGTERM, where that is not the ordinary end
)

// failure is an error with an exit code. Its err may be nil when everything was said already.
type failure struct {
	code int
	err  error
}

func (f *failure) Error() string {
	if f.err == nil {
		return fmt.Sprintf("exit %d", f.code)
	}
	return f.err.Error()
}

func (f *failure) Unwrap() error { return f.err }

func usageError(format string, args ...any) error {
	return &failure{exitUsage, fmt.Errorf(format, args...)}
}

// Main runs the command line of this process and returns its exit code.
func Main() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal the next one ends the process at once.
	context.AfterFunc(ctx, stop)
	return run(ctx, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr)
}

// run runs a command line and returns the exit code. Arguments, environment and streams are those of the process or of a test.
func run(ctx context.Context, args, environ []string, in io.Reader, out, errOut io.Writer) int {
	p := &program{environ: environ}
	root := p.root()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	var f *failure
	var setting *service.SettingError
	switch {
	case errors.As(err, &f):
	case errors.As(err, &setting):
		f = &failure{exitUsage, err}
	case !p.began:
		// What fails before a command begins is the command line itself.
		f = &failure{exitUsage, fmt.Errorf("%w\nTry: pgask --help", err)}
	default:
		f = &failure{exitFailed, err}
	}
	if f.err != nil {
		for line := range strings.Lines(f.err.Error()) {
			fmt.Fprintln(errOut, "pgask: "+printable(strings.TrimRight(line, "\n")))
		}
	}
	return f.code
}

// program is the state shared by all commands.
type program struct {
	environ []string
	began   bool // a command was found and its arguments are right
}

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
		PersistentPreRun: func(*cobra.Command, []string) { p.began = true },
	}
	root.CompletionOptions.HiddenDefaultCmd = false
	root.AddCommand(p.serve(), p.demo(), p.ask(), p.eval(), p.check(), p.describe(), p.audit(), p.lessons(), p.pins(), p.config(), psqlrc(), versionCommand())
	return root
}

// group returns a command that only has subcommands.
func group(use, short string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: cobra.ArbitraryArgs}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usageError("unknown command %q for %q\nTry: %s --help", args[0], cmd.CommandPath(), cmd.CommandPath())
		}
		return cmd.Help()
	}
	cmd.AddCommand(commands...)
	return cmd
}

// printable returns a text of others as it may be printed. Names, comments and values of a database, and records of the audit log,
// are written by others; a terminal would obey control characters in them.
func printable(text string) string { return string(display.Line(text)) }
