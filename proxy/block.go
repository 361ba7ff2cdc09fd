package proxy

import (
	"bytes"
	"errors"
	"strings"

	"github.com/jackc/pgproto3/v2"

	"github.com/pgask/pgask/proxy/recognise"
)

// block is what is known of the transaction block that a group of messages stands in, up to its Sync. In an open block a Sync of
// ours changes nothing; outside one it would commit what the client has sent before.
type block struct {
	begun bool // the group has begun one
	ended bool // the group may have ended one
}

// bounds says what a statement does to a transaction block.
type bounds byte

const (
	boundsNothing bounds = iota
	boundsBegin
	boundsEnd // perhaps
)

// longestLead is how far into a text comments are passed over to find its first word.
const longestLead = 4096

// boundsOf looks at the first word of a statement.
func boundsOf(text []byte) bounds {
	const sure = 11 // the longest of the words, and a blank
	text = bytes.TrimLeft(text, " \t\r\n\f\v;")
	if len(text) == 0 {
		return boundsNothing
	}
	word := string(bytes.ToUpper(text[:min(len(text), sure)]))
	if c := word[0]; c < 'A' || c > 'Z' {
		lead := string(text[:min(len(text), longestLead)])
		if word = firstWord(lead); word == "" && len(lead) < len(text) {
			return boundsEnd
		}
	}
	switch {
	case strings.HasPrefix(word, "BEGIN"), strings.HasPrefix(word, "START"):
		return boundsBegin
	case strings.HasPrefix(word, "COMMIT"), strings.HasPrefix(word, "END"), strings.HasPrefix(word, "ROLLBACK"), strings.HasPrefix(word, "ABORT"),
		strings.HasPrefix(word, "PREPARE"):
		return boundsEnd
	}
	return boundsNothing
}

// firstWord is the one behind comments, in upper case; empty when there is none.
func firstWord(text string) string {
	l := recognise.NewLexer(text, true)
	for {
		t := l.Next()
		switch {
		case t.Kind == recognise.LineComment, t.Kind == recognise.BlockComment, t.Kind == recognise.Punct && text[t.Start] == ';':
		case t.Kind == recognise.Ident:
			return strings.ToUpper(text[t.Start:t.End])
		case t.Kind == recognise.EOF:
			return ""
		default:
			return "(" // a parenthesis, a number, …
		}
	}
}

// noteBounds remembers that a statement begins or ends a transaction block.
func (s *session) noteBounds(name, text []byte) {
	if b := boundsOf(text); b != boundsNothing {
		s.remember(string(name), &prepared{bounds: b})
	}
}

// rested notes that all that was sent has been synced.
func (s *session) rested() { s.relaying.unsynced, s.relaying.block = workNone, block{} }

// behindWork says whether something has been sent that a Sync of ours would commit before its time. A Flush makes the server tell
// the status that it had before the group.
func (s *session) behindWork() (bool, error) {
	switch {
	case s.relaying.unsynced != workOther:
		return false, nil
	case s.relaying.block.ended:
		return true, nil
	case s.relaying.block.begun:
		return false, nil
	}
	status, err := s.converse(s.turn.context(), &batch{bytes: encode(nil, &pgproto3.Flush{})})
	if errors.Is(err, errCopying) {
		return false, nil // settle deals with that
	}
	return status == 'I', err
}
