package eval

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/display"
	"github.com/pgask/pgask/translate"
)

// Translator makes a statement of a question; translate.Agent.Ask is one. The runner is always nil.
type Translator func(context.Context, *pgconn.PgConn, translate.Question, translate.Runner) (*translate.Answer, translate.Trace, error)

// Run lets a translator answer questions, one after the other, without running what it writes.
type Run struct {
	Translator Translator
	Databases  *Databases
	Timeout    time.Duration // of one question
	Evidence   bool          // give the translator the evidence of each question, too
	Progress   io.Writer     // what fails, and every second how far it is

	asked, answered, clarified, refused, failed int
	calls, tokensIn, tokensOut                  int             // of a model
	took                                        []time.Duration // from the question to the proven statement
	drafted                                     []time.Duration // of that, in the translators
	silences                                    silences
}

// Said is what became of one question.
type Said struct {
	Prediction
	Message  string   // instead of an answer
	Unplaced []string // words of the question that could not be placed
}

// All asks the questions in order and hands on what was said to each. Only ctx, or told, ends it early.
func (r *Run) All(ctx context.Context, questions []Question, told func(Question, Said) error) error {
	shown := time.Now()
	for _, q := range questions {
		said := r.one(ctx, q)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := told(q, said); err != nil {
			return err
		}
		if time.Since(shown) > time.Second {
			shown = time.Now()
			fmt.Fprintf(r.Progress, "%d asked, %d answered\n", r.asked, r.answered)
		}
	}
	return nil
}

// Failed is how many questions could not be asked, or crashed the translator.
func (r *Run) Failed() int { return r.failed }

// one asks a question. Whatever goes wrong is the result of this question and not the end of the run.
func (r *Run) one(ctx context.Context, q Question) Said {
	r.asked++
	said := Said{Prediction: Prediction{ID: q.ID}}
	began := time.Now()
	answer, trace, err := r.ask(ctx, q)
	r.took, r.drafted = append(r.took, time.Since(began)), append(r.drafted, drafting(trace))
	r.calls, r.tokensIn, r.tokensOut = r.calls+trace.Calls, r.tokensIn+trace.TokensIn, r.tokensOut+trace.TokensOut
	var told *translate.Error
	switch {
	case errors.As(err, &told) && told.Code != translate.CodeModel && told.Code != translate.CodeInternal:
		r.refused++
		said.Code, said.Message, said.Unplaced = told.Code, told.Message, trace.Builtin.Unplaced
		r.silences.add(said.Message, q.Text, said.Unplaced)
	case err != nil:
		r.failed++
		if told != nil {
			said.Code = told.Code
		}
		said.Failure = err.Error()
		fmt.Fprintf(r.Progress, "%s: %v\n", q.ID, err)
	case answer.Clarification != nil:
		r.clarified++
		said.Clarify, said.Message = string(answer.Clarification.Text()), answer.Clarification.Message
		r.silences.add(said.Message, q.Text, nil)
	default:
		r.answered++
		said.SQL, said.Confidence = &answer.Statement.SQL, answer.Confidence
	}
	return said
}

// ask puts one question to the translator. A panic of it is an error with its stack in the progress.
func (r *Run) ask(ctx context.Context, q Question) (*translate.Answer, translate.Trace, error) {
	conn, err := r.Databases.connect(ctx, q.DB)
	if err != nil {
		return nil, translate.Trace{}, err
	}
	return r.put(ctx, conn, q)
}

func (r *Run) put(ctx context.Context, conn *pgconn.PgConn, q Question) (answer *translate.Answer, trace translate.Trace, err error) {
	question := translate.Question{Text: q.Text, Datasource: q.DB}
	if r.Evidence {
		question.Evidence = q.Evidence
	}
	limited, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(r.Progress, "%s\n", debug.Stack())
			r.Databases.Close() // who knows what it is in the middle of
			answer, err = nil, fmt.Errorf("the translator crashed: %v", p)
		}
	}()
	return r.Translator(limited, conn, question, nil)
}

// Summary writes the commonest reasons for silence, then counts and times.
func (r *Run) Summary(w io.Writer) {
	r.silences.report(w)
	slices.Sort(r.took)
	slices.Sort(r.drafted)
	fmt.Fprintf(w, "%d asked: %d answered, %d clarified, %d refused, %d failed; translation p50 %.1f ms, p99 %.1f ms; of that drafting p50 %.1f ms, p99 %.1f ms",
		r.asked, r.answered, r.clarified, r.refused, r.failed, percentile(r.took, 50), percentile(r.took, 99),
		percentile(r.drafted, 50), percentile(r.drafted, 99))
	if r.calls > 0 {
		fmt.Fprintf(w, "; %d model calls, %d tokens in, %d out", r.calls, r.tokensIn, r.tokensOut)
	}
	fmt.Fprintln(w)
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

// Explain writes how one question was read: what its words were taken to mean, what became of it, and why.
func (r *Run) Explain(ctx context.Context, q Question) (string, error) {
	answer, trace, err := r.ask(ctx, q)
	var told *translate.Error
	if err != nil && !errors.As(err, &told) {
		return "", err
	}
	var b strings.Builder
	line := func(name, format display.Text, args ...any) {
		b.WriteString(string(display.Sprintf("%-11s %s\n", name, display.Sprintf(format, args...))))
	}
	line("question", "%s", q.Text)
	if r.Evidence && q.Evidence != "" {
		line("evidence", "%s", q.Evidence)
	}
	for _, m := range trace.Builtin.Matches {
		line("matched", "“%s” → %s (%.2f)", m.Phrase, m.Meaning, m.Score)
	}
	if len(trace.Builtin.Unplaced) > 0 {
		line("unplaced", "%s", strings.Join(trace.Builtin.Unplaced, ", "))
	}
	if trace.Builtin.Reason != "" {
		line("built-in", "%s", trace.Builtin.Reason)
	}
	switch {
	case told != nil:
		line("silent", "%s %s", told.Code, told.Message)
	case answer.Clarification != nil:
		var name display.Text = "asked back"
		for one := range strings.SplitSeq(string(answer.Clarification.Text()), "\n") {
			line(name, "%s", one)
			name = ""
		}
		explainAnswer(line, answer)
	default:
		line("engine", "%s", answer.Engine)
		explainAnswer(line, answer)
	}
	return b.String(), nil
}

// explainAnswer writes how an answer came about, also one that was withheld for its low confidence.
func explainAnswer(line func(name, format display.Text, args ...any), a *translate.Answer) {
	if a.Plan == nil && a.Statement.SQL == "" {
		return
	}
	line("reading", "%s", a.Reading)
	for _, s := range a.Assumptions {
		line("assuming", "%s", s)
	}
	line("confidence", "%.2f", a.Confidence)
	if a.Statement.SQL != "" {
		line("sql", "%s", a.Statement.SQL)
	}
}
