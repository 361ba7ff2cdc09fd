// Package lift reads SQL as algebra: what a statement asks, with its names resolved. It measures what the algebra can
// express, and brings what a model writes to the form in which readings are compared.
//
//	lift.go   a SELECT from its parts; from.go its relations, order.go its order and limit
//	value.go  values, pred.go conditions, call.go functions and figures
//	scope.go  names
//	say.go    a plan in plain English, by what it asks
package lift

import (
	"errors"
	"fmt"
	"strconv"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Error is what the algebra has no form for.
type Error struct {
	Kind string // of construct, for counting
	Text string // what it was; may be empty
}

func (e *Error) Error() string {
	if e.Text == "" {
		return "no algebra for " + e.Kind
	}
	return "no algebra for " + e.Kind + ": " + e.Text
}

func unknown(kind, format string, args ...any) error {
	return &Error{kind, fmt.Sprintf(format, args...)}
}

// ErrSyntax means that a text is not one SELECT.
var ErrSyntax = errors.New("not a single SELECT")

// maxDepth bounds statements within statements, and expressions within expressions.
const maxDepth = 100

// SQL returns what a statement asks, over the relations of a snapshot. The error wraps ErrSyntax or is an *Error.
func SQL(sql string, snap *schema.Snapshot) (algebra.Set, error) {
	tree, err := pg.Parse(sql)
	if err != nil || len(tree.Stmts) != 1 || tree.Stmts[0].Stmt.GetSelectStmt() == nil {
		return nil, ErrSyntax
	}
	l := &lifting{snap: snap}
	q, err := l.query(tree.Stmts[0].Stmt.GetSelectStmt(), &scope{})
	if err != nil {
		return nil, err
	}
	return q.set, nil
}

type lifting struct {
	snap  *schema.Snapshot
	depth int
}

// query is a statement that was read: a set that shows columns of these names.
type query struct {
	set   algebra.Set
	names []string
}

func (l *lifting) query(s *pg.SelectStmt, outer *scope) (*query, error) {
	if l.depth++; l.depth > maxDepth {
		return nil, unknown("deep nesting", "")
	}
	defer func() { l.depth-- }()
	sc := &scope{outer: outer, ctes: map[string]*query{}}
	if s.WithClause.GetRecursive() {
		return nil, unknown("recursion", "")
	}
	for _, c := range s.WithClause.GetCtes() {
		cte := c.GetCommonTableExpr()
		q, err := l.query(cte.GetCtequery().GetSelectStmt(), sc)
		if err != nil {
			return nil, err
		}
		sc.ctes[cte.Ctename] = renamed(q, cte.Aliascolnames)
	}
	switch {
	case s.Op != pg.SetOperation_SETOP_NONE:
		return l.combined(s, sc)
	case len(s.ValuesLists) > 0:
		return l.rowsOfValues(s, sc)
	}
	return l.core(s, &scope{outer: sc})
}

// rowsOfValues reads VALUES as a union of single rows.
func (l *lifting) rowsOfValues(s *pg.SelectStmt, sc *scope) (*query, error) {
	var q query
	for i, list := range s.ValuesLists {
		show := &algebra.Show{Of: &algebra.Once{}}
		for j, n := range list.GetList().GetItems() {
			v, err := l.value(n, sc)
			if err != nil {
				return nil, err
			}
			name := "column" + strconv.Itoa(j+1)
			show.Columns = append(show.Columns, algebra.Column{Value: v, Name: name})
			if i == 0 {
				q.names = append(q.names, name)
			}
		}
		if i == 0 {
			q.set = show
		} else {
			q.set = &algebra.Combine{Op: algebra.Union, All: true, Left: q.set, Right: show}
		}
	}
	return &q, nil
}

// renamed gives the columns of a statement other names, as an alias with a list of columns does.
func renamed(q *query, names []*pg.Node) *query {
	if len(names) == 0 {
		return q
	}
	w := &algebra.Row{Of: q.set}
	show := &algebra.Show{Of: &algebra.Rows{Row: w}}
	again := &query{set: show}
	for i, old := range q.names {
		name := old
		if i < len(names) {
			name = names[i].GetString_().GetSval()
		}
		again.names = append(again.names, name)
		show.Columns = append(show.Columns, algebra.Column{Value: &algebra.Attr{Row: w, Column: old}, Name: name})
	}
	return again
}

var combineOps = map[pg.SetOperation]algebra.CombineOp{
	pg.SetOperation_SETOP_UNION: algebra.Union, pg.SetOperation_SETOP_INTERSECT: algebra.Intersect,
	pg.SetOperation_SETOP_EXCEPT: algebra.Except}

func (l *lifting) combined(s *pg.SelectStmt, sc *scope) (*query, error) {
	left, err := l.query(s.Larg, sc)
	if err != nil {
		return nil, err
	}
	right, err := l.query(s.Rarg, sc)
	if err != nil {
		return nil, err
	}
	set := algebra.Set(&algebra.Combine{Op: combineOps[s.Op], All: s.All, Left: left.set, Right: right.set})
	set, err = l.tail(s, sc, set, &outputs{names: left.names})
	return &query{set, left.names}, err
}

// core reads a SELECT without set operations.
func (l *lifting) core(s *pg.SelectStmt, sc *scope) (*query, error) {
	set, err := l.from(s, sc)
	if err != nil {
		return nil, err
	}
	sc.windows = s.WindowClause
	if s.WhereClause != nil {
		cond, err := l.pred(s.WhereClause, sc)
		if err != nil {
			return nil, err
		}
		set = &algebra.Where{Of: set, If: cond}
	}
	out, err := l.outputs(s, sc)
	if err != nil {
		return nil, err
	}
	if set, err = l.grouped(s, sc, set, out); err != nil {
		return nil, err
	}
	if len(s.DistinctClause) > 0 && s.DistinctClause[0].GetNode() != nil {
		return l.distinctOn(s, sc, set, out)
	}
	if len(s.DistinctClause) > 0 {
		set, err = l.tail(s, sc, &algebra.Show{Of: set, Columns: out.columns, Distinct: true}, out)
		return &query{set, out.names}, err
	}
	out.open = true
	set, err = l.tail(s, sc, set, out)
	return &query{&algebra.Show{Of: set, Columns: out.columns}, out.names}, err
}

// grouped applies GROUP BY and HAVING.
func (l *lifting) grouped(s *pg.SelectStmt, sc *scope, set algebra.Set, out *outputs) (algebra.Set, error) {
	if len(s.GroupClause) == 0 && s.HavingClause == nil && !aggregates(s) {
		return set, nil
	}
	group := &algebra.Group{Of: set}
	for _, n := range s.GroupClause {
		if n.GetGroupingSet() != nil {
			return nil, unknown("grouping sets", "")
		}
		v, err := l.groupKey(n, sc, out)
		if err != nil {
			return nil, err
		}
		group.By = append(group.By, v)
	}
	if s.HavingClause == nil {
		return group, nil
	}
	cond, err := l.pred(s.HavingClause, sc)
	return &algebra.Where{Of: group, If: cond}, err
}

func aggregates(s *pg.SelectStmt) bool {
	for _, t := range s.TargetList {
		if plan.HasAggregate(plan.FromNode(t.GetResTarget().GetVal())) {
			return true
		}
	}
	for _, o := range s.SortClause {
		if plan.HasAggregate(plan.FromNode(o.GetSortBy().GetNode())) {
			return true
		}
	}
	return false
}

// groupKey reads an item of GROUP BY: an ordinal, a column of the rows, else the name of an output.
func (l *lifting) groupKey(n *pg.Node, sc *scope, out *outputs) (algebra.Value, error) {
	if at, ok := ordinal(n); ok && at <= len(out.columns) {
		return out.columns[at-1].Value, nil
	}
	if name := bareName(n); name != "" {
		if v, err := sc.column(name); err == nil {
			return v, nil
		}
		if i := out.index(name); i >= 0 {
			return out.columns[i].Value, nil
		}
	}
	return l.value(n, sc)
}

func (l *lifting) distinctOn(s *pg.SelectStmt, sc *scope, set algebra.Set, out *outputs) (*query, error) {
	out.open = true
	by, err := l.order(s, sc, out)
	if err != nil {
		return nil, err
	}
	first := &algebra.Extreme{Of: set, By: by, N: 1}
	for _, n := range s.DistinctClause {
		v, err := l.groupKey(n, sc, out)
		if err != nil {
			return nil, err
		}
		first.Within = append(first.Within, v)
	}
	set, err = l.tail(s, sc, first, out)
	return &query{&algebra.Show{Of: set, Columns: out.columns}, out.names}, err
}
