package recognise

import "strings"

// quoted moves past a string whose opening quote is behind pos, with its continuations on later lines.
func (l *Lexer) quoted(k Kind) (unterminated bool) {
	escapes := k == EscapeString || k == String && l.backslash
	doubles := k != BitString && k != HexString
	for {
		if !l.closeQuote(escapes, doubles) {
			return true
		}
		next := l.continuation()
		if next < 0 {
			return false
		}
		l.pos = next
	}
}

// closeQuote moves past the closing quote.
func (l *Lexer) closeQuote(escapes, doubles bool) bool {
	for l.pos < len(l.text) {
		var n int
		if escapes {
			n = strings.IndexAny(l.text[l.pos:], `'\`)
		} else {
			n = strings.IndexByte(l.text[l.pos:], '\'')
		}
		if n < 0 {
			break
		}
		l.pos += n
		switch {
		case l.text[l.pos] == '\\':
			l.pos = min(l.pos+2, len(l.text))
		case doubles && l.at(1) == '\'':
			l.pos += 2
		default:
			l.pos++
			return true
		}
	}
	l.pos = len(l.text)
	return false
}

// continuation finds the quote that continues a string just closed: only blanks and line comments with at least one
// line break among them may stand between. It gives the position after that quote, or -1.
func (l *Lexer) continuation() int {
	ahead := Lexer{text: l.text, pos: l.pos}
	lines := false
	for {
		switch b := ahead.at(0); {
		case b == '\n', b == '\r':
			lines = true
			ahead.pos++
		case class[b]&cBlank != 0:
			ahead.pos++
		case b == '-' && ahead.at(1) == '-':
			ahead.lineComment()
			if ahead.pos == len(ahead.text) {
				return -1
			}
		case b == '\'' && lines:
			return ahead.pos + 1
		default:
			return -1
		}
	}
}

// quotedIdent moves past an identifier whose opening quote is behind pos.
func (l *Lexer) quotedIdent() (unterminated bool) {
	for {
		n := strings.IndexByte(l.text[l.pos:], '"')
		if n < 0 {
			l.pos = len(l.text)
			return true
		}
		l.pos += n + 1
		if l.at(0) != '"' {
			return false
		}
		l.pos++
	}
}

// number moves past a number. What PostgreSQL 15 and later call trailing junk (1a) is left to the next token, as older
// servers read it.
func (l *Lexer) number() {
	if l.text[l.pos] == '0' {
		if n := l.radix(); n > 0 {
			l.pos += n
			return
		}
	}
	l.digits()
	// 1..10 is 1, .. and 10.
	if l.at(0) == '.' && l.at(1) != '.' {
		l.pos++
		l.digits()
	}
	if l.at(0)|0x20 == 'e' {
		sign := 1
		if l.at(1) == '+' || l.at(1) == '-' {
			sign = 2
		}
		if class[l.at(sign)]&cDigit != 0 {
			l.pos += sign
			l.digits()
		}
	}
}

// digits moves past digits, with single underscores between them (PostgreSQL 16).
func (l *Lexer) digits() {
	for class[l.at(0)]&cDigit != 0 {
		l.pos++
		if l.at(0) == '_' && class[l.at(1)]&cDigit != 0 {
			l.pos++
		}
	}
}

// radix returns the length of 0x1F, 0o17 or 0b11 (PostgreSQL 16), or 0.
func (l *Lexer) radix() int {
	var digits string
	switch l.at(1) | 0x20 {
	case 'x':
		digits = "0123456789abcdefABCDEF"
	case 'o':
		digits = "01234567"
	case 'b':
		digits = "01"
	default:
		return 0
	}
	n := 2
	for {
		switch {
		case isOneOf(l.at(n), digits):
			n++
		case l.at(n) == '_' && isOneOf(l.at(n+1), digits):
			n += 2
		case n == 2:
			return 0
		default:
			return n
		}
	}
}

func isOneOf(b byte, set string) bool { return strings.IndexByte(set, b) >= 0 }
