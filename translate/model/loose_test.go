package model

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestParseLooseJSON: what is nearly JSON is read as what it was meant to be.
func TestParseLooseJSON(t *testing.T) {
	t.Parallel()
	answer := answerOf(countSQL)
	for name, text := range map[string]string{
		"a bracket missing":        answer[:len(answer)-1],
		"missing in a fence":       "```json\n" + answer[:len(answer)-1] + "\n```\nDone.",
		"a dictionary of Python":   strings.NewReplacer(`"`, "'", "null", "None").Replace(answer),
		"comments":                 strings.Replace(answer, `"sql"`, "// what to run\n/* {here} */ \"sql\"", 1),
		"names without quotes":     strings.NewReplacer(`"sql"`, "sql", `"decision"`, "decision").Replace(answer),
		"typographic quotes":       strings.Replace(answer, `"reading"`, "“reading”", 1),
		"an escape too many":       strings.Replace(answer, `"r"`, `"it\'s 100\% sure"`, 1),
		"a quote not escaped":      strings.Replace(answer, `"r"`, `"the "paid" ones"`, 1),
		"an afterthought":          answer + "\nNote: {\"confidence\": 1, \"reading\": \"as above\"}",
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
			if d.SQL != countSQL || d.Decision != Proceed {
				t.Errorf("%+v", d)
			}
		})
	}
}

// TestMendKeepsJSON: what is JSON already means the same when it has been mended.
func TestMendKeepsJSON(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		answerOf(countSQL), `{"a": "it's \"so\", // not a comment", "b": [1, -2.5e3, true, null, {}], "c": "\u00e9\\n\/"}`, `{}`, `{"a":{"b":[[],[{}]]}}`,
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
