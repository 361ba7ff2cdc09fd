package cmd

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/pgask/pgask/audit"
)

// written is what a sink makes of rows, in which a value of "∅" is NULL.
func written(t *testing.T, format string, columns []column, rows ...[]string) string {
	t.Helper()
	var out strings.Builder
	s, err := newSink(format, &out)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.start(columns); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		values := make([][]byte, len(r))
		for i, v := range r {
			if v != "∅" {
				values[i] = []byte(v)
			}
		}
		if err := s.row(values); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.end(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestFormats(t *testing.T) {
	t.Parallel()
	columns := []column{{"name", pgtype.TextOID}, {"n", pgtype.NumericOID}, {"ok", pgtype.BoolOID}, {"doc", pgtype.JSONBOID}}
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
	columns := []column{{"name", pgtype.TextOID}}
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
	got := written(t, "table", []column{{"a", pgtype.TextOID}, {"b", pgtype.Int4OID}}, rows...)
	if n := strings.Count(got, "\n"); n != alignedRows+3 {
		t.Errorf("%d lines", n)
	}
	if !strings.HasSuffix(got, "\n x   |   1\n much wider | 123456\n") {
		t.Errorf("ends in %q", got[len(got)-60:])
	}
}

// What others wrote into a record cannot move the cursor of who reads it.
func TestRecordsArePrintable(t *testing.T) {
	t.Parallel()
	e := &audit.Entry{Seq: 7, Record: audit.Record{Event: audit.Finished, ID: "ab12", Question: "a\x1b[2Jb\nc", Role: "dba", Datasource: "shop",
		Outcome: audit.Refused, SQLState: "QA003", Message: "refused\r", Total: 12 * time.Millisecond,
		States: []audit.State{{Name: "guard", Took: time.Millisecond, Note: "unsafe"}}, Attempts: []audit.Attempt{{Draft: "DROP\x07"}}}}
	line := recordLine(e)
	if strings.ContainsAny(line, "\x1b\n\r") || !strings.Contains(line, "refused QA003") || !strings.HasSuffix(line, `a\u001b[2Jb\nc`) {
		t.Errorf("line %q", line)
	}
	story := recordStory(e)
	for _, want := range []string{"  question       a\\u001b[2Jb\\nc\n", "  state          guard       1ms       unsafe\n", "  attempt 1      DROP\\u0007\n",
		"  outcome        refused QA003 refused\n"} {
		if !strings.Contains(story, want) {
			t.Errorf("no %q in:\n%s", want, story)
		}
	}
}
