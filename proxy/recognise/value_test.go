package recognise

import (
	"strings"
	"testing"
)

func TestLiterals(t *testing.T) {
	t.Parallel()
	off := Options{}
	tests := []struct {
		argument string
		opts     Options
		want     string
	}{
		{`'q'`, standard, "q"},
		{`'what''s up'`, standard, "what's up"},
		{`'a\n'`, standard, `a\n`},
		{`'a\nb'`, off, "a\nb"},
		{`'a\'b'`, off, "a'b"},
		{`E'a\'b''c\\d\x41\101\t\u00e9\U0001F600\ud83d\ude00\q'`, standard, "a'b'c\\dAA\té😀😀q"},
		{`e'\xC3\xA9'`, standard, "é"},
		{`$$what's $1 up$$`, standard, "what's $1 up"},
		{`$tag$a $$ b$tag$`, standard, "a $$ b"},
		{`U&'d\0061t\+000061 \\ \D83D\DE00'`, standard, `data \ 😀`},
		{`u&'d!0061t!!a''' UESCAPE '!'`, standard, "dat!a'"},
		{`N'nation''al'`, standard, "nation'al"},
		{"'a'\n  -- c\n 'b'", standard, "ab"},
		{"E'a'\n'\\x41'", standard, "aA"},
		{"E'\\7'\n'1'", standard, "\a1"},
		{`'q'::text`, standard, "q"},
		{`'q' :: pg_catalog.text::varchar`, standard, "q"},
		{`(('q'))`, standard, "q"},
		{`('q'::character varying)`, standard, "q"},
		{`CAST('q' AS text)`, standard, "q"},
		{`cast(('q') as pg_catalog.varchar)::text`, standard, "q"},
		{`text 'q'`, standard, "q"},
		{`pg_catalog.text E'\x41'`, standard, "A"},
		{`varchar $$q$$`, standard, "q"},
		{`2`, standard, "2"},
		{`/* a */ 'q' /* b */`, standard, "q"},
		{"'  q  '", standard, "q"},
		{`'größe 大'`, standard, "größe 大"},
	}
	for _, tt := range tests {
		r, err := Find("SELECT * FROM ask("+tt.argument+") t", tt.opts)
		if err != nil || len(r.Questions) != 1 {
			t.Errorf("%s: %d questions, %v", tt.argument, len(r.Questions), err)
			continue
		}
		if got := r.Questions[0].Text; got != tt.want {
			t.Errorf("%s is %q, want %q", tt.argument, got, tt.want)
		}
	}
}

func TestNoLiterals(t *testing.T) {
	t.Parallel()
	for _, argument := range []string{
		`name`, `'a' || 'b'`, `upper('a')`, `('a', 'b')`, `(SELECT 'a')`, `'a'::varchar(1)`, `'a'::name`, `'a'::int`, `CAST('a' AS char)`, `char 'a'`,
		`"text" 'a'`, `B'01'`, `X'1F'`, `U&'a' UESCAPE 'ab'`, `U&'a' UESCAPE '+'`, `$0`, `$99999`, `VARIADIC 'a'`, `'a' COLLATE "C"`, `'a' 'b'`, `n 'a'.b`, `-2`,
		`'a'::pg_catalog.`, `CAST('a' text)`, strings.Repeat("(", 40) + `'a'` + strings.Repeat(")", 40),
	} {
		_, err := Find("SELECT * FROM ask("+argument+")", standard)
		if err == nil || !strings.Contains(err.Error(), "must be a string literal or a parameter") {
			t.Errorf("%s: %v", argument, err)
		}
	}
}

func TestArgs(t *testing.T) {
	t.Parallel()
	const text = `SELECT * FROM ask_log(since => now() - '1 day'::interval, "Role" := 'x', $3, 7)`
	r, err := Find(text, standard)
	if err != nil || len(r.Questions) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	var got []string
	for _, a := range r.Questions[0].Args {
		got = append(got, strings.Join([]string{a.Name, string("LPE"[a.Kind]), a.Text, string(rune('0' + a.Number)), text[a.Start:a.End]}, "|"))
	}
	want := []string{
		"since|E|now() - '1 day'::interval|0|now() - '1 day'::interval", "Role|L|x|0|'x'", "|P||3|$3", "|L|7|0|7",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
