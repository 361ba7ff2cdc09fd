package usage

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// counted records are those that the counts of their log go up to.
const inCounts = "seq <= (SELECT p.seq FROM PROGRESS p WHERE p.log = RECORDS.log) AND time >= $1 AND time < $2"

// Wrong is how many rows of the counts of a log and a day are not what its records add up to.
type Wrong struct {
	Log  string
	Day  time.Time
	Rows int64
}

// Check compares the counts with the records, day by day.
func (t Table) Check(ctx context.Context, tx pgx.Tx) (all []Wrong, err error) {
	if _, err := tx.Exec(ctx, roomy); err != nil {
		return nil, err
	}
	days, err := t.days(ctx, tx)
	for _, d := range days {
		var differ []string
		for _, name := range append(append([]string{}, dimensions...), append(sums(""), "latest", "times")...) {
			differ = append(differ, "r."+name+" IS DISTINCT FROM c."+name)
		}
		rows, err := tx.Query(ctx, t.statement(`SELECT log, $1::timestamptz, count(*) FROM (`+t.counted(ownSlot, inCounts)+`) r
			FULL JOIN (SELECT * FROM COUNTS WHERE slot >= $1 AND slot < $2) c USING (per, grain, slot, log, key) WHERE `+strings.Join(differ, " OR ")+` GROUP BY 1`),
			d, d.AddDate(0, 0, 1))
		if err != nil {
			return all, err
		}
		wrong, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Wrong])
		if err != nil {
			return all, err
		}
		all = append(all, wrong...)
	}
	return all, err
}

// Recount makes the counts of the days that are wrong anew.
func (t Table) Recount(ctx context.Context, conn *pgx.Conn, all []Wrong) error {
	for _, w := range all {
		err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, t.statement("SELECT FROM PROGRESS WHERE log = $1 FOR UPDATE"), w.Log); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, t.statement("DELETE FROM COUNTS WHERE log = $1 AND slot >= $2 AND slot < $3"),
				w.Log, w.Day, w.Day.AddDate(0, 0, 1)); err != nil {
				return err
			}
			return t.add(ctx, tx, "time >= $1 AND time < $2 AND log = $3 AND seq <= (SELECT p.seq FROM PROGRESS p WHERE p.log = $3)", w.Day, w.Day.AddDate(0, 0, 1), w.Log)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// days lists the days (UTC) that there are records or counts of.
func (t Table) days(ctx context.Context, tx pgx.Tx) (all []time.Time, err error) {
	var first, last *time.Time
	if err := tx.QueryRow(ctx, t.statement(`SELECT least((SELECT min(time) FROM RECORDS), (SELECT min(slot) FROM COUNTS)),
		greatest((SELECT max(time) FROM RECORDS), (SELECT max(slot) FROM COUNTS))`)).Scan(&first, &last); err != nil || first == nil {
		return nil, err
	}
	for d := first.UTC().Truncate(day * time.Minute); !d.After(*last); d = d.AddDate(0, 0, 1) {
		all = append(all, d)
	}
	return all, nil
}
