package usage

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Keep counts records of a log that are being copied in a transaction: those behind number before, up to last. What
// was copied without counts, or is just being counted by somebody else, is left to CatchUp, and so is all behind it.
func (t Table) Keep(ctx context.Context, tx pgx.Tx, log string, before, last uint64) error {
	has, err := t.hold(ctx, tx, log, "SKIP LOCKED")
	if errors.Is(err, pgx.ErrNoRows) || err == nil && has != int64(before) {
		return nil
	}
	if err != nil {
		return err
	}
	return t.addTo(ctx, tx, log, has, int64(last))
}

// Begin has a log be counted, of which the table has records up to a number. If more was counted, the table has lost
// what is behind that, and the log is counted anew.
func (t Table) Begin(ctx context.Context, conn *pgx.Conn, log string, last uint64) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, t.statement("INSERT INTO PROGRESS VALUES ($1, 0) ON CONFLICT (log) DO NOTHING"), log); err != nil {
			return err
		}
		has, err := t.hold(ctx, tx, log, "")
		if err != nil || has <= int64(last) {
			return err
		}
		for _, sql := range []string{"DELETE FROM COUNTS WHERE log = $1", "DELETE FROM OPEN WHERE log = $1",
			"UPDATE PROGRESS SET seq = 0 WHERE log = $1"} {
			if _, err := tx.Exec(ctx, t.statement(sql), log); err != nil {
				return err
			}
		}
		return nil
	})
}

// hold returns how far a log is counted, and keeps others from counting until the transaction ends.
func (t Table) hold(ctx context.Context, tx pgx.Tx, log, how string) (has int64, err error) {
	err = tx.QueryRow(ctx, t.statement("SELECT seq FROM PROGRESS WHERE log = $1 FOR UPDATE "+how), log).Scan(&has)
	return has, err
}

// addTo counts the records of a log behind has, up to last.
func (t Table) addTo(ctx context.Context, tx pgx.Tx, log string, has, last int64) error {
	if err := t.add(ctx, tx, "log = $1 AND seq > $2 AND seq <= $3", log, has, last); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, t.statement("UPDATE PROGRESS SET seq = $2 WHERE log = $1"), log, last)
	return err
}

// AddMissing counts records that are put between others, where those are counted already.
func (t Table) AddMissing(ctx context.Context, tx pgx.Tx, log string, seqs []int64) error {
	has, err := t.hold(ctx, tx, log, "")
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // nothing is
	}
	if err != nil {
		return err
	}
	return t.add(ctx, tx, "log = $1 AND seq <= $2 AND seq = ANY ($3)", log, has, seqs)
}

// roomy gives statements over many records room in memory, and keeps LLVM from compiling what runs for a moment.
const roomy = "SET LOCAL work_mem = '64MB'; SET LOCAL jit = off"

// add adds what some records add up to, and notes which questions have no outcome.
func (t Table) add(ctx context.Context, tx pgx.Tx, condition string, args ...any) error {
	if _, err := tx.Exec(ctx, roomy); err != nil {
		return err
	}
	var set []string
	for _, m := range measures {
		set = append(set, m.name+" = u."+m.name+" + excluded."+m.name)
	}
	for _, sql := range []string{
		"INSERT INTO COUNTS AS u (" + columns + ") " + t.counted(ownSlot, condition) + ` ON CONFLICT (per, grain, slot, log, key) DO UPDATE SET ` + strings.Join(set, ", ") + `,
			latest = greatest(u.latest, excluded.latest), times = ARRAY(SELECT ((e >> 32) << 32) + sum(e & 4294967295)::int8
				FROM unnest(u.times || excluded.times) e GROUP BY e >> 32 ORDER BY e >> 32)`,
		`DELETE FROM OPEN o USING RECORDS r WHERE o.id = r.id AND r.event = 'outcome' AND r.` +
			strings.ReplaceAll(condition, " AND ", " AND r."),
		`INSERT INTO OPEN (log, id, seq, time) SELECT DISTINCT ON (id) log, id, seq, time FROM RECORDS i WHERE event = 'intent' AND id IS NOT NULL
			AND ` + condition + ` AND NOT EXISTS (SELECT FROM RECORDS o WHERE o.id = i.id AND o.event = 'outcome') ORDER BY id, seq ON CONFLICT (log, id) DO NOTHING`,
	} {
		if _, err := tx.Exec(ctx, t.statement(sql), args...); err != nil {
			return err
		}
	}
	return nil
}

// columns are those of the table of counts, in the order of counted.
var columns = "per, grain, slot, log, key, " + strings.Join(dimensions, ", ") + ", " + strings.Join(sums(""), ", ") + ", latest, times"

// atOnce is how many records are counted in one transaction.
const atOnce = 50_000

// CatchUp counts records, some thousand at most, of each log that is not counted to its end: those that proxies of a
// release before copied, or all, the first time. more says that there are others.
func (t Table) CatchUp(ctx context.Context, conn *pgx.Conn) (more bool, err error) {
	logs, err := t.Behind(ctx, conn)
	for _, b := range logs {
		if err := t.Begin(ctx, conn, b.Log, uint64(b.Last)); err != nil {
			return more, err
		}
		err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			has, err := t.hold(ctx, tx, b.Log, "SKIP LOCKED")
			if errors.Is(err, pgx.ErrNoRows) {
				return nil // somebody else is at it
			}
			if err != nil {
				return err
			}
			var upTo *int64
			if err := tx.QueryRow(ctx, t.statement("SELECT max(seq) FROM (SELECT seq FROM RECORDS WHERE log = $1 AND seq > $2 ORDER BY seq LIMIT $3) r"),
				b.Log, has, atOnce).Scan(&upTo); err != nil || upTo == nil {
				return err
			}
			more = more || *upTo < b.Last
			return t.addTo(ctx, tx, b.Log, has, *upTo)
		})
		if err != nil {
			return more, err
		}
	}
	return more, err
}

// Log is how far one log is counted.
type Log struct {
	Log       string
	Has, Last int64 // the last record that is counted, and the last that there is
}

// querier is a connection or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Behind lists the logs that are not counted to their end.
func (t Table) Behind(ctx context.Context, q querier) ([]Log, error) {
	rows, err := q.Query(ctx, t.statement(`WITH RECURSIVE logs AS ((SELECT min(log) AS log FROM RECORDS)
		UNION ALL SELECT (SELECT min(log) FROM RECORDS r WHERE r.log > logs.log) FROM logs WHERE logs.log IS NOT NULL)
		SELECT * FROM (SELECT log, coalesce((SELECT seq FROM PROGRESS p WHERE p.log = logs.log), 0) AS has,
			(SELECT max(seq) FROM RECORDS r WHERE r.log = logs.log) AS last FROM logs WHERE log IS NOT NULL) l WHERE has < last`))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Log])
}

// Expire removes the counts of slots of which no record is left: partitions of old months are dropped, and their
// counts with them.
func (t Table) Expire(ctx context.Context, conn *pgx.Conn) error {
	for _, sql := range []string{
		`DELETE FROM COUNTS WHERE slot + grain * interval '1 minute' <= coalesce((SELECT min(time) FROM RECORDS), 'infinity')`,
		`DELETE FROM OPEN WHERE time < coalesce((SELECT min(time) FROM RECORDS), 'infinity')`,
	} {
		if _, err := conn.Exec(ctx, t.statement(sql)); err != nil {
			return err
		}
	}
	return nil
}
