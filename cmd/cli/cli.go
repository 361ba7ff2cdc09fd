// Package cli is what all commands of pgask share: exit codes, settings as flags, files and streams.
package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/spf13/cobra"

	"github.com/pgask/pgask/display"
)

// Exit codes, the same for every command.
const (
	OK          = 0
	Failed      = 1   // it was tried and failed; a statement was refused
	Usage       = 2   // the command line or the settings are wrong
	Unclear     = 3   // a question came back with choices
	Interrupted = 130 // by SIGINT or SIGTERM, where that is not the ordinary end
)

// Failure is an error with an exit code. Its Err may be nil when everything was said already.
type Failure struct {
	Code int
	Err  error
}

// Fail returns a failure.
func Fail(code int, err error) *Failure { return &Failure{code, err} }

func (f *Failure) Error() string {
	if f.Err == nil {
		return fmt.Sprintf("exit %d", f.Code)
	}
	return f.Err.Error()
}

func (f *Failure) Unwrap() error { return f.Err }

// UsageError returns a failure for a wrong command line.
func UsageError(format string, args ...any) error {
	return &Failure{Usage, fmt.Errorf(format, args...)}
}

// InterruptedOr returns the failure of an interrupted command if the context is over, and else the error.
func InterruptedOr(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return &Failure{Interrupted, errors.New("interrupted")}
	}
	return err
}

// Group returns a command that only has subcommands.
func Group(use, short string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Args: cobra.ArbitraryArgs}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return UsageError("unknown command %q for %q\nTry: %s --help", args[0], cmd.CommandPath(), cmd.CommandPath())
		}
		return cmd.Help()
	}
	cmd.AddCommand(commands...)
	return cmd
}

// Printable returns a text of others as it may be printed. Names, comments and values of a database, and records of
// the audit log, are written by others; a terminal would obey control characters in them.
func Printable(text string) string { return string(display.Line(text)) }

// Counted is a number of things, in words.
func Counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Create opens a file for writing: - is standard output, no name is a file that nobody reads.
func Create(cmd *cobra.Command, name string) (io.Writer, func() error, error) {
	switch name {
	case "":
		return io.Discard, func() error { return nil }, nil
	case "-":
		return cmd.OutOrStdout(), func() error { return nil }, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, nil, err
	}
	return f, f.Close, nil
}

// WriteLine writes one line of JSON, with < and > as they are.
func WriteLine(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// Disconnect closes a connection with Terminate, behind any cancel request that is under way.
func Disconnect(conn *pgconn.PgConn) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = conn.Close(ctx) // nothing is lost: all that was done was read-only
	select {
	case <-conn.CleanupDone():
	case <-ctx.Done():
	}
}

// IsTerminal reports whether a stream is a character device, such as a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
