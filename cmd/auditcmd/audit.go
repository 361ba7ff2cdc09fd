// Package auditcmd is pgask audit: the audit log, read and verified. text.go is for people.
package auditcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/service"
)

// Command is pgask audit.
func Command(p *cli.Program) *cobra.Command {
	return cli.Group("audit", "Read the audit log", tailCommand(p), showCommand(p), searchCommand(p), statsCommand(p),
		exportCommand(p), verifyCommand(p))
}

func tailCommand(p *cli.Program) *cobra.Command {
	var n int
	var follow bool
	cmd := &cobra.Command{
		Use:   "tail",
		Short: "Print the newest records, a line each; as JSON where standard output is no terminal",
		Args:  cobra.NoArgs,
	}
	cmd.Flags().IntVarP(&n, "lines", "n", 20, "how many records")
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "go on with what is written, until interrupted")
	return p.WithLoaded(cmd, func(cmd *cobra.Command, s *conf.Settings, _ []string) error {
		if n < 1 || n > 1_000_000 {
			return cli.UsageError("--lines: %d: it must be from 1 to 1000000", n)
		}
		entries, err := audit.Tail(s.Audit.Dir, n)
		if err != nil {
			return err
		}
		if err := printEntries(cmd, entries, recordLine); err != nil || !follow {
			return err
		}
		var seq uint64
		if len(entries) > 0 {
			seq = entries[len(entries)-1].Seq
		}
		return followLog(cmd.Context(), s.Audit.Dir, seq, func(e []audit.Entry) error { return printEntries(cmd, e, recordLine) })
	})
}

// followEvery is the polling interval of tail -f.
const followEvery = 300 * time.Millisecond

// followLog shows what is written after a record, until the context is over.
func followLog(ctx context.Context, dir string, seq uint64, show func([]audit.Entry) error) error {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		more, err := audit.After(dir, seq)
		if errors.Is(err, os.ErrNotExist) {
			continue // between two files
		}
		if err != nil {
			return err
		}
		if len(more) == 0 {
			continue
		}
		if err := show(more); err != nil {
			return err
		}
		seq = more[len(more)-1].Seq
	}
}

func showCommand(p *cli.Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Print all that was recorded of a question; as JSON where standard output is no terminal",
		Args:  cobra.ExactArgs(1),
	}
	var prompts bool
	cmd.Flags().BoolVar(&prompts, "prompts", false, "print what models were sent and answered, too, as far as audit.prompts has kept it")
	return p.WithLoaded(cmd, func(cmd *cobra.Command, s *conf.Settings, args []string) error {
		log, err := logOf(cmd, s)
		if err != nil {
			return err
		}
		entries, err := log.Find(cmd.Context(), args[0])
		if err != nil {
			return err
		}
		if len(entries) == 0 {
			return fmt.Errorf("there is no record with the id %q", args[0])
		}
		if err := printEntries(cmd, entries, recordStory); err != nil || !prompts {
			return err
		}
		return printPrompts(cmd, s.Audit.Dir, args[0], entries)
	})
}

// givenHead reads --head.
func givenHead(text string) ([]audit.Head, error) {
	if text == "" {
		return nil, nil
	}
	number, digest, _ := strings.Cut(text, " ")
	seq, err := strconv.ParseUint(number, 10, 64)
	if err != nil || seq == 0 || len(digest) != 64 {
		return nil, cli.UsageError("--head: it must be a number and a digest, as verify prints them")
	}
	return []audit.Head{{Seq: seq, Digest: strings.ToLower(digest), Sealed: true}}, nil
}

// storedHeads returns the heads that the state store has, read before the log is.
func storedHeads(ctx context.Context, s *conf.Settings) ([]audit.Head, error) {
	state, err := service.OpenState(ctx, s, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	heads, err := audit.KeptHeads(ctx, state.Store, service.LogID(s), []byte(s.Audit.Key))
	if err == nil && len(heads) == 0 {
		err = errors.New("the state store knows no head of this log")
	}
	return heads, errors.Join(err, state.Close())
}

// storedHeadsOfAll returns those of all logs, by log.
func storedHeadsOfAll(ctx context.Context, s *conf.Settings) (map[string][]audit.Head, error) {
	state, err := service.OpenState(ctx, s, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	heads, err := audit.AllKeptHeads(ctx, state.Store, []byte(s.Audit.Key))
	return heads, errors.Join(err, state.Close())
}

// printEntries prints for people at a terminal, and for programs elsewhere.
func printEntries(cmd *cobra.Command, entries []audit.Entry, text func(*audit.Entry) string) error {
	out := cmd.OutOrStdout()
	people := cli.IsTerminal(out)
	var errs []error
	for i := range entries {
		if people {
			_, err := io.WriteString(out, text(&entries[i])+"\n")
			errs = append(errs, err)
			continue
		}
		errs = append(errs, cli.WriteLine(out, &entries[i]))
	}
	return errors.Join(errs...)
}
