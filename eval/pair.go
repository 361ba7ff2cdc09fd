package eval

import (
	"fmt"
	"io"
)

// Pair is a question whose outcome differs between two runs.
type Pair struct {
	Question      *Question
	Before, After Result
}

// Differences returns the questions of two runs over the same questions whose outcomes differ.
func Differences(before, after []Result) []Pair {
	byID := make(map[string]Result, len(after))
	for _, r := range after {
		byID[r.ID.String()] = r
	}
	var all []Pair
	for _, b := range before {
		a, both := byID[b.ID.String()]
		if both && (a.Outcome != b.Outcome || a.Strict != b.Strict) {
			all = append(all, Pair{b.Question, b, a})
		}
	}
	return all
}

// ReportDifferences writes how often one outcome became another, then each question, what was lost first.
func ReportDifferences(w io.Writer, pairs []Pair) error {
	outcomes := []Outcome{Right, Asked, Silent, Wrong}
	for _, from := range outcomes {
		for _, to := range outcomes {
			var these []Pair
			for _, p := range pairs {
				if p.Before.Outcome == from && p.After.Outcome == to {
					these = append(these, p)
				}
			}
			if len(these) == 0 {
				continue
			}
			name := fmt.Sprintf("%s → %s", from, to)
			if from == to {
				name = fmt.Sprintf("%s, strictly or not", from)
			}
			if _, err := fmt.Fprintf(w, "%s: %d\n", name, len(these)); err != nil {
				return err
			}
			for _, p := range these {
				fmt.Fprintf(w, "  %s %s: %s\n", p.Question.ID, p.Question.DB, p.Question.Text)
			}
		}
	}
	_, err := fmt.Fprintf(w, "%d questions differ\n", len(pairs))
	return err
}
