package audit

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// Entry is one line of the log.
type Entry struct {
	Seq    uint64 `json:"seq"` // from 1, without gaps
	Record        // an intent, an outcome or a note
	// FeedbackReason goes with a Feedback that Newest found in a later record and put into this one.
	FeedbackReason string `json:"feedback_reason,omitempty"`

	// Line is the record as it is in its file, without the newline, for a Cursor's reader alone.
	Line string `json:"-"`

	digest [digestSize]byte
	sealed bool
}

// BadLine is a line that is not a record.
type BadLine struct {
	Line int // from 1; 0 when it is not known
	Why  string
}

func (e *BadLine) Error() string {
	if e.Line == 0 {
		return "not an audit record: " + e.Why
	}
	return fmt.Sprintf("line %d is not an audit record: %s", e.Line, e.Why)
}

func parse(line []byte) (Entry, error) {
	numbered, digest, isSealed, ok := split(line)
	if !ok {
		return Entry{}, &BadLine{Why: "its end is missing"}
	}
	e := Entry{digest: digest, sealed: isSealed}
	if err := json.Unmarshal(numbered, &e); err != nil {
		return Entry{}, &BadLine{Why: err.Error()}
	}
	return e, nil
}

// Records reads a log from its start. A line that is not a record yields a *BadLine, and reading goes on; any other
// error is the last.
func Records(dir string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for line, err := range lines(dir) {
			if err != nil {
				yield(Entry{}, err)
				return
			}
			if !yield(line.parse()) {
				return
			}
		}
	}
}

// Find returns the lines with an ID, and those about it, oldest first. A log without it is no error.
func Find(dir, id string) ([]Entry, error) {
	quoted, err := json.Marshal(id)
	if err != nil {
		return nil, fmt.Errorf("look for %q: %w", id, err)
	}
	var found []Entry
	for line, err := range lines(dir) {
		if err != nil {
			return nil, err
		}
		if !bytes.Contains(line.text, quoted) {
			continue
		}
		if e, err := line.parse(); err == nil && (e.ID == id || e.About == id) {
			found = append(found, e)
		}
	}
	return found, nil
}

// Tail returns the last n records, oldest first. What is not a record is left out.
func Tail(dir string, n int) ([]Entry, error) {
	var found []Entry
	for line, err := range backwards(dir, time.Time{}) {
		if err != nil {
			return nil, err
		}
		if len(found) == n {
			break
		}
		if e, err := parse(line); err == nil {
			found = append(found, e)
		}
	}
	slices.Reverse(found)
	return found, nil
}

// After returns the records after a number, oldest first. What is not a record is left out.
func After(dir string, seq uint64) ([]Entry, error) {
	var found []Entry
	for line, err := range backwards(dir, time.Time{}) {
		if err != nil {
			return nil, err
		}
		e, err := parse(line)
		if err != nil {
			continue
		}
		if e.Seq <= seq {
			break
		}
		found = append(found, e)
	}
	slices.Reverse(found)
	return found, nil
}

// numberedLine is a line as it is in the file, without its end.
type numberedLine struct {
	text   []byte // valid until the next line
	file   string // path
	number int
}

func (l numberedLine) parse() (Entry, error) {
	e, err := parse(l.text)
	var bad *BadLine
	if errors.As(err, &bad) {
		bad.Line = l.number
	}
	return e, err
}

// openRead opens the log as it is between two batches: what is written later is not seen, nor half of it.
func openRead(dir string) (*os.File, int64, error) {
	f, err := os.Open(filepath.Join(dir, FileName))
	if err != nil {
		return nil, 0, fmt.Errorf("read audit log: %w", err)
	}
	if err := lock(f, syscall.LOCK_SH); err != nil {
		return nil, 0, errors.Join(fmt.Errorf("lock audit log: %w", err), f.Close())
	}
	info, err := f.Stat()
	err = errors.Join(err, lock(f, syscall.LOCK_UN))
	if err != nil {
		return nil, 0, errors.Join(fmt.Errorf("read audit log: %w", err), f.Close())
	}
	return f, info.Size(), nil
}

// part is one file of the log, as it was when the log was opened for reading.
type part struct {
	*os.File
	size int64
}

// parts yields the files of a log, the oldest first or the newest, but for old ones that were last written before a
// time. They are what the log was when reading began: what is rotated meanwhile is read once.
func parts(dir string, newestFirst bool, since time.Time) iter.Seq2[part, error] {
	return func(yield func(part, error) bool) {
		current, size, err := openRead(dir)
		files, oldErr := oldFiles(dir)
		if errors.Is(err, os.ErrNotExist) && len(files) > 0 { // it was removed, or is being rotated: the old ones are the log
			err = nil
		}
		if err = cmp.Or(err, oldErr); err != nil {
			yield(part{}, err)
			return
		}
		if current != nil {
			defer current.Close()
		}
		if newestFirst {
			slices.Reverse(files)
			if current != nil && !yield(part{current, size}, nil) {
				return
			}
		}
		for _, path := range files {
			if !yieldOld(path, current, since, yield) {
				return
			}
		}
		if !newestFirst && current != nil {
			yield(part{current, size}, nil)
		}
	}
}

// yieldOld yields an old file, unless it is the current one, rotated just now, its time is over, or it was last written
// before since.
func yieldOld(path string, current *os.File, since time.Time, yield func(part, error) bool) bool {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return true
	}
	if err != nil {
		yield(part{}, fmt.Errorf("read audit log: %w", err))
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	same := false
	if err == nil && current != nil {
		var now os.FileInfo
		now, err = current.Stat()
		same = err == nil && os.SameFile(info, now)
	}
	if err != nil {
		yield(part{}, fmt.Errorf("read audit log: %w", err))
		return false
	}
	return same || info.ModTime().Before(since) || yield(part{f, info.Size()}, nil)
}

// backwards yields the lines of a log, the last first, but for those of old files that were last written before a time.
func backwards(dir string, since time.Time) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for p, err := range parts(dir, true, since) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !p.backwards(yield) {
				return
			}
		}
	}
}

// blockSize is the size in bytes of a read when a file is read backwards.
const blockSize = 256 << 10

// backwards yields the lines of a file, the last first, and says whether to go on. A line is valid until the next.
// What is longer than a line may be comes in pieces, none of which is a record.
func (p part) backwards(yield func([]byte, error) bool) bool {
	var rest []byte // what was read and not yielded yet
	for from := p.size; from > 0 || len(rest) > 0; {
		if len(rest) > 0 {
			// The last byte is the newline of the line itself.
			at := bytes.LastIndexByte(rest[:len(rest)-1], '\n')
			if at >= 0 || from == 0 || len(rest) >= 2*maxLine {
				if !yield(rest[at+1:], nil) {
					return false
				}
				rest = rest[:at+1]
				continue
			}
		}
		n := min(from, blockSize)
		block := make([]byte, int(n)+len(rest))
		if _, err := p.ReadAt(block[:n], from-n); err != nil {
			yield(nil, fmt.Errorf("read audit log: %w", err))
			return false
		}
		copy(block[n:], rest)
		rest, from = block, from-n
	}
	return true
}

func lines(dir string) iter.Seq2[numberedLine, error] {
	return func(yield func(numberedLine, error) bool) {
		for p, err := range parts(dir, false, time.Time{}) {
			if err != nil {
				yield(numberedLine{}, err)
				return
			}
			if !p.lines(yield) {
				return
			}
		}
	}
}

// lines yields the lines of a file, and says whether to go on.
func (p part) lines(yield func(numberedLine, error) bool) bool {
	r := bufio.NewReaderSize(io.LimitReader(p, p.size), 2*maxLine)
	for number := 1; ; number++ {
		text, err := r.ReadSlice('\n')
		if errors.Is(err, io.EOF) && len(text) == 0 {
			return true
		}
		line := numberedLine{text: bytes.TrimSuffix(text, []byte("\n")), file: p.Name(), number: number}
		if errors.Is(err, bufio.ErrBufferFull) {
			line.text = line.text[:64]
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
		}
		if err != nil && !errors.Is(err, io.EOF) {
			yield(numberedLine{}, fmt.Errorf("read audit log: %w", err))
			return false
		}
		if !yield(line, nil) {
			return false
		}
	}
}

// lineBefore reads the line that ends at end, with its newline if it has one. What is longer than a line may be comes
// in pieces, none of which is a record.
func lineBefore(f io.ReaderAt, end int64) ([]byte, error) {
	const chunk = 16 << 10
	var line []byte
	for at := end; at > 0 && len(line) < 2*maxLine; {
		from := max(0, at-chunk)
		piece := make([]byte, at-from, int(at-from)+len(line))
		if _, err := f.ReadAt(piece, from); err != nil {
			return nil, fmt.Errorf("read audit log: %w", err)
		}
		search := piece
		if at == end {
			search = piece[:len(piece)-1] // the newline of the line itself
		}
		if i := bytes.LastIndexByte(search, '\n'); i >= 0 {
			return append(piece[i+1:], line...), nil
		}
		line, at = append(piece, line...), from
	}
	return line, nil
}
