package translate

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/lookup"
)

// Bounds on the one statement that looks up the texts of a question.
const (
	lookupTimeout = "200ms"
	lookupLock    = "20ms"
)

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
