package model

import (
	"errors"
	"strings"
	"unicode"
)

// What may go wrong with a model. Every error of this package is one of these, or the caller's own context error.
var (
	// ErrUnavailable: the endpoint cannot be reached, is overloaded, failing, or does not accept our key or model.
	ErrUnavailable = errors.New("model unavailable")
	// ErrNonsense: an answer came and cannot be used. The error says why, in words fit for the next attempt's prompt.
	ErrNonsense = errors.New("model answered nonsense")
	// ErrRefused: the model or the endpoint's filter declined to answer.
	ErrRefused = errors.New("model refused")
	// ErrTooLong: the prompt exceeds the budget of a call or the model's window.
	ErrTooLong = errors.New("prompt too long")
)

// Error is what went wrong, as one line that holds no key and no more than a few hundred bytes of foreign text.
type Error struct {
	Kind    error // one of the sentinels above
	Status  int   // of HTTP; 0 when there was none
	Message string
}

func (e *Error) Error() string { return e.Kind.Error() + ": " + e.Message }

func (e *Error) Unwrap() error { return e.Kind }

func nonsense(message string) error { return &Error{Kind: ErrNonsense, Message: message} }

const maxForeign = 300

// foreign makes text from an endpoint fit for an error: one line, bounded, without the key. Endpoints do repeat the key
// that they reject.
func foreign(text string, key Secret) string {
	if k := key.Reveal(); k != "" {
		text = strings.ReplaceAll(text, k, "redacted")
	}
	return clip(text, maxForeign)
}

// clip makes one printable line of at most n bytes.
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
