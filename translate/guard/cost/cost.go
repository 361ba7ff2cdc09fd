// Package cost bounds what a statement can take of the server besides reading its rows: the memory and the time of
// planning it, and values and rows that it makes out of nothing. No timeout ends all of that.
//
// It is one abstract interpretation of the parse tree. Every expression has a value: how large it is once the planner
// has put subqueries and WITH queries into it, how long its results may be, how large as numbers. The columns of a
// subquery carry the values of the expressions behind them. Names are looked up by alias and column; a name that is not
// found is taken for data.
package cost

import (
	"fmt"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// Kind is the kind of a limit.
type Kind byte

// The kinds.
const (
	Plan      Kind = iota // what the planner makes of the statement is too large
	Size                  // a value, or a number of rows, is too large or cannot be bounded
	Recursion             // a recursive query does not end, or its values double
)

// Excess says which limit a statement exceeds.
type Excess struct {
	Kind Kind
	Name string // of the function, operator or query; empty: the whole statement
	Why  string
}

// Limits on what the planner sees. With these, no EXPLAIN in TestPlanner takes 256 MB or two seconds of a server.
const (
	MaxMemory    = 240e6 // bytes that planning may take by our estimate
	MaxRelations = 240   // tables, each as often as it is read, those of views included
	MaxSets      = 64    // grouping sets after expansion; eight functions in the SELECT count as much as one more round of them
)

// What the estimate is made of, in bytes, as TestPlanner measures it.
const (
	nodeMemory     = 1_200   // a part of an expression, after subqueries and WITH queries are put into one another
	copyMemory     = 250     // a copy of one, for each query around it
	matchMemory    = 75_000  // two columns that equal one another: a way to join for each pair
	relationMemory = 200_000 // a table
)

func (w weight) memory() float64 {
	return min(w.nodes*nodeMemory+w.copied*copyMemory+w.matches*matchMemory+w.relations*relationMemory+w.folded+w.parted, huge)
}

// Check returns the first limit that a statement exceeds, or nil. lists is set where it collects lists of rows, whose
// length is known only when it is planned: see Gathered. The snapshot may be nil.
func Check(stmt *pg_query.SelectStmt, snapshot *schema.Snapshot) (lists bool, excess *Excess) {
	c := newChecker(snapshot)
	c.references(stmt)
	w := c.query(stmt).weight
	w.parted = min(w.parted+c.parted.memory(), huge)
	c.plan(w)
	if times(c.growth, c.rows) > maxVolume {
		c.report(Size, "", "its constants make values of over %d characters in all", int(maxVolume))
	}
	return w.lists, c.found
}

// excesses are the limits that a statement exceeds by itself: in what it tells functions to make, and in its weight.
type excesses struct {
	found  *Excess
	growth float64 // the product of the factors by which functions are told to lengthen values
	inside bool    // the query is that of a view: nothing is reported
	// holdsPaths says that a table has a column of the type jsonpath.
	holdsPaths bool
}

// checker interprets one statement.
type checker struct {
	excesses
	snapshot *schema.Snapshot
	scope    *scope
	with     *with
	names    map[string]*uses // of WITH queries
	items    int              // things in FROM so far
	classes  classes
	parted   parted
	matches  float64 // those of the current query
	around   float64 // rows that constants make in the enclosing FROMs: a query may run once for each
	rows     float64 // the largest around
	tables   float64 // rows of the tables in the FROM of the current query, roughly
	sets     float64 // grouping sets of the current query
	probing  bool    // a recursive query is being probed
	stored   *stored // what the relations of the snapshot have behind them
}

func newChecker(snapshot *schema.Snapshot) *checker {
	c := &checker{excesses: excesses{growth: 1}, snapshot: snapshot, around: 1}
	if snapshot != nil {
		c.stored = storedIn(snapshot)
	}
	return c
}

func (e *excesses) report(k Kind, name, format string, args ...any) {
	if e.inside {
		return
	}
	if e.found == nil || e.found.Kind == Plan && k != Plan { // the values are what makes the plan large
		e.found = &Excess{k, name, fmt.Sprintf(format, args...)}
	}
}

// plan checks the weight of a statement or of a part of it.
func (e *excesses) plan(w weight) {
	switch {
	case w.relations > MaxRelations:
		e.report(Plan, "", "it reads over %d relations, each counted as often as subqueries, WITH queries and views read it", MaxRelations)
	case w.memory() > MaxMemory:
		e.report(Plan, "", "planning it would take about %.0f MB, once subqueries, WITH queries and conditions are put into one another", w.memory()/1e6)
	case w.sets > MaxSets:
		e.report(Plan, "", "it has over %d grouping sets after expansion, which count twice with eight functions over them, three times with 16, and so on", MaxSets)
	}
}
