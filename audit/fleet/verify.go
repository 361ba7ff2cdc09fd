package fleet

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/audit"
)

// Verify checks the copy of every log in the table: its chain with the key, what is known of its end, and, for this
// proxy's own log, that each record is the one of its files. known are heads from elsewhere, by log. It reads all of
// the table.
func (r *Reader) Verify(ctx context.Context, key []byte, known map[string][]audit.Head) (all []audit.CopyReport, err error) {
	err = r.with(ctx, func(tx pgx.Tx) error {
		told := map[string]bool{}
		var c *audit.Copy
		end := func() {
			if c != nil {
				all = append(all, c.End())
			}
		}
		err := r.lines(ctx, tx, func(log string, seq int64, line *string) error {
			if !told[log] {
				end()
				told[log] = true
				dir := ""
				if log == r.Log {
					dir = r.Dir
				}
				c = audit.NewCopy(log, dir, key, known[log]...)
			}
			if line == nil {
				return c.Add(uint64(seq), nil)
			}
			return c.Add(uint64(seq), []byte(*line))
		})
		end()
		for log := range known {
			if !told[log] && err == nil { // nothing of it is there
				all = append(all, audit.NewCopy(log, "", key, known[log]...).End())
			}
		}
		return err
	})
	return all, err
}

// lines visits all records, log by log, in the order of their numbers.
func (r *Reader) lines(ctx context.Context, tx pgx.Tx, visit func(log string, seq int64, line *string) error) error {
	if there, err := r.there(ctx, tx, r.table()); err != nil || !there {
		return err
	}
	_, err := tx.Exec(ctx, "DECLARE records NO SCROLL CURSOR FOR SELECT log, seq, line FROM "+r.table().Sanitize()+" ORDER BY log, seq")
	for err == nil {
		var rows pgx.Rows
		if rows, err = tx.Query(ctx, fmt.Sprintf("FETCH %d FROM records", page)); err != nil {
			break
		}
		n := 0
		for rows.Next() {
			n++
			var log string
			var seq int64
			var line *string
			if err := rows.Scan(&log, &seq, &line); err != nil {
				rows.Close()
				return fmt.Errorf("read the table of records: %w", plain(err))
			}
			if err := visit(log, seq, line); err != nil {
				rows.Close()
				return err
			}
		}
		if err = rows.Err(); err == nil && n == 0 {
			return nil
		}
	}
	return fmt.Errorf("read the table of records: %w", plain(err))
}

// AnchorOf returns the anchor of what has been verified.
func AnchorOf(all []audit.CopyReport, at time.Time) audit.Anchor {
	a := audit.Anchor{Time: at, Heads: map[string]audit.Head{}}
	for _, r := range all {
		if r.Records > 0 {
			a.Heads[r.Log] = audit.Head{Seq: r.Seq, Digest: r.Head}
		}
	}
	return a
}
