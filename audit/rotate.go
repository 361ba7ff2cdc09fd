package audit

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// Rotation configures when a new file is begun, and how long the old ones are kept. The chain goes on from file to
// file. A zero field means never, and for ever.
type Rotation struct {
	Size   int64         // bytes that a file may have; the batch that passes them goes into the next one
	Age    time.Duration // of a file's first record
	Retain time.Duration // how long an old file is kept after its last record was written
}

// oldName returns the name of an old file, by its last record, so that names sort as records do.
func oldName(dir string, seq uint64) string {
	return filepath.Join(dir, fmt.Sprintf("audit-%020d.jsonl", seq))
}

// oldFiles returns the paths of the old files, the oldest first.
func oldFiles(dir string) ([]string, error) {
	found, err := filepath.Glob(filepath.Join(dir, "audit-"+"[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]"+
		"[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9].jsonl"))
	slices.Sort(found)
	return found, err
}

// take locks the log's current file. If another process has rotated since the last batch, it goes on with the new file.
func (c *committer) take() error {
	for {
		if err := lock(c.file, syscall.LOCK_EX); err != nil {
			return fmt.Errorf("lock: %w", err)
		}
		mine, err := c.file.Stat()
		if err != nil || c.dir == "" {
			return err
		}
		current, err := os.Stat(filepath.Join(c.dir, FileName))
		if st, ok := mine.Sys().(*syscall.Stat_t); err == nil && os.SameFile(current, mine) || ok && st.Nlink == 0 {
			return nil // or it was removed, which the next look finds
		}
		if err := c.adopt(mine); err != nil {
			return errors.Join(err, lock(c.file, syscall.LOCK_UN))
		}
		f, err := openFile(c.dir)
		if err != nil {
			return errors.Join(fmt.Errorf("open the new file: %w", err), lock(c.file, syscall.LOCK_UN))
		}
		// Who rotated has synced the old file, with what we wrote.
		_ = c.file.Close()
		c.use(f)
	}
}

// adopt makes sure that the open file, which no longer has the log's name, is one of the old files. It is when pgask
// rotated it. When something else moved it, such as logrotate, it gets the name of an old file as a second link.
func (c *committer) adopt(mine os.FileInfo) error {
	files, err := oldFiles(c.dir)
	if err != nil {
		return err
	}
	for _, path := range slices.Backward(files) {
		if info, err := os.Stat(path); err == nil && os.SameFile(info, mine) {
			return nil
		}
	}
	last, err := lastEntryOf(c.file, mine.Size())
	if err != nil || last == nil {
		return err
	}
	if err := c.sync(); err != nil {
		return err
	}
	if err := linkOpen(c.file.Fd(), oldName(c.dir, last.Seq)); err != nil {
		return fmt.Errorf("%s was moved away; call it %s in %s: %w", FileName, filepath.Base(oldName(c.dir, last.Seq)), c.dir, err)
	}
	c.moved = last.Seq
	return nil
}

func (c *committer) use(f file) { c.file, c.size, c.dirty, c.born = f, -1, false, time.Time{} }

// due reports whether the current file, which ends where we left it, is full or old.
func (c *committer) due() bool {
	r := c.rotation
	if c.size == 0 || c.dir == "" || r.Size <= 0 && r.Age <= 0 {
		return false
	}
	if r.Size > 0 && c.size >= r.Size {
		return true
	}
	if c.born.IsZero() && r.Age > 0 {
		c.born = time.Now()
		if line, err := bufio.NewReader(io.NewSectionReader(c.file, 0, 2*maxLine)).ReadBytes('\n'); err == nil {
			if e, err := parse(line); err == nil {
				c.born = e.Time
			}
		}
	}
	return r.Age > 0 && time.Since(c.born) >= r.Age
}

// rotate puts the current file aside and begins the next. What is returned must be written first, as after catchUp.
// If it fails before there is a new file, the log goes on in the old one.
func (c *committer) rotate() ([]byte, error) {
	if err := c.sync(); err != nil {
		return nil, err
	}
	path, old := filepath.Join(c.dir, FileName), oldName(c.dir, c.chain.seq)
	if _, err := os.Lstat(old); err == nil {
		c.unrotated = fmt.Errorf("rotate: %s exists", old)
		return nil, nil
	}
	if err := os.Rename(path, old); err != nil {
		c.unrotated = fmt.Errorf("rotate: %w", err)
		return nil, nil
	}
	f, err := openFile(c.dir)
	if err != nil {
		c.unrotated = fmt.Errorf("rotate: %w", errors.Join(err, os.Rename(old, path)))
		return nil, nil
	}
	c.unrotated = nil
	_ = c.file.Close() // and with it the lock; all was synced
	c.use(f)
	if err := c.take(); err != nil {
		return nil, err
	}
	buf, err := c.catchUp()
	if err != nil || c.rotation.Retain <= 0 {
		return buf, err
	}
	return c.expire(buf)
}

const retentionNote = "records up to %d are removed, as their time is over; digest %64s"

// expire removes old files that are older than the retention, after a note in the log, so that Verify finds other
// removals.
func (c *committer) expire(buf []byte) ([]byte, error) {
	files, err := oldFiles(c.dir)
	if err != nil {
		return buf, err
	}
	over := 0
	for over < len(files) {
		info, err := os.Stat(files[over])
		if err != nil || time.Since(info.ModTime()) < c.rotation.Retain {
			break
		}
		over++
	}
	if over == 0 {
		return buf, nil
	}
	last, err := lastEntry(files[over-1])
	if err != nil || last == nil {
		return buf, err
	}
	buf = c.note(buf, fmt.Sprintf(retentionNote, last.Seq, hex.EncodeToString(last.digest[:])))
	if err := c.append(buf); err != nil {
		return nil, err
	}
	if err := c.sync(); err != nil {
		return nil, err
	}
	for _, f := range files[:over] {
		if err := os.Remove(f); err != nil {
			c.unrotated = fmt.Errorf("remove what is over: %w", err)
		}
	}
	return nil, nil
}

// fromOld continues the chain from the newest old file, if there is one.
func (c *committer) fromOld() error {
	files, err := oldFiles(c.dir)
	if err != nil || c.dir == "" || len(files) == 0 {
		return err
	}
	last, err := lastEntry(files[len(files)-1])
	if err != nil {
		return err
	}
	if last != nil {
		c.chain.seq, c.chain.last = last.Seq, last.digest
	}
	return nil
}

// lastEntry returns the last record of a file; nil: it has none.
func lastEntry(path string) (*Entry, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return lastEntryOf(f, info.Size())
}

// lastEntryOf returns the last record of what a file holds up to a size; nil: there is none.
func lastEntryOf(f io.ReaderAt, size int64) (*Entry, error) {
	for end := size; end > 0; {
		line, err := lineBefore(f, end)
		if err != nil {
			return nil, err
		}
		if e, err := parse(line); err == nil {
			return &e, nil
		}
		end -= int64(len(line))
	}
	return nil, nil
}
