package audit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"syscall"
)

// Entry is one line of the log.
type Entry struct {
	Seq    uint64 `json:"seq"` // from 1, without gaps
	Record        // an intent, an outcome or a note

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

// Records reads a log from its start. A line that is not a record yields a *BadLine, and reading goes on; any other error
// is the last.
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

// Find returns the lines with an ID, oldest first. A log without it is no error.
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
		if e, err := line.parse(); err == nil && e.ID == id {
			found = append(found, e)
		}
	}
	return found, nil
}

// Tail returns the last n records, oldest first. What is not a record is left out.
func Tail(dir string, n int) ([]Entry, error) {
	f, size, err := openRead(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var found []Entry
	for end := size; end > 0 && len(found) < n; {
		line, err := lineBefore(f, end)
		if err != nil {
			return nil, err
		}
		if e, err := parse(line); err == nil {
			found = append(found, e)
		}
		end -= int64(len(line))
	}
	for i, j := 0, len(found)-1; i < j; i, j = i+1, j-1 {
		found[i], found[j] = found[j], found[i]
	}
	return found, nil
}

// numberedLine is a line as it is in the file, without its end.
type numberedLine struct {
	text   []byte // valid until the next line
	number int
	whole  bool // its newline was there, and it is not too long
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

func lines(dir string) iter.Seq2[numberedLine, error] {
	return func(yield func(numberedLine, error) bool) {
		f, size, err := openRead(dir)
		if err != nil {
			yield(numberedLine{}, err)
			return
		}
		defer f.Close()
		r := bufio.NewReaderSize(io.LimitReader(f, size), 2*MaxLine)
		for number := 1; ; number++ {
			text, err := r.ReadSlice('\n')
			if errors.Is(err, io.EOF) && len(text) == 0 {
				return
			}
			line := numberedLine{text: bytes.TrimSuffix(text, []byte("\n")), number: number, whole: err == nil}
			if errors.Is(err, bufio.ErrBufferFull) {
				line.text = line.text[:64]
				for errors.Is(err, bufio.ErrBufferFull) {
					_, err = r.ReadSlice('\n')
				}
			}
			if err != nil && !errors.Is(err, io.EOF) {
				yield(numberedLine{}, fmt.Errorf("read audit log: %w", err))
				return
			}
			if !yield(line, nil) {
				return
			}
		}
	}
}

// lineBefore reads the line that ends at end, with its newline if it has one. What is longer than a line may be comes
// in pieces, none of which is a record.
func lineBefore(f io.ReaderAt, end int64) ([]byte, error) {
	const chunk = 16 << 10
	var line []byte
	for at := end; at > 0 && len(line) < 2*MaxLine; {
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
