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
)

// maxLine bounds one line, in bytes. Longer texts are cut, and say so.
const maxLine = 1 << 20

// digestSize is the length of a chain digest: SHA-256, with the key or without.
const digestSize = sha256.Size

// body returns a record as JSON, within maxLine whatever it holds.
func body(r *Record) ([]byte, error) {
	for l := (limits{maxText, maxList}); ; l = l.tighter() {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false) // SQL is full of < and >
		if err := enc.Encode(cut(r, l)); err != nil {
			return nil, fmt.Errorf("encode audit record: %w", err)
		}
		if out := bytes.TrimSuffix(b.Bytes(), []byte("\n")); len(out) <= maxLine-256 || l.list == 1 {
			return out, nil
		}
	}
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
