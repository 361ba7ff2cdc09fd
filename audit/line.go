package audit

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"strconv"
	"unicode/utf8"
)

// MaxLine bounds one line, in bytes. Longer texts are cut, and say so.
const MaxLine = 1 << 20

// Bounds on the parts of a record before they are cut.
const (
	maxText     = 64 << 10 // bytes of one text
	maxStates   = 256
	maxAttempts = 32
	maxNames    = 1024
)

// digestSize is the length of a chain digest: SHA-256, with the key or without.
const digestSize = sha256.Size

// body is a record as JSON, within MaxLine whatever it holds.
func body(r *Record) ([]byte, error) {
	for limit := maxText; ; limit /= 4 {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false) // SQL is full of < and >
		if err := enc.Encode(cut(*r, limit)); err != nil {
			return nil, fmt.Errorf("encode audit record: %w", err)
		}
		if out := bytes.TrimSuffix(b.Bytes(), []byte("\n")); len(out) <= MaxLine-256 || limit < 16 {
			return out, nil
		}
	}
}

// cut shortens every text of a record that is longer than limit bytes.
func cut(r Record, limit int) Record {
	for _, text := range []*string{&r.ID, &r.Datasource, &r.Session, &r.Client, &r.Role, &r.Application, &r.Actor, &r.Form,
		&r.Verb, &r.Question, &r.Engine, &r.Model, &r.Reading, &r.Clarified, &r.SQL, &r.Verdict, &r.Rule, &r.SQLState,
		&r.Message} {
		*text = clip(*text, limit)
	}
	r.States = append([]State(nil), r.States[:min(len(r.States), maxStates)]...)
	for i := range r.States {
		r.States[i].Name, r.States[i].Note = clip(r.States[i].Name, limit), clip(r.States[i].Note, limit/16)
	}
	r.Attempts = append([]Attempt(nil), r.Attempts[:min(len(r.Attempts), maxAttempts)]...)
	for i := range r.Attempts {
		a := &r.Attempts[i]
		a.Draft, a.SQLState = clip(a.Draft, limit), clip(a.SQLState, limit)
		a.Error, a.Advice = clip(a.Error, limit/4), clip(a.Advice, limit/4)
	}
	r.Relations = append([]string(nil), r.Relations[:min(len(r.Relations), maxNames)]...)
	for i := range r.Relations {
		r.Relations[i] = clip(r.Relations[i], limit)
	}
	return r
}

// clip keeps the start of a text and, of the rest, its length and digest, so that the whole can be recognised.
func clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end := limit
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return fmt.Sprintf("%s… (cut from %d bytes, sha256 %x)", text[:end], len(text), sha256.Sum256([]byte(text)))
}

// chain links lines: each digest covers the one before it.
type chain struct {
	key  []byte // nil: a plain hash
	seq  uint64 // of the last line; 0: none yet
	last [digestSize]byte
}

// The field that ends a line says which kind of digest it is.
const (
	sealed = `,"mac":"`  // HMAC-SHA-256 under the key
	hashed = `,"hash":"` // SHA-256, which shows accidents, not attackers
)

func (c *chain) digest(body []byte) (d [digestSize]byte) {
	var h hash.Hash
	if c.key != nil {
		h = hmac.New(sha256.New, c.key)
	} else {
		h = sha256.New()
	}
	h.Write(c.last[:])
	h.Write(body)
	h.Sum(d[:0])
	return d
}

// appendLine appends a record's body to dst as the next line of the chain.
func (c *chain) appendLine(dst, body []byte) []byte {
	c.seq++
	numbered := append(strconv.AppendUint([]byte(`{"seq":`), c.seq, 10), ',')
	numbered = append(numbered, body[1:]...)
	c.last = c.digest(numbered)
	dst = append(dst, numbered[:len(numbered)-1]...)
	if c.key != nil {
		dst = append(dst, sealed...)
	} else {
		dst = append(dst, hashed...)
	}
	dst = hex.AppendEncode(dst, c.last[:])
	return append(dst, "\"}\n"...)
}

// split undoes appendLine: the numbered body and its digest. ok is false for what is not a whole line of ours.
func split(line []byte) (numbered []byte, digest [digestSize]byte, isSealed, ok bool) {
	line = bytes.TrimSuffix(line, []byte("\n"))
	const tail = digestSize*2 + len(`"}`)
	for _, mark := range []string{sealed, hashed} {
		at := len(line) - tail - len(mark)
		if at < 1 || !bytes.HasPrefix(line[at:], []byte(mark)) || !bytes.HasSuffix(line, []byte(`"}`)) {
			continue
		}
		hexed := line[at+len(mark) : len(line)-len(`"}`)]
		if _, err := hex.Decode(digest[:], hexed); err != nil || bytes.ContainsAny(hexed, "ABCDEF") {
			return nil, digest, false, false
		}
		numbered = append(append([]byte(nil), line[:at]...), '}')
		return numbered, digest, mark == sealed, true
	}
	return nil, digest, false, false
}
