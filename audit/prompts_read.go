package audit

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

var (
	// ErrPromptsGone means that a file of prompts is not there: its time is over, or somebody removed it.
	ErrPromptsGone = errors.New("the prompts are not there any more")
	// ErrPromptsChanged means that a file of prompts is not as the record says.
	ErrPromptsChanged = errors.New("the prompts are not those of the record")
)

// Prompts returns the exchanges of a record whose files are as the record says, in the order in which they were kept.
// The error is one for each other file, ErrPromptsGone and ErrPromptsChanged among them.
func Prompts(dir string, r *Record) ([]Exchange, error) {
	var all []Exchange
	var errs []error
	for i := range r.Prompts {
		text, err := readPrompts(dir, r, &r.Prompts[i])
		if err != nil {
			errs = append(errs, err)
			continue
		}
		for line := range bytes.Lines(text) {
			var x Exchange
			if err := json.Unmarshal(line, &x); err != nil {
				errs = append(errs, fmt.Errorf("read prompts: %w", err))
				break
			}
			all = append(all, x)
		}
	}
	return all, errors.Join(errs...)
}

// readPrompts returns the content of a file, if its digest is the one in the record.
func readPrompts(dir string, r *Record, k *Kept) ([]byte, error) {
	path, err := promptFile(filepath.Join(dir, PromptsDir), r.Time, r.ID, k)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPromptsChanged, err)
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s", ErrPromptsGone, k.Name)
	}
	if err != nil {
		return nil, fmt.Errorf("read prompts: %w", err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrPromptsChanged, k.Name, err)
	}
	// What says that it is longer than it was is not read to its end.
	text, err := io.ReadAll(io.LimitReader(z, int64(max(0, k.Bytes))+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrPromptsChanged, k.Name, err)
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != k.Digest {
		return nil, fmt.Errorf("%w: %s", ErrPromptsChanged, k.Name)
	}
	return text, nil
}

// promptVerifier compares files of prompts with the records that name them.
type promptVerifier struct {
	dir    string
	skip   bool            // nothing is compared
	seen   map[string]bool // files that were compared: an intent and its outcome name the same
	gone   []goneFile
	over   string // last day whose prompts the log says it has removed
	whole  int
	report func(at place, format string, args ...any)
}

// goneFile is a file that is not there. Whether it may be away is known at the end of the log.
type goneFile struct {
	at   place
	day  string
	name string
}

// maxSeenFiles bounds what is remembered: a question's records are not far apart.
const maxSeenFiles = 100_000

func (v *promptVerifier) record(at place, r *Record) {
	for i := range r.Prompts {
		k := &r.Prompts[i]
		if v.seen[k.Name] {
			continue
		}
		if len(v.seen) >= maxSeenFiles {
			clear(v.seen)
		}
		v.seen[k.Name] = true
		_, err := readPrompts(v.dir, r, k)
		switch {
		case err == nil:
			v.whole++
		case errors.Is(err, ErrPromptsGone):
			if len(v.gone) < maxFindings {
				v.gone = append(v.gone, goneFile{at, r.Time.UTC().Format(time.DateOnly), k.Name})
			}
		case errors.Is(err, ErrPromptsChanged):
			v.report(at, "the prompts of question %s were changed: %s", r.ID, k.Name)
		default:
			v.report(at, "the prompts of question %s: %v", r.ID, err)
		}
	}
}

// removed takes a note of the log that it has removed prompts.
func (v *promptVerifier) removed(e *Entry) {
	var day string
	if n, err := fmt.Sscanf(e.Message, promptsNote, &day); n == 1 && err == nil && day > v.over {
		v.over = day
	}
}

// end reports the files that are not there and that no note accounts for.
func (v *promptVerifier) end() {
	for _, g := range v.gone {
		if g.day > v.over {
			v.report(g.at, "prompts are missing: %s", g.name)
		}
	}
}
