package recognise

import (
	"strings"
	"unicode/utf8"
)

// SQLSTATEs of the errors found here; QA007 is ours (a form that cannot be used here), the others are PostgreSQL's.
const (
	codeForm        = "QA007"
	codeTooMany     = "54000" // program_limit_exceeded
	codeBadEncoding = "22021" // character_not_in_repertoire
	codeBadEscape   = "22025" // invalid_escape_sequence
)

// Error is the reason why a question cannot be asked where it stands in the text.
type Error struct {
	Code    string // SQLSTATE
	Message string
	Hint    string
	// Start and End are the bytes of the text that are meant.
	Start, End int
}

func (e *Error) Error() string { return e.Code + ": " + e.Message }

// excerpt returns the beginning of text, on one line, short enough for a message and valid UTF-8.
func excerpt(text string) string {
	const most = 60
	cut := len(text) > most
	if cut {
		text = text[:most]
		for len(text) > 0 && !utf8.RuneStart(text[len(text)-1]) {
			text = text[:len(text)-1]
		}
		if r, _ := utf8.DecodeLastRuneInString(text); r == utf8.RuneError && len(text) > 0 {
			text = text[:len(text)-1]
		}
	}
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "?")), " ")
	if cut {
		text += " …"
	}
	return text
}
