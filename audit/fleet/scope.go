package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/audit"
)

// Scope implements audit.Reader: how far each log is copied, and what of the own log is not. Proxies of an earlier
// release do not say how far they are; their logs are found in the table.
func (r *Reader) Scope(ctx context.Context) (s audit.Scope, err error) {
	err = r.look(ctx, func(t table) error {
		if told, err := r.there(ctx, t.tx, r.heads()); err != nil || !told {
			s.Logs = r.withOwn(nil, t.own)
			return err
		}
		rows, err := t.tx.Query(ctx, `WITH RECURSIVE logs AS ((SELECT min(log) AS log FROM `+r.table().Sanitize()+`)
			UNION ALL SELECT (SELECT min(log) FROM `+r.table().Sanitize()+` r WHERE r.log > logs.log) FROM logs WHERE logs.log IS NOT NULL)
			SELECT log, coalesce(c.proxy, log), coalesce(c.seq, (SELECT max(seq) FROM `+r.table().Sanitize()+` r WHERE r.log = logs.log)),
			coalesce(c.time, (SELECT max(time) FROM `+r.table().Sanitize()+` r WHERE r.log = logs.log))
			FROM logs LEFT JOIN `+r.heads().Sanitize()+` c USING (log) WHERE log IS NOT NULL`)
		if err != nil {
			return fmt.Errorf("read how far logs are copied: %w", plain(err))
		}
		defer rows.Close()
		for rows.Next() {
			var c audit.Copied
			var seq int64
			if err := rows.Scan(&c.Log, &c.Proxy, &seq, &c.Time); err != nil {
				return fmt.Errorf("read how far logs are copied: %w", plain(err))
			}
			c.Seq = uint64(seq)
			s.Logs = append(s.Logs, c)
		}
		if err := rows.Err(); err != nil {
			return fmt.Errorf("read how far logs are copied: %w", plain(err))
		}
		s.Logs = r.withOwn(s.Logs, t.own)
		return nil
	})
	slices.SortFunc(s.Logs, func(a, b audit.Copied) int { return cmp.Or(cmp.Compare(a.Proxy, b.Proxy), cmp.Compare(a.Log, b.Log)) })
	return s, err
}

// withOwn adds the own records that are not copied.
func (r *Reader) withOwn(logs []audit.Copied, own []record) []audit.Copied {
	if len(own) == 0 {
		return logs
	}
	i := slices.IndexFunc(logs, func(c audit.Copied) bool { return c.Log == r.Log })
	if i < 0 {
		logs, i = append(logs, audit.Copied{Log: r.Log, Proxy: r.Proxy}), len(logs)
	}
	logs[i].Own, logs[i].Time = uint64(len(own)), own[0].Time
	return logs
}

// Check returns what the login lacks to copy records, to count and to read them, as config check tells it; nil:
// nothing. Tables that are not there yet will be made by the proxy, which needs CREATE on their schema.
func (r *Reader) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return r.with(ctx, func(tx pgx.Tx) error {
		var makes bool
		schema := ""
		if name := r.table(); len(name) > 1 {
			schema = name[0]
		}
		if err := tx.QueryRow(ctx, "SELECT coalesce(has_schema_privilege(coalesce(nullif($1, ''), current_schema()), 'CREATE'), false)", schema).
			Scan(&makes); err != nil {
			return fmt.Errorf("audit.table_url: %w", plain(err))
		}
		var lacks []error
		if !makes {
			lacks = append(lacks, fmt.Errorf("audit.table_url: its role may not create tables in the schema of %s: a partition is made each month", r.Table))
		}
		needs := map[string][]string{r.table().Sanitize(): {"SELECT", "INSERT"}, r.heads().Sanitize(): {"SELECT", "INSERT", "UPDATE"}}
		for _, name := range r.counts().Names() {
			needs[name] = []string{"SELECT", "INSERT", "UPDATE", "DELETE"}
		}
		for _, name := range slices.Sorted(maps.Keys(needs)) {
			var owns bool
			var without []string
			if err := tx.QueryRow(ctx, `SELECT coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass($1)), true),
				coalesce((SELECT array_agg(p) FROM unnest($2::text[]) p WHERE NOT has_table_privilege(to_regclass($1), p)), '{}')`, name, needs[name]).
				Scan(&owns, &without); err != nil {
				return fmt.Errorf("audit.table_url: %w", plain(err))
			}
			if len(without) > 0 {
				lacks = append(lacks, fmt.Errorf("audit.table_url: its role has not %s on %s", strings.Join(without, ", "), name))
			} else if !owns && name == r.table().Sanitize() {
				lacks = append(lacks, fmt.Errorf("audit.table_url: its role does not own %s: a partition is made each month", name))
			}
		}
		return errors.Join(lacks...)
	})
}
