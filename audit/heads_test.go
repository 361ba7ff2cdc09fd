package audit

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/integration/testlog"
	"github.com/pgask/pgask/state"
)

// openStore opens a store that the test closes.
func openStore(t *testing.T) *state.Store {
	t.Helper()
	s, err := state.Open(t.Context(), state.Config{Dir: t.TempDir(), Timeout: time.Minute, Tables: []state.Tables{{Owner: "audit", Migrations: Migrations()}, {Owner: "audit_seals", Migrations: SealMigrations()}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestKeptHead: a log whose end was cut off, or that was replaced, is found out by the head in the store, and stays so.
func TestKeptHead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		tamper func(t *testing.T, path string, lines [][]byte)
		want   string // the first finding
	}{
		{"nothing", func(*testing.T, string, [][]byte) {}, ""},
		{"the end cut off", func(t *testing.T, path string, lines [][]byte) { write(t, path, lines[:3]) }, "line 3: records 4 to 5 are missing at the end"},
		{"all removed", func(t *testing.T, path string, _ [][]byte) { write(t, path, nil) }, "records 1 to 5 are missing at the end"},
		{"another log in its place", func(t *testing.T, path string, _ [][]byte) {
			_, _, other := written(t)
			write(t, path, other)
		}, "line 5: record 5 is not the one that was kept as the head"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			store, dir := openStore(t), t.TempDir()
			cfg := Config{Dir: dir, Key: testKey, Store: store, Name: "here"}
			l := start(t, cfg)
			fill(t, l, 0, 5)
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, FileName)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			tt.tamper(t, path, bytes.SplitAfter(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")))
			check := func(when string) {
				t.Helper()
				heads, err := KeptHeads(t.Context(), store, "here", testKey)
				if err != nil || len(heads) == 0 {
					t.Fatalf("%s: heads %v, %v", when, heads, err)
				}
				r, err := Verify(dir, testKey, heads...)
				if err != nil {
					t.Fatal(err)
				}
				got := ""
				if len(r.Findings) > 0 {
					got = r.Findings[0].String()
				}
				if when == "at once" && got != tt.want || (got == "") != (tt.want == "") {
					t.Errorf("%s: %q, want %q", when, got, tt.want)
				}
			}
			check("at once")
			// The proxy goes on with what it finds, says so in the log, and what was missing is not forgotten.
			l = start(t, cfg)
			fill(t, l, 5, 9)
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			check("after a restart and more records")
		})
	}
}

func write(t *testing.T, path string, lines [][]byte) {
	t.Helper()
	data := bytes.Join(lines, nil)
	if len(data) > 0 && data[len(data)-1] != '\n' {
		data = append(data, '\n')
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestTheLogSaysThatRecordsAreMissing in a note and to the operator, when it is opened.
func TestTheLogSaysThatRecordsAreMissing(t *testing.T) {
	t.Parallel()
	store, dir := openStore(t), t.TempDir()
	l := start(t, Config{Dir: dir, Store: store})
	fill(t, l, 0, 2)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, FileName), nil)
	var said testlog.Buffer
	l, err := Open(Config{Dir: dir, Store: store, Logger: slog.New(slog.NewTextHandler(&said, nil))})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, l, 2, 1)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		found := false
		for e, err := range Records(dir) {
			found = found || err == nil && e.Event == Note && strings.HasPrefix(e.Message, "record 2 with digest ") && strings.HasSuffix(e.Message, " was in this log, and is not any more")
		}
		if found {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("no note")
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(said.String(), "the audit log lacks a record that it had") {
		t.Errorf("said %q", said.String())
	}
}

// TestCutUnderARunningLog: records that are cut off while the log is open are missed at the next write, by the log,
// the operator and verify, although the log goes on and passes their numbers.
func TestCutUnderARunningLog(t *testing.T) {
	t.Parallel()
	for _, others := range []bool{false, true} {
		store, dir := openStore(t), t.TempDir()
		var said testlog.Buffer
		l, err := Open(Config{Dir: dir, Key: testKey, Store: store, Name: "here", Logger: slog.New(slog.NewTextHandler(&said, nil))})
		if err != nil {
			t.Fatal(err)
		}
		fill(t, l, 0, 5)
		path := filepath.Join(dir, FileName)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.SplitAfter(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
		if err := os.Truncate(path, int64(len(bytes.Join(lines[:3], nil)))); err != nil {
			t.Fatal(err)
		}
		if others { // another process goes on past the number first
			other := start(t, Config{Dir: dir, Key: testKey})
			fill(t, other, 10, 4)
		}
		fill(t, l, 5, 9)
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		heads, err := KeptHeads(t.Context(), store, "here", testKey)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Verify(dir, testKey, heads...)
		if err != nil || len(r.Findings) != 1 || r.Findings[0].What != "record 5 is not the one that was kept as the head" {
			t.Errorf("others %v: %v, %v; heads %v", others, r.Findings, err, heads)
		}
		if !strings.Contains(said.String(), "the audit log lacks a record that it had") {
			t.Errorf("others %v: said %q", others, said.String())
		}
		noted := 0
		for e, err := range Records(dir) {
			if err == nil && e.Event == Note && strings.HasPrefix(e.Message, "record 5 with digest ") {
				noted++
			}
		}
		if noted != 1 {
			t.Errorf("others %v: %d notes", others, noted)
		}
	}
}

// goneStore is a store that does not answer.
type goneStore struct{}

var errGone = errors.New("gone")

func (goneStore) Read(context.Context, func(context.Context, *sql.Tx) error) error  { return errGone }
func (goneStore) Write(context.Context, func(context.Context, *sql.Tx) error) error { return errGone }

// TestAStoreThatIsAway holds nobody up, and is not silent.
func TestAStoreThatIsAway(t *testing.T) {
	t.Parallel()
	var said testlog.Buffer
	l, err := Open(Config{Dir: t.TempDir(), Store: goneStore{}, Logger: slog.New(slog.NewTextHandler(&said, nil))})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, l, 0, 3)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(said.String(), "the head of the audit log is not copied"); n != 1 {
		t.Errorf("said %d times: %s", n, said.String())
	}
}
