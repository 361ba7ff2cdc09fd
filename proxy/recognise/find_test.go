package recognise

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// answers are A, B, C, …, long enough for any text here.
func answers(r Result) []string {
	var out []string
	for i := range r.Questions {
		out = append(out, string(rune('A'+i)))
	}
	return out
}

// asked renders questions as [sql:]text, a parameter as $n; a function's name other than ask in front.
func asked(r Result) string {
	var out []string
	for _, q := range r.Questions {
		s := q.Text
		if q.Verb != Run {
			s = string(q.Verb) + ":" + s
		}
		if q.Param > 0 {
			s += fmt.Sprintf("$%d", q.Param)
		}
		if q.Name != "ask" {
			s = q.Name + " " + s
		}
		out = append(out, s)
	}
	return strings.Join(out, " | ")
}

// findTest is a text, the questions in it (asked), and the text with A, B, … in their places. With neither it is not
// ours.
type findTest struct{ text, asks, becomes string }

func runFind(t *testing.T, tests []findTest, opts Options) {
	t.Helper()
	for _, tt := range tests {
		r, err := Find(tt.text, opts)
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		if tt.asks == "" && tt.becomes == "" {
			if len(r.Questions) > 0 {
				t.Errorf("%q: found %q", tt.text, asked(r))
			}
			continue
		}
		if got := asked(r); got != tt.asks || len(r.Questions) == 0 {
			t.Errorf("%q:\n asks %q\nwant  %q", tt.text, got, tt.asks)
		}
		if got := r.Replace(answers(r)); got != tt.becomes {
			t.Errorf("%q\n becomes %q\nwant     %q", tt.text, got, tt.becomes)
		}
		if !MayAsk([]byte(tt.text)) {
			t.Errorf("%q: MayAsk rejects it", tt.text)
		}
	}
}

var standard = Options{StandardConformingStrings: true}

func TestBare(t *testing.T) {
	t.Parallel()
	runFind(t, []findTest{
		{"ASK how many customers;", "how many customers", "A;"},
		{"ask: how many customers;", "how many customers", "A;"},
		{"  aSk\n how many\n customers?  ", "how many\n customers?", "  A  "},
		{"ASK how many orders over $100;", "how many orders over $100", "A;"},
		{"ASK what's up;", "what's up", "A;"},
		{"ASK alice's orders; SELECT 1", "alice's orders; SELECT 1", "A"},
		{`ASK 5" pipes;`, `5" pipes`, "A;"},
		{"ASK total in $$;", "total in $$", "A;"},
		{"ASK what (about this; SELECT 1;", "what (about this; SELECT 1", "A;"},
		{"ASK files under /tmp/*;", "files under /tmp/*", "A;"},
		{"ASK a) b; SELECT 1", "a) b", "A; SELECT 1"},
		{"ASK orders named 'a;b'; SELECT 1;", "orders named 'a;b'", "A; SELECT 1;"},
		{"ASK orders (new; old); SELECT 1", "orders (new; old)", "A; SELECT 1"},
		{"ASK 2;", "2", "A;"},
		{"ASK", "", "A"},
		{"ask;", "", "A;"},
		{"ASK: ;", "", "A ;"},
		{"ASK sql: how many;", "sql:how many", "A;"},
		{"ASK SQL : how many;", "sql:how many", "A;"},
		{"ask: explain: how many", "explain:how many", "A"},
		{"ask answer: 2;", "answer:2", "A;"},
		{"ASK good:", "good:", "A"},
		{"ASK good;", "good:", "A;"},
		{"ASK pin;", "pin:", "A;"},
		{"ASK Bad !", "Bad !", "A"},
		{"ASK good customers", "good customers", "A"},
		{"ASK what's our revenue;\n';", "what's our revenue", "A;"},
		{"ASK explain;", "explain:", "A;"},
		{"ASK sql", "sql:", "A"},
		{"ASK sql servers", "sql servers", "A"},
		{"SELECT * FROM ask_sql('')", "ask_sql sql:", "SELECT * FROM (A) AS ask_sql"},
		{"ASK UNDO;", "refine:UNDO", "A;"},
		{"ASK revenue per month as a chart;", "chart:revenue per month", "A;"},
		{"ask bad: wrong table", "bad:wrong table", "A"},
		{"ASK refine: only 2024; ASK pin:;", "refine:only 2024 | pin:", "A; B;"},
		{"ASK sqlite: what", "sqlite: what", "A"},
		{"ASK sql how many", "sql how many", "A"},
		{"ASK how many /* trace 7 */ orders -- now\n;", "how many   orders", "A\n;"},
		{"-- Metabase:: userID: 1\nASK how many", "how many", "-- Metabase:: userID: 1\nA"},
		{"/* Username: a, query_id: 1 */ ASK alice's orders", "alice's orders", "/* Username: a, query_id: 1 */ A"},
		{"SELECT 1; ASK how many; SELECT 2", "how many", "SELECT 1; A; SELECT 2"},
		{"ASK 'how many';", "how many", "A;"},
		{"ask('how many; now');", "how many; now", "A;"},
		{"ask($$sql: what's up$$)", "sql:what's up", "A"},
		{"ASK explain: 'it''s'", "explain:it's", "A"},
		{"ASK $1", "$1", "A"},
		{"ASK 'a' and 'b'", "'a' and 'b'", "A"},
		{"BEGIN; ASK how many; COMMIT", "how many", "BEGIN; A; COMMIT"},
	}, standard)
}

func TestComment(t *testing.T) {
	t.Parallel()
	runFind(t, []findTest{
		{"-- ask: how many", "how many", "A"},
		{"--ask:how many\n", "how many", "A\n"},
		{"-- ask: how many;", "how many", "A"},
		{"-- ask: how many\r\n;", "how many", "A\r\n;"},
		{"/* ask: what's up; \\d :x ? */;", "what's up; \\d :x ?", "A;"},
		{"/*ask sql: a /* nested */ b*/", "sql:a /* nested */ b", "A"},
		{"/* ASK\nexplain : how\nmany */ select", "explain:how\nmany", "A"},
		{"-- ask: sql: how many\nselect;", "sql:how many", "A;"},
		{"select -- ask: how many\n;", "how many", "A\n;"},
		{"SELECT/* ask: how many */", "how many", "A"},
		{"/* ask: q */\nSELECT\n  1", "q", "A"},
		{"/* ask: q */\nSELECT\n  1\nLIMIT 1001", "q", "(A)\nLIMIT 1001"},
		{"-- ask: q\nSELECT LIMIT 1000", "q", "(A) LIMIT 1000"},
		{"/* ask: q */ LIMIT 1000", "q", "(A) LIMIT 1000"},
		{"select /* x */ -- ask: q\nlimit 5;", "q", "(A)\nlimit 5;"},
		{"-- Metabase:: userID: 1 queryType: native queryHash: ab\n-- ask: q", "q",
			"-- Metabase:: userID: 1 queryType: native queryHash: ab\nA"},
		{"/* Username: a@b, query_id: 7 */ /* ask: q */ ;", "q", "/* Username: a@b, query_id: 7 */ A ;"},
		{"-- ask: one\n-- ask: two", "one", "A\n-- ask: two"},
		{"SET a = 1;\n-- ask: q", "q", "SET a = 1;\nA"},
		{"SET a = 1; /* ask: q */;", "q", "SET a = 1; A;"},
		{"/* ask: */", "", "A"},
		{"-- ask: a\nselect; -- ask: b\nselect", "a | b", "A; B"},
		{";;/* ask: q */", "q", ";;A"},

		{text: "SELECT 1; -- ask: Bob about this"},
		{text: "/* ask: q */ SELECT * FROM t"},
		{text: "-- ask: q\nSELECT 2"},
		{text: "-- ask: q\nSELECT 1, 2"},
		{text: "select 1 /* ask: q */"},
		{text: "SELECT 1 -- ask: q\n;"},
		{text: "SELECT 1 LIMIT 5 -- ask: q"},
		{text: "-- ask: q\nSELECT LIMIT 5 OFFSET 1"},
		{text: "-- ask: q\nSELECT LIMIT 1.5"},
		{text: "-- ask bob: q"},
		{text: "-- ask how many"},
		{text: "-- task: how many"},
		{text: "/* ask: q"},
		{text: "'-- ask: q'"},
		{text: "-- ping"},
		{text: ";"},
		{text: ""},
	}, standard)
}

func TestFunction(t *testing.T) {
	t.Parallel()
	runFind(t, []findTest{
		{"SELECT * FROM ask('q')", "q", "SELECT * FROM (A) AS ask"},
		{"SELECT * FROM ask('q');", "q", "SELECT * FROM (A) AS ask;"},
		{"SELECT * FROM ask('q') t", "q", "SELECT * FROM (A) t"},
		{"SELECT * FROM ask('q')t", "q", "SELECT * FROM (A)t"},
		{"SELECT\n  *\nFROM ASK('q?') AS t\nLIMIT 1001", "q?", "SELECT\n  *\nFROM (A) AS t\nLIMIT 1001"},
		{`SELECT * FROM "ask"('q') AS "T"(a, b)`, "q", `SELECT * FROM (A) AS "T"(a, b)`},
		{"SELECT * FROM ask ( 'q' ) T (a)", "q", "SELECT * FROM (A) T (a)"},
		{"SELECT * FROM ask/* c */(/* d */'q'/* e */)WHERE n > 1", "q", "SELECT * FROM (A) AS ask WHERE n > 1"},
		{"SELECT * FROM ask('q')--c\nWHERE true", "q", "SELECT * FROM (A) AS ask --c\nWHERE true"},
		{"COPY  ( SELECT * FROM ask ( 'q' ) ) TO STDOUT", "q", "COPY  ( SELECT * FROM (A) AS ask ) TO STDOUT"},
		{"EXPLAIN (ANALYZE, VERBOSE) SELECT * FROM ask('q') t", "q", "EXPLAIN (ANALYZE, VERBOSE) SELECT * FROM (A) t"},
		{"EXPLAIN ANALYZE SELECT n FROM ask('q')", "q", "EXPLAIN ANALYZE SELECT n FROM (A) AS ask"},
		{"DECLARE _psql_cursor NO SCROLL CURSOR FOR\nSELECT * FROM ask('q')", "q",
			"DECLARE _psql_cursor NO SCROLL CURSOR FOR\nSELECT * FROM (A) AS ask"},
		{`BEGIN;declare "SQL_CUR0x1" cursor with hold for SELECT * FROM ask('q');fetch 100 in "SQL_CUR0x1"`, "q",
			`BEGIN;declare "SQL_CUR0x1" cursor with hold for SELECT * FROM (A) AS ask;fetch 100 in "SQL_CUR0x1"`},
		{"CREATE TABLE x AS SELECT * FROM ask('q') WITH NO DATA", "q", "CREATE TABLE x AS SELECT * FROM (A) AS ask WITH NO DATA"},
		{"CREATE TABLE x WITH (fillfactor = 70) AS SELECT * FROM ask('q')", "q",
			"CREATE TABLE x WITH (fillfactor = 70) AS SELECT * FROM (A) AS ask"},
		{"CREATE VIEW ask (a) AS (SELECT * FROM ask('q'))", "q", "CREATE VIEW ask (a) AS (SELECT * FROM (A) AS ask)"},
		{"PREPARE ask (text) AS SELECT * FROM ask('q') WHERE a = $1", "q", "PREPARE ask (text) AS SELECT * FROM (A) AS ask WHERE a = $1"},
		{"INSERT INTO ask (a, b) SELECT * FROM ask('q') ON CONFLICT (a) DO UPDATE SET b = 1, a = 2", "q",
			"INSERT INTO ask (a, b) SELECT * FROM (A) AS ask ON CONFLICT (a) DO UPDATE SET b = 1, a = 2"},
		{"UPDATE ask SET a = t.b FROM ask('q') t WHERE true", "q", "UPDATE ask SET a = t.b FROM (A) t WHERE true"},
		{"DELETE FROM ask USING ask('q') t WHERE ask.a = t.a", "q", "DELETE FROM ask USING (A) t WHERE ask.a = t.a"},
		{"MERGE INTO ask USING ask('q') t ON ask.a = t.a WHEN NOT MATCHED THEN INSERT (a, ask) VALUES (1, 2)", "q",
			"MERGE INTO ask USING (A) t ON ask.a = t.a WHEN NOT MATCHED THEN INSERT (a, ask) VALUES (1, 2)"},
		{"WITH ask (a) AS (SELECT * FROM ask('q')), b AS NOT MATERIALIZED (SELECT * FROM ask('r')) SELECT * FROM ask, b", "q | r",
			"WITH ask (a) AS (SELECT * FROM (A) AS ask), b AS NOT MATERIALIZED (SELECT * FROM (B) AS ask) SELECT * FROM ask, b"},
		{"WITH x AS (SELECT 1) UPDATE t SET a = 1 FROM ask('q')", "q", "WITH x AS (SELECT 1) UPDATE t SET a = 1 FROM (A) AS ask"},
		{"WITH x AS (DELETE FROM t USING ask('q') u RETURNING *) TABLE x", "q",
			"WITH x AS (DELETE FROM t USING (A) u RETURNING *) TABLE x"},
		{"SELECT * FROM a, ask('q'), LATERAL ask('r') u CROSS JOIN ask('s')", "q | r | s",
			"SELECT * FROM a, (A) AS ask, LATERAL (B) u CROSS JOIN (C) AS ask_2"},
		{"SELECT * FROM ask('q') ask, (ask('r') JOIN ask_sql('s') ON true)", "q | r | ask_sql sql:s",
			"SELECT * FROM (A) ask, ((B) AS ask_2 JOIN (C) AS ask_sql ON true)"},
		{"SELECT * FROM (ask('q')) t", "q", "SELECT * FROM ((A)) t"},
		{"SELECT * FROM t JOIN ask('q') u USING (ask) WHERE ask > 1", "q", "SELECT * FROM t JOIN (A) u USING (ask) WHERE ask > 1"},
		{"SELECT * FROM a LEFT JOIN ask('q') ON a.x = ask.x, ask('r') b", "q | r",
			"SELECT * FROM a LEFT JOIN (A) AS ask ON a.x = ask.x, (B) b"},
		{"SELECT * FROM a JOIN b ON a.x = ARRAY[1, 2] JOIN ask('q') ON CASE WHEN true THEN 1 END = 1 JOIN ask('r') c ON true", "q | r",
			"SELECT * FROM a JOIN b ON a.x = ARRAY[1, 2] JOIN (A) AS ask ON CASE WHEN true THEN 1 END = 1 JOIN (B) c ON true"},
		{`SELECT "source"."n" AS "n" FROM (SELECT * FROM ask('q')) AS "source" LIMIT 1048575`, "q",
			`SELECT "source"."n" AS "n" FROM (SELECT * FROM (A) AS ask) AS "source" LIMIT 1048575`},
		{"SELECT EXTRACT(year FROM d), a IS DISTINCT FROM b, substring(x FROM 1), trim(both FROM x) FROM ask('q')", "q",
			"SELECT EXTRACT(year FROM d), a IS DISTINCT FROM b, substring(x FROM 1), trim(both FROM x) FROM (A) AS ask"},
		{"SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x) FROM ask('q')", "q",
			"SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x) FROM (A) AS ask"},
		{"SELECT t.from, a AS from, b AS select FROM ask('q')", "q", "SELECT t.from, a AS from, b AS select FROM (A) AS ask"},
		{"SELECT (SELECT max(n) FROM ask('q')) + 1", "q", "SELECT (SELECT max(n) FROM (A) AS ask) + 1"},
		{"SELECT 1 WHERE EXISTS (SELECT FROM ask('q'))", "q", "SELECT 1 WHERE EXISTS (SELECT FROM (A) AS ask)"},
		{"((SELECT 1) UNION ALL SELECT n FROM ask('q')) ORDER BY 1", "q", "((SELECT 1) UNION ALL SELECT n FROM (A) AS ask) ORDER BY 1"},
		{"SELECT 1 FROM ask('q') UNION SELECT 2 FROM ask('r')", "q | r", "SELECT 1 FROM (A) AS ask UNION SELECT 2 FROM (B) AS ask"},
		{"SELECT * FROM ((SELECT 1) UNION SELECT 2 FROM ask('q')) t", "q", "SELECT * FROM ((SELECT 1) UNION SELECT 2 FROM (A) AS ask) t"},
		{"SELECT 1; SELECT * FROM ask('q'); SELECT * FROM ask('r')", "q | r", "SELECT 1; SELECT * FROM (A) AS ask; SELECT * FROM (B) AS ask"},
		{"SELECT * FROM ask('') t", "", "SELECT * FROM (A) t"},
		{"SELECT * FROM ask('sql: q')", "sql:q", "SELECT * FROM (A) AS ask"},
		{"SELECT * FROM ask_explain('q'), ask_log() l, ask_options()", "ask_explain explain:q | ask_log  | ask_options ",
			"SELECT * FROM (A) AS ask_explain, (B) l, (C) AS ask_options"},
		{"SELECT * FROM ask_log(now() - interval '1 day') WHERE x", "ask_log ", "SELECT * FROM (A) AS ask_log WHERE x"},
		{"SELECT * FROM ask_good('k3f9')", "ask_good good:k3f9", "SELECT * FROM (A) AS ask_good"},
		{"SELECT * FROM ask_answer('k3f9', '2')", "ask_answer answer:2", "SELECT * FROM (A) AS ask_answer"},
		{"SELECT * FROM ask('q', answer => '2')", "q", "SELECT * FROM (A) AS ask"},
		{"SELECT * FROM ask(answer := 2, question => 'q')", "q", "SELECT * FROM (A) AS ask"},
		{"SELECT * FROM ask($1)", "$1", "SELECT * FROM (A) AS ask"},
		{"SELECT * FROM ask(($2::text)) t WHERE a = $1", "$2", "SELECT * FROM (A) t WHERE a = $1"},
		{"SELECT * FROM ask_json(CAST($1 AS varchar))", "ask_json $1", "SELECT * FROM (A) AS ask_json"},
		{"SELECT \"source\".\"n\" FROM (-- ask: sql: q\n) AS \"source\" LIMIT 10", "sql:q",
			"SELECT \"source\".\"n\" FROM ((A)\n) AS \"source\" LIMIT 10"},
		{"SELECT * FROM a, (/* x */ /* ask: q; */ /* ask: r */) b", "q", "SELECT * FROM a, (/* x */ (A) /* ask: r */) b"},
		{"CREATE FUNCTION f() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 1 FROM ask('q'); END; SELECT 2",
			"q", "CREATE FUNCTION f() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 1 FROM (A) AS ask; END; SELECT 2"},
		{"CREATE RULE r AS ON INSERT TO t DO ALSO (SELECT 1; UPDATE t SET a = 1 FROM ask('q') u)", "q",
			"CREATE RULE r AS ON INSERT TO t DO ALSO (SELECT 1; UPDATE t SET a = 1 FROM (A) u)"},
	}, standard)
}

func TestNotOurs(t *testing.T) {
	t.Parallel()
	var tests []findTest
	for _, text := range []string{
		"SELECT 'ask(''q'')'", `SELECT "ask" FROM t`, "SELECT ask FROM t", "SELECT task('q') FROM basket('q')",
		"SELECT * FROM ask", "SELECT * FROM ask a, ask b", "SELECT * FROM t ask", "SELECT * FROM t AS ask (a, b)",
		"SELECT * FROM t ask (a, b)", "SELECT * FROM f('x') ask (a, b)", "SELECT * FROM t JOIN ask USING (a)",
		"SELECT * FROM myschema.ask('q')", "SELECT myschema.ask('q')", `SELECT * FROM "ASK"('q')`, "SELECT * FROM ask.f('q')",
		"SELECT * FROM asks('q')", "SELECT * FROM ask_other('q')",
		"WITH ask AS (SELECT 1) SELECT * FROM ask", "WITH RECURSIVE a AS (SELECT 1), ask (x) AS (SELECT 1) SELECT * FROM ask",
		"INSERT INTO ask (a) VALUES (1)", "INSERT INTO ask VALUES (1)", "INSERT INTO t (ask) VALUES (1)",
		"CREATE TABLE ask (a text, b int DEFAULT ask('x'), CHECK (ask('x') > 1))", "CREATE INDEX ON ask (a)",
		"CREATE INDEX ask ON t USING gin (ask(a))", "CREATE FUNCTION ask(q text) RETURNS text LANGUAGE sql AS $$ SELECT 1 $$",
		"GRANT EXECUTE ON FUNCTION ask(text) TO x", "GRANT SELECT (a) ON ask TO x", "REVOKE ALL ON FUNCTION ask(text) FROM x",
		"COMMENT ON FUNCTION ask(text) IS 'x'", "DROP FUNCTION ask(text)", "ALTER FUNCTION ask(text) OWNER TO x",
		"CREATE TRIGGER t BEFORE INSERT OR UPDATE ON x FROM y FOR EACH ROW EXECUTE FUNCTION ask('q')",
		"CREATE POLICY p ON t FOR SELECT USING (ask('q') > 1)", "CREATE RULE r AS ON SELECT TO ask DO INSTEAD NOTHING",
		"COPY ask (a, b) FROM STDIN", "VACUUM ask (a)", "ANALYZE ask (a)", "EXECUTE ask('q')", "EXPLAIN EXECUTE ask('q')",
		"TABLE ask", "UPDATE ask SET a = 1", "DELETE FROM ask WHERE a", "SET ask.show_sql = off", "SHOW ask.engine",
		"LISTEN ask", "SAVEPOINT ask", "DO $$ BEGIN PERFORM ask('q'); END $$", "CREATE AGGREGATE ask(text) (sfunc = f, stype = text)",
		"SELECT * FROM ask('q'", "REFERENCES ask (a)", "SELECT 1 -- ask('q')", "/* FROM ask('q') */ SELECT 1",
		"CREATE TABLE p PARTITION OF ask FOR VALUES FROM (1) TO (2)", "SELECT a INTO ask FROM t", `SELECT U&"ask"('q')`,
		"FETCH FORWARD 10 FROM ask", "IMPORT FOREIGN SCHEMA a FROM SERVER ask INTO b",
		"SELECT * FROM (SELECT 1 -- ask: q\n) t", "SELECT f(/* ask: q */)", "SELECT * FROM f(/* ask: q */) t", "SELECT * FROM (t -- ask: q\n JOIN u ON true)",
		"SELECT * FROM (ask JOIN t ON true)", "SELECT * FROM (ask a JOIN t ON true)", "SELECT * FROM (ask AS a CROSS JOIN t)",
		"SELECT * FROM (ask a NATURAL LEFT JOIN t)", "SELECT * FROM (ask CROSS JOIN t)", "EXPLAIN TABLE ask", "EXPLAIN CREATE TABLE ask AS SELECT 1",
		"EXPLAIN WITH ask AS (SELECT 1) SELECT 1", "SELECT (ask) FROM t", "SELECT (ask IS NULL) FROM t", "CREATE TABLE t (ask text)", "EXPLAIN EXECUTE ask",
		"SELECT count(*) AS ask FROM t", "a\u017fk how many", "as\u212a how many",
	} {
		tests = append(tests, findTest{text: text})
	}
	runFind(t, tests, standard)
}

func TestErrors(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, code, message string }{
		{"SELECT ask('q')", "QA007", "ask() stands where a value is expected"},
		{"SELECT 1 FROM t WHERE a = ask('q')", "QA007", "value is expected"},
		{"SELECT 1 FROM t JOIN u ON ask('q')", "QA007", "value is expected"},
		{"SELECT 1 FROM t WHERE a IS DISTINCT FROM ask('q')", "QA007", "value is expected"},
		{"SELECT a IS NOT DISTINCT FROM ask('q')", "QA007", "value is expected"},
		{"SELECT EXTRACT(year FROM ask('q'))", "QA007", "value is expected"},
		{"SELECT * FROM ROWS FROM (ask('q'))", "QA007", "value is expected"},
		{"SELECT * FROM unnest(ARRAY[1, ask('q')])", "QA007", "value is expected"},
		{"SELECT * FROM t ORDER BY ask_sql('q')", "QA007", "ask_sql() stands"},
		{"VALUES (ask('q'))", "QA007", "value is expected"},
		{"INSERT INTO t VALUES (ask('q'))", "QA007", "value is expected"},
		{"UPDATE t SET a = ask('q')", "QA007", "value is expected"},
		{"DELETE FROM ask('q')", "QA007", "value is expected"},
		{"CALL ask('q')", "QA007", "value is expected"},
		{"ask_options()", "QA007", "value is expected"},
		{"EXPLAIN ASK how many", "QA007", "ASK is a statement"},
		{"EXPLAIN ANALYZE ask: how many", "QA007", "ASK is a statement"},
		{"EXPLAIN (ANALYZE, VERBOSE) ASK 2", "QA007", "ASK is a statement"},
		{"COPY (ASK how many) TO STDOUT", "QA007", "ASK is a statement"},
		{"SELECT * FROM (ASK how many customers) AS source", "QA007", "ASK is a statement"},
		{"SELECT * FROM (ask: how many) t", "QA007", "ASK is a statement"},
		{"SELECT * FROM (ASK for all customers) t", "QA007", "ASK is a statement"},
		{"SELECT * FROM ask(name)", "QA007", "not name"},
		{"SELECT * FROM ask('a' || 'b')", "QA007", "not 'a' || 'b'"},
		{"SELECT * FROM ask('a'::varchar(1))", "QA007", "must be a string literal"},
		{"SELECT * FROM ask(NULL)", "QA007", "not NULL"},
		{"SELECT * FROM ask('q') WITH ORDINALITY", "QA007", "WITH ORDINALITY"},
		{"SELECT * FROM ask('q') AS t(a int)", "QA007", "columns with types"},
		{"SELECT * FROM ask('q') AS (a int)", "QA007", "columns with types"},
		{"SELECT * FROM ask('q') t(a int, b text)", "QA007", "columns with types"},
		{`SELECT * FROM ask(E'\xff')`, "22021", "not valid UTF-8"},
		{`SELECT * FROM ask(E'\000')`, "22021", "NUL"},
		{"ASK \xff", "22021", "not valid UTF-8"},
		{`SELECT * FROM ask(E'\u12')`, "22025", "invalid escape"},
		{`SELECT * FROM ask(E'\ud83d')`, "22025", "surrogate"},
		{`SELECT * FROM ask(U&'\+110000')`, "22025", "code point"},
		{strings.Repeat("ASK a;", 101), "54000", "too many questions"},
		{"SELECT * FROM ask(" + strings.Repeat("'a',", 20) + "'b')", "54000", "too many arguments"},
	}
	for _, tt := range tests {
		_, err := Find(tt.text, standard)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%.60q: %v", tt.text, err)
			continue
		}
		if e.Code != tt.code || !strings.Contains(e.Message, tt.message) {
			t.Errorf("%.60q: %v, want %s %q", tt.text, e, tt.code, tt.message)
		}
		if e.Start < 0 || e.End > len(tt.text) || e.Start >= e.End {
			t.Errorf("%.60q: error at %d to %d", tt.text, e.Start, e.End)
		}
	}
}
