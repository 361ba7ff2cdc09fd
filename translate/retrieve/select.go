package retrieve

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// Budget is how much of a schema may be chosen.
type Budget struct {
	Tokens int          // that the rendered schema may take; 0: no limit, so everything is chosen
	TopK   int          // tables chosen for their likeness to the question; default 8. What joins them comes on top.
	Share  schema.Share // what the rendering will show
}

// Selection is the tables that a question seems to be about.
type Selection struct {
	Tables  []*schema.Table // in the order of the snapshot
	Whole   bool            // the schema fits, so nothing was left out
	Chosen  []Candidate     // the tables again, best first, with reasons; empty when Whole
	Removed []Candidate     // best first
}

// Candidate is a table that was judged.
type Candidate struct {
	Table  *schema.Table
	Score  float64 // of its likeness to the question; comparable within one selection only
	Reason string
}

// Select chooses the tables of a snapshot that a question is about: all of them when their rendering fits the budget,
// otherwise those that resemble the question most, the tables on the join paths between them, and as far as there is room
// the tables they refer to. The same question over the same snapshot is always answered alike.
func Select(question string, s *schema.Snapshot, b Budget) Selection {
	if b.TopK <= 0 {
		b.TopK = 8
	}
	if b.Tokens <= 0 || len(s.Tables) == 0 {
		return Selection{Tables: s.Tables, Whole: true}
	}
	ix := indexOf(s, b.Share)
	total := 0
	for _, n := range ix.tokens {
		total += n
	}
	if total <= b.Tokens {
		return Selection{Tables: s.Tables, Whole: true}
	}
	c := &choice{index: ix, budget: b, score: ix.score(question), reason: map[int]string{}, left: b.Tokens}
	c.best()
	c.join()
	c.surround()
	return c.selection()
}

// choice is a selection being made. Tables are known by their position in the snapshot.
type choice struct {
	*index
	budget Budget
	score  []float64
	ranked []int          // every table, best first
	picked []int          // in the order in which they were picked
	reason map[int]string // of what was picked
	left   int            // tokens
}

// pick takes a table if there is room. The first always has room: one table too large is better than none.
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

// best picks the tables most like the question.
func (c *choice) best() {
	c.ranked = make([]int, len(c.tables))
	for i := range c.ranked {
		c.ranked[i] = i
	}
	slices.SortStableFunc(c.ranked, func(a, z int) int {
		return cmp.Or(cmp.Compare(c.score[z], c.score[a]), cmp.Compare(len(c.graph.near[z]), len(c.graph.near[a])))
	})
	for _, i := range c.ranked[:min(c.budget.TopK, len(c.ranked))] {
		switch {
		case c.score[i] >= named:
			c.pick(i, "named in the question")
		case c.score[i] > 0:
			c.pick(i, "resembles the question")
		}
	}
	if len(c.picked) > 0 {
		return
	}
	// The question may be in another language than the schema. What most tables are joined with is the likeliest.
	for _, i := range c.ranked[:min(most*c.budget.TopK, len(c.ranked))] {
		c.pick(i, "nothing resembles the question; this is among the best connected tables")
	}
}

// most is how many times TopK may be chosen in all.
const most = 3

// join picks what lies on the shortest join paths between the tables picked so far, the best first.
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

// surround picks the tables that those picked refer to, which hold the names behind their keys.
func (c *choice) surround() {
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
