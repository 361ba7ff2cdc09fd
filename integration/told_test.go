package integration

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// noticed sends messages and returns the notices of the turn, and all else that was heard.
func (w *wire) noticed(messages ...pgproto3.FrontendMessage) (notices, rest []string) {
	w.tb.Helper()
	w.notices = true
	defer func() { w.notices = false }()
	w.send(messages...)
	for _, l := range w.turn(1) {
		if strings.HasPrefix(l, "N ") {
			notices = append(notices, l)
		} else {
			rest = append(rest, l)
		}
	}
	return notices, rest
}

// TestKeptByAView: who puts a question into a view is told that its SQL stays.
func TestKeptByAView(t *testing.T) {
	t.Parallel()
	w := setupOn(t, sandboxtest.OwnShop(t), withModel(knows)).wire()
	for sql, what := range map[string]string{
		"CREATE TEMP VIEW v AS SELECT * FROM ask('five products')":                     "view",
		"CREATE OR REPLACE TEMP VIEW w AS SELECT * FROM ask('five products') t":        "view",
		"SELECT 1; CREATE TEMP VIEW x AS SELECT * FROM ask('product count'); SELECT 2": "view",
		"SELECT * FROM ask('five products')":                                           "",
		"CREATE TEMP TABLE t AS SELECT * FROM ask('five products')":                    "",
		"CREATE TEMP VIEW y AS SELECT 1 AS one; SELECT * FROM ask('five products')":    "",
	} {
		want := "N NOTICE the " + what + " keeps the SQL that the question has become now; the question is not asked again"
		notices, rest := w.noticed(query(sql))
		if slices.Contains(notices, want) != (what != "") || rest[len(rest)-1] != "Z I" {
			t.Errorf("%s: %q, %q", sql, notices, rest)
		}
	}
	notices, _ := w.noticed(parse("", "CREATE TEMP VIEW z AS SELECT * FROM ask($1)"), bind("", "", "five products"), execute("", 0), msgSync)
	if !slices.ContainsFunc(notices, func(l string) bool { return strings.Contains(l, "the view keeps the SQL") }) {
		t.Errorf("bound: %q", notices)
	}
	w.query("SELECT count(*) FROM z", "T count", "D 5", "C SELECT 1", "Z I")
	w.query("SET client_min_messages = 'warning'", "C SET", "Z I")
	if notices, _ := w.noticed(query("CREATE TEMP VIEW quiet AS SELECT * FROM ask('five products')")); len(notices) > 0 {
		t.Errorf("with client_min_messages: %q", notices)
	}
}

// TestChoicesAsRows: with ask.clarify = rows a question back is a result wherever the question stands.
func TestChoicesAsRows(t *testing.T) {
	t.Parallel()
	w := setup(t).wire()
	w.query("SET ask.clarify = 'rows'", "C SET", "Z I")
	for _, sql := range []string{"ASK show returns", "SELECT * FROM ask('show returns')", "SELECT choice, answer, meaning FROM ask('show returns') t ORDER BY choice"} {
		w.send(query(sql))
		simple := w.turn(1)
		if simple[0] != "T choice answer meaning" || !strings.HasPrefix(simple[1], "D 1 order_returns") || !strings.HasPrefix(simple[2], "D 2 supplier_returns") {
			t.Errorf("%s: %q", sql, simple)
		}
		w.send(parse("", sql), bind("", ""), describe('P', ""), execute("", 0), msgSync)
		if extended := w.turn(1); !slices.Equal(extended[2:], simple) {
			t.Errorf("%s: %q in a simple Query, %q in the extended protocol", sql, simple, extended)
		}
	}
	w.query("SELECT ask_json->>'choice' AS c FROM ask_json('show returns')", "T c", "D 1", "D 2", "C SELECT 2", "Z I")
	w.send(parse("s", "SELECT * FROM ask_json($1)"), describe('S', "s"), msgSync, bind("", "s", "show returns"), execute("", 1), msgSync)
	w.expect("1", "t 25", "T ask_json", "Z I", "2", `D {"choice":1,…`, "s", "Z I")
	w.unchanged("I")
}
