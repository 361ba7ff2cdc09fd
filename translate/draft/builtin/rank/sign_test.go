package rank

import (
	"slices"
	"testing"
)

// candidate returns a reading that costs so much by its links and returned some rows.
func candidate(cost float64, rows string) Candidate {
	return Candidate{Features: Features{Links: cost}, Rows: rows}
}

func TestWeigh(t *testing.T) {
	t.Parallel()
	weights := Features{Links: 1, Void: 2}
	alone := Weigh([]Candidate{candidate(1, "")}, &weights)
	if alone.Signs[Margin] != maxMargin || alone.Signs[Odds] != 4 {
		t.Errorf("alone: %v", alone.Signs)
	}
	apart := Weigh([]Candidate{candidate(2, "b"), candidate(1, "a"), candidate(1.5, "c")}, &weights)
	if !slices.Equal(apart.Order, []int{1, 2, 0}) || apart.Signs[Margin] != 0.5 {
		t.Errorf("apart: %v %v", apart.Order, apart.Signs)
	}
	agreed := Weigh([]Candidate{candidate(1, "a"), candidate(1.5, "a"), candidate(2, "b")}, &weights)
	if agreed.Signs[Margin] != 1 || agreed.Signs[Odds] <= apart.Signs[Odds] {
		t.Errorf("readings with equal rows speak for one another: %v, apart %v", agreed.Signs, apart.Signs)
	}
	unknown := Weigh([]Candidate{candidate(1, ""), candidate(1.5, ""), candidate(2, "")}, &weights)
	if unknown.Signs[Margin] != 0.5 {
		t.Errorf("without rows nothing agrees: %v", unknown.Signs)
	}
	empty := candidate(1, "")
	empty.Features[Void] = 1
	if w := Weigh([]Candidate{empty, candidate(1.5, "a")}, &weights); w.Order[0] != 1 {
		t.Errorf("an empty answer stays first: %v", w.Order)
	}
}

func TestConfidence(t *testing.T) {
	t.Parallel()
	sure := Signs{Bias: 20}
	weights := Signs{Bias: 1}
	if sure.By(&weights) < 0.99 {
		t.Errorf("sure: %.2f", sure.By(&weights))
	}
	sure[Dropped] = 1
	if sure.By(&weights) > doubtful {
		t.Errorf("a reading that leaves a number out is answered: %.2f", sure.By(&weights))
	}
}
