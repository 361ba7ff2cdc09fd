package recognise

import (
	"regexp"
	"strings"
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
// What people type is no SQL: "ASK what's up;" has an odd apostrophe, after which the semicolon is part of a string.
// So if the text ends inside quotes, a comment or parentheses, all of the rest is the question. With balanced quotes
// PostgreSQL's rules hold, as they did for the client that cut the text.
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
		text = escaped(b.kept.String())
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

// escaped takes off what people type when an odd apostrophe keeps psql waiting behind "ASK what's up;": on a line of
// its own, the quote that it asks for.
func escaped(text string) string {
	before, ok := strings.CutSuffix(strings.TrimRight(text, blanks), "'")
	if question := strings.TrimRight(before, blanks); ok && strings.HasSuffix(question, ";") &&
		strings.Contains(before[len(question):], "\n") {
		return question
	}
	return text
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

// drawn is how people ask for a drawing behind a question: revenue per month as a chart.
var drawn = regexp.MustCompile(`(?i)(?:^|,?\s+)(?:as|in) an? (?:bar |line |column )?(?:chart|graph|plot|diagram)[.!?]?$`)

// charted is how they ask for it before one: chart orders per month. A chart of something may be what the database
// holds.
var charted = regexp.MustCompile(`(?i)^chart\s+(?:the |my )?([^\s:=.,(]+\s.*)$`)

// whole reads the text of a whole-statement form: a verb, the question. A question that is nothing but a literal,
// as in ASK 'how many'; and ask('how many');, is the literal's value.
func (f *finder) whole(form Form, text string) Question {
	q := Question{Form: form, Name: "ask", Limit: -1}
	q.Verb, q.Text = cutVerb(trimEnd(text))
	if m := drawn.FindStringIndex(q.Text); m != nil && q.Verb == Run {
		q.Verb, q.Text = Chart, q.Text[:m[0]]
	}
	if m := charted.FindStringSubmatch(q.Text); m != nil && q.Verb == Run && !strings.HasPrefix(strings.ToLower(m[1]), "of ") {
		q.Verb, q.Text = Chart, m[1]
	}
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

// soleValue reports whether text is one literal or parameter.
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

// cutVerb takes the verb and its colon off a question. Where nothing else is said, the verbs that are about the last
// answer and "undo" need no colon: nobody means to see the goods.
func cutVerb(text string) (Verb, string) {
	text = trim(text)
	n := 0
	for n < len(text) && lower(text[n]) >= 'a' && lower(text[n]) <= 'z' {
		n++
	}
	verb, ok := folded(verbs, text[:n])
	rest := trim(text[n:])
	switch {
	case ok && strings.HasPrefix(rest, ":"):
		return verb, trim(rest[1:])
	case trimEnd(rest) != "":
	case verb == Good, verb == Bad, verb == Pin, verb == SQL, verb == Explain, verb == Chart:
		return verb, ""
	case foldsTo(text[:n], "undo"):
		return Refine, text
	}
	return Run, text
}

// blanks are PostgreSQL's.
const blanks = " \t\r\n\f\v"

func trim(s string) string { return strings.Trim(s, blanks) }

// trimEnd takes off blanks behind s, and the semicolons that habit puts behind a question.
func trimEnd(s string) string { return strings.TrimRight(s, blanks+";") }

// strayAsk reports whether t is the word ASK of a question where only a query or a table can stand: EXPLAIN ASK …,
// COPY (ASK …), FROM (ASK …).
func (f *finder) strayAsk(l *level, t Token) bool {
	if t.Kind != Ident || !foldsTo(f.text[t.Start:t.End], "ask") {
		return false
	}
	switch w := &f.walker; w.prev {
	case wExplain, wExplainOption:
		return l.mode == lead && w.begins == wExplain
	case wClose: // of EXPLAIN (ANALYZE)
		return l.mode == lead && w.begins == wExplain && len(w.levels) == 1
	case wOpen:
		if w.prev2 == wCopy {
			return true
		}
		return l.fallback == item && f.isProse()
	}
	return false
}

// isProse reports whether what follows the word ask in (ask … is no SQL. A table named ask could stand there, with an
// alias, but only as the first of a join.
func (f *finder) isProse() bool {
	next := f.peek()
	l := *f.lex // behind next
	if f.isSign(next, ':') {
		return true
	}
	if next.Kind != Ident || f.joins(next) {
		return false
	}
	after := significant(&l)
	return after.Kind == Ident && !f.joins(after)
}

// joins reports whether t goes on with a join, or with an alias before one.
func (f *finder) joins(t Token) bool {
	_, ok := folded(joinWords, f.text[t.Start:t.End])
	return ok
}

var joinWords = map[string]bool{
	"as": true, "join": true, "cross": true, "inner": true, "left": true, "right": true, "full": true, "natural": true, "tablesample": true,
}

func (f *finder) stray(t Token) {
	hint := "Inside another statement, write SELECT * FROM ask('…')."
	if f.walker.begins == wExplain {
		hint = "Write ASK explain: and the question, or EXPLAIN SELECT * FROM ask('…')."
	}
	f.fail(&Error{
		Code: codeForm, Message: "ASK is a statement of its own and cannot stand inside another", Hint: hint, Start: t.Start, End: t.End,
	})
}
