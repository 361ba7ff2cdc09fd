package audit

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// fill writes n intents.
func fill(t *testing.T, l *Log, from, n int) {
	t.Helper()
	for i := from; i < from+n; i++ {
		if err := l.Intent(t.Context(), record(fmt.Sprint("q", i))); err != nil {
			t.Fatal(err)
		}
	}
}

// rotated makes a sealed log of ten records in files of two.
func rotated(t *testing.T) (dir string, files []string) {
	t.Helper()
	dir = t.TempDir()
	l := start(t, Config{Dir: dir, Key: testKey})
	fill(t, l, 0, 1)
	info, err := os.Stat(filepath.Join(dir, FileName))
	if err != nil || l.Close() != nil {
		t.Fatal(err)
	}
	l = start(t, Config{Dir: dir, Key: testKey, Rotation: Rotation{Size: info.Size() * 3 / 2}})
	fill(t, l, 1, 9)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if files, err = oldFiles(dir); err != nil || len(files) != 4 {
		t.Fatalf("files %v, %v", files, err)
	}
	return dir, files
}

// The chain, and all that reads the log, goes on from file to file.
func TestRotation(t *testing.T) {
	t.Parallel()
	dir, _ := rotated(t)
	if r := clean(t, dir, testKey); r.Seq != 10 || r.Records != 10 {
		t.Errorf("%+v", r)
	}
	tail, err := Tail(dir, 7)
	if err != nil || len(tail) != 7 || tail[0].Seq != 4 || tail[6].Seq != 10 {
		t.Errorf("tail %v, %v", tail, err)
	}
	if found, err := Find(dir, "q1"); err != nil || len(found) != 1 {
		t.Errorf("find %v, %v", found, err)
	}
	if found, more, err := Newest(t.Context(), dir, Query{}); err != nil || more || len(found) != 10 || found[9].ID != "q0" {
		t.Errorf("newest %v, %v, %v", found, more, err)
	}
	l := start(t, Config{Dir: dir, Key: testKey})
	fill(t, l, 10, 1)
	if r := clean(t, dir, testKey); r.Seq != 11 {
		t.Errorf("after a restart: %+v", r)
	}
}

// TestTamperedFiles: what was done to files is found, and where.
func TestTamperedFiles(t *testing.T) {
	t.Parallel()
	lines := func(path string) [][]byte {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.SplitAfter(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	}
	write := func(path string, lines ...[]byte) {
		if err := os.WriteFile(path, append(bytes.TrimSuffix(bytes.Join(lines, nil), []byte("\n")), '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name   string
		tamper func(dir string, files []string) error
		want   string
	}{
		{"the oldest file removed", func(_ string, files []string) error { return os.Remove(files[0]) },
			"audit-00000000000000000004.jsonl, line 1: records 1 to 2 are missing before record 3"},
		{"a file between removed", func(_ string, files []string) error { return os.Remove(files[1]) },
			"audit-00000000000000000006.jsonl, line 1: records 3 to 4 are missing before record 5"},
		{"the start of a file removed", func(_ string, files []string) error { write(files[2], lines(files[2])[1]); return nil },
			"audit-00000000000000000006.jsonl, line 1: record 5 is missing before record 6"},
		{"the end of a file removed", func(_ string, files []string) error { write(files[2], lines(files[2])[0]); return nil },
			"audit-00000000000000000008.jsonl, line 1: record 6 is missing before record 7"},
		{"a record changed", func(_ string, files []string) error {
			all := lines(files[1])
			write(files[1], all[0], bytes.Replace(all[1], []byte("demo"), []byte("dbaa"), 1))
			return nil
		}, "audit-00000000000000000004.jsonl, line 2: record 4 was changed, or it does not follow the line before"},
		{"a file emptied", func(_ string, files []string) error { return os.Truncate(files[3], 0) },
			"line 1: records 7 to 8 are missing before record 9"},
		{"two files swapped", func(dir string, files []string) error {
			other := filepath.Join(dir, "x")
			for _, move := range [][2]string{{files[1], other}, {files[2], files[1]}, {other, files[2]}} {
				if err := os.Rename(move[0], move[1]); err != nil {
					return err
				}
			}
			return nil
		}, "audit-00000000000000000004.jsonl, line 1: records 3 to 4 are missing before record 5"},
		{"a file repeated", func(dir string, files []string) error {
			write(oldName(dir, 5), lines(files[1])...)
			return nil
		}, "audit-00000000000000000005.jsonl, line 1: record 3 is out of order: record 5 was expected"},
		{"the end removed", func(dir string, _ []string) error {
			path := filepath.Join(dir, FileName)
			write(path, lines(path)[0])
			return nil
		}, "line 1: record 10 is missing at the end"},
		{"the current file removed", func(dir string, _ []string) error { return os.Remove(filepath.Join(dir, FileName)) },
			"records 9 to 10 are missing at the end"},
		{"the newest files removed", func(dir string, files []string) error {
			return os.Rename(files[2], filepath.Join(dir, FileName))
		}, "records 9 to 10 are missing at the end"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, files := rotated(t)
			head := clean(t, dir, testKey).Head
			if err := tt.tamper(dir, files); err != nil {
				t.Fatal(err)
			}
			if tt.name == "the newest files removed" {
				if err := os.Remove(files[3]); err != nil {
					t.Fatal(err)
				}
				tt.want = "records 7 to 10 are missing at the end"
			}
			r, err := Verify(dir, testKey, Head{Seq: 10, Digest: head})
			if err != nil || len(r.Findings) == 0 {
				t.Fatalf("%+v, %v", r, err)
			}
			if got := r.Findings[0].String(); !strings.HasSuffix(got, tt.want) {
				t.Errorf("got  %s\nwant %s", r.Findings, tt.want)
			}
			if tt.name != "the current file removed" {
				return
			}
			if r, err := Verify(dir, testKey); err != nil || len(r.Findings) != 1 || !strings.Contains(r.Findings[0].String(), "audit.jsonl is missing") {
				t.Errorf("without a head: %+v, %v", r, err)
			}
			if found, more, err := Newest(t.Context(), dir, Query{}); err != nil || more || len(found) != 8 {
				t.Errorf("what is left is not read: %d, %v", len(found), err)
			}
		})
	}
}

// TestRetention: what is removed when its time is over is accounted for, and nothing else.
func TestRetention(t *testing.T) {
	t.Parallel()
	dir, files := rotated(t)
	past := time.Now().Add(-48 * time.Hour)
	for _, f := range files[:2] {
		if err := os.Chtimes(f, past, past); err != nil {
			t.Fatal(err)
		}
	}
	l := start(t, Config{Dir: dir, Key: testKey, Rotation: Rotation{Size: 1, Retain: 24 * time.Hour}})
	fill(t, l, 10, 2)
	if r := clean(t, dir, testKey); r.Seq != 13 || r.Records != 9 {
		t.Errorf("%+v", r)
	}
	if err := os.Remove(files[2]); err != nil {
		t.Fatal(err)
	}
	if r, err := Verify(dir, testKey); err != nil || len(r.Findings) != 1 || !strings.Contains(r.Findings[0].What, "records 1 to 6 are missing") {
		t.Errorf("more removed: %+v, %v", r, err)
	}
}

// TestRotationOfSeveralWriters: each takes up what another has begun.
func TestRotationOfSeveralWriters(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var wg sync.WaitGroup
	for w := range 3 {
		l := start(t, Config{Dir: dir, Key: testKey, Rotation: Rotation{Size: 1500}})
		for g := range 2 {
			wg.Go(func() {
				for i := range 15 {
					if err := l.Intent(t.Context(), record(fmt.Sprintf("%d-%d-%d", w, g, i))); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	wg.Wait()
	files, err := oldFiles(dir)
	if r := clean(t, dir, testKey); err != nil || r.Records != 90 || len(files) < 3 {
		t.Errorf("%d files, %+v, %v", len(files), r, err)
	}
}

func TestRotationByAge(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := start(t, Config{Dir: dir, Rotation: Rotation{Age: time.Hour}})
	old := record("old")
	old.Time = time.Now().Add(-2 * time.Hour)
	if err := l.Intent(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	fill(t, l, 0, 3)
	if files, err := oldFiles(dir); err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
	clean(t, dir, nil)
}

// TestRotationCutOff: a crash between the two steps of a rotation leaves no current file.
func TestRotationCutOff(t *testing.T) {
	t.Parallel()
	dir, _ := rotated(t)
	if err := os.Rename(filepath.Join(dir, FileName), oldName(dir, 10)); err != nil {
		t.Fatal(err)
	}
	l := start(t, Config{Dir: dir, Key: testKey})
	fill(t, l, 10, 1)
	if r := clean(t, dir, testKey); r.Seq != 11 {
		t.Errorf("%+v", r)
	}
}

// TestRotationThatFails: the log goes on in its old file, and says so.
func TestRotationThatFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := start(t, Config{Dir: dir, Rotation: Rotation{Size: 1}})
	fill(t, l, 0, 1)
	if err := os.WriteFile(oldName(dir, 1), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	fill(t, l, 1, 1)
	if r := clean(t, dir, nil); r.Records != 2 {
		t.Errorf("%+v", r)
	}
}
