package audit

import (
	"context"
	"database/sql"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"time"
)

// Store is a database beside the log, which keeps its head: *state.Store is one.
type Store interface {
	Read(ctx context.Context, f func(context.Context, *sql.Tx) error) error
	Write(ctx context.Context, f func(context.Context, *sql.Tx) error) error
}

//go:embed migrations/*.sql
var migrations embed.FS

// Migrations returns the tables that a Store must have, for state.Tables.
func Migrations() fs.FS {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic(err) // it is embedded
	}
	return files
}

// Head is a record that is known to have been on disk.
type Head struct {
	Seq    uint64
	Digest string // hex
}

// KeptHeads returns the heads of a log that a store knows, the oldest first: one, unless records had been missing before.
func KeptHeads(ctx context.Context, store Store, name string) ([]Head, error) {
	heads, _, err := keptHeads(ctx, store, name)
	return heads, err
}

// AllKeptHeads returns the newest head of each log that a store knows, by log.
func AllKeptHeads(ctx context.Context, store Store) (map[string][]Head, error) {
	all := map[string][]Head{}
	err := store.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT log, seq, digest FROM pgask_audit_heads h
			WHERE generation = (SELECT max(generation) FROM pgask_audit_heads l WHERE l.log = h.log) LIMIT $1`, maxHeads)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var log string
			var h Head
			if err := rows.Scan(&log, &h.Seq, &h.Digest); err != nil {
				return err
			}
			all[log] = append(all[log], h)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("read the heads of the audit logs: %w", err)
	}
	return all, nil
}

// maxHeads bounds how many generations of a log are looked at.
const maxHeads = 1000

func keptHeads(ctx context.Context, store Store, name string) (heads []Head, generation int64, err error) {
	err = store.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		heads, generation = nil, 0
		rows, err := tx.QueryContext(ctx, `SELECT generation, seq, digest FROM pgask_audit_heads WHERE log = $1 ORDER BY generation LIMIT $2`, name, maxHeads)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var h Head
			if err := rows.Scan(&generation, &h.Seq, &h.Digest); err != nil {
				return err
			}
			heads = append(heads, h)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, 0, fmt.Errorf("read the head of the audit log: %w", err)
	}
	return heads, generation, nil
}

// headKeeper copies the head of a log to its store in the background, once a second at most.
type headKeeper struct {
	store  Store
	name   string
	writer *writer // nil: anybody may
	dir    string
	logger *slog.Logger
	note   func(message string) // writes one into the log

	mu     sync.Mutex
	latest Head
	gone   []Head        // heads that the log no longer has; they are kept in the store, so that Verify finds them missing
	wake   chan struct{} // buffered
	stop   chan struct{}
	ended  chan struct{}

	// Of the goroutine:
	generation int64 // 0: the store was not asked yet
	kept       Head
	failing    bool
}

// How often the head is copied at most, and how long is waited after that failed.
const (
	headEvery = time.Second
	headAgain = 5 * time.Second
	headLast  = 5 * time.Second // for the last one
)

func newHeadKeeper(cfg Config, w *writer, logger *slog.Logger, note func(string)) *headKeeper {
	k := &headKeeper{store: cfg.Store, name: cfg.Name, dir: cfg.Dir, logger: logger, note: note, wake: make(chan struct{}, 1), stop: make(chan struct{}),
		ended: make(chan struct{})}
	if k.name == "" {
		k.name = cfg.Dir
	}
	k.writer = w
	go k.run()
	return k
}

// synced is called when a record is on disk.
func (k *headKeeper) synced(seq uint64, digest [digestSize]byte) {
	if k == nil || seq == 0 {
		return
	}
	k.mu.Lock()
	k.latest = Head{seq, hex.EncodeToString(digest[:])}
	k.mu.Unlock()
	select {
	case k.wake <- struct{}{}:
	default: // it is awake
	}
}

// lost is called when the log lacks a record that had been written.
func (k *headKeeper) lost(h Head) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.gone) < maxHeads {
		k.gone = append(k.gone, h)
	}
}

// close copies the last head.
func (k *headKeeper) close() {
	if k == nil {
		return
	}
	close(k.stop)
	<-k.ended
}

func (k *headKeeper) run() {
	defer close(k.ended)
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-k.stop:
			ctx, cancel := context.WithTimeout(context.Background(), headLast)
			defer cancel()
			k.copy(ctx)
			return
		case <-pause.C:
		}
		select {
		case <-k.stop:
			pause.Reset(0)
			continue
		case <-k.wake:
		}
		pause.Reset(headEvery)
		if !k.copy(context.Background()) { // the store bounds it
			pause.Reset(headAgain)
			select {
			case k.wake <- struct{}{}:
			default:
			}
		}
	}
}

// copy brings the store up to date, and says whether it could.
func (k *headKeeper) copy(ctx context.Context) bool {
	k.mu.Lock()
	h, gone := k.latest, k.gone
	k.mu.Unlock()
	if (h == k.kept || h.Seq == 0) && len(gone) == 0 {
		return true
	}
	err := k.mayWrite(ctx)
	if err == nil {
		err = k.compare(ctx)
	}
	if err == nil {
		err = k.bury(ctx, gone)
	}
	if err == nil && h.Seq > 0 {
		err = k.write(ctx, h)
	}
	if err == nil {
		k.kept, k.failing = h, false
		return true
	}
	if !k.failing {
		k.failing = true
		k.logger.Warn("the head of the audit log is not copied to the state store; a missing end would not be found", "error", err)
	}
	return false
}

// mayWrite returns why the head is not to be written now: somebody else writes the log, or may.
func (k *headKeeper) mayWrite(ctx context.Context) error {
	if k.writer == nil {
		return nil
	}
	held, err := k.writer.claim(ctx)
	if err == nil && !held {
		err = errors.New("another proxy has claimed the audit log, and is not known to have ended")
	}
	return err
}

// compare checks, once, that the log still has the head that the store knows. If not, that is noted in the log and for the
// operator.
func (k *headKeeper) compare(ctx context.Context) error {
	if k.generation != 0 {
		return nil
	}
	heads, generation, err := keptHeads(ctx, k.store, k.name)
	if err != nil {
		return err
	}
	if len(heads) == 0 {
		k.generation = time.Now().UnixMilli()
		return nil
	}
	known := heads[len(heads)-1]
	at, err := recordNumbered(k.dir, known.Seq)
	if err != nil {
		return err
	}
	if at != nil && hex.EncodeToString(at.digest[:]) == known.Digest {
		k.generation = generation
		return nil
	}
	k.logger.Error("the audit log lacks a record that it had; run pgask audit verify", "record", known.Seq, "digest", known.Digest)
	k.note(goneNote(known))
	k.generation = max(time.Now().UnixMilli(), generation+1)
	return nil
}

// bury stores heads that the log no longer has, each as the last one of a generation of the log.
func (k *headKeeper) bury(ctx context.Context, gone []Head) error {
	for _, h := range gone {
		if err := k.write(ctx, h); err != nil {
			return err
		}
		k.generation = max(time.Now().UnixMilli(), k.generation+1)
		k.mu.Lock()
		k.gone = k.gone[1:]
		k.mu.Unlock()
	}
	return nil
}

// recordNumbered returns the record of that number, or nil.
func recordNumbered(dir string, seq uint64) (*Entry, error) {
	for line, err := range backwards(dir, time.Time{}) {
		if err != nil {
			return nil, err
		}
		e, err := parse(line)
		switch {
		case err != nil || e.Seq > seq:
		case e.Seq == seq:
			return &e, nil
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// write stores a head, unless the store has a later one: several processes may write to one log.
func (k *headKeeper) write(ctx context.Context, h Head) error {
	err := k.store.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO pgask_audit_heads (log, generation, seq, digest, written) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (log, generation) DO UPDATE SET seq = excluded.seq, digest = excluded.digest, written = excluded.written
			WHERE excluded.seq > pgask_audit_heads.seq`, k.name, k.generation, int64(h.Seq), h.Digest, time.Now().UnixMilli())
		return err
	})
	if err != nil {
		return fmt.Errorf("keep the head of the audit log: %w", err)
	}
	return nil
}
