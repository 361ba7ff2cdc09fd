package model

import (
	"strings"
	"unicode/utf8"
)

// mended is an object as models write JSON, turned into JSON.
type mended struct {
	json    string
	end     int // where it ends in the text; -1 when it does not, and cannot be completed
	missing int // closing brackets that were added
	deepest int
}

// mend reads the object at the beginning of text. What small models get wrong is put right: commas before closing brackets,
// comments, strings in single or typographic quotes, quotes and line breaks inside strings, escapes that JSON lacks, names
// without quotes, the literals of other languages, and brackets that nobody closed. Valid JSON stays as it is, but for space.
func mend(text string) mended {
	m := mender{text: text}
	m.run()
	return m.out
}

// closed says whether the first object of a text has its last bracket.
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
	open  []byte // the closing brackets that are owed
	comma bool   // one was read and not written
	last  byte   // written last, apart from space
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
			m.complete() // the fence closes before the object does
			return
		case ch == ',':
			m.comma = true
			m.i++
		case ch == '{' || ch == '[':
			m.put(ch)
			m.open = append(m.open, ch+2) // in ASCII the closing bracket of both
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

// put writes one byte outside strings, after the comma that was kept back.
func (m *mender) put(ch byte) {
	if m.comma && m.last != '{' && m.last != '[' {
		m.b.WriteByte(',')
	}
	m.comma = false
	m.b.WriteByte(ch)
	m.last = ch
}

// complete closes what is open, unless the text ends in the middle of something.
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

// comment skips one of JavaScript's.
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

// quote is the length of the quotation mark here; 0: there is none.
func (m *mender) quote() int {
	switch rest := m.text[m.i:]; {
	case rest[0] == '"' || rest[0] == '\'':
		return 1
	case strings.HasPrefix(rest, "“"), strings.HasPrefix(rest, "”"):
		return len("“")
	}
	return 0
}

// literal reads a string whose quotation mark is n bytes long. False: it does not end.
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

// farLook bounds how much space is skipped to see what follows a quotation mark.
const farLook = 256

// closes says whether the quotation mark here, n bytes long, ends a string: what follows is what follows strings in JSON.
// Any other is a part of the string that should have been escaped.
func (m *mender) closes(n int) bool {
	rest := m.text[m.i+n:]
	rest = strings.TrimLeft(rest[:min(len(rest), farLook)], " \t\r\n")
	return rest == "" || strings.IndexByte(",:}]/`", rest[0]) >= 0
}

// escape reads a backslash and what it escapes. One that means nothing in JSON stands for itself, before a quotation mark for
// nothing.
func (m *mender) escape() {
	ch := m.text[m.i+1]
	switch {
	case strings.IndexByte(`"\/bfnrt`, ch) >= 0, ch == 'u' && hex4(m.text[m.i+2:]):
		m.b.WriteByte('\\')
	case ch == '\'':
	default:
		m.b.WriteString(`\\`)
		m.i++ // what follows is read by itself
		return
	}
	m.b.WriteByte(ch)
	m.i += 2
}

func hex4(s string) bool {
	return len(s) >= 4 && strings.Trim(s[:4], "0123456789abcdefABCDEF") == ""
}

func letter(ch byte) bool { return ch == '_' || ch|0x20 >= 'a' && ch|0x20 <= 'z' }

// word reads a name without quotes, or a literal.
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
		m.last = '"' // a value that is whole
	}
}
