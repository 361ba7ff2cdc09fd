package wire

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// Charset is a client_encoding: how a client writes its SQL and reads what it is told. PostgreSQL manual, "Character
// Set Support". In some of them, which only clients use, the second byte of a character can be a letter, a quote or a
// backslash, so text is taken out of its encoding before it is lexed.
type Charset struct {
	Name string
	key  string // in charsets and foreign
	// table converts from and to UTF-8; nil when there is nothing to convert, or nothing known.
	table encoding.Encoding
	kind  charsetKind
}

// charsetKind is the kind of conversion that a charset needs.
type charsetKind byte

const (
	plainText    charsetKind = iota // it is UTF-8, or nobody says what it is
	tableText                       // converted by a table
	opaqueText                      // no table, but no byte of a longer character is ASCII: it can be lexed
	opaqueDouble                    // no table, and characters of two bytes of which the second may be ASCII
)

// charsets are the encodings that text is converted for, by PostgreSQL's names without their punctuation, in upper
// case.
var charsets = map[string]encoding.Encoding{
	"LATIN1": charmap.ISO8859_1, "LATIN2": charmap.ISO8859_2, "LATIN3": charmap.ISO8859_3, "LATIN4": charmap.ISO8859_4,
	"LATIN5": charmap.ISO8859_9, "LATIN6": charmap.ISO8859_10, "LATIN7": charmap.ISO8859_13, "LATIN8": charmap.ISO8859_14,
	"LATIN9": charmap.ISO8859_15, "LATIN10": charmap.ISO8859_16, "ISO88595": charmap.ISO8859_5, "ISO88596": charmap.ISO8859_6,
	"ISO88597": charmap.ISO8859_7, "ISO88598": charmap.ISO8859_8, "KOI8R": charmap.KOI8R, "KOI8U": charmap.KOI8U,
	"WIN866": charmap.CodePage866, "WIN874": charmap.Windows874, "WIN1250": charmap.Windows1250, "WIN1251": charmap.Windows1251,
	"WIN1252": charmap.Windows1252, "WIN1253": charmap.Windows1253, "WIN1254": charmap.Windows1254, "WIN1255": charmap.Windows1255,
	"WIN1256": charmap.Windows1256, "WIN1257": charmap.Windows1257, "WIN1258": charmap.Windows1258,
	"EUCJP": japanese.EUCJP, "SJIS": japanese.ShiftJIS, "EUCKR": korean.EUCKR, "UHC": korean.EUCKR,
	"EUCCN": simplifiedchinese.GBK, "GBK": simplifiedchinese.GBK, "GB18030": simplifiedchinese.GB18030, "BIG5": traditionalchinese.Big5,
}

// charsetOf returns the charset that a server has reported as client_encoding.
func charsetOf(name string) Charset {
	c := Charset{Name: name}
	switch key := strings.ToUpper(strings.NewReplacer("-", "", "_", "").Replace(name)); key {
	case "", "UTF8", "UNICODE", "SQLASCII":
	case "SHIFTJIS2004", "JOHAB":
		c.kind = opaqueDouble
	default:
		c.key = key
		if c.table = charsets[key]; c.table != nil {
			c.kind = tableText
		} else {
			c.kind = opaqueText
		}
	}
	return c
}

// Read converts a text to UTF-8. Bytes that are not valid become U+FFFD; so does, for an encoding without a table,
// all but ASCII.
func (c Charset) Read(text []byte) string {
	switch c.kind {
	case tableText:
		if out, err := c.table.NewDecoder().Bytes(text); err == nil {
			return string(out)
		}
		return strings.ToValidUTF8(string(text), string(utf8.RuneError)) // cannot be: decoders replace
	case opaqueDouble:
		return maskDouble(text)
	}
	return string(text)
}

// maskDouble replaces characters of two bytes by U+FFFD.
func maskDouble(text []byte) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] < utf8.RuneSelf {
			out.WriteByte(text[i])
			continue
		}
		out.WriteRune(utf8.RuneError)
		i++
	}
	return out.String()
}

// Write puts a text of SQL into the encoding. It must come out as it went in: a statement in which a character has
// become another one is not the statement that was meant. ok is false when it does not.
func (c Charset) Write(sql string) (out string, ok bool) {
	if c.kind == plainText || ascii(sql) {
		return sql, true
	}
	if c.kind != tableText {
		return "", false
	}
	out, err := c.table.NewEncoder().String(sql)
	if err != nil || c.Read([]byte(out)) != sql || !c.holdsAll(sql) {
		return "", false
	}
	return out, true
}

// Converts reports whether text is converted by a table, so that what is not valid in it is told from what is.
func (c Charset) Converts() bool { return c.kind == tableText }

// Readable reports whether text in the charset can be read: all of it, and not its ASCII alone.
func (c Charset) Readable() bool { return c.kind == plainText || c.kind == tableText }

// foreign are the encoded characters, as ranges of their bytes read as a number, that the tables here have in a
// charset and the server has not, or has as another character: it would refuse the text, or read it otherwise. A test
// compares with the server.
var foreign = map[string][][2]uint32{
	"KOI8U":   {{0xae, 0xae}, {0xbe, 0xbe}},
	"WIN1255": {{0xca, 0xca}},
	"EUCJP":   {{0xf9a1, 0xfcfe}, {0x8fa2c3, 0x8fa2c3}},
	"EUCCN":   {{0xa1a4, 0xa1a4}, {0xa1aa, 0xa1aa}, {0xa2a1, 0xa2aa}, {0xa6e0, 0xa6f5}, {0xa8bb, 0xa8c0}},
	"GBK":     {{0x80, 0x80}, {0xa8bf, 0xa8bf}, {0xa989, 0xa995}, {0xfe50, 0xfe9f}},
	"BIG5": {{0x8740, 0xa0fe}, {0xa145, 0xa145}, {0xa14e, 0xa14e}, {0xa15a, 0xa15a}, {0xa1c2, 0xa1c3}, {0xa1c5, 0xa1c5}, {0xa1e3, 0xa1e3},
		{0xa1f2, 0xa1f3}, {0xa1fe, 0xa242}, {0xa244, 0xa244}, {0xa246, 0xa247}, {0xa3c0, 0xa3e1}, {0xc6a1, 0xc8fe}, {0xf9dd, 0xfefe}},
}

// holds reports whether a character is in the charset as the server has it. Where the table is that of a larger
// charset, as for the EUC ones of China and Korea, there is no byte below 0xA1 in one of two bytes.
func (c Charset) holds(encoded []byte) bool {
	if c.key == "EUCCN" || c.key == "EUCKR" {
		for _, b := range encoded {
			if b >= utf8.RuneSelf && b < 0xa1 || b < utf8.RuneSelf && len(encoded) > 1 {
				return false
			}
		}
	}
	n := uint32(0)
	for _, b := range encoded {
		n = n<<8 | uint32(b)
	}
	return !slices.ContainsFunc(foreign[c.key], func(r [2]uint32) bool { return r[0] <= n && n <= r[1] })
}

// holdsAll reports whether all characters of a text are in the charset as the server has it.
func (c Charset) holdsAll(text string) bool {
	if foreign[c.key] == nil && c.key != "EUCKR" {
		return true
	}
	encoder := c.table.NewEncoder()
	for _, r := range text {
		if r < utf8.RuneSelf {
			continue
		}
		if out, err := encoder.Bytes([]byte(string(r))); err != nil || !c.holds(out) {
			return false
		}
	}
	return true
}

// Show puts a text of ours, an error say, into the encoding. A character that it does not have becomes a question
// mark, in JSON an escape.
func (c Charset) Show(text string) string {
	if ascii(text) {
		return text
	}
	text = strings.ToValidUTF8(text, "?")
	if c.kind == plainText {
		return text
	}
	json := strings.HasPrefix(text, "{")
	var out strings.Builder
	for _, r := range text {
		if one, ok := c.Write(string(r)); ok {
			out.WriteString(one)
		} else if json {
			out.WriteString(jsonEscape(r))
		} else {
			out.WriteString(cmp.Or(plainer[r], "?"))
		}
	}
	return out.String()
}

// plainer maps the characters beyond ASCII in pgask's own texts to ASCII.
var plainer = map[rune]string{'…': "...", '–': "-", '—': "-", '“': `"`, '”': `"`, '‘': "'", '’': "'", '→': "->",
	'×': "x", '≥': ">=", '≤': "<="}

// jsonEscape writes a character as JSON does in ASCII: two escapes above U+FFFF.
func jsonEscape(r rune) string {
	if r >= 0x10000 {
		r -= 0x10000
		return fmt.Sprintf(`\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// Shown puts the strings of ErrorResponses and NoticeResponses of ours, one or more, into the encoding.
func (c Charset) Shown(messages []byte) []byte {
	if c.kind == plainText || ascii(string(messages)) {
		return messages
	}
	var out []byte
	for len(messages) > 0 {
		n := 1 + int(binary.BigEndian.Uint32(messages[1:]))
		m := messages[:n]
		messages = messages[n:]
		if m[0] != 'E' && m[0] != 'N' {
			out = append(out, m...)
			continue
		}
		start := len(out)
		out = append(out, m[:HeaderLen]...)
		for body := m[HeaderLen:]; len(body) > 1; {
			end := bytes.IndexByte(body, 0)
			out = append(append(append(out, body[0]), c.Show(string(body[1:end]))...), 0)
			body = body[end+1:]
		}
		out = append(out, 0)
		PutLength(out[start:])
	}
	return out
}

// ascii reports whether a text is the same in every encoding.
func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// ReadError decodes an error of the server, with its texts converted to UTF-8.
func (c Charset) ReadError(f Frame) *pgconn.PgError {
	e := ReadError(f)
	if c.kind != plainText {
		for _, text := range []*string{&e.Message, &e.Detail, &e.Hint, &e.Where, &e.SchemaName, &e.TableName, &e.ColumnName,
			&e.DataTypeName, &e.ConstraintName} {
			*text = c.Read([]byte(*text))
		}
	}
	return e
}
