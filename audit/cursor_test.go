package audit

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestCursor reads a log while it is written, over its rotations, in small pieces: each record once and in order.
func TestCursor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := From(dir, 0)
	defer c.Close()
	if found, err := c.Next(t.Context(), 10); err != nil || len(found) != 0 {
		t.Fatalf("a log that is not there: %v, %v", found, err)
	}
	l := start(t, Config{Dir: dir, Key: testKey, Rotation: Rotation{Size: 700}})
	var last uint64
	drain := func(c *Cursor, most int) (n int) {
		t.Helper()
		for {
			found, err := c.Next(t.Context(), most)
			if err != nil {
				t.Fatal(err)
			}
			if len(found) == 0 {
				return n
			}
			for _, e := range found {
				if e.Seq != last+1 {
					t.Fatalf("record %d behind %d", e.Seq, last)
				}
				last = e.Seq
			}
			n += len(found)
		}
	}
	for i := range 7 {
		fill(t, l, 3*i, 3)
		if n := drain(c, 2); n != 3 {
			t.Fatalf("round %d: %d records", i, n)
		}
	}
	for _, from := range []uint64{0, 1, 5, 20, 21} {
		last = from
		again := From(dir, from)
		if n := drain(again, 4); n != 21-int(from) {
			t.Errorf("from %d: %d records", from, n)
		}
		again.Close()
	}
	old, err := oldFiles(dir)
	if err != nil || len(old) < 4 {
		t.Fatalf("%d old files, %v", len(old), err)
	}
	// What retention has removed is passed over.
	if err := os.Remove(old[0]); err != nil {
		t.Fatal(err)
	}
	gap := From(dir, 0)
	defer gap.Close()
	if found, err := gap.Next(t.Context(), 1); err != nil || len(found) != 1 || found[0].Seq < 2 {
		t.Errorf("%v, %v", found, err)
	}
	// A file that is gone by the time that its turn comes is no end, either.
	if err := os.Remove(filepath.Join(dir, FileName)); err != nil {
		t.Fatal(err)
	}
	if found, err := From(dir, 21).Next(t.Context(), 1); err != nil || len(found) != 0 {
		t.Errorf("%v, %v", found, err)
	}
}

// TestSeq: the log knows its newest record, which readers compare themselves with.
func TestSeq(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := start(t, Config{Dir: dir})
	fill(t, l, 0, 3)
	for deadline := time.Now().Add(time.Minute); l.Seq() != 3; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d", l.Seq())
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if l = start(t, Config{Dir: dir}); l.Seq() != 3 {
		t.Errorf("after a restart: %d", l.Seq())
	}
}
