package eval

import (
	"context"
	"fmt"
	"strings"
)

// Outcome is what became of a question.
type Outcome string

// The outcomes. Of a question that expects no answer, any answer is wrong.
const (
	Right  Outcome = "right"
	Wrong  Outcome = "wrong"
	Silent Outcome = "silent"
	Asked  Outcome = "asked" // silent, and asked back
)

// Result is what a prediction is worth.
type Result struct {
	Question   *Question `json:"-"`
	ID         ID        `json:"id"`
	DB         string    `json:"db"`
	Outcome    Outcome   `json:"outcome"`
	Strict     bool      `json:"strict,omitempty"` // right, with no column and no row more than accepted
	Why        string    `json:"why,omitempty"`    // it is wrong
	Confidence float64   `json:"confidence,omitempty"`
	Code       string    `json:"sqlstate,omitempty"`
	Missing    bool      `json:"missing,omitempty"` // there was no prediction
}

// Score judges predictions by the rows that they and the accepted statements return. An error is of the connection,
// not of a statement.
func Score(ctx context.Context, d *Databases, questions []Question, predictions map[string]Prediction) ([]Result, error) {
	results := make([]Result, 0, len(questions))
	for i := range questions {
		q := &questions[i]
		p, found := predictions[q.ID.String()]
		r := Result{Question: q, ID: q.ID, DB: q.DB, Confidence: p.Confidence, Code: p.Code, Missing: !found}
		if err := r.judge(ctx, d, p); err != nil {
			return nil, fmt.Errorf("question %s: %w", q.ID, err)
		}
		results = append(results, r)
	}
	return results, nil
}

func (r *Result) judge(ctx context.Context, d *Databases, p Prediction) error {
	switch {
	case p.SQL == nil || strings.TrimSpace(*p.SQL) == "":
		r.Outcome = Silent
		if p.Clarify != "" {
			r.Outcome = Asked
		}
		return nil
	case r.Question.Expect != "":
		r.Outcome, r.Why = Wrong, "answered, expected to "+r.Question.Expect
		return nil
	}
	if _, err := d.connect(ctx, r.DB); err != nil {
		return err
	}
	r.Outcome = Wrong
	got, err := d.run(ctx, r.DB, *p.SQL)
	if err != nil {
		r.Why = err.Error()
		return ctx.Err()
	}
	lenient, strict, why := accept(ctx, d, r.Question, got)
	r.Strict, r.Why = strict, why
	if lenient {
		r.Outcome = Right
	}
	return ctx.Err()
}

// accept compares an answer with all accepted statements of a question.
func accept(ctx context.Context, d *Databases, q *Question, got *rows) (lenient, strict bool, why string) {
	all, why := acceptable(ctx, d, q)
	return all.match(q, got, why)
}

// accepted are the rows of the accepted statements of a question.
type accepted []*wanted

// acceptable runs the accepted statements of a question. why says that one failed.
func acceptable(ctx context.Context, d *Databases, q *Question) (all accepted, why string) {
	for i := range q.Accepted {
		want, err := acceptedRows(ctx, d, q, i)
		if err != nil {
			why = "the accepted statement failed: " + err.Error()
			continue
		}
		all = append(all, want)
	}
	return all, why
}

// match compares an answer with all accepted rows.
func (all accepted) match(q *Question, got *rows, failed string) (lenient, strict bool, why string) {
	if why = failed; why == "" {
		why = "result differs"
	}
	for _, want := range all {
		l, s := want.matches(got, q.Ordered)
		lenient, strict = lenient || l, strict || s
		if strict {
			return true, true, ""
		}
		if same, _ := want.matches(got, false); !l && same {
			why = "row order"
		}
	}
	if lenient {
		why = ""
	}
	return lenient, strict, why
}

func acceptedRows(ctx context.Context, d *Databases, q *Question, i int) (*wanted, error) {
	got, err := d.run(ctx, q.DB, q.Accepted[i])
	if err != nil {
		return nil, err
	}
	w := &wanted{rows: got, n: len(got.cells), blocks: [][][]string{got.cells}}
	if i < len(q.Ranks) && q.Ranks[i] != "" && w.n > 0 {
		ranked, err := d.run(ctx, q.DB, q.Ranks[i])
		if err == nil && ranked.columns == got.columns+1 && len(ranked.cells) >= w.n {
			w.blocks = byRank(ranked)
			return w, nil
		}
	}
	if q.Ordered { // nothing is known about ties: exactly this order
		w.blocks = nil
		for _, r := range got.cells {
			w.blocks = append(w.blocks, [][]string{r})
		}
	}
	return w, nil
}

// byRank groups rows by their last column, in the order in which its values come, and drops it.
func byRank(ranked *rows) [][][]string {
	at := map[string]int{}
	var blocks [][][]string
	last := ranked.columns - 1
	for _, r := range ranked.cells {
		i, known := at[r[last]]
		if !known {
			i = len(blocks)
			at[r[last]] = i
			blocks = append(blocks, nil)
		}
		blocks[i] = append(blocks[i], r[:last])
	}
	return blocks
}
