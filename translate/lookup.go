package translate

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/builtin"
	"github.com/pgask/pgask/translate/schema"
)

// Bounds on looking up values: a table without an index for it must be known to be small, and all look-ups of a
// question share one short time limit.
const (
	maxScannedRows = 20_000
	lookupTimeout  = "100ms" // of each statement; there are at most as many as the translator has unseen values
	lookupLock     = "20ms"
)

// readBuiltin asks the built-in translator. If its reading depends on a value that the profile does not hold, the
// value is looked up, if that is cheap, and the question is read again.
func (w *work) readBuiltin(ctx context.Context) (builtin.Result, error) {
	r := builtin.Request{Question: w.question.Text, Snapshot: w.snapshot, Glossary: w.terms(), Evidence: w.question.Evidence,
		Settled: w.settled()}
	result := builtin.Translate(r)
	if len(result.Unseen) > 0 {
		seen, err := w.lookUp(ctx, result.Unseen, byReading)
		if err != nil {
			return result, err
		}
		if len(seen) > 0 {
			r.Seen = seen
			result = builtin.Translate(r)
		}
	}
	w.trace.Builtin = result
	return result, nil
}

// lookUp returns how columns spell the texts, for the columns that may be read. Inside the user's own transaction it
// reads nothing, because reading would leave traces there. small selects how small tables are read: byReading or
// bySpelling. An error means that the connection failed or the context ended.
func (w *work) lookUp(ctx context.Context, unseen []builtin.Unseen, small lookup) ([]builtin.Seen, error) {
	if w.conn.InTransaction() {
		return nil, nil
	}
	var stmts []borrow.Statement
	var asked []builtin.Unseen
	var ways []lookup
	var told []Statement
	for _, u := range unseen {
		t := w.snapshot.Table(u.Schema, u.Table)
		if t == nil || t.Column(u.Column) == nil || strings.ContainsRune(u.Text, 0) {
			continue
		}
		c := t.Column(u.Column)
		how := lookupFor(t, c)
		if how == byReading {
			how = small
		}
		if how != noLookup && !c.Masked {
			stmt := borrow.SQL(lookupSQL(t, c, how), u.Text).As(string(OwnLookup))
			stmts = append(stmts, stmt)
			told = append(told, Statement{SQL: w.conn.Text(stmt), Own: OwnLookup, Relations: []string{t.Schema + "." + t.Name},
				Columns: []string{t.Schema + "." + t.Name + "." + c.Name}})
			asked, ways = append(asked, u), append(ways, how)
		}
	}
	if len(stmts) == 0 {
		return nil, nil
	}
	for _, u := range asked {
		if column := u.Schema + "." + u.Table + "." + u.Column; !slices.Contains(w.trace.LookedUp, column) {
			w.trace.LookedUp = append(w.trace.LookedUp, column)
		}
	}
	if err := w.witnessed(ctx, told...); err != nil {
		return nil, err
	}
	settings := map[string]string{"statement_timeout": lookupTimeout, "lock_timeout": lookupLock, "client_encoding": "UTF8",
		"max_parallel_workers_per_gather": "0", "jit": "off"}
	results, err := w.conn.ReadOnly(ctx, settings, stmts...)
	var refused *pgconn.PgError
	if errors.As(err, &refused) && ctx.Err() == nil {
		return nil, nil // too slow, locked, or not readable: the question is answered without it
	}
	if err != nil {
		return nil, err
	}
	var seen []builtin.Seen
	for i, u := range asked {
		one := builtin.Seen{Unseen: u}
		for _, row := range results[i].Rows {
			if len(row) == 1 && row[0] != nil {
				one.Values = append(one.Values, strings.ToValidUTF8(string(row[0]), "\uFFFD"))
			}
		}
		// An index finds only one spelling; when it finds none, other spellings may still be stored.
		if len(one.Values) > 0 || ways[i] == small {
			seen = append(seen, one)
		}
	}
	return seen, nil
}

// lookup is a way to search a column for a text.
type lookup byte

const (
	noLookup   lookup = iota
	byIndex           // in exactly its own spelling
	byReading         // ignoring case; the table is small
	bySpelling        // ignoring case, marks and spaces; the table is small
)

// lookupFor returns the cheap way to search a column, or noLookup. It allows only the server's own text types, and
// only local tables without row-level security. The known indexes are the unique keys.
func lookupFor(t *schema.Table, c *schema.Column) lookup {
	switch {
	case t.RowSecurity || t.Remote || c.Array,
		t.Kind != schema.Ordinary && t.Kind != schema.Partitioned && t.Kind != schema.Materialised,
		c.TypeName != "text" && c.TypeName != "varchar" && c.TypeName != "bpchar" || c.TypeSchema != "" && c.TypeSchema != "pg_catalog":
		return noLookup
	case t.Rows >= 0 && t.Rows <= maxScannedRows:
		return byReading
	}
	if c.TypeName == "bpchar" {
		return noLookup // an index of this type cannot be used to compare with text
	}
	for _, key := range append([][]string{t.PrimaryKey}, t.Unique...) {
		if len(key) > 0 && key[0] == c.Name {
			return byIndex
		}
	}
	return noLookup
}

// lookupSQL returns a query for the spellings of $1 in the column, the identical one first.
func lookupSQL(t *schema.Table, c *schema.Column, how lookup) string {
	quote := func(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
	column, table := "t."+quote(c.Name), quote(t.Schema)+"."+quote(t.Name)
	if how == byIndex {
		return "SELECT " + column + "::pg_catalog.text FROM " + table + " t WHERE " + column +
			" OPERATOR(pg_catalog.=) $1::pg_catalog.text LIMIT 1"
	}
	same := "pg_catalog.lower(s.v) OPERATOR(pg_catalog.=) pg_catalog.lower($1::pg_catalog.text)"
	if how == bySpelling {
		// Only letters and digits are compared. The lengths are compared first, because that is cheap.
		plain := func(v string) string {
			return "pg_catalog.regexp_replace(pg_catalog.lower(" + v + "), '[^[:alnum:]]+', '', 'g')"
		}
		same = "CASE WHEN " + same + " THEN true" +
			" WHEN pg_catalog.abs(pg_catalog.length(s.v) OPERATOR(pg_catalog.-) pg_catalog.length($1::pg_catalog.text)) OPERATOR(pg_catalog.>) 3 THEN false" +
			" ELSE " + plain("s.v") + " OPERATOR(pg_catalog.=) " + plain("$1::pg_catalog.text") +
			" AND " + plain("s.v") + " OPERATOR(pg_catalog.<>) '' END"
	}
	// The planner's row count may be old, so the rows read are bounded too.
	return "SELECT s.v FROM (SELECT " + column + "::pg_catalog.text AS v FROM " + table + " t LIMIT 40000) s" +
		" WHERE " + same +
		" GROUP BY s.v ORDER BY (s.v OPERATOR(pg_catalog.=) $1::pg_catalog.text) DESC, " +
		"(pg_catalog.lower(s.v) OPERATOR(pg_catalog.=) pg_catalog.lower($1::pg_catalog.text)) DESC, s.v LIMIT 3"
}
