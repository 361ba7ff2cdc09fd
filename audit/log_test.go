package audit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

// start opens a log that the test closes.
func start(t testing.TB, cfg Config) *Log {
	t.Helper()
	cfg.Logger = quiet
	l, err := Open(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func record(id string) *Record {
	return &Record{ID: id, Question: "how many orders?", SQL: "SELECT count(*) FROM orders", Role: "demo"}
}

// clean fails the test if the log in dir is not as it was written.
func clean(t testing.TB, dir string, key []byte) Report {
	t.Helper()
	r, err := Verify(dir, key)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Findings {
		t.Errorf("verify: %s", f)
	}
	return r
}

func TestWriteAndRead(t *testing.T) {
	t.Parallel()
	dir, ctx := filepath.Join(t.TempDir(), "deep", "audit"), t.Context()
	l := start(t, Config{Dir: dir})
	want := []*Record{record("a"), record("a"), record("b")}
	want[0].States = []State{{Name: "plan", Took: time.Second, Note: "two tables"}}
	want[1].Outcome, want[1].Rows = Answered, 1
	for i, write := range []func(context.Context, *Record) error{l.Intent, l.Outcome, l.Intent} {
		if err := write(ctx, want[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	var got []*Record
	for e, err := range Records(dir) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, &e.Record)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("records (-written +read):\n%s", diff)
	}
	for path, mode := range map[string]os.FileMode{dir: 0o700 | os.ModeDir, filepath.Join(dir, FileName): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	found, err := Find(dir, "a")
	if err != nil || len(found) != 2 || found[1].Outcome != Answered {
		t.Errorf("found %+v, %v", found, err)
	}
	last, err := Tail(dir, 2)
	if err != nil || len(last) != 2 || last[0].Seq != 2 || last[1].ID != "b" {
		t.Errorf("tail %+v, %v", last, err)
	}
}

func TestARecordIsOneBoundedLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := start(t, Config{Dir: dir})
	hostile := record("x")
	hostile.Question = "a\nb\r\u2028\x00\xff\"}\n{\"seq\":9}"
	huge := record("y")
	huge.SQL = strings.Repeat("\x01", 3<<20)
	huge.Question = strings.Repeat("é", 1<<20)
	for range 100 {
		huge.Attempts = append(huge.Attempts, Attempt{Draft: huge.SQL, Error: huge.Question})
		huge.Relations = append(huge.Relations, huge.Question)
	}
	for _, r := range []*Record{hostile, huge} {
		if err := l.Intent(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, FileName))
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if len(all) != 2 {
		t.Fatalf("%d lines", len(all))
	}
	if len(all[1]) > MaxLine {
		t.Errorf("a line of %d bytes", len(all[1]))
	}
	found, err := Find(dir, "y")
	if err != nil || len(found) != 1 || !strings.Contains(found[0].SQL, "(cut from 3145728 bytes, sha256 ") {
		t.Errorf("found %d, %v", len(found), err)
	}
	if len(huge.SQL) != 3<<20 || len(huge.Attempts) != 100 {
		t.Error("the caller's record was changed")
	}
	clean(t, dir, nil)
}

func TestSeveralWriters(t *testing.T) {
	t.Parallel()
	dir, key := t.TempDir(), []byte("0123456789abcdef")
	var wg sync.WaitGroup
	for w := range 3 {
		l := start(t, Config{Dir: dir, Key: key})
		for g := range 4 {
			wg.Go(func() {
				for i := range 10 {
					if err := l.Intent(t.Context(), record(fmt.Sprintf("%d-%d-%d", w, g, i))); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	wg.Wait()
	if r := clean(t, dir, key); r.Records != 120 || r.Seq != 120 || r.Unsealed != 0 {
		t.Errorf("report %+v", r)
	}
}

func TestOutcomeOfACancelledQuestion(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := start(t, Config{Dir: dir})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.Outcome(ctx, record("a")); err != nil {
		t.Fatal(err)
	}
	if found, err := Find(dir, "a"); err != nil || len(found) != 1 {
		t.Errorf("found %v, %v", found, err)
	}
}

func TestClosed(t *testing.T) {
	t.Parallel()
	l := start(t, Config{Dir: t.TempDir()})
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := l.Intent(t.Context(), record("a")); !errors.Is(err, ErrClosed) {
		t.Errorf("intent after close: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Errorf("second close: %v", err)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		cfg  Config
		want string
	}{
		{Config{}, "no directory given"},
		{Config{Dir: t.TempDir(), OnFailure: "ignore"}, `on_failure is "ignore"`},
		{Config{Dir: blocked}, "not a directory"},
	} {
		if l, err := Open(tt.cfg); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, %v", tt.cfg, l, err)
		}
	}
}

// disk is a file whose parts can be made to fail.
type disk struct {
	*os.File
	mu      sync.Mutex
	room    int           // bytes that still fit; -1: no end
	syncErr error         // what the next Sync returns
	syncs   int           // how often it was called
	hold    chan struct{} // when not nil, Sync waits for it
	held    chan struct{} // a Sync waits
}

func (d *disk) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.room >= 0 && len(p) > d.room {
		n, err := d.File.Write(p[:d.room])
		d.room = 0
		return n, errors.Join(err, &os.PathError{Op: "write", Path: "disk", Err: syscall.ENOSPC})
	}
	if d.room >= 0 {
		d.room -= len(p)
	}
	return d.File.Write(p)
}

func (d *disk) Sync() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.syncs++
	if hold := d.hold; hold != nil {
		d.mu.Unlock()
		d.held <- struct{}{}
		<-hold
		d.mu.Lock()
	}
	return d.syncErr
}

func (d *disk) set(f func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f()
}

// onDisk opens a log over a disk that can fail.
func onDisk(t *testing.T, cfg Config) (*Log, *disk) {
	t.Helper()
	f, err := openFile(cfg.Dir)
	if err != nil {
		t.Fatal(err)
	}
	d := &disk{File: f, room: -1}
	if cfg.Logger == nil {
		cfg.Logger = quiet
	}
	l, err := open(cfg, d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l, d
}

func TestManyIntentsShareAnFsync(t *testing.T) {
	t.Parallel()
	l, d := onDisk(t, Config{Dir: t.TempDir()})
	hold := make(chan struct{})
	d.set(func() { d.hold, d.held = hold, make(chan struct{}, 10) })
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := l.Intent(t.Context(), record("first")); err != nil {
			t.Error(err)
		}
	})
	<-d.held // the first batch, of one record, is being synced
	const n = 200
	queued := make(chan struct{}, n)
	for i := range n {
		wg.Go(func() {
			queued <- struct{}{}
			if err := l.Intent(t.Context(), record(fmt.Sprint(i))); err != nil {
				t.Error(err)
			}
		})
	}
	for range n {
		<-queued
	}
	for len(l.queue) < n {
		time.Sleep(time.Millisecond) // nothing tells when a channel has filled
	}
	d.set(func() { d.hold = nil })
	close(hold)
	wg.Wait()
	d.set(func() {
		if d.syncs != 2 {
			t.Errorf("%d intents took %d fsyncs", n+1, d.syncs)
		}
	})
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, d := onDisk(t, Config{Dir: dir})
	if err := l.Intent(t.Context(), record("before")); err != nil {
		t.Fatal(err)
	}
	d.set(func() { d.room = 40 })
	for _, id := range []string{"torn", "nothing"} {
		if err := l.Intent(t.Context(), record(id)); !errors.Is(err, ErrUnavailable) || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: %v", id, err)
		}
	}
	d.set(func() { d.room = -1 })
	if err := l.Intent(t.Context(), record("after")); err != nil {
		t.Errorf("room again: %v", err)
	}
	r := clean(t, dir, nil)
	last, err := Tail(dir, 10)
	if err != nil || r.Lines != 3 || len(last) != 3 || last[2].ID != "after" {
		t.Fatalf("tail %+v, %v", last, err)
	}
	if last[1].Event != Note || last[1].Message != "2 records before this could not be written" {
		t.Errorf("note %+v", last[1])
	}
}

func TestFailedFsyncIsFinal(t *testing.T) {
	t.Parallel()
	l, d := onDisk(t, Config{Dir: t.TempDir()})
	d.set(func() { d.syncErr = syscall.EIO })
	if err := l.Intent(t.Context(), record("a")); !errors.Is(err, syscall.EIO) {
		t.Errorf("first: %v", err)
	}
	d.set(func() { d.syncErr = nil })
	if err := l.Intent(t.Context(), record("b")); !errors.Is(err, ErrUnavailable) || !errors.Is(err, syscall.EIO) {
		t.Errorf("after a failed fsync: %v", err)
	}
	if err := l.Close(); !errors.Is(err, syscall.EIO) {
		t.Errorf("close: %v", err)
	}
}

// TestSlowDisk: an intent that is not on disk when its question's time is over has failed, whatever OnFailure is, and holds
// nobody else up once the disk answers.
func TestSlowDisk(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{Refuse, Warn} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			l, d := onDisk(t, Config{Dir: dir, OnFailure: mode})
			hold := make(chan struct{})
			d.set(func() { d.hold, d.held = hold, make(chan struct{}, 10) })
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan error)
			go func() { done <- l.Intent(ctx, record("slow")) }()
			<-d.held // it is being synced, and not on disk
			cancel()
			if err := <-done; !errors.Is(err, context.Canceled) {
				t.Errorf("intent: %v", err)
			}
			d.set(func() { d.hold = nil })
			close(hold)
			if err := l.Intent(t.Context(), record("after")); err != nil {
				t.Errorf("the next one: %v", err)
			}
			if found, err := Find(dir, "slow"); err != nil || len(found) != 1 {
				t.Errorf("what was written all the same: %v, %v", found, err)
			}
		})
	}
}

func TestARemovedLogIsNotWrittenTo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := start(t, Config{Dir: dir})
	if err := l.Intent(t.Context(), record("a")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, FileName)); err != nil {
		t.Fatal(err)
	}
	if err := l.Intent(t.Context(), record("b")); !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "was removed") {
		t.Errorf("intent: %v", err)
	}
}

func TestWarnGoesOn(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	l, d := onDisk(t, Config{Dir: t.TempDir(), OnFailure: Warn, Logger: slog.New(slog.NewTextHandler(&said, nil))})
	d.set(func() { d.room = 0 })
	if err := l.Intent(t.Context(), record("a")); err != nil {
		t.Errorf("intent: %v", err)
	}
	if !strings.Contains(said.String(), "question not recorded") {
		t.Errorf("log: %q", said.String())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.Intent(ctx, record("b")); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled question goes on: %v", err)
	}
}

func BenchmarkIntent(b *testing.B) {
	for _, asking := range []int{1, 200} {
		b.Run(fmt.Sprintf("asking=%d", asking), func(b *testing.B) {
			l := start(b, Config{Dir: b.TempDir(), Key: []byte("0123456789abcdef")})
			tickets := make(chan struct{}, b.N)
			for range b.N {
				tickets <- struct{}{}
			}
			close(tickets)
			b.ResetTimer()
			var wg sync.WaitGroup
			for range asking {
				wg.Go(func() {
					r := record("bench")
					for range tickets {
						if err := l.Intent(b.Context(), r); err != nil {
							b.Error(err)
						}
					}
				})
			}
			wg.Wait()
		})
	}
}
