package plan

import (
	"errors"
	"fmt"

	pg "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/proto"
)

// ErrLift means that a statement has a construct that plans cannot represent.
var ErrLift = errors.New("the statement cannot be taken apart into a plan")

// Lift converts a SELECT into a plan, so that patches can change it. It checks that the plan has the same meaning:
// synthesis of the plan must give the statement's tree. The statement must have passed guard.Check, which bounds it.
// The error wraps ErrLift.
func Lift(sql string) (*Plan, error) {
	tree, err := pg.Parse(sql)
	if err != nil || len(tree.Stmts) != 1 || tree.Stmts[0].Stmt.GetSelectStmt() == nil {
		return nil, fmt.Errorf("%w: it is no single SELECT", ErrLift)
	}
	return liftSame(tree.Stmts[0].Stmt)
}

// liftSame converts a SELECT and checks that the plan says the same.
func liftSame(n *pg.Node) (*Plan, error) {
	p, err := lift(n.GetSelectStmt(), maxNesting)
	if err != nil {
		return nil, err
	}
	made, err := SelectNode(p)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrLift, err)
	}
	if !SameTree(unnamed(made), unnamed(n)) {
		return nil, fmt.Errorf("%w: it does not read back the same", ErrLift)
	}
	return p, nil
}

// unnamed returns a copy without the names of output columns, because synthesis may write names that PostgreSQL would
// choose anyway, and with lists in FROM as the products that they are.
func unnamed(n *pg.Node) *pg.Node {
	c := proto.Clone(n).(*pg.Node)
	WalkNode(c, func(n *pg.Node) bool {
		if r := n.GetResTarget(); r != nil {
			r.Name = ""
		}
		if r := n.GetRangeVar(); r != nil && r.Alias != nil && r.Alias.Aliasname == r.Relname && len(r.Alias.Colnames) == 0 {
			r.Alias = nil
		}
		if s := n.GetSelectStmt(); s != nil {
			product(s)
		}
		return true
	})
	return c
}

// product turns a list in FROM into cross joins.
func product(s *pg.SelectStmt) {
	for len(s.FromClause) > 1 {
		s.FromClause = append([]*pg.Node{{Node: &pg.Node_JoinExpr{JoinExpr: &pg.JoinExpr{Jointype: pg.JoinType_JOIN_INNER,
			Larg: s.FromClause[0], Rarg: s.FromClause[1]}}}}, s.FromClause[2:]...)
	}
}

func lift(s *pg.SelectStmt, depth int) (*Plan, error) {
	if depth == 0 || s == nil {
		return nil, fmt.Errorf("%w: it is nested too deep", ErrLift)
	}
	p := &Plan{}
	var err error
	if s.Op != pg.SetOperation_SETOP_NONE {
		p, err = liftCombined(s, depth)
	} else {
		err = liftCore(p, s, depth)
	}
	if err != nil {
		return nil, err
	}
	for _, c := range s.GetWithClause().GetCtes() {
		cte := c.GetCommonTableExpr()
		inner, err := lift(cte.GetCtequery().GetSelectStmt(), depth-1)
		if err != nil {
			return nil, err
		}
		p.With = append(p.With, CTE{Name: cte.Ctename, Plan: inner})
	}
	return p, liftTail(p, s)
}

// liftCombined converts a set operation. Its first SELECT becomes the plan and the others its Combine, the order in
// which synthesis combines them.
func liftCombined(s *pg.SelectStmt, depth int) (*Plan, error) {
	if l := s.Larg; l == nil || l.WithClause != nil || l.LimitCount != nil || l.LimitOffset != nil || len(l.SortClause) > 0 {
		return nil, fmt.Errorf("%w: a part of it is sorted or cut by itself", ErrLift)
	}
	p, err := lift(s.Larg, depth-1)
	if err != nil {
		return nil, err
	}
	right, err := lift(s.Rarg, depth-1)
	if err != nil {
		return nil, err
	}
	op := map[pg.SetOperation]SetOp{pg.SetOperation_SETOP_UNION: Union, pg.SetOperation_SETOP_INTERSECT: Intersect,
		pg.SetOperation_SETOP_EXCEPT: Except}[s.Op]
	p.Combine = append(p.Combine, Combine{Op: op, All: s.All, Plan: right})
	return p, nil
}

func liftCore(p *Plan, s *pg.SelectStmt, depth int) error {
	for _, t := range s.TargetList {
		r := t.GetResTarget()
		as := r.GetName()
		if as == "" && !Starred(r.GetVal()) {
			as = serverName(r.GetVal())
		}
		p.Select = append(p.Select, Output{Expr: Expr{r.GetVal()}, As: as})
	}
	p.Distinct = plainDistinct(s)
	for i, f := range s.FromClause {
		if i == 0 {
			if err := liftFrom(p, f, depth); err != nil {
				return err
			}
			continue
		}
		src, err := liftSource(f, depth) // a list in FROM is a product
		if err != nil {
			return err
		}
		p.Joins = append(p.Joins, Join{Kind: Cross, Source: *src})
	}
	if s.WhereClause != nil {
		p.Where = Conjuncts([]Expr{{s.WhereClause}})
	}
	for _, g := range s.GroupClause {
		p.GroupBy = append(p.GroupBy, Expr{g})
	}
	if s.HavingClause != nil {
		p.Having = Conjuncts([]Expr{{s.HavingClause}})
	}
	return nil
}

func liftFrom(p *Plan, n *pg.Node, depth int) error {
	j := n.GetJoinExpr()
	if j == nil {
		src, err := liftSource(n, depth)
		p.From = src
		return err
	}
	if depth == 0 {
		return fmt.Errorf("%w: it is nested too deep", ErrLift)
	}
	if err := liftFrom(p, j.Larg, depth-1); err != nil {
		return err
	}
	src, err := liftSource(j.Rarg, depth)
	if err != nil {
		return err
	}
	kind, ok := map[pg.JoinType]JoinKind{pg.JoinType_JOIN_INNER: Inner, pg.JoinType_JOIN_LEFT: Left,
		pg.JoinType_JOIN_RIGHT: Right, pg.JoinType_JOIN_FULL: Full}[j.Jointype]
	if !ok {
		return fmt.Errorf("%w: it has an unusual join", ErrLift)
	}
	join := Join{Kind: kind, Source: *src}
	if j.Quals == nil {
		join.Kind = Cross
	} else {
		join.On = Conjuncts([]Expr{{j.Quals}})
	}
	p.Joins = append(p.Joins, join)
	return nil
}

func liftSource(n *pg.Node, depth int) (*Source, error) {
	if r := n.GetRangeVar(); r != nil {
		return &Source{Schema: r.Schemaname, Table: r.Relname, Alias: r.GetAlias().GetAliasname()}, nil
	}
	sub := n.GetRangeSubselect()
	if sub == nil {
		return nil, fmt.Errorf("%w: it reads something that is no table", ErrLift)
	}
	inner, err := lift(sub.GetSubquery().GetSelectStmt(), depth-1)
	return &Source{Plan: inner, Alias: sub.GetAlias().GetAliasname()}, err
}

// liftTail reads the clauses that apply to the whole: order and limit.
func liftTail(p *Plan, s *pg.SelectStmt) error {
	for _, n := range s.SortClause {
		b := n.GetSortBy()
		o := Order{Expr: Expr{b.GetNode()}, Desc: b.GetSortbyDir() == pg.SortByDir_SORTBY_DESC}
		switch b.GetSortbyNulls() {
		case pg.SortByNulls_SORTBY_NULLS_FIRST:
			o.Nulls = "first"
		case pg.SortByNulls_SORTBY_NULLS_LAST:
			o.Nulls = "last"
		}
		p.OrderBy = append(p.OrderBy, o)
	}
	var err error
	if p.Limit, err = liftCount(s.LimitCount); err == nil {
		p.Offset, err = liftCount(s.LimitOffset)
	}
	return err
}

func liftCount(n *pg.Node) (*int64, error) {
	if n == nil {
		return nil, nil
	}
	c := n.GetAConst()
	if c == nil || c.Isnull || c.GetIval() == nil && c.Val != nil {
		return nil, fmt.Errorf("%w: its limit is no number", ErrLift)
	}
	i := int64(c.GetIval().GetIval())
	return &i, nil
}
