package diagnose

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/pgask/pgask/translate/plan/review"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/schema"
)

// Advice is what an error tells: its class, the name that it is about, and similar names.
type Advice struct {
	Class string // TABLE_NOT_FOUND, COLUMN_NOT_FOUND, …
	Name  string // the offending name, when there is one
	Text  string
	Near  []string // existing names that resemble it, the most similar first
}

// classes maps SQLSTATEs to the classes used in prompts and records. See the PostgreSQL manual, appendix "PostgreSQL
// Error Codes". PERMISSION and the last two are final, so they occur in the record only.
var classes = map[string]Advice{
	"42P01": {Class: "TABLE_NOT_FOUND", Text: "Use only tables of the schema that was given."},
	"3F000": {Class: "TABLE_NOT_FOUND", Text: "Use only schemas that were given."},
	"42703": {Class: "COLUMN_NOT_FOUND", Text: "Use only columns of the tables that were given, each with its table's alias."},
	"42601": {Class: "SYNTAX_ERROR", Text: "Write PostgreSQL."},
	"42804": {Class: "TYPE_MISMATCH", Text: "Cast one side, or compare with a literal of the column's type."},
	"42846": {Class: "TYPE_MISMATCH", Text: "There is no such cast: compare with a literal of the column's type."},
	"42P18": {Class: "TYPE_MISMATCH", Text: "Cast the literal, so that its type is known."},
	"22P02": {Class: "TYPE_MISMATCH", Text: "A literal is not a value of the column's type."},
	"22003": {Class: "TYPE_MISMATCH", Text: "A number is out of its type's range: cast to numeric or bigint."},
	"22007": {Class: "TYPE_MISMATCH", Text: "A literal is not a date or a time: write 'YYYY-MM-DD'."},
	"22008": {Class: "TYPE_MISMATCH", Text: "A date or a time is out of range."},
	"42883": {Class: "FUNCTION_NOT_FOUND", Text: "No function or operator takes these types: cast the arguments or use another."},
	"42725": {Class: "FUNCTION_NOT_FOUND", Text: "Several functions or operators take these types: cast the arguments."},
	"42702": {Class: "AMBIGUOUS_COLUMN", Text: "Write the alias of the table before the column."},
	"42712": {Class: "DUPLICATE_ALIAS", Text: "Give each table an alias of its own."},
	"42803": {Class: "GROUPING", Text: "Every output that is not aggregated must be in group_by, and no aggregate in where."},
	"42P20": {Class: "WINDOW", Text: "A window function may stand in the select list and in order_by only: filter in an outer query."},
	"42P10": {Class: "ORDER_BY", Text: "With DISTINCT, sort only by what is selected."},
	"22012": {Class: "DIVISION_BY_ZERO", Text: "Divide by nullif(x, 0)."},
	"21000": {Class: "CARDINALITY", Text: "A scalar subquery returned several rows: aggregate it, or use IN."},
	"42501": {Class: "PERMISSION", Text: "The role may not read it."},
	"57014": {Class: "TIMEOUT", Text: "Read less: a filter, a shorter period, fewer tables."},
}

// Advise returns the advice for an error. It removes stored values that the server quotes, because a model may see
// the Text: v::int puts a row's value into the message.
func Advise(err error, snap *schema.Snapshot) Advice {
	a := classify(err)
	if a.Near = candidatesFor(a, snap); len(a.Near) > 0 {
		a.Text += " Nearest names: " + strings.Join(a.Near, ", ") + "."
	}
	return a
}

// ruleClasses are the classes of errors that the guard finds before the server, complaintClasses those of the review.
var (
	ruleClasses = map[string]string{guard.RuleRelation: "TABLE_NOT_FOUND", guard.RuleColumn: "COLUMN_NOT_FOUND",
		guard.RuleFunction: "FUNCTION_NOT_FOUND", guard.RuleOperator: "FUNCTION_NOT_FOUND", guard.RuleSyntax: "SYNTAX_ERROR"}
	complaintClasses = map[review.ComplaintKind]string{review.UnclearTable: "TABLE_NOT_FOUND", review.UnclearColumn: "COLUMN_NOT_FOUND"}
)

// classify returns the class of an error of the guard, the review, the reader of the model's answer, or the server.
func classify(err error) Advice {
	var inv *Invalid
	if errors.As(err, &inv) {
		v := inv.Verdict
		return Advice{Class: cmp.Or(ruleClasses[v.Rule], strings.ToUpper(v.Rule)), Name: v.Name, Text: v.Why}
	}
	var complaint *review.Complaint
	if errors.As(err, &complaint) && complaint.Careless {
		var names []string
		for _, c := range complaint.Candidates {
			names = append(names, c.Label)
		}
		return Advice{Class: "AMBIGUOUS_COLUMN", Name: complaint.Phrase,
			Text: fmt.Sprintf("%q may be any of %s. Write the alias of its table before it.", complaint.Phrase, strings.Join(names, ", "))}
	}
	if errors.As(err, &complaint) {
		return Advice{Class: cmp.Or(complaintClasses[complaint.Kind], "INVALID_PLAN"), Name: complaint.Phrase, Text: err.Error()}
	}
	var nonsense *Nonsense
	if errors.As(err, &nonsense) {
		text := err.Error() + "."
		if nonsense.Found[0].Kind == UnheldText {
			text += " If the question means another value, take that; if it asks for what is not stored, repeat the statement."
		} else if text = "It would run, but " + text; nonsense.Found[0].Kind == Namesakes {
			text += " If the question is about one of them, ask which; else repeat the statement."
		}
		return Advice{Class: strings.ToUpper(string(nonsense.Found[0].Kind)), Text: text}
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return Advice{Class: "INVALID_PLAN", Text: err.Error()}
	}
	a, ok := classes[pg.Code]
	if !ok {
		a = Advice{Class: "SQLSTATE_" + pg.Code, Text: "The server refused the statement."}
	}
	a.Name = offending(pg)
	if said := redact(pg); said != "" {
		a.Text = strings.TrimSpace(said + ". " + a.Text)
	}
	return a
}

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
func candidatesFor(a Advice, snap *schema.Snapshot) []string {
	tables, columns := a.Class == "TABLE_NOT_FOUND", a.Class == "COLUMN_NOT_FOUND"
	if a.Name == "" || snap == nil || !tables && !columns {
		return nil
	}
	shown := map[string][]string{} // by Name: the places that have it
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
	for _, n := range spelling.Ranked(a.Name[strings.LastIndexByte(a.Name, '.')+1:], names) {
		found = append(found, shown[n.Name]...)
	}
	return found[:min(len(found), maxNearest)]
}
