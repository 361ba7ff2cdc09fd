package audit

import (
	"context"
	"errors"
	"fmt"
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
