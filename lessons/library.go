package lessons

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pgask/pgask/panics"
)

// Store is the part of the state store that the library uses; *state.Store implements it.
type Store interface {
	Read(ctx context.Context, f func(context.Context, *sql.Tx) error) error
	Write(ctx context.Context, f func(context.Context, *sql.Tx) error) error
	// WriteAsync queues a write and returns at once.
	WriteAsync(f func(context.Context, *sql.Tx) error)
}

//go:embed migrations/*.sql
var embedded embed.FS

// Migrations returns the tables of this package, for the state store.
func Migrations() fs.FS {
	files, err := fs.Sub(embedded, "migrations")
	if err != nil {
		panic(err) // the directory is embedded
	}
	return files
}

// Mode is the treatment of lessons that are learned: in force at once, after approval, or never.
type Mode string

// The modes of learning.
const (
	Off    Mode = "off"    // nothing is learned
	Review Mode = "review" // proposals, used by their author's role until approved; the default
	Auto   Mode = "auto"   // approved as they are learned, for all roles
)

// Config configures a library. The zero value of a field means its default.
type Config struct {
	File  string // YAML; empty: none
	Store Store  // nil: nothing is kept and nothing learned
	Learn Mode   // default Review
	// Every is the interval at which the file and the store are checked for changes; default 1 s, negative: never.
	Every  time.Duration
	Logger *slog.Logger // default: none
}

// Library is all lessons and pins. It is safe for concurrent use, and a nil Library is empty.
type Library struct {
	cfg  Config
	view atomic.Pointer[view]

	refreshing sync.Mutex // held while the file and the store are read, and taken before mu; guards what follows, up to warned
	stamp      stamp
	version    int64 // of the store's lessons and pins, when they were last taken over
	warned     bool  // that the store cannot be read was logged

	mu    sync.Mutex // guards what follows, up to ahead; never held while something is read or written
	file  []Lesson
	kept  []Lesson  // of the store
	pins  []Pin     // likewise
	ahead time.Time // when the first change was shown that the store may not hold yet; zero: there is none

	stop context.CancelFunc
	done sync.WaitGroup
}

// view is an immutable snapshot of the library, which readers use without a lock.
type view struct {
	lessons  []Lesson // of the file, then of the store by confidence
	mentions mentions
	pins     map[string][]*pinEntry
}

// stamp identifies the content of a file, as far as its metadata tells.
type stamp struct {
	changed time.Time
	size    int64
}

// Open reads the file, in which no mistake is tolerated, and the store as far as it can be reached.
func Open(ctx context.Context, cfg Config) (*Library, error) {
	cfg.Learn = cmp.Or(cfg.Learn, Review)
	cfg.Every = cmp.Or(cfg.Every, time.Second)
	cfg.Logger = cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler))
	l := &Library{cfg: cfg, version: -1, stop: func() {}}
	l.view.Store(&view{})
	if cfg.File != "" {
		l.stamp = stampOf(cfg.File)
		all, err := Load(cfg.File)
		if err != nil {
			return nil, err
		}
		l.file = all
	}
	if found := l.readStore(ctx); found != nil {
		l.version, l.kept, l.pins = found.version, found.lessons, found.pins
	}
	l.publish()
	if cfg.Every > 0 {
		watching, stop := context.WithCancel(context.Background())
		l.stop = stop
		l.done.Go(func() { l.watch(watching) })
	}
	return l, nil
}

// Fixed returns a library of these lessons, without a store: nothing is learned.
func Fixed(all ...Lesson) *Library {
	l := &Library{cfg: Config{Learn: Off}, stop: func() {}}
	for i := range all {
		one := &all[i]
		one.Kind = cmp.Or(one.Kind, Column)
		one.Status = cmp.Or(one.Status, Approved)
		one.Confidence = cmp.Or(one.Confidence, 1)
		one.identify()
	}
	l.file = all
	l.publish()
	return l
}

// Close ends the watch for changes.
func (l *Library) Close() {
	if l != nil {
		l.stop()
		l.done.Wait()
	}
}

// For lists the lessons that hold for a role in a datasource: those of people first, then by confidence.
func (l *Library) For(datasource, role string) []Lesson {
	if l == nil {
		return nil
	}
	var found []Lesson
	for _, one := range l.view.Load().lessons {
		if one.holds(datasource, role) {
			found = append(found, one)
		}
	}
	return found
}

// publish replaces the view by one of what is known now.
func (l *Library) publish() {
	s := &view{pins: map[string][]*pinEntry{}}
	s.lessons = append(slices.Clone(l.file), l.kept...)
	s.mentions = indexWords(s.lessons)
	for _, p := range l.pins {
		for _, key := range p.keys() {
			s.pins[key] = append(s.pins[key], &pinEntry{Pin: p, exactKey: p.exact(family(p.Question))})
		}
	}
	l.view.Store(s)
}

// watch polls the file and the store for changes until ctx ends.
func (l *Library) watch(ctx context.Context) {
	tick := time.NewTicker(l.cfg.Every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if l.settled(now) {
				if err := panics.Catch(func() error { l.Refresh(ctx); return nil }); err != nil {
					l.cfg.Logger.Error("lessons not read again", "error", err)
				}
			}
		}
	}
}

// settleTime is the time that a lesson may take from memory to the store.
const settleTime = time.Second

// settled reports whether the store has had the time to take what the view shows already. Read earlier, it would take
// that back for a moment.
func (l *Library) settled(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ahead.IsZero() || now.Sub(l.ahead) >= settleTime
}

// show publishes kept as the lessons of the store, which is yet to be changed. l.mu is held.
func (l *Library) show(kept []Lesson) {
	l.kept = kept
	if l.ahead.IsZero() {
		l.ahead = time.Now()
	}
	l.publish()
}

// Refresh takes over what has changed in the file and in the store. Questions, and what they teach, do not wait for it.
func (l *Library) Refresh(ctx context.Context) {
	l.refreshing.Lock()
	defer l.refreshing.Unlock()
	l.mu.Lock()
	l.ahead = time.Time{}
	l.mu.Unlock()
	file, changed := l.readFile()
	found := l.readStore(ctx)
	if !changed && found == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if changed {
		l.file = file
	}
	if found != nil {
		l.pins = found.pins
	}
	// What was learned while the store was read may be missing in found. Then the version stays as it is, and the
	// next refresh reads again.
	if found != nil && l.ahead.IsZero() {
		l.version, l.kept = found.version, found.lessons
	}
	l.publish()
}

// readFile reads the file again when it has changed. A file with mistakes is logged, and the lessons of before stay.
func (l *Library) readFile() (all []Lesson, changed bool) {
	if l.cfg.File == "" {
		return nil, false
	}
	now := stampOf(l.cfg.File)
	if now == l.stamp || now == (stamp{}) { // an editor may have taken it away for a moment
		return nil, false
	}
	l.stamp = now
	all, err := Load(l.cfg.File)
	if err != nil {
		l.cfg.Logger.Error("lessons not reloaded, those of before stay", "file", l.cfg.File, "error", err)
		return nil, false
	}
	l.cfg.Logger.Info("lessons reloaded", "file", l.cfg.File, "lessons", len(all))
	return all, true
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size()}
}

// stored is the content of the store.
type stored struct {
	version int64
	lessons []Lesson
	pins    []Pin
}

// readStore reads lessons and pins; nil when their version has not changed, or the store cannot be read.
func (l *Library) readStore(ctx context.Context) *stored {
	if l.cfg.Store == nil {
		return nil
	}
	var found stored
	err := l.cfg.Store.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		if err := tx.QueryRowContext(ctx, `SELECT version FROM pgask_taught WHERE id = 1`).Scan(&found.version); err != nil || found.version == l.version {
			return err
		}
		if found.lessons, err = readLessons(ctx, tx); err != nil {
			return err
		}
		found.pins, err = readPins(ctx, tx)
		return err
	})
	if err != nil {
		if !l.warned && ctx.Err() == nil {
			l.cfg.Logger.Warn("lessons and pins of the state store not read", "error", err)
		}
		l.warned = true
		return nil
	}
	l.warned = false
	if found.version == l.version {
		return nil
	}
	return &found
}

// errNoStore means that there is no state store to change lessons or pins in.
var errNoStore = errors.New("there is no state store to keep it in")

// change writes and makes the change visible here at once.
func (l *Library) change(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	if l == nil || l.cfg.Store == nil {
		return errNoStore
	}
	err := l.cfg.Store.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := f(ctx, tx); err != nil {
			return err
		}
		return bumpVersion(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("lessons: %w", err)
	}
	l.Refresh(ctx)
	return nil
}

func bumpVersion(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `UPDATE pgask_taught SET version = version + 1 WHERE id = 1`)
	return err
}
