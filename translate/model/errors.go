package model

import (
	"errors"
	"strings"
	"unicode"
)

// The kinds of failure. Every error of this package is one of these, or the caller's own context error.
var (
	// ErrUnavailable: the endpoint cannot be reached, is overloaded, failing, or does not accept our key or model.
	ErrUnavailable = errors.New("model unavailable")
	// ErrNonsense: an answer arrived that cannot be used. The error says why, in words that suit the prompt of the
	// next attempt.
	ErrNonsense = errors.New("model answered nonsense")
	// ErrRefused: the model or the endpoint's filter declined to answer.
	ErrRefused = errors.New("model refused")
	// ErrTooLong: the prompt exceeds the budget of a call or the model's window.
	ErrTooLong = errors.New("prompt too long")
)

// Error describes a failure in one line, without the key and with at most a few hundred bytes of text from the
// endpoint.
type Error struct {
	Kind    error // one of the sentinels above
	Status  int   // HTTP status; 0: none
	Message string
}

func (e *Error) Error() string { return e.Kind.Error() + ": " + e.Message }

func (e *Error) Unwrap() error { return e.Kind }

func nonsense(message string) error { return &Error{Kind: ErrNonsense, Message: message} }

const maxForeign = 300

// foreign makes text from an endpoint safe for an error: one line, of bounded length, without the key. Some endpoints
// repeat a rejected key in their message.
func foreign(text string, key Secret) string {
	if k := key.Reveal(); k != "" {
		text = strings.ReplaceAll(text, k, "redacted")
	}
	return clip(text, maxForeign)
}

// clip returns text as one printable line of at most n bytes.
func clip(text string, n int) string {
	var b strings.Builder
	space := false
	for _, r := range text {
		if unicode.IsSpace(r) {
			space = b.Len() > 0
			continue
		}
		if !unicode.IsPrint(r) {
			continue
		}
		if b.Len()+5 > n {
			return b.String() + "…"
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return b.String()
}
