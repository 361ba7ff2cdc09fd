package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/pgask/pgask/translate"
)

// explain prints how one question was read: what its words were taken to mean, what became of it, and why.
func (e *evaluation) explain(ctx context.Context, q evalQuestion, out io.Writer) error {
	if err := e.reconnect(ctx, q.DB); err != nil {
		return &failure{exitFailed, err}
	}
	answer, trace, err := e.ask(ctx, q)
	if ctx.Err() != nil {
		return &failure{exitInterrupted, errors.New("interrupted")}
	}
	var told *translate.Error
	if err != nil && !errors.As(err, &told) {
		return &failure{exitFailed, err}
	}
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-11s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("question", "%s", q.Question)
	if e.options.evidence && q.Evidence != "" {
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
		line("asked back", "%s", strings.ReplaceAll(answer.Clarification.Text(), "\n", "\n            "))
		explainAnswer(line, answer)
	default:
		line("engine", "%s", answer.Engine)
		explainAnswer(line, answer)
	}
	_, err = io.WriteString(out, printableLines(b.String()))
	return err
}

// explainAnswer prints how an answer came about, also one that was withheld for its low confidence.
func explainAnswer(line func(name, format string, args ...any), a *translate.Answer) {
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
