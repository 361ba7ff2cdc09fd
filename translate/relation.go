package translate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/about"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/semantic"
)

// Relation is a relation of the proxy's own that can be queried like a table.
type Relation string

// The relations.
const (
	LessonRelation  Relation = "ask_lessons" // lessons that the caller may see
	PinRelation     Relation = "ask_pins"    // pins, and for roles that may pin the candidates for pins
	SchemaRelation  Relation = "ask_schema"  // what the caller may ask about: one row per column
	ControlRelation Relation = "ask_options" // what can be changed in the last answer: one row per column
	LogRelation     Relation = "ask_log"     // past questions: all if the role may read them, else its own
)

// isOwnRelation reports whether the answer comes from the proxy and not from the database.
func (w *work) isOwnRelation() bool {
	return w.catalog != nil || w.question.Relation != "" || w.question.Verb == Good || w.question.Verb == Bad ||
		w.tried.unanswered
}

// tells reports whether the answer is about the proxy or the question, and so is no answer of the database.
func (w *work) tells() bool { return w.isOwnRelation() || w.question.Verb == Prompt }

// remembers reports whether the answer needs no access to the catalog.
func (w *work) remembers() bool {
	return w.catalog == nil && (w.question.Relation == LogRelation || w.question.Verb == Good || w.question.Verb == Bad && !w.question.advises())
}

// answerFromCatalog answers a question about the catalog, from the snapshot.
func (w *work) answerFromCatalog() error {
	reading, columns, rows, err := w.reader().Catalog(w.catalog)
	if err != nil {
		return err
	}
	sql, err := about.Values(columns, rows)
	if err != nil {
		return err
	}
	w.answer.Reading, w.answer.Engine, w.answer.Confidence = reading, "catalog", 1
	w.draft.sql = sql
	w.verdict.SQL = sql
	w.answer.Statement = Statement{SQL: sql, MinNotice: w.settings.MinNotice, Tells: true}
	w.finishStatement()
	return nil
}

// reader is the caller, as those see it who tell of what pgask knows.
func (w *work) reader() about.Reader {
	return about.Reader{Role: w.print.Role, Datasource: w.question.Datasource, Snapshot: w.snapshot, May: w.mayTell,
		Model: func() *semantic.Model { return w.agent.understand(w.snapshot) }}
}

// answerFromMemory answers a question about the proxy's own data.
func (w *work) answerFromMemory(ctx context.Context) error {
	if w.question.Relation == LogRelation {
		sql, err := w.pastQuestions(ctx)
		if err == nil {
			w.answerWith(sql)
			w.answer.Statement.Stands = "ask_log()"
		}
		return err
	}
	columns, rows, err := w.ownRows(ctx)
	if err != nil {
		return err
	}
	sql, err := about.Values(columns, rows)
	if err != nil {
		return err
	}
	w.answerWith(sql)
	return nil
}

// ownRows returns the rows of a relation of the proxy's own, or what came of feedback.
func (w *work) ownRows(ctx context.Context) (columns []about.Column, rows [][]string, err error) {
	library := w.agent.cfg.Lessons
	switch {
	case w.question.Verb == Good || w.question.Verb == Bad:
		said, err := w.applyFeedback(ctx)
		return []about.Column{{Name: "feedback", Type: "text"}}, [][]string{{said}}, err
	case w.question.Relation == LessonRelation:
		all, err := library.All(ctx)
		if err != nil {
			return nil, nil, unavailable(err)
		}
		columns, rows = w.reader().Lessons(all, slices.Contains(w.agent.cfg.LessonReaders, w.print.Role))
		return columns, rows, nil
	case w.question.Relation == ControlRelation:
		p, err := w.changeable()
		if err != nil {
			return nil, nil, err
		}
		columns, rows = about.Options(p, w.snapshot, w.question.About.changes())
		return columns, rows, nil
	case w.question.Relation == PinRelation:
		pins, err := library.Pins(ctx)
		if err != nil {
			return nil, nil, unavailable(err)
		}
		writes := w.mayPin() == nil
		var suggested []lessons.Suggestion
		if writes && slices.Contains(w.agent.cfg.LogReaders, w.print.Role) { // what others ask, the log alone tells
			if suggested, err = library.Suggestions(ctx); err != nil {
				return nil, nil, unavailable(err)
			}
		}
		columns, rows = w.reader().Pins(pins, writes, suggested)
		return columns, rows, nil
	}
	columns, rows = w.reader().Schema()
	return columns, rows, nil
}

// changeable returns the plan of the last answer, for ask_options().
func (w *work) changeable() (*plan.Plan, error) {
	last := w.question.About
	if last == nil || last.SQL == "" {
		return nil, &Error{Code: CodeForm, Message: "there is no answer in this session whose options could be shown", Hint: "Ask first."}
	}
	if last.plan != nil {
		return last.plan, nil
	}
	p, err := plan.Lift(last.SQL)
	if err != nil {
		return nil, &Error{Code: CodeForm, Message: "the last answer cannot be changed piece by piece: " + err.Error(),
			Hint: "ask refine: with a model can still change it.", Err: err}
	}
	return p, nil
}

// pastQuestions returns the statement behind ask_log(). It covers only this datasource, because a role of the same name on another server may
// belong to somebody else.
func (w *work) pastQuestions(ctx context.Context) (string, error) {
	if w.agent.cfg.Log == nil {
		return "", &Error{Code: CodeForm, Message: "this proxy keeps no log that ask_log() could read"}
	}
	since, err := about.Since(w.question.Since, time.Now())
	if err != nil {
		return "", err
	}
	q := audit.Query{Datasource: w.question.Datasource, Since: since, Questions: about.MaxRows, Scan: about.MaxLogScan}
	if !slices.Contains(w.agent.cfg.LogReaders, w.print.Role) {
		q.Role = w.print.SessionRole
	}
	found, more, err := w.agent.cfg.Log(ctx, q)
	scope := ""
	if err == nil && w.agent.cfg.LogScope != nil {
		scope, err = w.agent.cfg.LogScope(ctx)
	}
	if err != nil {
		return "", &Error{Code: CodeAudit, Message: "the audit log cannot be read now", Hint: "The operator of the proxy finds out why with: pgask audit verify.", Err: err}
	}
	sql, n, err := about.LogStatement(found)
	if err != nil {
		return "", err
	}
	if scope != "" {
		w.notify(Notice{Severity: "NOTICE", Message: "ask_log() reads " + scope})
	}
	if more || n < len(found) {
		w.notify(Notice{Severity: "WARNING", Message: fmt.Sprintf("ask_log() holds the newest %d questions; there are older ones", n),
			Hint: "A WHERE looks at these alone; pgask audit search reads all of them."})
	}
	return sql, nil
}

// answerWith sets a statement of the proxy's own as the answer.
func (w *work) answerWith(sql string) {
	w.answer.Engine, w.answer.Confidence = "catalog", 1
	w.draft.sql, w.verdict.SQL = sql, sql
	w.answer.Statement = Statement{SQL: sql, MinNotice: w.settings.MinNotice, Engine: "catalog", Tells: true}
}

// unavailable returns the error for a state store that does not respond.
func unavailable(err error) error {
	return &Error{Code: CodeMemory, Message: "lessons and pins cannot be read now", Hint: "The proxy's state store is unavailable; its log says why.", Err: err}
}
