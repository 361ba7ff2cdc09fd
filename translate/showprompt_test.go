package translate

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// TestShowPrompt: what a model would be sent is shown with its size by part, and nothing is sent; the last answer
// stays the last answer.
func TestShowPrompt(t *testing.T) {
	t.Parallel()
	m := &scripted{}
	d := setup(t, Config{Engine: EngineModel, Model: m, Share: schema.Share{Level: schema.Values}})
	answer, trace, err := d.ask(t, Question{Text: "how many orders from berlin", Verb: Prompt})
	if err != nil || len(m.prompts) != 0 || trace.Calls != 0 {
		t.Fatalf("%v, %d calls", err, len(m.prompts))
	}
	for _, want := range []string{"'instructions'", "'relations in full'", "'question'", "how many orders from berlin", "schema of the answer", "Reply with one JSON object"} {
		if !strings.Contains(answer.Statement.SQL, want) {
			t.Errorf("%s is missing in %.300s", want, answer.Statement.SQL)
		}
	}
	if answer.Statement.Stands == "" || answer.Past() != nil && answer.Past().SQL != "" {
		t.Errorf("the record would hold the prompt, or it became the last answer: %+v", answer)
	}
}

// TestRulesAreOffered: a rule that a correction or a failed attempt taught is offered for the next word of a
// question, prefix or suffix.
func TestRulesAreOffered(t *testing.T) {
	t.Parallel()
	for _, source := range []lessons.Source{lessons.FromCorrection, lessons.FromError} {
		l := lessons.Lesson{Kind: lessons.Table, Words: "clients", Means: "crm_customers", Rule: lessons.Rule{Prefix: "crm_"}, Status: lessons.Approved, Source: source,
			Confidence: 0.9, Datasources: []string{"shop"}}
		m := &scripted{answers: []any{wrote("SELECT count(*) AS n FROM crm_visits v")}}
		d, _ := crm(t, Config{Engine: EngineModel, Model: m, Lessons: lessons.Fixed(l)})
		answer, _, err := d.ask(t, Question{Text: "how many visits"})
		if err != nil || answer.Clarification != nil {
			t.Fatalf("%v, %+v", err, answer)
		}
		if !strings.Contains(m.prompts[0].User, "crm_visits") || !strings.Contains(m.prompts[0].User, "\"visits\"") && !strings.Contains(m.prompts[0].User, "visits") {
			t.Errorf("%s: the prompt has no note: %s", source, m.prompts[0].User)
		}
		told := false
		for _, n := range answer.Statement.Notices {
			told = told || strings.Contains(n.Message, "“visits” is crm_visits")
		}
		if !told {
			t.Errorf("%s: it is not told: %+v", source, answer.Statement.Notices)
		}
	}
}

// TestCorrectionTeachesRule: who says that a word is a table whose name has a prefix or a suffix teaches it, and it
// is offered for the next word.
func TestCorrectionTeachesRule(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		rule                     lessons.Rule
		word, visits, orders, as string
	}{
		"prefix": {lessons.Rule{Prefix: "crm_"}, "visits", "crm_visits", "crm_orders", "“orders” is crm_orders"},
		"suffix": {lessons.Rule{Suffix: "_tbl"}, "visits", "visits_tbl", "payments_tbl", "“payments” is payments_tbl"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lib := library(t, lessons.Config{Learn: lessons.Auto})
			m := &scripted{answers: []any{wrote("SELECT count(*) AS n FROM " + tt.visits + " v"), wrote("SELECT count(*) AS n FROM " + tt.orders + " v")}}
			d, exec := crm(t, Config{Engine: EngineModel, Model: m, Lessons: lib})
			exec("CREATE TABLE visits_tbl (id integer PRIMARY KEY); CREATE TABLE payments_tbl (id integer PRIMARY KEY); CREATE TABLE tours_tbl (id integer PRIMARY KEY); GRANT SELECT ON ALL TABLES IN SCHEMA public TO demo")
			settled := []plan.Constraint{{Kind: plan.UseTable, Phrase: tt.word, Schema: "public", Table: tt.visits}}
			if _, _, err := d.ask(t, Question{Text: "count of " + tt.word, Settled: settled, Answered: 1}); err != nil {
				t.Fatal(err)
			}
			all := lib.For("shop", "demo")
			if len(all) != 1 || all[0].Rule != tt.rule {
				t.Fatalf("%+v", all)
			}
			next := strings.TrimSuffix(strings.TrimPrefix(tt.orders, "crm_"), "_tbl")
			answer, _, err := d.ask(t, Question{Text: "how many " + next})
			if err != nil || answer.Clarification != nil {
				t.Fatalf("%v, %+v", err, answer)
			}
			told := strings.Join(answer.Assumptions, "; ")
			for _, n := range answer.Statement.Notices {
				told += "; " + n.Message
			}
			if !strings.Contains(told, tt.as) {
				t.Errorf("it is not offered for the next word: %s", told)
			}
		})
	}
}

// TestRememberedTellsRepairs: an answer from memory still says what was repaired in it.
func TestRememberedTellsRepairs(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{wrote("SELECT count(*) AS n FROM customer_addresses a WHERE a.city = 'BERLIN'")}}
	d := setup(t, Config{Engine: EngineModel, Model: m})
	if _, _, err := d.ask(t, Question{Text: "how many"}); err != nil {
		t.Fatal(err)
	}
	answer, trace, err := d.ask(t, Question{Text: "how many", Verb: Explain})
	if err != nil || trace.Calls != 0 || !strings.Contains(answer.Statement.SQL, "'repair'") {
		t.Errorf("%v, %d calls, %.400s", err, trace.Calls, answer.Statement.SQL)
	}
}
