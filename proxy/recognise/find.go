package recognise

import (
	"strings"
	"unicode/utf8"

	"github.com/pgask/pgask/panics"
)

// Options are the settings of the session that change how text is read.
type Options struct {
	// StandardConformingStrings is the session's standard_conforming_strings: backslashes in '…' are plain characters.
	StandardConformingStrings bool
	// OwnAsk: the database has a function ask of its own, so calls of functions are not ours; the other forms are.
	OwnAsk bool
}

// Form is the syntax of a question in the text.
type Form uint8

// The forms.
const (
	Bare     Form = iota // ASK question
	Comment              // /* ask: question */ or -- ask: question
	Function             // FROM ask('question'), and a comment form in parentheses in place of a table
)

// Question is one question in a text.
type Question struct {
	Form Form
	// Name is the function's name in lower case; ask for the other forms.
	Name string
	// Verb is the one written before the question, or the one that the function's name stands for.
	Verb Verb
	// Text is the question without its verb, with blanks trimmed, valid UTF-8; it can be empty. In the function form
	// it is the last argument without a name (the others may be an id before it).
	Text string
	// Param is n if the question is the parameter $n, and Text is empty; else 0.
	Param int
	// Args are all arguments of the function form, in order.
	Args []Arg
	// Limit is the value of a LIMIT appended to a comment form, which Replace keeps; -1: none.
	Limit int64
	// Start and End are the bytes that Replace puts the answer in place of.
	Start, End int
	// Alias is the name that Replace adds to the function form, because the user gave none and PostgreSQL before 16
	// demands one; empty: none is needed.
	Alias string
	// Statement is the index in Result.Statements.
	Statement int

	scope int    // of the FROM list that it stands in
	named string // the alias it has, given or added
}

// Statement is a statement of a text. Empty ones (nothing but comments, and no question among them) are left out.
type Statement struct {
	// Start and End are its bytes, from its first token or comment to its last, without the semicolon.
	Start, End int
	// Keyword is its first word in upper case; empty if it begins with something else, and for a comment form.
	Keyword string
	// Keeps is the kind of object that the statement creates and that stores its SQL, so that a question in it is not
	// asked again: view, materialized view, rule, function or procedure. Empty: none.
	Keeps string
}

// Result describes a text.
type Result struct {
	Text       string
	Statements []Statement
	Questions  []Question // in text order, never overlapping
	// Calls reports that a function of ours is called, well or not, so that it matters whether the database has its
	// own.
	Calls bool
	// Remark is the first comment before a statement that is not ours, without its delimiters: what a tool says about
	// who asks, such as "Metabase:: userID: 1 …". Anybody can write it.
	Remark string
}

// Whole returns the question if the text is one whole-statement question (Bare or Comment) and nothing else.
func (r Result) Whole() (Question, bool) {
	if len(r.Statements) == 1 && len(r.Questions) == 1 && r.Questions[0].Form != Function {
		return r.Questions[0], true
	}
	return Question{}, false
}

const (
	// maxQuestions bounds the questions of one text.
	maxQuestions = 100
	// maxRemark bounds Result.Remark, in bytes.
	maxRemark = 256
)

// Find finds the questions of a text. The error, an *Error, is the first thing in it that is meant as a question but
// cannot be one; the Result then has all statements, but the questions before it only. A text that is no SQL is no
// error: the server will say so. A panic is an error of another type.
func Find(text string, opts Options) (Result, error) {
	f := &finder{
		text: text,
		lex:  NewLexer(text, opts.StandardConformingStrings),
		opts: opts,
		res:  Result{Text: text},
	}
	err := panics.Catch(func() error {
		for f.statement() {
		}
		return nil
	})
	if f.err != nil {
		return f.res, f.err
	}
	return f.res, err
}

// finder goes through a text once.
type finder struct {
	text  string
	lex   *Lexer
	opts  Options
	res   Result
	err   *Error
	ahead []Token // read but not taken, at most one

	// Of the current statement:
	start, end int     // from its first token or comment; start is -1 before it
	closed     bool    // it ended with its semicolon
	carrier    carrier // whether it could carry a comment form
	first      Token   // its first token
	after      int     // where the statement before it ended, its semicolon included
	bare       *bareText
	depth      int        // of parentheses, all of them
	called     bool       // a call was read whole
	nested     ownComment // behind the parenthesis just opened in place of a table
	walker
}

// statement goes through one statement and its semicolon. It gives false at the end of the text.
func (f *finder) statement() bool {
	f.start, f.end, f.after = -1, -1, f.lex.pos
	f.closed, f.depth, f.first = false, 0, Token{}
	f.carrier = carrier{}
	f.walker.reset()
	t := f.next()
	f.first = t
	if t.Kind == Ident && foldsTo(f.text[t.Start:t.End], "ask") {
		return f.bareStatement()
	}
	if fn, ok := f.isCall(t); ok {
		f.misplaced(fn, t) // ask_options(); is no statement
	}
	for ; t.Kind != EOF; t = f.next() {
		w := wordOf(f.text, t, f.walker.prev)
		if w == wSemicolon && f.depth == 0 && f.walker.body == 0 {
			f.closed = true
			break
		}
		f.carrier.token(f.text, t)
		f.walk(t, w)
	}
	f.endStatement()
	return f.closed
}

// endStatement records the statement, and the question that its comment asks if it carries one.
func (f *finder) endStatement() {
	switch {
	case f.carrier.asks() && f.ownLine():
		f.commentQuestion()
	case f.carrier.tokens > 0:
		s := Statement{Start: f.start, End: f.end}
		if f.first.Kind == Ident && f.first.End-f.first.Start <= longestWord {
			s.Keyword = strings.ToUpper(f.text[f.first.Start:f.first.End])
			if s.Keyword == "CREATE" {
				s.Keeps = f.makes(f.first.Start)
			}
		}
		f.res.Statements = append(f.res.Statements, s)
	}
}

// next returns the next token that is no comment.
func (f *finder) next() Token {
	if len(f.ahead) > 0 {
		t := f.ahead[0]
		f.ahead = f.ahead[:0]
		f.take(t)
		return t
	}
	t := f.read()
	f.take(t)
	return t
}

// peek returns the token that next will give.
func (f *finder) peek() Token {
	if len(f.ahead) == 0 {
		f.ahead = append(f.ahead, f.read())
	}
	return f.ahead[0]
}

// read returns the next token that is no comment, and notes the comments before it.
func (f *finder) read() Token {
	for {
		t := f.lex.Next()
		if t.Kind != LineComment && t.Kind != BlockComment {
			return t
		}
		f.extend(t)
		f.comment(t)
	}
}

// take notes that t belongs to the statement, if it does.
func (f *finder) take(t Token) {
	if t.Kind == EOF || t.Kind == Punct && f.text[t.Start] == ';' && f.depth == 0 && f.walker.body == 0 {
		return
	}
	f.extend(t)
}

func (f *finder) extend(t Token) {
	if f.start < 0 {
		f.start = t.Start
	}
	f.end = t.End
}

// ask adds a question, unless its text is no text.
func (f *finder) ask(q Question) {
	if f.err != nil {
		return
	}
	q.Statement = len(f.res.Statements)
	if err := checkText(q.Text); err != "" {
		f.fail(&Error{Code: codeBadEncoding, Message: "the question " + err, Start: q.Start, End: q.End})
		return
	}
	if len(f.res.Questions) == maxQuestions {
		f.fail(&Error{
			Code: codeTooMany, Message: "too many questions in one text",
			Hint: "Ask at most 100 at a time.", Start: q.Start, End: q.End,
		})
		return
	}
	f.res.Questions = append(f.res.Questions, q)
}

func checkText(s string) string {
	switch {
	case !utf8.ValidString(s):
		return "is not valid UTF-8"
	case strings.IndexByte(s, 0) >= 0:
		return "holds a NUL character"
	}
	return ""
}

// fail keeps the first error.
func (f *finder) fail(err *Error) {
	if f.err == nil {
		f.err = err
	}
}
