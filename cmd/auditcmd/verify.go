package auditcmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/audit/fleet"
	auditsink "github.com/pgask/pgask/audit/sink"
	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/service"
)

// verifyOptions are the flags of audit verify.
type verifyOptions struct {
	head, anchor, write   string
	table, refill, strict bool
}

func verifyCommand(p *cli.Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Check the chain of records: what was changed, removed, inserted or reordered",
		Long: `Check the chain of records from the first to the last. It finds what was changed, removed, inserted or reordered,
that prompts which records name are not as they were, and that the newest records were cut off: by the head that the proxy copies to
the state store, and by --head with the head that an earlier run printed. With audit.key only who knows the key can have made the
records; without it the chain shows accidents alone. With --table it checks the copies of all logs in audit.table_url, and this proxy's
against its files. Exit code 1 when something is wrong, and with --strict when nothing is known that the end could be compared with, or that is not sealed.`,
		Args: cobra.NoArgs,
	}
	var o verifyOptions
	cmd.Flags().StringVar(&o.head, "head", "", "head that an earlier run printed, as 'NUMBER DIGEST'")
	cmd.Flags().BoolVar(&o.strict, "strict", false, "fail, too, when there is no head, for cron")
	cmd.Flags().BoolVar(&o.table, "table", false, "check the copies of all logs in audit.table_url")
	cmd.Flags().BoolVar(&o.refill, "refill", false,
		"copy again what the table lacks of this proxy's log, as far as its files have it, and count anew where counts are wrong")
	cmd.Flags().StringVar(&o.anchor, "anchor", "", "file with an anchor that --write-anchor wrote: no log may have lost what it had then")
	cmd.Flags().StringVar(&o.write, "write-anchor", "", "file for an anchor over all logs, when all is well; - prints it")
	return p.WithLoaded(cmd, func(cmd *cobra.Command, s *conf.Settings, _ []string) error {
		if !o.table && (o.refill || o.anchor != "" || o.write != "") {
			return cli.UsageError("--refill, --anchor and --write-anchor need --table")
		}
		if o.table {
			return verifyTable(cmd, s, o)
		}
		return verifyFiles(cmd, s, o)
	})
}

func verifyFiles(cmd *cobra.Command, s *conf.Settings, o verifyOptions) error {
	heads, err := givenHead(o.head)
	if err != nil {
		return err
	}
	stored, err := storedHeads(cmd.Context(), s)
	if err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: %v; that the newest records were cut off shows by --head alone\n", err)
	}
	r, err := audit.Verify(s.Audit.Dir, []byte(s.Audit.Key), append(heads, stored...)...)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	printFindings(out, "", r.Findings)
	fmt.Fprintf(out, "%s: %s, %d of them not sealed, %s of prompts, compared with %s; head %d %s\n", verdict(r, s),
		cli.Counted(r.Records, "record"),
		r.Unsealed, cli.Counted(r.Prompts, "file"), cli.Counted(r.Heads, "head"), r.Seq, r.Head)
	return judged(len(r.Findings), doubtOf(r, s), o.strict)
}

// verdict is what is printed of a log: without a head that nobody else can have written it is not known whether the
// newest records are there.
func verdict(r audit.Report, s *conf.Settings) string {
	switch {
	case len(r.Findings) > 0:
		return "NOT OK"
	case r.Heads == 0:
		return "NO HEAD"
	case s.Audit.Key != "" && !r.HeadSealed:
		return "HEAD NOT SEALED"
	}
	return "ok"
}

// doubtOf is why a log in which nothing is wrong is not known to be whole; nil: it is.
func doubtOf(r audit.Report, s *conf.Settings) error {
	switch verdict(r, s) {
	case "NO HEAD":
		return errors.New("nothing is known that the end of the log could be compared with")
	case "HEAD NOT SEALED":
		return errors.New("the head that the end of the log was compared with is not sealed: anybody who writes to the state store may have written it")
	}
	return nil
}

// copyVerdict is the verdict on a copy: one of which some records cannot be checked is not ok.
func copyVerdict(r audit.CopyReport, s *conf.Settings) string {
	if v := verdict(r.Report, s); v != "ok" || r.Unlined == 0 {
		return v
	}
	return "NOT CHECKED"
}

// judged returns the error that the exit code is made of.
func judged(findings int, doubt error, strict bool) error {
	switch {
	case findings > 0:
		return cli.Fail(cli.Failed, fmt.Errorf("the log is not as it was written: %d findings", findings))
	case strict && doubt != nil:
		return cli.Fail(cli.Failed, doubt)
	}
	return nil
}

func printFindings(out io.Writer, of string, all []audit.Finding) {
	for _, f := range all {
		fmt.Fprintln(out, cli.Printable(of+f.String()))
	}
}

// copyTakes is how long a record may take to the table of a fleet that is well.
const copyTakes = 3 * time.Second

// verifyTable checks the copies of all logs.
func verifyTable(cmd *cobra.Command, s *conf.Settings, o verifyOptions) error {
	if s.Audit.TableURL == "" {
		return cli.UsageError("--table: audit.table_url is not set")
	}
	known, err := knownHeads(cmd.Context(), s, o, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	select { // a copy is a second behind: what the heads say has come by then
	case <-time.After(copyTakes):
	case <-cmd.Context().Done():
	}
	reader := service.Fleet(s)
	all, err := reader.Verify(cmd.Context(), []byte(s.Audit.Key), known)
	if err != nil {
		return err
	}
	out, findings := cmd.OutOrStdout(), 0
	var doubt error
	if len(all) == 0 {
		doubt = errors.New("there is no copy of a log")
	}
	for _, r := range all {
		printFindings(out, "", r.Findings)
		findings += len(r.Findings)
		doubt = cmp.Or(doubt, doubtOf(r.Report, s))
		if r.Unlined > 0 {
			doubt = cmp.Or(doubt, errors.New("some records have no line that could be checked"))
		}
		fmt.Fprintf(out, "%s: log %s: %s from %d, %d of them not sealed, %d without a line to check, %d compared with the files, which have %d more, %s; head %d %s\n",
			copyVerdict(r, s), cli.Printable(r.Log), cli.Counted(r.Records, "record"), r.First, r.Unsealed, r.Unlined, r.Compared, r.Lacks,
			cli.Counted(r.Heads, "head"), r.Seq, r.Head)
		if o.refill && r.Log == reader.Log && len(r.Lacking) > 0 {
			t := auditsink.Table{URL: reader.URL, Name: reader.Table, Log: reader.Log}
			if err := t.Refill(cmd.Context(), r.Lacking); err != nil {
				return fmt.Errorf("copy again: %w", err)
			}
			fmt.Fprintf(out, "copied again: %s\n", cli.Counted(len(r.Lacking), "record"))
		}
	}
	wrong, err := verifyUsage(cmd, reader, o.refill)
	if err != nil {
		return err
	}
	if err := judged(findings+wrong, doubt, o.strict); err != nil || o.write == "" {
		return err
	}
	text := fleet.AnchorOf(all, time.Now()).Seal([]byte(s.Audit.Key))
	if o.write == "-" {
		_, err = io.WriteString(out, text)
		return err
	}
	return os.WriteFile(o.write, []byte(text), 0o600)
}

// verifyUsage checks that the counts beside the table are those of its records, and makes them anew where refill says
// so. It returns how many are wrong.
func verifyUsage(cmd *cobra.Command, reader *fleet.Reader, refill bool) (findings int, err error) {
	wrong, err := reader.VerifyUsage(cmd.Context())
	if err != nil {
		return 0, err
	}
	out := cmd.OutOrStdout()
	for _, w := range wrong {
		fmt.Fprintf(out, "usage of log %s on %s: %s not what the records add up to\n", cli.Printable(w.Log),
			w.Day.Format(time.DateOnly), cli.Counted(int(w.Rows), "count"))
	}
	if !refill || len(wrong) == 0 {
		return len(wrong), nil
	}
	if err := reader.Recount(cmd.Context(), wrong); err != nil {
		return len(wrong), err
	}
	fmt.Fprintf(out, "counted again: %s\n", cli.Counted(len(wrong), "day"))
	return 0, nil
}

// knownHeads returns what is known of the logs' ends: from the state store and from an anchor.
func knownHeads(ctx context.Context, s *conf.Settings, o verifyOptions, warn io.Writer) (map[string][]audit.Head, error) {
	known := map[string][]audit.Head{}
	all, err := storedHeadsOfAll(ctx, s)
	if err != nil {
		fmt.Fprintf(warn, "warning: %v\n", err)
	}
	maps.Copy(known, all)
	if o.anchor == "" {
		return known, nil
	}
	f, err := os.Open(o.anchor)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	a, err := audit.ReadAnchor(f, []byte(s.Audit.Key))
	if err != nil {
		return nil, err
	}
	for log, h := range a.Heads {
		known[log] = append(known[log], h)
	}
	return known, nil
}
