package model

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan"
)

// TestParseLooseJSON: what is nearly JSON is read as what it was meant to be.
func TestParseLooseJSON(t *testing.T) {
	t.Parallel()
	answer := envelopeOf(countPlan)
	const want = "SELECT count(*) AS n FROM public.orders o WHERE o.paid"
	for name, text := range map[string]string{
		"a bracket missing":        answer[:len(answer)-1],
		"two missing":              answer[:len(answer)-2],
		"missing in a fence":       "```json\n" + answer[:len(answer)-1] + "\n```\nDone.",
		"a dictionary of Python":   strings.NewReplacer(`"`, "'", "null", "None").Replace(answer),
		"comments":                 strings.Replace(answer, `"plan"`, "// what to run\n/* {here} */ \"plan\"", 1),
		"names without quotes":     strings.NewReplacer(`"plan"`, "plan", `"select"`, "select", `"decision"`, "decision").Replace(answer),
		"typographic quotes":       strings.Replace(answer, `"reading"`, "“reading”", 1),
		"an escape too many":       strings.Replace(answer, `"r"`, `"it\'s 100\% sure"`, 1),
		"a quote not escaped":      strings.Replace(answer, `"r"`, `"the "paid" ones"`, 1),
		"an afterthought":          answer + "\nNote: {\"confidence\": 1, \"reading\": \"as above\"}",
		"no envelope":              countPlan,
		"in a wrapper of any name": `{"pgask_answer": ` + answer + `}`,
		"thinking without an end":  "<think>\nlet me see\n" + answer,
		"a decision in words":      strings.Replace(answer, `"proceed"`, `"Proceed with the plan."`, 1),
		"a confidence in words":    strings.Replace(answer, `0.8`, `"quite"`, 1),
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

// TestMendKeepsJSON: what is JSON already means the same when it has been mended.
func TestMendKeepsJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		envelopeOf(countPlan), `{"a": "it's \"so\", // not a comment", "b": [1, -2.5e3, true, null, {}], "c": "\u00e9\\n\/"}`, `{}`, `{"a":{"b":[[],[{}]]}}`,
	} {
		var was, is any
		m := mend(text)
		if json.Unmarshal([]byte(text), &was) != nil || json.Unmarshal([]byte(m.json), &is) != nil || m.end != len(text) || m.missing != 0 {
			t.Fatalf("%s became %+v", text, m)
		}
		a, _ := json.Marshal(was)
		if b, _ := json.Marshal(is); string(a) != string(b) {
			t.Errorf("%s became %s", a, b)
		}
	}
}

// TestParseLooseShapes: the fields of a plan by other names, and in other shapes.
func TestParseLooseShapes(t *testing.T) {
	t.Parallel()
	const want = "SELECT c.city, sum(o.total) AS revenue FROM orders o JOIN customers c ON c.id = o.customer_id " +
		"WHERE o.status = 'paid' GROUP BY c.city HAVING sum(o.total) > 10 ORDER BY sum(o.total) DESC LIMIT 5"
	for name, text := range map[string]string{
		"other names": `{"columns": [{"expression": "c.city", "alias": "city"}, {"expression": "sum(o.total)", "name": "revenue"}],
			"fromTable": {"tableName": "orders", "as": "o"}, "joins": [{"type": "INNER JOIN", "table": "customers", "alias": "c", "condition": "c.id = o.customer_id"}],
			"filters": ["o.status = 'paid'"], "groupBy": ["c.city"], "having": "sum(o.total) > 10", "orderBy": [{"column": "sum(o.total)", "direction": "DESC"}], "limit": "5"}`,
		"texts for lists": `{"select": "c.city, sum(o.total) AS revenue", "from": "orders o", "joins": ["JOIN customers c ON c.id = o.customer_id"],
			"where": "o.status = 'paid'", "group_by": "c.city", "having": "sum(o.total) > 10", "order_by": "sum(o.total) DESC", "limit": 5.0}`,
		"conditions in parts": `{"select": [{"table": "c", "column": "city"}, {"function": "sum", "column": "o.total", "as": "revenue"}], "from": "orders AS o",
			"joins": {"kind": "inner", "source": "customers c", "on": {"left": "c.id", "right": "o.customer_id"}},
			"where": [{"column": "o.status", "operator": "==", "value": "paid"}], "group_by": ["c.city"],
			"having": [{"field": "revenue", "op": ">", "value": 10}], "order_by": [{"expr": "sum(o.total)", "desc": "true"}], "limit": 5, "offset": "none"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := Parse(envelopeOf(text))
			if err != nil {
				t.Fatal(err)
			}
			if got := synthesise(t, d.Plan); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestPlanWithoutJoins: tables that nothing joins are left to the review, which knows the keys, and are never multiplied.
func TestPlanWithoutJoins(t *testing.T) {
	t.Parallel()
	d, err := Parse(envelopeOf(`{"tables": ["orders o", "customers c"], "select": ["c.city"]}`))
	if err != nil {
		t.Fatal(err)
	}
	if j := d.Plan.Joins[0]; j.Kind != plan.Inner || len(j.On) > 0 {
		t.Errorf("joined %s on %v", j.Kind, j.On)
	}
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"c.`name` = 'a`b`'":               "c.name = 'a`b`'",
		"`First Name`":                    `"First Name"`,
		"[c].[city]":                      "c.city",
		"t.tags[1] = '[x]'":               "t.tags[1] = '[x]'",
		"a == 1":                          "a = 1",
		"now() - INTERVAL 30 DAY":         "now() - interval '30 DAY'",
		"d > '2024-01-01' - interval 2 x": "d > '2024-01-01' - interval 2 x",
		"'open `q":                        "'open `q",
	} {
		if got := Postgres(text); got != want {
			t.Errorf("%s became %s, want %s", text, got, want)
		}
	}
}
