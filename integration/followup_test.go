package integration

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate"
)

// sqlShown is the statement that psql is told, which may go on in indented lines.
var sqlShown = regexp.MustCompile(`(?m)^NOTICE:  SQL: (.*(?:\n  .*)*)$`)

// TestPsqlConversation goes through a clarification, its answer, patches in every form, an undo, a change by a model,
// feedback, and the same question again from memory.
func TestPsqlConversation(t *testing.T) {
	t.Parallel()
	psqlConversation(t, setup(t, withComparer))
}

// withComparer is a model that knows one change.
func withComparer(_ *proxy.Config, c *translate.Config) {
	m := scripted{"compare that": "SELECT stores.country, count(*) AS stores FROM stores s GROUP BY stores.country ORDER BY stores.country LIMIT 1"}
	c.Model = m
}

func psqlConversation(t *testing.T, r *rig) {
	t.Helper()
	const stores = "SELECT stores.name FROM public.stores"
	turns := []struct {
		types string
		want  string // the SQL shown, or the beginning of the error
	}{
		{"ASK show returns;", "“returns” fits more than one table. Which is meant?"},
		{"ASK 7;", `ERROR:  "7" is none of the choices`},
		{"ASK use table nowhere;", "ERROR:  there is no table nowhere that you may read, or there are several"},
		{"ASK 2;", "SELECT supplier_returns.id, suppliers.name AS supplier, products.name AS product, supplier_returns.quantity, supplier_returns.reason, " +
			"supplier_returns.credit_amount, supplier_returns.returned_on FROM public.supplier_returns " +
			"JOIN public.suppliers ON supplier_returns.supplier_id = suppliers.id JOIN public.products ON supplier_returns.product_id = products.id"},
		{"ASK answer: 1;", "ERROR:  there is no open question to answer in this session"},
		{"ASK show the name of all stores;", stores},
		{"ASK refine: add the city;", "SELECT stores.name, stores.city FROM public.stores"},
		{"/* ask refine: newest first, only the top 3 */;", "SELECT stores.name, stores.city FROM public.stores ORDER BY stores.opened_on DESC NULLS LAST LIMIT 3"},
		{`SELECT * FROM ask_patch('{"operation":"remove_column","column":"city"}') p;`, "SELECT stores.name FROM public.stores ORDER BY stores.opened_on DESC NULLS LAST LIMIT 3"},
		{"SELECT * FROM ask_refine('limit 1') r WHERE name <> '';", "SELECT stores.name FROM public.stores ORDER BY stores.opened_on DESC NULLS LAST LIMIT 1"},
		{"ASK refine: undo;", "SELECT stores.name FROM public.stores ORDER BY stores.opened_on DESC NULLS LAST LIMIT 3"},
		{"ASK refine: add the shoe size of everybody;", "ERROR:  this question cannot be answered from this database: not in the script"},
		{`SELECT * FROM ask_patch('{"operation":"explode"}');`, `ERROR:  not changed: operation "explode" is none of`},
		{"ASK refine: compare that by country;", "SELECT s.country, count(*) AS stores FROM public.stores s GROUP BY s.country ORDER BY s.country LIMIT 1"},
		{"ASK good:;", ""},
		{"ASK show the name of all stores;", stores},
	}
	var script strings.Builder
	for _, turn := range turns {
		script.WriteString("\\warn ==\n" + turn.types + "\n")
	}
	_, errs := r.psql(script.String(), "-qAt")
	parts := strings.Split(errs, "==\n")[1:]
	if len(parts) != len(turns) {
		t.Fatalf("%d parts of %d:\n%s", len(parts), len(turns), errs)
	}
	for i, turn := range turns {
		got := parts[i]
		if m := sqlShown.FindStringSubmatch(got); m != nil {
			got = strings.Join(strings.Fields(m[1]), " ")
		}
		got = strings.TrimPrefix(got, "NOTICE:  ")
		if len(got) > len(turn.want) && (strings.HasPrefix(turn.want, "ERROR") || strings.HasPrefix(turn.want, "“") || strings.HasSuffix(turn.want, "_id")) {
			got = got[:len(turn.want)]
		}
		if diff := cmp.Diff(turn.want, strings.TrimSpace(got)); diff != "" && turn.want != "" {
			t.Errorf("%s (-want +got):\n%s", turn.types, diff)
		}
	}
	calls := 0
	for _, rec := range r.journal.all() {
		calls += rec.Calls
	}
	last, text := r.last()
	if last.Calls != 0 || calls == 0 || !strings.Contains(text, "remembered") {
		t.Errorf("%d calls, and %d for the question that was asked before: %s", calls, last.Calls, text)
	}
}

// TestPsqlOptions draws the controls of an answer, which join like any table.
func TestPsqlOptions(t *testing.T) {
	t.Parallel()
	r := setup(t)
	out, errs := r.psql("ASK show the name of all stores;\nASK refine: sort by name descending, top 3;\n"+
		"\\echo ==\nSELECT column_name, type, selected, role, key, nullable, sortable, sorted, sort_position, row_limit, changes FROM ask_options() o WHERE selected OR key <> '' ORDER BY 1;\n"+
		"SELECT count(*) FROM ask_options() o WHERE sortable;\n", "-qAt")
	_, got, _ := strings.Cut(out, "==\n")
	want := "id|integer|f||primary|f|t|||3|1\nname|text|t|output, order||f|t|desc|1|3|1\nregion_id|integer|f||foreign|f|t|||3|1\n7\n"
	if diff := cmp.Diff(want, strings.ReplaceAll(got, "unique", "")); diff != "" {
		t.Errorf("(-want +got):\n%s\n%s", diff, errs)
	}
	if _, errs := r.psql("SELECT * FROM ask_options();", "-qAt"); !strings.Contains(errs, "there is no answer in this session whose options could be shown") {
		t.Errorf("without an answer: %s", errs)
	}
}

// Drivers that describe a statement in one batch and run it in another send the same text twice: the second reply is
// the first once more, and not one to nothing.
func TestReplyParsedTwice(t *testing.T) {
	t.Parallel()
	w := setup(t).wire()
	for _, reply := range []string{"SELECT count(*) FROM ask_answer('2') AS t", "ASK 2"} {
		w.query("SET client_min_messages = error", "C SET", "Z I")
		w.query("SELECT * FROM ask('show returns') AS t", "E QA001…", "Z I")
		w.send(parse("", reply), describe('S', ""), msgSync)
		described := w.turn(1)
		w.send(parse("", reply), describe('S', ""), msgSync)
		if diff := cmp.Diff(described, w.turn(1)); diff != "" || len(described) < 3 || described[0] != "1" {
			t.Errorf("%s (-first +second):\n%s", reply, diff)
		}
		w.query("SELECT count(*) FROM ask('how many regions are there') AS t", "T count", "D 1", "C SELECT 1", "Z I")
		w.send(parse("", "SELECT count(*) FROM ask_answer('2') AS t"), msgSync)
		w.expect("E QA007 there is no open question to answer in this session", "Z I")
	}
}

// What changes the last answer needs no "refine:"; who writes SQL behind ASK, asks in another language or answers
// what was not asked is told what to say.
func TestNextStep(t *testing.T) {
	t.Parallel()
	r := setup(t)
	for typed, want := range map[string]string{
		"ASK list products with a price below 20; ASK sort by price;": "ORDER BY products.price",
		"ASK list products with a price below 20; ASK only the top 3": "LIMIT 3",
		"ASK sort by price;":                   "HINT:  ASK which tables are there;",
		"ASK SELECT zork(x) FROM orders;":      "HINT:  If that is SQL, write it without ASK",
		"ASK wie viele kunden gibt es;":        "HINT:  Questions are read in English.",
		"ASK the second;":                      "no question is open in this session",
		"ASK no;":                              "no question is open in this session",
		"ASK show returns; ASK no; ASK 1;":     "no question is open in this session",
		"ASK show returns; ASK none of them;":  "ERROR:  “show returns” is left unanswered",
		"ASK show returns; ASK supplier ones;": "public.supplier_returns",
		"ASK average rating; ASK reviews;":     "avg(reviews.rating)",
		"ASK list products with a price below 20; ASK refine: what about 30?": "products.price < 30",
	} {
		if _, errs := r.psql(typed); !strings.Contains(errs, want) {
			t.Errorf("%s said\n%s, want %s", typed, errs, want)
		}
	}
}

// An answer that a question brings along goes before what the role has answered another time, and teaches nothing.
func TestAnswerBroughtAlong(t *testing.T) {
	t.Parallel()
	r := setup(t, withMemory(t, state.Config{Dir: t.TempDir()}))
	const question = "SELECT count(*) FROM ask('show returns', answer => '"
	if out, errs := r.psql("ASK show returns; ASK 1;", "-qAt"); !strings.Contains(printedByPsql(errs), "order_returns") {
		t.Fatal(out, errs)
	}
	for answer, want := range map[string]string{"2": "260", "supplier_returns": "260", "the second": "260", "1": "1425"} {
		if out, errs := r.psql("SET client_min_messages = error; "+question+answer+"') t;", "-qAt"); strings.TrimSpace(out) != want {
			t.Errorf("answer => '%s' gave %s %s", answer, out, errs)
		}
	}
	if _, errs := r.psql(question + "7') t;"); !strings.Contains(errs, `"7" is none of the choices`) {
		t.Errorf("a choice that there is not: %s", errs)
	}
	if out, errs := r.psql("SELECT count(*) FROM ask('show returns') t;", "-qAt"); strings.TrimSpace(out) != "1425" {
		t.Errorf("what the role answered is forgotten: %s %s", out, errs)
	}
}

// A question that is asked back is answered in one go, by number or by name.
func TestAnswersInOneGo(t *testing.T) {
	t.Parallel()
	r := setup(t, withMemory(t, state.Config{Dir: t.TempDir()}))
	const question = "SELECT * FROM ask('average cost of returns', answer => '"
	for _, answers := range []string{"order_returns", "1"} {
		out, errs := r.psql(question+answers+"') t;", "-qAt")
		if errs = printedByPsql(errs); !strings.Contains(errs, "public.order_returns") || out == "" {
			t.Errorf("%s: %s\n%s", answers, out, errs)
		}
	}
}
