package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/spf13/cobra"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/cmd/rows"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/display"
	"github.com/pgask/pgask/service"
	"github.com/pgask/pgask/translate"
)

// askOptions are the flags of pgask ask.
type askOptions struct {
	dsn     string
	sql     bool
	explain bool
	format  string
	chart   bool
	answers []string // to clarifications, in their order
}

func (p *program) ask() *cobra.Command {
	var o askOptions
	cmd := &cobra.Command{
		Use:   "ask [flags] QUESTION",
		Short: "Ask a database one question, without the proxy",
		Long: `Ask a database one question over a connection of one's own, with the guard, the read-only transaction and the audit
record that the proxy has. Rows go to standard output, everything else to standard error.

A question that can be read in several ways is asked back: at a terminal the choice is typed, elsewhere the choices
are printed, the exit code is 3, and --answer gives the choice.`,
		Example: `  pgask ask --dsn postgres://me@db.example/shop "top 5 customers by revenue"
  PGDATABASE=shop pgask ask --format csv orders per month in 2025
  pgask ask --chart revenue per month in 2025
  pgask ask --answer 2 "show returns"`,
		Args: cobra.MinimumNArgs(1),
	}
	flags := cli.WithSettings(cmd, "engine")
	cmd.Flags().StringVar(&o.dsn, "dsn", "", "connection URL or keywords (default: the PG… variables, as for psql)")
	cmd.Flags().BoolVar(&o.sql, "sql", false, "print the statement and do not run it")
	cmd.Flags().BoolVar(&o.explain, "explain", false, "say how the question was read and do not run it")
	cmd.Flags().StringVar(&o.format, "format", "table", "table, csv, markdown or json")
	cmd.Flags().BoolVar(&o.chart, "chart", false, "draw the answer, in the width of the terminal")
	cmd.Flags().StringArrayVar(&o.answers, "answer", nil, "answer to a clarification: a number, a name, or words; may be repeated")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if o.sql && o.explain {
			return cli.UsageError("--sql and --explain exclude each other")
		}
		if _, err := rows.New(o.format, io.Discard); err != nil {
			return err
		}
		if o.chart && (cmd.Flags().Changed("format") || o.sql || o.explain) {
			return cli.UsageError("--chart excludes --format, --sql and --explain")
		}
		s, err := p.Load(cmd, flags)
		if err != nil {
			return err
		}
		verb, text := asTyped(strings.Join(args, " "))
		switch verb {
		case "sql":
			o.sql = true
		case "chart":
			o.chart = true
		}
		return askOnce(cmd, s, o, translate.Verb(verb), text)
	}
	return cmd
}

// asTyped returns a question without what a prompt of SQL needs around it, ASK and a semicolon: hints and manuals
// show it with both; and what it says with a colon that is to become of it.
func asTyped(text string) (verb, question string) {
	text = strings.TrimSpace(text)
	if first, rest, ok := strings.Cut(text, " "); ok && strings.EqualFold(first, "ask") {
		text = strings.TrimSpace(strings.TrimSuffix(rest, ";"))
	}
	if first, rest, ok := strings.Cut(text, ":"); ok {
		switch verb = strings.ToLower(first); verb {
		case "sql", "chart", "explain", "prompt":
			return verb, strings.TrimSpace(rest)
		}
	}
	return "", text
}

// askOnce asks one question, over a connection that it opens and closes.
func askOnce(cmd *cobra.Command, s *conf.Settings, o askOptions, verb translate.Verb, text string) (err error) {
	log, level := service.NewLogger(s, cmd.ErrOrStderr())
	level.Set(max(level.Level(), slog.LevelWarn)) // who waits for one answer reads no log beside it
	state, err := service.OpenState(cmd.Context(), s, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, state.Close()) }()
	library, err := state.Library(cmd.Context(), s)
	if err != nil {
		return err
	}
	agent, err := service.NewAgent(s, library, log, service.WithStore(s, state.Store, log))
	if err != nil {
		return err
	}
	journal, err := service.OpenAudit(s, state.Store, false, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	conn, database, err := connect(cmd.Context(), o.dsn)
	if err != nil {
		return cli.InterruptedOr(cmd.Context(), err)
	}
	defer cli.Disconnect(conn)
	a := &askSession{agent: agent, journal: journal, conn: conn, database: database, settings: s, options: o,
		out: cmd.OutOrStdout(), errOut: cmd.ErrOrStderr(), reader: bufio.NewReader(cmd.InOrStdin())}
	a.interactive = cli.IsTerminal(cmd.InOrStdin()) && cli.IsTerminal(cmd.ErrOrStderr())
	q := translate.Question{ID: translate.NewID(), Text: text, Datasource: database, Notify: a.notify}
	switch {
	case o.explain:
		q.Verb = translate.Explain
	case verb == translate.Explain || verb == translate.Prompt:
		q.Verb = verb
	}
	return a.ask(cmd.Context(), q)
}

// askSession is a question of the command line, and its corrections.
type askSession struct {
	agent       *translate.Agent
	journal     *audit.Log
	conn        *pgconn.PgConn
	database    string
	settings    *conf.Settings
	options     askOptions
	out, errOut io.Writer
	reader      *bufio.Reader
	interactive bool
}

func (a *askSession) notify(n translate.Notice) {
	if n.Severity == "WARNING" {
		fmt.Fprintln(a.errOut, "warning: "+display.Guard(n.Text()))
		return
	}
	fmt.Fprintln(a.errOut, display.Guard(n.Text()))
}

// ask asks, and asks again with what each answer settles. The agent bounds how often.
func (a *askSession) ask(ctx context.Context, q translate.Question) error {
	var before replied
	for answers := a.options.answers; ; {
		unclear, err := a.turn(ctx, q, before)
		if err != nil || unclear == nil {
			return err
		}
		var reply string
		switch {
		case len(answers) > 0:
			reply, answers = answers[0], answers[1:]
		case a.interactive:
			prompt := "Your choice"
			if len(unclear.Options) == 0 {
				prompt = "Your answer"
			}
			fmt.Fprintf(a.errOut, "%s\n%s: ", unclear.Text(), prompt)
			if reply, err = a.typed(ctx); err != nil {
				fmt.Fprintln(a.errOut)
				return cli.InterruptedOr(ctx, a.unanswered(unclear))
			}
		default:
			fmt.Fprintln(a.errOut, unclear.Text())
			return a.unanswered(unclear)
		}
		next, err := unclear.Settle(reply)
		if err != nil {
			return userError(err)
		}
		next.ID = translate.NewID()
		q, before = next, replied{unclear.ID, reply}
	}
}

// replied is a reply and the id of the clarification that it settled.
type replied struct{ to, reply string }

// typed returns the next line that the user types. A terminal cannot be read with a deadline, so after an interrupt the
// goroutine that reads it is abandoned; the program is about to end.
func (a *askSession) typed(ctx context.Context) (string, error) {
	type input struct {
		line string
		err  error
	}
	read := make(chan input, 1)
	go func() {
		line, err := a.reader.ReadString('\n')
		read <- input{line, err}
	}()
	select {
	case in := <-read:
		return in.line, in.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// unanswered ends a question that was asked back.
func (a *askSession) unanswered(c *translate.Clarification) error {
	if len(c.Options) > 0 {
		fmt.Fprintln(a.errOut, "Answer with --answer and the number or the name of a choice.")
	} else {
		fmt.Fprintln(a.errOut, "Answer with --answer and words.")
	}
	return cli.Fail(cli.Unclear, nil)
}

// turn asks once and records it. It returns the clarification when there is one.
func (a *askSession) turn(ctx context.Context, q translate.Question, before replied) (*translate.Clarification, error) {
	ctx, cancel := context.WithTimeout(ctx, a.settings.Timeout.Question)
	defer cancel()
	sink, err := rows.New(a.options.format, a.out)
	if err != nil {
		return nil, err
	}
	if a.options.chart {
		sink = rows.NewChart(a.out, func(why string) { fmt.Fprintln(a.errOut, why) })
	}
	run := &runner{conn: a.conn, journal: a.journal, timeout: a.settings.Timeout.Statement, sink: sink, notify: a.notify, began: time.Now()}
	run.record = audit.Record{ID: q.ID, Time: run.began, Datasource: a.database, Client: "command line", Application: "pgask",
		Role: a.conn.ParameterStatus("session_authorization"), Form: "command", Verb: string(q.Verb), Question: q.Text,
		About: before.to, Reply: before.reply}
	q.Witness = run
	var runner translate.Runner = run
	if a.options.sql {
		runner, q.ID = nil, "" // the statement is for reading, so without the mark that joins it to the record
	}
	answer, trace, err := a.agent.Ask(ctx, a.conn, q, runner)
	trace.Fill(&run.record)
	if rerr := a.recordOutcome(ctx, run, answer, err); rerr != nil {
		fmt.Fprintln(a.errOut, "warning: "+rerr.Error())
	}
	switch {
	case err != nil:
		return nil, userError(err)
	case answer.Clarification != nil:
		return answer.Clarification, nil
	case a.options.sql:
		sql := answer.Statement.SQL
		if cli.IsTerminal(a.out) {
			sql = cli.Printable(sql)
		}
		_, err := fmt.Fprintln(a.out, sql+";")
		return nil, err
	}
	if err := sink.End(); err != nil {
		return nil, err
	}
	fmt.Fprintln(a.errOut, summary(answer, time.Since(run.began)))
	return nil, nil
}

func (a *askSession) recordOutcome(ctx context.Context, run *runner, answer *translate.Answer, err error) error {
	r := &run.record
	r.Total = time.Since(run.began)
	switch {
	case err != nil:
		r.Outcome, r.SQLState, r.Message = outcomeOf(err)
	case answer.Clarification != nil:
		r.Outcome, r.SQLState = audit.Clarified, translate.CodeClarify
	case run.ran:
		r.Outcome, r.Rows, r.Bytes, r.Truncated = audit.Answered, answer.Result.Rows, answer.Result.Bytes, answer.Result.Truncated
		if first := answer.Result.First; !first.IsZero() {
			r.FirstRow = first.Sub(run.began)
		}
	default:
		r.Outcome, r.SQL, r.Translate = audit.Prepared, answer.Statement.SQL, r.Total
	}
	return a.journal.Outcome(ctx, r)
}

// outcomeOf maps an error to the outcome, the SQLSTATE and the message that the audit record gets.
func outcomeOf(err error) (o audit.Outcome, state, message string) {
	var pg *pgconn.PgError
	var e *translate.Error
	switch {
	case errors.As(err, &e):
		state, message = e.Code, e.Message
	case errors.As(err, &pg):
		state, message = pg.Code, pg.Message
	case errors.Is(err, context.Canceled):
		state, message = translate.CodeCancelled, "cancelled"
	default:
		state, message = translate.CodeInternal, err.Error()
	}
	switch state {
	case translate.CodeUnanswered, translate.CodeForm:
		return audit.Unanswered, state, message
	case translate.CodeUnsafe:
		return audit.Refused, state, message
	case translate.CodeCancelled:
		return audit.Cancelled, state, message
	}
	return audit.Failed, state, message
}

// userError returns an error with its SQLSTATE, detail and hint in the text, and with the exit code.
func userError(err error) error {
	var e *translate.Error
	var pg *pgconn.PgError
	text, detail, hint := err.Error(), "", ""
	switch {
	case errors.Is(err, context.Canceled):
		return cli.Fail(cli.Interrupted, errors.New("cancelled"))
	case errors.As(err, &e):
		text, detail, hint = display.Guard(e.Text())+" ("+e.Code+")", e.Detail, e.Hint
	case errors.As(err, &pg):
		text, detail, hint = cli.Printable(pg.Message)+" ("+pg.Code+")", pg.Detail, pg.Hint
	}
	if detail != "" {
		text += "\nDetail: " + cli.Printable(detail)
	}
	if hint != "" {
		text += "\nHint: " + cli.Printable(hint)
	}
	return cli.Fail(cli.Failed, errors.New(text))
}

func summary(answer *translate.Answer, took time.Duration) string {
	rows := "1 row"
	if n := answer.Result.Rows; n != 1 {
		rows = fmt.Sprintf("%d rows", n)
	}
	cut := ""
	if answer.Result.Truncated {
		cut = ", truncated: there are more"
	}
	return fmt.Sprintf("(%s, %s, %s%s)", rows, took.Round(time.Millisecond), answer.Engine, cut)
}
