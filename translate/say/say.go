// Package say holds what people are told beside their rows: errors, with SQLSTATEs of pgask's own, and notices.
package say

import "github.com/pgask/pgask/display"

// Notice is a message to the user beside the answer.
type Notice struct {
	Severity string // NOTICE or WARNING
	Code     string // SQLSTATE; empty: 00000 for NOTICE, 01000 for WARNING
	Message  string // complete on its own: many clients show only this
	// Layout is the message with pgask's own line ends; empty: it has none.
	Layout display.Text
	Detail string
	Hint   string
}

// Text returns the message as it may be printed.
func (n Notice) Text() display.Text {
	if n.Layout != "" {
		return n.Layout
	}
	return display.Line(n.Message)
}

// Shown reports whether a session with this client_min_messages shows the notice; minimum is empty when not known.
func (n Notice) Shown(minimum string) bool {
	switch minimum {
	case "warning":
		return n.Severity == "WARNING"
	case "error":
		return false
	}
	return true
}

// Clip cuts a text to at most most bytes, at the beginning of a character.
func Clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && s[most]&0xc0 == 0x80 {
		most--
	}
	return s[:most]
}
