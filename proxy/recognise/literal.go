package recognise

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

var (
	errEscape    = errors.New("invalid escape sequence")
	errSurrogate = errors.New("invalid Unicode surrogate pair")
	errCodePoint = errors.New("invalid Unicode code point")

	errUnsafeUnicode = errors.New("invalid use of Unicode escapes while standard_conforming_strings is off")
)

// decode returns the value of a string token: what PostgreSQL would make of it. escape is the character of UESCAPE,
// else a backslash. The value can still hold bytes that are no UTF-8, as E'\xff' does.
func decode(token string, kind Kind, backslash bool, escape byte) (string, error) {
	switch kind {
	case DollarString:
		tag := strings.IndexByte(token[1:], '$') + 2
		return token[tag : len(token)-tag], nil
	case EscapeString:
		return unescapeParts(parts(token[2:], true))
	case UnicodeString:
		return unescapeUnicode(undouble(parts(token[3:], false)), escape)
	}
	if backslash {
		return unescapeParts(parts(token[1:], true))
	}
	return undouble(parts(token[1:], false)), nil
}

// parts returns the inside of a string whose opening quote is cut off, without the closing quote: more than one part
// if it is continued on later lines. Doubled quotes and escapes stay as they are.
func parts(body string, escapes bool) []string {
	var all []string
	l := Lexer{text: body}
	for {
		start := l.pos
		l.closeQuote(escapes, true)
		all = append(all, body[start:l.pos-1])
		next := l.continuation()
		if next < 0 {
			return all
		}
		l.pos = next
	}
}

func undouble(parts []string) string {
	return strings.ReplaceAll(strings.Join(parts, ""), "''", "'")
}

// unescapeParts resolves escapes part by part, as none goes on in the next one: E'\7' and '1' on the next line are two
// characters.
func unescapeParts(parts []string) (string, error) {
	var b strings.Builder
	for _, part := range parts {
		s, err := unescape(part)
		if err != nil {
			return "", err
		}
		b.WriteString(s)
	}
	return b.String(), nil
}

// unescape resolves doubled quotes and the backslash escapes of E'…'.
func unescape(s string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(s); {
		switch {
		case s[i] == '\'': // doubled
			b.WriteByte('\'')
			i += 2
		case s[i] != '\\':
			b.WriteByte(s[i])
			i++
		default:
			n, err := unescapeOne(&b, s[i+1:])
			if err != nil {
				return "", err
			}
			i += 1 + n
		}
	}
	return b.String(), nil
}

// unescapeOne writes what the escape stands for and gives the bytes it took behind the backslash.
func unescapeOne(b *strings.Builder, s string) (int, error) {
	if s == "" {
		return 0, errEscape
	}
	switch c := s[0]; c {
	case 'b', 'f', 'n', 'r', 't': // newer servers know \v too, which no question needs
		b.WriteByte("\b\f\n\r\t"[strings.IndexByte("bfnrt", c)])
		return 1, nil
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := prefixOf(s, "01234567", 3)
		v, _ := strconv.ParseUint(s[:n], 8, 16)
		b.WriteByte(byte(v)) // PostgreSQL too keeps the low eight bits of \777
		return n, nil
	case 'x':
		if n := prefixOf(s[1:], hexDigits, 2); n > 0 {
			v, _ := strconv.ParseUint(s[1:1+n], 16, 8)
			b.WriteByte(byte(v))
			return 1 + n, nil
		}
	case 'u', 'U':
		r, n, err := codeUnit(s, `u`, `U`, 4, 8)
		if err != nil || n == 0 {
			return 0, orElse(err, errEscape)
		}
		return pair(b, s, r, n, `\u`, `\U`, 8)
	}
	b.WriteByte(s[0])
	return 1, nil
}

const hexDigits = "0123456789abcdefABCDEF"

// pair writes the character r, which took n bytes of s. If it is the first half of a surrogate pair the second must
// follow at once, with short (four digits) or long (longDigits) before it.
func pair(b *strings.Builder, s string, r rune, n int, short, long string, longDigits int) (int, error) {
	if !utf16.IsSurrogate(r) {
		b.WriteRune(r)
		return n, nil
	}
	second, m, err := codeUnit(s[n:], short, long, 4, longDigits)
	if err != nil {
		return 0, err
	}
	both := utf16.DecodeRune(r, second)
	if m == 0 || both == utf8.RuneError {
		return 0, errSurrogate
	}
	b.WriteRune(both)
	return n + m, nil
}

// codeUnit reads a code point, or half of a surrogate pair, written as short and shortDigits or long and longDigits
// hexadecimal digits. It gives the bytes taken, 0 if there is none.
func codeUnit(s, short, long string, shortDigits, longDigits int) (rune, int, error) {
	prefix, digits := len(long), longDigits
	switch {
	case strings.HasPrefix(s, long):
	case strings.HasPrefix(s, short):
		prefix, digits = len(short), shortDigits
	default:
		return 0, 0, nil
	}
	if prefixOf(s[prefix:], hexDigits, digits) < digits {
		return 0, 0, nil
	}
	v, err := strconv.ParseUint(s[prefix:prefix+digits], 16, 32)
	if err != nil || v == 0 || v > utf8.MaxRune {
		return 0, 0, errCodePoint
	}
	return rune(v), prefix + digits, nil
}

// unescapeUnicode resolves the escapes of U&'…'.
func unescapeUnicode(s string, escape byte) (string, error) {
	var b strings.Builder
	short, long := string(rune(escape)), string(rune(escape))+"+"
	for i := 0; i < len(s); {
		switch {
		case s[i] != escape:
			b.WriteByte(s[i])
			i++
		case i+1 < len(s) && s[i+1] == escape:
			b.WriteByte(escape)
			i += 2
		default:
			r, n, err := codeUnit(s[i:], short, long, 4, 6)
			if err != nil || n == 0 {
				return "", orElse(err, errEscape)
			}
			n, err = pair(&b, s[i:], r, n, short, long, 6)
			if err != nil {
				return "", err
			}
			i += n
		}
	}
	return b.String(), nil
}

// prefixOf counts the leading bytes of s that are in set, at most most.
func prefixOf(s, set string, most int) int {
	n := 0
	for n < len(s) && n < most && isOneOf(s[n], set) {
		n++
	}
	return n
}

func orElse(err, other error) error {
	if err != nil {
		return err
	}
	return other
}
