package translate

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/model"
)

// TestLanguageOfTheQuestion: the prompt asks the model to speak to the user in the language of the question, and what
// it says goes out as it is: the reading and the assumptions in notices, a question back and its choices, a refusal.
func TestLanguageOfTheQuestion(t *testing.T) {
	t.Parallel()
	if !strings.Contains(model.Prompt(model.Input{}).System, "in the language of the question") {
		t.Error("the prompt does not ask for it")
	}
	const question = "Wie viele Bestellungen gibt es für Rücksendungen?"
	plan := `{"reading": "Wie viele Bestellungen gibt es?", "ambiguities": [], "decision": "proceed", "reason": "", "steps": [],
		"assumptions": ["Auch stornierte Bestellungen zählen mit."], "confidence": 0.9, "sql": "` + countOrders + `"}`
	clarify := `{"reading": "", "ambiguities": [{"kind": "table", "phrase": "Rücksendungen", "question": "Welche Rücksendungen sind gemeint?",
		"options": [{"label": "von Kunden", "meaning": "was Kunden zurückschicken", "table": "order_returns"}, {"label": "an Lieferanten", "meaning": "", "table": "supplier_returns"}]}],
		"decision": "clarify", "reason": "", "assumptions": [], "confidence": 0.4}`
	terminate := `{"reading": "", "ambiguities": [], "decision": "terminate", "reason": "Wetterdaten gibt es hier nicht.", "assumptions": [], "confidence": 0.9}`
	m := &scripted{answers: []any{plan, clarify, terminate}}
	d := setup(t, Config{Engine: EngineModel, Model: m})

	answer, _, err := d.ask(t, Question{Text: question})
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	for _, n := range answer.Statement.Notices {
		told.WriteString(n.Message + "\n")
	}
	for _, want := range []string{"Wie viele Bestellungen gibt es?", "Auch stornierte Bestellungen zählen mit."} {
		if !strings.Contains(told.String(), want) {
			t.Errorf("%q is not among the notices:\n%s", want, told.String())
		}
	}
	if !strings.Contains(m.prompts[0].User, question) {
		t.Error("the question is not in the prompt as it was asked")
	}
	answer, _, err = d.ask(t, Question{Text: "Zeige die Rücksendungen"})
	if err != nil || answer.Clarification == nil {
		t.Fatalf("%+v, %v", answer, err)
	}
	for _, want := range []string{"Welche Rücksendungen sind gemeint?", "1. von Kunden: was Kunden zurückschicken", "2. an Lieferanten"} {
		if !strings.Contains(string(answer.Clarification.Text()), want) {
			t.Errorf("%q is not asked: %s", want, answer.Clarification.Text())
		}
	}
	if _, _, err = d.ask(t, Question{Text: "Wie wird das Wetter?"}); err == nil || !strings.Contains(err.Error(), "Wetterdaten gibt es hier nicht.") {
		t.Errorf("%v", err)
	}
}
