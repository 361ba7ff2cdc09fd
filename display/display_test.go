package display

import (
	"encoding/json"
	"errors"
	"testing"
)

func TestLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Text{
		"": "", "a b": "a b", "größe “x” 日本 🦄 ❤️": "größe “x” 日本 🦄 ❤️",
		"a\nNOTICE:  b\r\t":                         `a\nNOTICE:  b\r\t`,
		"\x1b[2J\x1b]0;title\x07\x7f":               `\u001b[2J\u001b]0;title\u0007\u007f`,
		"\u009b2J\u0085\u2028\u2029":                `\u009b2J\u0085\u2028\u2029`,
		"a\u202eb\u2066c\u200fd\u061c":              `a\u202eb\u2066c\u200fd\u061c`,
		"a\u200bb\u200dc\ufeffd\u00ade\u2060\u3164": `a\u200bb\u200dc\ufeffd\u00ade\u2060\u3164`,
		"\U000e0041\ue000":                          `\U000e0041\ue000`,
		"\xff\xc3":                                  `\xff\xc3`, "a\ufffdb": "a\ufffdb", `C:\new`: `C:\new`,
	} {
		got := Line(text)
		if got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
		if again := Line(string(got)); again != got {
			t.Errorf("%q becomes %q when it is shown again", got, again)
		}
	}
}

func TestSprintf(t *testing.T) {
	t.Parallel()
	got := Sprintf("%s\n  %d. %-4s|%q (%v) %5.1f%%", "a\nb", 3, "\x1b", "x\x1b", errors.New("no\u202e"), 2.25)
	if want := Text("a\\nb\n  3. \\u001b   |\"x\\x1b\" (no\\u202e)   2.2%"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Sprintf("1: %s", Join([]Text{"a", Line("b\nc")}, "\n")); got != "1: a\nb\\nc" {
		t.Errorf("a Text is escaped again, or not kept: %q", got)
	}
	if got := Guard("a\nb\x1b"); got != "a\nb\\u001b" {
		t.Errorf("got %q", got)
	}
}

// What is escaped in JSON means the same.
func TestJSON(t *testing.T) {
	t.Parallel()
	in := map[string]string{"a\u202e\x1b\x7f\u009b": "b\U000e0041\u200b<é>日本\n"}
	text, err := JSON(in)
	if err != nil || text != Line(string(text)) {
		t.Fatalf("%q, %v", text, err)
	}
	var out map[string]string
	if err := json.Unmarshal([]byte(text), &out); err != nil || len(out) != 1 || out["a\u202e\x1b\x7f\u009b"] != in["a\u202e\x1b\x7f\u009b"] {
		t.Errorf("%q is %q, %v", text, out, err)
	}
}
