package recognise

import "strings"

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens. Blanks are no tokens.
const (
	EOF           Kind = iota
	LineComment        // -- to the end of the line, without the line break
	BlockComment       // /* … */, nested
	Ident              // an identifier or keyword without quotes; also the N before a national string
	QuotedIdent        // "…"
	UnicodeIdent       // U&"…"
	String             // '…', backslashes plain or not as standard_conforming_strings says
	EscapeString       // E'…'
	UnicodeString      // U&'…'
	BitString          // B'…'
	HexString          // X'…'
	DollarString       // $$…$$ or $tag$…$tag$
	Param              // $1
	Number
	Operator // one or more operator characters, as PostgreSQL would group them; also :: := ..
	Punct    // one of , ( ) [ ] . ; : or any byte that PostgreSQL has no rule for
)

// Token is a piece of the text, [Start, End) in bytes.
type Token struct {
	Kind       Kind
	Start, End int
	// Unterminated reports that the text ended inside the quotes or the comment; End is then the end of the text.
	Unterminated bool
}

// Lexer cuts SQL into tokens by PostgreSQL's rules, in linear time and without allocating. The text must be in an
// encoding whose multibyte characters hold no ASCII bytes (every server encoding is such; SJIS, BIG5, GBK and the
// like are not). The zero Lexer is at the end of an empty text. A copy of a Lexer goes on from the same place.
type Lexer struct {
	text string
	pos  int
	// backslash: '…' treats backslashes as E'…' does (standard_conforming_strings = off).
	backslash bool
	// signs is the end of a run of + and - that an operator gave back; each is an operator of its own.
	signs int
}

// NewLexer starts at the beginning of text.
func NewLexer(text string, standardConformingStrings bool) *Lexer {
	return &Lexer{text: text, backslash: !standardConformingStrings}
}

// Classes of bytes.
const (
	cBlank = 1 << iota
	cIdentStart
	cDigit
	cDollar
	cOp
	cWordOp // an operator character that lets an operator end in + or -
)

var class = func() (c [256]uint8) {
	for _, b := range " \t\n\r\f\v" {
		c[b] = cBlank
	}
	for b := range 256 {
		switch {
		case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b == '_', b >= 0x80:
			c[b] = cIdentStart
		case b >= '0' && b <= '9':
			c[b] = cDigit
		}
	}
	c['$'] = cDollar
	for _, b := range "+-*/<>=" {
		c[b] = cOp
	}
	for _, b := range "~!@#^&|`?%" {
		c[b] = cOp | cWordOp
	}
	return c
}()

// Next returns the next token; at the end of the text it is EOF, again and again.
func (l *Lexer) Next() Token {
	for l.pos < len(l.text) && class[l.text[l.pos]]&cBlank != 0 {
		l.pos++
	}
	start := l.pos
	if start == len(l.text) {
		return Token{Kind: EOF, Start: start, End: start}
	}
	t := Token{Start: start}
	t.Kind, t.Unterminated = l.scan()
	t.End = l.pos
	return t
}

// scan moves past the token at pos, which is no blank.
func (l *Lexer) scan() (kind Kind, unterminated bool) {
	b := l.text[l.pos]
	c := class[b]
	switch {
	case c&cIdentStart != 0:
		if k, prefix := l.quotePrefix(); prefix > 0 {
			l.pos += prefix
			if k == UnicodeIdent {
				return k, l.quotedIdent()
			}
			return k, l.quoted(k)
		}
		l.ident()
		return Ident, false
	case c&cDigit != 0, b == '.' && class[l.at(1)]&cDigit != 0:
		l.number()
		return Number, false
	case b == '\'':
		l.pos++
		return String, l.quoted(String)
	case b == '"':
		l.pos++
		return QuotedIdent, l.quotedIdent()
	case b == '$':
		return l.dollar()
	case b == '-' && l.at(1) == '-':
		l.lineComment()
		return LineComment, false
	case b == '/' && l.at(1) == '*':
		return BlockComment, l.blockComment()
	case c&cOp != 0:
		l.operator()
		return Operator, false
	}
	return l.punct(b), false
}

// at returns the byte n after the position, 0 past the end.
func (l *Lexer) at(n int) byte {
	if l.pos+n < len(l.text) {
		return l.text[l.pos+n]
	}
	return 0
}

// quotePrefix recognises E' B' X' U&' U&" and gives their length; 0: an ordinary identifier. N' is not among them:
// PostgreSQL reads it as the keyword NCHAR before a string.
func (l *Lexer) quotePrefix() (Kind, int) {
	switch next := l.at(1); l.text[l.pos] | 0x20 {
	case 'e':
		if next == '\'' {
			return EscapeString, 2
		}
	case 'b':
		if next == '\'' {
			return BitString, 2
		}
	case 'x':
		if next == '\'' {
			return HexString, 2
		}
	case 'u':
		if next == '&' && l.at(2) == '\'' {
			return UnicodeString, 3
		}
		if next == '&' && l.at(2) == '"' {
			return UnicodeIdent, 3
		}
	}
	return Ident, 0
}

func (l *Lexer) ident() {
	// An N before a quote is a token of its own, as in SELECT N'x'.
	if l.text[l.pos]|0x20 == 'n' && l.at(1) == '\'' {
		l.pos++
		return
	}
	for l.pos < len(l.text) && class[l.text[l.pos]]&(cIdentStart|cDigit|cDollar) != 0 {
		l.pos++
	}
}

// operator takes the longest run of operator characters, up to a comment, and gives back trailing + and - unless a
// character before them allows an operator that ends so: a=-1 is = and -1, but a@-1 is one operator @-. What is given back is
// remembered, or a long run of + and - would be read once for each of them.
func (l *Lexer) operator() {
	if l.pos < l.signs {
		l.pos++
		return
	}
	start, end, word := l.pos, l.pos+1, false // end is behind the last character that is neither + nor -
	for ; l.pos < len(l.text); l.pos++ {
		b := l.text[l.pos]
		c := class[b]
		if c&cOp == 0 || b == '-' && l.at(1) == '-' || b == '/' && l.at(1) == '*' {
			break
		}
		word = word || c&cWordOp != 0
		if b != '+' && b != '-' {
			end = l.pos + 1
		}
	}
	if !word {
		l.signs, l.pos = l.pos, max(end, start+1)
	}
}

func (l *Lexer) punct(b byte) Kind {
	next := l.at(1)
	l.pos++
	if b == ':' && (next == ':' || next == '=') || b == '.' && next == '.' {
		l.pos++
		return Operator
	}
	return Punct
}

func (l *Lexer) lineComment() {
	if n := strings.IndexAny(l.text[l.pos:], "\r\n"); n >= 0 {
		l.pos += n
	} else {
		l.pos = len(l.text)
	}
}

func (l *Lexer) blockComment() (unterminated bool) {
	depth := 0
	for l.pos < len(l.text) {
		switch b := l.text[l.pos]; {
		case b == '/' && l.at(1) == '*':
			depth++
			l.pos += 2
		case b == '*' && l.at(1) == '/':
			depth--
			l.pos += 2
			if depth == 0 {
				return false
			}
		default:
			l.pos++
		}
	}
	return true
}

// dollar is a parameter, a dollar-quoted string, or a lone dollar sign.
func (l *Lexer) dollar() (kind Kind, unterminated bool) {
	end := l.pos + 1
	if end < len(l.text) && class[l.text[end]]&cDigit != 0 {
		for end < len(l.text) && class[l.text[end]]&cDigit != 0 {
			end++
		}
		l.pos = end
		return Param, false
	}
	for end < len(l.text) && class[l.text[end]]&(cIdentStart|cDigit) != 0 {
		end++
	}
	if end == len(l.text) || l.text[end] != '$' {
		// PostgreSQL goes on after the sign alone, so the tag is read twice, never more often.
		l.pos++
		return Punct, false
	}
	tag := l.text[l.pos : end+1]
	if n := strings.Index(l.text[end+1:], tag); n >= 0 {
		l.pos = end + 1 + n + len(tag)
		return DollarString, false
	}
	l.pos = len(l.text)
	return DollarString, true
}
