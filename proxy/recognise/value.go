package recognise

import "strings"

// ArgKind is the kind of an argument of a function form.
type ArgKind uint8

// The kinds of arguments.
const (
	Literal     ArgKind = iota // a string or number, however it is written; Text is its value
	Placeholder                // $1; Number is its number
	Expression                 // anything else; Text is the SQL as it stands
)

// Arg is an argument of a function form.
type Arg struct {
	Name   string // of name => value, in lower case unless quoted; empty: by position
	Kind   ArgKind
	Text   string
	Number int // of a Placeholder, from 1
	// Start and End are the bytes of the value in the text.
	Start, End int
}

// maxValueTokens bounds what is looked at to find that an argument is a literal; it bounds the nesting too.
const maxValueTokens = 64

// textTypes are the types a literal may be cast to without changing its characters. Lengths, as in varchar(10), would.
var textTypes = map[string]bool{
	"text": true, "varchar": true, "bpchar": true, "citext": true, "unknown": true, "json": true, "jsonb": true,
	"character varying": true, "char varying": true,
}

// valueReader recognises a literal or a parameter among tokens, with everything that may stand around one without
// changing it: parentheses, casts to text types, N before a string, UESCAPE behind one.
type valueReader struct {
	text      string
	tokens    []Token
	backslash bool
	err       error // a literal that PostgreSQL would refuse
}

// readValue reports whether tokens are one such value.
func readValue(text string, tokens []Token, backslash bool) (Arg, bool, error) {
	r := &valueReader{text: text, tokens: tokens, backslash: backslash}
	arg, ok := r.value()
	return arg, ok && len(r.tokens) == 0, r.err
}

// value reads a primary and its casts.
func (r *valueReader) value() (Arg, bool) {
	arg, ok := r.primary()
	for ok && r.accept("::") {
		ok = r.textType()
	}
	return arg, ok
}

func (r *valueReader) primary() (Arg, bool) {
	switch {
	case r.accept("("):
		arg, ok := r.value()
		return arg, ok && r.accept(")")
	case r.accept("cast"):
		if !r.accept("(") {
			return Arg{}, false
		}
		arg, ok := r.value()
		return arg, ok && r.accept("as") && r.textType() && r.accept(")")
	case r.accept("n"):
		if len(r.tokens) == 0 || r.tokens[0].Kind != String {
			return Arg{}, false
		}
	}
	if len(r.tokens) == 0 {
		return Arg{}, false
	}
	switch t := r.tokens[0]; t.Kind {
	case String, EscapeString, UnicodeString, DollarString:
		return r.literal()
	case Number:
		r.tokens = r.tokens[1:]
		return Arg{Kind: Literal, Text: r.text[t.Start:t.End]}, true
	case Param:
		r.tokens = r.tokens[1:]
		n := paramNumber(r.text[t.Start:t.End])
		return Arg{Kind: Placeholder, Number: n}, n > 0
	case Ident: // text '…'
		if r.textType() && len(r.tokens) > 0 {
			return r.literal()
		}
	}
	return Arg{}, false
}

func (r *valueReader) literal() (Arg, bool) {
	t := r.tokens[0]
	switch t.Kind {
	case String, EscapeString, UnicodeString, DollarString:
	default:
		return Arg{}, false
	}
	if t.Unterminated {
		return Arg{}, false
	}
	r.tokens = r.tokens[1:]
	escape := byte('\\')
	if t.Kind == UnicodeString && r.accept("uescape") {
		var ok bool
		if escape, ok = r.escapeCharacter(); !ok {
			return Arg{}, false
		}
	}
	value, err := decode(r.text[t.Start:t.End], t.Kind, r.backslash, escape)
	if t.Kind == UnicodeString && r.backslash {
		err = errUnsafeUnicode // the server does not read it either
	}
	if err != nil && r.err == nil {
		r.err = err
	}
	return Arg{Kind: Literal, Text: value}, true
}

// escapeCharacter reads the string behind UESCAPE.
func (r *valueReader) escapeCharacter() (byte, bool) {
	if len(r.tokens) == 0 || r.tokens[0].Kind != String {
		return 0, false
	}
	t := r.tokens[0]
	r.tokens = r.tokens[1:]
	if t.End-t.Start != 3 {
		return 0, false
	}
	c := r.text[t.Start+1]
	return c, c < 0x80 && class[c]&cBlank == 0 && !isOneOf(c, hexDigits+`+'"`)
}

// textType reads the name of one of textTypes.
func (r *valueReader) textType() bool {
	if r.accept("pg_catalog") && !r.accept(".") {
		return false
	}
	if len(r.tokens) == 0 || r.tokens[0].Kind != Ident {
		return false
	}
	name := strings.ToLower(r.first())
	r.tokens = r.tokens[1:]
	if name == "character" || name == "char" {
		if !r.accept("varying") {
			return false
		}
		name += " varying"
	}
	if len(r.tokens) > 0 && r.first() == "(" {
		return false
	}
	return textTypes[name]
}

// accept takes the next token if it is an unquoted word, in any case, or a sign.
func (r *valueReader) accept(token string) bool {
	if len(r.tokens) == 0 {
		return false
	}
	switch r.tokens[0].Kind {
	case Ident, Operator, Punct:
	default:
		return false
	}
	if !strings.EqualFold(r.first(), token) {
		return false
	}
	r.tokens = r.tokens[1:]
	return true
}

func (r *valueReader) first() string { return r.text[r.tokens[0].Start:r.tokens[0].End] }

// paramNumber returns the number of $n, 0 if it is none that the protocol can carry.
func paramNumber(token string) int {
	n := 0
	for _, c := range token[1:] {
		if n = n*10 + int(c-'0'); n > 65535 {
			return 0
		}
	}
	return n
}
