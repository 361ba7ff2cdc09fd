package retrieve

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// Mode is how tables are chosen.
type Mode string

// The modes, as the setting retrieve.mode names them.
const (
	Auto   Mode = "auto"   // all when they fit; else each is judged if there are few, the likeliest if many
	Filter Mode = "filter" // the likeliest are judged, even when everything fits
	All    Mode = "all"    // every table is judged, even when everything fits
)

// fewTables is the greatest number of tables of which Auto lets each be judged.
const fewTables = 60

// Budget bounds the part of a schema that is chosen.
type Budget struct {
	Mode   Mode            // default Auto
	Tokens int             // limit for the rendered schema; 0: no limit, so everything is chosen
	TopK   int             // tables chosen for likeness to the question; default 8. Those that join them are added.
	Share  schema.Share    // what the rendering may show
	Keep   []*schema.Table // always chosen
	// Close lists tables by closeness in meaning, the closest first, when an embedding model is used. This rank is
	// fused with the likeness in words. Tables that are not listed count as far.
	Close []*schema.Table
}

// For returns the budget with Auto replaced by All or Filter, depending on the number of tables in the snapshot.
func (b Budget) For(s *schema.Snapshot) Budget {
	if b.Mode == Auto || b.Mode == "" {
		if b.Mode = Filter; len(s.Tables) <= fewTables {
			b.Mode = All
		}
	}
	return b
}

// Selection holds the tables that a question seems to be about.
type Selection struct {
	Tables  []*schema.Table // in the order of the snapshot
	Whole   bool            // the schema fits, so nothing was left out
	Chosen  []Candidate     // the tables again, best first, with reasons; empty when Whole
	Removed []Candidate     // the tables that were left out, best first

	// The results of a judge, when one was asked; see Identify.
	Judgements []Judgement
	Outline    string // how the tables are used, in the judge's words
	Phases     []Phase
}

// Candidate is a table with the reason why it was chosen or left out.
type Candidate struct {
	Table  *schema.Table
	Score  float64 // likeness to the question; comparable within one selection only
	Reason string
}

// Select chooses the tables of a snapshot that a question is about. It returns all of them when their rendering fits
// the budget and the mode allows it. Otherwise it returns the tables most like the question, those on the join paths
// between them and, as far as there is room, those that they refer to. The result is deterministic.
func Select(question string, s *schema.Snapshot, b Budget) Selection {
	if len(s.Tables) == 0 || b.Mode != Filter && Fits(s, b) {
		return Selection{Tables: s.Tables, Whole: true}
	}
	c := newChoice(question, s, b)
	c.keep()
	c.best()
	c.join()
	c.addReferenced()
	return c.selection()
}

// Fits reports whether the rendering of the whole schema fits the budget.
func Fits(s *schema.Snapshot, b Budget) bool {
	if b.Tokens <= 0 {
		return true
	}
	total := 0
	for _, n := range indexOf(s, b.Share).tokens {
		total += n
	}
	return total <= b.Tokens
}

// choice is a selection in progress. Tables are identified by their position in the snapshot.
type choice struct {
	*index
	budget Budget
	score  []float64
	ranked []int          // every table, best first
	picked []int          // in the order in which they were picked
	reason map[int]string // of each table that was picked
	left   int            // tokens that are left of the budget
	close  map[int]int    // rank by closeness in meaning, where known
}

func newChoice(question string, s *schema.Snapshot, b Budget) *choice {
	if b.TopK <= 0 {
		b.TopK = 8
	}
	if b.Tokens <= 0 {
		b.Tokens = math.MaxInt
	}
	ix := indexOf(s, b.Share)
	c := &choice{index: ix, budget: b, score: ix.score(question), reason: map[int]string{}, left: b.Tokens}
	c.rank()
	return c
}

// rank orders the tables by likeness. If closeness in meaning is known, it orders by the sum of the reciprocal ranks of
// both, which does not depend on their scales (Cormack, Clarke and Büttcher, 2009).
func (c *choice) rank() {
	c.ranked = make([]int, len(c.tables))
	for i := range c.ranked {
		c.ranked[i] = i
	}
	by := func(score []float64) func(a, z int) int {
		return func(a, z int) int {
			return cmp.Or(cmp.Compare(score[z], score[a]), cmp.Compare(len(c.graph.near[z]), len(c.graph.near[a])))
		}
	}
	slices.SortStableFunc(c.ranked, by(c.score))
	if len(c.budget.Close) == 0 {
		return
	}
	fused := make([]float64, len(c.tables))
	for rank, i := range c.ranked {
		if c.score[i] > 0 {
			fused[i] += 1 / float64(rankOffset+rank)
		}
		if c.score[i] >= named {
			fused[i]++ // a table that the question names always comes first
		}
	}
	c.close = make(map[int]int, len(c.budget.Close))
	at := make(map[*schema.Table]int, len(c.tables))
	for i, t := range c.tables {
		at[t] = i
	}
	for rank, t := range c.budget.Close {
		if i, ok := at[t]; ok {
			fused[i] += 1 / float64(rankOffset+rank)
			c.close[i] = rank
		}
	}
	slices.SortStableFunc(c.ranked, by(fused))
}

// rankOffset reduces the differences between the first ranks. The authors of the method use 60.
const rankOffset = 60

// keep picks the tables of Budget.Keep.
func (c *choice) keep() {
	for _, t := range c.budget.Keep {
		if i := slices.Index(c.tables, t); i >= 0 {
			c.pick(i, "settled by the user")
		}
	}
}

// pick chooses a table if there is room and reports whether it is chosen. The first table is always chosen, because one
// table that is too large is better than none.
func (c *choice) pick(i int, reason string) bool {
	if c.reason[i] != "" {
		return true
	}
	if c.tokens[i] > c.left && len(c.picked) > 0 {
		return false
	}
	c.left -= c.tokens[i]
	c.picked = append(c.picked, i)
	c.reason[i] = reason
	return true
}

// best picks the tables that are most like the question.
func (c *choice) best() {
	for _, i := range c.ranked[:min(c.budget.TopK, len(c.ranked))] {
		switch {
		case c.score[i] >= named:
			c.pick(i, "named in the question")
		case c.score[i] > 0:
			c.pick(i, "resembles the question")
		case c.near(i):
			c.pick(i, "is close to the question in meaning")
		}
	}
	if len(c.picked) > 0 {
		return
	}
	// The question may be in another language than the schema. The tables with the most joins are then the likeliest.
	for _, i := range c.ranked[:min(most*c.budget.TopK, len(c.ranked))] {
		c.pick(i, "nothing resembles the question; this is among the best connected tables")
	}
}

// near reports whether a table is among the TopK closest in meaning.
func (c *choice) near(i int) bool {
	rank, ok := c.close[i]
	return ok && rank < c.budget.TopK
}

// most is the multiple of TopK that bounds the number of tables in all.
const most = 3

// join picks the tables on the shortest join paths between those picked so far, starting with the best.
func (c *choice) join() {
	joined := map[int]bool{}
	for _, i := range slices.Clone(c.picked) {
		between, ok := c.graph.path(i, joined)
		joined[i] = true
		if !ok {
			continue
		}
		for _, n := range between {
			joined[n] = c.pick(n, "joins tables that were chosen") || joined[n]
		}
	}
}

// addReferenced picks the tables that the picked ones refer to, because they hold the names for the keys.
func (c *choice) addReferenced() {
	for _, i := range slices.Clone(c.picked) {
		for _, n := range c.graph.refs[i] {
			if len(c.picked) >= most*c.budget.TopK {
				return
			}
			c.pick(n, "referred to by "+c.tables[i].Qualified())
		}
	}
}

func (c *choice) selection() Selection {
	var s Selection
	for _, i := range c.picked {
		s.Chosen = append(s.Chosen, Candidate{c.tables[i], c.score[i], c.reason[i]})
	}
	for i, t := range c.tables {
		if c.reason[i] != "" {
			s.Tables = append(s.Tables, t)
		}
	}
	for rank, i := range c.ranked {
		if c.reason[i] != "" {
			continue
		}
		reason := "nothing in it resembles the question"
		switch {
		case c.score[i] > 0 && rank < c.budget.TopK:
			reason = fmt.Sprintf("no room: it takes %d tokens of the %d that were left", c.tokens[i], c.left)
		case c.score[i] > 0:
			reason = fmt.Sprintf("resembles the question less than the best %d", c.budget.TopK)
		}
		s.Removed = append(s.Removed, Candidate{c.tables[i], c.score[i], reason})
	}
	return s
}
