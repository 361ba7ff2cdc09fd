package audit

import (
	"cmp"
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

// KeptHeads returns the heads of a log that a store knows, the oldest first: one, unless records had been missing
// before, or the newest is not sealed. key is the log's, which they are sealed with; none: seals are not looked at.
func KeptHeads(ctx context.Context, store Store, name string, key []byte) ([]Head, error) {
	kept, err := keptHeads(ctx, store, name, key)
	var all []Head
	for _, k := range kept {
		all = append(all, k.heads...)
	}
	return all, err
}

// AllKeptHeads returns the newest heads of each log that a store knows, by log.
func AllKeptHeads(ctx context.Context, store Store, key []byte) (map[string][]Head, error) {
	const newest = ` h WHERE generation = (SELECT max(generation) FROM `
	var rows, seals []headRow
	err := store.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		if rows, err = headRows(ctx, tx, `SELECT log, generation, seq, digest, '' FROM pgask_audit_heads`+newest+
			`pgask_audit_heads l WHERE l.log = h.log) LIMIT $1`, maxHeads); err != nil {
			return err
		}
		seals, err = headRows(ctx, tx, `SELECT log, generation, seq, digest, mac FROM pgask_audit_head_seals`+newest+
			`pgask_audit_head_seals l WHERE l.log = h.log) LIMIT $1`, maxHeads)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the heads of the audit logs: %w", err)
	}
	all := map[string][]Head{}
	for _, k := range joined(key, rows, seals) {
		all[k.log] = append(all[k.log], k.heads...)
	}
	return all, nil
}

// maxHeads bounds how many generations of a log are looked at.
const maxHeads = 1000

func keptHeads(ctx context.Context, store Store, name string, key []byte) ([]keptHead, error) {
	var rows, seals []headRow
	err := store.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		if rows, err = headRows(ctx, tx, `SELECT log, generation, seq, digest, '' FROM pgask_audit_heads WHERE log = $1 ORDER BY generation LIMIT $2`,
			name, maxHeads); err != nil {
			return err
		}
		seals, err = headRows(ctx, tx, `SELECT log, generation, seq, digest, mac FROM pgask_audit_head_seals WHERE log = $1 ORDER BY generation LIMIT $2`,
			name, maxHeads)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the head of the audit log: %w", err)
	}
	return joined(key, rows, seals), nil
}

// headKeeper copies the head of a log to its store in the background, once a second at most.
type headKeeper struct {
	store  Store
	name   string
	key    []byte  // that it is sealed with; none: it is not
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
	k := &headKeeper{store: cfg.Store, name: cfg.Name, key: cfg.Key, dir: cfg.Dir, logger: logger, note: note,
		wake: make(chan struct{}, 1), stop: make(chan struct{}),
		ended: make(chan struct{})}
	k.name = cmp.Or(k.name, cfg.Dir)
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
	k.latest = Head{Seq: seq, Digest: hex.EncodeToString(digest[:])}
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

// compare checks, once, that the log still has the head that the store knows. If not, that is noted in the log and
// for the operator.
func (k *headKeeper) compare(ctx context.Context) error {
	if k.generation != 0 {
		return nil
	}
	kept, err := keptHeads(ctx, k.store, k.name, k.key)
	if err != nil {
		return err
	}
	if len(kept) == 0 {
		k.generation = time.Now().UnixMilli()
		return nil
	}
	newest := kept[len(kept)-1]
	for _, wrong := range wrongs(newest.heads) {
		k.logger.Error("the state store does not tell the truth of the audit log; run pgask audit verify", "because", wrong)
	}
	known, generation := newest.heads[len(newest.heads)-1], newest.generation
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
		if err != nil || len(k.key) == 0 {
			return err
		}
		seal := headRow{log: k.name, generation: k.generation, seq: h.Seq, digest: h.Digest}
		_, err = tx.ExecContext(ctx, `INSERT INTO pgask_audit_head_seals (log, generation, seq, digest, mac) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (log, generation) DO UPDATE SET seq = excluded.seq, digest = excluded.digest, mac = excluded.mac
			WHERE excluded.seq > pgask_audit_head_seals.seq`, k.name, k.generation, int64(h.Seq), h.Digest, seal.seal(k.key))
		return err
	})
	if err != nil {
		return fmt.Errorf("keep the head of the audit log: %w", err)
	}
	return nil
}
