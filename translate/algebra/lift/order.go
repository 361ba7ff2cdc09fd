package lift

import (
	"slices"
	"strconv"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/algebra"
)

// outputs are the columns of a SELECT.
type outputs struct {
	columns []algebra.Column
	names   []string
	open    bool // what it is ordered by need not be shown
}

// index returns where a name stands; -1: nowhere.
func (o *outputs) index(name string) int { return slices.Index(o.names, name) }

func (l *lifting) outputs(s *pg.SelectStmt, sc *scope) (*outputs, error) {
	out := &outputs{}
	add := func(v algebra.Value, name string) {
		for i, first := 2, name; slices.Contains(out.names, name); i++ {
			name = first + "_" + strconv.Itoa(i)
		}
		out.columns = append(out.columns, algebra.Column{Value: v, Name: name})
		out.names = append(out.names, name)
	}
	for _, t := range s.TargetList {
		r := t.GetResTarget()
		if stars, ok, err := sc.star(r.GetVal()); ok {
			if err != nil {
				return nil, err
			}
			for _, a := range stars {
				add(a, a.Column)
			}
			continue
		}
		v, err := l.value(r.GetVal(), sc)
		if err != nil {
			return nil, err
		}
		name := r.GetName()
		if name == "" {
			name = nameOf(r.GetVal())
		}
		add(v, name)
	}
	return out, nil
}

// nameOf returns the name that PostgreSQL gives to a column without one.
func nameOf(n *pg.Node) string {
	switch {
	case n.GetColumnRef() != nil:
		fields := n.GetColumnRef().Fields
		return fields[len(fields)-1].GetString_().GetSval()
	case n.GetFuncCall() != nil:
		names := n.GetFuncCall().Funcname
		return names[len(names)-1].GetString_().GetSval()
	case n.GetTypeCast() != nil:
		if name := nameOf(n.GetTypeCast().Arg); name != "column" {
			return name
		}
		names := n.GetTypeCast().TypeName.GetNames()
		return names[len(names)-1].GetString_().GetSval()
	case n.GetCaseExpr() != nil:
		if name := nameOf(n.GetCaseExpr().Defresult); name != "column" {
			return name
		}
		return "case"
	case n.GetCoalesceExpr() != nil:
		return "coalesce"
	case n.GetSubLink() != nil:
		if sub := n.GetSubLink(); sub.SubLinkType == pg.SubLinkType_EXPR_SUBLINK &&
			len(sub.Subselect.GetSelectStmt().GetTargetList()) == 1 {
			t := sub.Subselect.GetSelectStmt().TargetList[0].GetResTarget()
			if t.GetName() != "" {
				return t.GetName()
			}
			return nameOf(t.GetVal())
		}
		return "exists"
	}
	return "column"
}

// tail applies ORDER BY and LIMIT.
func (l *lifting) tail(s *pg.SelectStmt, sc *scope, set algebra.Set, out *outputs) (algebra.Set, error) {
	by, err := l.order(s, sc, out)
	if err != nil {
		return nil, err
	}
	n, limited, err := count(s.LimitCount)
	if err != nil {
		return nil, err
	}
	skip, _, err := count(s.LimitOffset)
	if err != nil {
		return nil, err
	}
	if limited && n == 0 {
		return nil, unknown("LIMIT 0", "")
	}
	if by == nil && n == 0 && skip == 0 {
		return set, nil
	}
	return &algebra.Extreme{Of: set, By: by, N: n, Skip: skip, Ties: n > 0 && s.LimitOption == pg.LimitOption_LIMIT_OPTION_WITH_TIES}, nil
}

func (l *lifting) order(s *pg.SelectStmt, sc *scope, out *outputs) ([]algebra.Order, error) {
	var by []algebra.Order
	for _, n := range s.SortClause {
		b := n.GetSortBy()
		v, err := l.orderKey(b.GetNode(), sc, out)
		if err != nil {
			return nil, err
		}
		o := algebra.Order{Value: v, Desc: b.SortbyDir == pg.SortByDir_SORTBY_DESC}
		switch b.SortbyNulls {
		case pg.SortByNulls_SORTBY_NULLS_FIRST:
			o.Nulls = "first"
		case pg.SortByNulls_SORTBY_NULLS_LAST:
			o.Nulls = "last"
		}
		by = append(by, o)
	}
	return by, nil
}

// orderKey reads an item of ORDER BY: an ordinal, the name of an output, else a value. Where only outputs may be
// ordered by, it is the number of one.
func (l *lifting) orderKey(n *pg.Node, sc *scope, out *outputs) (algebra.Value, error) {
	at, ok := ordinal(n)
	if !ok {
		if name := bareName(n); name != "" {
			at = out.index(name) + 1
		}
	}
	if at == 0 {
		v, err := l.value(n, sc)
		if err != nil || out.open {
			return v, err
		}
		for i, c := range out.columns {
			if algebra.Same(c.Value, v) {
				return &algebra.Nth{N: i + 1}, nil
			}
		}
		return nil, unknown("order by what is not shown", "")
	}
	if out.open && at <= len(out.columns) {
		return out.columns[at-1].Value, nil
	}
	return &algebra.Nth{N: at}, nil
}

// ordinal returns the number that an item of ORDER BY or GROUP BY is.
func ordinal(n *pg.Node) (int, bool) {
	c := n.GetAConst()
	if c == nil || c.GetIval() == nil || c.GetIval().Ival < 1 {
		return 0, false
	}
	return int(c.GetIval().Ival), true
}

func bareName(n *pg.Node) string {
	fields := n.GetColumnRef().GetFields()
	if len(fields) != 1 {
		return ""
	}
	return fields[0].GetString_().GetSval()
}

// count reads LIMIT or OFFSET.
func count(n *pg.Node) (int64, bool, error) {
	if n == nil {
		return 0, false, nil
	}
	c := n.GetAConst()
	switch {
	case c != nil && c.Isnull:
		return 0, false, nil
	case c == nil || c.GetIval() == nil && c.Val != nil:
		return 0, false, unknown("a limit that is computed", "")
	}
	return int64(c.GetIval().GetIval()), true, nil
}
