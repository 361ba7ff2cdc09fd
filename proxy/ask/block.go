package ask

import (
	"bytes"
	"errors"
	"strings"

	"github.com/jackc/pgproto3/v2"

	"github.com/pgask/pgask/proxy/recognise"
	"github.com/pgask/pgask/proxy/wire"
)

// block is the state of the transaction block around a group of messages, up to its Sync. In an open block a Sync of
// ours changes nothing; outside one it would commit what the client has sent before.
type block struct {
	begun bool // the group has begun one
	ended bool // the group may have ended one
}

// bounds is the effect of a statement on a transaction block.
type bounds byte

const (
	boundsNothing bounds = iota
	boundsBegin
	boundsEnd // perhaps
)

// longestLead bounds, in bytes, the comments that are skipped to find the first word of a text.
const longestLead = 4096

// boundsOf classifies a statement by its first word. It is called for every Parse, and allocates only behind a comment.
func boundsOf(text []byte) bounds {
	text = bytes.TrimLeft(text, " \t\r\n\f\v;")
	if len(text) == 0 {
		return boundsNothing
	}
	if c := text[0] | 0x20; c < 'a' || c > 'z' {
		lead := string(text[:min(len(text), longestLead)])
		word := firstWord(lead)
		if word == "" && len(lead) < len(text) {
			return boundsEnd
		}
		text = []byte(word)
	}
	switch {
	case begins(text, "BEGIN"), begins(text, "START"):
		return boundsBegin
	case begins(text, "COMMIT"), begins(text, "END"), begins(text, "ROLLBACK"), begins(text, "ABORT"), begins(text, "PREPARE"):
		return boundsEnd
	}
	return boundsNothing
}

// begins reports whether a text begins with a word, in any case, and perhaps goes on with the letters of a longer one.
func begins(text []byte, word string) bool {
	return len(text) >= len(word) && strings.EqualFold(string(text[:len(word)]), word)
}

// firstWord returns the first word behind comments and semicolons; empty when there is none, and "(" when something
// else is first.
func firstWord(text string) string {
	l := recognise.NewLexer(text, true)
	for {
		t := l.Next()
		switch {
		case t.Kind == recognise.LineComment, t.Kind == recognise.BlockComment, t.Kind == recognise.Punct && text[t.Start] == ';':
		case t.Kind == recognise.Ident:
			return text[t.Start:t.End]
		case t.Kind == recognise.EOF:
			return ""
		default:
			return "(" // a parenthesis, a number, …
		}
	}
}

// preparedBounds are the client's prepared statements that begin or may end a transaction block, by name. The zero
// value is empty.
type preparedBounds struct {
	of map[string]bounds // at most maxPreparedBounds
	// lost reports that a statement was left out for lack of room, so that any name may be one of them.
	lost bool
}

// maxPreparedBounds bounds the entries of a preparedBounds: a client may prepare as many statements as its server has
// memory for.
const maxPreparedBounds = 1000

// note remembers a statement by its text.
func (p *preparedBounds) note(name, text []byte) {
	b := boundsOf(text)
	if b == boundsNothing {
		return
	}
	if p.of == nil {
		p.of = map[string]bounds{}
	}
	if len(p.of) >= maxPreparedBounds {
		p.lost = true
		return
	}
	p.of[string(name)] = b
}

// find returns the effect of a statement when it is run. One that may have been left out may end a block.
func (p *preparedBounds) find(name []byte) bounds {
	b, known := p.of[string(name)]
	if !known && p.lost {
		return boundsEnd
	}
	return b
}

// empty reports whether find returns boundsNothing for every name.
func (p *preparedBounds) empty() bool { return len(p.of) == 0 && !p.lost }

// rested notes that all that was sent has been synced.
func (g *relaying) rested() { g.unsynced, g.block = workNone, block{} }

// behindWork reports whether something has been sent that a Sync of ours would commit before its time. A Flush makes
// the server tell the status that it had before the group.
func (s *talk) behindWork() (bool, error) {
	switch {
	case s.relaying.unsynced != workOther:
		return false, nil
	case s.relaying.block.ended:
		return true, nil
	case s.relaying.block.begun:
		return false, nil
	}
	status, err := s.link.RoundTrip(s.turn.context(), &wire.Batch{Bytes: wire.Encode(nil, &pgproto3.Flush{})})
	if errors.Is(err, wire.ErrCopying) {
		return false, nil // settle deals with that
	}
	return status == 'I', err
}
