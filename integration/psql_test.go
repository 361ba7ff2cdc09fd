package integration

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/audit"
)

// psqlKnows is what the scripted model of the psql tests can answer. The keys hold what makes a question hard to carry.
var psqlKnows = scripted{
	"how many products":        "SELECT count(*) AS n FROM public.products",
	"alice's and o'brien's":    "SELECT 'both' AS who FROM regions LIMIT 1",
	"what's odd":               "SELECT 'odd' AS who FROM regions LIMIT 1",
	"C:\\temp; and :x or $$":   "SELECT 'text' AS who FROM regions LIMIT 1",
	"say \"quoted\" (openly":   "SELECT 'quotes' AS who FROM regions LIMIT 1",
	"first five":               "SELECT p.id, p.price > 0 AS dear FROM products p ORDER BY p.id LIMIT 5",
	"all the products":         "SELECT p.id FROM products p ORDER BY p.id",
	"broken division":          "SELECT 1 / (p.id - 3) AS x FROM products p ORDER BY p.id",
	"largest number":           "SELECT max(p.id) AS n FROM products p",
	"price per category below": "SELECT p.id FROM products p WHERE p.id < 4",
}

// TestPsqlForms sends every form of a question by standard input, as a person's session without a terminal does.
func TestPsqlForms(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(psqlKnows))
	cases := []struct {
		name, script, want string
	}{
		{"bare", "ASK how many products;", "288\n"},
		{"bare, lower case, over lines", "ask\n  how many\n products\n;", "288\n"},
		{"colon", "ask: how many products;", "288\n"},
		{"balanced apostrophes", "ASK alice's and o'brien's;", "both\n"},
		{"function", "SELECT * FROM ask('how many products');", "288\n"},
		{"function with a where", "SELECT t.id FROM ask('first five') AS t WHERE t.id > 3;", "4\n5\n"},
		{"function in a subquery", "SELECT sum(id) FROM (SELECT id FROM ask('first five') q LIMIT 2) s;", "3\n"},
		{"function, doubled apostrophe", "SELECT * FROM ask('what''s odd');", "odd\n"},
		{"function, dollar quotes", "SELECT * FROM ask($$what's odd$$);", "odd\n"},
		{"function in a join", "SELECT count(*) FROM ask('first five') a JOIN products p ON p.id = a.id;", "5\n"},
		{"function in a CTE", "WITH a AS (SELECT * FROM ask('first five') t) SELECT max(id) FROM a;", "5\n"},
		{"block comment", "/* ask: how many products */;", "288\n"},
		{"block comment with an odd apostrophe", "/* ask: what's odd */;", "odd\n"},
		{"block comment with what psql would read", "/* ask: C:\\temp; and :x or $$ */;", "text\n"},
		{"block comment with quotes", "/* ask: say \"quoted\" (openly */;", "quotes\n"},
		{"block comment at the end of the input", "/* ask: how many products */", "288\n"},
		{"carried by a bare select", "SELECT -- ask: how many products\n;", "288\n"},
		{"sent by \\g", "ASK how many products \\g\n", "288\n"},
		{"two in one script", "ASK how many products; SELECT 7; ASK largest number;", "288\n7\n288\n"},
		{"in copy", "COPY (SELECT id FROM ask('first five') t WHERE id < 3) TO STDOUT;", "1\n2\n"},
		{"in \\copy", "\\copy (select id from ask('first five') where id < 3) to stdout\n", "1\n2\n"},
		{"described", "SELECT * FROM ask('first five') \\gdesc\n", "id|integer\ndear|boolean\n"},
		{"fetched by cursor", "\\set FETCH_COUNT 10\nSELECT count(*) FROM ask('all the products') t;\nSELECT * FROM ask('first five');", "288\n1|t\n2|t\n3|t\n4|t\n5|t\n"},
		{"autocommit off", "\\set AUTOCOMMIT off\nASK how many products;\nSELECT 1;\nROLLBACK;", "288\n1\n"},
		{"left alone: a comment", "-- ask: how many products\nSELECT 1;", "1\n"},
		{"left alone: a string", "SELECT 'ask: how many products';", "ask: how many products\n"},
		{"into a temporary table", "CREATE TEMP TABLE x AS SELECT * FROM ask('first five') t; SELECT count(*) FROM x; ASK how many products;", "5\n288\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, errs := r.psql(c.script, "-qAt")
			if diff := cmp.Diff(c.want, out); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, errs)
			}
			if strings.Contains(errs, "ERROR") {
				t.Errorf("stderr: %s", errs)
			}
		})
	}
}

// TestPsqlArguments asks by -c, where alone a leading -- comment reaches the server, and by -f.
func TestPsqlArguments(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(psqlKnows))
	file := filepath.Join(t.TempDir(), "questions.sql")
	if err := os.WriteFile(file, []byte("/* ask: what's odd */;\nASK how many products;\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		args []string
		want string
	}{
		{[]string{"-c", "-- ask: how many products"}, "288\n"},
		{[]string{"-c", "/* ask: what's odd */"}, "odd\n"},
		{[]string{"-c", "ASK what's odd"}, "odd\n"},
		{[]string{"-c", "SELECT 5; SELECT * FROM ask('how many products'); SELECT 6"}, "5\n288\n6\n"},
		{[]string{"-c", "ASK how many products", "-c", "SELECT 1"}, "288\n1\n"},
		{[]string{"-f", file}, "odd\n288\n"},
		{[]string{"-1", "-f", file}, "odd\n288\n"},
	}
	for _, c := range cases {
		t.Run(strings.Join(c.args[:2], " "), func(t *testing.T) {
			t.Parallel()
			out, errs := r.psql("", append([]string{"-qAt"}, c.args...)...)
			if diff := cmp.Diff(c.want, out); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, errs)
			}
		})
	}
}

// printedByPsql drops the ids, which differ from run to run.
func printedByPsql(s string) string {
	return regexp.MustCompile(`[0-9a-f]{12}`).ReplaceAllString(s, "ID")
}

func TestPsqlNotices(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(psqlKnows))
	out, errs := r.psql("ASK how many products;")
	if want := "  n  \n-----\n 288\n(1 row)\n\n"; out != want {
		t.Errorf("stdout %q, want %q", out, want)
	}
	want := "NOTICE:  Read as how many products.\nNOTICE:  SQL: SELECT count(*) AS n FROM public.products\n"
	if diff := cmp.Diff(want, errs); diff != "" {
		t.Errorf("stderr (-want +got):\n%s", diff)
	}
	_, errs = r.psql("SET client_min_messages = warning; ASK how many products;")
	if errs != "" {
		t.Errorf("with client_min_messages = warning psql shows %q", errs)
	}
}

func TestPsqlClarification(t *testing.T) {
	t.Parallel()
	r := setup(t)
	out, errs := r.psql("ASK show returns;\nASK 2;\nASK answer: 1;\n", "-A")
	if !strings.HasPrefix(printedByPsql(errs), "NOTICE:  “returns” fits more than one table. Which is meant?\n"+
		"  1. order_returns: Goods that customers sent back.\n  2. supplier_returns: Goods that we sent back to their supplier.\nHINT:  Answer with ASK 1; or by name, ASK order_returns;\n") {
		t.Errorf("the clarification was shown as %s", errs)
	}
	if !strings.Contains(errs, "HINT:  Answer with ASK 1; or by name, ASK order_returns;") {
		t.Errorf("no hint in %s", errs)
	}
	if !strings.Contains(errs, "FROM public.supplier_returns") || !strings.HasPrefix(out, "id|supplier|") {
		t.Errorf("the answer did not choose: %.200s\n%s", out, errs)
	}
	// It has been answered: there is nothing left to answer.
	if !strings.Contains(errs, "ERROR:  there is no open question to answer in this session") {
		t.Errorf("answered twice: %s", errs)
	}
}

func TestPsqlTransaction(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(psqlKnows))
	cases := []struct {
		name, script, want string
		errors             []string
	}{
		{"an error before the question", "BEGIN; SELECT 1/0; ASK how many products; ROLLBACK; SELECT 1;", "1\n",
			[]string{"division by zero", "current transaction is aborted, commands ignored until end of transaction block"}},
		{"a refused question", "BEGIN; ASK delete every product; SELECT 1; ROLLBACK; SELECT 2;", "2\n",
			[]string{"refused: pgask only reads, and this asks to delete", "current transaction is aborted, commands ignored until end of transaction block"}},
		{"a question nobody can answer", "BEGIN; ASK the meaning of life; SELECT 1; COMMIT; SELECT 2;", "2\n",
			[]string{"this question cannot be answered from this database: not in the script", "current transaction is aborted, commands ignored until end of transaction block"}},
		{"a refused question rolled back by psql", "\\set ON_ERROR_ROLLBACK on\nBEGIN; SELECT 1; ASK delete every product; ASK how many products; COMMIT;", "1\n288\n",
			[]string{"refused: pgask only reads, and this asks to delete"}},
		{"the user's savepoints", "BEGIN; SAVEPOINT a; ASK how many products; SELECT 1/0; ROLLBACK TO a; ASK how many products; COMMIT;", "288\n288\n",
			[]string{"division by zero"}},
		{"settings of the transaction", "BEGIN; SET LOCAL search_path = pg_catalog; SET LOCAL statement_timeout = '33s'; ASK how many products; SHOW search_path; SHOW statement_timeout; COMMIT; SHOW statement_timeout;",
			"288\npg_catalog\n33s\n0\n", nil},
		{"a serializable one", "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE; ASK how many products; SHOW transaction_isolation; COMMIT;", "288\nserializable\n", nil},
		{"the first statement decides the snapshot, not the question", "BEGIN; ASK how many products; SET TRANSACTION ISOLATION LEVEL SERIALIZABLE; ROLLBACK;", "288\n",
			[]string{"SET TRANSACTION ISOLATION LEVEL must be called before any query"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, errs := r.psql(c.script, "-qAt")
			if diff := cmp.Diff(c.want, out); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, errs)
			}
			var got []string
			for _, line := range strings.Split(errs, "\n") {
				if message, ok := strings.CutPrefix(line, "ERROR:  "); ok {
					got = append(got, message)
				}
			}
			if diff := cmp.Diff(c.errors, got); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
		})
	}
}

// TestPsqlRowCap: people and programs get what there is, with a warning that it was cut, and the record says so.
func TestPsqlRowCap(t *testing.T) {
	t.Parallel()
	r := setup(t)
	out, errs := r.psql("ASK show customers;", "-qAt")
	if n := strings.Count(out, "\n"); n != 1000 {
		t.Errorf("%d rows, want 1000", n)
	}
	if !strings.Contains(errs, "WARNING:  the answer was cut after 1000 rows\nHINT:  Name a limit") {
		t.Errorf("stderr %s", errs)
	}
	got, text := r.last()
	if got.Outcome != audit.Answered || got.Rows != 1000 || !got.Truncated {
		t.Errorf("recorded %s", text)
	}
	w := r.wire()
	w.send(query("ASK show customers"))
	lines := w.turn(1)
	if end := lines[len(lines)-2]; end != "C SELECT 1000" || len(lines) != 1003 {
		t.Errorf("by a driver: %d messages, then %q", len(lines), end)
	}
	if got, text := r.last(); got.Outcome != audit.Answered || got.Rows != 1000 || !got.Truncated || got.SQLState != "" {
		t.Errorf("recorded %s", text)
	}
	if !strings.Contains(w.said.String(), "B N WARNING the answer was cut after 1000 rows") {
		t.Error("the driver is not warned")
	}
	w.query("SELECT 1", "T ?column?", "D 1", "C SELECT 1", "Z I")
	w.query("SELECT count(*) > 1000 FROM ask('show customers') t", "T ?column?", "D t", "C SELECT 1", "Z I")
}

// TestPsqlMacro types a question at the prompt of the macro that pgask itself prints.
func TestPsqlMacro(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(psqlKnows))
	cmd := exec.Command("go", "run", "..", "psqlrc")
	macro, err := cmd.Output()
	if err != nil {
		t.Fatalf("go run .. psqlrc: %v", err)
	}
	out, errs := r.psql(string(macro)+"\n:ask\nwhat's odd\n:ask\nsay \"quoted\" (openly\nSELECT 1;\n", "-qAt")
	if want := "odd\nquotes\n1\n"; !strings.HasSuffix(out, want) {
		t.Errorf("stdout %q, want %q\n%s", out, want, errs)
	}
}

// TestPsqlFitsTerminal: what ASK sql and ASK explain tell at psql fits into 80 columns, however long the statement is.
func TestPsqlFitsTerminal(t *testing.T) {
	t.Parallel()
	const question = "customers from Germany without orders"
	r := setup(t)
	out, errs := r.psql("ASK sql: "+question+";\nASK explain: "+question+";\n", "-q")
	if !strings.Contains(out, "FROM public.customers") {
		t.Fatalf("psql shows %s\n%s", out, errs)
	}
	for line := range strings.Lines(out) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	out, errs = r.psql("SELECT detail FROM ask_explain('"+question+"') t WHERE aspect = 'prompt';", "-qAt")
	if _, schema, _ := strings.Cut(out, "<<SCHEMA"); !strings.Contains(schema, "customer_addresses") {
		t.Errorf("the prompt that a model would see lacks the schema: %s\n%s", out, errs)
	}
}
