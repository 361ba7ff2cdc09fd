package cost

import (
	"math"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
)

// with are the WITH queries in scope, innermost first.
type with struct {
	outer   *with
	name    string
	inlined bool // the planner puts it where it is named
	result
}

func (w *with) find(name string) *with {
	for ; w != nil; w = w.outer {
		if w.name == name {
			return w
		}
	}
	return nil
}

// uses counts how often a name is defined by WITH and named in FROM.
type uses struct{ defined, named int }

// references counts the uses of all names of WITH queries.
func (c *checker) references(stmt *pg_query.SelectStmt) {
	c.names = map[string]*uses{}
	of := func(name string) *uses {
		if c.names[name] == nil {
			c.names[name] = &uses{}
		}
		return c.names[name]
	}
	var visit tree.Visitor
	visit = func(m any) {
		switch m := m.(type) {
		case *pg_query.CommonTableExpr:
			of(m.Ctename).defined++
		case *pg_query.RangeVar:
			if m.Schemaname == "" {
				of(m.Relname).named++
			}
		}
		tree.Children(m, visit)
	}
	visit(stmt)
}

// withClause interprets the queries of WITH and returns what those weigh that are planned once, by themselves.
func (c *checker) withClause(w *pg_query.WithClause, of *pg_query.SelectStmt) (once weight) {
	for _, n := range w.Ctes {
		m := n.GetCommonTableExpr()
		stmt := m.GetCtequery().GetSelectStmt()
		if stmt == nil {
			continue
		}
		recursive := w.Recursive && tree.Reads(stmt, m.Ctename)
		entry := &with{outer: c.with, name: m.Ctename}
		if recursive {
			if m.CycleClause == nil && !takesFew(of) && !bounded(stmt) {
				c.report(Recursion, m.Ctename, "the recursive query %q has no condition that ends it", m.Ctename)
			}
			c.distinctRows(m, stmt)
			entry.result = c.recursive(m, stmt)
		} else {
			entry.result = c.query(stmt)
			u := c.names[m.Ctename]
			entry.inlined = m.Ctematerialized == pg_query.CTEMaterialize_CTEMaterializeNever ||
				m.Ctematerialized != pg_query.CTEMaterialize_CTEMaterializeAlways && (u.named <= 1 || u.defined > 1)
		}
		name(entry.columns, m.Aliascolnames, entry.vague)
		if !entry.inlined {
			once = once.plus(entry.weight)
			entry.opaque = true
			for i := range entry.columns {
				entry.columns[i].pushed = one
			}
		}
		c.with = entry
	}
	return once
}

// name gives columns the names of a list.
func name(columns []column, names []*pg_query.Node, vague bool) {
	for i, n := range names {
		if i < len(columns) {
			columns[i].name = n.GetString_().GetSval()
		}
	}
	if vague && len(names) > 0 {
		level(columns, columns)
	}
}

// The rounds of a recursive query that are tried, and the factor by which a value may become longer in the second
// half of them. What is appended grows by a power of the rounds, two to four times; what is doubled grows by far
// more, even if that takes several rounds.
const (
	rounds     = 64
	maxGrowth  = 100
	probeBytes = 1e6 // of a value before the first round: much longer than what is appended in one
)

// recursive interprets a recursive query. Its second arm is tried with long values, again and again: those that are
// appended to grow slowly, those that are doubled do not.
func (c *checker) recursive(m *pg_query.CommonTableExpr, stmt *pg_query.SelectStmt) result {
	if stmt.Larg == nil || stmt.Rarg == nil {
		return c.query(stmt)
	}
	saved := c.with
	defer func() { c.with = saved }()
	var before weight
	if stmt.WithClause != nil {
		before = c.withClause(stmt.WithClause, stmt)
	}
	first := c.query(stmt.Larg)
	first.weight = first.weight.plus(before)
	own := &with{outer: c.with, name: m.Ctename, result: first}
	own.columns = slices.Clone(first.columns)
	name(own.columns, m.Aliascolnames, first.vague)
	numbers(stmt.Rarg, own.columns)
	for i := range own.columns {
		own.columns[i].inlined, own.columns[i].pushed, own.columns[i].isConstant = one, one, false
	}
	short := slices.Clone(own.columns)
	c.with = own
	if !c.probing {
		c.probe(own, stmt.Rarg)
	}
	own.columns = short
	last := c.query(stmt.Rarg)
	first.weight = first.weight.plus(last.weight)
	first.rows += last.rows
	first.columns, first.opaque = short, true
	for i := range short {
		if i < len(last.columns) {
			short[i].bytes, short[i].gathered = max(short[i].bytes, last.columns[i].bytes), short[i].gathered || last.columns[i].gathered
		}
	}
	return first
}

// probe reports a recursive query that doubles a value.
func (c *checker) probe(own *with, arm *pg_query.SelectStmt) {
	c.probing = true
	defer func(found *Excess) {
		c.probing = false
		if found != nil || c.found != nil && c.found.Kind == Size { // of values as long as these
			c.found = found
		}
	}(c.found)
	for i := range own.columns {
		own.columns[i].bytes = probeBytes
	}
	steady, before, half := 0, 0.0, make([]float64, len(own.columns))
	for round := 0; round < rounds && steady < len(own.columns)+2; round++ {
		next, grown := c.query(arm), 0.0
		if next.vague || len(next.columns) < len(own.columns) {
			next.columns = append(next.columns, make([]column, max(0, len(own.columns)-len(next.columns)))...)
			level(next.columns, next.columns)
		}
		for i := range own.columns {
			col := &own.columns[i]
			longer := max(0, next.columns[i].bytes-col.bytes)
			col.bytes, grown = col.bytes+longer, grown+longer
			if round == rounds/2 {
				half[i] = col.bytes
			}
			if round > rounds/2 && col.bytes > half[i]*maxGrowth || col.bytes >= huge {
				c.found = nil
				c.report(Recursion, own.name, "the recursive query %q makes %s twice as long with every row", own.name, col.name)
				return
			}
		}
		if steady++; grown != before { // what grows by the same in each round does not double
			steady = 0
		}
		before = grown
	}
}

// numbers sets the magnitudes of a recursive query's columns: for columns that only count up, the limit that a
// condition gives; for columns computed in another way, infinity.
func numbers(arm *pg_query.SelectStmt, list []column) {
	size := largest(arm.GetWhereClause())
	for i := range list {
		most := size
		if targets := arm.GetTargetList(); i < len(targets) && !counts(targets[i].GetResTarget().GetVal()) {
			most = math.Inf(1)
		}
		list[i].number = max(list[i].number, most)
	}
}

// counts reports whether an expression is a column, a constant, or a column plus or minus a constant.
func counts(n *pg_query.Node) bool {
	if _, ok := evaluate(n); ok || n.GetColumnRef() != nil {
		return true
	}
	e := n.GetAExpr()
	if e == nil || (last(e.Name) != "+" && last(e.Name) != "-") {
		return false
	}
	_, ok := evaluate(e.Rexpr)
	return ok && e.Lexpr.GetColumnRef() != nil
}
