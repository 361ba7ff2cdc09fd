package sink

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
)

// indexLock is the key of the advisory lock under which one proxy makes indexes.
const indexLock = sessionLock + 1

// indexed has the table be indexed as it is read, a partition at a time and while records are copied: in a large
// table an index takes minutes. Pieces of texts are indexed where the extension for that is. Who may not leaves it.
func (t *Table) indexed(ctx context.Context, conn *pgx.Conn) error {
	var mine bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(indexLock)).Scan(&mine); err != nil || !mine {
		return err
	}
	defer func() { _, _ = conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", int64(indexLock)) }()
	indexes := [][2]string{{"_by_time", "(time, log, seq)"}, {"_by_id", "(id)"},
		{"_by_about", "((record->>'about')) WHERE record ? 'about'"},
		{"_by_role", "(role, time)"}, {"_by_policy", "(policy, time) WHERE policy IS NOT NULL"}}
	var operators *string
	if err := conn.QueryRow(ctx, "SELECT (SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_trgm')").
		Scan(&operators); err != nil {
		return err
	}
	if operators != nil {
		indexes = append(indexes, [2]string{audit.TextsIndex, "USING gin (" + audit.Texts + " " + *operators + ".gin_trgm_ops)"})
	}
	may := func(err error) error {
		if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && pg.Code == "42501" {
			return nil
		}
		return err
	}
	for _, index := range indexes {
		if err := may(t.index(ctx, conn, index[0], index[1])); err != nil {
			return err
		}
	}
	if t.countless {
		return nil
	}
	return may(t.counts().Index(ctx, conn))
}

// index makes one index, or the rest of it.
func (t *Table) index(ctx context.Context, conn *pgx.Conn, suffix, on string) error {
	of := t.beside(suffix).Sanitize()
	valid := func(name string) (is *bool, err error) {
		err = conn.QueryRow(ctx, "SELECT (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1))", name).Scan(&is)
		return is, err
	}
	made, err := valid(of)
	if err != nil || made != nil && *made {
		return err
	}
	if made == nil {
		name := t.identifier()[len(t.identifier())-1] + suffix
		if _, err := conn.Exec(ctx, "CREATE INDEX "+pgx.Identifier{name}.Sanitize()+" ON ONLY "+
			t.identifier().Sanitize()+" "+on); err != nil {
			return err
		}
	}
	rows, err := conn.Query(ctx, `SELECT nspname, relname FROM pg_inherits p JOIN pg_class c ON c.oid = p.inhrelid JOIN pg_namespace n ON n.oid = relnamespace
		WHERE inhparent = to_regclass($1) AND NOT EXISTS (SELECT FROM pg_index i JOIN pg_inherits h ON h.inhrelid = i.indexrelid
		WHERE i.indrelid = c.oid AND h.inhparent = to_regclass($2))`, t.identifier().Sanitize(), of)
	if err != nil {
		return err
	}
	parts, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (id pgx.Identifier, err error) {
		id = make(pgx.Identifier, 2)
		return id, row.Scan(&id[0], &id[1])
	})
	if err != nil {
		return err
	}
	for _, part := range parts {
		name := pgx.Identifier{part[0], part[1] + suffix}.Sanitize()
		whole, err := valid(name)
		if err != nil {
			return err
		}
		steps := []string{"DROP INDEX CONCURRENTLY IF EXISTS " + name, // somebody was interrupted
			"CREATE INDEX CONCURRENTLY " + pgx.Identifier{part[1] + suffix}.Sanitize() + " ON " + part.Sanitize() + " " + on}
		if whole != nil && *whole {
			steps = nil
		}
		for _, sql := range append(steps, "ALTER INDEX "+of+" ATTACH PARTITION "+name) {
			if _, err := conn.Exec(ctx, sql); err != nil {
				return err
			}
		}
	}
	return nil
}
