package retrieve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/translate/schema"
)

// Judge decides about tables for one question. The agent implements it with a model. It must drop names that do not
// exist.
type Judge interface {
	// Judge decides for each table, by itself, whether the question needs it. It may leave tables out of its answer.
	Judge(ctx context.Context, tables []*schema.Table) ([]Judgement, error)
	// Review sees the tables that were found relevant together, and returns those that are not needed after all.
	Review(ctx context.Context, found []Judgement) ([]Removal, error)
	// Outline returns how the chosen tables are joined, filtered, aggregated and sorted, one line each, or "".
	Outline(ctx context.Context, chosen []Judgement) (string, error)
}

// Judgement is the verdict on one table.
type Judgement struct {
	Table      *schema.Table
	Relevant   bool
	Confidence float64  // of the verdict, 0 to 1
	Columns    []string // columns of the table that the question needs
	Reason     string
}

// Removal is a table that the joint review removes.
type Removal struct {
	Table  *schema.Table
	Reason string
}

// Phase is a record of one of the three phases of Identify and its result.
type Phase struct {
	Name string // judge, review or outline
	Note string
}

// Limits are the bounds of Identify.
type Limits struct {
	CallTokens int // tokens of the schema in one call; default 3,000
	CallTables int // tables in one call, because each needs room in the answer; default 20
	Parallel   int // concurrent calls; default 4
	Calls      int // calls of the first phase; tables beyond them are not judged; default 100
}

func (l Limits) withDefaults() Limits {
	l.CallTokens, l.CallTables = cmp.Or(l.CallTokens, 3000), cmp.Or(l.CallTables, 20)
	l.Parallel, l.Calls = cmp.Or(l.Parallel, 4), cmp.Or(l.Calls, 100)
	return l
}

// doubt is the confidence below which a verdict "not needed" is ignored, because a missing table costs the answer.
const doubt = 0.4

// Identify lets a judge choose among the tables of a selection in three phases. First it judges each table by itself,
// with its columns, in concurrent calls. Then it reviews the relevant ones together. Then it outlines how they are
// used. In mode All every table of the snapshot is judged, otherwise those in the selection. Tables on the join paths
// between the chosen ones are added.
//
// Tables that the judge says nothing about are decided by their likeness to the question. The error is always that of
// the context. A judge that fails leaves the selection as it was and adds a phase with the reason.
func Identify(ctx context.Context, j Judge, question string, s *schema.Snapshot, from Selection, b Budget, l Limits) (Selection, error) {
	l = l.withDefaults()
	c := newChoice(question, s, b)
	id := &identification{choice: c, judge: j, limits: l, from: from, verdicts: map[int]Judgement{}}
	if err := id.judgeAll(ctx); err != nil {
		return from, err
	}
	found := id.relevant()
	if len(found) == 0 {
		from.Judgements, from.Phases = id.judgements(), append(id.phases, Phase{"judge", "none is relevant, so likeness decides"})
		return from, ctx.Err()
	}
	if err := id.review(ctx, found); err != nil {
		return from, err
	}
	got := id.choose(found)
	got.Judgements = id.judgements()
	var err error
	got.Outline, err = id.outline(ctx, got.Tables)
	got.Phases = id.phases
	return got, err
}

// identification is a run of Identify. Tables are identified by their position in the snapshot.
type identification struct {
	*choice
	judge    Judge
	limits   Limits
	from     Selection
	verdicts map[int]Judgement
	removed  map[int]string // reasons of the joint review, by table
	phases   []Phase
}

func (id *identification) phase(name, format string, args ...any) {
	id.phases = append(id.phases, Phase{name, fmt.Sprintf(format, args...)})
}

// candidates returns the tables to judge, the likeliest first, so that a bound on calls drops the least likely.
func (id *identification) candidates() []int {
	if id.budget.Mode == All {
		return id.ranked
	}
	var all []int
	for _, i := range id.ranked {
		if slices.Contains(id.from.Tables, id.tables[i]) {
			all = append(all, i)
		}
	}
	return all
}

// batches splits the candidates so that each call stays within the limits. A table that exceeds CallTokens by itself
// gets its own call, whose prompt shortens it.
func (id *identification) batches() [][]int {
	var all [][]int
	size := 0
	for _, i := range id.candidates() {
		if n := len(all); n == 0 || size+id.tokens[i] > id.limits.CallTokens || len(all[n-1]) == id.limits.CallTables {
			if n == id.limits.Calls {
				break
			}
			all, size = append(all, nil), 0
		}
		all[len(all)-1] = append(all[len(all)-1], i)
		size += id.tokens[i]
	}
	return all
}

// judgeAll runs the first phase and stores the verdicts.
func (id *identification) judgeAll(ctx context.Context) error {
	batches := id.batches()
	answers := make([][]Judgement, len(batches))
	failures := make([]error, len(batches))
	var wg panics.Group
	turn := make(chan struct{}, id.limits.Parallel)
	for n, batch := range batches {
		var tables []*schema.Table
		for _, i := range batch {
			tables = append(tables, id.tables[i])
		}
		turn <- struct{}{}
		wg.Go(func() {
			defer func() { <-turn }()
			if failures[n] = ctx.Err(); failures[n] == nil {
				answers[n], failures[n] = id.judge.Judge(ctx, tables)
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	asked, failed := 0, 0
	for n, batch := range batches {
		asked += len(batch)
		if failures[n] != nil {
			failed++
		}
		for _, v := range answers[n] {
			if i := slices.IndexFunc(batch, func(i int) bool { return id.tables[i] == v.Table }); i >= 0 {
				id.verdicts[batch[i]] = v
			}
		}
	}
	id.phase("judge", "%d of %d tables judged in %d calls", len(id.verdicts), asked, len(batches))
	if failed > 0 {
		id.phase("judge", "%d calls failed: %v", failed, errors.Join(failures...))
	}
	return nil
}

// relevant returns the relevant tables, the surest first: those judged relevant, those judged irrelevant in doubt, and
// those that were not judged but are likely. It returns nil when no table was judged relevant.
func (id *identification) relevant() []int {
	var found []int
	for _, i := range id.ranked {
		v, judged := id.verdicts[i]
		switch {
		case judged && (v.Relevant || v.Confidence < doubt):
			found = append(found, i)
		case !judged && len(id.verdicts) > 0 && id.likely(i):
			found = append(found, i)
		}
	}
	if !slices.ContainsFunc(found, func(i int) bool { return id.verdicts[i].Relevant }) {
		return nil
	}
	sure := func(i int) float64 {
		if v := id.verdicts[i]; v.Relevant {
			return v.Confidence
		}
		return 0
	}
	slices.SortStableFunc(found, func(a, z int) int { return cmp.Compare(sure(z), sure(a)) })
	return found
}

// likely reports whether the table would be chosen by its likeness alone.
func (id *identification) likely(i int) bool {
	return id.score[i] > 0 && slices.Contains(id.ranked[:min(id.budget.TopK, len(id.ranked))], i) ||
		slices.ContainsFunc(id.from.Chosen, func(c Candidate) bool { return c.Table == id.tables[i] && c.Score > 0 })
}

// review runs the second phase and stores the removals. It skips a single table, and ignores a review that removes
// every table.
func (id *identification) review(ctx context.Context, found []int) error {
	id.removed = map[int]string{}
	if len(found) < 2 {
		return nil
	}
	removals, err := id.judge.Review(ctx, id.said(found))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		id.phase("review", "failed, so all of them stay: %v", err)
		return nil
	}
	for _, r := range removals {
		for _, i := range found {
			if id.tables[i] == r.Table && !slices.Contains(id.budget.Keep, r.Table) {
				id.removed[i] = r.Reason
			}
		}
	}
	if len(id.removed) == len(found) {
		id.removed = map[int]string{}
		id.phase("review", "would leave out every table, so it does not count")
		return nil
	}
	id.phase("review", "%d of %d tables left out", len(id.removed), len(found))
	return nil
}

// said returns the judgements of the given tables, for the prompts of the later phases. Tables that were not judged get
// a confidence of 0.5.
func (id *identification) said(tables []int) []Judgement {
	var all []Judgement
	for _, i := range tables {
		v, ok := id.verdicts[i]
		if !ok {
			v = Judgement{Table: id.tables[i], Confidence: 0.5, Reason: "not judged"}
		}
		all = append(all, v)
	}
	return all
}

// choose returns the selection of the tables found and of those that join them, within the budget.
func (id *identification) choose(found []int) Selection {
	for _, t := range id.budget.Keep {
		if i := slices.Index(id.tables, t); i >= 0 {
			id.pick(i, "settled by the user")
		}
	}
	for _, i := range found {
		if _, out := id.removed[i]; out {
			continue
		}
		switch v, judged := id.verdicts[i]; {
		case !judged:
			id.pick(i, "resembles the question, and was not judged")
		case v.Relevant:
			id.pick(i, fmt.Sprintf("judged relevant (%.2f): %s", v.Confidence, v.Reason))
		default:
			id.pick(i, fmt.Sprintf("judged irrelevant with too little confidence (%.2f): %s", v.Confidence, v.Reason))
		}
	}
	id.join()
	got := id.selection()
	for n := range got.Removed {
		i := slices.Index(id.tables, got.Removed[n].Table)
		why, reviewed := id.removed[i]
		v, judged := id.verdicts[i]
		switch {
		case reviewed:
			got.Removed[n].Reason = "left out when all were seen together: " + why
		case judged && !v.Relevant:
			got.Removed[n].Reason = fmt.Sprintf("judged irrelevant (%.2f): %s", v.Confidence, v.Reason)
		case judged:
			got.Removed[n].Reason = fmt.Sprintf("no room: it takes %d tokens of the %d that were left", id.tokens[i], id.left)
		}
	}
	return got
}

// outline runs the third phase. It skips a single table, which the planner handles by itself.
func (id *identification) outline(ctx context.Context, chosen []*schema.Table) (string, error) {
	if len(chosen) < 2 {
		return "", nil
	}
	var at []int
	for _, t := range chosen {
		at = append(at, slices.Index(id.tables, t))
	}
	text, err := id.judge.Outline(ctx, id.said(at))
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		id.phase("outline", "failed, so the planner starts without one: %v", err)
		return "", nil
	}
	id.phase("outline", "%d tables", len(chosen))
	return text, nil
}

// judgements returns all verdicts: the relevant tables first, the surest of them first, then the others, the least sure
// first.
func (id *identification) judgements() []Judgement {
	var all []Judgement
	for i := range id.tables {
		if v, ok := id.verdicts[i]; ok {
			all = append(all, v)
		}
	}
	rank := func(j Judgement) float64 {
		if j.Relevant {
			return 1 + j.Confidence
		}
		return 1 - j.Confidence
	}
	slices.SortStableFunc(all, func(a, z Judgement) int { return cmp.Compare(rank(z), rank(a)) })
	return all
}
