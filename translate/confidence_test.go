package translate

import (
	"math"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
)

// TestFactors: the four factors and the engine's own confidence make the score, and each that is low is a reason in the
// question back.
func TestFactors(t *testing.T) {
	t.Parallel()
	simple := &plan.Plan{Select: []plan.Output{{Expr: plan.Col("o", "id")}}, From: &plan.Source{Schema: "public", Table: "orders", Alias: "o"}}
	for _, tt := range []struct {
		name     string
		question string
		fixes    []plan.Fix
		draft    draft
		want     float64
		says     []string // reasons
	}{
		{"sure", "orders", nil, draft{plan: simple, confidence: 1}, 1, nil},
		{"a repaired value is no guess", "orders", []plan.Fix{{Kind: plan.FixValue, What: "x"}}, draft{plan: simple, confidence: 1}, 1, nil},
		{"a guessed table", "orders", []plan.Fix{{Kind: plan.FixTable, What: "ordrs is orders"}}, draft{plan: simple, confidence: 1}, 0.85,
			[]string{"names had to be guessed: ordrs is orders"}},
		{"ambiguous", "orders", nil, draft{plan: simple, confidence: 1, open: make([]model.Ambiguity, 2)}, 0.8, []string{"2 of its words"}},
		{"very ambiguous", "orders", nil, draft{plan: simple, confidence: 1, open: make([]model.Ambiguity, 3)}, 0.7, []string{"3 of its words"}},
		{"too simple", "the orders per customer", nil, draft{plan: simple, confidence: 1}, 0.9, []string{"less, or more"}},
		{"an engine that doubts", "orders", nil, draft{plan: simple, confidence: 0.3, engine: EngineModel}, 0.3, []string{"the model is only 30 % sure"}},
		{"everything", "orders per customer", []plan.Fix{{Kind: plan.FixColumn, What: "a is b"}}, draft{plan: simple, confidence: 0.2, open: make([]model.Ambiguity, 5)}, 0.2,
			[]string{"a is b", "5 of its words", "less, or more", "20 %"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := &work{question: Question{Text: tt.question}, fixes: tt.fixes, draft: tt.draft}
			f := w.score(w.drafted())
			if math.Abs(f.total()-tt.want) > 1e-9 {
				t.Errorf("%+v make %v, want %v", f, f.total(), tt.want)
			}
			c := w.doubt(f)
			if got := w.reasons(f); len(got) != len(tt.says) {
				t.Errorf("reasons %q, want %q", got, tt.says)
			}
			for _, s := range tt.says {
				if !strings.Contains(c.Message, s) {
					t.Errorf("%q does not say %q", c.Message, s)
				}
			}
		})
	}
}

// TestThreshold: below confidence.answer a question is asked back with the reading and the factors, above it is answered.
func TestThreshold(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		confidence string
		asks       bool
	}{{"0.49", true}, {"0.51", false}} {
		doubting := strings.Replace(planned(countOrders), `"confidence": 0.9`, `"confidence": `+tt.confidence, 1)
		d := setup(t, Config{Engine: EngineModel, Model: &scripted{tier: model.SQL, answers: []any{doubting}}})
		answer, _, err := d.ask(t, Question{Text: "orders"})
		if err != nil {
			t.Fatal(err)
		}
		if c := answer.Clarification; (c != nil) != tt.asks || c != nil && c.Context["engine"] != "0.49" {
			t.Errorf("%s: clarification %+v", tt.confidence, c)
		}
	}
}

// TestSQLTierIsScored: SQL that a model wrote has a confidence like any plan, in the record and against the threshold.
func TestSQLTierIsScored(t *testing.T) {
	t.Parallel()
	said := func(confidence, sql string) string {
		return `{"reading": "As asked.", "ambiguities": [], "decision": "proceed", "reason": "", "assumptions": [], "confidence": ` + confidence + `, "sql": "` + sql + `"}`
	}
	const scored = begun + "plan guard review confidence explain " + finished
	for _, tt := range []struct {
		name, answer, want string
		confidence         float64
		asks               bool
	}{
		{"sure", said("0.9", "SELECT count(*) AS n FROM orders o"), scored, 0.9, false},
		{"what plans cannot say", said("0.9", "SELECT o.status, count(*) AS n FROM orders o GROUP BY ROLLUP (o.status)"), begun + "plan guard review confidence explain " + finished, 0.9, false},
		{"unsure", said("0.3", "SELECT count(*) AS n FROM orders o"), begun + "plan guard review confidence clarify", 0.3, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := &scripted{tier: model.SQL, answers: []any{tt.answer}}
			d := setup(t, Config{Engine: EngineModel, Model: m})
			answer, trace, err := d.ask(t, Question{Text: "q"})
			if err != nil {
				t.Fatal(err)
			}
			if got := states(trace); got != tt.want {
				t.Errorf("states %s\nwant   %s", got, tt.want)
			}
			if trace.Confidence != tt.confidence || (answer.Clarification != nil) != tt.asks || (answer.Statement.SQL == "") != tt.asks {
				t.Errorf("confidence %v, %+v", trace.Confidence, answer)
			}
			if tt.asks {
				return
			}
			again, trace, err := d.ask(t, Question{Text: "q"}) // remembered, with its confidence
			if err != nil || again.Confidence != tt.confidence || trace.Calls != 0 {
				t.Errorf("again: confidence %v after %d calls, %v", again.Confidence, trace.Calls, err)
			}
		})
	}
}
