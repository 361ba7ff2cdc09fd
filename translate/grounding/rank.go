package grounding

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/semantic"
)

// Weights of what a chunk may be: how much it says that a relation is needed.
var weights = map[link.Kind]float64{link.Relation: 1, link.Value: 0.9, link.Event: 0.8, link.Key: 0.7,
	link.Column: 0.75, link.Attribute: 0.5}

// Factors of the ranking. They were set by hand, and looked at on the public questions with accepted statements that
// pgask eval prompts measures.
const (
	inside    = 0.4  // for a chunk within a longer one that is well explained
	wellKnown = 0.9  // the score of a link that explains a chunk well
	asGood    = 0.8  // share of the best score from which links of a chunk are as good as it
	onlyPart  = 0.5  // for a relation of whose name a chunk is a part, where it is the whole name of another
	upwards   = 0.35 // of a relation's score, to what it refers to: names, look-up tables
	downwards = 0.2  // to what refers to it
	details   = 0.5  // to its lines, items and other parts
	between   = 0.7  // of the lower score of two relations, to those on the way between them
	alongside = 0.8  // of a relation's score, to the rates of its currencies
	naming    = 0.7  // of a relation's score, to the one that names its rows: the person of a salary
	rounds    = 2
	ways      = 8 // relations between which ways are looked for
	rivals    = 4 // ways between two relations that are as short as the shortest
)

// rank returns the relations of a model, those that the question most likely needs first.
func rank(m *semantic.Model, l *link.Lattice) []Choice {
	spoken := map[*semantic.Relation]float64{}
	for _, c := range l.Chunks {
		chunk(l, c, spoken)
	}
	define(m, spoken)
	compute(m, l, spoken)
	score := maps.Clone(spoken)
	last := spoken
	for range rounds {
		next := map[*semantic.Relation]float64{}
		for _, r := range m.Relations { // in their order, so that sums are the same each time
			if s := last[r]; s > 0 {
				spread(m, r, s, next)
			}
		}
		for r, s := range next {
			score[r] += s
		}
		last = next
	}
	out := make([]Choice, len(m.Relations))
	for i, r := range m.Relations {
		out[i] = Choice{Relation: r, Score: score[r], Reason: "is joined with what the question speaks of"}
		switch {
		case spoken[r] > 0:
			out[i].Reason = "the question speaks of it"
		case score[r] == 0:
			out[i].Reason = "nothing leads to it"
		}
	}
	connect(m, out, spoken)
	accompany(out)
	slices.SortStableFunc(out, func(a, b Choice) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

// chunk adds what a chunk says to the scores of relations. What may be many things says little of each.
func chunk(l *link.Lattice, c link.Chunk, score map[*semantic.Relation]float64) {
	best := map[*semantic.Relation]float64{}
	var order []*semantic.Relation
	add := func(r *semantic.Relation, s float64) {
		if r == nil {
			return
		}
		if _, seen := best[r]; !seen {
			order = append(order, r)
		}
		best[r] = max(best[r], s)
	}
	top := 0.0
	for _, k := range c.Links {
		s := k.Score * weights[k.Kind]
		if k.Kind == link.Relation && k.How == link.Part && named(c) {
			s *= onlyPart
		}
		add(k.Relation, s)
		if k.Kind == link.Key {
			add(k.Key.To, s)
		}
		top = max(top, s)
	}
	same := 0.0
	for _, s := range best {
		if s >= asGood*top {
			same++
		}
	}
	weight := 1 / math.Sqrt(max(1, same))
	if slices.ContainsFunc(l.Chunks, func(o link.Chunk) bool {
		return o.From <= c.From && o.To >= c.To && o.To-o.From > c.To-c.From && o.Links[0].Score >= wellKnown
	}) {
		weight *= inside
	}
	for _, r := range order {
		score[r] += best[r] * weight
	}
}

// named reports whether a chunk is the whole name of a relation, so that those with longer names are hardly meant.
func named(c link.Chunk) bool {
	return c.Links[0].Kind == link.Relation && c.Links[0].Score >= wellKnown
}

// spread gives a part of a relation's score to its neighbours: each gets less when there are many.
func spread(m *semantic.Model, r *semantic.Relation, s float64, to map[*semantic.Relation]float64) {
	steps := m.Graph.Steps(r)
	back := 0
	for _, k := range steps {
		if k.Back {
			back++
		}
	}
	for _, k := range steps {
		end := k.End()
		if end == r || end.Standing > semantic.Subset {
			continue
		}
		if k.Back && partOf(end, r) {
			to[end] = max(to[end], s*details)
		} else if k.Back {
			to[end] += s * downwards / math.Sqrt(float64(back))
		} else {
			to[end] = max(to[end], s*upwards)
		}
	}
}

// Bounds of the views whose queries are read for one question.
const (
	maxDefining = 6
	maxQuery    = 16 << 10 // bytes of one
	sourceShare = 0.8      // of a view's score, to each relation that it reads
)

// define gives the relations that a computed view reads a part of its score: what the view computes is computed of
// them.
func define(m *semantic.Model, spoken map[*semantic.Relation]float64) {
	read := 0
	for _, r := range m.Relations {
		if spoken[r] == 0 || r.Standing != semantic.Aggregate && r.Standing != semantic.Joined || len(r.Table.Query) > maxQuery {
			continue
		}
		if read++; read > maxDefining {
			return
		}
		_, _ = plan.RenameTables(r.Table.Query, func(n plan.Name) plan.Name {
			if of := m.Relation(m.Snapshot.Table(n.Schema, n.Table)); of != nil {
				spoken[of] = max(spoken[of], spoken[r]*sourceShare)
			}
			return n
		})
	}
}

// accompany raises what belongs to another relation whatever is asked of that: views with its rows, and the rates of
// its currencies.
func accompany(all []Choice) {
	at := map[*semantic.Relation]*Choice{}
	for i := range all {
		at[all[i].Relation] = &all[i]
	}
	for _, c := range all {
		if r := c.Relation; r.Of != nil && r.Standing <= semantic.Subset {
			at[r].Score, at[r.Of].Score = max(at[r].Score, at[r.Of].Score*0.99), max(at[r.Of].Score, at[r].Score*0.99)
		}
	}
	for _, c := range all { // what names its rows
		if v := c.Relation.Label.Via; v != nil && c.Score*naming > at[v.To].Score {
			at[v.To].Score = c.Score * naming
		}
		near := func(x *semantic.Relation) {
			if x != nil && c.Score*naming > at[x].Score {
				at[x].Score = c.Score * naming
			}
		}
		for _, k := range c.Relation.Keys { // its rows are those of another: salaries of a person
			if len(c.Relation.Identity.Columns) > 1 && slices.Contains(c.Relation.Identity.Columns, k.Columns[0]) &&
				k.To.Standing == semantic.Base {
				near(k.To)
			}
		}
		for _, column := range c.Relation.Columns {
			near(column.Akin)
		}
	}
	for i := range all {
		if !rates(all[i].Relation) {
			continue
		}
		for _, c := range all {
			if c.Relation != all[i].Relation && foreignMoney(c.Relation) && c.Score*alongside > all[i].Score {
				all[i].Score, all[i].Reason = c.Score*alongside, "has the rates of its currencies"
			}
		}
	}
}

// rates reports whether a relation holds what currencies are worth.
func rates(r *semantic.Relation) bool {
	for _, w := range r.Name.Words {
		if w == "rate" || w == "rates" || w == "fx" {
			return slices.ContainsFunc(r.Columns, func(c *semantic.Column) bool {
				return c.Has("currency") ||
					strings.HasPrefix(c.Column.Name, "curr")
			})
		}
	}
	return false
}

// foreignMoney reports whether a relation holds amounts in currencies that it names.
func foreignMoney(r *semantic.Relation) bool {
	return slices.ContainsFunc(r.Columns, func(c *semantic.Column) bool { return c.Unit != nil && c.Unit.Currency != nil })
}

// partOf reports whether the rows of one relation are parts of those of another, by their names: lines of an invoice.
func partOf(part, of *semantic.Relation) bool {
	ws := of.Name.Bare()
	return len(part.Name.Words) > 1 && len(ws) > 0 && slices.Contains(part.Name.Words, ws[0])
}

// connect raises the relations on the ways between those that are spoken of most.
func connect(m *semantic.Model, all []Choice, spoken map[*semantic.Relation]float64) {
	var ends []*semantic.Relation
	for _, r := range m.Relations {
		if spoken[r] > 0 && r.Standing <= semantic.Subset {
			ends = append(ends, r)
		}
	}
	slices.SortStableFunc(ends, func(a, b *semantic.Relation) int { return cmp.Compare(spoken[b], spoken[a]) })
	ends = ends[:min(len(ends), ways)]
	at := map[*semantic.Relation]*Choice{}
	for i := range all {
		at[all[i].Relation] = &all[i]
	}
	for i, a := range ends {
		for _, b := range ends[i+1:] {
			lower := min(spoken[a], spoken[b])
			paths := m.Graph.Paths(a, b, rivals)
			for _, path := range paths {
				if len(path) > len(paths[0]) {
					continue
				}
				for _, step := range path[:max(0, len(path)-1)] {
					c := at[step.End()]
					c.Score = max(c.Score, lower*between)
					if spoken[c.Relation] == 0 {
						c.Reason = "joins what the question speaks of"
					}
				}
			}
		}
	}
}
