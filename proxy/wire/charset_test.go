package wire

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/jackc/pgproto3/v2"
	pgproto "github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/mutants"
	"github.com/pgask/pgask/proxy/recognise"
	"github.com/pgask/pgask/proxy/wire/wiretest"
)

func TestCharsetRead(t *testing.T) {
	t.Parallel()
	cases := []struct{ name, raw, want string }{
		{"UTF8", "SELECT 'ä'", "SELECT 'ä'"},
		{"", "\xff", "\xff"}, // the recogniser says what is no UTF-8
		{"LATIN1", "SELECT '\xe4'", "SELECT 'ä'"},
		{"SJIS", "SELECT '\x95\\'", "SELECT '表'"},
		{"BIG5", "'\xa5\\'", "'功'"},
		{"GB18030", "'\x952\x826'", "'𠀀'"},
		{"SJIS", "'\x95", "'\uFFFD"},
		{"JOHAB", "'\x95\\' ask", "'\uFFFD' ask"},
		{"SHIFT_JIS_2004", "'\x95'ask", "'\uFFFDask"},
		{"EUC_TW", "'\xc4\xe3'", "'\xc4\xe3'"},
	}
	for _, c := range cases {
		if got := charsetOf(c.name).Read([]byte(c.raw)); got != c.want {
			t.Errorf("%s: %q is %q, want %q", c.name, c.raw, got, c.want)
		}
	}
}

func TestCharsetWrite(t *testing.T) {
	t.Parallel()
	cases := []struct{ name, sql, want string }{
		{"UTF8", "ä表", "ä表"}, {"SQL_ASCII", "ä表", "ä表"}, {"LATIN1", "ä", "\xe4"}, {"LATIN1", "表", ""}, {"SJIS", "表", "\x95\\"},
		{"SJIS", "¥", ""}, {"SJIS", "‾", ""}, // they share a byte with a backslash and a tilde
		{"EUC_KR", "한국", "\xc7ѱ\xb9"}, {"EUC_KR", "똠", ""}, {"UHC", "똠", "\x8cc"}, {"EUC_CN", "誠", ""}, {"EUC_TW", "a", "a"}, {"EUC_TW", "ä", ""},
		{"LATIN1", "\xff", ""},
	}
	for _, c := range cases {
		got, ok := charsetOf(c.name).Write(c.sql)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q is %q, %v; want %q", c.name, c.sql, got, ok, c.want)
		}
	}
}

func TestCharsetShow(t *testing.T) {
	t.Parallel()
	cases := []struct{ name, text, want string }{
		{"UTF8", "ä表", "ä表"}, {"UTF8", "ä\xff", "ä?"}, {"LATIN1", "ä表…", "\xe4?..."}, {"LATIN1", `{"a":"ä表😀"}`, "{\"a\":\"\xe4\\u8868\\ud83d\\ude00\"}"},
		{"EUC_TW", "ä", "?"}, {"WIN1252", "„€“", "\x84\x80\x93"},
	}
	for _, c := range cases {
		if got := charsetOf(c.name).Show(c.text); got != c.want {
			t.Errorf("%s: %q is %q, want %q", c.name, c.text, got, c.want)
		}
	}
}

// FuzzCharset: whatever bytes come in whatever encoding, a text that is read and written again is the same or
// refused, a message of ours stays one, and ASCII means itself.
func FuzzCharset(tf *testing.F) {
	f := mutants.Of(tf)
	names := []string{"", "MULE_INTERNAL", "EUC_TW", "EUC_JIS_2004", "SHIFT_JIS_2004", "JOHAB", "SQL_ASCII"}
	for name := range charsets {
		names = append(names, name)
	}
	slices.Sort(names)
	for i := range names {
		f.Add(byte(i), []byte("SELECT * FROM ask('\x95\\\xa5\\\xe4')"))
	}
	f.Add(byte(0), []byte("{\xff'\\"))
	f.Fuzz(func(t *testing.T, which byte, text []byte) {
		c := charsetOf(names[int(which)%len(names)])
		read := c.Read(text)
		if c.Converts() && !utf8.ValidString(read) {
			t.Fatalf("%s: %q is read as %q", c.Name, text, read)
		}
		if ascii(string(text)) && read != string(text) {
			t.Fatalf("%s: %q is read as %q", c.Name, text, read)
		}
		if len(read) > 3*len(text) {
			t.Fatalf("%s: %d bytes became %d", c.Name, len(text), len(read))
		}
		if written, ok := c.Write(read); ok && c.Converts() && c.Read([]byte(written)) != read {
			t.Fatalf("%s: %q is written as %q", c.Name, read, written)
		}
		_, _ = recognise.Find(read, recognise.Options{StandardConformingStrings: true})
		// Strings of the protocol end at a zero byte.
		message := strings.ReplaceAll(string(text), "\x00", "")
		ours := Encode(nil, &pgproto3.ErrorResponse{Severity: "ERROR", Code: "QA002", Message: message, Detail: "{" + message, Hint: "…"})
		ours = Encode(ours, &pgproto3.EmptyQueryResponse{})
		shown := c.Shown(ours)
		in := NewFrames(&wiretest.Conn{Pieces: [][]byte{shown}}, SideUpstream)
		fr, err := in.Next(func(_ byte, n int) int { return n })
		var m pgproto.ErrorResponse
		if err != nil || fr.Type != 'E' || m.Decode(fr.Body()) != nil || m.Code != "QA002" || ascii(message) && m.Message != message {
			t.Fatalf("%s: %q became %q", c.Name, ours, shown)
		}
		if err := in.Discard(); err != nil {
			t.Fatal(err)
		}
		if fr, err = in.Next(wiretest.Nothing); err != nil || fr.Type != 'I' {
			t.Fatalf("%s: behind it: %q, %v", c.Name, shown, err)
		}
	})
}
