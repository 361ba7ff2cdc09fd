package auditcmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/cmd/cli"
)

// recordLine returns a record in one line.
func recordLine(e *audit.Entry) string {
	what := string(e.Event)
	if e.Outcome != "" {
		what = string(e.Outcome)
	}
	text := e.Question
	if e.Event == audit.Note {
		text = e.Message
	}
	if e.Own != "" {
		what += " " + e.Own
	}
	if e.SQLState != "" {
		what += " " + e.SQLState
	}
	return cli.Printable(fmt.Sprintf("%s  %-12s  %-16s  %s@%s  %d rows  %s  %s", e.Time.Local().Format("2006-01-02 15:04:05"), e.ID, what,
		e.Role, e.Datasource, e.Rows, e.Total.Round(time.Millisecond), text))
}

// recordStory returns all of a record, a line for each field, in the order in which things happened.
func recordStory(e *audit.Entry) string {
	var t storyText
	event := string(e.Event)
	if e.Trial {
		event += " of a trial"
	}
	if e.Own != "" {
		event += " of pgask's own " + e.Own
	}
	fmt.Fprintf(&t, "%s %d, %s\n", event, e.Seq, e.Time.Local().Format(time.RFC3339))
	t.question(e)
	t.attempts(e)
	t.translation(e)
	t.statement(e)
	t.outcome(e)
	return t.String()
}

// storyText is the text of recordStory. Its methods write a section each.
type storyText struct{ strings.Builder }

// add writes a line, unless there is nothing to say.
func (t *storyText) add(name, text string) {
	if text != "" && text != "0" && text != "0s" {
		fmt.Fprintf(t, "  %-14s %s\n", name, cli.Printable(text))
	}
}

func (t *storyText) question(e *audit.Entry) {
	t.add("id", e.ID)
	t.add("about", e.About)
	t.add("asked by", e.Role+" on "+e.Datasource)
	t.add("acting as", e.Acting)
	t.add("from", strings.TrimSpace(e.Client+" "+e.Application))
	t.add("session", strings.TrimSpace(e.Session+" "+e.Proxy))
	t.add("claimed actor", e.Actor)
	t.add("remark", e.Remark)
	t.add("form", strings.TrimSpace(e.Form+" "+e.Verb))
	t.add("question", e.Question)
	t.add("reply", e.Reply)
	t.add("feedback", strings.TrimSpace(string(e.Feedback)+" "+e.FeedbackReason))
}

func (t *storyText) attempts(e *audit.Entry) {
	for _, s := range e.States {
		t.add("state", strings.TrimSpace(fmt.Sprintf("%-11s %-9s %s", s.Name, s.Took.Round(time.Microsecond), s.Note)))
	}
	for i, a := range e.Attempts {
		t.add(fmt.Sprintf("attempt %d", i+1), a.Draft)
		t.add("  failed", strings.TrimSpace(strings.TrimSpace(a.SQLState+" "+a.Class)+" "+a.Error))
		t.add("  advice", a.Advice)
	}
}

func (t *storyText) translation(e *audit.Entry) {
	t.add("engine", strings.TrimSpace(e.Engine+" "+e.Model))
	if e.Calls > 0 {
		t.add("model calls", fmt.Sprintf("%d, %d tokens in (%d cached), %d out", e.Calls, e.TokensIn, e.TokensCached, e.TokensOut))
	}
	if e.ModelCost > 0 {
		t.add("model cost", fmt.Sprintf("%.6f", e.ModelCost))
	}
	t.add("prompt", e.Prompt)
	for _, k := range e.Prompts {
		t.add("prompts kept", fmt.Sprintf("%d calls, %d bytes, in %s", k.Calls, k.Bytes, k.Name))
	}
	if e.PromptsLost > 0 {
		t.add("prompts lost", fmt.Sprintf("of %d calls", e.PromptsLost))
	}
	t.add("lessons", strings.Join(e.Lessons, ", "))
	t.add("pin", e.Pin)
	t.add("reading", e.Reading)
	if e.Confidence > 0 {
		t.add("confidence", fmt.Sprintf("%.2f", e.Confidence))
	}
	t.add("asked back", e.Clarified)
}

func (t *storyText) statement(e *audit.Entry) {
	t.add("sql", e.SQL)
	t.add("sent", e.Sent)
	t.add("within", e.Within)
	t.add("fingerprint", e.Fingerprint)
	t.add("reads", strings.Join(e.Relations, ", "))
	t.add("looked in", strings.Join(e.LookedUp, ", "))
	t.add("columns", strings.Join(e.Columns, ", "))
	t.add("verdict", strings.TrimSpace(e.Verdict+" "+e.Rule))
	t.add("policy", e.Policy)
	if e.Cost > 0 {
		t.add("estimate", fmt.Sprintf("cost %.2f, %.0f rows", e.Cost, e.PlanRows))
	}
}

func (t *storyText) outcome(e *audit.Entry) {
	t.add("outcome", strings.TrimSpace(string(e.Outcome)+" "+e.SQLState+" "+e.Message))
	if e.Rows > 0 {
		t.add("rows", fmt.Sprintf("%d, %d bytes", e.Rows, e.Bytes))
	}
	if e.Truncated {
		t.add("truncated", "there were more")
	}
	if e.Cut {
		t.add("cut", "the record was too long, its lists lack their ends")
	}
	t.add("translated in", e.Translate.Round(time.Microsecond).String())
	t.add("first row", e.FirstRow.Round(time.Microsecond).String())
	t.add("total", e.Total.Round(time.Microsecond).String())
}
