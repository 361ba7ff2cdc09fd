package state

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Counter adds up something per name and period, over all proxies with one store: the tokens of a role on a day.
type Counter struct {
	store  *Store
	name   string
	period time.Duration
}

// Counter returns the counter of that name. Periods begin at multiples of their length since 1970, in UTC: a day at
// midnight.
func (s *Store) Counter(name string, period time.Duration) *Counter {
	return &Counter{store: s, name: name, period: period}
}

// Ends returns the end of the period that at lies in, when its sums begin anew.
func (c *Counter) Ends(at time.Time) time.Time {
	return time.UnixMilli(c.begin(at) + c.period.Milliseconds()).UTC()
}

func (c *Counter) begin(at time.Time) int64 {
	length := c.period.Milliseconds()
	return at.UnixMilli() / length * length
}

// Add adds n, which may be negative, to the sum of a name in the period of a time, and returns the sum.
func (c *Counter) Add(ctx context.Context, name string, at time.Time, n int64) (total int64, err error) {
	begin := c.begin(at)
	err = c.store.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `INSERT INTO pgask_counted (counter, name, period, expires, total) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (counter, name, period) DO UPDATE SET total = pgask_counted.total + excluded.total
			RETURNING total`, c.name, name, begin, begin+2*c.period.Milliseconds(), n).Scan(&total)
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", c.name, err)
	}
	return total, nil
}

// Total returns the sum of a name in the period of a time.
func (c *Counter) Total(ctx context.Context, name string, at time.Time) (total int64, err error) {
	err = c.store.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT total FROM pgask_counted WHERE counter = $1 AND name = $2 AND period = $3`,
			c.name, name, c.begin(at)).Scan(&total)
	})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("%s: %w", c.name, err)
	}
	return total, nil
}

// Largest returns the sums of the period of a time by name, the largest ones, at most so many. Sums of nothing are
// left out.
func (c *Counter) Largest(ctx context.Context, at time.Time, most int) (totals map[string]int64, err error) {
	err = c.store.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		totals = map[string]int64{}
		rows, err := tx.QueryContext(ctx, `SELECT name, total FROM pgask_counted WHERE counter = $1 AND period = $2 AND total <> 0
			ORDER BY total DESC, name LIMIT $3`, c.name, c.begin(at), most)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var name string
			var total int64
			if err := rows.Scan(&name, &total); err != nil {
				return err
			}
			totals[name] = total
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	return totals, nil
}
