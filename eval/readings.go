package eval

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/lookup"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/semantic"
)

// Beams are the numbers of readings among which the right one is looked for.
var Beams = []int{1, 10, 50}

// Read is how a question was read: which of its readings has the right rows.
type Read struct {
	Question   *Question  `json:"-"`
	ID         ID         `json:"id"`
	DB         string     `json:"db"`
	Text       string     `json:"question"`
	Readings   int        `json:"readings"`
	Right      int        `json:"right"` // the place of the first right one, from 1; 0: none
	Confidence float64    `json:"confidence"`
	Cost       float64    `json:"cost"`
	Signs      rank.Signs `json:"signs"`
	Unplaced   []string   `json:"unplaced,omitempty"`
	First      string     `json:"first,omitempty"`  // in words
	Better     string     `json:"better,omitempty"` // the right one in words, where it is not the first
	SQL        string     `json:"sql,omitempty"`    // of the first
	Steps      int        `json:"steps"`
	Took       float64    `json:"ms"` // reading alone, without look-ups
	Failed     string     `json:"failed,omitempty"`
	Explained  string     `json:"explained,omitempty"` // links and readings
}

// Readings reads the answerable questions without a model and looks for the right reading among the best.
// With explain each result says how it came about.
func Readings(ctx context.Context, d *Databases, questions []Question, explain bool) ([]Read, error) {
	catalogs := &Catalogs{Databases: d}
	var all []Read
	for i := range questions {
		q := &questions[i]
		if len(q.Accepted) == 0 && q.Expect == "" {
			continue
		}
		snap, err := catalogs.Snapshot(ctx, q.DB)
		if err != nil {
			return nil, fmt.Errorf("question %s: %w", q.ID, err)
		}
		m := semantic.Of(snap, true)
		one, err := readings(ctx, d, m, q)
		if err != nil {
			return nil, fmt.Errorf("question %s: %w", q.ID, err)
		}
		if !explain {
			one.Explained = ""
		}
		all = append(all, one)
	}
	return all, nil
}

// explained is how many readings of a question are explained.
const explained = 4

func readings(ctx context.Context, d *Databases, m *semantic.Model, q *Question) (Read, error) {
	one := Read{Question: q, ID: q.ID, DB: q.DB, Text: q.Text}
	r := builtin.Of(m)
	x := link.Of(m)
	l := x.Read(q.Text, nil)
	wanted := x.Wants(l, q.Text)
	found, err := d.look(q.DB)(ctx, lookup.Wants(wanted))
	if err != nil {
		return one, err
	}
	began := time.Now()
	if seen := lookup.Seen(wanted, found); len(seen) > 0 {
		l = x.Read(q.Text, seen)
	}
	res := r.Read(l, Beams[len(Beams)-1])
	one.Took = float64(time.Since(began).Microseconds()) / 1000
	one.Explained = res.Explain(explained)
	one.Readings, one.Confidence, one.Steps, one.Unplaced = len(res.Readings), res.Confidence, res.Steps, res.Unplaced
	for i, reading := range res.Readings {
		sql, err := plan.Synthesise(reading.Plan)
		if i == 0 {
			one.Cost, one.Signs, one.First, one.SQL = reading.Cost, reading.Signs, algebra.Say(reading.Set), sql
		}
		if err != nil || q.Expect != "" {
			continue
		}
		got, err := d.run(ctx, q.DB, sql)
		if err != nil {
			if i == 0 {
				one.Failed = err.Error()
			}
			if ctx.Err() != nil {
				return one, ctx.Err()
			}
			continue
		}
		if right, _, _ := accept(ctx, d, q, got); right {
			one.Right = i + 1
			if i > 0 {
				one.Better = algebra.Say(reading.Set)
			}
			break
		}
	}
	return one, nil
}

// ReportReadings writes in how many questions the right reading is among the best, and how right the first is by confidence.
func ReportReadings(w io.Writer, all []Read) error {
	answerable := slices.DeleteFunc(slices.Clone(all), func(r Read) bool { return r.Question.Expect != "" })
	fmt.Fprintf(w, "%d answerable questions", len(answerable))
	for _, n := range Beams {
		hits := 0
		for _, r := range answerable {
			hits += number(r.Right > 0 && r.Right <= n)
		}
		fmt.Fprintf(w, "; right among %d: %.3f", n, share(hits, len(answerable)))
	}
	var took []time.Duration
	silent := 0
	for _, r := range all {
		took = append(took, time.Duration(r.Took*float64(time.Millisecond)))
		silent += number(r.Readings == 0)
	}
	slices.Sort(took)
	fmt.Fprintf(w, "; %d without a reading; reading p50 %.1f ms, p99 %.1f ms\n", silent, percentile(took, 50), percentile(took, 99))
	fmt.Fprintf(w, "%-10s %8s %8s %10s %10s\n", "confidence", "answered", "right", "precision", "coverage")
	for _, floor := range []float64{0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97} {
		answered, right := 0, 0
		for _, r := range all {
			if r.Readings > 0 && r.Confidence >= floor {
				answered++
				right += number(r.Right == 1)
			}
		}
		fmt.Fprintf(w, ">= %-7.2f %8d %8d %10.3f %10.3f\n", floor, answered, right, share(right, answered), share(answered, len(all)))
	}
	return nil
}
