package translate

import (
	"strings"
	"testing"
)

// TestThreshold: below confidence.answer a question is asked back with the reading and the factors, above it is
// answered.
func TestThreshold(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		confidence string
		asks       bool
	}{{"0.49", true}, {"0.51", false}} {
		doubting := strings.Replace(wrote(countOrders), `"confidence":0.9`, `"confidence":`+tt.confidence, 1)
		d := setup(t, Config{Engine: EngineModel, Model: &scripted{answers: []any{doubting}}})
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
			m := &scripted{answers: []any{tt.answer}}
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
