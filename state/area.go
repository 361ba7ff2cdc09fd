package state

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Limits bound an area. The zero value of a field means its default.
type Limits struct {
	Bytes   int64         // of all values; the oldest make room; default 64 MiB
	Entries int64         // default 100,000
	Value   int           // bytes of one value; a larger one is not kept; default 16 MiB
	Age     time.Duration // after which a value is gone; default: never
}

func (l Limits) withDefaults() Limits {
	l.Bytes = cmp.Or(l.Bytes, 64<<20)
	l.Entries = cmp.Or(l.Entries, 100_000)
	l.Value = cmp.Or(l.Value, 16<<20)
	return l
}

// Area is a bounded room for values by key that can be made again: cached snapshots, a model's answers, embeddings, the
// questions of the last hour. Keys are content hashes or ids, 1,000 bytes at most. Proxies with one store share it.
type Area struct {
	store  *Store
	name   string
	limits Limits

	mu   sync.Mutex
	puts int // since room was made
}

// Area returns the area with a name. A name belongs to one package, which always uses it with the same limits.
func (s *Store) Area(name string, limits Limits) *Area {
	return &Area{store: s, name: name, limits: limits.withDefaults()}
}

const maxKey = 1000

// ErrTooLarge is about a value or a key that an area does not take.
var ErrTooLarge = errors.New("state: larger than what is kept")

// Get returns a value, and false when there is none or it is too old.
func (a *Area) Get(ctx context.Context, key string) (value []byte, found bool, err error) {
	err = a.store.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT value FROM pgask_kept WHERE area = $1 AND name = $2 AND (expires = 0 OR expires > $3)`,
			a.name, key, now()).Scan(&value)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("%s: %w", a.name, err)
	}
	return value, true, nil
}

// Put keeps a value in the place of any with the same key. It is durable when Put returns nil.
func (a *Area) Put(ctx context.Context, key string, value []byte) error {
	if err := a.fits(key, value); err != nil {
		return err
	}
	if err := a.store.Write(ctx, a.put(key, value)); err != nil {
		return fmt.Errorf("%s: %w", a.name, err)
	}
	return nil
}

// PutAsync queues a Put and returns at once; see Store.WriteAsync. The value must not be changed after the call.
func (a *Area) PutAsync(key string, value []byte) {
	if a.fits(key, value) == nil {
		a.store.WriteAsync(a.put(key, value))
	}
}

// Delete forgets a value.
func (a *Area) Delete(ctx context.Context, key string) error {
	return a.store.Write(ctx, a.delete(key))
}

// DeleteAsync queues a Delete behind the calls of PutAsync before it, and returns at once.
func (a *Area) DeleteAsync(key string) { a.store.WriteAsync(a.delete(key)) }

func (a *Area) delete(key string) Work {
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM pgask_kept WHERE area = $1 AND name = $2`, a.name, key)
		return err
	}
}

// Clear forgets all values.
func (a *Area) Clear(ctx context.Context) error {
	return a.store.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM pgask_kept WHERE area = $1`, a.name)
		return err
	})
}

// Limit gives an end to values that were kept when the area had no age: its age from now on.
func (a *Area) Limit(ctx context.Context) error {
	return a.store.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE pgask_kept SET expires = $2 WHERE area = $1 AND expires = 0`, a.name,
			now()+a.limits.Age.Milliseconds())
		return err
	})
}

func (a *Area) fits(key string, value []byte) error {
	if len(key) > maxKey || len(value) > a.limits.Value || int64(len(value)) > a.limits.Bytes {
		return fmt.Errorf("%s: %w", a.name, ErrTooLarge)
	}
	return nil
}

func (a *Area) put(key string, value []byte) Work {
	return func(ctx context.Context, tx *sql.Tx) error {
		at, expires := now(), int64(0)
		if a.limits.Age > 0 {
			expires = at + a.limits.Age.Milliseconds()
		}
		if value == nil {
			value = []byte{}
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO pgask_kept (area, name, value, bytes, kept, expires) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (area, name) DO UPDATE SET value = excluded.value, bytes = excluded.bytes, kept = excluded.kept, expires = excluded.expires`,
			a.name, key, value, int64(len(value)), at, expires); err != nil {
			return err
		}
		if !a.due(len(value)) {
			return nil
		}
		return a.evict(ctx, tx)
	}
}

// sweepPuts is after how many values, or after values that make up a sixteenth of the room, an area is held to its
// limits.
const sweepPuts = 64

func (a *Area) due(bytes int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.puts++; a.puts < sweepPuts && int64(bytes) < a.limits.Bytes/16 && a.limits.Entries >= sweepPuts {
		return false
	}
	a.puts = 0
	return true
}

// evict deletes the oldest values beyond the limits.
func (a *Area) evict(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM pgask_kept WHERE area = $1 AND name IN (
		SELECT name FROM (
			SELECT name, sum(bytes) OVER (ORDER BY kept DESC, name) AS running, row_number() OVER (ORDER BY kept DESC, name) AS place
			FROM pgask_kept WHERE area = $1) AS newest
		WHERE running > $2 OR place > $3)`, a.name, a.limits.Bytes, a.limits.Entries)
	return err
}

// sweepExpired deletes what is too old, in every area.
func sweepExpired(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM pgask_kept WHERE expires > 0 AND expires <= $1`, now()); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM pgask_counted WHERE expires <= $1`, now())
	return err
}

// now returns the current time as it is stored: milliseconds since 1970.
func now() int64 { return time.Now().UnixMilli() }
