package recognise

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/integration/mutants"
)

func lexAll(text string, standard bool) []Token {
	l := NewLexer(text, standard)
	var all []Token
	for t := l.Next(); t.Kind != EOF; t = l.Next() {
		all = append(all, t)
	}
	return all
}

// scanned are the boundaries and kinds that PostgreSQL's own scanner finds, as libpg_query reports them: it gives no
// end for U&'…' and U&"…".
func scanned(r *pg_query.ScanResult, text string) []string {
	var out []string
	for _, t := range r.Tokens {
		out = append(out, boundaries(int(t.Start), int(t.End), text)+" "+scanKind(t))
	}
	return out
}

func boundaries(start, end int, text string) string {
	if start+1 < len(text) && text[start]|0x20 == 'u' && text[start+1] == '&' {
		return fmt.Sprintf("%d-", start)
	}
	return fmt.Sprintf("%d-%d", start, end)
}

func scanKind(t *pg_query.ScanToken) string {
	switch t.Token {
	case pg_query.Token_SQL_COMMENT, pg_query.Token_C_COMMENT:
		return "comment"
	case pg_query.Token_SCONST, pg_query.Token_USCONST:
		return "string"
	case pg_query.Token_BCONST, pg_query.Token_XCONST:
		return "bits"
	case pg_query.Token_ICONST, pg_query.Token_FCONST:
		return "number"
	case pg_query.Token_PARAM:
		return "param"
	case pg_query.Token_IDENT, pg_query.Token_UIDENT:
		return "name"
	}
	if t.KeywordKind != pg_query.KeywordKind_NO_KEYWORD {
		return "name"
	}
	return "sign"
}

func ours(tokens []Token, text string) []string {
	names := map[Kind]string{
		LineComment: "comment", BlockComment: "comment", Ident: "name", QuotedIdent: "name", UnicodeIdent: "name",
		String: "string", EscapeString: "string", UnicodeString: "string", DollarString: "string", BitString: "bits",
		HexString: "bits", Param: "param", Number: "number", Operator: "sign", Punct: "sign",
	}
	var out []string
	for _, t := range tokens {
		out = append(out, boundaries(t.Start, t.End, text)+" "+names[t.Kind])
	}
	return out
}

var lexerSeeds = []string{
	`SELECT a.b, "C d", U&"\0061" FROM t WHERE x>=-1 AND y@-1 <> 'it''s'`,
	"select 'a'\n -- c\n 'b', 'a' 'b', E'\\'' '', b'01' x'1F', N'n', U&'\\0041' UESCAPE '!'",
	"$$a$$ $t$ $$ $u$ $t$ $1 $12a$ a$b$ $é$x$é$",
	"/* a /* b */ c */ -- d\r\n/**/ /*/**/*/ x",
	"1.5 .5 1. 1..2 1e5 1e+5 1e 0x1F 0b11 0o17 1_000 1.e3",
	"a+-b a*-1 a|-1 a--c\n a/*c*/b :: := .. => <= != ~~* @>- [1:2]",
	"ÄÖ_x1$ \"a\"\"b\" é'x'",
}

func FuzzLexer(tf *testing.F) {
	f := mutants.Of(tf)
	for _, s := range lexerSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 200 || strings.ContainsAny(text, "\x00\v") { // \v is a blank since PostgreSQL 17
			t.Skip()
		}
		tokens := lexAll(text, true)
		at := 0
		for _, tok := range tokens {
			if tok.Start < at || tok.End <= tok.Start || tok.End > len(text) {
				t.Fatalf("token %+v after %d", tok, at)
			}
			if blank := trim(text[at:tok.Start]); blank != "" {
				t.Fatalf("%q skipped", blank)
			}
			at = tok.End
		}
		if continuesOverComment(text, tokens) {
			t.Skip("libpg_query, unlike PostgreSQL, ends the string at the comment")
		}
		result, err := pg_query.Scan(text)
		if err != nil {
			t.Skip()
		}
		if diff := cmp.Diff(scanned(result, text), ours(tokens, text)); diff != "" {
			t.Errorf("%q (-PostgreSQL +ours):\n%s", text, diff)
		}
	})
}

func continuesOverComment(text string, tokens []Token) bool {
	for _, t := range tokens {
		switch t.Kind {
		case String, EscapeString, UnicodeString, BitString, HexString:
			if s := text[t.Start:t.End]; strings.Contains(s, "--") && strings.ContainsAny(s, "\r\n") {
				return true
			}
		}
	}
	return false
}

func TestLexer(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		off  bool // standard_conforming_strings
		want []string
	}{
		{text: "'a'\n -- c\n 'b' 'c'", want: []string{"'a'\n -- c\n 'b'", "'c'"}},
		{text: "'a' /* c */\n'b'", want: []string{"'a'", "/* c */", "'b'"}},
		{text: "'a' -- c", want: []string{"'a'", "-- c"}},
		{text: `'a\'c'`, want: []string{`'a\'`, "c", "'"}},
		{text: `'a\'b'`, off: true, want: []string{`'a\'b'`}},
		{text: `e'a\'b' E'\\'x`, want: []string{`e'a\'b'`, `E'\\'`, "x"}},
		{text: "B'1''0'", want: []string{"B'1'", "'0'"}},
		{text: "N'x' n 'x' nn'x'", want: []string{"N", "'x'", "n", "'x'", "nn", "'x'"}},
		{text: "/* a /* b */ c", want: []string{"/* a /* b */ c"}},
		{text: "$a$ $b$ $a$ $c", want: []string{"$a$ $b$ $a$", "$", "c"}},
		{text: "a=-1 a@-1 a*/*c*/b", want: []string{"a", "=", "-", "1", "a", "@-", "1", "a", "*", "/*c*/", "b"}},
		{text: "x\xc2\xa0ask", want: []string{"x\xc2\xa0ask"}},
		{text: "1a 1_0 0x 0xF_F 1..2", want: []string{"1", "a", "1_0", "0", "x", "0xF_F", "1", "..", "2"}},
		{text: "\x00'", want: []string{"\x00", "'"}},
	}
	for _, tt := range tests {
		var got []string
		for _, tok := range lexAll(tt.text, !tt.off) {
			got = append(got, tt.text[tok.Start:tok.End])
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
}
