package audit

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/pgask/pgask/panics"
)

// What is kept of the prompts that models get.
const (
	PromptsOff    = "off"    // nothing but the SHA-256 of the last
	PromptsMasked = "masked" // what pgask says in them and the names of the schema, without words of users, values and answers
	PromptsFull   = "full"   // what was sent and what came back; masked where Redaction masks the record
)

// Exchange is one call of a model: what was sent, and what came back.
type Exchange struct {
	At        string        `json:"at"` // what for: plan, judge, refine, outline or embed
	Model     string        `json:"model"`
	Time      time.Time     `json:"time"` // when it was sent, UTC
	Took      time.Duration `json:"took_ns,omitempty"`
	Cached    bool          `json:"cached,omitempty"` // nothing was sent: the same had been answered before
	Sample    int           `json:"sample,omitempty"` // which of several answers to one prompt; 0: the first
	TokensIn  int           `json:"tokens_in,omitempty"`
	TokensOut int           `json:"tokens_out,omitempty"`
	System    string        `json:"system,omitempty"`
	User      string        `json:"user"`
	Schema    string        `json:"schema,omitempty"` // JSON schema that the answer was to have
	Answer    string        `json:"answer,omitempty"`
	Error     string        `json:"error,omitempty"`
	Masked    bool          `json:"masked,omitempty"` // words of users, values and the answer were left out

	// Plain makes User again without words of users and values, for masking; nil: User is masked as a whole.
	Plain func() string `json:"-"`
	// Values reports that User may hold values that are stored in the database.
	Values bool `json:"-"`

	kept *Kept // the file that has it; under the lock of the question
}

// Kept is a file of exchanges: what a record has of it, and so the chain.
type Kept struct {
	Name   string `json:"file"` // in the directory of the day on which the question arrived, see PromptsDir
	Digest string `json:"sha256"`
	Calls  int    `json:"calls"` // lines in the file
	Bytes  int    `json:"bytes"` // before compression
	Masked bool   `json:"masked,omitempty"`
}

// PromptsDir is the directory of prompts within that of the log: a directory for each day (UTC), in it compressed JSON
// Lines.
const PromptsDir = "prompts"

// Bounds on what is kept.
const (
	maxPromptText  = 512 << 10 // bytes of one text of an exchange; of the rest there is its digest
	maxPromptFile  = 8 << 20   // bytes of a file before compression, but for its last line
	maxPromptCalls = 256       // exchanges of one record
)

// MaxPromptCalls bounds the exchanges of a question that are kept: further ones are only counted.
const MaxPromptCalls = maxPromptCalls

// promptKeeper writes exchanges into files of their own, before the record that names them.
type promptKeeper struct {
	dir    string // PromptsDir in that of the log
	mode   string
	redact *Redaction

	locks [64]sync.Mutex // one for each question, shared by some
}

// lock returns the lock for a question, which a few other questions share.
func (k *promptKeeper) lock(id string) *sync.Mutex {
	return &k.locks[maphash.String(lockSeed, id)%uint64(len(k.locks))]
}

var lockSeed = maphash.MakeSeed()

// keep writes the exchanges of a record that are in no file yet, and names in it all files that have some. What does
// not fit is counted in PromptsLost.
func (k *promptKeeper) keep(ctx context.Context, r *Record) error {
	exchanges := r.Exchanges
	r.Exchanges, r.Prompts, r.PromptsLost = nil, nil, 0
	if k == nil || len(exchanges) == 0 {
		return nil
	}
	type kept struct {
		files []Kept
		lost  int
		err   error
	}
	done := make(chan kept, 1)
	at, id, masked := r.Time, r.ID, k.masks(r)
	go func() { // a disk that hangs must not hold up the question beyond its context
		var out kept
		out.lost = len(exchanges) // unless write says otherwise
		out.err = panics.Catch(func() (err error) { out.files, out.lost, err = k.write(at, id, masked, exchanges); return err })
		done <- out
	}()
	select {
	case out := <-done:
		r.Prompts, r.PromptsLost = out.files, out.lost
		return out.err
	case <-ctx.Done():
		r.PromptsLost = len(exchanges)
		return context.Cause(ctx)
	}
}

// masks reports whether the record's own prompts may not be kept in full.
func (k *promptKeeper) masks(r *Record) bool {
	questions, literals := k.redact.modes(r)
	return k.mode == PromptsMasked || redacts(questions) || redacts(literals)
}

// write writes the exchanges that are in no file yet into a new one. It returns all files with exchanges of the
// question, and the number of exchanges that are in none.
func (k *promptKeeper) write(at time.Time, id string, masked bool, exchanges []*Exchange) (files []Kept, lost int, err error) {
	mu := k.lock(id)
	mu.Lock()
	defer mu.Unlock()
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	var fresh []*Exchange
	file := Kept{Masked: masked}
	for _, x := range exchanges[:min(len(exchanges), maxPromptCalls)] {
		switch {
		case x.kept != nil:
			if !slices.Contains(files, *x.kept) {
				files = append(files, *x.kept)
			}
			continue
		case text.Len() > maxPromptFile:
			continue
		}
		line := *x
		if line.Masked = masked || x.Values && len(k.redact.Columns) > 0; line.Masked {
			line.mask()
		}
		line.bound()
		if err := enc.Encode(&line); err != nil {
			return files, len(exchanges), fmt.Errorf("encode prompts: %w", err)
		}
		fresh = append(fresh, x)
	}
	if len(fresh) > 0 {
		sum := sha256.Sum256(text.Bytes())
		file.Digest, file.Calls, file.Bytes = hex.EncodeToString(sum[:]), len(fresh), text.Len()
		file.Name = id + "-" + file.Digest[:16] + ".jsonl.gz"
		path, err := promptFile(k.dir, at, id, &file)
		if err == nil {
			err = writeCompressed(path, text.Bytes())
		}
		if err != nil {
			return files, len(exchanges) - countCalls(files), fmt.Errorf("keep prompts: %w", err)
		}
		for _, x := range fresh {
			x.kept = &file
		}
		files = append(files, file)
	}
	return files, len(exchanges) - countCalls(files), nil
}

func countCalls(files []Kept) (n int) {
	for _, f := range files {
		n += f.Calls
	}
	return n
}

// mask removes words of users, values of the database, and the answer of the model.
func (x *Exchange) mask() {
	user := masked
	if x.Plain != nil {
		user = x.Plain()
	}
	x.User = user
	if x.Answer != "" {
		x.Answer = fmt.Sprintf("(masked, %d bytes)", len(x.Answer))
	}
	x.Error = obscure(x.Error, Mask, nil)
}

func (x *Exchange) bound() {
	for _, text := range []*string{&x.Model, &x.System, &x.User, &x.Schema, &x.Answer, &x.Error} {
		*text = clip(*text, maxPromptText)
	}
}

// fileSafe matches the ids that may be part of a file's name.
var fileSafe = regexp.MustCompile(`^[0-9A-Za-z_]{1,64}$`)

// promptFile returns the path of a file of prompts. f.Name comes from the log, which may have been tampered with, so
// it must be equal to the name that follows from the id and the digest.
func promptFile(dir string, at time.Time, id string, f *Kept) (string, error) {
	if !fileSafe.MatchString(id) || len(f.Digest) != 2*digestSize || f.Name != id+"-"+f.Digest[:16]+".jsonl.gz" ||
		!fileSafe.MatchString(f.Digest) {
		return "", fmt.Errorf("%q is no name of a file of prompts", f.Name)
	}
	return filepath.Join(dir, at.UTC().Format(time.DateOnly), f.Name), nil
}

// writeCompressed writes a gzip file under a temporary name, syncs it and renames it, so that it is there as a whole
// or not at all.
func writeCompressed(path string, text []byte) (err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".new-*") // 0600
	if err != nil {
		return err
	}
	z := gzip.NewWriter(f)
	_, err = z.Write(text)
	if err = errors.Join(err, z.Close()); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	for _, d := range []string{dir, filepath.Dir(dir)} { // the day's own name, too
		if err := syncDir(d); err != nil {
			return err
		}
	}
	return nil
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
