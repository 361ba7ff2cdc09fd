package state

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Config locates the state. The zero value of a field means its default.
type Config struct {
	Dir     string        // of the SQLite file state.db; made when it is missing
	URL     string        // of a PostgreSQL, postgres://…; empty: the file in Dir
	Tables  []Tables      // of the packages that keep more than values by key
	Timeout time.Duration // of one Read or Write; default 2 s
	Logger  *slog.Logger  // default: none
}

func (c Config) withDefaults() Config {
	c.Timeout = cmp.Or(c.Timeout, 2*time.Second)
	c.Logger = cmp.Or(c.Logger, slog.New(slog.DiscardHandler))
	return c
}

// ErrUnavailable is returned at once by every call while the database cannot be reached. Callers then go on without
// stored data.
var ErrUnavailable = errors.New("the state store is unavailable")

// Store is an open state store. It is safe for concurrent use, and several processes may share its database.
type Store struct {
	cfg     Config
	db      *sql.DB
	dialect dialect
	worker  worker

	mu          sync.Mutex
	unavailable error // why the database cannot be used; nil when it can
}

// Open opens the store and brings its tables up to date. A database that cannot be reached now is no error: it is tried
// again until it can, and calls return ErrUnavailable until then. Errors are settings that can never work, and tables
// of a newer pgask.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	cfg = cfg.withDefaults()
	s := &Store{cfg: cfg}
	var err error
	if cfg.URL != "" {
		s.dialect = postgres
		s.db, err = openPostgres(cfg.URL)
	} else {
		s.db, err = openSQLite(cfg.Dir, cfg.Timeout)
	}
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	if err := s.prepare(ctx, max(openTimeout, cfg.Timeout)); errors.Is(err, errNewer) || ctx.Err() != nil {
		return nil, fmt.Errorf("state: %w", errors.Join(err, s.db.Close()))
	} else if err != nil {
		s.markUnavailable(err)
	}
	s.worker.start(s)
	return s, nil
}

// Close runs the queued writes and closes the database.
func (s *Store) Close() error {
	s.worker.stop()
	if err := s.db.Close(); err != nil {
		return fmt.Errorf("state: close: %w", err)
	}
	return nil
}

// Shared reports whether several proxies may see the same state.
func (s *Store) Shared() bool { return s.dialect == postgres }

// Err returns nil while the store can be used, else why it cannot, for a health page.
func (s *Store) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unavailable != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, s.unavailable)
	}
	return nil
}

// Work is done in one transaction. It must use the context that it is given, which ends at the deadline for the work.
type Work = func(ctx context.Context, tx *sql.Tx) error

// Read calls f in a transaction that only reads.
func (s *Store) Read(ctx context.Context, f Work) error {
	return s.do(ctx, &sql.TxOptions{ReadOnly: true}, f)
}

// Write calls f in a transaction that is durable once Write has returned nil. Writers of one SQLite file take turns.
func (s *Store) Write(ctx context.Context, f Work) error {
	return s.do(ctx, nil, f)
}

func (s *Store) do(ctx context.Context, opts *sql.TxOptions, f Work) error {
	if err := s.Err(); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()
	err := s.transact(limited, opts, f)
	if err != nil && ctx.Err() == nil && (limited.Err() != nil || s.dialect.unreachable(err)) {
		s.markUnavailable(err)
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return err
}

func (s *Store) transact(ctx context.Context, opts *sql.TxOptions, f Work) (err error) {
	tx, err := s.db.BeginTx(ctx, opts)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback() // the cause is told already
		}
	}()
	if err := f(ctx, tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// markUnavailable makes calls fail at once until the worker has reached the database again. It is logged once per
// outage.
func (s *Store) markUnavailable(err error) {
	s.mu.Lock()
	first := s.unavailable == nil
	s.unavailable = err
	s.mu.Unlock()
	if first {
		s.cfg.Logger.Warn("state store unavailable, going on without memory", "database", s.dialect.String(), "error", err)
	}
	s.worker.wake()
}

func (s *Store) markAvailable() {
	s.mu.Lock()
	s.unavailable = nil
	s.mu.Unlock()
	s.cfg.Logger.Info("state store available again", "database", s.dialect.String())
}

// prepare makes sure that the database is there and has the tables of this version.
func (s *Store) prepare(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if s.dialect == sqliteFile {
		if err := createFile(s.cfg.Dir); err != nil {
			return err
		}
	}
	return s.migrate(ctx)
}

// How long one try to reach the database and bring its tables up to date may take, if not as long as a Read or Write:
// while the proxy starts, and later.
const (
	openTimeout    = 5 * time.Second
	recoverTimeout = 15 * time.Second
)
