package recognise

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStatements(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want []string // keyword and text, + if a question is in it
	}{
		{"", nil},
		{" ; ;-- ping\n;/* x */", nil},
		{"select 1", []string{"SELECT select 1"}},
		{" BEGIN ; /* a */ ask how many -- b\n; SELECT * FROM ask('q') t ;", []string{
			"BEGIN BEGIN", "ASK /* a */ ask how many -- b+", "SELECT SELECT * FROM ask('q') t+"}},
		{"-- ask: q\n;commit", []string{" -- ask: q+", "COMMIT commit"}},
		{"start transaction;(select 1);'x'", []string{"START start transaction", " (select 1)", " 'x'"}},
		{"SELECT (1;2); SELECT 3", []string{"SELECT SELECT (1;2)", "SELECT SELECT 3"}},
		{"SELECT [1; SELECT 2", []string{"SELECT SELECT [1", "SELECT SELECT 2"}},
		{"SELECT ';'; SELECT $$;$$, \";\" -- ;\n/* ; */", []string{"SELECT SELECT ';'", "SELECT SELECT $$;$$, \";\" -- ;\n/* ; */"}},
		{"CREATE PROCEDURE p() BEGIN ATOMIC SELECT 1; SELECT CASE WHEN true THEN 1 END; END; SELECT 2",
			[]string{"CREATE CREATE PROCEDURE p() BEGIN ATOMIC SELECT 1; SELECT CASE WHEN true THEN 1 END; END", "SELECT SELECT 2"}},
		{"BEGIN ATOMIC; SELECT 2", []string{"BEGIN BEGIN ATOMIC", "SELECT SELECT 2"}},
		{"SELECT )) 1; SELECT 2", []string{"SELECT SELECT )) 1", "SELECT SELECT 2"}},
	}
	for _, tt := range tests {
		r, err := Find(tt.text, standard)
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
		}
		var got []string
		for i, s := range r.Statements {
			line := s.Keyword + " " + tt.text[s.Start:s.End]
			for _, q := range r.Questions {
				if q.Statement == i {
					line += "+"
				}
			}
			got = append(got, line)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
}

func TestWhole(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"ASK a": true, "-- Metabase:: x\n-- ask: a": true, ";/* ask: a */;": true, "SELECT LIMIT 5": false, "/* ask: a */ SELECT LIMIT 5": true,
		"SELECT * FROM ask('a')": false, "ASK a; SELECT 1": false, "BEGIN; ASK a": false, "ASK a; ASK b": false, "": false, "ASK a; -- done": true,
	} {
		r, err := Find(text, standard)
		if _, got := r.Whole(); got != want || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

func TestLimit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"/* ask: a */": -1, "/* ask: a */ SELECT LIMIT 0": 0, "-- ask: a\nselect 1 limit 1001;": 1001, "ASK a LIMIT 5": -1,
	} {
		r, err := Find(text, standard)
		if q, ok := r.Whole(); !ok || err != nil || q.Limit != want {
			t.Errorf("%q: %d, %v", text, q.Limit, err)
		}
	}
}

func TestRemark(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"-- Metabase:: userID: 1 queryType: native queryHash: ab\n-- ask: q": "Metabase:: userID: 1 queryType: native queryHash: ab",
		"/* Username: a@b, query_id: 7, Queue: q */ ASK how many":            "Username: a@b, query_id: 7, Queue: q",
		"-- ask: q\n-- Metabase:: userID: 1":                                 "Metabase:: userID: 1",
		"SELECT /* no */ 1 FROM ask('q')":                                    "",
		"ASK q -- no":                                                        "",
		"-- " + strings.Repeat("é", 200) + "\nASK q":                         strings.Repeat("é", 128),
		"-- a" + strings.Repeat("é", 200) + "\nASK q":                        "a" + strings.Repeat("é", 127),
		"-- \xff\nASK q":                                                     "?",
	} {
		r, err := Find(text, standard)
		if r.Remark != want || err != nil {
			t.Errorf("%q: %q, %v", text, r.Remark, err)
		}
	}
}

func TestOwnAsk(t *testing.T) {
	t.Parallel()
	own := Options{StandardConformingStrings: true, OwnAsk: true}
	runFind(t, []findTest{
		{text: "SELECT * FROM ask('q')"}, {text: "SELECT ask('q')"}, {text: "SELECT * FROM ask(name) WITH ORDINALITY"}, {text: "ask_log()"},
		{"ASK q", "q", "A"}, {"/* ask: q */;", "q", "A;"}, {"ask('q')", "q", "A"},
		{"SELECT * FROM ask('q'); ASK q", "q", "SELECT * FROM ask('q'); A"},
	}, own)
}

func TestCalls(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"SELECT * FROM ask('q')": true, "SELECT ask('q')": true, "SELECT * FROM ask(name)": true, "ASK q": false, "SELECT ask FROM t": false,
		"SELECT * FROM s.ask('q')": false, "CREATE FUNCTION ask(q text)": false, "INSERT INTO ask (a) VALUES (1)": false,
	} {
		if r, _ := Find(text, standard); r.Calls != want {
			t.Errorf("%q: %v", text, r.Calls)
		}
	}
}

func TestBackslashStrings(t *testing.T) {
	t.Parallel()
	runFind(t, []findTest{
		{`SELECT 'a\' FROM ask(''q'') '; SELECT * FROM ask('it\'s')`, "it's", `SELECT 'a\' FROM ask(''q'') '; SELECT * FROM (A) AS ask`},
		{`ASK 'it\'s';`, "it's", "A;"},
		{`ASK C:\what's up;`, `C:\what's up`, "A;"},
	}, Options{})
}

func TestReplace(t *testing.T) {
	t.Parallel()
	r, err := Find("ASK a; SELECT * FROM ask('b'), ask('c')WHERE true; -- x", standard)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		answers []string
		want    string
	}{
		{nil, r.Text},
		{[]string{"A"}, "A; SELECT * FROM ask('b'), ask('c')WHERE true; -- x"},
		{[]string{"", "B --c", "C", "D"}, "ASK a; SELECT * FROM (B --c\n) AS ask, (C) AS ask_2 WHERE true; -- x"},
	} {
		if got := r.Replace(tt.answers); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.answers, got, tt.want)
		}
	}
	got, want := r.ReplaceBehind([]string{"", "check; "}, []string{"A", "B", "C"}), "A; check; SELECT * FROM (B) AS ask, (C) AS ask_2 WHERE true; -- x"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
