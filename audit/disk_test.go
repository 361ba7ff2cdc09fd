package audit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

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

// A record that did not fit on the disk is never kept as the head: the log would seem changed as soon as another has
// its number.
func TestFullDiskKeepsHead(t *testing.T) {
	t.Parallel()
	store, dir := openStore(t), t.TempDir()
	l, d := onDisk(t, Config{Dir: dir, Store: store, Name: "here"})
	if err := l.Intent(t.Context(), record("before")); err != nil {
		t.Fatal(err)
	}
	d.set(func() { d.room = 40 })
	for range 3 {
		if err := l.Intent(t.Context(), record("torn")); !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
	if l.Seq() != 1 {
		t.Errorf("the newest record is %d", l.Seq())
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	heads, err := KeptHeads(t.Context(), store, "here", nil)
	if err != nil || len(heads) != 1 || heads[0].Seq != 1 {
		t.Errorf("kept %+v, %v", heads, err)
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

// TestSlowDisk: an intent that is not on disk when its question's time is over has failed, whatever OnFailure is, and
// holds nobody else up once the disk answers.
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

// Questions that end without a statement while the disk is full are held back, and written when there is room.
func TestFullDiskHoldsOutcomesBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, d := onDisk(t, Config{Dir: dir})
	if err := l.Intent(t.Context(), record("before")); err != nil {
		t.Fatal(err)
	}
	d.set(func() { d.room = 0 })
	for i := range 59 {
		r := record(fmt.Sprint("asked back ", i))
		r.Outcome = Clarified
		if err := l.Outcome(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Intent(t.Context(), record("refused")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a statement: %v", err)
	}
	if !l.Failing() || l.Full() != nil {
		t.Errorf("failing %v, full %v", l.Failing(), l.Full())
	}
	d.set(func() { d.room = -1 })
	for end := time.Now().Add(time.Minute); l.Failing() && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond) // it tries again by itself
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	clean(t, dir, nil)
	all, err := Tail(dir, 100)
	if err != nil || len(all) != 61 {
		t.Fatalf("%d records, %v", len(all), err)
	}
	if all[1].Message != "1 records before this could not be written" || all[2].ID != "asked back 0" || all[60].ID != "asked back 58" {
		t.Errorf("%+v", all[1:3])
	}
}

// When no more can be held back, no question is begun.
func TestFullReserve(t *testing.T) {
	t.Parallel()
	for mode, refuses := range map[string]bool{Refuse: true, Warn: false} {
		l, d := onDisk(t, Config{Dir: t.TempDir(), OnFailure: mode})
		d.set(func() { d.room = 0 })
		for range reserveRecords + 1 {
			_ = l.Outcome(t.Context(), record("asked back"))
		}
		if err := l.Full(); (err != nil) != refuses {
			t.Errorf("%s: %v", mode, err)
		}
		if _, lost := l.Failures(); lost != 1 {
			t.Errorf("%s: %d outcomes lost", mode, lost)
		}
	}
}
