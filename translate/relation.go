package translate

import (
	"context"
	"slices"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/about"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/plan"
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
func (c *caller) isOwnRelation() bool {
	return c.catalog != nil || c.question.Relation != "" || c.question.Verb == Good || c.question.Verb == Bad ||
		c.unanswered
}

// tells reports whether the answer is about the proxy or the question, and so is no answer of the database.
func (c *caller) tells() bool { return c.isOwnRelation() || c.question.Verb == Prompt }

// remembers reports whether the answer needs no access to the catalog.
func (c *caller) remembers() bool {
	return c.catalog == nil && (c.question.Relation == LogRelation || c.question.Verb == Good || c.question.Verb == Bad && !c.question.advises())
}

// ownAnswer is an answer of the proxy's own.
type ownAnswer struct {
	sql     string // VALUES
	reading string // how a question about the catalog was read
	stands  string // for the statement in the record; empty: itself
}

// ownRows makes the answer to a question about the catalog or the proxy's own data, or applies feedback.
func (r *reader) ownRows(ctx context.Context) (own ownAnswer, err error) {
	var columns []about.Column
	var rows [][]string
	switch {
	case r.catalog != nil && r.catalog.Help:
		own.reading, columns, rows = about.ExamplesOf(r.meaning(), r.answers(ctx)).Help()
	case r.catalog != nil:
		own.reading, columns, rows, err = r.teller().Catalog(r.catalog)
	case r.question.Relation == LogRelation:
		own.stands = "ask_log()"
		own.sql, err = r.pastQuestions(ctx)
		return own, err
	case r.question.Verb == Good || r.question.Verb == Bad:
		var said string
		said, err = r.applyFeedback(ctx)
		columns, rows = []about.Column{{Name: "feedback", Type: "text"}}, [][]string{{said}}
	case r.question.Relation == LessonRelation:
		columns, rows, err = r.lessonRows(ctx)
	case r.question.Relation == PinRelation:
		columns, rows, err = r.pinRows(ctx)
	case r.question.Relation == ControlRelation:
		var p *plan.Plan
		if p, err = r.question.About.changeable(); err == nil {
			columns, rows = about.Options(p, r.snapshot, r.question.About.changes())
		}
	default:
		columns, rows = r.teller().Schema()
	}
	if err == nil {
		own.sql, err = about.Values(columns, rows)
	}
	return own, err
}

// lessonRows returns the rows of ask_lessons.
func (c *caller) lessonRows(ctx context.Context) ([]about.Column, [][]string, error) {
	all, err := c.agent.cfg.Lessons.All(ctx)
	if err != nil {
		return nil, nil, unavailable(err)
	}
	columns, rows := c.teller().Lessons(all, slices.Contains(c.agent.cfg.LessonReaders, c.print.Role))
	return columns, rows, nil
}

// pinRows returns the rows of ask_pins.
func (c *caller) pinRows(ctx context.Context) ([]about.Column, [][]string, error) {
	library := c.agent.cfg.Lessons
	pins, err := library.Pins(ctx)
	if err != nil {
		return nil, nil, unavailable(err)
	}
	writes, reads := c.mayPin() == nil, slices.Contains(c.agent.cfg.LogReaders, c.print.Role)
	var suggested []lessons.Suggestion
	if writes && reads { // what others ask, the log alone tells
		if suggested, err = library.Suggestions(ctx); err != nil {
			return nil, nil, unavailable(err)
		}
	}
	if !writes {
		pins = slices.DeleteFunc(pins, func(p lessons.Pin) bool { return p.Datasource != c.question.Datasource || !c.mayUse(p) })
	}
	columns, rows := c.teller().Pins(pins, reads, writes, suggested)
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

// answerOwn makes an answer of the proxy's own the answer.
func (w *work) answerOwn(ctx context.Context) error {
	own, err := w.ownRows(ctx)
	if err != nil {
		return err
	}
	w.answer.Engine, w.answer.Confidence, w.answer.Reading = "catalog", 1, own.reading
	w.draft.sql, w.verdict.SQL = own.sql, own.sql
	w.answer.Statement = Statement{SQL: own.sql, MinNotice: w.settings.MinNotice, Engine: "catalog", Tells: true, Stands: own.stands}
	if w.catalog != nil {
		w.answer.Statement.Engine = ""
		w.finishStatement()
	}
	return nil
}

// answers returns what tells how a question is answered without asking back, if this role asks it; nil: it is not.
func (r *reader) answers(ctx context.Context) func(question string) *plan.Plan {
	return func(question string) *plan.Plan {
		read, err := r.readText(ctx, question)
		p := read.Plan
		if err != nil || p == nil || read.Ask != nil || read.Confidence < r.agent.cfg.AnswerConfidence {
			return nil
		}
		if v, err := r.provenPlan(ctx, p); err != nil || v.Decision != guard.Allow {
			return nil
		}
		return p
	}
}

// unavailable returns the error for a state store that does not respond.
func unavailable(err error) error {
	return &Error{Code: CodeMemory, Message: "lessons and pins cannot be read now", Hint: "The proxy's state store is unavailable; its log says why.", Err: err}
}
