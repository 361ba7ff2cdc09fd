package sink

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/audit/usage"
	"github.com/pgask/pgask/panics"
)

// counts are the tables of what questions add up to.
func (t *Table) counts() usage.Table { return usage.Table(t.identifier()) }

// completeCounts makes them. Who may not make tables, or write to those that somebody else has made, copies records
// without.
func (t *Table) completeCounts(ctx context.Context) error {
	const mine = `SELECT count(*) FROM unnest($1::text[]) n WHERE to_regclass(n) IS NULL OR NOT (has_table_privilege(to_regclass(n), 'SELECT')
		AND has_table_privilege(to_regclass(n), 'INSERT') AND has_table_privilege(to_regclass(n), 'UPDATE') AND has_table_privilege(to_regclass(n), 'DELETE'))`
	var lacks int
	if err := t.conn.QueryRow(ctx, mine, t.counts().Names()).Scan(&lacks); err != nil {
		return err
	}
	if lacks > 0 {
		for _, sql := range t.counts().Statements() {
			if refused, err := t.change(ctx, sql); err != nil || refused {
				t.countless = refused
				return err
			}
		}
		if err := t.conn.QueryRow(ctx, mine, t.counts().Names()).Scan(&lacks); err != nil {
			return err
		}
	}
	t.countless = lacks > 0
	return nil
}

// count counts records in the transaction that copies them. If that fails, they are copied all the same, and counted
// later.
func (t *Table) count(ctx context.Context, tx pgx.Tx, records []audit.Entry) error {
	if t.countless {
		return nil
	}
	err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
		if !t.refilling {
			return t.counts().Keep(ctx, tx, t.Log, t.has, records[len(records)-1].Seq)
		}
		seqs := make([]int64, len(records))
		for i := range records {
			seqs[i] = int64(records[i].Seq)
		}
		return t.counts().AddMissing(ctx, tx, t.Log, seqs)
	})
	if err == nil || tx.Conn().IsClosed() {
		return err
	}
	t.warn(uncounted, err)
	return nil
}

// What is told of what is done behind the copies.
const (
	uncounted = "questions in the table of records are not counted; usage is read from the records"
	unindexed = "the table of records is not indexed; what is looked for in it takes longer"
)

func (t *Table) warn(what string, err error) {
	if t.Logger != nil {
		t.Logger.Warn(what, "error", withoutWords(err))
	}
}

// Times between looks for what is not counted, and for what is no longer there, or not indexed.
const (
	countEvery = 5 * time.Second
	countAgain = time.Minute // after a failure
	tidyEvery  = time.Hour
)

// keepBehind counts, until the sink is closed, what is in the table without: all of it, the first time, and what
// proxies of a release before copy. It makes the indexes, too.
func (t *Table) keepBehind() {
	ctx, cancel := context.WithCancel(context.Background())
	var keeping sync.WaitGroup
	keeping.Go(func() {
		for ctx.Err() == nil {
			err := panics.Catch(func() error { return t.keep(ctx) })
			if err != nil && ctx.Err() == nil {
				t.warn(uncounted, err)
				pause(ctx, countAgain)
			}
		}
	})
	t.stop = func() { cancel(); keeping.Wait() }
}

// keep does so on a connection of its own.
func (t *Table) keep(ctx context.Context) error {
	conn, err := t.dial(ctx)
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = conn.Close(ctx)
	}()
	var tidied time.Time
	for ctx.Err() == nil {
		if time.Since(tidied) > tidyEvery {
			if err := t.indexed(ctx, conn); err != nil {
				t.warn(unindexed, err)
			}
			tidied = time.Now()
			if !t.countless {
				if err := t.counts().Expire(ctx, conn); err != nil {
					return err
				}
			}
		}
		more := false
		if !t.countless {
			if more, err = t.counts().CatchUp(ctx, conn); err != nil {
				return err
			}
		}
		if !more {
			pause(ctx, countEvery)
		}
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
