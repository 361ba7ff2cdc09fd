package wire

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/jackc/pgproto3/v2"
	"github.com/jackc/pgx/v5/pgconn"
	pgproto "github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/panics"
)

// Encode appends a message to dst. Encoding fails only beyond a gigabyte, and
// what the proxy sends of its own is bounded far below that.
func Encode(dst []byte, m pgproto3.Message) []byte {
	out, err := m.Encode(dst)
	if err != nil {
		panic(fmt.Sprintf("encode a message of our own: %v", err))
	}
	return out
}

// Message encodes a message of a type; its body is the parts one after the other.
func Message(typ byte, parts ...[]byte) []byte {
	m := append([]byte{typ, 0, 0, 0, 0}, bytes.Join(parts, nil)...)
	PutLength(m)
	return m
}

// PutLength writes the length of a message into its header.
func PutLength(m []byte) { binary.BigEndian.PutUint32(m[1:], uint32(len(m)-1)) }

// NameBytes is the number of bytes of a statement's or portal's name that PostgreSQL looks at, NAMEDATALEN - 1. Names
// that differ only behind them are one name (prepare.c and portalmem.c keep them in tables with keys of NAMEDATALEN
// bytes).
const NameBytes = 63

// CutName takes the name of a statement or portal from the beginning of b, as PostgreSQL tells it from others. ok is
// false when b holds no end of it; what was buffered of it is then the name.
func CutName(b []byte) (name, rest []byte, ok bool) {
	name, rest, ok = bytes.Cut(b, []byte{0})
	return name[:min(len(name), NameBytes)], rest, ok
}

// ErrorCode returns the SQLSTATE in the body of an ErrorResponse; empty when there is none.
func ErrorCode(body []byte) string {
	for len(body) > 1 {
		value, rest, ok := bytes.Cut(body[1:], []byte{0})
		if !ok {
			return ""
		}
		if body[0] == 'C' {
			return string(value)
		}
		body = rest
	}
	return ""
}

// IsFatal reports whether an ErrorResponse ends the session: severity FATAL or PANIC, in the field that is never
// translated.
func IsFatal(body []byte) bool {
	for len(body) > 1 {
		end := bytes.IndexByte(body[1:], 0)
		if end < 0 {
			return false
		}
		if value := string(body[1 : 1+end]); body[0] == 'V' {
			return value == "FATAL" || value == "PANIC"
		}
		body = body[end+2:]
	}
	return false
}

// ReadError decodes an ErrorResponse. pgproto3/v2 decodes some malformed bodies unsafely, so v5 does it.
func ReadError(f Frame) *pgconn.PgError {
	var m pgproto.ErrorResponse
	if !f.Whole() || panics.Catch(func() error { return m.Decode(f.Body()) }) != nil {
		return &pgconn.PgError{Severity: "ERROR", Code: CodeProtocol, Message: "unreadable error from the database"}
	}
	return pgconn.ErrorResponseToPgError(&m)
}
