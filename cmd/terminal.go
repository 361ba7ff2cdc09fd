package cmd

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names, comments and values of a database, and records of the audit log, are written by others. A terminal would obey control
// characters in them, so they never reach one.

// printable returns a text on one line, with U+FFFD in the place of control characters and of those that reorder text.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case r == utf8.RuneError, unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return '�'
		}
		return r
	}, text)
}

// printableLines does what printable does for each line of a text.
func printableLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line, ended := strings.CutSuffix(line, "\n")
		b.WriteString(printable(line))
		if ended {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
