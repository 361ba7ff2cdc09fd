package audit

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// IDFile is the file in the directory of a log that has the log's id: its name in the state store and in the table
// that copies go to. It is made once, with the log, and belongs to it as the records do: a directory that moves keeps
// it, and one that is copied is another's from then on and needs another id.
const IDFile = "log.id"

// idForm is what an id may look like: one that was made, or the name that a log had before there were ids, which is a
// path.
var idForm = regexp.MustCompile(`^[^\x00-\x1f\x7f]{1,1000}$`)

// Identify returns the id of the log in a directory, and gives it one if it has none: before, if there are records
// already, which are known elsewhere under that name, else a new one.
func Identify(dir, before string) (string, error) {
	if id, err := readID(dir); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return id, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("open audit log: give it an id: %w", err)
	}
	id := rand.Text()
	if used, err := hasRecords(dir); err != nil {
		return "", err
	} else if used && before != "" {
		id = before
	}
	if err := makeID(dir, id); err != nil {
		return "", fmt.Errorf("open audit log: give it an id: %w", err)
	}
	return readID(dir) // of whoever came first
}

// KnownID is Identify for those who only read: a log that has no id yet has the name before.
func KnownID(dir, before string) string {
	if id, err := readID(dir); err == nil {
		return id
	}
	return before
}

func readID(dir string) (string, error) {
	path := filepath.Join(dir, IDFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("read the id of the audit log: %w", err)
	}
	id := string(bytes.TrimSuffix(text, []byte("\n")))
	if !idForm.MatchString(id) {
		return "", fmt.Errorf("%s: it must hold one line, the id of the audit log", path)
	}
	return id, nil
}

// makeID writes the file so that it is there whole or not at all, unless it is there already.
func makeID(dir, id string) error {
	f, err := os.CreateTemp(dir, IDFile+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(id + "\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), filepath.Join(dir, IDFile)); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncDir(dir)
}

// hasRecords reports whether something was written into the log of a directory.
func hasRecords(dir string) (bool, error) {
	if info, err := os.Stat(filepath.Join(dir, FileName)); err == nil && info.Size() > 0 {
		return true, nil
	}
	old, err := oldFiles(dir)
	return len(old) > 0, err
}
