package translate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/schema"
)

// ErrOwnFunction means that the database has its own function ask, so calls of it are not questions.
var ErrOwnFunction = errors.New("the database has a function ask of its own")

// Look is what the database says of its catalog and of the caller in one round trip. A question that is asked before
// anything else runs on the connection can use it (Question.Look).
type Look struct {
	OwnsAsk bool // the database has a function ask(text) that the caller would call
	print   schema.Print
}

// Look looks.
func (a *Agent) Look(ctx context.Context, conn *pgconn.PgConn) (*Look, error) {
	return a.look(ctx, borrow.New(conn))
}

func (a *Agent) look(ctx context.Context, conn *borrow.Conn) (*Look, error) {
	print, err := a.looks.Fingerprint(ctx, conn, settingNames)
	if err != nil {
		return nil, fmt.Errorf("read the fingerprint: %w", err)
	}
	return &Look{print.OwnAsk, print}, nil
}

// Prove checks that a user's statement, into which answers have been inserted, only reads. It uses the catalog from
// which the answer was made, and the caller's own search_path.
func (a *Agent) Prove(answer *Answer, sql string) (Statement, error) {
	v := a.guard.Check(sql, guard.Facts{Snapshot: answer.snapshot})
	switch v.Decision {
	case guard.Allow:
		return Statement{SQL: v.SQL, Sent: v.Sent, Relations: v.Relations, MinNotice: answer.Settings.MinNotice}, nil
	case guard.Unsafe:
		return Statement{}, diagnose.Refused(v)
	}
	return Statement{}, &diagnose.Invalid{Verdict: v}
}

// Recheck returns a statement without rows that fails with division_by_zero if the names in the answer's statement
// may now refer to other objects than when it was proven: under another role, or on another search_path. It is needed
// for a question in a text where earlier statements run user-defined functions. It is "" when nothing was proven.
// Temporary schemas are ignored, because a client creates its own with its first temporary table.
func (a *Answer) Recheck() string {
	if a.proven == "" {
		return ""
	}
	path := slices.DeleteFunc(slices.Clone(a.path), func(s string) bool { return strings.HasPrefix(s, "pg_temp_") })
	for i, s := range path {
		path[i] = escapedLiteral(s)
	}
	return "SELECT WHERE 1 OPERATOR(pg_catalog./) CASE WHEN CURRENT_USER OPERATOR(pg_catalog.=) " + escapedLiteral(a.role) +
		"::pg_catalog.name AND ARRAY(SELECT s FROM pg_catalog.unnest(pg_catalog.current_schemas(true)) WITH ORDINALITY AS p (s, n)" +
		" WHERE NOT pg_catalog.starts_with(s::pg_catalog.text, 'pg_temp_') ORDER BY n)" +
		" OPERATOR(pg_catalog.=) ARRAY[" + strings.Join(path, ", ") + "]::pg_catalog.name[] THEN 1 ELSE 0 END IS NULL"
}

// escapedLiteral returns a text as an SQL literal that is valid whatever standard_conforming_strings is.
func escapedLiteral(s string) string {
	return "E'" + strings.NewReplacer("'", "''", `\`, `\\`).Replace(s) + "'"
}

// Reprove checks earlier statements again with the catalog as the caller sees it now, because a view that they read
// may have changed. It does nothing while the fingerprint is the same.
func (a *Agent) Reprove(ctx context.Context, conn *pgconn.PgConn, datasource string, answers []*Answer) error {
	c := borrow.New(conn)
	print, err := a.looks.Fingerprint(ctx, c, nil)
	if err != nil {
		return ended(err)
	}
	// Settings and policies may have changed, and so what the caller may read.
	rules := a.cfg.Policies.For(datasource, print.SessionRole, print.Role)
	if p := rules.Asking(); p != nil {
		return forbidden(p, print.SessionRole, "may not ask questions")
	}
	if a, err = a.restrictedBy(rules); err != nil {
		return ended(err)
	}
	for _, answer := range answers {
		if answer.proven == "" || answer.snapshot.Fingerprint == print.Hash && answer.by == a && !print.OneSnapshot {
			continue
		}
		if past := answer.past; past != nil && rules.Question(past.Question) != nil {
			return forbidden(rules.Question(past.Question), print.SessionRole, "may not ask this")
		}
		catalog := cmp.Or(answer.snapshot.Datasource, datasource) // it may be one of several servers
		snap := a.snapshots.Get(catalog, print)
		if snap == nil {
			if snap, err = a.snapshots.Snapshot(ctx, c, catalog, print); err != nil {
				return ended(err)
			}
		}
		snap, v, err := a.reads(c, print, snap).Prove(ctx, answer.proven, answer.Statement.SearchPath != "")
		if err != nil {
			return ended(err)
		}
		if v.Decision != guard.Allow || v.Sent != answer.sent {
			if p := readingPolicy(rules, v); p != nil {
				return forbidden(p, print.SessionRole, "may not ask this")
			}
			v.Why += "; the database has changed since this question was prepared"
			return diagnose.Refused(v)
		}
		answer.snapshot, answer.by = snap, a
	}
	return nil
}
