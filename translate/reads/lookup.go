package reads

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/lookup"
	"github.com/pgask/pgask/translate/schema"
)

// Bounds on a statement that must be cheap.
const (
	lookupTimeout = "1s" // on a machine at rest it takes some milliseconds
	lookupLock    = "20ms"
)

// LookUp returns how columns spell texts, for the columns that may be read and are cheap to search, in one round trip,
// and which columns it has told of. Inside the user's own transaction it reads nothing, because reading would leave
// traces there. An error means that the connection failed or the context ended.
func (r Reader) LookUp(ctx context.Context, wants []lookup.Want) (found []lookup.Found, told []string, err error) {
	if r.Conn.InTransaction() {
		return nil, nil, nil
	}
	q := lookup.New(wants, r.Conn.Parameter("server_encoding") == "UTF8")
	if q == nil {
		return nil, nil, nil
	}
	q.Statement = q.Statement.As(string(Lookup))
	intent := Intent{SQL: r.Conn.Text(q.Statement), Own: Lookup}
	for _, c := range q.Columns() {
		relation := c.Table.Qualified()
		if !slices.Contains(intent.Relations, relation) {
			intent.Relations = append(intent.Relations, relation)
		}
		intent.Columns = append(intent.Columns, relation+"."+c.Column.Name)
	}
	res, err := r.quickly(ctx, intent, q.Statement, map[string]string{"client_encoding": "UTF8"})
	if res == nil {
		return nil, intent.Columns, err
	}
	found, err = q.Read(*res)
	return found, intent.Columns, err
}

// quickly runs a statement over the caller's tables that must be cheap. It returns nil where it is too slow, locked or
// not readable: the question is answered without it.
func (r Reader) quickly(ctx context.Context, intent Intent, stmt borrow.Statement,
	more map[string]string) (*borrow.Result, error) {
	if err := r.Tell(ctx, intent); err != nil {
		return nil, err
	}
	settings := map[string]string{"statement_timeout": lookupTimeout, "lock_timeout": lookupLock, "jit": "off",
		"max_parallel_workers_per_gather": "0", "search_path": lookup.SearchPath}
	maps.Copy(settings, more)
	results, err := r.Conn.ReadOnly(ctx, settings, stmt)
	var refused *pgconn.PgError
	if errors.As(err, &refused) && ctx.Err() == nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &results[0], nil
}

// LastDay asks the server for the last day of a column, and for its own day. Both are empty where that is not cheap, or
// not allowed.
func (r Reader) LastDay(ctx context.Context, t *schema.Table, column string) (last, today string, err error) {
	if r.Conn.InTransaction() || t.RowSecurity || t.Remote {
		return "", "", nil
	}
	stmt := borrow.SQL("SELECT max(t." + schema.Quoted(column) + ")::date::text, current_date::text FROM " +
		schema.Quoted(t.Schema) + "." + schema.Quoted(t.Name) + " t").As(string(Lookup))
	intent := Intent{SQL: r.Conn.Text(stmt), Own: Lookup, Relations: []string{t.Qualified()},
		Columns: []string{t.Qualified() + "." + column}}
	res, err := r.quickly(ctx, intent, stmt, map[string]string{"datestyle": "ISO"})
	if res != nil && len(res.Rows) == 1 && len(res.Rows[0]) == 2 && res.Rows[0][0] != nil {
		return string(res.Rows[0][0]), string(res.Rows[0][1]), nil
	}
	return "", "", err
}
