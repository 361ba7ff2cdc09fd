package translate

import (
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/say"
)

// TestSalvage: SQL of a model that cannot be used as it is goes through the review, and costs no other call.
func TestSalvage(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, answer, want string
	}{
		{"a table's name", "```sql\nSELECT count(*) AS n FROM customer c\n```", "FROM public.customers c"},
		{"a group", `{"sql": "SELECT c.segment, count(*) AS n FROM customers c"}`, "GROUP BY c.segment"},
		{"another database's SQL", "SELECT c.`segment`, COUNT(*) AS n FROM `customer` c GROUP BY c.`segment`", "FROM public.customers c GROUP BY c.segment"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := &scripted{answers: []any{tt.answer}}
			d := setup(t, Config{Engine: EngineModel, Model: m})
			answer, _, err := d.ask(t, Question{Text: "q"})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(answer.Statement.SQL, tt.want) || len(m.prompts) != 1 {
				t.Errorf("after %d calls: %s", len(m.prompts), answer.Statement.SQL)
			}
		})
	}
}

// TestSalvageIsBounded: what the guard finds unsafe or too large is not taken apart, and what cannot be repaired
// fails as an attempt.
func TestSalvageIsBounded(t *testing.T) {
	t.Parallel()
	deep := "SELECT " + strings.Repeat("(", 500) + "1" + strings.Repeat(")", 500)
	m := &scripted{answers: []any{`{"sql": "` + deep + `"}`, `{"sql": "SELECT x.y FROM spaceships x"}`, `{"sql": "SELECT count(*) AS n FROM customers"}`}}
	d := setup(t, Config{Engine: EngineModel, Model: m})
	if _, _, err := d.ask(t, Question{Text: "q"}); err != nil || len(m.prompts) != 3 {
		t.Errorf("%v after %d calls", err, len(m.prompts))
	}
	m = &scripted{answers: []any{`{"sql": "DELETE FROM customers"}`}}
	d = setup(t, Config{Engine: EngineModel, Model: m})
	if _, _, err := d.ask(t, Question{Text: "q"}); say.State(err) != CodeUnsafe {
		t.Errorf("a DELETE: %v", err)
	}
}

// TestCarelessColumnsGoBackToTheModel: which table a column is of is asked of who wrote it, and of the user only when
// that does not help.
func TestCarelessColumnsGoBackToTheModel(t *testing.T) {
	t.Parallel()
	careless := wrote("SELECT count(DISTINCT id) AS n FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.segment IS NOT NULL")
	m := &scripted{answers: []any{careless, strings.Replace(careless, "DISTINCT id", "DISTINCT o.id", 1)}}
	d := setup(t, Config{Engine: EngineModel, Model: m})
	answer, _, err := d.ask(t, Question{Text: "q"})
	if err != nil || !strings.Contains(answer.Statement.SQL, "o.id") {
		t.Fatalf("%v, %+v", err, answer)
	}
	if len(m.prompts) != 2 || !strings.Contains(m.prompts[1].User, "AMBIGUOUS_COLUMN") || !strings.Contains(m.prompts[1].User, "orders.id, customers.id") {
		t.Errorf("%d prompts, the last:\n%s", len(m.prompts), m.prompts[len(m.prompts)-1].User)
	}
	m = &scripted{answers: []any{careless, careless, careless}}
	d = setup(t, Config{Engine: EngineModel, Model: m})
	answer, _, err = d.ask(t, Question{Text: "q"})
	if err != nil || answer.Clarification == nil || answer.Clarification.Kind != dialogue.AskColumn ||
		!slices.ContainsFunc(answer.Clarification.Options, func(o dialogue.Option) bool { return o.Label == "orders.id" }) {
		t.Errorf("%v, %+v", err, answer)
	}
}
