package about

import (
	"strconv"
	"strings"
	"time"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// MaxRows bounds the rows in one statement.
const MaxRows = 10_000

// Reader is who asks, and what they may know.
type Reader struct {
	Role       string
	Datasource string
	Snapshot   *schema.Snapshot       // what they may read
	Model      func() *semantic.Model // what that means
	May        func(texts ...string) bool
}

// LessonTexts returns all of a lesson that somebody wrote.
func LessonTexts(l lessons.Lesson) []string {
	return []string{l.Words, l.Means, l.Note, l.Rule.String()}
}

// pinTexts returns all of a pin that somebody wrote. Its statement is told with the values of its own question in
// place of $1, as only that can be proven.
func pinTexts(p lessons.Pin) []string {
	statement, err := p.Sample()
	if err != nil {
		statement = p.Statement
	}
	return []string{p.Question, statement, p.Note}
}

// Lessons returns the rows of ask_lessons(): those of all that the reader may know, with everything also those of
// other roles.
func (r Reader) Lessons(all []lessons.Lesson, everything bool) ([]Column, [][]string) {
	columns := []Column{{"id", "text"}, {"kind", "text"}, {"words", "text"}, {"means", "text"}, {"rule", "text"}, {"datasource", "text"},
		{"role", "text"}, {"author", "text"}, {"source", "text"}, {"note", "text"}, {"confidence", "float8"}, {"status", "text"},
		{"uses", "int8"}, {"success_rate", "float8"}, {"created", "timestamptz"}, {"last_use", "timestamptz"}}
	var rows [][]string
	for _, l := range all {
		mine := l.Author == r.Role || l.Status == lessons.Approved && (l.Role == "" || l.Role == r.Role)
		if !everything && !mine || len(rows) >= MaxRows || !l.In(r.Datasource) || !r.May(LessonTexts(l)...) {
			continue
		}
		rate := ""
		if l.Successes+l.Failures > 0 {
			rate = decimal(l.Rate())
		}
		rows = append(rows, []string{l.ID, string(l.Kind), l.Words, l.Means, l.Rule.String(),
			strings.Join(l.Datasources, ", "), l.Role, l.Author,
			string(l.Source), l.Note, decimal(l.Confidence), string(l.Status), strconv.FormatInt(l.Uses, 10), rate,
			moment(l.Created), moment(l.LastUse)})
	}
	return columns, rows
}

// Pins returns the rows of ask_pins(): the reader's own, those of the command line, and, with everything, those of
// other roles. Who writes pins sees also that there are those whose words it may not know, and what is suggested.
func (r Reader) Pins(pins []lessons.Pin, everything, writes bool, suggested []lessons.Suggestion) ([]Column, [][]string) {
	columns := []Column{{"id", "text"}, {"datasource", "text"}, {"question", "text"}, {"serves", "text"},
		{"statement", "text"}, {"author", "text"},
		{"status", "text"}, {"note", "text"}, {"uses", "int8"}, {"created", "timestamptz"}, {"last_use", "timestamptz"}}
	var rows [][]string
	for _, p := range pins {
		if p.Datasource != r.Datasource || len(rows) >= MaxRows {
			continue
		}
		row := []string{p.ID, p.Datasource, p.Question, p.Family(), p.Statement, p.Author, string(p.Status), p.Note,
			strconv.FormatInt(p.Uses, 10), moment(p.Created), moment(p.LastUse)}
		kept := ""
		switch {
		case !r.May(pinTexts(p)...):
			kept = "its words and its statement are about what this role may not know"
		case !everything && p.Author != "" && p.Author != r.Role:
			kept = "its words and its statement are for roles that may read the log"
		}
		switch {
		case kept != "" && !writes:
			continue
		case kept != "":
			row[2], row[3], row[4], row[7] = "", "", "", kept
		}
		rows = append(rows, row)
	}
	for _, s := range suggested {
		if s.Datasource == r.Datasource && r.May(s.Question, s.Statement) {
			rows = append(rows, []string{s.ID, s.Datasource, s.Question, "", s.Statement, "", "suggested",
				"asked " + strconv.FormatInt(s.Times, 10) + " times",
				strconv.FormatInt(s.Times, 10), "", moment(s.LastUse)})
		}
	}
	return columns, rows
}

// Schema returns the rows of ask_schema(): one for each column that the reader may ask about.
func (r Reader) Schema() ([]Column, [][]string) {
	columns := []Column{{"table_schema", "text"}, {"table_name", "text"}, {"kind", "text"}, {"column_name", "text"},
		{"position", "int4"}, {"type", "text"},
		{"key", "text"}, {"description", "text"}, {"table_description", "text"}, {"meaning", "text"}, {"table_meaning", "text"}}
	var rows [][]string
	model := r.Model()
	for _, t := range r.Snapshot.Tables {
		ofTable, ofColumns := r.meanings(model.Relation(t))
		for i, c := range columnRows(t) {
			if len(rows) == MaxRows {
				return columns, rows
			}
			rows = append(rows, []string{t.Schema, t.Name, t.Kind.String(), c[0], strconv.Itoa(i + 1), c[1], c[2], c[3],
				t.Comment, ofColumns[c[0]], ofTable})
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
