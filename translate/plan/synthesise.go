package plan

import (
	pg "github.com/pganalyze/pg_query_go/v5"
)

// Synthesise returns the plan as one SELECT. PostgreSQL's own deparser writes the text from a parse tree, so that no
// strings are concatenated into SQL. The text is parsed again, and refused if the tree differs. The plan is not
// changed. The error is a *FieldError, or wraps ErrSynthesis.
func Synthesise(p *Plan) (string, error) {
	stmt, err := SelectNode(p)
	if err != nil {
		return "", err
	}
	return deparse(stmt)
}

// SelectNode returns the parse tree of the plan, a SelectStmt. It shares the plan's expressions, so it must not be
// changed. The error is a *FieldError.
func SelectNode(p *Plan) (*pg.Node, error) {
	if err := Validate(p); err != nil {
		return nil, err
	}
	return AsNode(selectStmt(p)), nil
}

func AsNode(s *pg.SelectStmt) *pg.Node {
	return &pg.Node{Node: &pg.Node_SelectStmt{SelectStmt: s}}
}

// selectStmt builds one level: the SELECT, its set operations from left to right, and then the clauses that apply to
// the whole.
func selectStmt(p *Plan) *pg.SelectStmt {
	s := core(p)
	for _, c := range p.Combine {
		s = &pg.SelectStmt{
			Op: setOperation(c.Op), All: c.All, Larg: s, Rarg: selectStmt(c.Plan),
			LimitOption: pg.LimitOption_LIMIT_OPTION_DEFAULT,
		}
	}
	s.WithClause, s.SortClause = withClause(p), sortClause(p)
	if p.Limit != nil {
		s.LimitCount, s.LimitOption = Int(*p.Limit).node, pg.LimitOption_LIMIT_OPTION_COUNT
	}
	if p.Offset != nil {
		s.LimitOffset, s.LimitOption = Int(*p.Offset).node, pg.LimitOption_LIMIT_OPTION_COUNT
	}
	return s
}

// core builds the SELECT from its columns to HAVING.
func core(p *Plan) *pg.SelectStmt {
	s := &pg.SelectStmt{
		LimitOption: pg.LimitOption_LIMIT_OPTION_DEFAULT,
		Op:          pg.SetOperation_SETOP_NONE,
		TargetList:  targetList(p),
	}
	if p.Distinct {
		s.DistinctClause = []*pg.Node{{}}
	}
	if p.From != nil {
		from := fromItem(p.From)
		for i := range p.Joins {
			from = join(from, &p.Joins[i])
		}
		s.FromClause = []*pg.Node{from}
	}
	if len(p.Where) > 0 {
		s.WhereClause = And(p.Where...).node
	}
	for _, e := range p.GroupBy {
		s.GroupClause = append(s.GroupClause, e.node)
	}
	if len(p.Having) > 0 {
		s.HavingClause = And(p.Having...).node
	}
	return s
}

// targetList builds the SELECT list. It adds AS to every column that PostgreSQL would name differently.
func targetList(p *Plan) []*pg.Node {
	names := OutputNames(p)
	list := make([]*pg.Node, len(p.Select))
	for i, o := range p.Select {
		name := names[i]
		if Starred(o.Expr.node) || name == serverName(o.Expr.node) {
			name = ""
		}
		list[i] = pg.MakeResTargetNodeWithNameAndVal(name, o.Expr.node, 0)
	}
	return list
}

func fromItem(src *Source) *pg.Node {
	if src.Plan != nil {
		return &pg.Node{Node: &pg.Node_RangeSubselect{RangeSubselect: &pg.RangeSubselect{
			Subquery: AsNode(selectStmt(src.Plan)), Alias: &pg.Alias{Aliasname: src.Alias}}}}
	}
	rel := &pg.RangeVar{Schemaname: src.Schema, Relname: src.Table, Inh: true, Relpersistence: "p"}
	if src.Alias != "" && src.Alias != src.Table {
		rel.Alias = &pg.Alias{Aliasname: src.Alias}
	}
	return &pg.Node{Node: &pg.Node_RangeVar{RangeVar: rel}}
}

func join(left *pg.Node, j *Join) *pg.Node {
	kind := pg.JoinType_JOIN_INNER
	switch j.Kind {
	case Left:
		kind = pg.JoinType_JOIN_LEFT
	case Right:
		kind = pg.JoinType_JOIN_RIGHT
	case Full:
		kind = pg.JoinType_JOIN_FULL
	}
	x := &pg.JoinExpr{Jointype: kind, Larg: left, Rarg: fromItem(&j.Source)}
	if len(j.On) > 0 {
		x.Quals = And(j.On...).node
	}
	return &pg.Node{Node: &pg.Node_JoinExpr{JoinExpr: x}}
}

func withClause(p *Plan) *pg.WithClause {
	if len(p.With) == 0 {
		return nil
	}
	w := &pg.WithClause{}
	for _, c := range p.With {
		w.Ctes = append(w.Ctes, &pg.Node{Node: &pg.Node_CommonTableExpr{CommonTableExpr: &pg.CommonTableExpr{
			Ctename: c.Name, Ctematerialized: pg.CTEMaterialize_CTEMaterializeDefault, Ctequery: AsNode(selectStmt(c.Plan))}}})
	}
	return w
}

// sortClause builds ORDER BY. After a set operation PostgreSQL sorts only by output columns, so a sort key equal to
// the expression of an output column is replaced by its name. Validate has refused other keys.
func sortClause(p *Plan) []*pg.Node {
	var names []string
	if len(p.Combine) > 0 {
		names = OutputNames(p)
	}
	var list []*pg.Node
	for _, o := range p.OrderBy {
		key := o.Expr
		if len(p.Combine) > 0 {
			key, _ = byOutput(p, names, key)
		}
		list = append(list, sortKey(Order{key, o.Desc, o.Nulls}))
	}
	return list
}

// SortNodes returns the nodes of an ORDER BY.
func SortNodes(list []Order) []*pg.Node {
	var all []*pg.Node
	for _, o := range list {
		all = append(all, sortKey(o))
	}
	return all
}

func sortKey(o Order) *pg.Node {
	dir, nulls := pg.SortByDir_SORTBY_DEFAULT, pg.SortByNulls_SORTBY_NULLS_DEFAULT
	if o.Desc {
		dir = pg.SortByDir_SORTBY_DESC
	}
	switch o.Nulls {
	case "first":
		nulls = pg.SortByNulls_SORTBY_NULLS_FIRST
	case "last":
		nulls = pg.SortByNulls_SORTBY_NULLS_LAST
	}
	return pg.MakeSortByNode(o.Expr.node, dir, nulls, 0)
}

// byOutput returns the output column that a sort key means: by name, by position, or because it is the same
// expression.
func byOutput(p *Plan, names []string, key Expr) (Expr, bool) {
	if parts, ok := ColumnName(key.node); ok && len(parts) == 1 {
		for _, n := range names {
			if n == parts[0] {
				return key, true
			}
		}
	}
	if key.node.GetAConst().GetIval() != nil {
		return key, true
	}
	for i, o := range p.Select {
		if Equal(o.Expr, key) && names[i] != "" {
			return Bare(names[i]), true
		}
	}
	return key, HasStar(p)
}

func setOperation(op SetOp) pg.SetOperation {
	switch op {
	case Intersect:
		return pg.SetOperation_SETOP_INTERSECT
	case Except:
		return pg.SetOperation_SETOP_EXCEPT
	}
	return pg.SetOperation_SETOP_UNION
}
