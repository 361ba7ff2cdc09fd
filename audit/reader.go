package audit

import (
	"context"
	"fmt"
	"time"
)

// Reader reads questions: those of one log, or of all logs that are copied to one table.
type Reader interface {
	// Newest returns questions, one entry each, the newest first, as the function Newest does.
	Newest(ctx context.Context, q Query) (found []Entry, more bool, err error)
	// Find returns the records with an id, and those about it, the oldest first.
	Find(ctx context.Context, id string) ([]Entry, error)
	// Scope says whose questions these are.
	Scope(ctx context.Context) (Scope, error)
}

// Scope says whose questions an answer is about, and how far it goes.
type Scope struct {
	Proxy string   // the only one; empty: all of Logs
	Logs  []Copied // by proxy and log
}

// Copied is how far one log of a fleet is known.
type Copied struct {
	Log   string
	Proxy string
	Seq   uint64    // of the last record in the table
	Time  time.Time // of its question
	Own   uint64    // records after it that were read from the log itself, by the proxy whose log it is
}

// String says it in a sentence.
func (s Scope) String() string {
	if s.Proxy != "" || len(s.Logs) == 0 {
		return fmt.Sprintf("the log of the proxy %s alone", s.Proxy)
	}
	text := fmt.Sprintf("the logs of %d proxies", len(s.Logs))
	named := map[string]int{}
	for _, l := range s.Logs {
		named[l.Proxy]++
	}
	for i, l := range s.Logs {
		text += [2]string{", ", ": "}[min(1, max(0, 1-i))]
		if named[l.Proxy] > 1 { // one file of settings for all hosts
			l.Proxy += " (" + l.Log[:min(8, len(l.Log))] + ")"
		}
		text += fmt.Sprintf("%s to record %d of %s", l.Proxy, l.Seq+l.Own, l.Time.UTC().Format("2006-01-02 15:04:05Z"))
	}
	return text
}

// Files is the Reader of the log in a directory.
type Files struct {
	Dir   string
	Proxy string // whose log it is
}

// Newest implements Reader.
func (f Files) Newest(ctx context.Context, q Query) ([]Entry, bool, error) {
	return Newest(ctx, f.Dir, q)
}

// Find implements Reader.
func (f Files) Find(_ context.Context, id string) ([]Entry, error) { return Find(f.Dir, id) }

// Scope implements Reader.
func (f Files) Scope(context.Context) (Scope, error) { return Scope{Proxy: f.Proxy}, nil }
