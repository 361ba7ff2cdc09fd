package audit

import (
	"encoding/hex"
	"fmt"
)

// Report is what Verify found.
type Report struct {
	Lines    int       // in the file
	Records  int       // that are whole
	Unsealed int       // of them, those whose digest needs no key, so that anyone could have made it
	Findings []Finding // at most maxFindings
	// Head is the last record's number and digest. Kept elsewhere, it shows later whether the end was cut off.
	Seq  uint64
	Head string
}

// Finding is one thing that is wrong.
type Finding struct {
	Line int // from 1
	What string
}

func (f Finding) String() string { return fmt.Sprintf("line %d: %s", f.Line, f.What) }

const maxFindings = 1000

// Verify checks the chain from the first line to the last. It finds records that were changed, removed, inserted or
// reordered; that the newest were cut off it cannot see, see Report.Head. Lines that are sealed need the key.
func Verify(dir string, key []byte) (Report, error) {
	v := verifier{key: key}
	for line, err := range lines(dir) {
		if err != nil {
			return v.report, err
		}
		v.line(line)
	}
	if v.torn != nil {
		v.find(v.report.Lines, "it is not a record, and the log does not account for it")
	}
	v.report.Head = hex.EncodeToString(v.last[:])
	return v.report, nil
}

type verifier struct {
	key    []byte
	report Report
	last   [digestSize]byte
	sealed bool   // a line with a seal was seen, so none without may follow
	torn   []byte // the line before, when it was not a record
}

func (v *verifier) find(line int, format string, args ...any) {
	if len(v.report.Findings) < maxFindings {
		v.report.Findings = append(v.report.Findings, Finding{Line: line, What: fmt.Sprintf(format, args...)})
	}
}

func (v *verifier) line(l numberedLine) {
	v.report.Lines++
	e, err := l.parse()
	if v.torn != nil {
		// A crash may tear a line; the next start says so in a note, which the chain protects.
		if err != nil || e.Event != Note || e.Message != tornNote(v.torn) {
			v.find(l.number-1, "it is not a record, and the log does not account for it")
		}
		v.torn = nil
	}
	if err != nil {
		v.torn = append([]byte{}, l.text...)
		return
	}
	v.report.Records++
	numbered, _, _, _ := split(l.text)
	v.order(l.number, numbered, e)
	v.report.Seq, v.last = e.Seq, e.digest
}

// order checks the record's number and digest against the line before.
func (v *verifier) order(number int, numbered []byte, e Entry) {
	expected := v.report.Seq + 1
	c := chain{last: v.last}
	switch {
	case e.sealed && len(v.key) == 0:
		v.find(number, "record %d is sealed, and no key was given to check it with", e.Seq)
		v.sealed = true
	case e.sealed:
		c.key, v.sealed = v.key, true
	default:
		v.report.Unsealed++
		if v.sealed {
			v.find(number, "record %d is not sealed, although earlier ones are", e.Seq)
		}
	}
	switch {
	case e.Seq > expected+1:
		v.find(number, "records %d to %d are missing before record %d", expected, e.Seq-1, e.Seq)
	case e.Seq > expected:
		v.find(number, "record %d is missing before record %d", expected, e.Seq)
	case e.Seq < expected:
		v.find(number, "record %d is out of order: record %d was expected", e.Seq, expected)
	case e.sealed && c.key == nil:
	default:
		if d := c.digest(numbered); d != e.digest {
			v.find(number, "record %d was changed, or it does not follow the line before", e.Seq)
		}
	}
}
