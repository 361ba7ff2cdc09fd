package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/audit/usage"
)

// ErrUncounted says that what is in the table is not counted, or not yet.
var ErrUncounted = errors.New("the table of records is not counted")

// uncountedAtMost is how many records that are not counted yet are read with counts.
const uncountedAtMost = 20_000

// latestShown is how many reasons have the latest question.
const latestShown = 12

func (r *Reader) counts() usage.Table { return usage.Table(r.table()) }

// Usage returns what the questions of a time add up to, those included that are not counted or not copied yet.
func (r *Reader) Usage(ctx context.Context, q usage.Query) (c *usage.Counts, err error) {
	err = r.lookCounted(ctx, func(t table, behind []usage.Log) error {
		if c, err = r.counts().Read(ctx, t.tx, q); err != nil {
			return fmt.Errorf("read usage: %w", plain(err))
		}
		for i := range c.Reasons[:min(latestShown, len(c.Reasons))] {
			if err := r.latest(ctx, t.tx, &c.Reasons[i]); err != nil {
				return err
			}
		}
		c.Rest, err = r.rest(ctx, t, behind, q)
		return err
	})
	return c, err
}

// Count returns how many questions of a time ended so by the counts, and all those of the time, however they ended,
// that are in no count.
func (r *Reader) Count(ctx context.Context, q usage.Query, end usage.End) (n int64, rest []audit.Entry, err error) {
	err = r.lookCounted(ctx, func(t table, behind []usage.Log) error {
		if n, err = r.counts().Count(ctx, t.tx, q, end); err != nil {
			return fmt.Errorf("read usage: %w", plain(err))
		}
		rest, err = r.rest(ctx, t, behind, q)
		return err
	})
	return n, rest, err
}

// lookCounted runs a look at counts, with the logs that are not counted to their end.
func (r *Reader) lookCounted(ctx context.Context, f func(t table, behind []usage.Log) error) error {
	return r.look(ctx, func(t table) error {
		behind, err := r.behindCounts(ctx, t)
		if err != nil {
			return err
		}
		return f(t, behind)
	})
}

// behindCounts lists the logs that are not counted to their end.
func (r *Reader) behindCounts(ctx context.Context, t table) ([]usage.Log, error) {
	if !t.there {
		return nil, ErrUncounted
	}
	var lacks int
	if err := t.tx.QueryRow(ctx, "SELECT count(*) FROM unnest($1::text[]) n WHERE NOT coalesce(has_table_privilege(to_regclass(n), 'SELECT'), false)", r.counts().Names()).
		Scan(&lacks); err != nil {
		return nil, fmt.Errorf("read usage: %w", plain(err))
	}
	if lacks > 0 {
		return nil, ErrUncounted
	}
	behind, err := r.counts().Behind(ctx, t.tx)
	if err != nil {
		return nil, fmt.Errorf("read usage: %w", plain(err))
	}
	var n int64
	for _, l := range behind {
		n += l.Last - l.Has
	}
	if n > uncountedAtMost {
		return nil, ErrUncounted
	}
	return behind, nil
}

// rest returns the questions that are in no count: of records that are not counted or not copied, and those without
// an outcome.
func (r *Reader) rest(ctx context.Context, t table, behind []usage.Log, q usage.Query) ([]audit.Entry, error) {
	all := slices.Clone(t.own)
	add := func(sql string, args ...any) error {
		rows, err := t.tx.Query(ctx, "SELECT log, seq, time, event, id, record FROM "+r.table().Sanitize()+" "+sql, args...)
		if err != nil {
			return fmt.Errorf("read usage: %w", plain(err))
		}
		found, _, err := scan(rows)
		all = append(all, found...)
		return err
	}
	for _, l := range behind {
		if err := add("WHERE log = $1 AND seq > $2 AND event <> 'note'", l.Log, l.Has); err != nil {
			return nil, err
		}
	}
	from, to := q.Begins[0], q.Begins[len(q.Begins)-1]
	open := r.counts().Names()[1]
	if err := add("JOIN "+open+" o USING (log, seq, time, id) WHERE time >= $1 AND time < $2", from, to); err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b record) int { return later(&a, &b) })
	g := audit.NewGatherer(audit.Query{Since: from, Until: to, Datasource: q.Datasource, Role: q.Role, Proxy: q.Proxy})
	for i := range all {
		if !all[i].bare {
			g.Add(&all[i].Entry)
		}
	}
	return r.unended(ctx, t, g.Found())
}

// unended leaves out the intents of questions whose outcome is in the counts.
func (r *Reader) unended(ctx context.Context, t table, all []audit.Entry) ([]audit.Entry, error) {
	var ids []string
	for i := range all {
		if all[i].Event == audit.Intent {
			ids = append(ids, all[i].ID)
		}
	}
	if len(ids) == 0 {
		return all, nil
	}
	rows, err := t.tx.Query(ctx, "SELECT DISTINCT id FROM "+r.table().Sanitize()+" WHERE id = ANY ($1) AND event = 'outcome'", ids)
	if err != nil {
		return nil, fmt.Errorf("read usage: %w", plain(err))
	}
	ended, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("read usage: %w", plain(err))
	}
	return slices.DeleteFunc(all, func(e audit.Entry) bool { return e.Event == audit.Intent && slices.Contains(ended, e.ID) }), nil
}

// latest reads the latest question that was not answered for a reason.
func (r *Reader) latest(ctx context.Context, tx pgx.Tx, why *usage.Reason) error {
	rows, err := tx.Query(ctx, "SELECT log, seq, time, event, id, record FROM "+r.table().Sanitize()+` WHERE time = $1 AND event = 'outcome' AND outcome = $2
		AND coalesce(sqlstate, '') = $3 AND coalesce(record->>'rule', '') = $4 AND coalesce(record->>'policy', '') = $5 LIMIT 1`,
		why.At, why.Outcome, why.SQLState, why.Rule, why.Policy)
	if err != nil {
		return fmt.Errorf("read usage: %w", plain(err))
	}
	found, _, err := scan(rows)
	if len(found) > 0 {
		why.Latest = found[0].Entry
	}
	return err
}

// VerifyUsage compares the counts with the records; it reads all of the table. Without counts nothing is wrong.
func (r *Reader) VerifyUsage(ctx context.Context) (wrong []usage.Wrong, err error) {
	err = r.with(ctx, func(tx pgx.Tx) error {
		for _, name := range append(r.counts().Names(), r.table().Sanitize()) {
			var there bool
			if err := tx.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", name).Scan(&there); err != nil || !there {
				return err
			}
		}
		wrong, err = r.counts().Check(ctx, tx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("verify usage: %w", plain(err))
	}
	return wrong, nil
}

// Recount makes counts that are wrong anew.
func (r *Reader) Recount(ctx context.Context, wrong []usage.Wrong) error {
	conn, err := r.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "SET default_transaction_read_only = off"); err != nil {
		return plain(err)
	}
	if err := r.counts().Recount(ctx, conn, wrong); err != nil {
		return fmt.Errorf("count anew: %w", plain(err))
	}
	return nil
}
