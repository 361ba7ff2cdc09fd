package integration

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// form is one way in which a client puts a question into a statement: the text as it is sent in a simple Query, and
// what the client hears.
type form struct {
	name, sql string
	want      []string
}

// known reports whether a server of that major version has what the form is about.
func (f form) known(major int) bool {
	return major >= 15 || f.name != "MERGE" && f.name != "what is left of these"
}

// rows are the replies to a query with these columns and rows.
func rows(columns string, rows ...string) []string {
	lines := []string{"T " + columns}
	for _, r := range rows {
		lines = append(lines, "D "+r)
	}
	return append(lines, "C SELECT "+itoa(int64(len(rows))), "Z I")
}

// ownForms are statements as people write them: a question wherever a table may stand.
var ownForms = []form{
	{"subquery with a limit", "SELECT id FROM (SELECT * FROM ask('five products') LIMIT 2) s ORDER BY id DESC", rows("id", "2", "1")},
	{"CTE", "WITH a AS (SELECT * FROM ask('five products')) SELECT max(id) FROM a", rows("max", "5")},
	{"CTE, materialised and recursive", "WITH RECURSIVE a AS MATERIALIZED (SELECT * FROM ask('five products')), n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2) " +
		"SELECT count(*) FROM a, n", rows("count", "10")},
	{"join of two questions", "SELECT a.id FROM ask('five products') a JOIN ask('every product') b ON a.id = b.id WHERE b.id > 3 ORDER BY 1", rows("id", "4", "5")},
	{"two questions, no aliases", "SELECT ask.id, ask_2.n FROM ask('five products'), ask('product count') ORDER BY 1 LIMIT 1", rows("id n", "1 288")},
	{"LATERAL", "SELECT p.id, t.n FROM products p, LATERAL ask('product count') t WHERE p.id < 3 ORDER BY 1", rows("id n", "1 288", "2 288")},
	{"LATERAL with a subquery", "SELECT p.id, t.id FROM products p CROSS JOIN LATERAL (SELECT id FROM ask('five products') a WHERE a.id > p.id LIMIT 1) t WHERE p.id = 2",
		rows("id id", "2 3")},
	{"UNION", "SELECT id FROM ask('five products') WHERE id < 2 UNION ALL SELECT n FROM ask('product count') t", rows("id", "1", "288")},
	{"EXISTS and IN", "SELECT 1 AS x WHERE EXISTS (SELECT FROM ask('five products')) AND 3 IN (SELECT id FROM ask('five products') t)", rows("x", "1")},
	{"scalar subquery", "SELECT (SELECT n FROM ask('product count')) + 1 AS more", rows("more", "289")},
	{"aggregate and window", "SELECT id, sum(id) OVER (ORDER BY id) FROM ask('five products') t WHERE id < 3", rows("id sum", "1 1", "2 3")},
	{"alias with columns", "SELECT b FROM ask('product count') AS t(b)", rows("b", "288")},
	{"TABLE of a CTE", "WITH t AS (SELECT * FROM ask('product count')) TABLE t", rows("n", "288")},
	{"upper case, dollar quotes, cast", "SELECT N FROM ASK($q$product count$q$::text) T", rows("n", "288")},
	{"comment before", "/* why */ SELECT n -- and\nFROM /* where */ ask /* ? */ ( 'product count' ) t", rows("n", "288")},
	{"COPY", "COPY (SELECT id FROM ask('five products') t WHERE id < 2) TO STDOUT WITH (FORMAT csv, HEADER)",
		[]string{"*pgproto3.CopyOutResponse", "*pgproto3.CopyData", "*pgproto3.CopyData", "*pgproto3.CopyDone", "C COPY 1", "Z I"}},
	{"EXPLAIN", "EXPLAIN (COSTS OFF) SELECT n FROM ask('product count') t", []string{"T QUERY PLAN", "D Aggregate", "D   ->  Seq Scan on products", "C EXPLAIN", "Z I"}},
	{"CREATE TABLE AS", "CREATE TEMP TABLE kept AS SELECT * FROM ask('five products')", []string{"C SELECT 5", "Z I"}},
	{"SELECT INTO", "SELECT id INTO TEMP kept2 FROM ask('five products') t WHERE id > 4", []string{"C SELECT 1", "Z I"}},
	{"INSERT SELECT", "INSERT INTO kept SELECT id + 5 FROM ask('five products') t", []string{"C INSERT 0 5", "Z I"}},
	{"UPDATE FROM", "UPDATE kept SET id = 0 FROM ask('five products') t WHERE kept.id = t.id + 5 AND t.id > 3", []string{"C UPDATE 2", "Z I"}},
	{"DELETE USING", "DELETE FROM kept USING ask('five products') t WHERE kept.id = t.id", []string{"C DELETE 5", "Z I"}},
	{"MERGE", "MERGE INTO kept USING ask('five products') t ON kept.id = t.id WHEN NOT MATCHED THEN INSERT VALUES (t.id)", []string{"C MERGE 5", "Z I"}},
	{"what is left of these", "SELECT array_agg(id ORDER BY id) FROM kept", rows("array_agg", "{0,0,1,2,3,4,5,6,7,8}")},
	{"CREATE VIEW", "CREATE TEMP VIEW seen AS SELECT * FROM ask('five products')", []string{"C CREATE VIEW", "Z I"}},
	{"the view", "SELECT count(*) FROM seen", rows("count", "5")},
	{"PREPARE", "PREPARE p (int) AS SELECT id FROM ask('five products') t WHERE id > $1 ORDER BY id", []string{"C PREPARE", "Z I"}},
	{"EXECUTE", "EXECUTE p(3)", rows("id", "4", "5")},
	{"DEALLOCATE", "DEALLOCATE p", []string{"C DEALLOCATE", "Z I"}},
	{"cursor", "BEGIN; DECLARE c NO SCROLL CURSOR FOR SELECT * FROM ask('five products'); FETCH 2 FROM c; CLOSE c; COMMIT",
		[]string{"C BEGIN", "C DECLARE CURSOR", "T id", "D 1", "D 2", "C FETCH 2", "C CLOSE CURSOR", "C COMMIT", "Z I"}},
	{"several statements", "SELECT 1 AS a; SELECT * FROM ask('product count'); /* ask: product count */; SELECT 2 AS b;",
		[]string{"T a", "D 1", "C SELECT 1", "T n", "D 288", "C SELECT 1", "T n", "D 288", "C SELECT 1", "T b", "D 2", "C SELECT 1", "Z I"}},
	{"only mentioned", "SELECT 'FROM ask(''five products'')' AS t, $$ask('x')$$ AS u -- FROM ask('y')\n/* ask('z') */", rows("t u", "FROM ask('five products') ask('x')")},
	{"a function body keeps its text", "DO $$ BEGIN PERFORM 'ask(1)'; END $$", []string{"C DO", "Z I"}},
	{"a ping", "-- ping", []string{"I", "Z I"}},
	{"nothing", ";", []string{"I", "Z I"}},
	{"empty", "", []string{"I", "Z I"}},
}

// toolForms are statements as BI tools and drivers send them: what they put around a question that somebody saved,
// and what they make of its text.
var toolForms = []form{
	{"Superset: SQL Lab", "SELECT\n  *\nFROM ASK('five products') AS t\nLIMIT 1001", rows("id", "1", "2", "3", "4", "5")},
	{"Superset: SQL Lab, no alias", "SELECT\n  id\nFROM ASK('five products')\nLIMIT 2", rows("id", "1", "2")},
	{"Superset: a chart of a dataset", "SELECT\n  id AS id,\n  SUM(id) AS \"SUM(id)\"\nFROM (\n  SELECT\n    *\n  FROM ASK('five products') AS t\n) AS virtual_table\nWHERE\n  id >= 4\nGROUP BY\n  id\nORDER BY\n  \"SUM(id)\" DESC\nLIMIT 1000",
		rows("id SUM(id)", "5 5", "4 4")},
	{"Superset: a comment kept", "/* ask: product count */\nSELECT\n  1\nLIMIT 1001", rows("n", "288")},
	{"Superset: apostrophes", "SELECT\n  *\nFROM ASK('what''s the product count?') AS t\nLIMIT 1001", rows("n", "288")},
	{"Superset: a CTE", "WITH a AS (\n  SELECT\n    *\n  FROM ASK('five products')\n)\nSELECT\n  COUNT(*)\nFROM a\nLIMIT 1001", rows("count", "5")},
	{"Superset: estimate", "EXPLAIN SELECT * FROM ask('no rows') t", []string{"T QUERY PLAN", "…"}},
	{"Superset: the columns", "SELECT * FROM (SELECT * FROM ask('five products') t) AS virtual_table LIMIT 0", rows("id")},
	{"Metabase: native", "-- Metabase:: userID: 1 queryType: native queryHash: 6b1e\nSELECT * FROM ask('product count')", rows("n", "288")},
	{"Metabase: a comment", "-- Metabase:: userID: 1 queryType: native queryHash: 6b1e\n-- ask: product count", rows("n", "288")},
	{"Metabase: a question on a question", "-- Metabase:: userID: 1 queryType: MBQL queryHash: 6b1e\nSELECT \"source\".\"id\" AS \"id\" FROM (SELECT * FROM ask('five products')) AS \"source\" WHERE \"source\".\"id\" > 3 LIMIT 1048575",
		rows("id", "4", "5")},
	{"Metabase: a comment nested", "SELECT \"source\".\"n\" AS \"n\" FROM (-- ask: product count\n) AS \"source\" LIMIT 1048575", rows("n", "288")},
	{"Metabase: summarised", "SELECT COUNT(*) AS \"count\" FROM (SELECT * FROM ask('five products')\n) AS \"source\"", rows("count", "5")},
	{"Tableau: metadata", `SELECT "Custom SQL Query"."id" AS "id" FROM (SELECT * FROM ask('five products')) "Custom SQL Query" WHERE 1=0`, rows("id")},
	{"Tableau: LIMIT 0", "SELECT * FROM (\n  SELECT * FROM ask('five products')\n) \"T\" LIMIT 0", rows("id")},
	{"Tableau: an extract", "SELECT \"Custom SQL Query\".\"id\" AS \"id\",\n  1 AS \"Number of Records\"\nFROM (\n  SELECT * FROM ask('five products')\n) \"Custom SQL Query\"\nWHERE (\"Custom SQL Query\".\"id\" = 5)",
		rows("id Number of Records", "5 1")},
	{"DBeaver: count", "SELECT COUNT(*) FROM (SELECT * FROM ask('five products')\n) dbvrcnt", rows("count", "5")},
	{"DBeaver: filter and order", "SELECT * FROM (\nSELECT * FROM ask('five products') t\n) x WHERE x.id>3\nORDER BY id DESC", rows("id", "5", "4")},
	{"DBeaver: a comment alone", "-- ask: product count", rows("n", "288")},
	{"Redash", "/* Username: a@example.com, query_id: 7, Queue: queries, Job ID: x, Scheduled: False */ SELECT * FROM ask('five products') LIMIT 1000", rows("id", "1", "2", "3", "4", "5")},
	{"Redash: bare", "/* Username: a@example.com, query_id: adhoc */ ASK what's the product count", rows("n", "288")},
	{"Grafana: a table", "SELECT id FROM ask('five products') WHERE id < 2", rows("id", "1")},
	{"Grafana: several", "SELECT n FROM ask('product count');\nSELECT id FROM ask('five products') t WHERE id < 2", []string{"T n", "D 288", "C SELECT 1", "T id", "D 1", "C SELECT 1", "Z I"}},
	{"Power BI: folded", "select \"_\".\"id\"\nfrom \n(\n    SELECT * FROM ask('five products')\n) \"_\"\nwhere \"_\".\"id\" >= 4 and \"_\".\"id\" < 5\nlimit 1000", rows("id", "4")},
	{"Looker: a derived table", "WITH q AS (SELECT * FROM ask('five products'))\nSELECT\n    q.id  AS \"q.id\"\nFROM q\nGROUP BY\n    1\nORDER BY\n    1\nFETCH NEXT 2 ROWS ONLY",
		rows("q.id", "1", "2")},
	{"psqlODBC: cursors", `BEGIN;declare "SQL_CUR0x55d0" cursor with hold for SELECT * FROM ask('five products');fetch 2 in "SQL_CUR0x55d0"`,
		[]string{"C BEGIN", "C DECLARE CURSOR", "T id", "D 1", "D 2", "C FETCH 2", "Z T"}},
	{"psqlODBC: the next rows", `fetch 100 in "SQL_CUR0x55d0"`, []string{"T id", "D 3", "D 4", "D 5", "C FETCH 3", "Z T"}},
	{"psqlODBC: the end", `close "SQL_CUR0x55d0";commit`, []string{"C CLOSE CURSOR", "C COMMIT", "Z I"}},
	{"psql: FETCH_COUNT", "BEGIN", []string{"C BEGIN", "Z T"}},
	{"psql: FETCH_COUNT, the cursor", "DECLARE _psql_cursor NO SCROLL CURSOR FOR\nSELECT * FROM ask('five products');", []string{"C DECLARE CURSOR", "Z T"}},
	{"psql: FETCH_COUNT, rows", "FETCH FORWARD 3 FROM _psql_cursor", []string{"T id", "D 1", "D 2", "D 3", "C FETCH 3", "Z T"}},
	{"psql: FETCH_COUNT, the end", "CLOSE _psql_cursor; COMMIT", []string{"C CLOSE CURSOR", "C COMMIT", "Z I"}},
	{"psql: \\copy", "COPY  ( SELECT * FROM ask ( 'product count' ) ) TO STDOUT ", []string{"*pgproto3.CopyOutResponse", "*pgproto3.CopyData", "*pgproto3.CopyDone", "C COPY 1", "Z I"}},
	{"pgx: simple protocol", "SELECT * FROM ask( 'product count' )", rows("n", "288")},
	{"pgjdbc: simple mode", "SELECT * FROM ask(('product count'))", rows("n", "288")},
}

func TestForms(t *testing.T) {
	t.Parallel()
	r := setupOn(t, sandboxtest.OwnShop(t), withModel(knows))
	for name, forms := range map[string][]form{"own": ownForms, "tools": toolForms} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := r.wire()
			w.tb = t
			for _, f := range forms {
				if f.known(majorOf(t, sandboxtest.Server(t))) {
					w.form(f)
				}
			}
			w.unchanged("I")
		})
	}
}

// TestRegenerated: forms as sqlglot writes them anew (10.6, pretty, for PostgreSQL), which is what Superset sends
// instead of what a user wrote: functions in upper case, every alias with AS, other literals and comments. They mean
// what they meant.
func TestRegenerated(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/regenerated.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []struct{ Form, SQL string }
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	wants := map[string][]string{}
	for _, f := range slices.Concat(ownForms, toolForms) {
		wants[f.name] = f.want
	}
	w := setup(t, withModel(knows)).wire()
	for _, f := range all {
		if wants[f.Form] == nil {
			t.Errorf("there is no form %q", f.Form)
			continue
		}
		w.form(form{f.Form, f.SQL, wants[f.Form]})
	}
	if len(all) < 30 {
		t.Errorf("%d forms only", len(all))
	}
}

// form plays one form and compares; a wanted "…" line stands for whatever comes up to the end of the turn.
func (w *wire) form(f form) {
	w.tb.Helper()
	w.send(query(f.sql))
	got := w.turn(1)
	if n := len(f.want) - 1; f.want[n] == "…" && len(got) > n {
		got = append(got[:n:n], "…")
	}
	if g, want := strings.Join(shortened(got, f.want), "\n"), strings.Join(f.want, "\n"); g != want {
		w.tb.Errorf("%s: %s\ngot:\n%s\nwant:\n%s", f.name, f.sql, g, want)
	}
}
