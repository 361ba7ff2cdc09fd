package recognise

import (
	"fmt"
	"slices"
	"strings"
)

// maxArgs bounds the arguments of one call.
const maxArgs = 16

// isCall reports whether t, a name, is one of our functions with its arguments behind it.
func (f *finder) isCall(t Token) (function, bool) {
	if f.opts.OwnAsk || f.err != nil {
		return function{}, false
	}
	var fn function
	ok := false
	switch s := f.text[t.Start:t.End]; t.Kind {
	case Ident:
		if lower(s[0]) != 'a' { // most are not; this is cheaper than the map
			return fn, false
		}
		fn, ok = folded(functions, s)
	case QuotedIdent: // "ask" is the same name, "ASK" is another
		fn, ok = functions[strings.Trim(s, `"`)]
	}
	if !ok {
		return fn, false
	}
	switch f.walker.prev {
	case wDot, wAs, wInto: // somebody's function, an alias, the target of INSERT
		return fn, false
	}
	next := f.peek()
	return fn, next.Kind == Punct && f.text[next.Start] == '('
}

// table takes the first token where a table is expected.
func (f *finder) table(l *level, name Token) {
	fn, ok := f.isCall(name)
	if !ok {
		return
	}
	alone := f.walker.prev == wOpen && l.fallback == item
	q, ok := f.call(fn, name)
	if !ok {
		return
	}
	q.scope = l.scope
	f.alias(&q, alone)
	f.ask(q)
}

// expression takes a token of an expression: a call of ours there is a mistake.
func (f *finder) expression(l *level, name Token) {
	if !l.active || name.Kind != Ident && name.Kind != QuotedIdent {
		return
	}
	fn, ok := f.isCall(name)
	if !ok {
		return
	}
	f.misplaced(fn, name)
}

func (f *finder) misplaced(fn function, name Token) {
	f.res.Calls = true
	f.fail(&Error{
		Code:    codeForm,
		Message: fn.name + "() stands where a value is expected, but its answer is a table",
		Hint:    fmt.Sprintf("Write it where a table may stand: SELECT * FROM %s('…').", fn.name),
		Start:   name.Start, End: name.End,
	})
}

// call reads a call's arguments, to the closing parenthesis. Without one the text is no SQL and holds no question.
func (f *finder) call(fn function, name Token) (Question, bool) {
	f.called, f.res.Calls = true, true
	f.depth++
	f.next() // the parenthesis
	q := Question{Form: Function, Name: fn.name, Verb: fn.verb, Limit: -1, Start: name.Start}
	for {
		tokens, last := f.argument()
		if last.Kind == EOF {
			return q, false
		}
		closed := f.text[last.Start] == ')'
		switch {
		case len(q.Args) == maxArgs:
			f.fail(&Error{Code: codeTooMany, Message: "too many arguments for " + fn.name + "()", Start: name.Start, End: last.End})
		case len(tokens.list) > 0:
			q.Args = append(q.Args, f.arg(fn, tokens))
		}
		if closed {
			q.End = last.End
			break
		}
	}
	f.depth--
	f.settle(&q, fn)
	return q, true
}

// tokens are those of one argument.
type tokens struct {
	list []Token // the first maxValueTokens of them
	end  int     // of the last
	all  bool    // list holds all
}

// argument reads the tokens of one argument and the comma or parenthesis behind it, which it gives too.
func (f *finder) argument() (tokens, Token) {
	arg := tokens{all: true}
	for depth := 0; ; {
		t := f.next()
		if t.Kind == EOF {
			return arg, t
		}
		if t.Kind == Punct {
			switch c := f.text[t.Start]; c {
			case '(', '[':
				depth++
			case ')', ']':
				if depth == 0 && c == ')' {
					return arg, t
				}
				depth = max(0, depth-1)
			case ',':
				if depth == 0 {
					return arg, t
				}
			}
		}
		if len(arg.list) < maxValueTokens {
			arg.list = append(arg.list, t)
		} else {
			arg.all = false
		}
		arg.end = t.End
	}
}

// arg reads one argument.
func (f *finder) arg(fn function, toks tokens) Arg {
	name, list := f.argName(toks.list)
	start := toks.end
	if len(list) > 0 {
		start = list[0].Start
	}
	arg, ok, err := readValue(f.text, list, !f.opts.StandardConformingStrings)
	sql := f.text[start:toks.end]
	switch {
	case !ok || !toks.all:
		arg = Arg{Kind: Expression, Text: sql}
	case err != nil:
		f.fail(&Error{Code: codeBadEscape, Message: err.Error() + " in " + excerpt(sql), Start: start, End: toks.end})
	}
	if arg.Kind == Expression && !fn.relation {
		f.fail(&Error{
			Code:    codeForm,
			Message: fmt.Sprintf("the argument of %s() must be a string literal or a parameter, not %s", fn.name, excerpt(sql)),
			Hint:    "The question is read before the statement runs: write it out, or pass it as $1.",
			Start:   start, End: toks.end,
		})
	}
	arg.Name, arg.Start, arg.End = name, start, toks.end
	return arg
}

// argName takes name => or name := off an argument.
func (f *finder) argName(list []Token) (string, []Token) {
	if len(list) < 2 || list[1].Kind != Operator {
		return "", list
	}
	if op := f.text[list[1].Start:list[1].End]; op != "=>" && op != ":=" {
		return "", list
	}
	switch s := f.text[list[0].Start:list[0].End]; list[0].Kind {
	case Ident:
		return toLower(s), list[2:]
	case QuotedIdent:
		return strings.ReplaceAll(strings.Trim(s, `"`), `""`, `"`), list[2:]
	}
	return "", list
}

// settle takes the question out of the arguments: the last one by position, or the one named question.
func (f *finder) settle(q *Question, fn function) {
	for _, a := range q.Args {
		if msg := checkText(a.Text); msg != "" {
			f.fail(&Error{Code: codeBadEncoding, Message: "the argument of " + fn.name + "() " + msg, Start: a.Start, End: a.End})
			continue
		}
		if fn.relation || a.Name != "" && a.Name != "question" {
			continue
		}
		q.Text, q.Param = "", a.Number
		if a.Kind == Literal {
			q.Text = trim(a.Text)
		}
	}
	if fn.answers {
		q.Verb, q.Text = cutVerb(q.Text)
	}
}

// alias reads what follows the call and gives it the function's name as alias if it has none, as PostgreSQL names a
// function in FROM. alone: the call is all there is in its parentheses, which take no alias.
func (f *finder) alias(q *Question, alone bool) {
	next := f.peek()
	l := *f.lex // a few tokens further, without taking them
	word := f.text[next.Start:next.End]
	reserved, _ := folded(noAlias, word)
	switch {
	case next.Kind == Ident && foldsTo(word, "as"):
		f.columnList(q, &l, significant(&l))
	case next.Kind == QuotedIdent, next.Kind == UnicodeIdent, next.Kind == Ident && !reserved:
		f.columnList(q, &l, next)
	case next.Kind == Ident && foldsTo(word, "with") && f.isWord(significant(&l), "ordinality"):
		f.fail(&Error{
			Code: codeForm, Message: "WITH ORDINALITY cannot be used with " + q.Name + "()",
			Hint: "Number the rows with row_number() OVER () in the select list.", Start: q.Start, End: next.End,
		})
	case alone && next.Kind == Punct && word == ")":
	default:
		q.Alias = f.freeAlias(*q)
		q.named = q.Alias
	}
}

// columnList refuses a list of columns with types behind the alias, which a subquery cannot have.
func (f *finder) columnList(q *Question, l *Lexer, alias Token) {
	s := f.text[alias.Start:alias.End]
	open := alias
	switch alias.Kind {
	case Ident:
		q.named = toLower(s)
		open = significant(l)
	case QuotedIdent, UnicodeIdent:
		q.named = strings.ReplaceAll(strings.Trim(s, `"`), `""`, `"`)
		open = significant(l)
	}
	if !f.isSign(open, '(') {
		return
	}
	significant(l)
	if next := significant(l); alias == open || !f.isSign(next, ',') && !f.isSign(next, ')') {
		f.fail(&Error{
			Code: codeForm, Message: q.Name + "() knows the types of its columns: a list of columns with types cannot follow it",
			Hint: "Give names only, as in AS t(a, b), or none.", Start: q.Start, End: open.End,
		})
	}
}

// freeAlias returns the function's name, with a number if the same FROM list has it already.
func (f *finder) freeAlias(q Question) string {
	for n := 1; ; n++ {
		alias := q.Name
		if n > 1 {
			alias = fmt.Sprintf("%s_%d", q.Name, n)
		}
		if !f.taken(alias, q.scope) {
			return alias
		}
	}
}

func (f *finder) taken(alias string, scope int) bool {
	return slices.ContainsFunc(f.res.Questions, func(q Question) bool {
		return q.Statement == len(f.res.Statements) && q.scope == scope && q.named == alias
	})
}

func (f *finder) isSign(t Token, sign byte) bool { return t.Kind == Punct && f.text[t.Start] == sign }

func (f *finder) isWord(t Token, word string) bool {
	return t.Kind == Ident && foldsTo(f.text[t.Start:t.End], word)
}

// significant returns the next token that is no comment.
func significant(l *Lexer) Token {
	for {
		if t := l.Next(); t.Kind != LineComment && t.Kind != BlockComment {
			return t
		}
	}
}
