package translate

import (
	"context"
	"slices"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/about"
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
	reading, columns, rows, err := w.teller().Catalog(w.catalog)
	if err != nil {
		return err
	}
	sql, err := about.Values(columns, rows)
	if err != nil {
		return err
	}
	w.answerWith(sql)
	w.answer.Reading, w.answer.Statement.Engine = reading, ""
	w.finishStatement()
	return nil
}

// answerFromMemory answers a question about the proxy's own data.
func (w *work) answerFromMemory(ctx context.Context) error {
	if w.question.Relation == LogRelation {
		sql, err := w.pastQuestions(ctx)
		if err != nil {
			return err
		}
		w.answerWith(sql)
		w.answer.Statement.Stands = "ask_log()"
		return nil
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
		columns, rows = w.teller().Lessons(all, slices.Contains(w.agent.cfg.LessonReaders, w.print.Role))
		return columns, rows, nil
	case w.question.Relation == ControlRelation:
		p, err := w.question.About.changeable()
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
		if !writes {
			pins = slices.DeleteFunc(pins, func(p lessons.Pin) bool { return p.Datasource != w.question.Datasource || !w.mayUse(p) })
		}
		columns, rows = w.teller().Pins(pins, writes, suggested)
		return columns, rows, nil
	}
	columns, rows = w.teller().Schema()
	return columns, rows, nil
}

// pastQuestions returns the statement behind ask_log().
func (c *caller) pastQuestions(ctx context.Context) (string, error) {
	log := about.Questions{Log: c.agent.cfg.Log, Scope: c.agent.cfg.LogScope, Datasource: c.question.Datasource, Since: c.question.Since}
	if !slices.Contains(c.agent.cfg.LogReaders, c.print.Role) {
		log.Role = c.print.SessionRole
	}
	sql, told, err := log.Statement(ctx)
	for _, n := range told {
		c.notify(n)
	}
	return sql, err
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
