package wire

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// Every character that is put into a charset comes out of it at the server as it was: a table of this language may
// know more than the server's.
func TestWrittenAsTheServerReads(t *testing.T) {
	t.Parallel()
	pg, err := pgconn.Connect(t.Context(), sandboxtest.Server(t).URL(sandboxtest.Empty(t), sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Close(t.Context())
	exec := func(sql string) []string {
		t.Helper()
		res, err := pg.Exec(t.Context(), sql).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, row := range res[len(res)-1].Rows {
			out = append(out, string(row[0]))
		}
		return out
	}
	exec(`CREATE FUNCTION reads(bytes bytea, charset text, c text) RETURNS boolean LANGUAGE plpgsql AS $$
		BEGIN RETURN convert_from(bytes, charset) = c; EXCEPTION WHEN OTHERS THEN RETURN false; END $$`)
	for _, name := range []string{"LATIN1", "LATIN2", "LATIN3", "LATIN4", "LATIN5", "LATIN6", "LATIN7", "LATIN8", "LATIN9", "LATIN10", "ISO_8859_5", "ISO_8859_6", "ISO_8859_7",
		"ISO_8859_8", "KOI8R", "KOI8U", "WIN866", "WIN874", "WIN1250", "WIN1251", "WIN1252", "WIN1253", "WIN1254", "WIN1255", "WIN1256", "WIN1257", "WIN1258", "EUC_JP", "SJIS",
		"EUC_KR", "UHC", "EUC_CN", "GBK", "GB18030", "BIG5"} {
		c := charsetOf(name)
		var rows []string
		for r := rune(0x80); r < 0x2fa20; r++ {
			if out, ok := c.Write(string(r)); ok && utf8.ValidRune(r) {
				rows = append(rows, fmt.Sprintf("('\\x%x'::bytea, %d)", out, r))
			}
		}
		var wrong []string
		for part := range slices.Chunk(rows, 5000) {
			wrong = append(wrong, exec("SELECT encode(b, 'hex') FROM (VALUES "+strings.Join(part, ",")+") AS v (b, n) WHERE NOT reads(b, '"+name+"', chr(n)) ORDER BY 1")...)
		}
		if len(wrong) > 0 {
			t.Errorf("%s: %d of %d characters are not the server's, by their bytes: %s", name, len(wrong), len(rows), spans(rows, wrong))
		}
	}
}

// spans returns the ranges of wrong encoded characters, with none between them that is right, as charset.go has them.
func spans(rows, wrong []string) string {
	var all []string
	for _, r := range rows {
		hex, _, _ := strings.Cut(strings.TrimPrefix(r, "('\\x"), "'")
		all = append(all, hex)
	}
	byLength := func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) }
	slices.SortFunc(all, byLength)
	var out strings.Builder
	for i := 0; i < len(all); i++ {
		from := i
		for i < len(all) && slices.Contains(wrong, all[i]) && len(all[i]) == len(all[from]) {
			i++
		}
		if i > from {
			fmt.Fprintf(&out, "{0x%s, 0x%s}, ", all[from], all[i-1])
			i--
		}
	}
	return out.String()
}
