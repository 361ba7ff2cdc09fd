package translate

import (
	"context"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/builtin"
	next "github.com/pgask/pgask/translate/draft/builtin"
	"github.com/pgask/pgask/translate/link"
)

// nextReadings is how many readings compete for an answer.
const nextReadings = 12

// readNext reads the question by the second design, and tells the result in the words of the first.
func (w *work) readNext(ctx context.Context) (builtin.Result, error) {
	m := w.agent.understand(w.snapshot)
	r := next.Of(m)
	var unseen []builtin.Unseen
	wanted := r.Wants(w.question.Text)
	for _, v := range wanted {
		t := v.Column.Relation.Table
		unseen = append(unseen, builtin.Unseen{Schema: t.Schema, Table: t.Name, Column: v.Column.Column.Name, Text: v.Text})
	}
	found, err := w.lookUp(ctx, unseen, byReading)
	if err != nil {
		return builtin.Result{}, err
	}
	var seen []link.Seen
	for _, v := range wanted {
		t := v.Column.Relation.Table
		for _, f := range found {
			if f.Schema == t.Schema && f.Table == t.Name && f.Column == v.Column.Column.Name && f.Text == v.Text && len(f.Values) > 0 {
				seen = append(seen, link.Seen{Wanted: v, Values: f.Values})
			}
		}
	}
	read := r.Read(w.question.Text, seen, nextReadings)
	result := builtin.Result{Unplaced: read.Unplaced}
	if len(read.Readings) == 0 {
		result.Reason = "this question could not be read"
	} else {
		first := read.Readings[0]
		result.Plan, result.Confidence = first.Plan, read.Confidence
		result.Plan.Reading = algebra.Say(first.Set)
	}
	w.trace.Builtin = result
	return result, nil
}
