package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// file is the part of *os.File that the committer uses, so that a test can make any of it fail.
type file interface {
	io.ReaderAt
	io.Writer
	io.Closer
	Stat() (os.FileInfo, error)
	Sync() error
	Truncate(size int64) error
	Fd() uintptr
}

// Bounds on a batch, so that its first record does not wait for all the others that ever come.
const (
	batchRecords = 512
	batchBytes   = 4 << 20
)

// flushAfter bounds the time that an outcome may stay unsynced.
const flushAfter = time.Second

// committer owns the file. Only its goroutine touches it.
type committer struct {
	file    file
	chain   chain // behind a write that failed it is ahead of the file, until the next look
	size    int64 // of the file after the last write of this process; -1: not known, so look examines the file
	dirty   bool  // written, not yet synced
	reserve reserve
	lost    int   // records that could not be written since the last that could
	broken  error // a failed fsync: what the disk holds is unknown, so the log stays failed

	dir       string // empty: there is one file, which is never rotated
	rotation  Rotation
	born      time.Time // of the file's first record; zero: look
	unrotated error     // why the file that is due was not rotated; the log goes on in it
	moved     uint64    // last record of a file that something else has moved away; 0: none

	known    chain // as it was when the last write had succeeded: that record must be there at the next look
	vanished Head  // a record that was known and is not there any more; Seq 0: none
}

// run writes queued records in batches until stop is closed and the queue is empty.
func (l *Log) run(c *committer) {
	defer close(l.ended)
	flush := time.NewTimer(flushAfter)
	defer flush.Stop()
	for {
		select {
		case first := <-l.queue:
			waits := c.dirty || len(c.reserve.bodies) > 0
			l.batch(c, first)
			if !waits && (c.dirty || len(c.reserve.bodies) > 0) {
				flush.Reset(flushAfter)
			}
		case <-flush.C:
			c.flush(l)
			if len(c.reserve.bodies) > 0 {
				l.told(c, c.release())
				flush.Reset(flushAfter)
			}
		case <-l.stop:
			for more := true; more; {
				select {
				case first := <-l.queue:
					l.batch(c, first)
				default:
					more = false
				}
			}
			_ = c.release() // a disk that is full was told of
			c.flush(l)
			l.err = errors.Join(c.broken, c.file.Close())
			return
		}
	}
}

// batch writes first together with the records that are queued behind it. Meanwhile the next batch gathers in the
// queue.
func (l *Log) batch(c *committer, first *request) {
	batch, size := []*request{first}, len(first.body)
	for more := true; more && len(batch) < batchRecords && size < batchBytes; {
		select {
		case r := <-l.queue:
			batch, size = append(batch, r), size+len(r.body)
		default:
			more = false
		}
	}
	bodies, durable := make([][]byte, len(batch)), false
	for i, r := range batch {
		bodies[i], durable = r.body, durable || r.durable
	}
	err := c.commit(bodies, durable)
	results := make([]error, len(batch))
	if err == nil {
		l.told(c, c.release())
	} else {
		for i, r := range batch {
			if r.durable || !c.reserve.take(r.body) { // what is to be durable is nothing if it is not
				results[i] = err
				c.lost++
			}
		}
		l.logger.Error("write audit log", "records", len(batch), "held_back", len(c.reserve.bodies), "error", err)
		l.told(c, err)
	}
	if c.unrotated != nil {
		l.logger.Error("audit log goes on in its old file", "error", c.unrotated)
		c.unrotated = nil
	}
	if c.vanished.Seq > 0 {
		l.logger.Error("the audit log lacks a record that it had; run pgask audit verify", "record", c.vanished.Seq,
			"digest", c.vanished.Digest)
		l.heads.lost(c.vanished)
		c.vanished = Head{}
	}
	if c.moved > 0 {
		l.logger.Warn("something moved the file of the audit log, which goes on in a new one",
			"old", filepath.Base(oldName(c.dir, c.moved)))
		c.moved = 0
	}
	if err == nil {
		l.newest.Store(c.chain.seq)
	}
	for i, r := range batch {
		r.done <- results[i]
	}
	if !c.dirty && c.broken == nil {
		l.heads.synced(c.known.seq, c.known.last)
	}
}

func (c *committer) flush(l *Log) {
	if !c.dirty || c.broken != nil {
		return
	}
	if err := c.sync(); err != nil {
		l.logger.Error("sync audit log", "error", err)
		return
	}
	l.heads.synced(c.known.seq, c.known.last)
}

// commit appends the bodies as lines, all or none, and syncs them if asked. Other processes may write to the same file.
func (c *committer) commit(bodies [][]byte, durable bool) (err error) {
	if c.broken != nil {
		return c.broken
	}
	if err := c.take(); err != nil {
		return err
	}
	defer func() {
		if uerr := lock(c.file, syscall.LOCK_UN); uerr != nil && err == nil {
			err = fmt.Errorf("unlock: %w", uerr)
		}
	}()
	buf, err := c.catchUp()
	if err != nil {
		return err
	}
	if len(bodies) > 0 && len(buf) == 0 && c.due() {
		if buf, err = c.rotate(); err != nil {
			return err
		}
	}
	if c.lost > 0 && len(bodies) > 0 {
		buf = c.note(buf, fmt.Sprintf("%d records before this could not be written", c.lost))
	}
	for _, b := range bodies {
		buf = c.chain.appendLine(buf, b)
	}
	if len(buf) == 0 {
		return nil
	}
	if err := c.append(buf); err != nil {
		return err
	}
	if durable {
		if err := c.sync(); err != nil {
			return err
		}
	}
	if len(bodies) > 0 {
		c.lost = 0
	}
	return nil
}

// append writes, and takes back what was written when the disk is full in the middle of it.
func (c *committer) append(buf []byte) error {
	n, err := c.file.Write(buf)
	c.dirty = true
	if err == nil && n == len(buf) {
		c.size += int64(n)
		c.known = c.chain
		return nil
	}
	if err == nil {
		err = io.ErrShortWrite
	}
	if n > 0 {
		// If this fails as well, the torn line is found and noted by the next look.
		if terr := c.file.Truncate(c.size); terr != nil {
			err = errors.Join(err, fmt.Errorf("take back a torn line: %w", terr))
		}
	}
	c.size = -1
	return fmt.Errorf("write: %w", err)
}

// sync makes durable what was written. After a failed fsync the kernel may have dropped the pages and report success
// the next time, so there is no second try: see the PostgreSQL wiki, "Fsync Errors".
func (c *committer) sync() error {
	if err := c.file.Sync(); err != nil {
		c.broken = fmt.Errorf("sync: %w; a restart is needed", err)
		return c.broken
	}
	c.dirty = false
	return nil
}

// catchUp checks that the file ends where this process left it, and else continues the chain from its last line. It
// returns the lines to write first: the end of a line that a crash has torn, and notes about it and about records
// that are gone.
func (c *committer) catchUp() ([]byte, error) {
	buf, looked, err := c.look()
	if err != nil || !looked {
		return buf, err
	}
	there, err := c.holds(c.known)
	if err != nil {
		return nil, err
	}
	if !there {
		c.vanished = Head{Seq: c.known.seq, Digest: hex.EncodeToString(c.known.last[:])}
		buf = c.note(buf, goneNote(c.vanished))
	}
	c.known = chain{key: c.chain.key, seq: min(c.known.seq, c.chain.seq), last: c.known.last}
	if !there || c.known.seq == 0 {
		c.known.seq = 0 // what is written next is the first that is known
	}
	return buf, nil
}

// holds reports whether the record that was written last is where it was, as far as the file reaches back: another
// process may have written more, and perhaps gone on in another file.
func (c *committer) holds(last chain) (bool, error) {
	switch {
	case last.seq == 0:
		return true, nil
	case c.chain.seq < last.seq:
		return false, nil
	case c.chain.seq == last.seq:
		return c.chain.last == last.last, nil
	}
	for end := c.size; end > 0; {
		line, err := lineBefore(c.file, end)
		if err != nil {
			return false, err
		}
		if e, err := parse(line); err == nil && e.Seq <= last.seq {
			return e.Seq == last.seq && e.digest == last.last, nil
		}
		end -= int64(len(line))
	}
	return true, nil
}

func goneNote(h Head) string {
	return fmt.Sprintf("record %d with digest %s was in this log, and is not any more", h.Seq, h.Digest)
}

// look finds the last record of the file when the file does not end where this process left it, and continues the
// chain from there; looked reports whether that was so. buf is as for catchUp.
func (c *committer) look() (buf []byte, looked bool, err error) {
	info, err := c.file.Stat()
	if err != nil {
		return nil, false, fmt.Errorf("look at the file: %w", err)
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok && st.Nlink == 0 {
		// Writes to a removed file succeed, and are lost.
		c.broken = errors.New("the file was removed; a restart makes a new one")
		return nil, false, c.broken
	}
	size := info.Size()
	if size == c.size {
		return nil, false, nil
	}
	c.size = -1 // until the look has succeeded
	c.chain.seq, c.chain.last = 0, [digestSize]byte{}
	var torn []byte
	for end := size; end > 0; {
		line, err := lineBefore(c.file, end)
		if err != nil {
			return nil, false, err
		}
		unended := end == size && line[len(line)-1] != '\n'
		entry, err := parse(line)
		if err == nil {
			c.chain.seq, c.chain.last, c.size = entry.Seq, entry.digest, size
			if unended {
				return []byte("\n"), true, nil // whole but for its end
			}
			break
		}
		if unended {
			torn = line
		}
		end -= int64(len(line))
	}
	if c.chain.seq == 0 {
		if err := c.fromOld(); err != nil {
			return nil, false, fmt.Errorf("look at the file before: %w", err)
		}
	}
	c.size = size
	if torn == nil {
		return nil, true, nil
	}
	return c.note([]byte("\n"), tornNote(torn)), true, nil
}

func tornNote(line []byte) string {
	return fmt.Sprintf("a torn line of %d bytes before this, sha256 %x", len(line), sha256.Sum256(line))
}

// note appends a record with Event Note: a message of the log about itself.
func (c *committer) note(buf []byte, message string) []byte {
	b, err := body(&Record{Version: Version, Event: Note, Time: time.Now().UTC(), Message: message})
	if err != nil {
		return buf // only an unmarshalable type could do that
	}
	return c.chain.appendLine(buf, b)
}

// lock takes or gives back the lock that keeps the batches of several processes apart.
func lock(f file, how int) error {
	for {
		err := syscall.Flock(int(f.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
