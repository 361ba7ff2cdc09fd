package translate

import (
	"context"
	"fmt"
	"time"

	"github.com/pgask/pgask/translate/assume"
	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/plan"
)

// takeForGranted puts into a reviewed plan what no word of the question says: which rows count, and from when
// relative periods are counted. What a model wrote is not changed for rows that do not count; the user is told of
// them. What is unclear afterwards is that the data end before the period that is asked about begins.
func (w *work) takeForGranted(ctx context.Context, p *plan.Plan) (*plan.Plan, error) {
	if w.draft.engine == EngineModel {
		w.answer.Assumptions = append(w.answer.Assumptions, assume.Uncounted(p, w.meaning(), w.said())...)
	}
	p, assumed, dated := w.granted(p, w.draft.engine)
	w.answer.Assumptions, w.unclear = append(w.answer.Assumptions, assumed...), nil
	if dated {
		return p, nil
	}
	unclear, told, err := w.beyondData(ctx, p)
	if w.unclear = unclear; told != "" {
		w.answer.Assumptions = append(w.answer.Assumptions, told)
	}
	return p, err
}

// granted puts into a plan what can be known without asking anybody, and returns what is assumed with it. dated says
// that the user settled from when periods are counted.
func (r *reader) granted(p *plan.Plan, engine string) (counted *plan.Plan, assumed []string, dated bool) {
	if engine == EngineBuiltin {
		p, assumed = assume.Counted(p, r.meaning(), r.said())
	}
	for _, c := range r.question.Settled {
		if c.Kind != plan.AsOf {
			continue
		}
		if c.Value != "" {
			p, assumed = assume.AsOf(p, c.Value), append(assumed, "periods are counted from "+c.Value+", the end of the data")
		}
		return p, assumed, true
	}
	return p, assumed, false
}

// beyondData returns what to ask when a relative period of a plan begins after the last row that there is. Who cannot
// be asked is told, and gets the period by the calendar: told is said to them.
func (r *reader) beyondData(ctx context.Context, p *plan.Plan) (unclear *dialogue.Asked, told string, err error) {
	m := r.meaning()
	b := assume.Beyond(p, m, day(now()))
	if b == nil {
		return nil, "", nil
	}
	last, today, err := r.reads().LastDay(ctx, b.Table, b.Column.Name)
	if err != nil || last == "" {
		return nil, "", err
	}
	if t, err := time.Parse(time.DateOnly, today); err == nil {
		if b = assume.Beyond(p, m, t); b == nil {
			return nil, "", nil
		}
	}
	if end, err := time.Parse(time.DateOnly, last); err != nil || !b.Begin.After(end) {
		return nil, "", nil // the statistics are older than the data
	}
	name := b.Table.Name + "." + b.Column.Name
	if r.settings.Clarify == "error" || r.question.Inline {
		return nil, fmt.Sprintf("periods are counted from today, %s; the data of %s end on %s", today, name, last), nil
	}
	return &dialogue.Asked{Kind: dialogue.AskFilter,
		Message: fmt.Sprintf("The data of %s end on %s. Is the period counted from today or from the end of the data?", name, last),
		Options: []dialogue.Option{
			{Label: "today", Meaning: today, Settles: []plan.Constraint{{Kind: plan.AsOf}}},
			{Label: "end of the data", Meaning: last, Settles: []plan.Constraint{{Kind: plan.AsOf, Value: last}}},
		}}, "", nil
}

func day(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}
