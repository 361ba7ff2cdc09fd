package translate

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/display"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/wordform"
)

// ownPath returns the local search_path for a whole-statement question outside a transaction, so that nothing on the
// caller's path can shadow a name. It returns "" when the caller's path must stay.
func (w *work) ownPath() string {
	if w.question.Inline || w.conn.InTransaction() {
		return ""
	}
	path := append([]string{"pg_catalog"}, w.agent.cfg.ExtensionSchemas...)
	for i, p := range path {
		path[i] = quoteIdentifier(p)
	}
	return strings.Join(append(path, "pg_temp"), ", ")
}

func quoteIdentifier(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// mark appends the question's id, which relates the server's log and pg_stat_activity to the record. The id is
// hexadecimal and made by the proxy, so it is safe in a comment.
func (w *work) mark(sql string) string {
	if w.question.ID == "" {
		return sql
	}
	return sql + " /* pgask " + w.question.ID + " */"
}

// finishStatement turns the proven statement into the one that the verb asks for, with the notices before its rows.
func (w *work) finishStatement() {
	s := &w.answer.Statement
	switch {
	case w.question.Verb == SQL:
		w.show([]column{{"sql", "text"}}, [][]string{{w.laidOut(w.atTerminal())}})
		return
	case w.question.Verb == Explain:
		w.show([]column{{"aspect", "text"}, {"detail", "text"}}, w.aspects())
		s.Stands = w.verdict.SQL // the rows contain a whole prompt
		return
	}
	if !w.question.Inline && (w.question.Chart || w.settings.Chart) {
		s.Draw = w.settings.Width
	}
	if !w.limited() && !w.question.Inline {
		s.MaxRows = w.agent.cfg.MaxRows
		if w.settings.MaxRows > 0 {
			s.MaxRows = w.settings.MaxRows
		}
	}
	if w.answer.Reading != "" {
		s.Notices = append(s.Notices, Notice{Severity: "NOTICE", Message: w.answer.Reading, Detail: w.idDetail()})
	}
	for _, a := range w.answer.Assumptions {
		s.Notices = append(s.Notices, Notice{Severity: "NOTICE", Message: "assumed: " + a})
	}
	s.Notices = append(s.Notices, w.remembered()...)
	if w.settings.ShowSQL && !w.tells() {
		s.Notices = append(s.Notices, w.sqlNotice())
	}
}

// atTerminal reports whether people at a terminal read the answer's rows, rather than an enclosing statement.
func (w *work) atTerminal() bool { return w.question.Terminal && !w.question.Inline }

// laidOut returns the proven statement as a value of a row, broken into lines for a terminal: exactly what it is.
func (w *work) laidOut(terminal bool) string {
	if terminal {
		return strings.Join(layoutLines(w.verdict.SQL, layoutWidth), "\n  ")
	}
	return w.verdict.SQL
}

// sqlNotice shows the proven statement, broken into lines for a terminal.
func (w *work) sqlNotice() Notice {
	n := Notice{Severity: "NOTICE", Message: "SQL: " + w.verdict.SQL}
	if w.question.Terminal {
		n.Layout = display.Sprintf("SQL: %s", layout(w.verdict.SQL))
	}
	return n
}

// remembered returns notices about clarifications that were skipped because the role has answered them before.
// Without these, the reading would seem to be the only one.
func (w *work) remembered() []Notice {
	var told []Notice
	for _, l := range w.applied() {
		if l.Source == byRule && len(told) < maxRemembered {
			told = append(told, Notice{Severity: "NOTICE", Message: fmt.Sprintf("assumed: “%s” is %s, by the rule that was learned from other words", say.Clip(l.Words, 100), say.Clip(l.Means, 200)),
				Hint: "After ASK bad; the rule counts for less."})
		}
		if l.Source == lessons.FromCorrection && !w.saysAll(l.Means) && len(told) < maxRemembered {
			told = append(told, Notice{Severity: "NOTICE", Message: fmt.Sprintf("assumed: “%s” is %s, as was answered before", say.Clip(l.Words, 100), say.Clip(l.Means, 200)),
				Hint: "After ASK bad; you are asked again."})
		}
	}
	return told
}

// saysAll reports whether the question contains every word of a name.
func (w *work) saysAll(name string) bool {
	said := wordform.Plain(w.question.Text)
	return !slices.ContainsFunc(wordform.Plain(strings.ReplaceAll(name, "_", " ")), func(word string) bool { return !slices.Contains(said, word) })
}

// maxRemembered bounds the notices of remembered.
const maxRemembered = 5

// idDetail returns the detail of a notice with the question's id, for follow-ups and feedback by programs or from
// other sessions.
func (w *work) idDetail() string {
	if w.question.ID == "" {
		return ""
	}
	return `{"id":"` + w.question.ID + `"}`
}

// limited reports whether the statement has a limit of its own.
func (w *work) limited() bool {
	if p := w.draft.plan; p != nil {
		return p.Limit != nil
	}
	tree, err := pg.Parse(w.verdict.SQL) // the guard has parsed it, so it is within the bounds
	return err == nil && len(tree.Stmts) == 1 && tree.Stmts[0].Stmt.GetSelectStmt().GetLimitCount() != nil
}

// show replaces the statement by VALUES of the proxy's own data. Writing it cannot fail.
func (w *work) show(columns []column, rows [][]string) {
	sql, err := values(columns, rows)
	if err != nil {
		sql, _ = values([]column{{"error", "text"}}, [][]string{{err.Error()}})
	}
	w.answer.Statement.SQL, w.answer.Statement.Sent = sql, ""
	w.answer.Statement.MaxRows = 0
	w.answer.Statement.Tells = true
}

// aspects returns the answer to ask explain:. Rows for people come before rows for programs, and the longest come
// last.
func (w *work) aspects() [][]string {
	var rows [][]string
	terminal := w.atTerminal()
	add := func(aspect, detail string) {
		if terminal && aspect != "sql" {
			detail = wrap(detail, detailWidth)
		}
		if detail != "" {
			rows = append(rows, []string{aspect, detail})
		}
	}
	p := w.draft.plan
	add("question", w.question.Text)
	add("reading", w.answer.Reading)
	for _, a := range w.answer.Assumptions {
		add("assumption", a)
	}
	add("engine", w.answer.Engine)
	if w.shown == nil {
		add("confidence", fmt.Sprintf("%.2f", w.answer.Confidence))
	}
	add("tables", strings.Join(w.verdict.Relations, ", "))
	if p != nil {
		add("joins", strings.Join(joinTexts(p), "; "))
		add("filters", strings.Join(exprTexts(p.Where), "; "))
	}
	if p := w.recalled.pin; p != nil {
		add("pin", p.ID+": "+p.Question)
	}
	for _, l := range w.applied() {
		add("lesson", l.ID+" ("+string(l.Kind)+", "+string(l.Status)+"): "+l.String())
	}
	for _, f := range w.fixes {
		add("repair", f.What)
	}
	w.readingAspects(add)
	add("sql", w.laidOut(terminal))
	add("cost", fmt.Sprintf("%.2f, about %.0f rows", w.trace.Cost, w.trace.PlanRows))
	add("id", w.question.ID)
	add("states", strings.Join(w.statesPassed(), " → "))
	w.retrievalAspects(add)
	if p != nil {
		add("plan", planText(p))
	}
	if terminal && !w.usesModel() {
		add("prompt", "no model is asked; what one would be sent is in SELECT detail FROM ask_explain('…') t WHERE aspect = 'prompt'")
	} else {
		add("prompt", w.promptText())
	}
	return rows
}

// readingAspects adds how the built-in translator read the question, as far as it can say.
func (w *work) readingAspects(add func(aspect, detail string)) {
	if w.trace.Builtin.Explain == nil {
		return
	}
	for _, a := range w.trace.Builtin.Explain() {
		if w.mayTell(a.Detail) {
			add(a.Name, a.Detail)
		}
	}
}

// explainsSilence shows why a question has no answer, if ask explain: is about it.
func (w *work) explainsSilence(err error) bool {
	var silent *Error
	if w.question.Verb != Explain || !errors.As(err, &silent) || silent.Code != CodeUnanswered || w.trace.Builtin.Explain == nil {
		return false
	}
	var rows [][]string
	add := func(aspect, detail string) {
		if w.atTerminal() {
			detail = wrap(detail, detailWidth)
		}
		if detail != "" {
			rows = append(rows, []string{aspect, detail})
		}
	}
	add("question", w.question.Text)
	add("no answer", silent.Message)
	add("detail", silent.Detail)
	add("hint", silent.Hint)
	w.readingAspects(add)
	add("id", w.question.ID)
	add("states", strings.Join(w.statesPassed(), " → "))
	w.tried.unanswered, w.answer.Engine, w.answer.Reading = true, EngineBuiltin, "Why there is no answer."
	w.answer.Statement = Statement{MinNotice: w.settings.MinNotice, Stands: "ask explain:"}
	w.show([]column{{"aspect", "text"}, {"detail", "text"}}, rows)
	return true
}

// detailWidth is the width, in characters, of the second column of ask explain: at a terminal of 80 columns.
const detailWidth = 64

// planText returns a plan as JSON.
func planText(p *plan.Plan) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // keep > and < unescaped
	enc.SetIndent("", "  ")
	if enc.Encode(p) != nil {
		return ""
	}
	return strings.TrimSpace(b.String())
}

// statesPassed returns the states passed so far, with their remarks.
func (w *work) statesPassed() []string {
	var states []string
	for _, s := range w.trace.States {
		text := s.Name
		if s.Note != "" {
			text += " (" + s.Note + ")"
		}
		states = append(states, text)
	}
	return append(states, string(stExplain))
}

func joinTexts(p *plan.Plan) []string {
	var texts []string
	for _, j := range p.Joins {
		texts = append(texts, fmt.Sprintf("%s %s on %s", j.Kind, j.Source.Table, strings.Join(exprTexts(j.On), " and ")))
	}
	return texts
}

func exprTexts(all []plan.Expr) []string {
	var texts []string
	for _, e := range all {
		texts = append(texts, e.String())
	}
	return texts
}
