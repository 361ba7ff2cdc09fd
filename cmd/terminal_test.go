package cmd

import (
	"strings"
	"testing"
)

func TestPrintable(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ text, line, lines string }{
		{"a b", "a b", "a b"},
		{"a\nb\n", "a b ", "a\nb\n"},
		{"a\tb\rc", "a b c", "a b c"},
		{"\x1b[2Jcleared", "�[2Jcleared", "�[2Jcleared"},
		{"one\n\x1b]0;title\x07two", "one �]0;title�two", "one\n�]0;title�two"},
		{"right\u202eleft", "right�left", "right�left"},
		{"\xff\u009b", "��", "��"},
		{"größe “x”", "größe “x”", "größe “x”"},
		{"", "", ""},
	} {
		if got := printable(tc.text); got != tc.line {
			t.Errorf("printable(%q) is %q, want %q", tc.text, got, tc.line)
		}
		if got := printableLines(tc.text); got != tc.lines {
			t.Errorf("printableLines(%q) is %q, want %q", tc.text, got, tc.lines)
		}
	}
}

// What went wrong may quote a database, a file or the command line.
func TestErrorsAreHarmlessToATerminal(t *testing.T) {
	t.Parallel()
	var out, errOut strings.Builder
	if code := run(t.Context(), []string{"check", "--\x1b[2J", "SELECT 1"}, nil, strings.NewReader(""), &out, &errOut); code != exitUsage {
		t.Errorf("exit code %d", code)
	}
	if strings.Contains(errOut.String(), "\x1b") || !strings.Contains(errOut.String(), "unknown flag") {
		t.Errorf("standard error: %q", errOut.String())
	}
}
