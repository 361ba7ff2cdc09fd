package model

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/mutants"
	"github.com/pgask/pgask/translate/plan"
)

// envelopeOf wraps a plan in what stands around it.
func envelopeOf(p string) string {
	return `{"reading": "r", "ambiguities": [], "decision": "proceed", "reason": "", "steps": ["s"], "assumptions": ["a"], "confidence": 0.8, "plan": ` + p + `}`
}

func synthesise(t *testing.T, p *plan.Plan) string {
	t.Helper()
	sql, err := plan.Synthesise(p)
	if err != nil {
		t.Fatalf("synthesise: %v", err)
	}
	return sql
}

const countPlan = `{"select": [{"expr": "count(*)", "as": "n"}], "from": {"table": "public.orders", "alias": "o"}, "joins": [], "where": ["o.paid"], "limit": null}`

func TestParseFindsTheAnswer(t *testing.T) {
	t.Parallel()
	answer := envelopeOf(countPlan)
	const want = "SELECT count(*) AS n FROM public.orders o WHERE o.paid"
	for name, text := range map[string]string{
		"bare":             answer,
		"fenced":           "```json\n" + answer + "\n```",
		"prose around":     "Sure! Here is {the plan} you asked for:\n" + answer + "\nLet me know if {anything} else is needed.",
		"thought":          "<think>The user wants {\"decision\": \"terminate\"}? No.</think>\n" + answer,
		"thought, no open": "hm, hm {\n</think>" + answer,
		"corrected":        `{"decision": "terminate", "reason": "no"}` + "\nWait, orders has it.\n" + answer,
		"trailing commas":  strings.ReplaceAll(strings.ReplaceAll(answer, `"n"}]`, `"n",}, ]`), `0.8,`, "0.8 ,"),
		"raw line break":   strings.Replace(answer, `"o.paid"`, "\"o.\npaid\"", 1),
		"loose types": `{"plan": {"select": ["count(*) AS n"], "from": {"schema": "public", "table": "orders", "alias": "O"},
			"where": "O.paid;", "order_by": [], "limit": null}}`,
		"byte order mark": "\ufeff" + answer,
		"encoded twice":   envelopeOf(strconv.Quote(countPlan)),
		"as a call":       `{"name": "pgask_full", "parameters": ` + answer + `}`,
		"tagged call":     "<tool_call>\n" + `{"name": "pgask_full", "arguments": ` + answer + "}\n</tool_call>",
		"call in text":    `{"type": "function", "function": {"name": "pgask_full", "arguments": ` + strconv.Quote(answer) + `}}`,
		"list of calls":   `{"tool_calls": [{"id": "1", "function": {"name": "pgask_full", "arguments": ` + strconv.Quote(answer) + `}}]}`,
		"wrapped":         `{"response": ` + answer + `}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if got := synthesise(t, d.Plan); got != want || d.Decision != Proceed {
				t.Errorf("%s: %s", d.Decision, got)
			}
		})
	}
}

func TestParseNonsense(t *testing.T) {
	t.Parallel()
	answer := envelopeOf(countPlan)
	with := `{"select":["t.n"],"from":{"table":"t"},"with":[{"name":"t","plan":` + countPlan + `}]`
	for name, tt := range map[string]struct {
		text string
		want string // in the diagnosis
	}{
		"empty":               {"", "no JSON object"},
		"prose":               {"I would count the orders.", "no JSON object"},
		"another object":      {`{"answer": 42}`, "none of the fields"},
		"an array":            {`[1, 2]`, "no JSON object"},
		"cut":                 {answer[:len(answer)-40], "ends before it is complete, after:"},
		"cut in a string":     {`{"reading": "how ma`, "ends before it is complete"},
		"cut after a CTE":     {strings.TrimSuffix(envelopeOf(with+`}`), "}}"), "ends before it is complete"},
		"cut while thinking":  {"<think>let me see " + answer + " or", "thinking"},
		"broken":              {`{"decision": proceed}`, "not valid: invalid character 'p'"},
		"no plan":             {`{"decision": "proceed"}`, `"sql" is empty`},
		"null plan":           {envelopeOf("null"), `"sql" is empty`},
		"no decision":         {`{"decision": "maybe", "plan": null}`, `"maybe" is none of the decisions`},
		"empty clarification": {`{"decision": "clarify", "ambiguities": []}`, `"ambiguities" is empty`},
		"plan is a text":      {envelopeOf(`"count them"`), "plan: an object { … } is wanted, not a string"},
		"reading is a list":   {`{"decision": "terminate", "reading": [1]}`, "a text is wanted"},
		"no select":           {envelopeOf(`{"select": [], "from": {"table": "t"}}`), "plan.select: it is empty"},
		"two bad fields": {envelopeOf(`{"select": [{"expr": "count("}], "from": {"table": "t", "alias": "t"}, "where": ["t.a =", "true"], "limit": -1}`),
			"plan.select[0].expr: count( is no expression"},
		"names the condition":     {envelopeOf(`{"select": ["1"], "from": {"table": "t"}, "where": ["true", "t.a ="]}`), "plan.where[1]: t.a ="},
		"names the limit":         {envelopeOf(`{"select": ["1"], "limit": 2.5}`), "plan.limit: a whole number"},
		"a statement smuggled in": {envelopeOf(`{"select": ["1 FROM secrets"]}`), "plan.select[0].expr"},
		"two statements":          {envelopeOf(`{"select": ["1; DROP TABLE t"]}`), "plan.select[0].expr"},
		"odd join":                {envelopeOf(`{"select": ["1"], "from": {"table": "t"}, "joins": [{"kind": "sideways", "source": {"table": "u"}}]}`), `"sideways" is none of`},
		"odd set operation":       {envelopeOf(`{"select": ["1"], "combine": [{"op": "minus", "plan": {"select": ["1"]}}]}`), "plan.combine[0].op"},
		"derived, no alias":       {envelopeOf(`{"select": ["1"], "from": {"plan": {"select": ["1"]}}}`), "plan.from.alias"},
		"missing CTE plan":        {envelopeOf(`{"select": ["1"], "with": [{"name": "x"}]}`), "plan.with[0].plan: missing"},
		"nested for ever":         {nested(40), "nested"},
		"deep JSON":               {`{"plan":` + strings.Repeat("[", 10_000), "nested too deeply"},
		"many parts":              {envelopeOf(`{"select": ["1"` + strings.Repeat(`,"1"`, 1000) + `]}`), "more than 500 parts"},
		"huge":                    {strings.Repeat("x", maxText+1), "longer than"},
		"many braces":             {strings.Repeat("{x", 100_000), "nested too deeply"},
		"sql missing":             {`{"decision": "proceed", "sql": null}`, `"sql" is empty`},
		"sql huge":                {`{"decision": "proceed", "sql": "SELECT ` + strings.Repeat("1,", 40_000) + `1"}`, "longer than 64 KiB"},
		"sql cut":                 {"```sql\nSELECT a", "no JSON object"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := Parse(tt.text)
			if !errors.Is(err, ErrNonsense) || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("error %v, want %q", err, tt.want)
			}
			if d.Plan != nil || d.SQL != "" {
				t.Errorf("something to run came with the error: %+v", d)
			}
			if len(err.Error()) > 3000 || strings.ContainsAny(err.Error(), "\n\x00") {
				t.Errorf("a diagnosis of %d bytes: %q", len(err.Error()), err)
			}
		})
	}
	_, err := Parse(envelopeOf(`{"select": ["count("], "where": ["= 1"], "limit": -1}`))
	for _, field := range []string{"plan.select[0].expr", "plan.where[0]", "plan.limit"} {
		if err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%v does not name %s", err, field)
		}
	}
}

// nested is an answer whose derived tables go n deep.
func nested(n int) string {
	return envelopeOf(strings.Repeat(`{"select": ["1"], "from": {"alias": "t", "plan": `, n) + countPlan + strings.Repeat("}}", n))
}

func TestParseDecisions(t *testing.T) {
	t.Parallel()
	d, err := Parse(`{"reading": "Which returns?", "decision": "Clarify", "confidence": "40%", "plan": null, "ambiguities": [
		{"kind": "table", "phrase": "returns", "question": "Which?", "options": [
			{"label": "orders", "meaning": "sent back", "table": "public.order_returns", "column": "", "value": ""}, "suppliers"]},
		{"kind": "vibe", "phrase": "recent", "question": "Since when?", "options": []}]}`)
	if err != nil {
		t.Fatal(err)
	}
	want := []Ambiguity{
		{Kind: "table", Phrase: "returns", Question: "Which?", Options: []Option{
			{Label: "orders", Meaning: "sent back", Schema: "public", Table: "order_returns"}, {Label: "suppliers"}}},
		{Kind: "free_text", Phrase: "recent", Question: "Since when?"},
	}
	if diff := cmp.Diff(want, d.Ambiguities); diff != "" || d.Decision != Clarify || d.Confidence != 0.4 {
		t.Errorf("%s, confidence %v: %s", d.Decision, d.Confidence, diff)
	}

	d, err = Parse(`{"decision": "terminate", "reason": "there are no  salaries\nhere"}`)
	if err != nil || d.Decision != Terminate || d.Reason != "there are no salaries here" {
		t.Errorf("%+v, %v", d, err)
	}

	d, err = Parse(`{"decision": "refuse", "reason": "it asks for passwords", "sql": null}`)
	if err != nil || d.Decision != Refuse || d.Reason != "it asks for passwords" {
		t.Errorf("%+v, %v", d, err)
	}

	for text, want := range map[string]float64{
		`0.25`: 0.25, `"0.9"`: 0.9, `95`: 0.95, `"very high"`: 0.9, `null`: 0.5, `0`: 0, `"Low."`: 0.2, `"I hope so"`: 0.5, `-1`: 0.5, `[1]`: 0.5,
	} {
		d, err := Parse(`{"decision": "terminate", "confidence": ` + text + `}`)
		if err != nil || d.Confidence != want {
			t.Errorf("confidence %s is %v, %v", text, d.Confidence, err)
		}
	}
}

func TestParseSQL(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"json":        `{"reading": "r", "decision": "proceed", "confidence": 0.9, "sql": "SELECT 1;"}`,
		"fence in it": "{\"decision\": \"proceed\", \"sql\": \"```sql\\nSELECT 1;\\n```\"}",
		"no json":     "Here you go:\n```sql\nSELECT 1;\n```\nEnjoy.",
		"sql alone":   "SELECT 1",
		"after it":    "{\"decision\": \"proceed\", \"confidence\": 0.9, \"assumptions\": []}\n\nSELECT 1;\n",
		"fence after": "{\"reading\": \"r\", \"decision\": \"proceed\", \"sql\": null}\n```sql\nSELECT 1;\n```",
		"two fences":  "```json\n{\"decision\": \"proceed\"}\n```\n\n```sql\nSELECT 1\n```\nThat is all.",
		"no language": "```json\n{\"decision\": \"proceed\"}\n```\nSQL:\n```\nSELECT 1\n```",
	} {
		d, err := Parse(text)
		if err != nil || d.SQL != "SELECT 1" || d.Plan != nil {
			t.Errorf("%s: %+v, %v", name, d, err)
		}
	}
	for _, text := range []string{"```sql\nSELECT 1\n```", `{"plan": "SELECT 1"}`, `{"query": "SELECT 1;"}`, `{"decision": "proceed", "plan": null, "sql": "SELECT 1"}`} {
		if d, err := Parse(text); err != nil || d.SQL != "SELECT 1" || d.Plan != nil {
			t.Errorf("SQL where a plan is wanted: %+v, %v", d, err)
		}
	}
}

// TestParseNothingBehindRefusal: what stands behind an answer that refuses or asks is not taken.
func TestParseNothingBehindRefusal(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"{\"decision\": \"terminate\", \"reason\": \"no\"}\n```sql\nSELECT 1\n```", "{\"decision\": \"clarify\", \"reason\": \"which?\"}\nSELECT 1"} {
		if d, err := Parse(text); err != nil || d.SQL != "" || d.Decision == Proceed {
			t.Errorf("%s: %+v, %v", text, d, err)
		}
	}
}

// TestParseFullPlan goes through every clause.
func TestParseFullPlan(t *testing.T) {
	t.Parallel()
	d, err := Parse(envelopeOf(`{
		"with": [{"name": "Monthly", "plan": {
			"select": [{"expr": "date_trunc('month', o.at)", "as": "month"}, {"expr": "sum(o.total)", "as": "revenue"}],
			"from": {"table": "shop.Order", "plan": null, "alias": "O"}, "group_by": ["month"]}}],
		"select": [{"expr": "m.month"}, {"expr": "rank() OVER (ORDER BY m.revenue DESC)", "as": "Rank"}],
		"distinct": true,
		"from": {"table": "monthly", "alias": "m"},
		"joins": [
			{"kind": "LEFT OUTER", "source": {"table": null, "plan": {"select": ["1 AS one"]}, "alias": "d"}, "on": ["d.one = 1"]},
			{"kind": "cross", "source": {"table": "\"odd.name\""}, "on": []}],
		"where": ["m.revenue > (SELECT avg(x.revenue) FROM monthly x)", "m.month IS NOT NULL OR false"],
		"group_by": ["m.month", "m.revenue"], "having": ["count(*) > 1"],
		"order_by": [{"expr": "Rank", "desc": false, "nulls": ""}, {"expr": "m.month DESC NULLS LAST"}],
		"limit": 10, "offset": 5, "combine": []}`))
	if err != nil {
		t.Fatal(err)
	}
	want := `WITH monthly AS (SELECT date_trunc('month', o.at) AS month, sum(o.total) AS revenue FROM shop."Order" o GROUP BY month) ` +
		`SELECT DISTINCT m.month, rank() OVER (ORDER BY m.revenue DESC) AS "Rank" FROM monthly m ` +
		`LEFT JOIN (SELECT 1 AS one) d ON d.one = 1 CROSS JOIN "odd.name" ` +
		`WHERE m.revenue > (SELECT avg(x.revenue) FROM monthly x) AND (m.month IS NOT NULL OR false) ` +
		`GROUP BY m.month, m.revenue HAVING count(*) > 1 ORDER BY "Rank", m.month DESC NULLS LAST LIMIT 10 OFFSET 5`
	if got := synthesise(t, d.Plan); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if d.Plan.Reading != "r" || len(d.Plan.Assumptions) != 1 {
		t.Errorf("lost what was said: %+v", d)
	}
}

func TestParseSetOperation(t *testing.T) {
	t.Parallel()
	d, err := Parse(envelopeOf(`{"select": ["a.id"], "from": {"table": "a"}, "order_by": [{"expr": "id"}],
		"combine": [{"op": "UNION ALL", "plan": {"select": ["b.id"], "from": {"table": "b"}}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	const want = "SELECT a.id FROM a UNION ALL SELECT b.id FROM b ORDER BY id"
	if got := synthesise(t, d.Plan); got != want {
		t.Errorf("got %s", got)
	}
}

// TestParseLooseConditions: conditions as a column, an operator and a value.
func TestParseLooseConditions(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ plan, want string }{
		"sorted, all of it": {`{"tables": ["a x"], "select": ["x.k"], "order_by": [{"expr": "x.k", "desc": true}]}`, `SELECT x.k FROM a x ORDER BY x.k DESC`},
		"or": {`{"tables": ["a x"], "select": ["x.k"], "filters": [{"column": "x.k = 1 OR x.l = 2", "op": "=", "value": true}]}`,
			`SELECT x.k FROM a x WHERE x.k = 1 OR x.l = 2`},
		"in a subquery": {`{"tables": ["a x"], "select": ["x.k"], "filters": [{"column": "x.k", "op": "in", "value": {"sql": "(SELECT y.k FROM b y)"}},
			{"column": "x.l", "op": "not in", "value": {"sql": "SELECT y.l FROM b y WHERE y.l IS NOT NULL"}}]}`,
			`SELECT x.k FROM a x WHERE x.k IN (SELECT y.k FROM b y) AND NOT x.l IN (SELECT y.l FROM b y WHERE y.l IS NOT NULL)`},
		"filter on an output": {`{"tables": ["a x"], "select": ["x.k", {"expr": "count(*)", "as": "n"}], "group_by": ["k"], "having": [{"column": "n", "op": ">", "value": 2}]}`,
			`SELECT x.k, count(*) AS n FROM a x GROUP BY k HAVING count(*) > 2`},
		"values": {`{"tables": ["t t"], "select": ["t.a"], "filters": [
			{"column": "t.a", "op": "=", "value": "O'Brien'; DROP TABLE t; --"}, {"column": "t.b", "op": "in", "value": ["x", 2]},
			{"column": "t.c", "op": "BETWEEN", "value": [1.50, 2e3]}, {"column": "t.d", "op": "=", "value": null},
			{"column": "t.e", "op": "!=", "value": true}, {"column": "t.f", "op": "not in", "value": "one"},
			{"column": "t.g", "op": "ilike", "value": "%x%"}, {"column": "t.h", "op": ">=", "value": {"sql": "current_date - 30"}},
			{"column": "t.j", "op": "<", "value": -4}]}`,
			`SELECT t.a FROM t WHERE t.a = 'O''Brien''; DROP TABLE t; --' AND t.b IN ('x', 2) AND t.c BETWEEN 1.50 AND 2e3 AND t.d IS NULL AND t.e <> true ` +
				`AND t.f NOT IN ('one') AND t.g ILIKE '%x%' AND t.h >= (current_date - 30) AND t.j < -4`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := Parse(envelopeOf(tt.plan))
			if err != nil {
				t.Fatal(err)
			}
			if got := synthesise(t, d.Plan); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestParseConditionsNonsense(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"tables": ["a x"], "select": ["1"], "filters": [{"column": "x.a", "op": "~", "value": "b"}]}`:       `plan.where[0].op: "~"`,
		`{"tables": ["a x"], "select": ["1"], "filters": [{"column": "x.a", "op": "=", "value": []}]}`:        "does not take 0 values",
		`{"tables": ["a x"], "select": ["1"], "filters": [{"column": "x.a", "op": "=", "value": {}}]}`:        "plan.where[0].value: a text, number",
		`{"tables": ["a x"], "select": ["1"], "filters": [{"column": "x.a", "op": "like", "value": 1}]}`:      "like wants a text",
		`{"tables": ["a x"], "select": ["1"], "filters": [{"op": "=", "value": 1}]}`:                          "plan.where[0].column: the expression is empty",
		`{"tables": ["a x"], "select": ["1"], "filters": [{"column": "x.a", "op": "between", "value": [1]}]}`: "does not take 1 values",
	} {
		if _, err := Parse(envelopeOf(text)); !errors.Is(err, ErrNonsense) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v, want %q", text, err, want)
		}
	}
}

// TestParseWindows: what is selected may look over rows.
func TestParseWindows(t *testing.T) {
	t.Parallel()
	d, err := Parse(envelopeOf(`{"select": [{"expr": "o.id"}, {"expr": "rank() OVER (PARTITION BY o.city ORDER BY o.total DESC)", "as": "place"}],
		"from": {"table": "orders", "alias": "o"}, "joins": [], "where": ["o.total > (SELECT avg(p.total) FROM orders p)"]}`))
	if err != nil {
		t.Fatal(err)
	}
	const want = "SELECT o.id, rank() OVER (PARTITION BY o.city ORDER BY o.total DESC) AS place FROM orders o WHERE o.total > (SELECT avg(p.total) FROM orders p)"
	if got := synthesise(t, d.Plan); got != want {
		t.Errorf("got %s", got)
	}
}

// FuzzParse: whatever a model writes, nothing panics, an error is ErrNonsense, and only a draft without error can be run.
func FuzzParse(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add(envelopeOf(countPlan))
	f.Add(`<think>x</think>{"plan": {"tables": ["a b"], "joins": [{"left": "b.x", "right": "b.y"}], "select": ["1 AS x"], "filters": [{"column": "b.c", "op": "in", "value": [1, "2", null]}]}}`)
	f.Add("```sql\nSELECT 1;\n```")
	f.Add(nested(3))
	f.Add(`{"decision": "clarify", "ambiguities": [{"kind": "x", "phrase": "p", "options": ["a", {"label": 1}]}],}`)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse(text)
		if err != nil {
			if !errors.Is(err, ErrNonsense) || d.Plan != nil || d.SQL != "" {
				t.Fatalf("%v, %+v", err, d)
			}
			return
		}
		if d.Decision == Proceed && (d.Plan == nil) == (d.SQL == "") {
			t.Fatalf("nothing to run, or two things: %+v", d)
		}
		if d.Confidence < 0 || d.Confidence > 1 {
			t.Fatalf("confidence %v", d.Confidence)
		}
		_ = fmt.Sprint(d)
	})
}
