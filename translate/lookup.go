package translate

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/builtin"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/lookup"
)

// Bounds on the one statement that looks up the texts of a question.
const (
	lookupTimeout = "200ms"
	lookupLock    = "20ms"
)

// readBuiltin asks the built-in translator. If its reading depends on a value that the profile does not hold, the
// value is looked up, if that is cheap, and the question is read again.
func (w *work) readBuiltin(ctx context.Context) (builtin.Result, error) {
	if w.agent.cfg.Next {
		return w.readNext(ctx)
	}
	r := builtin.Request{Question: w.said().Text, Snapshot: w.snapshot, Glossary: w.terms(), Evidence: w.question.Evidence,
		Settled: w.settled()}
	result := builtin.Translate(r)
	if len(result.Unseen) > 0 {
		seen, err := w.seenByBuiltin(ctx, result.Unseen)
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

// seenByBuiltin looks up what the built-in translator wants to know, and answers as it expects: spellings that differ in case, accents and
// punctuation only.
func (w *work) seenByBuiltin(ctx context.Context, unseen []builtin.Unseen) ([]builtin.Seen, error) {
	var wants []lookup.Want
	for _, u := range unseen {
		if t := w.snapshot.Table(u.Schema, u.Table); t != nil && t.Column(u.Column) != nil {
			wants = append(wants, lookup.Want{Table: t, Column: t.Column(u.Column), Text: u.Text})
		}
	}
	found, err := w.lookUp(ctx, wants)
	var seen []builtin.Seen
	for _, f := range found {
		at := slices.IndexFunc(unseen, func(u builtin.Unseen) bool {
			return w.snapshot.Table(u.Schema, u.Table) == f.Table && u.Column == f.Column.Name && u.Text == f.Text
		})
		one := builtin.Seen{Unseen: unseen[at]}
		for _, v := range f.Values {
			if link.Fold(v.Value) == link.Fold(f.Text) {
				one.Values = append(one.Values, v.Value)
			}
		}
		// An index finds only some spellings; when it finds none, others may still be stored.
		if len(one.Values) > 0 || f.Whole {
			seen = append(seen, one)
		}
	}
	return seen, err
}

// lookUp returns how columns spell texts, for the columns that may be read and are cheap to search, in one round trip. Inside the user's own
// transaction it reads nothing, because reading would leave traces there. An error means that the connection failed or the context ended.
func (w *work) lookUp(ctx context.Context, wants []lookup.Want) ([]lookup.Found, error) {
	if w.conn.InTransaction() {
		return nil, nil
	}
	q := lookup.New(wants, w.conn.Parameter("server_encoding") == "UTF8")
	if q == nil {
		return nil, nil
	}
	q.Statement = q.Statement.As(string(OwnLookup))
	told := Statement{SQL: w.conn.Text(q.Statement), Own: OwnLookup}
	for _, c := range q.Columns() {
		relation := c.Table.Schema + "." + c.Table.Name
		if !slices.Contains(told.Relations, relation) {
			told.Relations = append(told.Relations, relation)
		}
		column := relation + "." + c.Column.Name
		told.Columns = append(told.Columns, column)
		if !slices.Contains(w.trace.LookedUp, column) {
			w.trace.LookedUp = append(w.trace.LookedUp, column)
		}
	}
	if err := w.witnessed(ctx, told); err != nil {
		return nil, err
	}
	settings := map[string]string{"statement_timeout": lookupTimeout, "lock_timeout": lookupLock, "client_encoding": "UTF8",
		"max_parallel_workers_per_gather": "0", "jit": "off", "search_path": lookup.SearchPath}
	results, err := w.conn.ReadOnly(ctx, settings, q.Statement)
	var refused *pgconn.PgError
	if errors.As(err, &refused) && ctx.Err() == nil {
		return nil, nil // too slow, locked, or not readable: the question is answered without it
	}
	if err != nil {
		return nil, err
	}
	return q.Read(results[0])
}
