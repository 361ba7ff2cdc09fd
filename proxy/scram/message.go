package scram

import (
	"encoding/base64"
	"errors"
	"strings"
)

// The SASL mechanisms of PostgreSQL.
const (
	Mechanism     = "SCRAM-SHA-256"
	MechanismPlus = "SCRAM-SHA-256-PLUS" // with channel binding
)

// MaxMessage bounds a message of the exchange, in bytes. PostgreSQL takes 1024 from clients.
const MaxMessage = 1024

// ErrMalformed means that a message of the peer is not one of SCRAM. Errors that wrap it name what is wrong.
var ErrMalformed = errors.New("malformed SCRAM message")

// malformed is one way to be malformed, in words that hold nothing of the message.
type malformed string

func (m malformed) Error() string { return ErrMalformed.Error() + ": " + string(m) }
func (m malformed) Unwrap() error { return ErrMalformed }

// attribute takes "name=value" off the front of a message, and the comma behind it.
func attribute(message string, name byte) (value, rest string, err error) {
	if len(message) < 2 || message[0] != name || message[1] != '=' {
		return "", "", malformed("attribute " + string(rune(name)) + " expected")
	}
	value, rest, _ = strings.Cut(message[2:], ",")
	return value, rest, nil
}

// acceptable refuses what no message may hold or be.
func acceptable(message string) error {
	switch {
	case message == "":
		return malformed("empty")
	case len(message) > MaxMessage:
		return malformed("too long")
	case strings.IndexByte(message, 0) >= 0:
		return malformed("zero byte")
	}
	return nil
}

// printable reports whether a nonce is made of what it may be made of.
func printable(nonce string) bool {
	for i := range len(nonce) {
		if c := nonce[i]; c < 0x21 || c > 0x7e || c == ',' {
			return false
		}
	}
	return nonce != ""
}

func encode64(p []byte) string { return base64.StdEncoding.EncodeToString(p) }

// decode64 decodes base64 strictly: every sequence of bytes has one encoding, and line breaks are refused.
func decode64(text string) ([]byte, error) {
	if strings.ContainsAny(text, "\r\n") {
		return nil, malformed("not base64")
	}
	p, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, malformed("not base64")
	}
	return p, nil
}
