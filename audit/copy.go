package audit

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Copy checks the copy of one log, line by line in the order of their numbers: the chain, as Verify does, and that
// each is to the letter what the log's files have, as long as they have it. It is made by NewCopy.
type Copy struct {
	v        verifier
	log      string
	rows     int
	unlined  int
	first    uint64 // record of the copy; 0: there was none
	lacking  []Entry
	lacks    int
	next     func() (numberedLine, error, bool) // of the files
	stop     func()
	ahead    *Entry // the files' next record
	compared int
}

// CopyReport is the result of a Copy.
type CopyReport struct {
	Report
	Log      string
	First    uint64  // the first record that is there: those before it were dropped with their partition, or never copied
	Unlined  int     // records that an earlier release copied, which have nothing that could be checked
	Compared int     // records that the files have, too
	Lacking  []Entry // records that the files have and the copy does not, at most maxLacking; to be copied again
	Lacks    int     // how many there are
}

// maxLacking bounds the missing records that are kept to be copied again.
const maxLacking = 10_000

// NewCopy begins to check the copy of a log against heads that are known of it, and the files in dir; "": there are
// none here.
func NewCopy(log, dir string, key []byte, heads ...Head) *Copy {
	c := &Copy{log: log, v: verifier{key: key}}
	c.v.prompts.report = func(place, string, ...any) {}
	c.v.prompts.skip = true // they are not copied
	c.v.know(log, heads)
	c.next, c.stop = func() (numberedLine, error, bool) { return numberedLine{}, nil, false }, func() {}
	if dir != "" {
		c.next, c.stop = iter.Pull2(lines(dir))
	}
	return c
}

// Add takes the next record of the copy: its number, and its line; none for one that an earlier release copied.
func (c *Copy) Add(seq uint64, line []byte) error {
	c.rows++
	if c.first == 0 {
		c.first = seq
	}
	e, err := c.upTo(seq)
	if err != nil {
		return err
	}
	if line == nil {
		c.unlined++
		c.v.skipTo(seq, e)
		return nil
	}
	c.v.line(numberedLine{text: line, file: c.log, number: c.rows})
	if c.v.report.Records == 1 || c.unlined > 0 && c.v.cut != nil {
		c.v.cut = nil // what is before the first was dropped
	}
	if e == nil {
		return nil
	}
	c.compared++
	if d := hex.EncodeToString(e.digest[:]); d != hex.EncodeToString(c.v.last[:]) {
		c.v.find(place{c.log, c.rows}, "record %d is not the one that the log's file has", seq)
	}
	return nil
}

// upTo reads the files up to a number and returns their record of that number. Those before it are lacking in the copy.
func (c *Copy) upTo(seq uint64) (*Entry, error) {
	for {
		if c.ahead == nil {
			line, err, ok := c.next()
			if errors.Is(err, fs.ErrNotExist) || !ok {
				return nil, nil
			}
			if err != nil {
				return nil, err
			}
			e, err := line.parse()
			if err != nil {
				continue // Verify tells it
			}
			e.Line = string(line.text)
			c.ahead = &e
		}
		switch e := c.ahead; {
		case e.Seq > seq:
			return nil, nil
		case e.Seq == seq:
			c.ahead = nil
			return e, nil
		case c.first > 0 && e.Seq > c.first:
			if c.lacks++; len(c.lacking) < maxLacking {
				c.lacking = append(c.lacking, *e)
			}
		}
		c.ahead = nil
	}
}

// End returns what was found.
func (c *Copy) End() CopyReport {
	c.stop()
	var newest uint64
	for seq := range c.v.heads {
		newest = max(newest, seq)
	}
	if c.v.torn != nil {
		c.v.find(c.v.tornAt, "it is not a record")
	}
	if c.v.report.Seq < newest {
		c.v.find(place{c.log, c.rows}, "the copy ends with record %d, and record %d was known", c.v.report.Seq, newest)
	}
	c.v.report.Head = hex.EncodeToString(c.v.last[:])
	return CopyReport{Report: c.v.report, Log: c.log, First: c.first, Unlined: c.unlined, Compared: c.compared,
		Lacking: c.lacking, Lacks: c.lacks}
}

// skipTo goes on behind a record that cannot be checked, of which the files may have the digest.
func (v *verifier) skipTo(seq uint64, e *Entry) {
	v.report.Seq = seq
	if v.last = [digestSize]byte{}; e != nil {
		v.last = e.digest
	} else {
		v.blind = true
	}
}

// Anchor is one statement about all logs at a time: how far each had come, and its digest there. Kept elsewhere, on
// paper if need be, it shows later that none of them was cut or written anew.
type Anchor struct {
	Time  time.Time
	Heads map[string]Head // by log
}

const anchorBegin = "pgask audit anchor "

// text returns the anchor without its seal.
func (a Anchor) text() string {
	var b strings.Builder
	b.WriteString(anchorBegin + a.Time.UTC().Format(time.RFC3339) + "\n")
	logs := make([]string, 0, len(a.Heads))
	for log := range a.Heads {
		logs = append(logs, log)
	}
	slices.Sort(logs)
	for _, log := range logs {
		fmt.Fprintf(&b, "%d %s %q\n", a.Heads[log].Seq, a.Heads[log].Digest, log)
	}
	return b.String()
}

// Seal returns the anchor as text, which ends in its digest: an HMAC with a key, else a hash. A line of paper is the
// last one alone.
func (a Anchor) Seal(key []byte) string {
	text := a.text()
	return text + anchorSeal(text, key) + "\n"
}

func anchorSeal(text string, key []byte) string {
	if len(key) == 0 {
		sum := sha256.Sum256([]byte(text))
		return "hash " + hex.EncodeToString(sum[:])
	}
	h := hmac.New(sha256.New, key)
	h.Write([]byte("anchor\x00" + text))
	return "mac " + hex.EncodeToString(h.Sum(nil))
}

// ReadAnchor reads what Seal wrote, and checks the seal.
func ReadAnchor(r io.Reader, key []byte) (Anchor, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxLine))
	if err != nil {
		return Anchor{}, fmt.Errorf("read the anchor: %w", err)
	}
	at := bytes.LastIndexByte(bytes.TrimSuffix(data, []byte("\n")), '\n')
	text, seal := string(data[:at+1]), strings.TrimSuffix(string(data[at+1:]), "\n")
	if !hmac.Equal([]byte(seal), []byte(anchorSeal(text, key))) {
		return Anchor{}, errors.New("the anchor was changed, or it was sealed with another audit.key")
	}
	a := Anchor{Heads: map[string]Head{}}
	lines := bufio.NewScanner(strings.NewReader(text))
	for first := true; lines.Scan(); first = false {
		if first {
			a.Time, err = time.Parse(time.RFC3339, strings.TrimPrefix(lines.Text(), anchorBegin))
		} else {
			err = a.head(lines.Text())
		}
		if err != nil {
			return Anchor{}, fmt.Errorf("it is no anchor: %w", err)
		}
	}
	return a, nil
}

func (a Anchor) head(line string) error {
	parts := strings.SplitN(line, " ", 3)
	if len(parts) != 3 {
		return fmt.Errorf("%q", line)
	}
	seq, err := strconv.ParseUint(parts[0], 10, 64)
	log, lerr := strconv.Unquote(parts[2])
	a.Heads[log] = Head{Seq: seq, Digest: parts[1], Sealed: true} // ReadAnchor has checked the seal
	return errors.Join(err, lerr)
}
