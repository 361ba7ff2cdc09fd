package integration

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// encodings are what clients may write in, each with a word. In those of Japan, China and Taiwan that only clients
// use, the second byte of some of these characters is a backslash.
var encodings = []struct {
	name  string
	table encoding.Encoding
	word  string
}{
	{"LATIN1", charmap.ISO8859_1, "Größe"},
	{"LATIN2", charmap.ISO8859_2, "żółw"},
	{"LATIN9", charmap.ISO8859_15, "für 5 €"},
	{"WIN1251", charmap.Windows1251, "товары"},
	{"WIN1252", charmap.Windows1252, "“größer”"},
	{"WIN1253", charmap.Windows1253, "αβγ"},
	{"KOI8R", charmap.KOI8R, "товары"},
	{"EUC_JP", japanese.EUCJP, "表示能力"},
	{"SJIS", japanese.ShiftJIS, "表ソ能十ﾎｹ"},
	{"EUC_KR", korean.EUCKR, "한국"},
	{"UHC", korean.EUCKR, "한국똠"},
	{"EUC_CN", simplifiedchinese.GBK, "中国"},
	{"GBK", simplifiedchinese.GBK, "中国誠"},
	{"GB18030", simplifiedchinese.GB18030, "中国𠀀誠"},
	{"BIG5", traditionalchinese.Big5, "功許蓋"},
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	for _, e := range encodings {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			model := scripted{e.word + "!": "SELECT '" + e.word + "' AS x, count(*) AS n FROM products",
				e.word + " fails": "SELECT ('" + e.word + "' || p.id)::int AS n FROM products p"}
			w := setup(t, withModel(model)).wire("client_encoding", e.name)
			w.notices = true
			in := func(s string) string {
				t.Helper()
				out, err := e.table.NewEncoder().String(s)
				if err != nil {
					t.Fatal(err)
				}
				return out
			}
			answer := []string{"T x n", in("D " + e.word + " 288"), "C SELECT 1", "Z I"}
			for _, sql := range []string{"ASK X!", "ask: X!", "/* ask: X! */", "SELECT * FROM ask('X!') t", "SELECT t.* FROM ask(E'X!') AS t WHERE 'X' <> ''",
				"SELECT * FROM ask($$X!$$) t -- X"} {
				sql = in(strings.ReplaceAll(sql, "X", e.word))
				w.send(query(sql))
				got := w.turn(1)
				notices := strings.Join(got[:max(0, len(got)-len(answer))], "\n")
				if !strings.HasSuffix(strings.Join(got, "\n"), strings.Join(answer, "\n")) || !strings.Contains(notices, in("Read as "+e.word+"!.")) {
					t.Errorf("%s: got %q, want %q", sql, got, answer)
				}
				w.send(parse("", sql), bind("", ""), describe('P', ""), execute("", 0), msgSync)
				if got := w.turn(1); !strings.HasSuffix(strings.Join(got, "\n"), strings.Join(answer, "\n")) {
					t.Errorf("%s, extended: got %q, want %q", sql, got, answer)
				}
			}
			w.send(all("SELECT * FROM ask($1) t", in(e.word+"!"))...)
			if got := w.turn(1); !strings.HasSuffix(strings.Join(got, "\n"), strings.Join(answer, "\n")) {
				t.Errorf("bound: got %q, want %q", got, answer)
			}
			w.notices = false
			w.send(parse("", in("ASK "+e.word+" fails")), bind("", ""), execute("", 0), msgSync)
			w.expect("1", "2", in(`E 22P02 invalid input syntax for type integer: "`+e.word+`1"`), "Z I")
			w.query(in("SELECT '"+e.word+"'; SELECT * FROM ask('"+e.word+"!') t"), "T ?column?", in("D "+e.word), "C SELECT 1", "T x n", answer[1], "C SELECT 1", "Z I")
			w.query(in("BEGIN; SELECT 1 FROM ask('"+e.word+"!') t"), "C BEGIN", "T ?column?", "D 1", "C SELECT 1", "Z T")
			w.query(in("ASK "+e.word+"!"), "T x n", answer[1], "C SELECT 1", "Z T")
			w.query("COMMIT", "C COMMIT", "Z I")
			if got := w.value("SHOW client_encoding"); got != e.name {
				t.Errorf("client_encoding is %s", got)
			}
			w.unchanged("I")
		})
	}
}

// What cannot be written in the client's encoding is said, and nothing is broken by it.
func TestEncodingsThatLack(t *testing.T) {
	t.Parallel()
	model := scripted{"kanji": "SELECT '表' AS x FROM products LIMIT 1", "beyond": "SELECT 1 AS x FROM products WHERE '€' = '' LIMIT 1",
		"bare": "SELECT length('€') AS x"}
	r := setup(t, withModel(model))
	w := r.wire("client_encoding", "LATIN1")
	const lacks = "E QA007 the statement holds a character that client_encoding LATIN1 does not have"
	w.query("ASK kanji", lacks, "Z I")
	w.query("ASK bare", lacks, "Z I") // reads no table, and is no less a statement
	w.query("SELECT * FROM ask('kanji') t", lacks, "Z I")
	w.query("SELECT 1; SELECT * FROM ask('beyond') t", lacks, "Z I")
	w.send(parse("", "ASK kanji"), bind("", ""), execute("", 0), msgSync)
	w.expect(lacks, "Z I")
	w.send(all("SELECT * FROM ask($1)", "kanji")...)
	w.expect("1", lacks, "Z I")
	w.query("SELECT 'not ours: \xe4, ask: what?'", "T ?column?", "D not ours: \xe4, ask: what?", "C SELECT 1", "Z I")
	w.query("ASK sql: kanji", "T sql", "D SELECT '?' …", "C SELECT 1", "Z I")
	w = r.wire("client_encoding", "SJIS")
	w.query("SELECT * FROM ask('\x81\xff') t", `E 22021 the question is not valid in client_encoding "SJIS"`, "Z I")
	for _, name := range []string{"SHIFT_JIS_2004", "JOHAB", "EUC_TW", "EUC_JIS_2004"} {
		w = r.wire("client_encoding", name)
		w.query("ASK kanji", "E QA007 questions cannot be read in client_encoding "+name, "Z I")
		w.query("SELECT 'task'", "T ?column?", "D task", "C SELECT 1", "Z I")
	}
	w = r.wire("client_encoding", "SQL_ASCII")
	w.query("ASK kanji", "T x", "D 表", "C SELECT 1", "Z I")
}

// Statements without a question pass as they are, whatever their bytes would mean in another encoding.
func TestEncodingsUntouched(t *testing.T) {
	t.Parallel()
	server := sandboxtest.Server(t)
	proxied := inFront(t, server.Addr())
	for _, e := range encodings {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			text, err := e.table.NewEncoder().String("SELECT '" + e.word + "', E'" + e.word + "', ' ask: " + e.word + "' AS \"" + e.word + "\" /* " + e.word + " ask */")
			if err != nil {
				t.Fatal(err)
			}
			same(t, server, proxied, func(p *peer) {
				p.turn(2, query(text), query("\x95\\ ask('x')"))
				p.turn(1, parse("", text), describe('S', ""), bind("", ""), execute("", 0), msgSync)
			}, "user", sandbox.Superuser, "database", "postgres", "client_encoding", e.name)
		})
	}
}
