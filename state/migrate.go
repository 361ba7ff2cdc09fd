package state

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// Tables are the tables of one package.
type Tables struct {
	Owner      string // names the set for good: its versions are counted in pgask_versions_OWNER
	Migrations fs.FS  // files 00001_what.sql at its root, in goose's format
}

//go:embed migrations/*.sql
var embedded embed.FS

func ownTables() (Tables, error) {
	files, err := fs.Sub(embedded, "migrations")
	return Tables{Owner: "state", Migrations: files}, err
}

// errNewer means that the tables are of a later version.
var errNewer = errors.New("the state was written by a newer version of pgask")

// migrateTries is the number of times that a migration is tried. Of two processes that start together on a new file one
// fails once, and then finds the work done.
const migrateTries = 4

func (s *Store) migrate(ctx context.Context) error {
	own, err := ownTables()
	if err != nil {
		return err
	}
	for _, t := range append([]Tables{own}, s.cfg.Tables...) {
		for try := range migrateTries {
			if err = s.migrateOne(ctx, t); err == nil || errors.Is(err, errNewer) || ctx.Err() != nil {
				break
			}
			select {
			case <-ctx.Done():
			case <-time.After(time.Duration(try+1) * 50 * time.Millisecond):
			}
		}
		if err != nil {
			return fmt.Errorf("tables of %s: %w", t.Owner, err)
		}
	}
	return nil
}

func (s *Store) migrateOne(ctx context.Context, t Tables) error {
	options := []goose.ProviderOption{goose.WithTableName("pgask_versions_" + t.Owner), goose.WithDisableGlobalRegistry(true)}
	dialect := goose.DialectSQLite3
	if s.dialect == postgres {
		dialect = goose.DialectPostgres
		// Proxies that start together take turns. The lock is a row with a lease, which works behind PgBouncer as well.
		locker, err := lock.NewPostgresTableLocker(lock.WithTableName("pgask_lock"), lock.WithTableLeaseDuration(10*time.Second),
			lock.WithTableHeartbeatInterval(2*time.Second), lock.WithTableLockTimeout(200*time.Millisecond, 60),
			lock.WithTableUnlockTimeout(200*time.Millisecond, 5))
		if err != nil {
			return err
		}
		options = append(options, goose.WithLocker(locker))
	}
	p, err := goose.NewProvider(dialect, s.db, t.Migrations, options...)
	if err != nil {
		return err
	}
	current, target, err := p.GetVersions(ctx)
	if err != nil {
		return err
	}
	if current > target {
		return fmt.Errorf("%w: version %d, and this one knows %d", errNewer, current, target)
	}
	if current == target {
		return nil
	}
	_, err = p.Up(ctx)
	return err
}
