package audit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestNewest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := start(t, Config{Dir: dir})
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range 6 {
		r := record(fmt.Sprint("q", i))
		r.Time, r.Role, r.Datasource = began.Add(time.Duration(i)*time.Hour), []string{"ann", "bob"}[i%2], "shop"
		if err := l.Intent(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if r.Outcome = Answered; i == 4 {
			continue // still running
		}
		if err := l.Outcome(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name string
		q    Query
		want string
		more bool
	}{
		{"all", Query{}, "[q5 answered q4  q3 answered q2 answered q1 answered q0 answered]", false},
		{"one role", Query{Role: "bob"}, "[q5 answered q3 answered q1 answered]", false},
		{"one role, bounded", Query{Role: "ann", Questions: 2}, "[q4  q2 answered]", true},
		{"since", Query{Since: began.Add(3 * time.Hour)}, "[q5 answered q4  q3 answered]", false},
		{"exactly as many", Query{Role: "bob", Questions: 3}, "[q5 answered q3 answered q1 answered]", false},
		{"another datasource", Query{Datasource: "hr"}, "[]", false},
		{"a bounded look", Query{Scan: 1}, "[q5 answered]", true},
	} {
		found, more, err := Newest(t.Context(), dir, tt.q)
		var got []string
		for _, e := range found {
			got = append(got, e.ID+" "+string(e.Outcome))
		}
		if err != nil || fmt.Sprint(got) != tt.want || more != tt.more {
			t.Errorf("%s: %v, %v, %v", tt.name, got, more, err)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Newest(over, dir, Query{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestNewestOfSeveralAttempts: a question that was tried twice is one question, ended or not.
func TestNewestOfSeveralAttempts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := start(t, Config{Dir: dir})
	for _, id := range []string{"running", "ended"} {
		for range 3 {
			if err := l.Intent(t.Context(), record(id)); err != nil {
				t.Fatal(err)
			}
		}
	}
	r := record("ended")
	r.Outcome = Answered
	if err := l.Outcome(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	found, _, err := Newest(t.Context(), dir, Query{})
	if err != nil || len(found) != 2 || found[0].ID != "ended" || found[0].Outcome != Answered || found[1].ID != "running" || found[1].Event != Intent {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestRecently: ids are remembered long enough, and not for ever.
func TestRecently(t *testing.T) {
	t.Parallel()
	var r recently
	for i := range 2*maxRecent + 1 {
		if !r.first(fmt.Sprint(i)) {
			t.Fatalf("%d was seen", i)
		}
	}
	if r.first(fmt.Sprint(maxRecent+1)) || len(r.new)+len(r.old) > 2*maxRecent {
		t.Errorf("%d remembered", len(r.new)+len(r.old))
	}
}

// TestNewestEndsEarly: a look back in time ends where all that is older was written before, and one for a number of
// questions soon behind the last of them: a log may be large.
func TestNewestEndsEarly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := start(t, Config{Dir: dir, Rotation: Rotation{Size: 1}})
	now := time.Now()
	wide := strings.Repeat("x", 60<<10)
	for i := range 60 { // a file each, in which the question is an hour older than in the next
		r := record(fmt.Sprintf("q%02d", i))
		r.Time, r.Question, r.Outcome, r.Total = now.Add(time.Duration(i-60)*time.Hour), wide, Answered, time.Second
		if i == 57 {
			r.Time, r.Total = now.Add(-50*time.Hour), 47*time.Hour // it took that long
		}
		if err := l.Outcome(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	files, err := oldFiles(dir)
	if err != nil || len(files) < 55 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for i, f := range files[:40] {
		at := now.Add(time.Duration(i-60) * time.Hour)
		if err := os.Chtimes(f, at, at); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name  string
		q     Query
		found int
		looks int // at how many questions, at most
		more  bool
	}{
		{"all", Query{}, 60, 60, false},
		{"since", Query{Since: now.Add(-5*time.Hour - time.Minute)}, 4, 7, false},
		{"since before a long one", Query{Since: now.Add(-55 * time.Hour)}, 55, 57, false},
		{"one", Query{Questions: 1, Role: "demo"}, 1, 20, true},
		{"the last", Query{Questions: 60}, 60, 60, false},
	} {
		looks := 0
		tt.q.Match = func(*Entry) bool { looks++; return tt.q.Role == "" || looks == 1 }
		found, more, err := Newest(t.Context(), dir, tt.q)
		if err != nil || len(found) != tt.found || looks > tt.looks || more != tt.more {
			t.Errorf("%s: %d found in %d looks, more %v, %v", tt.name, len(found), looks, more, err)
		}
	}
}

// TestBackwards: a log is read from its end as from its start, whatever its lines are.
func TestBackwards(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "\n", "a", "a\n", "a\nb", "\n\na\n\n", strings.Repeat("line of some length\n", 40_000), strings.Repeat("x", blockSize) + "\n" + strings.Repeat("y", 3*blockSize+7) + "\nz\n",
		strings.Repeat("w", blockSize-1) + "\n" + strings.Repeat("v", blockSize-1) + "\n"} {
		path := filepath.Join(t.TempDir(), FileName)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var got []string
		for line, err := range backwards(filepath.Dir(path), time.Time{}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(line))
		}
		slices.Reverse(got)
		want := slices.Collect(strings.Lines(text))
		if !slices.Equal(got, want) {
			t.Errorf("%.40q, %d bytes: %d lines, want %d", text, len(text), len(got), len(want))
		}
	}
	long := strings.Repeat("x", 5*maxLine)
	path := filepath.Join(t.TempDir(), FileName)
	if err := os.WriteFile(path, []byte("a\n"+long+"\nb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	bytes, pieces := 0, 0
	for line, err := range backwards(filepath.Dir(path), time.Time{}) {
		if bytes, pieces = bytes+len(line), pieces+1; err != nil || len(line) > 2*maxLine+blockSize {
			t.Fatalf("a piece of %d bytes, %v", len(line), err)
		}
	}
	if bytes != len(long)+5 || pieces < 4 {
		t.Errorf("%d bytes in %d pieces", bytes, pieces)
	}
}
