package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/pgask/pgask/audit"
)

// recordLine is a record in one line.
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
	return printable(fmt.Sprintf("%s  %-12s  %-16s  %s@%s  %d rows  %s  %s", e.Time.Local().Format("2006-01-02 15:04:05"), e.ID, what,
		e.Role, e.Datasource, e.Rows, e.Total.Round(time.Millisecond), text))
}

// recordStory is a record in many lines, in the order in which things happened.
func recordStory(e *audit.Entry) string {
	var b strings.Builder
	event := string(e.Event)
	if e.Trial {
		event += " of a trial"
	}
	if e.Own != "" {
		event += " of pgask's own " + e.Own
	}
	fmt.Fprintf(&b, "%s %d, %s\n", event, e.Seq, e.Time.Local().Format(time.RFC3339))
	add := func(name, text string) {
		if text != "" && text != "0" && text != "0s" {
			fmt.Fprintf(&b, "  %-14s %s\n", name, printable(text))
		}
	}
	add("id", e.ID)
	add("about", e.About)
	add("asked by", e.Role+" on "+e.Datasource)
	add("acting as", e.Acting)
	add("from", strings.TrimSpace(e.Client+" "+e.Application))
	add("session", strings.TrimSpace(e.Session+" "+e.Proxy))
	add("claimed actor", e.Actor)
	add("remark", e.Remark)
	add("form", strings.TrimSpace(e.Form+" "+e.Verb))
	add("question", e.Question)
	add("reply", e.Reply)
	add("feedback", strings.TrimSpace(string(e.Feedback)+" "+e.FeedbackReason))
	for _, s := range e.States {
		add("state", strings.TrimSpace(fmt.Sprintf("%-11s %-9s %s", s.Name, s.Took.Round(time.Microsecond), s.Note)))
	}
	for i, a := range e.Attempts {
		add(fmt.Sprintf("attempt %d", i+1), a.Draft)
		add("  failed", strings.TrimSpace(strings.TrimSpace(a.SQLState+" "+a.Class)+" "+a.Error))
		add("  advice", a.Advice)
	}
	add("engine", strings.TrimSpace(e.Engine+" "+e.Model))
	if e.Calls > 0 {
		add("model calls", fmt.Sprintf("%d, %d tokens in (%d cached), %d out", e.Calls, e.TokensIn, e.TokensCached, e.TokensOut))
	}
	if e.ModelCost > 0 {
		add("model cost", fmt.Sprintf("%.6f", e.ModelCost))
	}
	add("prompt", e.Prompt)
	for _, k := range e.Prompts {
		add("prompts kept", fmt.Sprintf("%d calls, %d bytes, in %s", k.Calls, k.Bytes, k.Name))
	}
	if e.PromptsLost > 0 {
		add("prompts lost", fmt.Sprintf("of %d calls", e.PromptsLost))
	}
	add("lessons", strings.Join(e.Lessons, ", "))
	add("pin", e.Pin)
	add("reading", e.Reading)
	if e.Confidence > 0 {
		add("confidence", fmt.Sprintf("%.2f", e.Confidence))
	}
	add("asked back", e.Clarified)
	add("sql", e.SQL)
	add("within", e.Within)
	add("fingerprint", e.Fingerprint)
	add("reads", strings.Join(e.Relations, ", "))
	add("looked in", strings.Join(e.LookedUp, ", "))
	add("columns", strings.Join(e.Columns, ", "))
	add("verdict", strings.TrimSpace(e.Verdict+" "+e.Rule))
	add("policy", e.Policy)
	if e.Cost > 0 {
		add("estimate", fmt.Sprintf("cost %.2f, %.0f rows", e.Cost, e.PlanRows))
	}
	add("outcome", strings.TrimSpace(string(e.Outcome)+" "+e.SQLState+" "+e.Message))
	if e.Rows > 0 {
		add("rows", fmt.Sprintf("%d, %d bytes", e.Rows, e.Bytes))
	}
	if e.Truncated {
		add("truncated", "there were more")
	}
	if e.Cut {
		add("cut", "the record was too long, its lists lack their ends")
	}
	add("translated in", e.Translate.Round(time.Microsecond).String())
	add("first row", e.FirstRow.Round(time.Microsecond).String())
	add("total", e.Total.Round(time.Microsecond).String())
	return b.String()
}
