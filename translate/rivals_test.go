package translate

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/model"
)

// TestRivals: words that may be two columns are asked about when the model doubts, too; else what was taken is said.
func TestRivals(t *testing.T) {
	t.Parallel()
	const one = "SELECT e.email FROM employees e"
	said := func(confidence, ambiguities, sql string) string {
		return `{"reading": "As asked.", "ambiguities": [` + ambiguities + `], "decision": "proceed", "confidence": ` + confidence + `, "sql": "` + sql + `"}`
	}
	doubt := `{"kind": "table", "phrase": "email", "question": "Whose?", "options": [{"label": "staff"}, {"label": "customers"}]}`
	for name, tt := range map[string]struct{ question, answer, asks, tells string }{
		"sure":                 {"show every email", said("0.9", "", one), "", "“email” is read as employees.email, not as "},
		"unsure":               {"show every email", said("0.6", "", one), "", "“email” is read as employees.email, not as "},
		"with readings of its": {"show every email", said("0.9", doubt, one), "Whose?", ""},
		"the words say which":  {"show every email of the employees", said("0.6", "", one), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &scripted{answers: []any{tt.answer}}
			answer, _, err := setup(t, Config{Engine: EngineModel, Model: m}).ask(t, Question{Text: tt.question})
			if err != nil {
				t.Fatal(err)
			}
			if c := answer.Clarification; (c != nil) != (tt.asks != "") || c != nil && !strings.Contains(string(c.Text()), tt.asks) {
				t.Errorf("asks %+v, want %q", c, tt.asks)
			}
			told := strings.Join(answer.Assumptions, "; ")
			if answer.Clarification == nil && (tt.tells == "") != !strings.Contains(told, "is read as") || !strings.Contains(told, tt.tells) {
				t.Errorf("assumptions %q, want %q", told, tt.tells)
			}
		})
	}
}

// TestReadingsAreTold: what a model finds ambiguous and answers all the same is said.
func TestReadingsAreTold(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{`{"decision": "proceed", "confidence": 0.9, "sql": "SELECT count(*) AS n FROM orders o",
		"ambiguities": [{"kind": "metric", "phrase": "business", "question": "Which?", "options": [{"label": "orders"}, {"label": "revenue"}]}]}`}}
	answer, _, err := setup(t, Config{Engine: EngineModel, Model: m}).ask(t, Question{Text: "how is business"})
	if err != nil || answer.Clarification != nil || !strings.Contains(strings.Join(answer.Assumptions, "; "), "“business” may mean orders or revenue") {
		t.Errorf("%v, %+v", err, answer)
	}
}

// TestWhoAnswers: in auto the built-in translator answers from its threshold on; below it the model does, and if that
// cannot be reached the built-in translator all the same.
func TestWhoAnswers(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		least  float64
		answer any
		engine string
		calls  int
	}{
		"sure enough":     {0.1, nil, EngineBuiltin, 0},
		"not sure enough": {1, wrote(ordersOf), EngineModel, 1},
		"the model away":  {1, &model.Error{Kind: model.ErrUnavailable, Message: "down"}, EngineBuiltin, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &scripted{answers: []any{tt.answer}}
			answer, _, err := setup(t, Config{Model: m, BuiltinConfidence: tt.least}).ask(t, Question{Text: "how many orders are there"})
			if err != nil || answer.Engine != tt.engine || len(m.prompts) != tt.calls {
				t.Errorf("%v, %d calls, %+v", err, len(m.prompts), answer)
			}
		})
	}
}
