package model

import (
	"strings"
	"unicode/utf8"
)

// mended is the result of mend: an object as valid JSON.
type mended struct {
	json    string
	end     int // where the object ends in the text; -1 when it does not end and cannot be completed
	missing int // closing brackets that were added
	deepest int
}

// mend reads the object at the beginning of text and repairs common mistakes of small models: commas before closing
// brackets, comments, strings in single or typographic quotes, quotes and line breaks inside strings, escapes that
// JSON lacks, unquoted names, the literals of other languages, and missing closing brackets. Valid JSON stays
// unchanged, apart from white space.
func mend(text string) mended {
	m := mender{text: text}
	m.run()
	return m.out
}

// closed reports whether the first object of a text has its closing bracket.
func closed(text string) bool {
	for i := strings.IndexByte(text, '{'); i >= 0; i = strings.IndexByte(text, '{') {
		if text = text[i:]; begun(text[1:]) {
			m := mend(text)
			return m.end >= 0 && m.missing == 0
		}
		text = text[1:]
	}
	return false
}

type mender struct {
	text  string
	i     int
	b     strings.Builder
	open  []byte // the closing brackets still to come
	comma bool   // a comma was read and not yet written
	last  byte   // the last byte written, apart from space
	out   mended
}

func (m *mender) run() {
	m.out.end = -1
	for m.i < len(m.text) {
		switch ch := m.text[m.i]; {
		case ch == ' ' || ch == '\t' || ch == '\r' || ch == '\n':
			m.b.WriteByte(ch)
			m.i++
		case m.comment():
		case strings.HasPrefix(m.text[m.i:], "```"):
			m.complete() // the code fence ends before the object does
			return
		case ch == ',':
			m.comma = true
			m.i++
		case ch == '{' || ch == '[':
			m.put(ch)
			m.open = append(m.open, ch+2) // the matching closing bracket in ASCII, for both kinds
			m.out.deepest = max(m.out.deepest, len(m.open))
			if m.i++; len(m.open) > maxDepth {
				return
			}
		case ch == '}' || ch == ']':
			m.comma = false
			m.put(ch)
			m.i++
			if m.open = m.open[:len(m.open)-1]; len(m.open) == 0 {
				m.out.json, m.out.end = m.b.String(), m.i
				return
			}
		case m.quote() > 0:
			if !m.literal(m.quote()) {
				return
			}
		case letter(ch):
			m.word()
		default:
			m.put(ch)
			m.i++
		}
	}
	m.complete()
}

// put writes one byte outside strings, after a comma that was held back.
func (m *mender) put(ch byte) {
	if m.comma && m.last != '{' && m.last != '[' {
		m.b.WriteByte(',')
	}
	m.comma = false
	m.b.WriteByte(ch)
	m.last = ch
}

// complete adds the missing closing brackets, unless the text ends in the middle of a value or name.
func (m *mender) complete() {
	switch m.last {
	case '"', '}', ']':
	default:
		return
	}
	if len(m.open) == 0 || m.comma {
		return
	}
	m.out.missing = len(m.open)
	for i := len(m.open) - 1; i >= 0; i-- {
		m.b.WriteByte(m.open[i])
	}
	m.out.json, m.out.end = m.b.String(), m.i
}

// comment skips a JavaScript comment and reports whether there was one.
func (m *mender) comment() bool {
	rest, end := m.text[m.i:], -1
	switch {
	case strings.HasPrefix(rest, "//"):
		if end = strings.IndexByte(rest, '\n'); end < 0 {
			end = len(rest)
		}
	case strings.HasPrefix(rest, "/*"):
		if end = strings.Index(rest, "*/"); end >= 0 {
			end += len("*/")
		}
	}
	if end < 0 {
		return false
	}
	m.i += end
	return true
}

// quote returns the length in bytes of the quotation mark at the current position; 0 when there is none.
func (m *mender) quote() int {
	switch rest := m.text[m.i:]; {
	case rest[0] == '"' || rest[0] == '\'':
		return 1
	case strings.HasPrefix(rest, "“"), strings.HasPrefix(rest, "”"):
		return len("“")
	}
	return 0
}

// literal reads a string whose quotation mark is n bytes long. It returns false when the string does not end.
func (m *mender) literal(n int) bool {
	single, typographic := m.text[m.i] == '\'', n > 1
	m.put('"')
	m.i += n
	for m.i < len(m.text) {
		switch ch := m.text[m.i]; {
		case ch == '\\' && m.i+1 < len(m.text):
			m.escape()
			continue
		case (ch == '\'' && single || ch == '"' && !single) && m.closes(1):
			m.b.WriteByte('"')
			m.i++
			return true
		case typographic && m.quote() > 1 && m.closes(m.quote()):
			m.b.WriteByte('"')
			m.i += m.quote()
			return true
		case ch == '"':
			m.b.WriteString(`\"`)
		case ch == '\n':
			m.b.WriteString(`\n`)
		case ch < ' ':
			m.b.WriteByte(' ')
		default:
			m.b.WriteByte(ch)
		}
		m.i++
	}
	return false
}

// farLook bounds the number of white space bytes that are skipped to see what follows a quotation mark.
const farLook = 256

// closes reports whether the quotation mark at the current position, n bytes long, ends a string: it does when the
// next character is one that may follow a string in JSON. Any other quotation mark belongs to the string and should
// have been escaped.
func (m *mender) closes(n int) bool {
	rest := m.text[m.i+n:]
	rest = strings.TrimLeft(rest[:min(len(rest), farLook)], " \t\r\n")
	return rest == "" || strings.IndexByte(",:}]/`", rest[0]) >= 0
}

// escape reads a backslash and the character after it. A backslash that begins no JSON escape stands for itself;
// before a single quotation mark it is dropped.
func (m *mender) escape() {
	ch := m.text[m.i+1]
	switch {
	case strings.IndexByte(`"\/bfnrt`, ch) >= 0, ch == 'u' && hex4(m.text[m.i+2:]):
		m.b.WriteByte('\\')
	case ch == '\'':
	default:
		m.b.WriteString(`\\`)
		m.i++ // the next character is read on its own
		return
	}
	m.b.WriteByte(ch)
	m.i += 2
}

func hex4(s string) bool {
	return len(s) >= 4 && strings.Trim(s[:4], "0123456789abcdefABCDEF") == ""
}

func letter(ch byte) bool { return ch == '_' || ch|0x20 >= 'a' && ch|0x20 <= 'z' }

// word reads an unquoted name or a literal such as true.
func (m *mender) word() {
	start := m.i
	for m.i < len(m.text) && (letter(m.text[m.i]) || m.text[m.i] >= '0' && m.text[m.i] <= '9') {
		m.i++
	}
	word := m.text[start:m.i]
	rest := strings.TrimLeft(m.text[m.i:min(len(m.text), m.i+farLook)], " \t\r\n")
	switch lower := strings.ToLower(word); {
	case strings.HasPrefix(rest, ":"):
		word = `"` + word + `"`
	case lower == "true", lower == "false":
		word = lower
	case lower == "none", lower == "null", lower == "nil", lower == "undefined", lower == "nan":
		word = "null"
	}
	first, size := utf8.DecodeRuneInString(word)
	m.put(byte(first)) // a letter or a quotation mark
	m.b.WriteString(word[size:])
	m.last = word[len(word)-1]
	if word == "true" || word == "false" || word == "null" {
		m.last = '"' // marks a complete value
	}
}
