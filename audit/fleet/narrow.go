package fleet

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pgask/pgask/audit"
)

// conditions returns what the server can narrow a look by; the rest is the gatherer's. Rows of releases before have
// no proxy and no session but in their record.
func conditions(q audit.Query) (where string, args []any) {
	where = "event <> 'note'"
	add := func(condition string, value any) {
		args = append(args, value)
		where += " AND " + strings.ReplaceAll(condition, "?", fmt.Sprintf("$%d", len(args)+3))
	}
	for _, c := range []struct{ condition, value string }{
		{"datasource = ?", q.Datasource}, {"role = ?", q.Role}, {"application = ?", q.App}, {"policy = ?", q.Policy},
		{"coalesce(proxy, record->>'proxy') = ?", q.Proxy}, {"coalesce(session, record->>'session') = ?", q.Session},
	} {
		if c.value != "" {
			add(c.condition, c.value)
		}
	}
	if !q.Since.IsZero() {
		add("time >= ?", q.Since)
	}
	if !q.Until.IsZero() {
		add("time < ?", q.Until)
	}
	return where, args
}

// finds reports which pieces of texts the table has an index for: of letters that have another case, those that its
// database folds.
func (r *Reader) finds(ctx context.Context, t table) (func(piece string) bool, error) {
	var there, folds bool
	if t.there {
		if err := t.tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND indisvalid), lower('ÄЖ') = 'äж'`,
			r.beside(audit.TextsIndex).Sanitize()).Scan(&there, &folds); err != nil {
			return nil, fmt.Errorf("read the table of records: %w", plain(err))
		}
	}
	return func(piece string) bool {
		return there && hasTrigram(piece) && (folds ||
			strings.ToLower(piece) == strings.ToUpper(piece) || len(piece) == utf8.RuneCountInString(piece))
	}, nil
}

// inPattern writes a piece of text as a part of a pattern. Quotes and backslashes are others in the names of tables,
// which are JSON there.
var inPattern = strings.NewReplacer(`\`, `%`, `"`, `%`, `%`, `\%`, `_`, `\_`)

// hasTrigram reports whether three letters or digits of a piece of text follow each other: such an index finds it by
// these.
func hasTrigram(piece string) bool {
	n := 0
	for _, r := range piece {
		if n++; !unicode.IsLetter(r) && !unicode.IsDigit(r) || r == utf8.RuneError {
			n = 0
		}
		if n == 3 {
			return utf8.ValidString(piece) && !strings.ContainsRune(piece, 0)
		}
	}
	return false
}

// narrowed adds to the conditions of a look what an index of texts can answer; policies have one of their own. The
// text of an intent may be that of one attempt of several, and its question one whose outcome has another: so intents
// of questions that have ended are left out.
func (r *Reader) narrowed(q audit.Query, where string, args []any, finds func(string) bool) (string, []any) {
	before := len(args)
	for _, piece := range append([]string{q.Table, q.Session, q.App}, q.Pieces...) {
		if finds(piece) {
			args = append(args, "%"+inPattern.Replace(piece)+"%")
			where += fmt.Sprintf(" AND %s ILIKE $%d", audit.Texts, len(args)+3)
		}
	}
	if len(args) > before {
		where += " AND (event <> 'intent' OR NOT EXISTS (SELECT FROM " + r.table().Sanitize() +
			" o WHERE o.id = r.id AND o.event = 'outcome'))"
	}
	return where, args
}
