package audit

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/state"
)

// writerStores opens a store of each kind, with all tables.
func writerStores(t *testing.T) map[string]*state.Store {
	t.Helper()
	all := map[string]*state.Store{}
	for name, cfg := range map[string]state.Config{
		"SQLite": {Dir: t.TempDir()}, "PostgreSQL": {URL: sandboxtest.Server(t).URL(sandboxtest.Empty(t), "postgres")},
	} {
		cfg.Timeout = time.Minute
		cfg.Tables = []state.Tables{{Owner: "audit", Migrations: Migrations()}, {Owner: "audit_writers", Migrations: WriterMigrations()}, {Owner: "audit_seals", Migrations: SealMigrations()}}
		s, err := state.Open(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		all[name] = s
	}
	return all
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	fresh, other, old := filepath.Join(t.TempDir(), "new"), t.TempDir(), t.TempDir()
	if got := KnownID(fresh, "host:/dir"); got != "host:/dir" {
		t.Errorf("before there is one: %q", got)
	}
	write(t, filepath.Join(old, FileName), [][]byte{[]byte("{}\n")})
	ids := map[string]string{}
	for range 2 {
		for _, dir := range []string{fresh, other, old} {
			id, err := Identify(dir, "host:/dir")
			if err != nil || id == "" || ids[dir] != "" && ids[dir] != id || KnownID(dir, "x") != id {
				t.Errorf("%s: %q, then %q, %v", dir, ids[dir], id, err)
			}
			ids[dir] = id
		}
	}
	if ids[fresh] == ids[other] || ids[fresh] == "host:/dir" || ids[old] != "host:/dir" {
		t.Errorf("ids: %v", ids)
	}
	if err := os.WriteFile(filepath.Join(other, IDFile), []byte("two\nlines\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if id, err := Identify(other, ""); err == nil {
		t.Errorf("two lines are the id %q", id)
	}
}

// A directory has one writer that lives on this machine.
func TestSecondWriterOfADirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cfg := Config{Dir: dir, Sole: true, Logger: slog.New(slog.DiscardHandler)}
	first := start(t, cfg)
	if _, err := Open(cfg); !errors.Is(err, ErrSecondWriter) {
		t.Errorf("a second one: %v", err)
	}
	beside := start(t, Config{Dir: dir}) // a command
	fill(t, beside, 0, 1)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	fill(t, start(t, cfg), 1, 2)
}

// away is a store that takes nothing.
type away struct{ Store }

func (away) Write(context.Context, func(context.Context, *sql.Tx) error) error {
	return errors.New("away")
}

// Two directories of one id, which share a store: one of them is refused while the other lives, and its owner goes on
// at once.
func TestSecondWriterOfAnID(t *testing.T) {
	t.Parallel()
	for kind, store := range writerStores(t) {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			const lease = 600 * time.Millisecond
			here, there := t.TempDir(), t.TempDir()
			cfg := func(dir string) Config {
				return Config{Dir: dir, Sole: true, Store: store, Name: "same", Logger: slog.New(slog.DiscardHandler), lease: lease}
			}
			first := start(t, cfg(here))
			fill(t, first, 0, 2)
			if _, err := Open(cfg(there)); !errors.Is(err, ErrSecondWriter) {
				t.Fatalf("a second one: %v", err)
			}
			if err := first.Close(); err != nil {
				t.Fatal(err)
			}
			second := start(t, cfg(there)) // at once, after an end in order
			fill(t, second, 0, 2)

			// It dies without a word: the other takes over when its time is over, its owner does so at once.
			die := func(l *Log) {
				l.close.Do(func() {
					l.expiry.close()
					close(l.stop)
					<-l.ended
					l.heads.close()
					l.writer.mu.Lock()
					l.writer.store = away{l.writer.store} // gives back nothing
					l.writer.mu.Unlock()
					l.writer.close()
					if err := l.held.Close(); err != nil {
						t.Fatal(err)
					}
				})
			}
			die(second)
			began := time.Now()
			again := start(t, cfg(there))
			if took := time.Since(began); took > lease {
				t.Errorf("a restarted owner waited for %s", took)
			}
			die(again)
			began = time.Now()
			other := start(t, cfg(here))
			if took := time.Since(began); took < lease/2 {
				t.Errorf("another one waited for %s alone", took)
			}
			fill(t, other, 2, 3)
		})
	}
}

// A writer that was away for longer than its lease, and was taken for dead, is refused as soon as it is back.
func TestWriterThatWasTakenForDead(t *testing.T) {
	t.Parallel()
	store := writerStores(t)["PostgreSQL"]
	const lease = 300 * time.Millisecond
	cfg := func(dir string) Config {
		return Config{Dir: dir, Sole: true, Store: store, Name: "same", Logger: slog.New(slog.DiscardHandler), lease: lease}
	}
	first := start(t, cfg(t.TempDir()))
	first.writer.mu.Lock() // its beats wait
	second := start(t, cfg(t.TempDir()))
	first.writer.mu.Unlock()
	fill(t, second, 0, 1)
	for deadline := time.Now().Add(time.Minute); first.writer.refused() == nil; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it goes on")
		}
	}
	if err := first.Intent(t.Context(), &Record{ID: "x"}); !errors.Is(err, ErrUnavailable) || !errors.Is(err, ErrSecondWriter) {
		t.Errorf("its records: %v", err)
	}
	fill(t, second, 1, 2)
}
