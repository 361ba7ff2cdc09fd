package audit

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// Cursor reads a log forwards, from one record to the newest and on from there, over its files. What it has not read
// is on disk, so a reader that falls behind costs no memory and loses nothing but what retention removes. It is not
// safe for concurrent use.
type Cursor struct {
	dir  string
	seq  uint64   // of the last record that was read
	file *os.File // the one that is being read; nil: the one with the next record is to be found
	at   int64    // how far
}

// From returns a cursor behind a record; 0: at the start.
func From(dir string, seq uint64) *Cursor { return &Cursor{dir: dir, seq: seq} }

// Next returns up to most of the records that follow; none when there are no more yet. Lines that are not records are
// skipped.
func (c *Cursor) Next(ctx context.Context, most int) ([]Entry, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if c.file == nil {
			if err := c.open(); errors.Is(err, os.ErrNotExist) {
				return nil, nil
			} else if err != nil {
				return nil, err
			}
		}
		// Whether it is the current one is asked before it is read: what is written in between is there in either case.
		current, err := os.Stat(filepath.Join(c.dir, FileName))
		mine, serr := c.file.Stat()
		if serr != nil || err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, errors.Join(err, serr)
		}
		more := err == nil && os.SameFile(current, mine)
		found, err := c.read(most)
		if err != nil || len(found) > 0 || more {
			return found, err
		}
		c.Close() // and on to the file after it
	}
}

// Close closes the file that is being read.
func (c *Cursor) Close() {
	if c.file != nil {
		_ = c.file.Close() // it was only read
	}
	c.file, c.at = nil, 0
}

// open opens the file with the next record: the oldest that ends behind what was read, or the current one.
func (c *Cursor) open() error {
	old, err := oldFiles(c.dir)
	if err != nil {
		return err
	}
	path := filepath.Join(c.dir, FileName)
	for _, name := range old {
		var last uint64
		if n, err := fmt.Sscanf(filepath.Base(name), "audit-%d.jsonl", &last); n == 1 && err == nil && last > c.seq {
			path = name
			break
		}
	}
	c.file, err = os.Open(path)
	c.at = 0
	return err
}

// read reads on in the file, up to where it ended between two batches.
func (c *Cursor) read(most int) ([]Entry, error) {
	if err := lock(c.file, syscall.LOCK_SH); err != nil {
		return nil, fmt.Errorf("lock audit log: %w", err)
	}
	info, err := c.file.Stat()
	if err = errors.Join(err, lock(c.file, syscall.LOCK_UN)); err != nil {
		return nil, fmt.Errorf("read audit log: %w", err)
	}
	r := bufio.NewReaderSize(io.NewSectionReader(c.file, c.at, info.Size()-c.at), 64<<10)
	var found []Entry
	for len(found) < most {
		line, err := r.ReadBytes('\n') // bounded by the file, which pgask writes; a line that is torn is no record
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return found, fmt.Errorf("read audit log: %w", err)
		}
		c.at += int64(len(line))
		if e, err := parse(line); err == nil && e.Seq > c.seq {
			c.seq, e.Line = e.Seq, string(bytes.TrimSuffix(line, []byte("\n")))
			found = append(found, e)
		}
	}
	return found, nil
}
