package translate

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/schema"
)

// errEmpty marks an attempt whose result was empty.
var errEmpty = errors.New("no rows")

// invalidError is a draft that the guard could not prove, for a reason that another draft may mend.
type invalidError struct{ verdict guard.Verdict }

func (e *invalidError) Error() string { return e.verdict.Why }

func invalid(v guard.Verdict) error { return &invalidError{v} }

// refused is the final answer to a statement that is unsafe.
func refused(v guard.Verdict) error {
	return &Error{Code: CodeUnsafe, Message: "refused as unsafe: " + v.Why,
		Detail: "Rule: " + v.Rule + ".", Hint: "pgask only runs statements that are proven to only read. What it allows is in docs/guard.md."}
}

func tooExpensive(cost, ceiling float64) error {
	return &Error{Code: CodeBudget, Message: fmt.Sprintf("the statement is estimated at cost %.0f, more than the %.0f that explain.max_cost allows", cost, ceiling),
		Hint: "Often two tables are joined without a condition. Else narrow the question: a shorter period, fewer tables, a filter. " +
			"A planner setting such as enable_seqscan = off adds to every estimate."}
}

// retryable says whether another draft may do better: a server error of class 21, 22 or 42 (but not a missing
// privilege), or a draft that the guard found invalid.
func retryable(err error) bool {
	var inv *invalidError
	if errors.As(err, &inv) {
		return true
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || len(pg.Code) != 5 || pg.Code == "42501" {
		return false
	}
	switch pg.Code[:2] {
	case "21", "22", "42":
		return true
	}
	return false
}

// advice is what an error teaches: its class, the name it is about, and what to do.
type advice struct {
	class string // TABLE_NOT_FOUND, COLUMN_NOT_FOUND, …
	name  string // the offending name, when there is one
	text  string
}

// classes maps SQLSTATEs to the classes that prompts speak of. PostgreSQL manual, appendix "PostgreSQL Error Codes".
var classes = map[string]advice{
	"42P01": {class: "TABLE_NOT_FOUND", text: "Use only tables of the schema that was given."},
	"42703": {class: "COLUMN_NOT_FOUND", text: "Use only columns of the tables that were given, each with its table's alias."},
	"42601": {class: "SYNTAX_ERROR", text: "Write PostgreSQL."},
	"42804": {class: "TYPE_MISMATCH", text: "Cast one side, or compare with a literal of the column's type."},
	"42883": {class: "FUNCTION_NOT_FOUND", text: "No function or operator takes these types: cast the arguments or use another."},
	"42702": {class: "AMBIGUOUS_COLUMN", text: "Write the alias of the table before the column."},
	"42803": {class: "GROUPING", text: "Every output that is not aggregated must be in group_by."},
	"42P10": {class: "ORDER_BY", text: "With DISTINCT, sort only by what is selected."},
	"22P02": {class: "TYPE_MISMATCH", text: "A literal is not a value of the column's type."},
	"22012": {class: "DIVISION_BY_ZERO", text: "Divide by nullif(x, 0)."},
	"21000": {class: "CARDINALITY", text: "A scalar subquery returned several rows: aggregate it, or use IN."},
}

// advise makes advice of an error. What the server quotes of stored values is taken out of it, because a model may see
// it: v::int puts a row's value into the message.
func advise(err error, snap *schema.Snapshot) advice {
	var inv *invalidError
	if errors.As(err, &inv) {
		return advice{class: strings.ToUpper(inv.verdict.Rule), name: inv.verdict.Name, text: inv.verdict.Why}
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return advice{class: "INVALID_PLAN", text: err.Error()}
	}
	a, ok := classes[pg.Code]
	if !ok {
		a = advice{class: "SQLSTATE_" + pg.Code}
	}
	a.name = quotedName(pg.Message)
	message := redact(pg)
	a.text = strings.TrimSpace(message + ". " + a.text)
	if near := nearest(a.name, snap); near != "" {
		a.text += " Nearest name: " + near + "."
	}
	return a
}

// redact keeps of an error what names things and drops what may quote stored values: everything between quotes in the
// classes that quote data (22).
func redact(pg *pgconn.PgError) string {
	if strings.HasPrefix(pg.Code, "22") {
		return quoted.ReplaceAllString(pg.Message, `"…"`)
	}
	return pg.Message
}

var quoted = regexp.MustCompile(`"[^"]*"`)

func quotedName(message string) string {
	if m := quoted.FindString(message); len(m) > 2 {
		return strings.Trim(m, `"`)
	}
	if _, rest, ok := strings.Cut(message, "column "); ok {
		name, _, _ := strings.Cut(rest, " does not exist")
		return name
	}
	return ""
}

// nearest finds the table or column whose name differs least from name, if it differs little.
func nearest(name string, snap *schema.Snapshot) string {
	if name == "" || snap == nil {
		return ""
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	best, least := "", len(name)/3+1
	consider := func(candidate, shown string) {
		if d := distance(strings.ToLower(name), strings.ToLower(candidate), least); d < least {
			best, least = shown, d
		}
	}
	for _, t := range snap.Tables {
		consider(t.Name, t.Name)
		for _, c := range t.Columns {
			consider(c.Name, t.Name+"."+c.Name)
		}
	}
	return best
}

// distance is the edit distance of two names, given up at bound.
func distance(a, b string, bound int) int {
	if len(a)-len(b) >= bound || len(b)-len(a) >= bound {
		return bound
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}

// ended tells the end of a context as PostgreSQL would.
func ended(err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{Code: CodeCancelled, Message: "canceling statement due to statement timeout",
			Hint: "The limits are timeout.question and timeout.statement of the proxy, and SET ask.timeout.", Err: err}
	case errors.Is(err, context.Canceled):
		return &Error{Code: CodeCancelled, Message: "canceling statement due to user request", Err: err}
	}
	return err
}
