package cost

import (
	"math"
	"slices"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
	"github.com/pgask/pgask/translate/schema"
)

const (
	// EXPLAIN judges most Cartesian products, with better knowledge. Refused here are joins without any condition
	// between the tables: no estimate is needed to see that one was forgotten.
	maxCrossed = 1_000_000_000
	anyTable   = 1_000      // rows of a table about which nothing is known
	maxSeries  = 10_000_000 // rows that the series of one FROM may make
)

// from interprets one thing in FROM, adds its items to the scope, and returns what it weighs and how many rows its
// constants make.
func (c *checker) from(m any) (weight, float64) {
	switch m := m.(type) {
	case *pg_query.RangeVar:
		return c.relation(m)
	case *pg_query.RangeTableSample:
		w, rows := c.from(tree.Inner(m.Relation))
		return w.plus(c.clauses(append(m.Args[:len(m.Args):len(m.Args)], m.Repeatable)).inlined), rows
	case *pg_query.RangeSubselect:
		saved := c.scope
		if !m.Lateral {
			c.scope = saved.outer
		}
		res := c.query(m.Subquery.GetSelectStmt())
		c.scope = saved
		c.derived(m.Alias, "", res)
		return res.weight.within(), res.rows
	case *pg_query.RangeFunction:
		return c.function(m)
	case *pg_query.JoinExpr:
		return c.join(m)
	}
	return weight{}, 1
}

// derived adds the columns of a query to the scope, under its alias or its name.
func (c *checker) derived(alias *pg_query.Alias, name string, res result) {
	i := item{name: name, rows: 1, row: value{inlined: one, pushed: one, bytes: 0, number: math.Inf(1)}}
	list := make([]column, len(res.columns))
	copy(list, res.columns)
	if alias != nil {
		i.name = alias.Aliasname
		for at, n := range alias.Colnames {
			if at == len(list) { // behind a star over a table
				list = append(list, column{value: data})
			}
			list[at].name = n.GetString_().GetSval()
		}
		if res.vague && len(alias.Colnames) > 0 {
			level(list, list)
		}
	}
	for at := range list {
		v := &list[at].value
		v.isConstant = v.isConstant && !res.opaque
		if res.opaque {
			v.inlined, v.equals = one, 1
		}
		i.row = i.row.worst(*v)
	}
	i.row.bytes = sumOfBytes(list)
	i.columns, i.wide = list, max(res.wide, float64(len(list)))
	i.row.inlined.nodes, i.row.pushed.nodes = max(i.row.inlined.nodes, i.wide), max(i.row.pushed.nodes, i.wide)
	c.add(i)
}

func sumOfBytes(list []column) float64 {
	sum := 0.0
	for _, c := range list {
		sum = min(sum+c.bytes, huge)
	}
	return max(sum, ordinaryBytes)
}

// relation interprets a table, a view, or a reference to a WITH query. A view is a subquery.
func (c *checker) relation(m *pg_query.RangeVar) (weight, float64) {
	if m.Schemaname == "" {
		if w := c.with.find(m.Relname); w != nil {
			c.derived(m.Alias, m.Relname, w.result)
			if w.inlined {
				return w.weight.within(), max(w.rows, 1)
			}
			return weight{relations: 1}, max(w.rows, 1)
		}
	}
	if c.inside {
		return c.outlined(m)
	}
	i := item{name: m.Relname, rows: anyTable, wide: 16, row: data}
	if m.Alias != nil {
		i.name = m.Alias.Aliasname
	}
	w := weight{relations: 1}
	if c.snapshot != nil {
		if t := c.snapshot.Table(m.Schemaname, m.Relname); t != nil {
			i.wide = max(1, float64(len(t.Columns)))
			c.holdsPaths = c.holdsPaths || slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return c.TypeName == "jsonpath" })
			if t.Rows >= 0 {
				i.rows = max(t.Rows, anyTable)
			}
			c.parted.divided(c.items+1, c.stored.partitionsOf(t))
			var res *result
			if res, w = c.stored.relation(t.OID, t.Kind); res != nil {
				c.derived(m.Alias, m.Relname, *res)
				return w.within(), 1
			}
		}
	}
	return c.plain(i, w)
}

// plain adds a relation whose columns are data.
func (c *checker) plain(i item, w weight) (weight, float64) {
	i.row.bytes, i.row.inlined.nodes, i.row.pushed.nodes = i.wide*ordinaryBytes, i.wide, i.wide
	w.nodes += i.wide
	c.add(i)
	return w, 1
}

// join interprets both sides of a join. The condition sees both sides and nothing to their left.
func (c *checker) join(m *pg_query.JoinExpr) (weight, float64) {
	start := len(c.scope.items)
	left, leftRows := c.from(tree.Inner(m.Larg))
	right, rightRows := c.from(tree.Inner(m.Rarg))
	all := c.scope
	inside := all.items[start:len(all.items):len(all.items)]
	c.scope = &scope{outer: all.outer, items: inside}
	w := left.plus(right).plus(c.eval(m.Quals).pushed)
	c.scope = all
	for _, n := range m.UsingClause {
		c.using(n.GetString_().GetSval(), inside)
	}
	joined := item{rows: 1, row: value{number: math.Inf(1)}}
	for _, i := range inside {
		joined.columns, joined.wide = append(joined.columns, i.columns...), joined.wide+i.wide
		joined.row = joined.row.worst(i.row)
	}
	// The planner lists the columns of both sides, and EXPLAIN compares each of their names with all others.
	w.nodes += joined.row.inlined.nodes*3/2 + joined.wide*joined.wide/500
	for _, alias := range []*pg_query.Alias{m.Alias, m.JoinUsingAlias} {
		if alias != nil {
			joined.name = alias.Aliasname
			all.items = append(all.items, joined)
		}
	}
	return w, times(leftRows, rightRows)
}

// using equates the columns of USING in all that have one.
func (c *checker) using(name string, items []item) {
	for _, i := range items[1:] {
		a, b := strconv.Itoa(items[0].id)+"."+name, strconv.Itoa(i.id)+"."+name
		c.equate(a, b, items[0].equals(name), i.equals(name))
		c.parted.joined(a, b)
	}
}

func (i item) equals(name string) float64 {
	for _, c := range i.columns {
		if c.name == name {
			return c.value.equals
		}
	}
	return 1
}

// function interprets functions in FROM. They see the items to their left, with LATERAL or without.
func (c *checker) function(m *pg_query.RangeFunction) (weight, float64) {
	res := result{rows: 1, opaque: true, weight: weight{relations: 1}}
	name := ""
	for _, f := range m.Functions {
		list := f.GetList().GetItems()
		if len(list) == 0 {
			continue
		}
		v := c.eval(list[0])
		call := list[0].GetFuncCall()
		name = last(call.GetFuncname())
		res.rows = max(res.rows, seriesRows(call), counted(call, v))
		v.number = c.elements(call, v)
		res.weight = res.weight.plus(v.inlined)
		res.columns = append(res.columns, column{name, v})
	}
	// The names of a function's columns are not known here, so that every column that is not named by an alias has the
	// values of all.
	all := value{words: len(res.columns) > 0}
	for _, col := range res.columns {
		all = all.either(col.value)
	}
	all.inlined, all.pushed = one, one
	i := item{name: name, rows: 1, wide: 4, row: all}
	if m.Alias != nil {
		i.name = m.Alias.Aliasname
	}
	i.columns = []column{{anyName, all}}
	c.add(i)
	return res.weight, res.rows
}

// anyName is the name of a column that stands for all of an item.
const anyName = "*"

// elements returns the magnitude of the numbers that a function in FROM returns, whose call has value v.
func (c *checker) elements(call *pg_query.FuncCall, v value) float64 {
	switch {
	case call == nil:
		return math.Inf(1)
	case last(call.Funcname) == "unnest":
		return v.element
	case !math.IsInf(v.number, 0):
		return v.number
	}
	// The arguments are data alone, as in jsonb_array_elements(t.items).
	most := 1.0
	for _, a := range call.Args {
		if a.GetColumnRef() == nil {
			return math.Inf(1)
		}
		most = max(most, c.column(a.GetColumnRef()).number)
	}
	return most
}

// crossed reports a FROM whose tables multiply to more than maxCrossed rows without a condition.
func (c *checker) crossed(m *pg_query.SelectStmt) {
	if len(m.FromClause) == 0 || looksAtColumn(m.WhereClause) {
		return
	}
	rows := 1.0
	for _, f := range m.FromClause {
		rows = times(rows, c.productOf(tree.Inner(f)))
	}
	if rows > maxCrossed {
		c.report(Size, "", "its tables are joined without a condition, which makes about %.0g rows", rows)
	}
}

// productOf returns the number of rows that an item of FROM has by itself. A join with a condition counts as its
// larger side. Series and VALUES are counted elsewhere, subqueries by themselves.
func (c *checker) productOf(m any) float64 {
	switch m := m.(type) {
	case *pg_query.RangeVar:
		if m.Schemaname == "" && c.with.find(m.Relname) != nil {
			return 1
		}
		if c.snapshot != nil {
			if t := c.snapshot.Table(m.Schemaname, m.Relname); t != nil && t.Rows >= 0 {
				return max(t.Rows, 1)
			}
		}
		return anyTable
	case *pg_query.RangeTableSample:
		return c.productOf(tree.Inner(m.Relation))
	case *pg_query.JoinExpr:
		left, right := c.productOf(tree.Inner(m.Larg)), c.productOf(tree.Inner(m.Rarg))
		if m.IsNatural || len(m.UsingClause) > 0 || looksAtColumn(m.Quals) {
			return max(left, right)
		}
		return times(left, right)
	}
	return 1
}

// counted returns how many rows a series makes whose end is not a constant, but not larger than v: (SELECT 1000 *
// 1000).
func counted(call *pg_query.FuncCall, v value) float64 {
	if last(call.GetFuncname()) != "generate_series" || len(call.Args) < 2 || math.IsInf(v.number, 0) {
		return 1
	}
	if _, ok := evaluate(call.Args[1]); ok {
		return 1 // known to seriesRows
	}
	if len(call.Args) > 2 {
		if step, ok := evaluate(call.Args[2]); ok && step != 0 {
			return v.number / math.Abs(step)
		}
	}
	return v.number
}
