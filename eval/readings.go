package eval

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/assume"
	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/builtin"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/lookup"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/semantic"
)

// beams are the numbers of readings among which the right one is looked for.
var beams = []int{1, 10, 50}

// Read is how a question was read: which of its readings has the right rows.
type Read struct {
	Question   *Question  `json:"-"`
	ID         ID         `json:"id"`
	DB         string     `json:"db"`
	Group      string     `json:"group"` // equal for questions with the same accepted statements
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
	Verdict    string     `json:"verdict"`             // answer, confirm, ask or silent
	Choices    []string   `json:"choices,omitempty"`   // of what is asked back
	Tries      []Try      `json:"tries,omitempty"`     // the best readings, in order
	Made       bool       `json:"made,omitempty"`      // of a question that was made unanswerable: fitted on, and not reported

	set string // that it belongs to
}

// Try is one of the best readings of a question, run.
type Try struct {
	Features rank.Features `json:"features"`
	Cost     float64       `json:"cost"`
	Right    bool          `json:"right,omitempty"`
	Rows     string        `json:"rows,omitempty"` // equal for equal rows; empty: it failed
	Empty    bool          `json:"empty,omitempty"`
	Twice    bool          `json:"twice,omitempty"`
	Count    int           `json:"count,omitempty"` // of rows
	Signs    rank.Signs    `json:"signs"`
	Said     string        `json:"said,omitempty"`
	SQL      string        `json:"sql,omitempty"`
}

// tried is how many readings of a question are run, whether or not one of them is right; weights are fitted on these.
const tried = 8

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
		snap, err := catalogs.snapshot(ctx, q.DB)
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
	return Fitter{Trials: true}.Judge(all, Weights{rank.Ranker, rank.Acceptor, rank.Blind}), nil
}

// explained is how many readings of a question are explained.
const explained = 4

func readings(ctx context.Context, d *Databases, m *semantic.Model, q *Question) (Read, error) {
	one := Read{Question: q, ID: q.ID, DB: q.DB, Text: q.Text, Group: strings.Join(q.Accepted, ";")}
	one.Group = cmp.Or(one.Group, q.Text)
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
	res := r.Read(l, beams[len(beams)-1])
	one.Took = float64(time.Since(began).Microseconds()) / 1000
	one.Explained = res.Explain(explained)
	one.Readings, one.Steps, one.Unplaced = len(res.Readings), res.Steps, res.Unplaced
	said := assume.Read(q.Text, m)
	for _, reading := range res.Readings { // as the agent does with the one that it answers
		reading.Plan, _ = assume.Counted(reading.Plan, m, said)
	}
	if err := one.try(ctx, d, res.Readings); err != nil {
		return one, err
	}
	one.judge(res)
	return one, nil
}

// verdictBar is the confidence from which on an answer is given.
const verdictBar = 0.5

// judge notes what becomes of the question once the best readings were run.
func (r *Read) judge(res *builtin.Result) {
	var trials []draft.Trial
	for _, t := range r.Tries[:min(len(r.Tries), builtin.Trials)] {
		trials = append(trials, draft.Trial{Empty: t.Empty, Rows: t.Rows, Twice: t.Twice, Count: t.Count})
	}
	res.Try(trials)
	v := res.Judge(verdictBar)
	switch {
	case v.Ask != nil:
		r.Verdict = "ask"
		for _, c := range v.Ask.Choices {
			r.Choices = append(r.Choices, c.Label)
		}
	case v.Silent != nil:
		r.Verdict = "silent"
	case v.Confidence >= verdictBar:
		r.Verdict = "answer"
	default:
		r.Verdict = "confirm"
	}
}

// try runs readings until the first right one, and the best ones in any case.
func (r *Read) try(ctx context.Context, d *Databases, all []*builtin.Reading) error {
	want, failed := acceptable(ctx, d, r.Question)
	for i, reading := range all {
		if i >= tried && r.Right > 0 {
			break
		}
		one := Try{Features: reading.Features, Cost: reading.Cost, Signs: reading.Signs, Said: algebra.Say(reading.Set)}
		sql, err := plan.Synthesise(reading.Plan)
		if err != nil {
			return err
		}
		one.SQL = sql
		got, err := d.run(ctx, r.DB, sql)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && i == 0:
			r.Failed = err.Error()
		case err == nil:
			one.Rows, one.Empty, one.Twice, one.Count = got.print(), got.empty(), got.repeats(), len(got.cells)
			one.Right, _, _ = want.match(r.Question, got, failed)
		}
		if one.Right && r.Right == 0 {
			if r.Right = i + 1; i > 0 {
				r.Better = one.Said
			}
		}
		if i < tried {
			r.Tries = append(r.Tries, one)
		}
	}
	return nil
}

// ReportReadings writes in how many questions the right reading is among the best, and how right the first is by
// confidence.
func ReportReadings(w io.Writer, all []Read) error {
	answerable := slices.DeleteFunc(slices.Clone(all), func(r Read) bool { return r.Question.Expect != "" })
	fmt.Fprintf(w, "%d answerable questions", len(answerable))
	for _, n := range beams {
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
	fmt.Fprintf(w, "%-12s %9s %7s %7s %7s %7s\n", "expected", "questions", "answer", "confirm", "ask", "silent")
	for _, expect := range []string{"", Clarify, Refuse, Unsafe} {
		n, counts := 0, map[string]int{}
		for _, r := range all {
			if r.Question.Expect == expect {
				n++
				counts[r.Verdict]++
			}
		}
		if n > 0 {
			fmt.Fprintf(w, "%-12s %9d %7d %7d %7d %7d\n", cmp.Or(expect, "answer"), n, counts["answer"],
				counts["confirm"], counts["ask"], counts["silent"])
		}
	}
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
