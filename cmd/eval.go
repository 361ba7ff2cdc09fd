package cmd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/spf13/cobra"

	"github.com/pgask/pgask/service"
	"github.com/pgask/pgask/translate"
)

type evalOptions struct {
	dsn       string
	questions string
	out       string
	evidence  bool
	explain   string // id of the only question to translate
	doubts    string // file for the confidence of each answer
	reasons   string // file for what was said instead of an answer
	baseline  string // ask a model in this simplest way instead
}

func (p *program) eval() *cobra.Command {
	var o evalOptions
	cmd := &cobra.Command{
		Use:   "eval --dsn URL_WITH_%s --questions FILE {--out FILE | --explain ID}",
		Short: "Translate a file of questions, for measuring",
		Long: `Translate the questions of a JSON Lines file, in order, without running what they become. A line in has id, db,
question and perhaps evidence; a line out has id and sql, which is null when the question was not answered.
The %s of --dsn stands for the database. Progress, a summary, and the commonest reasons for silence go to standard
error. With --explain only one question of the file is translated, and how it was read is printed in words.
With --baseline ddl the model that is configured gets the whole schema as DDL and the question in one prompt, and what
it writes is taken as it is, unproven: the simplest alternative to pgask, to be compared with.`,
		Example: `  pgask eval --dsn 'postgres://postgres@127.0.0.1/%s' --questions questions.jsonl --out answers.jsonl --engine builtin
  pgask eval --dsn 'postgres://postgres@127.0.0.1/%s' --questions questions.jsonl --explain shop-17 --engine builtin`,
		Args: cobra.NoArgs,
	}
	flags := withSettings(cmd, "engine")
	cmd.Flags().StringVar(&o.dsn, "dsn", "", "connection URL in which %s stands for the database")
	cmd.Flags().StringVar(&o.questions, "questions", "", "file of questions, - for standard input")
	cmd.Flags().StringVar(&o.out, "out", "", "file for the statements, - for standard output")
	cmd.Flags().BoolVar(&o.evidence, "evidence", false, "give the translator the evidence of each question, too")
	cmd.Flags().StringVar(&o.explain, "explain", "", "print how the question with this id is read")
	cmd.Flags().StringVar(&o.doubts, "confidence", "", "file for the id and the confidence of each answer")
	cmd.Flags().StringVar(&o.reasons, "reasons", "", "file for the id of each question without an answer, and what was said to it")
	cmd.Flags().StringVar(&o.baseline, "baseline", "", "ddl: only send the model the whole schema and the question, for comparison")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := o.check(); err != nil {
			return err
		}
		s, err := p.load(cmd, flags)
		if err != nil {
			return err
		}
		library, err := service.OpenLessons(cmd.Context(), s, nil, slog.New(slog.DiscardHandler)) // and not what was learned: runs are to be alike
		if err != nil {
			return err
		}
		defer library.Close()
		agent, err := service.NewAgent(s, library, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		e := &evaluation{translator: agent.Ask, options: o, progress: cmd.ErrOrStderr(), timeout: s.Timeout.Question}
		if o.baseline != "" {
			b, err := newBaseline(s)
			if err != nil {
				return err
			}
			e.translator = b.ask
		}
		return e.files(cmd)
	}
	return cmd
}

// check returns an error that names the flags that are missing.
func (o *evalOptions) check() error {
	if o.explain != "" && o.out == "" {
		o.out = "-"
	}
	switch {
	case o.dsn == "":
		return usageError("--dsn is needed")
	case o.questions == "":
		return usageError("--questions is needed")
	case o.out == "":
		return usageError("--out or --explain is needed")
	case o.baseline != "" && o.baseline != baselineDDL:
		return usageError("--baseline: there is only ddl")
	case o.explain != "" && o.doubts+o.reasons != "":
		return usageError("--confidence and --reasons are about many questions, --explain about one")
	}
	return nil
}

// translator makes a statement of a question; translate.Agent.Ask is one. The runner is always nil.
type translator func(context.Context, *pgconn.PgConn, translate.Question, translate.Runner) (*translate.Answer, translate.Trace, error)

// evaluation translates questions one after the other, over one connection at a time.
type evaluation struct {
	translator translator
	options    evalOptions
	progress   io.Writer
	timeout    time.Duration // of one question

	conn *pgconn.PgConn
	db   string // that conn is connected to

	asked, answered, clarified, refused, failed int
	calls, tokensIn, tokensOut                  int             // of a model
	took                                        []time.Duration // from the question to the proven statement
	drafted                                     []time.Duration // of that, in the translators
	silences                                    silences
	doubts, reasons                             io.Writer // nil: nobody wants to know
}

func (e *evaluation) files(cmd *cobra.Command) (err error) {
	in, out := cmd.InOrStdin(), cmd.OutOrStdout()
	if e.options.questions != "-" {
		f, err := os.Open(e.options.questions)
		if err != nil {
			return usageError("--questions: %w", err)
		}
		defer f.Close()
		in = f
	}
	if e.options.out != "-" {
		f, err := os.Create(e.options.out)
		if err != nil {
			return usageError("--out: %w", err)
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		out = f
	}
	for _, extra := range []struct {
		flag, name string
		to         *io.Writer
	}{{"--confidence", e.options.doubts, &e.doubts}, {"--reasons", e.options.reasons, &e.reasons}} {
		if extra.name == "" {
			continue
		}
		f, err := os.Create(extra.name)
		if err != nil {
			return usageError("%s: %w", extra.flag, err)
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		*extra.to = f
	}
	return e.run(cmd.Context(), in, out)
}

// maxEvalLine bounds a line of questions.
const maxEvalLine = 1 << 20

func (e *evaluation) run(ctx context.Context, in io.Reader, out io.Writer) error {
	defer e.disconnect()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxEvalLine)
	shown := time.Now()
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var q evalQuestion
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return usageError("--questions: line %d: %w", n, err)
		}
		if q.DB == "" && strings.Contains(e.options.dsn, "%s") {
			return usageError("--questions: line %d: no db", n)
		}
		if e.options.explain != "" {
			if plainID(q.ID) == e.options.explain {
				return e.explain(ctx, q, out)
			}
			continue
		}
		if err := e.line(ctx, q, out); err != nil {
			return err
		}
		if time.Since(shown) > time.Second {
			shown = time.Now()
			fmt.Fprintf(e.progress, "%d asked, %d answered\n", e.asked, e.answered)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read --questions: %w", err)
	}
	if e.options.explain != "" {
		return usageError("--explain: no question has the id %s", e.options.explain)
	}
	e.silences.report(e.progress)
	fmt.Fprintln(e.progress, e.summary())
	if e.failed > 0 {
		return &failure{exitFailed, fmt.Errorf("%d questions could not be asked", e.failed)}
	}
	return nil
}

// line translates a question and writes what became of it.
func (e *evaluation) line(ctx context.Context, q evalQuestion, out io.Writer) error {
	answer, err := e.translate(ctx, q)
	if err != nil {
		return err
	}
	one := evalAnswer{ID: orNull(q.ID)}
	if answer != nil {
		one.SQL = &answer.Statement.SQL
		if e.doubts != nil {
			if err := writeLine(e.doubts, evalDoubt{one.ID, answer.Confidence}); err != nil {
				return fmt.Errorf("write --confidence: %w", err)
			}
		}
	}
	if err := writeLine(out, one); err != nil {
		return fmt.Errorf("write --out: %w", err)
	}
	return nil
}

// translate returns the answer to a question, or nil. An error ends the whole run.
func (e *evaluation) translate(ctx context.Context, q evalQuestion) (*translate.Answer, error) {
	e.asked++
	if err := e.reconnect(ctx, q.DB); err != nil {
		if ctx.Err() != nil {
			return nil, &failure{exitInterrupted, errors.New("interrupted")}
		}
		e.failed++
		fmt.Fprintf(e.progress, "%s: %v\n", q.ID, err)
		return nil, nil
	}
	began := time.Now()
	answer, trace, err := e.ask(ctx, q)
	e.took, e.drafted = append(e.took, time.Since(began)), append(e.drafted, drafting(trace))
	e.calls, e.tokensIn, e.tokensOut = e.calls+trace.Calls, e.tokensIn+trace.TokensIn, e.tokensOut+trace.TokensOut
	var told *translate.Error
	switch {
	case ctx.Err() != nil:
		return nil, &failure{exitInterrupted, errors.New("interrupted")}
	case errors.As(err, &told) && told.Code != translate.CodeModel && told.Code != translate.CodeInternal:
		e.refused++
		return nil, e.silent(q, told.Message, trace.Builtin.Unplaced)
	case err != nil:
		e.failed++
		fmt.Fprintf(e.progress, "%s: %v\n", q.ID, err)
		return nil, nil
	case answer.Clarification != nil:
		e.clarified++
		return nil, e.silent(q, answer.Clarification.Message, nil)
	}
	e.answered++
	return answer, nil
}

// silent notes what was said to a question instead of an answer.
func (e *evaluation) silent(q evalQuestion, message string, unplaced []string) error {
	e.silences.add(message, q.Question, unplaced)
	if e.reasons == nil {
		return nil
	}
	if err := writeLine(e.reasons, evalReason{orNull(q.ID), q.Question, message, unplaced}); err != nil {
		return fmt.Errorf("write --reasons: %w", err)
	}
	return nil
}

// ask puts one question to the agent, over the connection that is open.
func (e *evaluation) ask(ctx context.Context, q evalQuestion) (*translate.Answer, translate.Trace, error) {
	question := translate.Question{Text: q.Question, Datasource: q.DB}
	if e.options.evidence {
		question.Evidence = q.Evidence
	}
	limited, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	return e.translator(limited, e.conn, question, nil)
}

// reconnect makes sure that the connection is to db. The agent keeps the snapshot of each database.
func (e *evaluation) reconnect(ctx context.Context, db string) error {
	if e.conn != nil && e.db == db && !e.conn.IsClosed() {
		return nil
	}
	e.disconnect()
	conn, _, err := connect(ctx, withDatabase(e.options.dsn, db))
	if err != nil {
		return err
	}
	e.conn, e.db = conn, db
	return nil
}

func (e *evaluation) disconnect() {
	if e.conn != nil {
		disconnect(e.conn)
		e.conn = nil
	}
}

// withDatabase puts the name in place of %s, escaped if it is part of a URL.
func withDatabase(dsn, db string) string {
	if strings.Contains(dsn, "://") {
		db = url.PathEscape(db)
	} else {
		db = "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(db) + "'"
	}
	return strings.ReplaceAll(dsn, "%s", db)
}

func (e *evaluation) summary() string {
	slices.Sort(e.took)
	slices.Sort(e.drafted)
	text := fmt.Sprintf("%d asked: %d answered, %d clarified, %d refused, %d failed; translation p50 %.1f ms, p99 %.1f ms; of that drafting p50 %.1f ms, p99 %.1f ms",
		e.asked, e.answered, e.clarified, e.refused, e.failed, percentile(e.took, 50), percentile(e.took, 99),
		percentile(e.drafted, 50), percentile(e.drafted, 99))
	if e.calls > 0 {
		text += fmt.Sprintf("; %d model calls, %d tokens in, %d out", e.calls, e.tokensIn, e.tokensOut)
	}
	return text
}

// drafting returns the time that the translators spent on a question.
func drafting(t translate.Trace) time.Duration {
	var took time.Duration
	for _, s := range t.States {
		if s.Name == "plan" {
			took += s.Took
		}
	}
	return took
}

// percentile of sorted times, in milliseconds.
func percentile(sorted []time.Duration, p int) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return float64(sorted[min(len(sorted)-1, len(sorted)*p/100)].Microseconds()) / 1000
}
