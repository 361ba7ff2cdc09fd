package state

import (
	"cmp"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// dialect is which of the two databases a store is in.
type dialect byte

const (
	sqliteFile dialect = iota
	postgres
)

func (d dialect) String() string {
	if d == postgres {
		return "postgresql"
	}
	return "sqlite"
}

// fileName is the SQLite database in state.dir.
const fileName = "state.db"

// openSQLite makes a pool for the file in dir.
//
// WAL lets readers go on while one writes. With synchronous=FULL a commit is on the disk when it returns, so that not
// even a loss of power takes it back; it costs one fsync, as the audit log's records do. Transactions that write take
// the lock when they begin: one that reads first and then finds the lock taken could only fail. They wait for it as
// long as a transaction may take, less what is left for themselves.
func openSQLite(dir string, timeout time.Duration) (*sql.DB, error) {
	if dir == "" {
		return nil, errors.New("no directory is given")
	}
	path, err := filepath.Abs(filepath.Join(dir, fileName))
	if err != nil {
		return nil, err
	}
	options := url.Values{
		"_busy_timeout": {strconv.FormatInt((timeout * 3 / 4).Milliseconds(), 10)}, "_journal_mode": {"WAL"},
		"_synchronous": {"FULL"}, "_txlock": {"immediate"}, "_foreign_keys": {"1"},
		"_pragma": {"secure_delete(1)"}, // what is deleted is gone from the file
	}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}).String())
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	db.SetMaxOpenConns(4)
	return db, nil
}

// createFile makes the file, which its owner alone may read, since it holds questions. SQLite gives the files that it
// makes beside it the same mode.
func createFile(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the directory: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, fileName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// openPostgres makes a pool that works behind PgBouncer, too: it prepares nothing by name.
func openPostgres(dsn string) (*sql.DB, error) {
	cfg, err := pgx.ParseConfig(dsn)
	if err != nil {
		// The library's message may quote the string, and with it a password.
		return nil, errors.New("state.url is not a PostgreSQL connection URL")
	}
	cfg.DefaultQueryExecMode = pgx.QueryExecModeExec
	cfg.ConnectTimeout = cmp.Or(cfg.ConnectTimeout, 5*time.Second)
	cfg.RuntimeParams["application_name"] = cmp.Or(cfg.RuntimeParams["application_name"], "pgask state")
	db := stdlib.OpenDB(*cfg)
	db.SetMaxOpenConns(8)
	db.SetMaxIdleConns(2)
	db.SetConnMaxIdleTime(5 * time.Minute)
	return db, nil
}

// unreachable reports whether an error means that the database cannot be used now, whatever the statement.
func (d dialect) unreachable(err error) bool {
	var file *sqlite.Error
	if errors.As(err, &file) {
		switch file.Code() & 0xff {
		case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB,
			sqlite3.SQLITE_READONLY, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PERM:
			return true
		}
		return false
	}
	var server *pgconn.PgError
	if errors.As(err, &server) {
		switch server.Code[:min(2, len(server.Code))] {
		case "08", "53", "57", "58": // connection, resources, operator intervention, system error
			return true
		}
		return server.Code == "42P01" || server.Code == "25006" // the tables are gone; the server only reads now
	}
	var connect *pgconn.ConnectError
	return errors.As(err, &connect) || errors.Is(err, driver.ErrBadConn) || pgconn.SafeToRetry(err) || pgconn.Timeout(err)
}
