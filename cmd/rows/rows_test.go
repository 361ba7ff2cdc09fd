package rows

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
)

// written is what a sink makes of rows, in which a value of "∅" is NULL.
func written(t *testing.T, format string, columns []Column, rows ...[]string) string {
	t.Helper()
	var out strings.Builder
	s, err := New(format, &out)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(columns); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		values := make([][]byte, len(r))
		for i, v := range r {
			if v != "∅" {
				values[i] = []byte(v)
			}
		}
		if err := s.Row(values); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.End(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestFormats(t *testing.T) {
	t.Parallel()
	columns := []Column{{"name", pgtype.TextOID}, {"n", pgtype.NumericOID}, {"ok", pgtype.BoolOID}, {"doc", pgtype.JSONBOID}}
	rows := [][]string{
		{"Zoë | \"x\",\n\x1b[31mred\u202e", "12.50", "t", `{"a": [1]}`},
		{"∅", "NaN", "f", "∅"},
	}
	for format, want := range map[string]string{
		"table": ` name                            |     n | ok  | doc
---------------------------------+-------+-----+------------
 Zoë | "x",\n\u001b[31mred\u202e | 12.50 | t   | {"a": [1]}
                                 |   NaN | f   | 
`,
		"markdown": `| name                             |     n | ok  | doc        |
| -------------------------------- | ----: | --- | ---------- |
| Zoë \| "x",\n\u001b[31mred\u202e | 12.50 | t   | {"a": [1]} |
|                                  |   NaN | f   |            |
`,
		"csv": "name,n,ok,doc\n\"Zoë | \"\"x\"\",\n\x1b[31mred\u202e\",12.50,t,\"{\"\"a\"\": [1]}\"\n,NaN,f,\n",
		"json": `[
  {"name": "Zoë | \"x\",\n\u001b[31mred` + "\u202e" + `", "n": 12.50, "ok": true, "doc": {"a": [1]}},
  {"name": null, "n": "NaN", "ok": false, "doc": null}
]
`,
	} {
		if got := written(t, format, columns, rows...); got != want {
			t.Errorf("%s:\n%s\nwant:\n%s", format, got, want)
		}
	}
}

func TestFormatsOfNothing(t *testing.T) {
	t.Parallel()
	columns := []Column{{"name", pgtype.TextOID}}
	for format, want := range map[string]string{
		"table": " name\n------\n", "markdown": "| name |\n| ---- |\n", "csv": "name\n", "json": "[]\n",
	} {
		if got := written(t, format, columns); got != want {
			t.Errorf("%s: %q, want %q", format, got, want)
		}
	}
}

// Widths come from the first rows; later ones are written as they come.
func TestLongTable(t *testing.T) {
	t.Parallel()
	var rows [][]string
	for range alignedRows {
		rows = append(rows, []string{"x", "1"})
	}
	rows = append(rows, []string{"much wider", "123456"})
	got := written(t, "table", []Column{{"a", pgtype.TextOID}, {"b", pgtype.Int4OID}}, rows...)
	if n := strings.Count(got, "\n"); n != alignedRows+3 {
		t.Errorf("%d lines", n)
	}
	if !strings.HasSuffix(got, "\n x   |   1\n much wider | 123456\n") {
		t.Errorf("ends in %q", got[len(got)-60:])
	}
}
