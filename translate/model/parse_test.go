package model

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/mutants"
)

// answerOf wraps a statement in what stands around it.
func answerOf(sql string) string {
	return `{"reading": "r", "ambiguities": [], "decision": "proceed", "reason": "", "assumptions": ["a"], "confidence": 0.8, "sql": ` + strconv.Quote(sql) + `}`
}

const countSQL = "SELECT count(*) AS n FROM public.orders o WHERE o.paid"

func TestParseFindsTheAnswer(t *testing.T) {
	t.Parallel()
	answer := answerOf(countSQL)
	for name, text := range map[string]string{
		"bare":             answer,
		"fenced":           "```json\n" + answer + "\n```",
		"prose around":     "Sure! Here is {the plan} you asked for:\n" + answer + "\nLet me know if {anything} else is needed.",
		"thought":          "<think>The user wants {\"decision\": \"terminate\"}? No.</think>\n" + answer,
		"thought, no open": "hm, hm {\n</think>" + answer,
		"corrected":        `{"decision": "terminate", "reason": "no"}` + "\nWait, orders has it.\n" + answer,
		"trailing commas":  strings.ReplaceAll(strings.ReplaceAll(answer, `["a"]`, `["a",]`), `0.8,`, "0.8 ,"),
		"raw line break":   strings.Replace(answer, `"r"`, "\"r\nr\"", 1),
		"loose types":      `{"sql": "` + countSQL + `;", "assumptions": "a", "confidence": "80%", "ambiguities": {}}`,
		"byte order mark":  "\ufeff" + answer,
		"as a call":        `{"name": "pgask_full", "parameters": ` + answer + `}`,
		"tagged call":      "<tool_call>\n" + `{"name": "pgask_full", "arguments": ` + answer + "}\n</tool_call>",
		"call in text":     `{"type": "function", "function": {"name": "pgask_full", "arguments": ` + strconv.Quote(answer) + `}}`,
		"list of calls":    `{"tool_calls": [{"id": "1", "function": {"name": "pgask_full", "arguments": ` + strconv.Quote(answer) + `}}]}`,
		"wrapped":          `{"response": ` + answer + `}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if d.SQL != countSQL || d.Decision != Proceed || len(d.Assumptions) > 1 {
				t.Errorf("%+v", d)
			}
		})
	}
}

func TestParseNonsense(t *testing.T) {
	t.Parallel()
	answer := answerOf(countSQL)
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
		"cut while thinking":  {"<think>let me see " + answer + " or", "thinking"},
		"broken":              {`{"decision": proceed}`, "not valid: invalid character 'p'"},
		"no statement":        {`{"decision": "proceed"}`, `"sql" is empty`},
		"no decision":         {`{"decision": "maybe"}`, `"maybe" is none of the decisions`},
		"empty clarification": {`{"decision": "clarify", "ambiguities": []}`, `"ambiguities" is empty`},
		"reading is a list":   {`{"decision": "terminate", "reading": [1]}`, "a text is wanted"},
		"deep JSON":           {`{"sql":` + strings.Repeat("[", 10_000), "nested too deeply"},
		"huge":                {strings.Repeat("x", maxText+1), "longer than"},
		"many braces":         {strings.Repeat("{x", 100_000), "nested too deeply"},
		"sql missing":         {`{"decision": "proceed", "sql": null}`, `"sql" is empty`},
		"sql huge":            {`{"decision": "proceed", "sql": "SELECT ` + strings.Repeat("1,", 40_000) + `1"}`, "longer than 64 KiB"},
		"sql cut":             {"```sql\nSELECT a", "no JSON object"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := Parse(tt.text)
			if !errors.Is(err, ErrNonsense) || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("error %v, want %q", err, tt.want)
			}
			if d.SQL != "" {
				t.Errorf("something to run came with the error: %+v", d)
			}
			if len(err.Error()) > 3000 || strings.ContainsAny(err.Error(), "\n\x00") {
				t.Errorf("a diagnosis of %d bytes: %q", len(err.Error()), err)
			}
		})
	}
}

func TestParseDecisions(t *testing.T) {
	t.Parallel()
	d, err := Parse(`{"reading": "Which returns?", "decision": "Clarify", "confidence": "40%", "ambiguities": [
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
		if err != nil || d.SQL != "SELECT 1" {
			t.Errorf("%s: %+v, %v", name, d, err)
		}
	}
	for _, text := range []string{"```sql\nSELECT 1\n```", `{"query": "SELECT 1;"}`, `{"action": "proceed", "sqlStatement": "SELECT 1"}`} {
		if d, err := Parse(text); err != nil || d.SQL != "SELECT 1" {
			t.Errorf("under another name: %+v, %v", d, err)
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

// FuzzParse: whatever a model writes, nothing panics, an error is ErrNonsense, and only a draft without error can be run.
func FuzzParse(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add(answerOf(countSQL))
	f.Add("<think>x</think>{\"sql\": \"SELECT 1\", \"missing\": [1, null]}")
	f.Add("```sql\nSELECT 1;\n```")
	f.Add(`{"decision": "clarify", "ambiguities": [{"kind": "x", "phrase": "p", "options": ["a", {"label": 1}]}],}`)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse(text)
		if err != nil {
			if !errors.Is(err, ErrNonsense) || d.SQL != "" {
				t.Fatalf("%v, %+v", err, d)
			}
			return
		}
		if d.Decision == Proceed && d.SQL == "" {
			t.Fatalf("nothing to run: %+v", d)
		}
		if d.Confidence < 0 || d.Confidence > 1 {
			t.Fatalf("confidence %v", d.Confidence)
		}
		_ = fmt.Sprint(d)
	})
}
