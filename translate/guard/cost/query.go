package cost

import (
	"math"
	"slices"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
)

// result is what a query amounts to.
type result struct {
	columns []column
	wide    float64 // the number of columns
	vague   bool    // a star over a table is among the columns, so that the place of what is behind it is not known
	rows    float64 // that its constants alone make
	weight  weight  // of the whole query
	opaque  bool    // the planner does not pull it up: references to its columns stay references
}

// column is an output column of something in FROM. Columns of tables are not listed.
type column struct {
	name string
	value
}

// scope holds what a SELECT can see: the items of its own FROM, then those of the enclosing queries.
type scope struct {
	outer *scope
	items []item
}

// item is one thing in FROM.
type item struct {
	id      int
	name    string
	columns []column
	wide    float64 // the number of its columns
	row     value   // the whole row
	rows    float64 // of a table, roughly; otherwise 1
}

// query interprets a SELECT in the scope of the checker.
func (c *checker) query(m *pg_query.SelectStmt) result {
	saved, savedWith := c.scope, c.with
	defer func() { c.scope, c.with = saved, savedWith }()
	c.scope = &scope{outer: saved}
	var before weight
	if m.WithClause != nil {
		before = c.withClause(m.WithClause, m)
	}
	var res result
	switch {
	case m.Op != pg_query.SetOperation_SETOP_NONE:
		res = c.setOperation(m)
	case len(m.ValuesLists) > 0:
		res = c.values(m)
	default:
		res = c.selectBody(m)
	}
	res.weight = res.weight.plus(before)
	c.scope.items = append(c.scope.items, item{columns: res.columns, rows: 1}) // ORDER BY may name them
	res.weight = res.weight.plus(c.clauses(m.SortClause).inlined).plus(c.eval(m.LimitOffset).inlined)
	limit := c.eval(m.LimitCount)
	res.weight = res.weight.plus(limit.inlined)
	if limit.isConstant && limit.constant >= 0 {
		res.rows = min(res.rows, limit.constant)
	}
	res.opaque = res.opaque || m.WithClause != nil || len(m.SortClause) > 0 || m.LimitCount != nil || m.LimitOffset != nil
	if m.LimitCount != nil || m.LimitOffset != nil || len(m.WindowClause) > 0 { // nothing is pushed into it, either
		for i := range res.columns {
			res.columns[i].pushed = one
		}
	}
	c.plan(res.weight)
	return res
}

// clauses returns the worst of the values of some expressions.
func (c *checker) clauses(list []*pg_query.Node) value {
	var p parts
	for _, n := range list {
		p.add(c.eval(n))
	}
	return p.all
}

// setOperation interprets both arms. The planner makes one relation of the arms of UNION ALL, and copies what refers
// to its columns for each.
func (c *checker) setOperation(m *pg_query.SelectStmt) result {
	if m.Larg == nil || m.Rarg == nil {
		return result{rows: 1}
	}
	outer := c.scope
	c.scope = outer.outer
	left, right := c.query(m.Larg), c.query(m.Rarg)
	c.scope = outer
	res := result{rows: left.rows + right.rows, weight: left.weight.plus(right.weight), vague: left.vague || right.vague,
		wide: left.wide, opaque: m.Op != pg_query.SetOperation_SETOP_UNION || !m.All}
	if m.Op != pg_query.SetOperation_SETOP_UNION && max(left.rows, right.rows) > MaxGathered/hashedRow {
		c.report(Size, "", "INTERSECT and EXCEPT of over %d rows are held in memory: use EXISTS or NOT EXISTS", int(MaxGathered/hashedRow))
	}
	res.columns = slices.Clone(left.columns)
	for i := range res.columns {
		if i < len(right.columns) {
			res.columns[i].value = res.columns[i].worst(right.columns[i].value)
			res.columns[i].isConstant = false
		}
	}
	if res.vague {
		level(res.columns, append(slices.Clone(left.columns), right.columns...))
	}
	return res
}

// level gives all columns the worst of some values.
func level(columns, of []column) {
	var w value
	for _, o := range of {
		w = w.either(o.value)
	}
	for i := range columns {
		columns[i].value = w
	}
}

func (c *checker) values(m *pg_query.SelectStmt) result {
	res := result{rows: float64(len(m.ValuesLists)), weight: weight{relations: 1}, opaque: len(m.ValuesLists) > 1,
		wide: float64(len(m.ValuesLists[0].GetList().GetItems()))}
	for _, row := range m.ValuesLists {
		for i, n := range row.GetList().GetItems() {
			v := c.eval(n)
			res.weight = res.weight.plus(v.inlined)
			if i < len(res.columns) {
				res.columns[i].value = res.columns[i].either(v)
			} else {
				res.columns = append(res.columns, column{"column" + strconv.Itoa(i+1), v})
			}
		}
	}
	return res
}

// selectBody interprets one plain SELECT. c.scope is its own scope, still empty.
func (c *checker) selectBody(m *pg_query.SelectStmt) result {
	around, tables, sets, matches := c.around, c.tables, c.sets, c.matches
	defer func() { c.around, c.tables, c.sets, c.matches = around, tables, sets, matches }()
	res := result{rows: 1}
	c.matches = 0
	c.tables = 1
	for _, f := range m.FromClause {
		w, rows := c.from(tree.Inner(f))
		res.weight, res.rows = res.weight.plus(w), times(res.rows, rows)
	}
	for _, i := range c.scope.items {
		c.tables = max(c.tables, i.rows)
	}
	c.around = times(around, res.rows)
	c.rows = max(c.rows, c.around)
	if c.around > maxSeries {
		c.report(Size, "generate_series", "the series in FROM make over %d rows", int(maxSeries))
	}
	c.crossed(m)
	c.sets = groupingSets(m.GroupClause)
	where := c.eval(m.WhereClause).pushed
	where.nodes = times(where.nodes, conditionCopies)
	c.chosen(m.WhereClause)
	c.targets(m.TargetList, &res)
	outputs := item{columns: res.columns, rows: 1}
	c.scope.items = append(c.scope.items, outputs) // GROUP BY and DISTINCT ON may name them
	grouped := c.clauses(m.GroupClause)
	rest := c.clauses(m.DistinctClause).worst(grouped).worst(c.clauses(m.WindowClause)).inlined
	c.scope.items = c.scope.items[:len(c.scope.items)-1]
	res.weight = res.weight.plus(where).plus(rest).plus(c.eval(m.HavingClause).pushed)
	res.weight.matches = min(res.weight.matches+c.matches, huge)
	if c.sets > 1 {
		res.weight.sets = min(res.weight.sets+c.sets, huge)
	}
	res.weight.nodes = min(res.weight.nodes+times(c.sets-1, grouped.inlined.nodes), huge)
	res.opaque = len(m.GroupClause) > 0 || m.HavingClause != nil || len(m.DistinctClause) > 0 || len(m.WindowClause) > 0
	return res
}

// conditionCopies is how often a condition is copied where it is pushed down: PostgreSQL 18 takes more for grouped
// queries than those before it.
const conditionCopies = 1.4

// targets interprets a SELECT list.
func (c *checker) targets(list []*pg_query.Node, res *result) {
	multis := 0 // columns that are collected lists of ranges
	for _, n := range list {
		t := n.GetResTarget()
		if ref := t.GetVal().GetColumnRef(); ref != nil && ref.Fields[len(ref.Fields)-1].GetAStar() != nil {
			c.star(ref, res)
			continue
		}
		v := c.eval(t.GetVal())
		v.equals = c.equated(t.GetVal(), v)
		v.source = c.source(t.GetVal().GetColumnRef(), v)
		if v.multi && t.GetVal().GetColumnRef() != nil {
			if multis++; multis > 1 {
				c.report(Size, "", "it shows collected lists of ranges more than once, each of which takes much memory as text")
			}
		}
		if i := t.GetVal().GetAIndirection(); i != nil && i.Indirection[len(i.Indirection)-1].GetAStar() != nil {
			v = v.copies(compositeWidth)
		}
		if v.stretch > 1 && times(v.bytes, c.around) > maxVolume {
			c.report(Size, "", "its constants make values of over %d characters in all", int(maxVolume))
		}
		res.weight = res.weight.plus(v.inlined)
		name := t.GetName()
		if ref := t.GetVal().GetColumnRef(); name == "" && ref != nil {
			name = ref.Fields[len(ref.Fields)-1].GetString_().GetSval()
		}
		res.columns = append(res.columns, column{name, v})
		res.wide++
	}
}

// add puts something in FROM into the scope.
func (c *checker) add(i item) {
	c.items++
	i.id = c.items
	c.scope.items = append(c.scope.items, i)
}

// star adds the columns of * or t.*.
func (c *checker) star(ref *pg_query.ColumnRef, res *result) {
	alias := ""
	if len(ref.Fields) > 1 {
		alias = ref.Fields[len(ref.Fields)-2].GetString_().GetSval()
	}
	for _, i := range c.scope.items {
		if alias != "" && i.name != alias {
			continue
		}
		res.columns = append(res.columns, i.columns...)
		res.weight = res.weight.plus(i.row.inlined)
		res.wide += i.wide
		res.vague = res.vague || i.wide > float64(len(i.columns))
		if res.wide > maxOutputs {
			c.report(Plan, "", "it has over %d output columns", maxOutputs)
			res.columns, res.wide = nil, 0
		}
	}
}

const maxOutputs = 1664 // PostgreSQL's own limit; without it nested stars would multiply

// compositeWidth is the number of columns assumed of (…).*, for each of which PostgreSQL copies the expression.
const compositeWidth = 32

// groupingSets returns the number of grouping sets of a GROUP BY.
func groupingSets(list []*pg_query.Node) float64 {
	sets := 1.0
	for _, n := range list {
		sets = times(sets, setsOf(n))
	}
	return sets
}

// perFunction is what a function weighs beside grouping sets, for each of which an aggregate is compiled.
func (c *checker) perFunction() float64 {
	if c.sets > 1 {
		return c.sets / 8
	}
	return 0
}

func setsOf(n *pg_query.Node) float64 {
	g := n.GetGroupingSet()
	if g == nil {
		return 1
	}
	switch g.Kind {
	case pg_query.GroupingSetKind_GROUPING_SET_CUBE:
		return min(math.Pow(2, float64(len(g.Content))), huge)
	case pg_query.GroupingSetKind_GROUPING_SET_ROLLUP:
		return float64(len(g.Content)) + 1
	case pg_query.GroupingSetKind_GROUPING_SET_SETS:
		sum := 0.0
		for _, part := range g.Content {
			sum = min(sum+setsOf(part), huge)
		}
		return sum
	}
	return 1
}
