package translate

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pgask/pgask/lessons"
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

// answerFromMemory makes a statement that answers a question about the proxy's own data.
func (w *work) answerFromMemory(ctx context.Context) error {
	if w.question.Relation == LogRelation {
		sql, err := w.logSQL(ctx)
		if err == nil {
			w.answerWith(sql)
			w.answer.Statement.Stands = "ask_log()"
		}
		return err
	}
	var columns []column
	var rows [][]string
	var err error
	switch {
	case w.question.Verb == Good || w.question.Verb == Bad:
		var said string
		if said, err = w.applyFeedback(ctx); err == nil {
			columns, rows = []column{{"feedback", "text"}}, [][]string{{said}}
		}
	case w.question.Relation == LessonRelation:
		columns, rows, err = w.lessonRows(ctx)
	case w.question.Relation == ControlRelation:
		columns, rows, err = w.controlRows()
	case w.question.Relation == PinRelation:
		columns, rows, err = w.pinRows(ctx)
	default:
		columns, rows = w.schemaRows()
	}
	if err != nil {
		return err
	}
	sql, err := values(columns, rows)
	if err != nil {
		return err
	}
	w.answerWith(sql)
	return nil
}

// answerWith sets a statement of the proxy's own as the answer.
func (w *work) answerWith(sql string) {
	w.answer.Engine, w.answer.Confidence = "catalog", 1
	w.draft.sql, w.verdict.SQL = sql, sql
	w.answer.Statement = Statement{SQL: sql, MinNotice: w.settings.MinNotice, Engine: "catalog", Tells: true}
}

// maxRelationRows bounds the rows in one statement.
const maxRelationRows = 10_000

// unavailable returns the error for a state store that does not respond.
func unavailable(err error) error {
	return &Error{Code: CodeMemory, Message: "lessons and pins cannot be read now", Hint: "The proxy's state store is unavailable; its log says why.", Err: err}
}

func (w *work) lessonRows(ctx context.Context) ([]column, [][]string, error) {
	columns := []column{{"id", "text"}, {"kind", "text"}, {"words", "text"}, {"means", "text"}, {"rule", "text"}, {"datasource", "text"},
		{"role", "text"}, {"author", "text"}, {"source", "text"}, {"note", "text"}, {"confidence", "float8"}, {"status", "text"},
		{"uses", "int8"}, {"success_rate", "float8"}, {"created", "timestamptz"}, {"last_use", "timestamptz"}}
	all, err := w.agent.cfg.Lessons.All(ctx)
	if err != nil {
		return nil, nil, unavailable(err)
	}
	everything := slices.Contains(w.agent.cfg.LessonReaders, w.print.Role)
	var rows [][]string
	for _, l := range all {
		mine := l.Author == w.print.Role || l.Status == lessons.Approved && (l.Role == "" || l.Role == w.print.Role)
		if !everything && !mine || len(rows) >= maxRelationRows || !l.In(w.question.Datasource) || !w.mayHear(l) {
			continue
		}
		rate := ""
		if l.Successes+l.Failures > 0 {
			rate = decimal(l.Rate())
		}
		rows = append(rows, []string{l.ID, string(l.Kind), l.Words, l.Means, l.Rule.String(), strings.Join(l.Datasources, ", "), l.Role, l.Author,
			string(l.Source), l.Note, decimal(l.Confidence), string(l.Status), strconv.FormatInt(l.Uses, 10), rate, moment(l.Created), moment(l.LastUse)})
	}
	return columns, rows, nil
}

func (w *work) pinRows(ctx context.Context) ([]column, [][]string, error) {
	columns := []column{{"id", "text"}, {"datasource", "text"}, {"question", "text"}, {"serves", "text"}, {"statement", "text"}, {"author", "text"},
		{"status", "text"}, {"note", "text"}, {"uses", "int8"}, {"created", "timestamptz"}, {"last_use", "timestamptz"}}
	pins, err := w.agent.cfg.Lessons.Pins(ctx)
	if err != nil {
		return nil, nil, unavailable(err)
	}
	var rows [][]string
	writes := w.mayPin() == nil
	for _, p := range pins {
		if p.Datasource != w.question.Datasource || len(rows) >= maxRelationRows {
			continue
		}
		row := []string{p.ID, p.Datasource, p.Question, p.Family(), p.Statement, p.Author, string(p.Status), p.Note,
			strconv.FormatInt(p.Uses, 10), moment(p.Created), moment(p.LastUse)}
		if !w.mayTell(pinTexts(p)...) {
			if !writes {
				continue
			}
			row[2], row[3], row[4], row[7] = "", "", "", "its words and its statement are about what this role may not know"
		}
		rows = append(rows, row)
	}
	if !writes || !slices.Contains(w.agent.cfg.LogReaders, w.print.Role) { // what others ask, the log alone tells
		return columns, rows, nil
	}
	suggested, err := w.agent.cfg.Lessons.Suggestions(ctx)
	if err != nil {
		return nil, nil, unavailable(err)
	}
	for _, s := range suggested {
		if s.Datasource == w.question.Datasource && w.mayTell(s.Question, s.Statement) {
			rows = append(rows, []string{s.ID, s.Datasource, s.Question, "", s.Statement, "", "suggested", "asked " + strconv.FormatInt(s.Times, 10) + " times",
				strconv.FormatInt(s.Times, 10), "", moment(s.LastUse)})
		}
	}
	return columns, rows, nil
}

func (w *work) schemaRows() ([]column, [][]string) {
	columns := []column{{"table_schema", "text"}, {"table_name", "text"}, {"kind", "text"}, {"column_name", "text"}, {"position", "int4"}, {"type", "text"},
		{"key", "text"}, {"description", "text"}, {"table_description", "text"}, {"meaning", "text"}, {"table_meaning", "text"}}
	var rows [][]string
	model := w.agent.understand(w.snapshot)
	for _, t := range w.snapshot.Tables {
		ofTable, ofColumns := w.meanings(model.Relation(t))
		for i, c := range columnRows(t) {
			if len(rows) == maxRelationRows {
				return columns, rows
			}
			rows = append(rows, []string{t.Schema, t.Name, t.Kind.String(), c[0], strconv.Itoa(i + 1), c[1], c[2], c[3], t.Comment, ofColumns[c[0]], ofTable})
		}
	}
	return columns, rows
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}
