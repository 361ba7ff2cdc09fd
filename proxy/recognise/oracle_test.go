package recognise

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// calls are the places of calls of our functions, as PostgreSQL's own grammar sees them.
type calls struct {
	tables  []int // where a table stands
	refused []int // where a table stands, but in a way that a subquery cannot: ROWS FROM, WITH ORDINALITY, typed columns
	values  []int // in expressions
}

// parsed asks PostgreSQL's grammar; ok is false if it refuses the text.
func parsed(text string) (c calls, ok bool) {
	tree, err := pg_query.ParseToJSON(text)
	if err != nil {
		return c, false
	}
	var v any
	if json.Unmarshal([]byte(tree), &v) != nil {
		return c, false
	}
	c.collect(v)
	for _, s := range []*[]int{&c.tables, &c.refused, &c.values} {
		slices.Sort(*s)
		*s = slices.Compact(*s) // UPDATE … SET (a, b) = (SELECT …) holds its query twice
	}
	return c, true
}

func (c *calls) collect(node any) {
	switch n := node.(type) {
	case []any:
		for _, child := range n {
			c.collect(child)
		}
	case map[string]any:
		if f, ok := n["RangeFunction"].(map[string]any); ok {
			c.rangeFunction(f)
			return
		}
		if f, ok := n["FuncCall"].(map[string]any); ok && isOurs(f) {
			c.values = append(c.values, location(f))
		}
		for _, child := range n {
			c.collect(child)
		}
	}
}

func (c *calls) rangeFunction(f map[string]any) {
	list := &c.tables
	if f["is_rowsfrom"] != nil || f["ordinality"] != nil || f["coldeflist"] != nil {
		list = &c.refused
	}
	for _, item := range f["functions"].([]any) {
		first := item.(map[string]any)["List"].(map[string]any)["items"].([]any)[0].(map[string]any)
		call, ok := first["FuncCall"].(map[string]any)
		if !ok || !isOurs(call) {
			c.collect(first)
			continue
		}
		*list = append(*list, location(call))
		c.collect(call["args"])
	}
}

func isOurs(call map[string]any) bool {
	name := call["funcname"].([]any)
	if len(name) != 1 {
		return false
	}
	s, _ := name[0].(map[string]any)["String"].(map[string]any)["sval"].(string)
	_, ok := functions[s]
	return ok
}

func location(call map[string]any) int {
	at, _ := call["location"].(float64)
	return int(at)
}

// agrees compares Find with PostgreSQL's grammar on a text that the grammar accepts.
func agrees(text string) error {
	want, ok := parsed(text)
	if !ok {
		return nil
	}
	r, err := Find(text, standard)
	var e *Error
	if errors.As(err, &e) {
		if e.Code != codeForm || strings.Contains(e.Message, "must be a string literal") {
			return nil
		}
		if !slices.Contains(want.values, e.Start) && !slices.Contains(want.refused, e.Start) {
			return fmt.Errorf("%v at %d, but values are at %v and refused tables at %v", err, e.Start, want.values, want.refused)
		}
		return nil
	}
	var got []int
	for _, q := range r.Questions {
		if q.Form == Function {
			got = append(got, q.Start)
		}
	}
	if !slices.Equal(got, want.tables) {
		return fmt.Errorf("found %v, want %v", got, want.tables)
	}
	var selects []string
	for range r.Questions {
		selects = append(selects, "SELECT 1 AS n")
	}
	if replaced := r.Replace(selects); len(selects) > 0 {
		if _, err := pg_query.ParseToJSON(replaced); err != nil {
			return fmt.Errorf("becomes %q: %w", replaced, err)
		}
	}
	return nil
}

// generator writes random SQL with calls of ours in it. Not all of it is valid.
type generator struct {
	*rand.Rand
	depth int
}

func (g *generator) pick(choices ...string) string { return choices[g.IntN(len(choices))] }

// fill replaces each {word} of a template by what the method of that name writes.
func (g *generator) fill(template string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(template, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		word, after, _ := strings.Cut(rest, "}")
		b.WriteString(g.part(word))
		template = after
	}
}

func (g *generator) part(word string) string {
	g.depth++
	defer func() { g.depth-- }()
	deep := g.depth > 12
	switch word {
	case "query":
		if deep {
			return "SELECT 1"
		}
		return g.fill(g.pick("SELECT {list}{from}{tail}", "SELECT {list}{from}{tail}", "SELECT DISTINCT {expr}{from}", "({query})",
			"{query} UNION ALL {query}", "{query} EXCEPT SELECT {list}{from}", "WITH {cte} AS ({query}) {query}", "VALUES ({expr}, 1)",
			"WITH RECURSIVE a AS MATERIALIZED ({query}), {cte} AS ({change} RETURNING *) SELECT {list}{from}", "TABLE ask"))
	case "cte":
		return g.pick("ask", "x", "ask (a, b)", "update", "delete(a)")
	case "list":
		return g.fill(g.pick("*", "{expr}", "{expr} AS ask, {expr}", "{expr} AS from", "a.from, {expr} AS select", "ask.*", "{expr} x"))
	case "from":
		return g.fill(g.pick("", " FROM {table}", " FROM {table}", " FROM {table}, {table}", " FROM {table}, LATERAL {table}"))
	case "table":
		if deep {
			return "ask"
		}
		return g.fill(g.pick("{call}", "{call}", "{call} {alias}", "t {alias}", "ask", "ask ask", "s.ask('q')", "f({expr}) {alias}", "ONLY t",
			"({query}) {alias}", "LATERAL ({query}) {alias}", "({table} {join} {table} {on})", "{table} {join} {table} {on}",
			"{table} CROSS JOIN {table}", "({table} NATURAL JOIN t) {alias}", "ROWS FROM ({call}, f(1))", "{call} WITH ORDINALITY",
			"t TABLESAMPLE system ({expr})", "{call} AS t(a int)", "rows", "jsonb_to_record({expr}) AS ask(a int, b text)"))
	case "join":
		return g.pick("JOIN", "LEFT JOIN", "FULL OUTER JOIN", "INNER JOIN")
	case "on":
		return g.fill(g.pick("ON {expr}", "ON true", "USING (ask)", "USING (a, b) AS j"))
	case "alias":
		return g.pick("t", "AS t", `AS "ask"`, "ask", "AS ask (a, b)", "t(a)", "AS values")
	case "call":
		return g.pick("ask('q')", "ASK ( 'q' )", `"ask"('q')`, "ask/**/('q', answer => '2')", "ask_sql($$q$$)", "ask_log()", "ask_log(f(1, a[2]))", "ask($1)",
			"Ask(('q'::text))", "ask_options( )")
	case "tail":
		return g.fill(g.pick("", "", " WHERE {expr}", " GROUP BY 1 HAVING {expr}", " ORDER BY {expr}, 2 LIMIT 3", " FOR UPDATE OF t",
			" WINDOW w AS (PARTITION BY {expr} ORDER BY a)", " OFFSET {expr} FETCH FIRST 2 ROWS ONLY"))
	case "expr":
		if deep {
			return "1"
		}
		return g.fill(g.pick("1", "ask", "t.ask", "'ask(1)'", "{expr} IS DISTINCT FROM {expr}", "{expr} IS NOT DISTINCT FROM a", "EXTRACT(year FROM {expr})",
			"substring({expr} FROM 1 FOR 2)", "trim(both FROM {expr})", "overlay(a PLACING b FROM {expr})", "({query})", "EXISTS ({query})", "ARRAY({query})",
			"a IN ({query})", "a = ANY ({query})", "CASE WHEN {expr} THEN {expr} END", "ARRAY[1, {expr}]", "a[{expr}]", "f(a, {expr})", "CAST({expr} AS text)",
			"sum(a) FILTER (WHERE {expr}) OVER (PARTITION BY {expr})", "percentile_cont(0.5) WITHIN GROUP (ORDER BY {expr})", "({expr}, 2)", "s.ask(1)",
			"a AND {expr}", "a=-{expr}", "-- ask: q\n1", "/* ask: q */ 1", "{rare}"))
	case "rare": // not too often: one error hides the rest
		return g.pick("1", "2", "a", "b", "ask('q')")
	case "change":
		return g.fill(g.pick("INSERT INTO ask (a, ask) {query}", "INSERT INTO t VALUES ({expr}) ON CONFLICT (a) DO UPDATE SET a = {expr}, b = 2 WHERE {expr}",
			"UPDATE ask SET a = {expr}, (b, c) = ({query}){from} WHERE {expr}", "DELETE FROM ask USING {table} WHERE {expr}", "UPDATE t AS ask SET a = 1{from}",
			"DELETE FROM ONLY t ask WHERE {expr}", "INSERT INTO ask {query} ON CONFLICT DO NOTHING"))
	case "statement":
		return g.fill(g.pick("{query}", "{query}", "{change}", "{change} RETURNING {expr} AS from", "EXPLAIN {query}", "EXPLAIN (ANALYZE, COSTS off) {change}", "COPY ({query}) TO STDOUT",
			"DECLARE ask CURSOR WITH HOLD FOR {query}", "CREATE TABLE ask (a, b) AS {query} WITH NO DATA", "CREATE VIEW ask (a) AS {query}", "PREPARE ask (text) AS {change}",
			"CREATE MATERIALIZED VIEW v WITH (fillfactor = 70) AS {query}", "WITH {cte} AS ({query}) {change}", "WITH {cte} AS ({query}), x AS ({query}) {change}",
			"CREATE RULE r AS ON UPDATE TO ask DO INSTEAD ({change}; {change})", "CREATE RULE r AS ON SELECT TO ask DO INSTEAD {query}",
			"CREATE FUNCTION ask(q text) RETURNS text BEGIN ATOMIC {query}; {change}; END",
			"MERGE INTO ask USING {table} ON {expr} WHEN NOT MATCHED AND {expr} THEN INSERT (a, ask) VALUES ({expr}, 2) WHEN MATCHED THEN UPDATE SET a = {expr}, b = 2",
			"CREATE POLICY p ON ask FOR SELECT USING (EXISTS ({query}))", "CREATE TABLE t (ask text CHECK (ask > ''), b int)", "GRANT SELECT (a), UPDATE ON ask TO x",
			"CREATE TRIGGER t BEFORE INSERT OR UPDATE ON ask FOR EACH ROW EXECUTE FUNCTION ask('q')", "EXECUTE ask('q')"))
	}
	panic(word)
}

// TestAgainstGrammar compares the walker with PostgreSQL's grammar on random statements.
func TestAgainstGrammar(t *testing.T) {
	t.Parallel()
	n, accepted, found := 6_000, 0, 0
	if testing.Short() {
		n = 1_000
	}
	for seed := range n {
		g := &generator{Rand: rand.New(rand.NewPCG(uint64(seed), 0))}
		text := g.part("statement")
		if g.IntN(4) == 0 {
			text += "; " + g.part("statement")
		}
		if len(text) > 2000 {
			continue
		}
		c, ok := parsed(text)
		if !ok {
			continue
		}
		accepted++
		found += len(c.tables)
		if err := agrees(text); err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
	}
	if accepted < n/5 || found < n/10 {
		t.Errorf("only %d of %d texts are SQL, with %d calls: the generator is broken", accepted, n, found)
	}
	t.Logf("%d of %d accepted, %d calls in place of a table", accepted, n, found)
}
