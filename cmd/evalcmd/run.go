// Package evalcmd is pgask eval: many questions, by package eval. run.go asks them, score.go judges, baseline.go is a
// comparison.
package evalcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/eval"
	"github.com/pgask/pgask/service"
)

// options are the flags of pgask eval and its subcommands; each has those that it needs.
type options struct {
	dsn       string
	questions []string
	frozen    bool
	out       string
	evidence  bool
	explain   string        // id of the only question to translate
	doubts    string        // file for the confidence of each answer
	reasons   string        // file for what was said instead of an answer
	baseline  string        // ask a model in this simplest way instead
	timeout   time.Duration // of a statement that is measured; 0: as package eval has it
}

// Command is pgask eval.
func Command(p *cli.Program) *cobra.Command {
	cmd := runCommand(p, &cobra.Command{
		Use:   "eval --dsn URL_WITH_%s --questions FILE {--out FILE | --explain ID}",
		Short: "Measure the translators on files of questions",
		Long: `Measure the translators on files of questions. Without a subcommand it is pgask eval run.

Databases that are kept unseen until an issue is closed (eval/frozen.txt) are left out, unless --frozen is given.`,
		Example: `  pgask eval --dsn 'postgres://postgres@127.0.0.1/%s' --questions questions.jsonl --out answers.jsonl --engine builtin
  pgask eval --dsn 'postgres://postgres@127.0.0.1/%s' --questions questions.jsonl --explain shop-17 --engine builtin
  pgask eval score --dsn 'postgres://eval_ro@127.0.0.1/%s' --questions questions.jsonl answers.jsonl
  pgask eval compare --dsn 'postgres://eval_ro@127.0.0.1/%s' --questions questions.jsonl before.jsonl after.jsonl`,
	})
	cmd.AddCommand(runCommand(p, &cobra.Command{
		Use:   "run --dsn URL_WITH_%s --questions FILE {--out FILE | --explain ID}",
		Short: "Translate a file of questions",
		Long: `Translate the questions of a JSON Lines file, in order, without running what they become. A line in has id, db,
question and perhaps evidence; a line out has id and sql, which is null when the question was not answered, and as they apply
confidence, clarify (what was asked back), sqlstate (of the error that came instead) and failure (why it could not be asked).
The %s of --dsn stands for the database. Progress, a summary, and the commonest reasons for silence go to standard
error. With --explain only one question of the file is translated, and how it was read is printed in words.
With --baseline ddl the model that is configured gets the whole schema as DDL and the question in one prompt, and what
it writes is taken as it is, unproven: the simplest alternative to pgask, to be compared with.`,
	}), scoreCommand(), compareCommand(), algebraCommand(), recallCommand(), readingsCommand(), promptsCommand(),
		fitCommand(), negativesCommand())
	return cmd
}

// measured gives a command the flags that all of eval have.
func (o *options) measured(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.dsn, "dsn", "", "connection URL in which %s stands for the database")
	cmd.Flags().StringArrayVar(&o.questions, "questions", nil, "file of questions, - for standard input; may be repeated")
	cmd.Flags().BoolVar(&o.frozen, "frozen", false, "keep the questions about databases that are to stay unseen")
}

func runCommand(p *cli.Program, cmd *cobra.Command) *cobra.Command {
	var o options
	cmd.Args = cobra.NoArgs
	flags := cli.WithSettings(cmd, "engine")
	o.measured(cmd)
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
		questions, err := o.read(cmd)
		if err != nil {
			return err
		}
		run, done, err := evaluation(p, cmd, flags, &o)
		if err != nil {
			return err
		}
		defer done()
		if o.explain != "" {
			return o.explainOne(cmd, run, questions)
		}
		return o.translate(cmd, run, questions)
	}
	return cmd
}

// check returns an error that names the flags that are missing.
func (o *options) check() error {
	if o.explain != "" && o.out == "" {
		o.out = "-"
	}
	switch {
	case o.dsn == "":
		return cli.UsageError("--dsn is needed")
	case len(o.questions) == 0:
		return cli.UsageError("--questions is needed")
	case o.out == "":
		return cli.UsageError("--out or --explain is needed")
	case o.baseline != "" && o.baseline != baselineDDL:
		return cli.UsageError("--baseline: there is only ddl")
	case o.explain != "" && o.doubts+o.reasons != "":
		return cli.UsageError("--confidence and --reasons are about many questions, --explain about one")
	}
	return nil
}

// asked returns the questions, which need --dsn, too.
func (o *options) asked(cmd *cobra.Command) ([]eval.Question, error) {
	if o.dsn == "" || len(o.questions) == 0 {
		return nil, cli.UsageError("--dsn and --questions are needed")
	}
	return o.read(cmd)
}

// measuring makes a command that measures something of each question in its database, and reports it. What it
// measures with is set by flags by then.
func measuring[T any](cmd *cobra.Command, o *options, measure func(context.Context, *eval.Databases, []eval.Question) ([]T, error),
	report func(io.Writer, []T) error) *cobra.Command {
	var details string
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		questions, err := o.asked(cmd)
		if err != nil {
			return err
		}
		databases := &eval.Databases{DSN: o.dsn, Timeout: o.timeout}
		defer databases.Close()
		all, err := measure(cmd.Context(), databases, questions)
		if err != nil {
			return cli.InterruptedOr(cmd.Context(), err)
		}
		if err := writeDetails(cmd, details, all); err != nil {
			return err
		}
		return report(cmd.OutOrStdout(), all)
	}
	o.measured(cmd)
	cmd.Flags().StringVar(&details, "details", "", "file for what became of each question")
	return cmd
}

// read returns the questions of the files, and says how many it leaves out because their databases are frozen.
func (o *options) read(cmd *cobra.Command) ([]eval.Question, error) {
	var all []eval.Question
	for _, name := range o.questions {
		part, err := readQuestions(cmd, name)
		if err != nil {
			return nil, cli.UsageError("--questions: %w", err)
		}
		for i, q := range part {
			if q.DB == "" && strings.Contains(o.dsn, "%s") {
				return nil, cli.UsageError("--questions: question %d: no db", i+1)
			}
		}
		all = append(all, part...)
	}
	if o.frozen {
		return all, nil
	}
	rest, left := eval.Unfrozen(all)
	if left > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%d of %d questions left out, whose databases are frozen (--frozen keeps them)\n", left, len(all))
	}
	return rest, nil
}

func readQuestions(cmd *cobra.Command, name string) ([]eval.Question, error) {
	if name == "-" {
		return eval.ReadQuestions(cmd.InOrStdin())
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return eval.ReadQuestions(f)
}

// evaluation returns a run of the translators that are configured, and what frees them.
func evaluation(p *cli.Program, cmd *cobra.Command, flags *cli.SettingsFlags, o *options) (*eval.Run, func(), error) {
	s, err := p.Load(cmd, flags)
	if err != nil {
		return nil, nil, err
	}
	library, err := service.OpenLessons(cmd.Context(), s, nil,
		slog.New(slog.DiscardHandler)) // and not what was learned: runs are to be alike
	if err != nil {
		return nil, nil, err
	}
	run := &eval.Run{Databases: &eval.Databases{DSN: o.dsn}, Timeout: s.Timeout.Question, Evidence: o.evidence, Progress: cmd.ErrOrStderr()}
	done := func() { run.Databases.Close(); library.Close() }
	if o.baseline != "" {
		b, err := newBaseline(s)
		if err != nil {
			done()
			return nil, nil, err
		}
		run.Translator = b.ask
		return run, done, nil
	}
	agent, err := service.NewAgent(s, library, slog.New(slog.DiscardHandler))
	if err != nil {
		done()
		return nil, nil, err
	}
	run.Translator = agent.Ask
	return run, done, nil
}

func (o *options) explainOne(cmd *cobra.Command, run *eval.Run, questions []eval.Question) error {
	for _, q := range questions {
		if q.ID.String() != o.explain {
			continue
		}
		text, err := run.Explain(cmd.Context(), q)
		if err != nil {
			return cli.InterruptedOr(cmd.Context(), err)
		}
		_, err = io.WriteString(cmd.OutOrStdout(), text)
		return err
	}
	return cli.UsageError("--explain: no question has the id %s", o.explain)
}

// doubt is a line of --confidence: how sure an answer is, 0 to 1.
type doubt struct {
	ID         eval.ID `json:"id"`
	Confidence float64 `json:"confidence"`
}

// reason is a line of --reasons: what was said to a question that was not answered.
type reason struct {
	ID       eval.ID  `json:"id"`
	Question string   `json:"question"`
	Message  string   `json:"message"`
	Unplaced []string `json:"unplaced,omitempty"`
}

// translate asks all questions and writes what was said to each.
func (o *options) translate(cmd *cobra.Command, run *eval.Run, questions []eval.Question) (err error) {
	var files [3]io.Writer
	for i, name := range []string{o.out, o.doubts, o.reasons} {
		w, closes, err := cli.Create(cmd, name)
		if err != nil {
			return cli.UsageError("%s: %w", []string{"--out", "--confidence", "--reasons"}[i], err)
		}
		defer func() { err = errors.Join(err, closes()) }()
		files[i] = w
	}
	ended := run.All(cmd.Context(), questions, func(q eval.Question, said eval.Said) error {
		err := cli.WriteLine(files[0], said.Prediction)
		if said.SQL != nil {
			return errors.Join(err, cli.WriteLine(files[1], doubt{q.ID, said.Confidence}))
		}
		if said.Message != "" {
			err = errors.Join(err, cli.WriteLine(files[2], reason{q.ID, q.Text, said.Message, said.Unplaced}))
		}
		return err
	})
	if ended != nil {
		return cli.InterruptedOr(cmd.Context(), ended)
	}
	run.Summary(cmd.ErrOrStderr())
	if n := run.Failed(); n > 0 {
		return cli.Fail(cli.Failed, fmt.Errorf("%d questions could not be asked", n))
	}
	return nil
}

// writeDetails writes a line for each of all into the file of --details; "" for none.
func writeDetails[T any](cmd *cobra.Command, name string, all []T) error {
	w, closes, err := cli.Create(cmd, name)
	if err != nil {
		return cli.UsageError("--details: %w", err)
	}
	for _, one := range all {
		if err := cli.WriteLine(w, one); err != nil {
			_ = closes()
			return fmt.Errorf("write --details: %w", err)
		}
	}
	return closes()
}
