package translate

import (
	"errors"
	"strings"
	"testing"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/semantic"
)

// TestUnusedDefinitionIsTold: who says a word that a person has defined by what is not there is told so, in the same
// words as who may not see it, whoever answers. The operator is told why.
func TestUnusedDefinitionIsTold(t *testing.T) {
	t.Parallel()
	hidden := guard.Policy{DeniedColumns: []string{"crm_orders.total"}, DeniedTables: []string{"crm_visits"}}
	lesson := func(means string) Config {
		return Config{Lessons: lessons.Fixed(lessons.Lesson{Words: "turnover", Means: means, Source: lessons.FromFile})}
	}
	file := func(text string) Config {
		f, err := semantic.ParseFile(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return Config{Meaning: f}
	}
	d, _ := crm(t, Config{})
	under := func(cfg Config) Config { cfg.Guard = hidden; return cfg }
	for name, one := range map[string]struct {
		cfg Config
		why string // in what the operator is told
	}{
		"lesson, no column":      {lesson("sum(crm_orders.gone)"), "sum(crm_orders.gone)"},
		"lesson, no table":       {lesson("sum(gone.total)"), "sum(gone.total)"},
		"lesson, hidden column":  {under(lesson("sum(crm_orders.total)")), "sum(crm_orders.total)"},
		"lesson, hidden table":   {under(lesson("count(crm_visits.id)")), "count(crm_visits.id)"},
		"term, no column":        {file(`shop: {crm_orders: {terms: {turnover: sum(gone)}}}`), `no column "gone"`},
		"term, no table":         {file(`shop: {gone: {terms: {turnover: sum(total)}}}`), `gone: there is no such relation`},
		"term, hidden column":    {under(file(`shop: {crm_orders: {terms: {turnover: sum(total)}}}`)), `no column "total"`},
		"term, hidden table":     {under(file(`shop: {crm_visits: {terms: {turnover: count(id)}}}`)), "crm_visits: there is no such relation"},
		"term, everywhere":       {file(`"*": {gone: {terms: {turnover: sum(total)}}}`), "gone: there is no such relation"},
		"synonym, no column":     {file(`shop: {crm_orders: {columns: {gone: {synonyms: [turnover]}}}}`), `no column "gone"`},
		"synonym, hidden column": {under(file(`shop: {crm_orders: {columns: {total: {synonyms: [turnover]}}}}`)), `no column "total"`},
	} {
		var told []string
		one.cfg.Unused = func(_, _, what string) { told = append(told, what) }
		one.cfg.Engine = EngineBuiltin
		d.agent = agentOf(t, one.cfg)
		_, _, err := d.ask(t, Question{Text: "what is the turnover"})
		var e *Error
		if !errors.As(err, &e) || e.Code != CodeUnanswered {
			t.Fatalf("%s: %v", name, err)
		}
		const want = "“turnover” has a definition, which is not used: not all that it names is here."
		if e.Detail != want {
			t.Errorf("%s: detail %q", name, e.Detail)
		}
		for _, secret := range []string{"total", "visits", "gone"} {
			if strings.Contains(e.Message+e.Detail+e.Hint, secret) {
				t.Errorf("%s: %q is told: %+v", name, secret, e)
			}
		}
		if len(told) != 1 || !strings.Contains(told[0], one.why) {
			t.Errorf("%s: the operator is told %q", name, told)
		}
	}
}

// TestAnsweredWithoutDefinition: an answer tells of a definition that had no part in it; one that is used, or that
// the question does not speak of, is not told.
func TestAnsweredWithoutDefinition(t *testing.T) {
	t.Parallel()
	f, err := semantic.ParseFile(strings.NewReader(`
shop: {crm_orders: {terms: {turnover: sum(gone), takings: sum(total)}}}
"*": {crm_orders: {terms: {takings: sum(gone)}}, gone: {terms: {customer: count(*)}}}`))
	if err != nil {
		t.Fatal(err)
	}
	d, _ := crm(t, Config{})
	for _, one := range []struct {
		question string
		cfg      Config
		want     bool
	}{
		{"what is the turnover", Config{Engine: EngineModel, Model: &scripted{answers: []any{wrote("SELECT sum(total) AS turnover FROM crm_orders")}}}, true},
		{"what are the takings", Config{Engine: EngineBuiltin}, false},
		{"how many customers are there", Config{Engine: EngineBuiltin}, false},
	} {
		one.cfg.Meaning = f
		d.agent = agentOf(t, one.cfg)
		var told strings.Builder
		a, _, err := d.ask(t, Question{Text: one.question, Notify: func(n Notice) { told.WriteString(n.Message + "\n") }})
		if err != nil {
			t.Fatalf("%s: %v", one.question, err)
		}
		for _, n := range a.Statement.Notices {
			told.WriteString(n.Message + "\n")
		}
		if got := strings.Contains(told.String(), "which is not used"); got != one.want {
			t.Errorf("%s: told %q", one.question, told.String())
		}
	}
}

func agentOf(t *testing.T, cfg Config) *Agent {
	t.Helper()
	a, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
