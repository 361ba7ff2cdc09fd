// Package display makes texts that a terminal can be trusted with. Names, comments and values of a database, texts of
// models, of servers and of users are written by others: in a message of ours they must not move the cursor, change
// the order of characters, or begin a line that looks like another message.
package display

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is text that may be printed as it is: its line ends are pgask's own layout, and what a terminal would obey or
// not show stands in it as an escape. Constants are Texts; every other string becomes one by a function of this
// package, and nowhere by a conversion, which a test looks for.
type Text string

// Line returns a text of others on one line. Control, bidirectional and zero-width characters become escapes: \n,
// \u001b, \u202e.
func Line(s string) Text {
	if plain(s) {
		return Text(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		escape(&b, r, s[i:i+n])
		i += n
	}
	return Text(b.String())
}

// Lines returns a text of others with its line ends, for texts whose lines are ours: each line is a Line.
func lines(s string) Text {
	all := strings.Split(s, "\n")
	for i, l := range all {
		all[i] = string(Line(l))
	}
	return Text(strings.Join(all, "\n"))
}

// plain reports whether a text is ASCII without control characters, as most are.
func plain(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r >= 0x7f })
}

// escape writes a character, or its escape if a terminal would obey it or not show it. raw is the character as it was.
func escape(b *strings.Builder, r rune, raw string) {
	switch {
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\r':
		b.WriteString(`\r`)
	case r == '\t':
		b.WriteString(`\t`)
	case r == utf8.RuneError && len(raw) == 1:
		fmt.Fprintf(b, `\x%02x`, raw[0])
	case Hidden(r) && r > 0xffff:
		fmt.Fprintf(b, `\U%08x`, r)
	case Hidden(r):
		fmt.Fprintf(b, `\u%04x`, r)
	default:
		b.WriteString(raw)
	}
}

// Hidden reports whether a character does something to those around it, or nothing that can be seen: controls,
// formats such as the bidirectional ones and those of no width, separators of lines, and private ones.
func Hidden(r rune) bool {
	switch {
	case r < ' ', r == 0x7f:
		return true
	case r < 0x80:
		return false
	case r == '\u115f', r == '\u1160', r == '\u3164', r == '\uffa0', r == '\u034f', r == '\u17b4', r == '\u17b5', r == '\u2800':
		return true // letters and signs without a glyph
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp)
}

// Sprintf formats as fmt.Sprintf does. Texts among the arguments are taken as they are; what any other becomes is a
// Line. The layout is that of the format, which is a constant.
func Sprintf(format Text, args ...any) Text {
	safe := make([]any, len(args))
	for i, a := range args {
		safe[i] = argument{a}
	}
	return Text(fmt.Sprintf(string(format), safe...))
}

// argument is an argument of Sprintf.
type argument struct{ value any }

// Format implements fmt.Formatter.
func (a argument) Format(f fmt.State, verb rune) {
	format := fmt.FormatString(f, verb)
	if t, ok := a.value.(Text); ok && (verb == 's' || verb == 'v') {
		fmt.Fprintf(f, format, string(t))
		return
	}
	_, _ = f.Write([]byte(Line(fmt.Sprintf(format, a.value))))
}

// Join joins Texts.
func Join(all []Text, separator Text) Text {
	var b strings.Builder
	for i, t := range all {
		if i > 0 {
			b.WriteString(string(separator))
		}
		b.WriteString(string(t))
	}
	return Text(b.String())
}

// JSON returns a value as JSON in which all that a terminal would obey or not show is escaped, so that it means the
// same.
func JSON(v any) (Text, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, r := range string(data) { // json.Marshal has made valid UTF-8, and escaped what is below a blank
		switch {
		case r > 0xffff && Hidden(r):
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		case Hidden(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return Text(b.String()), nil
}

// Guard does once more what makes a Text, but for its line ends: the last thing before a message leaves, so that a
// Text that was made in another way cannot do more harm than to begin a line.
func Guard(t Text) string { return string(lines(string(t))) }
