package recognise

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// comment notes a comment of the current statement.
func (f *finder) comment(t Token) {
	if b := f.bare; b != nil {
		b.open = b.open || t.Unterminated
		b.kept.WriteString(f.text[b.from:t.Start])
		b.kept.WriteByte(' ')
		b.from = t.End
		return
	}
	body := commentBody(f.text, t)
	if text, ok := ownText(body); ok && !t.Unterminated {
		own := ownComment{Token: t, text: text}
		f.carrier.comment(own)
		if l := f.walker.top(); l.mode == start && l.fallback == item && f.nested.Kind == EOF {
			f.nested = own
		}
		return
	}
	if f.res.Remark == "" && f.carrier.tokens == 0 {
		f.res.Remark = remark(body)
	}
}

// commentBody returns a comment without its delimiters.
func commentBody(text string, t Token) string {
	body := text[t.Start+2 : t.End]
	if t.Kind == BlockComment && !t.Unterminated {
		body = body[:len(body)-2]
	}
	return trim(body)
}

// ownComment is a comment of ours.
type ownComment struct {
	Token        // of kind EOF if there is none
	text  string // what follows ask: or ask
}

// ownText returns the text behind ask in a comment that begins with ask: or with ask, a verb and a colon.
func ownText(body string) (string, bool) {
	if len(body) < len("ask:") || !foldsTo(body[:3], "ask") {
		return "", false
	}
	rest := trim(body[3:])
	if strings.HasPrefix(rest, ":") {
		return rest[1:], true
	}
	if class[body[3]]&cBlank == 0 {
		return "", false
	}
	verb, _ := cutVerb(rest)
	return rest, verb != Run
}

// remark shortens a foreign comment, never within a character.
func remark(body string) string {
	if len(body) > maxRemark {
		body = body[:maxRemark]
		for len(body) > 0 && !utf8.ValidString(body[max(0, len(body)-utf8.UTFMax):]) {
			body = body[:len(body)-1]
		}
	}
	return strings.ToValidUTF8(body, "?")
}

// carrier follows the tokens of a statement to tell whether it is nothing but the carrier of a comment form:
// [SELECT [1]] [LIMIT n].
type carrier struct {
	tokens int // seen, of any kind
	state  carrierState
	last   int // where the last token before LIMIT ends
	limit  string
	own    ownComment // the first one
}

type carrierState uint8

const (
	empty carrierState = iota
	bareSelect
	selectOne
	limitWord
	limited
	other // SQL of its own
)

// token takes the next token of the statement.
func (c *carrier) token(text string, t Token) {
	c.tokens++
	if c.state == other {
		return
	}
	s := text[t.Start:t.End]
	switch {
	case c.state == empty && t.Kind == Ident && foldsTo(s, "select"):
		c.state = bareSelect
	case c.state == bareSelect && t.Kind == Number && s == "1":
		c.state = selectOne
	case c.state <= selectOne && t.Kind == Ident && foldsTo(s, "limit"):
		c.state = limitWord
		return
	case c.state == limitWord && t.Kind == Number:
		c.state, c.limit = limited, s
		return
	default:
		c.state = other
	}
	c.last = t.End
}

// comment takes a comment of ours. One behind LIMIT is too late, and one behind SELECT 1 is a remark on a ping of the
// user's: that carrier is what sqlglot makes of a comment in front of it.
func (c *carrier) comment(own ownComment) {
	if c.own.Kind == EOF && c.state <= bareSelect {
		c.own = own
	}
}

// asks reports whether the statement is a comment of ours and a carrier.
func (c *carrier) asks() bool {
	return c.own.Kind != EOF && (c.state <= selectOne || c.state == limited && c.limitValue() >= 0)
}

func (c *carrier) limitValue() int64 {
	if c.state != limited {
		return -1
	}
	n, err := strconv.ParseInt(c.limit, 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// ownLine keeps the remark behind the last statement of a script ("…; -- ask: Bob about this") from being a question: a
// comment form that has neither a token nor a semicolon must begin the text or a line.
func (f *finder) ownLine() bool {
	if f.carrier.tokens > 0 || f.closed || len(f.res.Statements) == 0 {
		return true
	}
	return strings.ContainsAny(f.text[f.after:f.carrier.own.Start], "\r\n")
}

// commentQuestion records the statement as a comment form.
func (f *finder) commentQuestion() {
	c := &f.carrier
	q := f.whole(Comment, c.own.text)
	q.Start, q.End = c.own.Start, max(c.own.End, c.last)
	if c.last > 0 {
		q.Start = min(q.Start, f.first.Start)
	}
	q.Limit = c.limitValue()
	f.ask(q)
	f.res.Statements = append(f.res.Statements, Statement{Start: f.start, End: f.end})
}

// nestedComment records a comment of ours that is all there is in parentheses where a table may stand, which is where
// a BI tool puts the text of a saved question: SELECT … FROM (-- ask: q ⏎ ) AS "source". What it becomes has
// parentheses of its own.
func (f *finder) nestedComment() {
	own := f.nested
	q := f.whole(Comment, own.text)
	q.Form, q.Start, q.End = Function, own.Start, own.End
	f.ask(q)
}
