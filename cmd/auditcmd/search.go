package auditcmd

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/audit/fleet"
	auditusage "github.com/pgask/pgask/audit/usage"
	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/service"
)

// selection are the flags that narrow what is read of the log.
type selection struct {
	role, datasource, outcome, since, until    string
	proxy, session, application, policy, table string
}

func (f *selection) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.role, "role", "", "only what this role asked")
	cmd.Flags().StringVar(&f.datasource, "datasource", "", "only what was asked in this datasource")
	cmd.Flags().StringVar(&f.outcome, "outcome", "", "only what ended so: answered, refused …")
	cmd.Flags().StringVar(&f.since, "since", "", "only what was asked since: a date, a time (RFC 3339), or how long ago, such as 24h")
	cmd.Flags().StringVar(&f.until, "until", "", "only what was asked before: as --since")
	cmd.Flags().StringVar(&f.proxy, "proxy", "", "only what this proxy recorded, as audit.proxy names it")
	cmd.Flags().StringVar(&f.session, "session", "", "only what was asked in this session")
	cmd.Flags().StringVar(&f.application, "application", "", "only what this application_name asked")
	cmd.Flags().StringVar(&f.policy, "policy", "", "only what this policy refused")
	cmd.Flags().StringVar(&f.table, "table", "", "only what reads this table, as table or schema.table")
}

// timeOf reads a date, a time, or how long ago; the zero time for no text.
func timeOf(flag, text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if ago, err := time.ParseDuration(text); err == nil && ago >= 0 {
		return now.Add(-ago), nil
	}
	if at, err := time.ParseInLocation(time.DateOnly, text, time.Local); err == nil {
		return at, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return at, cli.UsageError("%s: %q is neither a date, a time nor a duration", flag, text)
	}
	return at, nil
}

// query returns the selection, with text that must be in it.
func (f *selection) query(text string, now time.Time) (audit.Query, error) {
	q := audit.Query{Role: f.role, Datasource: f.datasource, Proxy: f.proxy, Session: f.session, App: f.application, Policy: f.policy,
		Table: f.table, Outcome: audit.Outcome(f.outcome), Pieces: []string{text}}
	var err error
	if q.Since, err = timeOf("--since", f.since, now); err != nil {
		return q, err
	}
	if q.Until, err = timeOf("--until", f.until, now); err != nil {
		return q, err
	}
	q.Match = func(e *audit.Entry) bool { return e.Holds(text) }
	return q, nil
}

func searchCommand(p *cli.Program) *cobra.Command {
	var f selection
	var n int
	cmd := &cobra.Command{
		Use:   "search [TEXT]",
		Short: "Print the newest questions with TEXT in them, their SQL, reading, message or id; as JSON where standard output is no terminal",
		Args:  cobra.MaximumNArgs(1),
	}
	f.flags(cmd)
	cmd.Flags().IntVarP(&n, "lines", "n", 100, "how many questions at most")
	return p.WithLoaded(cmd, func(cmd *cobra.Command, s *conf.Settings, args []string) error {
		if n < 1 || n > 1_000_000 {
			return cli.UsageError("--lines: %d: it must be from 1 to 1000000", n)
		}
		q, err := f.query(strings.Join(args, ""), time.Now())
		if err != nil {
			return err
		}
		q.Questions = n
		log, err := logOf(cmd, s)
		if err != nil {
			return err
		}
		found, _, err := log.Newest(cmd.Context(), q)
		if err != nil {
			return err
		}
		slices.Reverse(found)
		return printEntries(cmd, found, recordLine)
	})
}

func exportCommand(p *cli.Program) *cobra.Command {
	var f selection
	var asCSV, asLines bool
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write questions, the newest first, as JSON Lines or as CSV",
		Args:  cobra.NoArgs,
	}
	f.flags(cmd)
	cmd.Flags().BoolVar(&asCSV, "csv", false, "CSV with a header")
	cmd.Flags().BoolVar(&asLines, "jsonl", false, "JSON Lines (the default)")
	cmd.MarkFlagsMutuallyExclusive("csv", "jsonl")
	return p.WithLoaded(cmd, func(cmd *cobra.Command, s *conf.Settings, _ []string) error {
		q, err := f.query("", time.Now())
		if err != nil {
			return err
		}
		out := cmd.OutOrStdout()
		write, flush := func(e *audit.Entry) error { return cli.WriteLine(out, e) }, func() error { return nil }
		if asCSV {
			write, flush = audit.CSV(out)
		}
		// Each is written as it is found, and none kept: a log may be large.
		var failed error
		match := q.Match
		q.Match = func(e *audit.Entry) bool {
			if failed == nil && match(e) {
				failed = write(e)
			}
			return false
		}
		log, err := logOf(cmd, s)
		if err != nil {
			return err
		}
		_, _, err = log.Newest(cmd.Context(), q)
		return errors.Join(err, failed, flush())
	})
}

// logOf returns what the audit commands read, and says on standard error whose log that is.
func logOf(cmd *cobra.Command, s *conf.Settings) (audit.Reader, error) {
	log := service.LogReader(s)
	scope, err := log.Scope(cmd.Context())
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "read: "+cli.Printable(scope.String()))
	return log, nil
}

// usage is the summary of some questions that stats prints.
type usage struct {
	Of        string        `json:"of"` // all, outcome …, role …, engine …
	Questions int           `json:"questions"`
	TokensIn  int64         `json:"tokens_in"`
	TokensOut int64         `json:"tokens_out"`
	Cost      float64       `json:"model_cost"`
	Median    time.Duration `json:"median_ns"` // of the total time
	P95       time.Duration `json:"p95_ns"`

	times  []time.Duration
	widths auditusage.Times // of questions that are counted already
}

func statsCommand(p *cli.Program) *cobra.Command {
	var f selection
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Count questions by outcome, role and engine, with tokens, cost and times; as JSON where standard output is no terminal",
		Args:  cobra.NoArgs,
	}
	f.flags(cmd)
	return p.WithLoaded(cmd, func(cmd *cobra.Command, s *conf.Settings, _ []string) error {
		q, err := f.query("", time.Now())
		if err != nil {
			return err
		}
		groups := map[string]*usage{}
		match := q.Match
		q.Match = func(e *audit.Entry) bool {
			if match(e) {
				count(groups, e)
			}
			return false
		}
		log, err := logOf(cmd, s)
		if err != nil {
			return err
		}
		if counter, ok := log.(*fleet.Reader); ok && f.isCounted() {
			counts, err := counter.Usage(cmd.Context(), countsOf(q, time.Now()))
			if err == nil {
				countAll(groups, counts)
				return printUsage(cmd.OutOrStdout(), groups)
			}
			if !errors.Is(err, fleet.ErrUncounted) {
				return err
			}
		}
		if _, _, err := log.Newest(cmd.Context(), q); err != nil {
			return err
		}
		return printUsage(cmd.OutOrStdout(), groups)
	})
}

// isCounted reports whether counts can say what is selected.
func (f *selection) isCounted() bool {
	return f.outcome+f.session+f.application+f.policy+f.table == ""
}

// countsOf is a selection as a look at counts.
func countsOf(q audit.Query, now time.Time) auditusage.Query {
	from, to := q.Since, q.Until
	if from.IsZero() {
		from = time.Unix(0, 0)
	}
	if to.IsZero() {
		to = now.Add(24 * time.Hour) // another proxy's clock may be before this one's
	}
	return auditusage.Query{Begins: []time.Time{from, to}, Datasource: q.Datasource, Role: q.Role, Proxy: q.Proxy, Top: 1 << 20}
}

// countAll adds what others have counted.
func countAll(groups map[string]*usage, c *auditusage.Counts) {
	add := func(of string, s auditusage.Sum, times auditusage.Times) {
		u := groups[of]
		if u == nil {
			u = &usage{Of: of, widths: auditusage.Times{}}
			groups[of] = u
		}
		u.Questions += int(s.Questions)
		u.TokensIn, u.TokensOut, u.Cost = u.TokensIn+s.TokensIn, u.TokensOut+s.TokensOut, u.Cost+s.Cost
		for w, n := range times {
			u.widths[w] += n
		}
	}
	for _, r := range c.Rows {
		for _, of := range []string{"all", "outcome " + r.Outcome, engine(r.Engine)} {
			add(of, r.Sum, nil)
		}
	}
	for _, t := range c.Ended {
		for _, of := range []string{"all", "outcome " + t.Outcome, engine(t.Engine)} {
			add(of, auditusage.Sum{}, t.Times)
		}
	}
	for _, n := range c.Roles {
		add("role "+n.Of, n.Sum, n.Times)
	}
	for i := range c.Rest {
		count(groups, &c.Rest[i])
	}
}

// engine names the group of an engine; a question that a policy refuses comes to none.
func engine(name string) string { return "engine " + cmp.Or(name, "none") }

func count(groups map[string]*usage, e *audit.Entry) {
	outcome := string(e.Outcome)
	outcome = cmp.Or(outcome, "none yet")
	for _, of := range []string{"all", "outcome " + outcome, "role " + e.Role, engine(e.Engine)} {
		u := groups[of]
		if u == nil {
			u = &usage{Of: of}
			groups[of] = u
		}
		u.Questions++
		u.TokensIn, u.TokensOut, u.Cost = u.TokensIn+int64(e.TokensIn), u.TokensOut+int64(e.TokensOut), u.Cost+e.ModelCost
		if e.Total > 0 {
			u.times = append(u.times, e.Total)
		}
	}
}

func printUsage(out io.Writer, groups map[string]*usage) error {
	all := make([]*usage, 0, len(groups))
	for _, u := range groups {
		slices.Sort(u.times)
		if len(u.widths) > 0 {
			for _, took := range u.times {
				u.widths[auditusage.Width(took)]++
			}
			u.Median, u.P95 = u.widths.Quantile(50), u.widths.Quantile(95)
		} else if n := len(u.times); n > 0 {
			u.Median, u.P95 = u.times[n/2], u.times[n*95/100]
		}
		all = append(all, u)
	}
	slices.SortFunc(all, func(a, b *usage) int { return strings.Compare(a.Of, b.Of) })
	if !cli.IsTerminal(out) {
		for _, u := range all {
			if err := cli.WriteLine(out, u); err != nil {
				return err
			}
		}
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "of\tquestions\ttokens in\ttokens out\tcost\tmedian\tp95")
	for _, u := range all {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%.4f\t%s\t%s\n", cli.Printable(u.Of), u.Questions, u.TokensIn, u.TokensOut, u.Cost,
			u.Median.Round(time.Millisecond), u.P95.Round(time.Millisecond))
	}
	return w.Flush()
}
