package state_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/state"
)

// eachDatabase runs a test on both databases. open opens a store of one and the same state, as often as it is called.
func eachDatabase(t *testing.T, test func(t *testing.T, open func(state.Config) *state.Store)) {
	t.Helper()
	eachConfig(t, func(t *testing.T, where state.Config) {
		test(t, func(c state.Config) *state.Store {
			c.Dir, c.URL, c.Timeout = where.Dir, where.URL, where.Timeout
			s, err := state.Open(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Err(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Close() })
			return s
		})
	})
}

// eachConfig runs a test with settings for each of the databases. Slow machines are no lost databases.
func eachConfig(t *testing.T, test func(t *testing.T, where state.Config)) {
	t.Helper()
	run := func(name string, config func(t *testing.T) state.Config) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			where := config(t)
			where.Timeout = time.Minute
			test(t, where)
		})
	}
	run("sqlite", func(t *testing.T) state.Config { return state.Config{Dir: t.TempDir()} })
	run("postgresql", func(t *testing.T) state.Config {
		return state.Config{URL: sandboxtest.Server(t).URL(sandboxtest.Empty(t), "postgres")}
	})
}

// things are tables of an imaginary package.
func things(files ...string) state.Tables {
	m := fstest.MapFS{}
	for i, f := range files {
		m[fmt.Sprintf("%05d_things.sql", i+1)] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + f)}
	}
	return state.Tables{Owner: "things", Migrations: m}
}

const createThings = "CREATE TABLE pgask_things (id BIGINT PRIMARY KEY, name TEXT NOT NULL);"

func insert(id int, name string) state.Work {
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO pgask_things (id, name) VALUES ($1, $2)`, id, name)
		return err
	}
}

func names(t *testing.T, s *state.Store) string {
	t.Helper()
	var all []string
	err := s.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT name FROM pgask_things ORDER BY id`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				return err
			}
			all = append(all, name)
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, " ")
}

func TestReadAndWrite(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, open func(state.Config) *state.Store) {
		s := open(state.Config{Tables: []state.Tables{things(createThings)}})
		if err := s.Write(t.Context(), insert(1, "one")); err != nil {
			t.Fatal(err)
		}
		wrong := errors.New("changed my mind")
		err := s.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			if err := insert(2, "two")(ctx, tx); err != nil {
				return err
			}
			return wrong
		})
		if !errors.Is(err, wrong) {
			t.Errorf("Write returned %v, not the error of its work", err)
		}
		if err := s.Write(t.Context(), insert(1, "again")); err == nil || errors.Is(err, state.ErrUnavailable) {
			t.Errorf("a second row with the same key: %v", err)
		}
		if got := names(t, s); got != "one" {
			t.Errorf("kept %q", got)
		}
		if err := s.Err(); err != nil {
			t.Errorf("mistakes of the work made the store unavailable: %v", err)
		}
		err = s.Read(t.Context(), insert(3, "three"))
		if s.Shared() && err == nil {
			t.Error("Read wrote")
		}
	})
}

func TestLater(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, open func(state.Config) *state.Store) {
		tables := state.Config{Tables: []state.Tables{things(createThings)}}
		s := open(tables)
		for i := range 20 {
			s.WriteAsync(insert(i, fmt.Sprint(i)))
			s.WriteAsync(insert(i, "a second row with the same key fails, and takes nothing with it"))
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if got := strings.Fields(names(t, open(tables))); len(got) != 20 {
			t.Errorf("Close left %d of 20 writes undone", 20-len(got))
		}
	})
}

// Two stores of one state stand for two proxies.
func TestTwoProxies(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, open func(state.Config) *state.Store) {
		tables := state.Config{Tables: []state.Tables{things(createThings)}}
		one, two := open(tables), open(tables)
		done := make(chan error)
		for i, s := range []*state.Store{one, two} {
			go func() {
				for n := range 25 {
					if err := s.Write(t.Context(), insert(100*i+n, "x")); err != nil {
						done <- err
						return
					}
				}
				done <- nil
			}()
		}
		for range 2 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if a, b := names(t, one), names(t, two); a != b || len(strings.Fields(a)) != 50 {
			t.Errorf("the proxies see\n%q\n%q", a, b)
		}
	})
}

func TestMigrations(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, open func(state.Config) *state.Store) {
		old := state.Config{Tables: []state.Tables{things(createThings)}}
		s := open(old)
		if err := s.Write(t.Context(), insert(1, "one")); err != nil {
			t.Fatal(err)
		}
		s.Close()
		rename := things(createThings, "ALTER TABLE pgask_things ADD COLUMN more TEXT NOT NULL DEFAULT 'x';", "UPDATE pgask_things SET name = 'uno';")
		if got := names(t, open(state.Config{Tables: []state.Tables{rename}})); got != "uno" {
			t.Errorf("after the migration: %q", got)
		}
		if got := names(t, open(state.Config{Tables: []state.Tables{rename}})); got != "uno" {
			t.Errorf("after none: %q", got)
		}
	})
}

// Proxies that are started together on a new state all come up.
func TestStartTogether(t *testing.T) {
	t.Parallel()
	eachConfig(t, func(t *testing.T, c state.Config) {
		c.Tables = []state.Tables{things(createThings)}
		opened := make(chan error)
		for i := range 4 {
			go func() {
				s, err := state.Open(t.Context(), c)
				if err == nil {
					err = errors.Join(s.Write(t.Context(), insert(i, "x")), s.Close())
				}
				opened <- err
			}()
		}
		for range 4 {
			if err := <-opened; err != nil {
				t.Error(err)
			}
		}
	})
}

func TestNewerTables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i, tables := range []state.Tables{things(createThings, "SELECT 1;"), things(createThings)} {
		s, err := state.Open(t.Context(), state.Config{Dir: dir, Tables: []state.Tables{tables}})
		if i == 0 {
			if err != nil {
				t.Fatal(err)
			}
			s.Close()
		} else if err == nil || !strings.Contains(err.Error(), "newer version of pgask") {
			t.Errorf("Open of newer tables: %v", err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		config state.Config
		want   string
	}{
		"nowhere":        {state.Config{}, "no directory"},
		"not a URL":      {state.Config{URL: "postgres://u:secret@host:port/db"}, "not a PostgreSQL connection URL"},
		"not PostgreSQL": {state.Config{URL: "mysql://host"}, "not a PostgreSQL connection URL"},
	} {
		s, err := state.Open(t.Context(), tt.config)
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A directory that cannot be made is like a database that is away: it may come.
func TestNoDirectory(t *testing.T) {
	t.Parallel()
	place := filepath.Join(t.TempDir(), "place")
	if err := os.WriteFile(place, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := state.Open(t.Context(), state.Config{Dir: filepath.Join(place, "state"), Tables: []state.Tables{things(createThings)}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Write(t.Context(), insert(1, "x")); !errors.Is(err, state.ErrUnavailable) {
		t.Errorf("Write into a directory that is not there: %v", err)
	}
	if err := os.Remove(place); err != nil {
		t.Fatal(err)
	}
	awaitBack(t, s)
	if err := s.Write(t.Context(), insert(1, "x")); err != nil {
		t.Error(err)
	}
}

func TestFilesAreTheOwnersAlone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "state")
	s, err := state.Open(t.Context(), state.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// BenchmarkWrite is one small transaction that is durable when it returns.
func BenchmarkWrite(b *testing.B) {
	s, err := state.Open(b.Context(), state.Config{Dir: b.TempDir(), Tables: []state.Tables{things(createThings)}})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for i := 0; b.Loop(); i++ {
		if err := s.Write(b.Context(), insert(i, "row")); err != nil {
			b.Fatal(err)
		}
	}
}
