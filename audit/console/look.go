package console

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"strconv"
	"time"

	"github.com/pgask/pgask/audit"
)

// records are those that the pages show: of this proxy's log, or of a fleet's. They are safe for concurrent use.
type records struct {
	reader audit.Reader
	dir    string // of this proxy's log
	now    func() time.Time
	log    *slog.Logger
	scopes scopeCache
}

// scanBytes bounds the part of the log, in bytes, that one page reads. The page then says so, with a link that
// continues.
const scanBytes = 128 << 20

// lookTime bounds the time of one look, so that a page tells of a part of the log and does not run into workTimeout.
const lookTime = 6 * time.Second

// look reads the log backwards and returns the questions for which judge returns fits: at most q.Questions (0: all),
// until judge returns enough, or q.Scan bytes were read, or it takes too long. more reports that there may be others.
// A log that does not exist is empty.
func (l *records) look(ctx context.Context, q audit.Query, judge func(*audit.Entry) (fits, enough bool)) ([]audit.Entry, bool, error) {
	n, far, late := 0, false, time.Now().Add(lookTime)
	q.Within = lookTime
	q.Match = func(e *audit.Entry) bool {
		fits, enough := judge(e)
		if far = far || enough; fits {
			n++
		}
		return fits
	}
	q.Stop = func() bool {
		return far || n > 0 && n == q.Questions || // and not only when there is one more: that may be far away
			time.Now().After(late)
	}
	found, more, err := l.reader.Newest(ctx, q)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	return found, more && !far, err
}

// newest returns the number of the log's last record; 0 when there is none.
func (l *records) newest(ctx context.Context) (uint64, error) {
	if l.fleet() { // of all logs together: it grows when one of them does
		s, err := l.scope(ctx)
		n := uint64(0)
		for _, one := range s.Logs {
			n += one.Seq + one.Own
		}
		return n, err
	}
	last, err := audit.Tail(l.dir, 1)
	if errors.Is(err, fs.ErrNotExist) || len(last) == 0 && err == nil {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return last[0].Seq, nil
}

// freshBytes bounds the end of the log, in bytes, that is searched for records newer than a page. Beyond it the whole
// page is made anew.
const freshBytes = 8 << 20

// fresh reports whether a record that fits the filter was written after record number seen. Most requests of a page
// that refreshes itself end here.
func (l *records) fresh(ctx context.Context, f *filter, seen string, newest uint64) (bool, error) {
	since, err := strconv.ParseUint(seen, 10, 64)
	if err != nil || since > newest {
		return true, nil
	}
	if since == newest {
		return false, nil
	}
	if l.fleet() {
		return true, nil
	}
	_, more, err := l.look(ctx, audit.Query{Questions: 1, Scan: freshBytes}, func(e *audit.Entry) (fits, enough bool) {
		return e.Seq > since && f.has(e, e.Seq), e.Seq <= since
	})
	return more, err
}
