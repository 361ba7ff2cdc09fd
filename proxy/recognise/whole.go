package recognise

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// bareText collects the text of a bare ASK without the comments in it.
type bareText struct {
	kept strings.Builder
	from int // not yet kept
	// open: the text ended inside quotes or a comment.
	open bool
}

// bareStatement goes through ASK question, from behind the word to the semicolon.
//
// What people type is no SQL: "ASK what's up;" has an odd apostrophe, after which the semicolon is part of a string. So if the
// text ends inside quotes, a comment or parentheses, all of the rest is the question. With balanced quotes PostgreSQL's
// rules hold, as they did for the client that cut the text.
func (f *finder) bareStatement() bool {
	begin := f.first.End
	b := &bareText{from: begin}
	f.bare = b
	defer func() { f.bare = nil }()
	end := len(f.text)
	for {
		t := f.next()
		b.open = b.open || t.Unterminated
		if t.Kind == EOF {
			break
		}
		if t.Kind != Punct {
			continue
		}
		c := f.text[t.Start]
		if c == ';' && f.depth == 0 {
			f.closed, end = true, t.Start
			break
		}
		f.paren(c)
	}
	text := f.text[begin:]
	if !b.open && f.depth == 0 {
		b.kept.WriteString(f.text[b.from:end])
		text = b.kept.String()
	} else {
		f.end = begin + len(strings.TrimRight(text, blanks+";"))
	}
	if f.err == nil {
		q := f.whole(Bare, strings.TrimPrefix(trim(text), ":"))
		q.Start, q.End = f.first.Start, f.end
		f.ask(q)
	}
	f.res.Statements = append(f.res.Statements, Statement{Start: f.start, End: f.end, Keyword: "ASK"})
	return f.closed
}

// paren follows the depth of parentheses.
func (f *finder) paren(c byte) {
	switch {
	case c == '(':
		f.depth++
	case c == ')' && f.depth > 0:
		f.depth--
	}
}

// whole reads the text of a whole-statement form: a verb, the question. A question that is nothing but a literal,
// as in ASK 'how many'; and ask('how many');, is the literal's value.
func (f *finder) whole(form Form, text string) Question {
	q := Question{Form: form, Name: "ask", Limit: -1}
	q.Verb, q.Text = cutVerb(trimEnd(text))
	if arg, ok := f.soleValue(q.Text); ok && form == Bare {
		switch arg.Kind {
		case Placeholder:
			q.Text, q.Param = "", arg.Number
		case Literal:
			q.Text = trim(arg.Text)
			if q.Verb == Run {
				q.Verb, q.Text = cutVerb(q.Text)
			}
		}
	}
	return q
}

// soleValue says that text is one literal or parameter.
func (f *finder) soleValue(text string) (Arg, bool) {
	l := NewLexer(text, f.opts.StandardConformingStrings)
	var tokens []Token
	for t := l.Next(); t.Kind != EOF; t = l.Next() {
		if len(tokens) == maxValueTokens {
			return Arg{}, false
		}
		tokens = append(tokens, t)
	}
	arg, ok, err := readValue(text, tokens, !f.opts.StandardConformingStrings)
	return arg, ok && err == nil
}

// cutVerb takes the verb and its colon off a question.
func cutVerb(text string) (Verb, string) {
	text = trim(text)
	n := 0
	for n < len(text) && lower(text[n]) >= 'a' && lower(text[n]) <= 'z' {
		n++
	}
	verb, ok := folded(verbs, text[:n])
	rest := trim(text[n:])
	if !ok || !strings.HasPrefix(rest, ":") {
		return Run, text
	}
	return verb, trim(rest[1:])
}

// blanks are PostgreSQL's.
const blanks = " \t\r\n\f\v"

func trim(s string) string { return strings.Trim(s, blanks) }

// trimEnd takes off blanks behind s, and the semicolons that habit puts behind a question.
func trimEnd(s string) string { return strings.TrimRight(s, blanks+";") }

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
	if text, ok := ownComment(body); ok && !t.Unterminated {
		f.carrier.comment(t, text)
		return
	}
	if f.res.Remark == "" && f.carrier.tokens == 0 {
		f.res.Remark = remark(body)
	}
}

// commentBody is a comment without its delimiters.
func commentBody(text string, t Token) string {
	body := text[t.Start+2 : t.End]
	if t.Kind == BlockComment && !t.Unterminated {
		body = body[:len(body)-2]
	}
	return trim(body)
}

// ownComment is the question of a comment that begins with ask: or with ask and a verb and a colon.
func ownComment(body string) (string, bool) {
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
	own    Token  // the first comment of ours
	text   string // its question
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

// comment takes a comment of ours; one behind LIMIT is too late.
func (c *carrier) comment(t Token, text string) {
	if c.own.Kind == EOF && c.state <= selectOne {
		c.own, c.text = t, text
	}
}

// asks says that the statement is a comment of ours and a carrier.
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
	q := f.whole(Comment, c.text)
	q.Start, q.End = c.own.Start, max(c.own.End, c.last)
	if c.last > 0 {
		q.Start = min(q.Start, f.first.Start)
	}
	q.Limit = c.limitValue()
	f.ask(q)
	f.res.Statements = append(f.res.Statements, Statement{Start: f.start, End: f.end})
}
