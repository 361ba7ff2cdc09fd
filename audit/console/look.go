package console

import (
	"context"
	"errors"
	"io/fs"
	"strconv"
	"time"

	"github.com/pgask/pgask/audit"
)

// scanBytes bounds the part of the log, in bytes, that one page reads. The page then says so, with a link that continues.
const scanBytes = 128 << 20

// lookTime bounds the time of one look, so that a page tells of a part of the log and does not run into workTimeout.
const lookTime = 6 * time.Second

// look reads the log backwards and returns the questions for which judge returns fits: at most q.Questions (0: all), until
// judge returns enough, or q.Scan bytes were read, or it takes too long. more reports that there may be others. A log that does not
// exist is empty.
func (c *Console) look(ctx context.Context, q audit.Query, judge func(*audit.Entry) (fits, enough bool)) ([]audit.Entry, bool, error) {
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
	found, more, err := c.cfg.Reader.Newest(ctx, q)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	return found, more && !far, err
}

// newest returns the number of the log's last record; 0 when there is none.
func (c *Console) newest(ctx context.Context) (uint64, error) {
	if c.fleet() { // of all logs together: it grows when one of them does
		s, err := c.scope(ctx)
		n := uint64(0)
		for _, l := range s.Logs {
			n += l.Seq + l.Own
		}
		return n, err
	}
	last, err := audit.Tail(c.cfg.AuditDir, 1)
	if errors.Is(err, fs.ErrNotExist) || len(last) == 0 && err == nil {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return last[0].Seq, nil
}

// freshBytes bounds the end of the log, in bytes, that is searched for records newer than a page. Beyond it the whole page
// is made anew.
const freshBytes = 8 << 20

// fresh reports whether a record that fits the filter was written after record number seen. Most requests of a page that
// refreshes itself end here.
func (c *Console) fresh(ctx context.Context, f *filter, seen string, newest uint64) (bool, error) {
	since, err := strconv.ParseUint(seen, 10, 64)
	if err != nil || since > newest {
		return true, nil
	}
	if since == newest {
		return false, nil
	}
	if c.fleet() {
		return true, nil
	}
	_, more, err := c.look(ctx, audit.Query{Questions: 1, Scan: freshBytes}, func(e *audit.Entry) (fits, enough bool) {
		return e.Seq > since && f.has(e, e.Seq), e.Seq <= since
	})
	return more, err
}
