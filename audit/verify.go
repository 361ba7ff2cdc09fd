package audit

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Report is the result of Verify.
type Report struct {
	Lines    int       // in the file
	Records  int       // that are whole
	Prompts  int       // files of prompts that are as the records say
	Unsealed int       // of them, those whose digest needs no key, so that anyone could have made it
	Findings []Finding // at most maxFindings
	Heads    int       // known from elsewhere, that the end was compared with
	// HeadSealed says that the newest of them was made by nobody without the key.
	HeadSealed bool
	// Head is the last record's number and digest. Kept elsewhere, it shows later whether the end was cut off.
	Seq  uint64
	Head string
}

// Finding is one thing that is wrong.
type Finding struct {
	File string // its name
	Line int    // from 1; 0: there is none
	What string
}

func (f Finding) String() string {
	if f.Line == 0 {
		return f.What // the log is empty
	}
	if f.File == FileName {
		return fmt.Sprintf("line %d: %s", f.Line, f.What)
	}
	return fmt.Sprintf("%s, line %d: %s", f.File, f.Line, f.What)
}

const maxFindings = 1000

// Verify checks the chain from the first line to the last. It finds records that were changed, removed, inserted or
// reordered. Against heads that were kept elsewhere (Report.Head, KeptHeads), and read before, it also finds that the
// newest records were cut off, and that all was written anew with the key. Lines that are sealed need the key.
func Verify(dir string, key []byte, heads ...Head) (Report, error) {
	v := verifier{key: key}
	v.prompts = promptVerifier{dir: dir, seen: map[string]bool{}, report: v.find}
	newest := v.know("", heads)
	for line, err := range lines(dir) {
		if errors.Is(err, os.ErrNotExist) && len(heads) > 0 {
			break // no file is left of a log that had records: all of them are missing
		}
		if err != nil {
			return v.report, err
		}
		v.line(line)
	}
	if v.torn != nil {
		v.find(v.tornAt, "it is not a record, and the log does not account for it")
	}
	if v.cut != nil {
		v.find(v.cut.place, "%s", missing(1, v.cut.seq))
	}
	if v.report.Seq < newest {
		v.find(v.end, "%s", strings.Replace(missing(v.report.Seq+1, newest), fmt.Sprintf("before record %d", newest+1), "at the end", 1))
	}
	if _, err := os.Stat(filepath.Join(dir, FileName)); errors.Is(err, os.ErrNotExist) && len(heads) == 0 {
		v.find(v.end, "%s is missing, with whatever records are behind this one", FileName)
	}
	v.prompts.end()
	v.report.Prompts = v.prompts.whole
	v.report.Head = hex.EncodeToString(v.last[:])
	return v.report, nil
}

// know takes over what is known of the log from elsewhere, and returns the number of the newest record of that.
func (v *verifier) know(log string, heads []Head) (newest uint64) {
	v.heads = map[uint64][]string{}
	v.report.Heads, v.report.HeadSealed = len(heads), newestSealed(heads)
	for _, h := range heads {
		v.heads[h.Seq], newest = append(v.heads[h.Seq], h.Digest), max(newest, h.Seq)
	}
	for _, wrong := range wrongs(heads) {
		v.find(place{file: log}, "%s", wrong)
	}
	return newest
}

type verifier struct {
	key    []byte
	report Report
	last   [digestSize]byte
	sealed bool   // a line with a seal was seen, so none without may follow
	torn   []byte // the line before, when it was not a record
	tornAt place

	heads map[uint64][]string // of records that are known from elsewhere, their digests
	end   place               // of the last record
	cut   *beginning          // the log does not begin with record 1, and no note has explained that yet; nil: it does

	blind bool // the record before is not known, so that the next cannot be checked against it

	prompts promptVerifier
}

// place is the position of a line.
type place struct {
	file string
	line int
}

// beginning is the first record of a log that does not begin with record 1.
type beginning struct {
	place    place
	seq      uint64 // of the last record before
	chain    chain  // without the digest of that
	numbered []byte
	digest   [digestSize]byte
}

// accounts reports whether a note says that all records before this beginning were removed by the retention.
func (b *beginning) accounts(e *Entry) bool {
	var seq uint64
	var last string
	if e.Event != Note {
		return false
	}
	if n, err := fmt.Sscanf(e.Message, retentionNote, &seq, &last); n != 2 || err != nil || seq != b.seq {
		return false
	}
	if n, err := hex.Decode(b.chain.last[:], []byte(last)); n != digestSize || err != nil {
		return false
	}
	return b.chain.key == nil && e.sealed || b.chain.digest(b.numbered) == b.digest
}

// missing describes a gap: the records from first to last, both included.
func missing(first, last uint64) string {
	if first == last {
		return fmt.Sprintf("record %d is missing before record %d", first, last+1)
	}
	return fmt.Sprintf("records %d to %d are missing before record %d", first, last, last+1)
}

func (v *verifier) find(at place, format string, args ...any) {
	if len(v.report.Findings) < maxFindings {
		v.report.Findings = append(v.report.Findings,
			Finding{File: filepath.Base(at.file), Line: at.line, What: fmt.Sprintf(format, args...)})
	}
}

func (v *verifier) line(l numberedLine) {
	v.report.Lines++
	e, err := l.parse()
	if v.torn != nil {
		// A crash may tear a line; the next start says so in a note, which the chain protects.
		if err != nil || e.Event != Note || e.Message != tornNote(v.torn) {
			v.find(v.tornAt, "it is not a record, and the log does not account for it")
		}
		v.torn = nil
	}
	if err != nil {
		v.torn, v.tornAt = append([]byte{}, l.text...), place{l.file, l.number}
		return
	}
	v.report.Records++
	numbered, _, _, _ := split(l.text)
	v.order(place{l.file, l.number}, numbered, e)
	if e.Event == Note && !v.prompts.skip {
		v.prompts.removed(&e)
	} else if !v.prompts.skip {
		v.prompts.record(place{l.file, l.number}, &e.Record)
	}
	if v.cut != nil && v.cut.accounts(&e) {
		v.cut = nil
	}
	for _, head := range v.heads[e.Seq] {
		if hex.EncodeToString(e.digest[:]) != head {
			v.find(place{l.file, l.number}, "record %d is not the one that was kept as the head", e.Seq)
		}
	}
	v.report.Seq, v.last, v.end = e.Seq, e.digest, place{l.file, l.number}
}

// order checks the record's number and digest against the line before.
func (v *verifier) order(at place, numbered []byte, e Entry) {
	expected := v.report.Seq + 1
	c := chain{last: v.last}
	switch {
	case e.sealed && len(v.key) == 0:
		v.find(at, "record %d is sealed, and no key was given to check it with", e.Seq)
		v.sealed = true
	case e.sealed:
		c.key, v.sealed = v.key, true
	default:
		v.report.Unsealed++
		if v.sealed {
			v.find(at, "record %d is not sealed, although earlier ones are", e.Seq)
		}
	}
	switch {
	case e.Seq > expected && v.report.Records == 1:
		v.cut = &beginning{place: at, seq: e.Seq - 1, chain: c, numbered: numbered, digest: e.digest}
	case e.Seq > expected:
		v.find(at, "%s", missing(expected, e.Seq-1))
	case e.Seq < expected:
		v.find(at, "record %d is out of order: record %d was expected", e.Seq, expected)
	case e.sealed && c.key == nil, v.blind:
		v.blind = false
	default:
		if d := c.digest(numbered); d != e.digest {
			v.find(at, "record %d was changed, or it does not follow the line before", e.Seq)
		}
	}
}
