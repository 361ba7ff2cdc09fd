package translate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/display"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/about"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/memory"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/wordform"
)

// mark appends the question's id, which relates the server's log and pg_stat_activity to the record. The id is
// hexadecimal and made by the proxy, so it is safe in a comment.
func (q *Question) mark(sql string) string {
	if q.ID == "" {
		return sql
	}
	return sql + " /* pgask " + q.ID + " */"
}

// finishStatement turns the proven statement into the one that the verb asks for, with the notices before its rows.
func (w *work) finishStatement() {
	s := &w.answer.Statement
	switch {
	case w.question.Verb == SQL:
		w.answer.Statement.show([]about.Column{{Name: "sql", Type: "text"}},
			[][]string{{about.LaidOut(w.verdict.SQL, w.question.atTerminal())}})
		return
	case w.question.Verb == Explain:
		w.answer.Statement.show(about.AspectColumns, w.aspects())
		s.Stands = w.verdict.SQL // the rows contain a whole prompt
		return
	}
	if !w.question.Inline && (w.question.Chart || w.settings.Chart) {
		s.Draw = w.settings.Width
	}
	if !limited(w.draft.plan, w.verdict.SQL) && !w.question.Inline {
		s.MaxRows = w.agent.cfg.MaxRows
		if w.settings.MaxRows > 0 {
			s.MaxRows = w.settings.MaxRows
		}
	}
	if w.answer.Reading != "" {
		s.Notices = append(s.Notices, Notice{Severity: "NOTICE", Message: w.answer.Reading, Detail: w.question.idDetail()})
	}
	if w.question.atTerminal() && w.draft.plan != nil {
		if _, left := w.readable(w.draft.plan); left > 0 {
			s.Notices = append(s.Notices, Notice{Severity: "NOTICE", Message: fmt.Sprintf("%d more columns: ASK all columns of …; shows them.", left)})
		}
	}
	for _, a := range w.answer.Assumptions {
		s.Notices = append(s.Notices, Notice{Severity: "NOTICE", Message: "assumed: " + a})
	}
	for _, u := range w.unused() {
		s.Notices = append(s.Notices, Notice{Severity: "NOTICE", Message: u})
	}
	s.Notices = append(s.Notices, w.complained(w.draft.engine)...)
	s.Notices = append(s.Notices, w.question.remembered(w.applied(w.draft.engine))...)
	if w.settings.ShowSQL && !w.tells() {
		s.Notices = append(s.Notices, w.question.sqlNotice(w.verdict.SQL))
	}
}

// atTerminal reports whether people at a terminal read the answer's rows, rather than an enclosing statement.
func (q *Question) atTerminal() bool { return q.Terminal && !q.Inline }

// sqlNotice shows the proven statement, broken into lines for a terminal.
func (q *Question) sqlNotice(sql string) Notice {
	n := Notice{Severity: "NOTICE", Message: "SQL: " + sql}
	if q.Terminal {
		n.Layout = display.Sprintf("SQL: %s", about.Layout(sql))
	}
	return n
}

// remembered returns notices about clarifications that were skipped because the role has answered them before.
// Without these, the reading would seem to be the only one.
func (q *Question) remembered(applied []lessons.Lesson) []Notice {
	var told []Notice
	for _, l := range applied {
		if l.Source == memory.ByRule && len(told) < maxRemembered {
			told = append(told, Notice{Severity: "NOTICE",
				Message: fmt.Sprintf("assumed: “%s” is %s, by the rule that was learned from other words",
					say.Clip(l.Words, 100), say.Clip(l.Means, 200)),
				Hint: "After ASK bad; the rule counts for less."})
		}
		if l.Source == lessons.FromCorrection && !q.saysAll(l.Means) && len(told) < maxRemembered {
			told = append(told, Notice{Severity: "NOTICE",
				Message: fmt.Sprintf("assumed: “%s” is %s, as was answered before", say.Clip(l.Words, 100), say.Clip(l.Means, 200)),
				Hint:    "After ASK bad; you are asked again."})
		}
	}
	return told
}

// saysAll reports whether the question contains every word of a name.
func (q *Question) saysAll(name string) bool {
	said := wordform.Plain(q.Text)
	return !slices.ContainsFunc(wordform.Plain(strings.ReplaceAll(name, "_", " ")),
		func(word string) bool { return !slices.Contains(said, word) })
}

// maxRemembered bounds the notices of remembered.
const maxRemembered = 5

// idDetail returns the detail of a notice with the question's id, for follow-ups and feedback by programs or from
// other sessions.
func (q *Question) idDetail() string {
	if q.ID == "" {
		return ""
	}
	return `{"id":"` + q.ID + `"}`
}

// limited reports whether the statement has a limit of its own.
func limited(p *plan.Plan, sql string) bool {
	if p != nil {
		return p.Limit != nil
	}
	tree, err := pg.Parse(sql) // the guard has parsed it, so it is within the bounds
	return err == nil && len(tree.Stmts) == 1 && tree.Stmts[0].Stmt.GetSelectStmt().GetLimitCount() != nil
}

// show replaces the statement by VALUES of the proxy's own data. Writing it cannot fail.
func (s *Statement) show(columns []about.Column, rows [][]string) {
	sql, err := about.Values(columns, rows)
	if err != nil {
		sql, _ = about.Values([]about.Column{{Name: "error", Type: "text"}}, [][]string{{err.Error()}})
	}
	s.SQL, s.Sent, s.MaxRows, s.Tells = sql, "", 0, true
}

// showPrompt makes the answer to ask prompt: what a model would be sent, part by part, with about how many tokens
// each takes. Nothing is sent. The question's words are looked up as they would be.
func (w *work) showPrompt(ctx context.Context) (state, error) {
	if err := w.link(ctx); err != nil {
		return stDone, err
	}
	w.answer.Engine = EngineModel
	w.answer.Statement.show([]about.Column{{Name: "part", Type: "text"}, {Name: "tokens", Type: "int4"},
		{Name: "text", Type: "text"}}, w.byModel().Parts(w.toModel(), &w.told))
	w.answer.Statement.Stands = "ask prompt"
	return stExecute, nil
}

// aspects returns the answer to ask explain:.
func (w *work) aspects() [][]string {
	e := about.Explained{Terminal: w.question.atTerminal(), Question: w.question.Text, Reading: w.answer.Reading,
		Assumptions: w.answer.Assumptions, Engine: w.answer.Engine,
		Relations: w.verdict.Relations, Plan: w.draft.plan, Pin: w.recalled.pin, Lessons: w.applied(w.draft.engine),
		Fixes: w.fixes, Read: w.readAspects(),
		SQL: w.verdict.SQL, Cost: w.trace.Cost, PlanRows: w.trace.PlanRows, ID: w.question.ID,
		States: w.trace.statesPassed(), Shown: w.told.Schema, Chosen: w.told.Chosen()}
	if w.shown == nil {
		e.Confidence = &w.answer.Confidence
	}
	if !e.Terminal {
		e.Prompt = w.byModel().Prompt(w.toModel(), &w.told)
	}
	return e.Rows()
}

// readAspects returns how the built-in translator read the question, as far as it can say and the caller may know.
func (c *caller) readAspects() []drafts.Aspect {
	if c.trace.Builtin.Explain == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.trace.Builtin.Explain()), func(a drafts.Aspect) bool { return !c.mayTell(a.Detail) })
}

// explainsSilence shows why a question has no answer, if ask explain: is about it.
func (w *work) explainsSilence(err error) bool {
	var silent *Error
	if w.question.Verb != Explain || !errors.As(err, &silent) || silent.Code != CodeUnanswered || w.trace.Builtin.Explain == nil {
		return false
	}
	why := about.Silence{Terminal: w.question.atTerminal(), Question: w.question.Text, Message: silent.Message,
		Detail: silent.Detail, Hint: silent.Hint,
		Read: w.readAspects(), ID: w.question.ID, States: w.trace.statesPassed()}
	w.unanswered, w.answer.Engine, w.answer.Reading = true, EngineBuiltin, "Why there is no answer."
	w.answer.Statement = Statement{MinNotice: w.settings.MinNotice, Stands: "ask explain:"}
	w.answer.Statement.show(about.AspectColumns, why.Rows())
	return true
}

// statesPassed returns the states passed so far, with their remarks.
func (t *Trace) statesPassed() []string {
	var states []string
	for _, s := range t.States {
		text := s.Name
		if s.Note != "" {
			text += " (" + s.Note + ")"
		}
		states = append(states, text)
	}
	return append(states, string(stExplain))
}

// showsLast reports whether the question is only a verb that shows something, or draws it, and so is about the
// session's last answer.
func (q *Question) showsLast() bool {
	return (q.Verb == SQL || q.Verb == Explain || q.Verb == Run && q.Chart) && strings.TrimSpace(q.Text) == ""
}

// shown returns the answer that is to be shown, and makes the question its question.
func (q *Question) shown() (*Past, error) {
	about := q.About
	if about == nil || about.SQL == "" {
		return nil, &Error{Code: CodeForm, Message: "there is no answer in this session to show",
			Hint: "Ask first, or say what: ASK " + cmp.Or(string(q.Verb), "chart") + ": how many customers are there;"}
	}
	q.Text = about.Question
	return about, nil
}
