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
	if len(all[1]) > maxLine {
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
