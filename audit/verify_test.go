package audit

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var testKey = []byte("a key of 16 bytes")

// written makes a sealed log of five records and returns its path and lines.
func written(t *testing.T) (dir, path string, all [][]byte) {
	t.Helper()
	dir = t.TempDir()
	l := start(t, Config{Dir: dir, Key: testKey})
	for i := range 5 {
		if err := l.Intent(t.Context(), record(fmt.Sprint("q", i))); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, FileName)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return dir, path, bytes.SplitAfter(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
}

func TestVerifyFindsTampering(t *testing.T) {
	t.Parallel()
	// forge makes a line with a chain of one's own.
	forge := func(all [][]byte, at int, key []byte, id string) []byte {
		e, err := parse(all[at-1])
		if err != nil {
			t.Fatal(err)
		}
		b, err := body(record(id))
		if err != nil {
			t.Fatal(err)
		}
		c := chain{key: key, seq: e.Seq, last: e.digest}
		return c.appendLine(nil, b)
	}
	tests := []struct {
		name   string
		tamper func(all [][]byte) [][]byte
		want   []string // findings; nil: none
	}{
		{"nothing", func(all [][]byte) [][]byte { return all }, nil},
		{"a text changed", func(all [][]byte) [][]byte {
			all[2] = bytes.Replace(all[2], []byte("demo"), []byte("dbaa"), 1)
			return all
		}, []string{"line 3: record 3 was changed, or it does not follow the line before"}},
		{"a line removed", func(all [][]byte) [][]byte { return slices.Delete(all, 2, 3) },
			[]string{"line 3: record 3 is missing before record 4"}},
		{"two lines removed", func(all [][]byte) [][]byte { return slices.Delete(all, 1, 3) },
			[]string{"line 2: records 2 to 3 are missing before record 4"}},
		{"the start removed", func(all [][]byte) [][]byte { return all[1:] },
			[]string{"line 1: record 1 is missing before record 2"}},
		{"two lines swapped", func(all [][]byte) [][]byte { all[1], all[2] = all[2], all[1]; return all },
			[]string{"line 2: record 2 is missing before record 3", "line 3: record 2 is out of order: record 4 was expected",
				"line 4: record 3 is missing before record 4"}},
		{"a line repeated", func(all [][]byte) [][]byte { return slices.Insert(all, 2, all[1]) },
			[]string{"line 3: record 2 is out of order: record 3 was expected"}},
		{"a line replaced by a hashed one", func(all [][]byte) [][]byte { all[2] = forge(all, 2, nil, "fake"); return all },
			[]string{"line 3: record 3 is not sealed, although earlier ones are",
				"line 4: record 4 was changed, or it does not follow the line before"}},
		{"a line sealed with another key", func(all [][]byte) [][]byte {
			all[4] = forge(all, 4, []byte("another key 0123"), "fake")
			return all
		}, []string{"line 5: record 5 was changed, or it does not follow the line before"}},
		{"garbage between lines", func(all [][]byte) [][]byte { return slices.Insert(all, 2, []byte("garbage\n")) },
			[]string{"line 3: it is not a record, and the log does not account for it"}},
		{"garbage that pretends to be torn", func(all [][]byte) [][]byte {
			note := chain{seq: 5, last: [digestSize]byte{}}.appendFake(tornNote([]byte(`{"seq":6`)))
			return append(all, []byte("\n"+`{"seq":6`+"\n"), note)
		}, []string{"line 7: record 6 is not sealed, although earlier ones are", "line 7: record 6 was changed"}},
		{"a line cut", func(all [][]byte) [][]byte { all[3] = append(all[3][:60:60], '\n'); return all },
			[]string{"line 4: it is not a record, and the log does not account for it", "line 5: record 4 is missing before record 5"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir, path, all := written(t)
			if err := os.WriteFile(path, bytes.Join(tt.tamper(all), nil), 0o600); err != nil {
				t.Fatal(err)
			}
			r, err := Verify(dir, testKey)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, f := range r.Findings {
				got += f.String() + "\n"
			}
			if len(tt.want) != len(r.Findings) {
				t.Fatalf("found:\n%s", got)
			}
			for i, want := range tt.want {
				if !strings.HasPrefix(r.Findings[i].String(), want) {
					t.Errorf("found:\n%swant %s", got, want)
				}
			}
		})
	}
}

// appendFake is a note without a seal.
func (c chain) appendFake(message string) []byte {
	b, err := body(&Record{Version: Version, Event: Note, Message: message})
	if err != nil {
		panic(err)
	}
	return c.appendLine(nil, b)
}

// A log of which the only file is gone has lost its records, and is not a log that was never there.
func TestTheOnlyFileRemoved(t *testing.T) {
	t.Parallel()
	dir, path, _ := written(t)
	head := clean(t, dir, testKey).Head
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	r, err := Verify(dir, testKey, Head{Seq: 5, Digest: head})
	if err != nil || len(r.Findings) != 1 || r.Findings[0].String() != "records 1 to 5 are missing at the end" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestVerifyNeedsTheKey(t *testing.T) {
	t.Parallel()
	dir, _, _ := written(t)
	r, err := Verify(dir, nil)
	if err != nil || len(r.Findings) != 5 || !strings.Contains(r.Findings[0].What, "no key was given") {
		t.Errorf("%+v, %v", r, err)
	}
	if r := clean(t, dir, testKey); r.Records != 5 || r.Unsealed != 0 || r.Seq != 5 || len(r.Head) != 64 {
		t.Errorf("%+v", r)
	}
}
