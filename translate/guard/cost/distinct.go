package cost

import (
	"math"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
)

// distinctRows reports a recursive query with UNION that may have too many different rows: all of them are in a hash
// table, which is not put into files and which no setting bounds. A row is made of what tables hold, of constants,
// and of numbers that are counted up to a bound; of anything else there may be any number.
func (c *checker) distinctRows(cte *pg_query.CommonTableExpr, m *pg_query.SelectStmt) {
	if m.Op != pg_query.SetOperation_SETOP_UNION || m.All || m.Larg == nil || m.Rarg == nil {
		return
	}
	d := distinct{checker: c, first: c.arm(m.Larg, cte.Ctename), again: c.arm(m.Rarg, cte.Ctename)}
	for i, n := range cte.Aliascolnames {
		d.name(i, n.GetString_().GetSval())
	}
	for i, n := range m.Larg.TargetList {
		d.name(i, n.GetResTarget().GetName())
	}
	if rows := d.rows(); rows > MaxGathered/hashedRow {
		c.report(Recursion, cte.Ctename, "the recursive query %q may hold over %d different rows in memory: use UNION ALL, with a condition that ends it",
			cte.Ctename, int(MaxGathered/hashedRow))
	}
}

// arm is one side of a recursive query.
type arm struct {
	query *pg_query.SelectStmt
	items map[string]float64 // rows of its tables, by alias
	own   map[string]bool    // whether an alias is that of the recursive query
	all   float64            // rows of all tables together
}

func (c *checker) arm(m *pg_query.SelectStmt, self string) arm {
	a := arm{query: m, items: map[string]float64{}, own: map[string]bool{}}
	var from func(m any)
	from = func(m any) {
		switch m := m.(type) {
		case *pg_query.JoinExpr:
			from(tree.Inner(m.Larg))
			from(tree.Inner(m.Rarg))
		case *pg_query.RangeVar:
			alias := m.Relname
			if m.Alias != nil {
				alias = m.Alias.Aliasname
			}
			if m.Schemaname == "" {
				a.own[alias] = m.Relname == self // of another WITH query nothing is known
				return
			}
			rows := float64(anyTable)
			if c.snapshot != nil {
				if t := c.snapshot.Table(m.Schemaname, m.Relname); t != nil && t.Rows > 0 {
					rows = t.Rows
				}
			}
			a.items[alias], a.all = rows, a.all+rows
		}
	}
	for _, f := range m.FromClause {
		from(tree.Inner(f))
	}
	return a
}

// distinct counts the different rows of a recursive query.
type distinct struct {
	*checker
	columns      []string
	first, again arm
}

func (d *distinct) name(i int, name string) {
	if i == len(d.columns) {
		d.columns = append(d.columns, name)
	}
}

// rows is the most that there are; huge if that cannot be told.
func (d *distinct) rows() float64 {
	started := map[string]float64{}
	for i, n := range d.first.query.TargetList {
		started["first "+d.source(&d.first, n.GetResTarget().GetVal(), i)] = d.domain(&d.first, n.GetResTarget().GetVal(), i)
	}
	repeated := map[string]float64{}
	for i, n := range d.again.query.TargetList {
		repeated[d.source(&d.again, n.GetResTarget().GetVal(), i)] = d.domain(&d.again, n.GetResTarget().GetVal(), i)
	}
	if len(started) == 0 || len(repeated) == 0 { // an arm that is not a plain SELECT
		return huge
	}
	return product(started) + product(repeated)
}

func product(factors map[string]float64) float64 {
	all := 1.0
	for _, n := range factors {
		all = times(all, max(1, n))
	}
	return all
}

// source names what a column of an arm comes from: columns of the same row of a table count once.
func (d *distinct) source(a *arm, n *pg_query.Node, at int) string {
	if alias, _ := qualified(n); alias != "" && a.items[alias] > 0 {
		return alias
	}
	if alias, column := qualified(n); a == &d.again && a.own[alias] && d.is(at, column) && at < len(d.first.query.TargetList) {
		if first, _ := qualified(d.first.query.TargetList[at].GetResTarget().GetVal()); first != "" {
			return "first " + first // what is passed on unchanged is of the row that it began with
		}
	}
	return "column " + strconv.Itoa(at)
}

// domain is how many different values a column of an arm has.
func (d *distinct) domain(a *arm, n *pg_query.Node, at int) float64 {
	alias, column := qualified(n)
	switch {
	case constantly(n):
		return 1
	case alias != "" && a.items[alias] > 0:
		return a.items[alias]
	case alias == "" || a == &d.first || !a.own[alias]:
		return d.counted(a, n, at)
	case d.is(at, column) && at < len(d.first.query.TargetList):
		return d.domain(&d.first, d.first.query.TargetList[at].GetResTarget().GetVal(), at)
	case d.first.all+d.again.all == 0:
		return huge
	}
	return d.first.all + d.again.all // of another column, which has it from a table
}

func (d *distinct) is(at int, column string) bool {
	return at < len(d.columns) && d.columns[at] == column
}

// counted is how far a column counts that begins with a number and grows by one or more as long as it is below a bound.
func (d *distinct) counted(a *arm, n *pg_query.Node, at int) float64 {
	e := n.GetAExpr()
	if a != &d.again || e == nil || last(e.Name) != "+" || at >= len(d.first.query.TargetList) {
		return huge
	}
	alias, column := qualified(e.Lexpr)
	step, known := evaluate(e.Rexpr)
	begin, begins := evaluate(d.first.query.TargetList[at].GetResTarget().GetVal())
	end := d.below(d.again.query.WhereClause, alias, column)
	for _, f := range d.again.query.FromClause {
		end = min(end, d.joinedBelow(tree.Inner(f), alias, column))
	}
	if !known || !begins || step < 1 || !a.own[alias] || !d.is(at, column) || end >= huge {
		return huge
	}
	return max(1, end-begin+2)
}

// joinedBelow is below for the conditions of inner joins.
func (d *distinct) joinedBelow(m any, alias, column string) float64 {
	j, ok := m.(*pg_query.JoinExpr)
	if !ok || j.Jointype != pg_query.JoinType_JOIN_INNER {
		return huge
	}
	return min(d.below(j.Quals, alias, column), d.joinedBelow(tree.Inner(j.Larg), alias, column),
		d.joinedBelow(tree.Inner(j.Rarg), alias, column))
}

// below is the number that a condition keeps a column below; huge if it does not.
func (d *distinct) below(n *pg_query.Node, alias, column string) float64 {
	if b := n.GetBoolExpr(); b != nil && b.Boolop == pg_query.BoolExprType_AND_EXPR {
		least := huge
		for _, arg := range b.Args {
			least = min(least, d.below(arg, alias, column))
		}
		return least
	}
	e := n.GetAExpr()
	if e == nil || e.Kind != pg_query.A_Expr_Kind_AEXPR_OP {
		return huge
	}
	side, bound := e.Lexpr, e.Rexpr
	switch last(e.Name) {
	case "<", "<=":
	case ">", ">=":
		side, bound = e.Rexpr, e.Lexpr
	default:
		return huge
	}
	a, c := qualified(side)
	if v, ok := evaluate(bound); ok && a == alias && c == column && !math.IsNaN(v) {
		return v
	}
	return huge
}

// constantly reports whether an expression is a constant.
func constantly(n *pg_query.Node) bool {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	return n.GetAConst() != nil
}

// qualified returns the two parts of alias.column; empty for anything else.
func qualified(n *pg_query.Node) (alias, column string) {
	fields := n.GetColumnRef().GetFields()
	if len(fields) != 2 {
		return "", ""
	}
	return fields[0].GetString_().GetSval(), fields[1].GetString_().GetSval()
}
