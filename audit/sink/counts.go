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

// completeCounts makes them. Who may not make tables, or write to those that somebody else has made, copies records without.
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

// count counts records in the transaction that copies them. If that fails, they are copied all the same, and counted later.
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
	t.uncounted(err)
	return nil
}

// uncounted tells that questions are not counted.
func (t *Table) uncounted(err error) {
	if t.Logger != nil {
		t.Logger.Warn("questions in the table of records are not counted; usage is read from the records", "error", withoutWords(err))
	}
}

// Times between looks for what is not counted, and for what is no longer there.
const (
	countEvery  = 5 * time.Second
	countAgain  = time.Minute // after a failure
	expireEvery = time.Hour
)

// countOthers counts, until the sink is closed, what is in the table without: all of it, the first time, and what proxies of a release
// before copy.
func (t *Table) countOthers() {
	ctx, cancel := context.WithCancel(context.Background())
	var counting sync.WaitGroup
	counting.Go(func() {
		for ctx.Err() == nil {
			err := panics.Catch(func() error { return t.countOn(ctx) })
			if err != nil && ctx.Err() == nil {
				t.uncounted(err)
				pause(ctx, countAgain)
			}
		}
	})
	t.stop = func() { cancel(); counting.Wait() }
}

// countOn does so on a connection of its own.
func (t *Table) countOn(ctx context.Context) error {
	conn, err := t.dial(ctx)
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = conn.Close(ctx)
	}()
	var expired time.Time
	for ctx.Err() == nil {
		if time.Since(expired) > expireEvery {
			if err := t.counts().Expire(ctx, conn); err != nil {
				return err
			}
			expired = time.Now()
		}
		more, err := t.counts().CatchUp(ctx, conn)
		if err != nil {
			return err
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
