package doubt

import (
	"math"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan/review"

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
		fixes    []review.Fix
		draft    Draft
		want     float64
		says     []string // reasons
	}{
		{"sure", "orders", nil, Draft{Plan: simple, Confidence: 1}, 1, nil},
		{"a repaired value is no guess", "orders", []review.Fix{{Kind: review.FixValue, What: "x"}}, Draft{Plan: simple, Confidence: 1}, 1, nil},
		{"a guessed table", "orders", []review.Fix{{Kind: review.FixTable, What: "ordrs is orders"}}, Draft{Plan: simple, Confidence: 1}, 0.85,
			[]string{"names had to be guessed: ordrs is orders"}},
		{"ambiguous", "orders", nil, Draft{Plan: simple, Confidence: 1, Open: make([]model.Ambiguity, 2)}, 0.8, []string{"2 of its words"}},
		{"very ambiguous", "orders", nil, Draft{Plan: simple, Confidence: 1, Open: make([]model.Ambiguity, 3)}, 0.7, []string{"3 of its words"}},
		{"too simple", "the orders per customer", nil, Draft{Plan: simple, Confidence: 1}, 0.9, []string{"less, or more"}},
		{"an engine that doubts", "orders", nil, Draft{Plan: simple, Confidence: 0.3, ByModel: true}, 0.3, []string{"the model is only 30 % sure"}},
		{"everything", "orders per customer", []review.Fix{{Kind: review.FixColumn, What: "a is b"}}, Draft{Plan: simple, Confidence: 0.2, Open: make([]model.Ambiguity, 5)}, 0.2,
			[]string{"a is b", "5 of its words", "less, or more", "20 %"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := tt.draft
			d.Question, d.Fixes = tt.question, tt.fixes
			f := d.Score()
			if math.Abs(f.Total()-tt.want) > 1e-9 {
				t.Errorf("%+v make %v, want %v", f, f.Total(), tt.want)
			}
			c := d.Ask(f)
			if got := d.reasons(f); len(got) != len(tt.says) {
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
