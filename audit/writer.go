package audit

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

//go:embed migrations/writers/*.sql
var writerMigrations embed.FS

// WriterMigrations returns the tables that a Store must have for Config.Sole, for state.Tables. They are apart from
// Migrations, so that a release that does not know them still starts on the same store.
func WriterMigrations() fs.FS {
	files, err := fs.Sub(writerMigrations, "migrations/writers")
	if err != nil {
		panic(err) // it is embedded
	}
	return files
}

// ErrSecondWriter means that somebody else writes a log of the same id.
var ErrSecondWriter = errors.New("another proxy writes a log of the same id")

// A log that somebody else may write is taken over when nothing was heard of him for leaseFor; who writes is heard of
// every beatEvery.
const (
	leaseFor  = 30 * time.Second
	beatEvery = 10 * time.Second
)

// holdDir keeps other processes of this machine from being the sole writer of a directory, until the file is closed.
func holdDir(dir string) (*os.File, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = fmt.Errorf("%w: a process of this machine, in %s", ErrSecondWriter, dir)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// writer is the claim of a process to be the only one that writes a log, in the store that the log's proxies share.
// Times are taken from this machine's clock alone: another's beat counts as alive when it changes.
type writer struct {
	store              Store
	log, home, process string
	lease              time.Duration

	mu    sync.Mutex
	other claim     // of somebody else, as it was seen last
	since time.Time // when it was first seen so

	second atomic.Pointer[error] // for good: ErrSecondWriter; nil: not seen

	ending      sync.Once
	stop, ended chan struct{}
}

// claim is a row of the table.
type claim struct {
	home, process string
	beat          int64
}

// newWriter claims a log. It waits for as long as it takes to see whether somebody else lives, and returns
// ErrSecondWriter if so. A store that does not answer is asked again later.
func newWriter(store Store, log, dir string, lease time.Duration) (*writer, error) {
	lease = cmp.Or(lease, leaseFor)
	w := &writer{store: store, log: log, home: homeOf(dir), process: rand.Text(), lease: lease,
		stop: make(chan struct{}), ended: make(chan struct{})}
	for {
		held, err := w.claim(context.Background())
		if errors.Is(err, ErrSecondWriter) {
			return nil, err
		}
		if held || err != nil {
			break
		}
		time.Sleep(lease / 60)
	}
	go w.run()
	return w, nil
}

// homeOf tells a directory from others of the same path on other machines, and from copies of itself.
func homeOf(dir string) string {
	host, _ := os.Hostname() // one without a name has its directory
	path, err := filepath.Abs(dir)
	if err != nil {
		path = dir
	}
	var inode uint64
	if info, err := os.Stat(dir); err == nil {
		if st, ok := info.Sys().(*syscall.Stat_t); ok {
			inode = st.Ino
		}
	}
	sum := sha256.Sum256([]byte(fmt.Sprintf("%s\x00%s\x00%d", host, path, inode)))
	return hex.EncodeToString(sum[:16])
}

// run renews the claim while the process lives, and gives it back.
func (w *writer) run() {
	defer close(w.ended)
	beat := time.NewTicker(w.lease / (leaseFor / beatEvery))
	defer beat.Stop()
	for {
		select {
		case <-beat.C:
			_, _ = w.claim(context.Background()) // who writes is told; see refused
		case <-w.stop:
			_ = w.store.Write(context.Background(), func(ctx context.Context, tx *sql.Tx) error { // or the next one waits
				_, err := tx.ExecContext(ctx, "DELETE FROM pgask_audit_writers WHERE log = $1 AND process = $2", w.log, w.process)
				return err
			})
			return
		}
	}
}

// claim makes or renews the claim, unless somebody else has one that lives, or may live. An error other than
// ErrSecondWriter is the store's.
func (w *writer) claim(ctx context.Context) (held bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.refused(); err != nil {
		return false, err
	}
	takeFrom := claim{}
	if !w.since.IsZero() && time.Since(w.since) >= w.lease {
		takeFrom = w.other // not heard of for so long
	}
	var now claim
	err = w.store.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO pgask_audit_writers (log, home, process, beat) VALUES ($1, $2, $3, $4)
			ON CONFLICT (log) DO UPDATE SET home = excluded.home, process = excluded.process, beat = excluded.beat
			WHERE pgask_audit_writers.home = excluded.home OR pgask_audit_writers.process = $5 AND pgask_audit_writers.beat = $6`,
			w.log, w.home, w.process, time.Now().UnixMilli(), takeFrom.process, takeFrom.beat)
		if err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, "SELECT home, process, beat FROM pgask_audit_writers WHERE log = $1",
			w.log).Scan(&now.home, &now.process, &now.beat)
	})
	switch {
	case err != nil:
		return false, fmt.Errorf("claim the audit log: %w", err)
	case now.process == w.process:
		w.other, w.since = claim{}, time.Time{}
		return true, nil
	case w.other == now:
		return false, nil
	case w.other.process == now.process: // he lives
		err := fmt.Errorf("%w, %q: if this is a log of its own, write another id into its file %s", ErrSecondWriter, w.log, IDFile)
		w.second.Store(&err)
		return false, err
	}
	w.other, w.since = now, time.Now()
	return false, nil
}

// refused returns ErrSecondWriter when somebody else writes the log.
func (w *writer) refused() error {
	if w == nil {
		return nil
	}
	if err := w.second.Load(); err != nil {
		return *err
	}
	return nil
}

// close gives the claim back.
func (w *writer) close() {
	if w == nil {
		return
	}
	w.ending.Do(func() { close(w.stop) })
	<-w.ended
}
