package translate

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// advice is what an error tells: its class, the name that it is about, and similar names.
type advice struct {
	class string // TABLE_NOT_FOUND, COLUMN_NOT_FOUND, …
	name  string // the offending name, when there is one
	text  string
	near  []string // existing names that resemble it, the most similar first
}

// classes maps SQLSTATEs to the classes used in prompts and records. See the PostgreSQL manual, appendix "PostgreSQL
// Error Codes". PERMISSION and the last two are final, so they occur in the record only.
var classes = map[string]advice{
	"42P01": {class: "TABLE_NOT_FOUND", text: "Use only tables of the schema that was given."},
	"3F000": {class: "TABLE_NOT_FOUND", text: "Use only schemas that were given."},
	"42703": {class: "COLUMN_NOT_FOUND", text: "Use only columns of the tables that were given, each with its table's alias."},
	"42601": {class: "SYNTAX_ERROR", text: "Write PostgreSQL."},
	"42804": {class: "TYPE_MISMATCH", text: "Cast one side, or compare with a literal of the column's type."},
	"42846": {class: "TYPE_MISMATCH", text: "There is no such cast: compare with a literal of the column's type."},
	"42P18": {class: "TYPE_MISMATCH", text: "Cast the literal, so that its type is known."},
	"22P02": {class: "TYPE_MISMATCH", text: "A literal is not a value of the column's type."},
	"22003": {class: "TYPE_MISMATCH", text: "A number is out of its type's range: cast to numeric or bigint."},
	"22007": {class: "TYPE_MISMATCH", text: "A literal is not a date or a time: write 'YYYY-MM-DD'."},
	"22008": {class: "TYPE_MISMATCH", text: "A date or a time is out of range."},
	"42883": {class: "FUNCTION_NOT_FOUND", text: "No function or operator takes these types: cast the arguments or use another."},
	"42725": {class: "FUNCTION_NOT_FOUND", text: "Several functions or operators take these types: cast the arguments."},
	"42702": {class: "AMBIGUOUS_COLUMN", text: "Write the alias of the table before the column."},
	"42712": {class: "DUPLICATE_ALIAS", text: "Give each table an alias of its own."},
	"42803": {class: "GROUPING", text: "Every output that is not aggregated must be in group_by, and no aggregate in where."},
	"42P20": {class: "WINDOW", text: "A window function may stand in the select list and in order_by only: filter in an outer query."},
	"42P10": {class: "ORDER_BY", text: "With DISTINCT, sort only by what is selected."},
	"22012": {class: "DIVISION_BY_ZERO", text: "Divide by nullif(x, 0)."},
	"21000": {class: "CARDINALITY", text: "A scalar subquery returned several rows: aggregate it, or use IN."},
	"42501": {class: "PERMISSION", text: "The role may not read it."},
	"57014": {class: "TIMEOUT", text: "Read less: a filter, a shorter period, fewer tables."},
}

// advise returns the advice for an error. It removes stored values that the server quotes, because a model may see
// the text: v::int puts a row's value into the message.
func advise(err error, snap *schema.Snapshot) advice {
	a := classify(err)
	if a.near = candidatesFor(a, snap); len(a.near) > 0 {
		a.text += " Nearest names: " + strings.Join(a.near, ", ") + "."
	}
	return a
}

// ruleClasses are the classes of errors that the guard finds before the server, complaintClasses those of the review.
var (
	ruleClasses = map[string]string{guard.RuleRelation: "TABLE_NOT_FOUND", guard.RuleColumn: "COLUMN_NOT_FOUND",
		guard.RuleFunction: "FUNCTION_NOT_FOUND", guard.RuleOperator: "FUNCTION_NOT_FOUND", guard.RuleSyntax: "SYNTAX_ERROR"}
	complaintClasses = map[plan.ComplaintKind]string{plan.UnclearTable: "TABLE_NOT_FOUND", plan.UnclearColumn: "COLUMN_NOT_FOUND"}
)

// classify returns the class of an error of the guard, the review, the reader of the model's answer, or the server.
func classify(err error) advice {
	var inv *invalidError
	if errors.As(err, &inv) {
		v := inv.verdict
		return advice{class: cmp.Or(ruleClasses[v.Rule], strings.ToUpper(v.Rule)), name: v.Name, text: v.Why}
	}
	var complaint *plan.Complaint
	if errors.As(err, &complaint) && complaint.Careless {
		var names []string
		for _, c := range complaint.Candidates {
			names = append(names, c.Label)
		}
		return advice{class: "AMBIGUOUS_COLUMN", name: complaint.Phrase,
			text: fmt.Sprintf("%q may be any of %s. Write the alias of its table before it.", complaint.Phrase, strings.Join(names, ", "))}
	}
	if errors.As(err, &complaint) {
		return advice{class: cmp.Or(complaintClasses[complaint.Kind], "INVALID_PLAN"), name: complaint.Phrase, text: err.Error()}
	}
	var nonsense *nonsenseError
	if errors.As(err, &nonsense) {
		text := err.Error() + "."
		if nonsense.found[0].Kind == unheldText {
			text += " If the question means another value, take that; if it asks for what is not stored, repeat the statement."
		} else {
			text = "It would run, but " + text
		}
		return advice{class: strings.ToUpper(string(nonsense.found[0].Kind)), text: text}
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return advice{class: "INVALID_PLAN", text: err.Error()}
	}
	a, ok := classes[pg.Code]
	if !ok {
		a = advice{class: "SQLSTATE_" + pg.Code, text: "The server refused the statement."}
	}
	a.name = offending(pg)
	if said := redact(pg); said != "" {
		a.text = strings.TrimSpace(said + ". " + a.text)
	}
	return a
}

// learnFrom is advise. It also collects the similar names, to offer them when every attempt fails.
func (w *work) learnFrom(err error) advice {
	a := advise(err, w.snapshot)
	for _, name := range a.near {
		if !slices.Contains(w.tried.nearby, name) {
			w.tried.nearby = append(w.tried.nearby, name)
		}
	}
	return a
}

// final records a server's error that no other draft would avoid, with its class, and returns it.
func (w *work) final(err error) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) && !w.isOwnRelation() {
		w.failed(err, advise(err, w.snapshot))
	}
	return err
}

// alternatives returns the choices for a question whose attempts all failed: existing names that resemble the missing
// ones.
func (w *work) alternatives() []dialogue.Option {
	var all []dialogue.Option
	for _, name := range w.tried.nearby[:min(len(w.tried.nearby), maxAlternatives)] {
		var o dialogue.Option
		if t := w.snapshot.Called(name); t != nil {
			o.Settles = []plan.Constraint{{Kind: plan.UseTable, Schema: t.Schema, Table: t.Name}}
			o.Meaning = "use the table " + name
		} else if s, table, column, ok := schema.SplitColumn(name); ok {
			if t = w.snapshot.Called(strings.TrimPrefix(s+"."+table, ".")); t == nil {
				continue
			}
			o.Settles = []plan.Constraint{{Kind: plan.UseColumn, Schema: t.Schema, Table: t.Name, Column: column}}
			o.Meaning = "use the column " + name
		}
		if o.Settles != nil {
			o.Label = name
			all = append(all, o)
		}
	}
	return all
}

// maxAlternatives bounds the result of alternatives.
const maxAlternatives = 5

// mayQuoteRows reports whether a server's message may hold stored values. Class 22 is about data. Errors of other
// classes may quote data when the server gives no position in the statement: col::tsquery and col::regclass parse
// stored values, and fail with the codes of a statement that cannot be parsed. Errors about duplicate table names and
// missing privileges have no position either, but name only what the statement names.
func mayQuoteRows(pg *pgconn.PgError) bool {
	return strings.HasPrefix(pg.Code, "22") || pg.Position == 0 && pg.Code != "42712" && pg.Code != "42501"
}

// redact returns the message of an error without stored values, in whatever language the server speaks. In class 22
// it drops everything from the first colon or quotation mark on; in other classes it drops the whole message if it
// may quote values.
func redact(pg *pgconn.PgError) string {
	if !mayQuoteRows(pg) {
		return pg.Message
	}
	if !strings.HasPrefix(pg.Code, "22") {
		return ""
	}
	end := strings.IndexFunc(pg.Message, func(r rune) bool {
		return r == ':' || r == '：' || r == '\'' || r == '"' || r == '`' || unicode.In(r, unicode.Pi, unicode.Pf, unicode.Ps)
	})
	if end < 0 {
		return pg.Message
	}
	return strings.TrimSpace(pg.Message[:end]) + " …"
}

var (
	quoted = regexp.MustCompile(`"[^"]*"`)
	// bare matches messages in which the server does not quote the name.
	bare = regexp.MustCompile(`^(?:column|function|operator|permission denied for [a-z ]+?) (?:does not exist: )?(.+?)(?: does not exist| is not unique|$)`)
)

// offending returns the name that an error is about; "" when there is none, or when it may be a stored value.
func offending(pg *pgconn.PgError) string {
	if mayQuoteRows(pg) {
		return ""
	}
	if m := quoted.FindString(pg.Message); len(m) > 2 {
		return strings.Trim(m, `"`)
	}
	if m := bare.FindStringSubmatch(pg.Message); m != nil {
		return m[1]
	}
	return ""
}

// maxNearest bounds the names that are offered in place of a missing one.
const maxNearest = 3

// candidatesFor returns the names closest to the offending one: tables for a table, columns for a column.
func candidatesFor(a advice, snap *schema.Snapshot) []string {
	tables, columns := a.class == "TABLE_NOT_FOUND", a.class == "COLUMN_NOT_FOUND"
	if a.name == "" || snap == nil || !tables && !columns {
		return nil
	}
	shown := map[string][]string{} // by name: the places that have it
	var names []string
	add := func(name, as string) {
		if shown[name] == nil {
			names = append(names, name)
		}
		shown[name] = append(shown[name], as)
	}
	for _, t := range snap.Tables {
		if tables {
			add(t.Name, t.Shown())
			continue
		}
		for _, c := range t.Columns {
			add(c.Name, t.Shown()+"."+c.Name)
		}
	}
	var found []string
	for _, n := range spelling.Ranked(a.name[strings.LastIndexByte(a.name, '.')+1:], names) {
		found = append(found, shown[n.Name]...)
	}
	return found[:min(len(found), maxNearest)]
}
