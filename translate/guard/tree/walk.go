package tree

import pg_query "github.com/pganalyze/pg_query_go/v5"

// A Walker is called for each direct part of a message: Node for a part that is wrapped in a node, which it may
// replace, and Part for one that is not.
type Walker interface {
	Node(n *pg_query.Node)
	Part(m any)
}

// Visitor is a Walker that is called for the message itself in both cases.
type Visitor func(m any)

// Node calls v for what is in a node, if anything is.
func (v Visitor) Node(n *pg_query.Node) {
	if m := Inner(n); m != nil {
		v(m)
	}
}

// Part implements Walker.
func (v Visitor) Part(m any) { v(m) }

// Nodes calls v for each node of a list.
func (v Visitor) Nodes(list []*pg_query.Node) { nodes(v, list) }

func nodes(w Walker, list []*pg_query.Node) {
	for _, n := range list {
		w.Node(n)
	}
}

// optional calls w for a part that is not wrapped in a node, unless it is nil.
func optional[M any](w Walker, m *M) {
	if m != nil {
		w.Part(m)
	}
}

// Children calls w for every message directly below m, also for fields that the parser never fills. It returns false
// when m's type is not on the closed list. TestEveryFieldWalked puts a forbidden node into each field of each type.
func Children(m any, w Walker) bool {
	switch m := m.(type) {
	case *pg_query.String, *pg_query.Integer, *pg_query.Float, *pg_query.Boolean, *pg_query.BitString,
		*pg_query.A_Const, *pg_query.A_Star, *pg_query.JsonFormat:
	case *pg_query.ColumnRef:
		nodes(w, m.Fields)
	case *pg_query.ResTarget:
		nodes(w, m.Indirection)
		w.Node(m.Val)
	case *pg_query.FuncCall:
		nodes(w, m.Funcname)
		nodes(w, m.Args)
		nodes(w, m.AggOrder)
		w.Node(m.AggFilter)
		optional(w, m.Over)
	case *pg_query.A_Expr:
		nodes(w, m.Name)
		w.Node(m.Lexpr)
		w.Node(m.Rexpr)
	case *pg_query.BoolExpr:
		w.Node(m.Xpr)
		nodes(w, m.Args)
	case *pg_query.TypeCast:
		w.Node(m.Arg)
		optional(w, m.TypeName)
	case *pg_query.TypeName:
		nodes(w, m.Names)
		nodes(w, m.Typmods)
		nodes(w, m.ArrayBounds)
	case *pg_query.SubLink:
		w.Node(m.Xpr)
		w.Node(m.Testexpr)
		nodes(w, m.OperName)
		w.Node(m.Subselect)
	case *pg_query.CaseExpr:
		w.Node(m.Xpr)
		w.Node(m.Arg)
		nodes(w, m.Args)
		w.Node(m.Defresult)
	case *pg_query.CaseWhen:
		w.Node(m.Xpr)
		w.Node(m.Expr)
		w.Node(m.Result)
	case *pg_query.List:
		nodes(w, m.Items)
	case *pg_query.NullTest:
		w.Node(m.Xpr)
		w.Node(m.Arg)
	case *pg_query.SortBy:
		w.Node(m.Node)
		nodes(w, m.UseOp)
	default:
		return childrenOfQueries(m, w) || childrenRare(m, w) || childrenJSON(m, w)
	}
	return true
}

// childrenOfQueries continues Children with SELECT, WITH and FROM.
func childrenOfQueries(m any, w Walker) bool {
	switch m := m.(type) {
	case *pg_query.SelectStmt:
		optional(w, m.WithClause)
		nodes(w, m.DistinctClause)
		optional(w, m.IntoClause)
		nodes(w, m.TargetList)
		nodes(w, m.FromClause)
		w.Node(m.WhereClause)
		nodes(w, m.GroupClause)
		w.Node(m.HavingClause)
		nodes(w, m.WindowClause)
		nodes(w, m.ValuesLists)
		nodes(w, m.SortClause)
		w.Node(m.LimitOffset)
		w.Node(m.LimitCount)
		nodes(w, m.LockingClause)
		optional(w, m.Larg)
		optional(w, m.Rarg)
	case *pg_query.WithClause:
		nodes(w, m.Ctes)
	case *pg_query.CommonTableExpr:
		nodes(w, m.Aliascolnames)
		w.Node(m.Ctequery)
		optional(w, m.SearchClause)
		optional(w, m.CycleClause)
		nodes(w, m.Ctecolnames)
		nodes(w, m.Ctecoltypes)
		nodes(w, m.Ctecoltypmods)
		nodes(w, m.Ctecolcollations)
	case *pg_query.CTESearchClause:
		nodes(w, m.SearchColList)
	case *pg_query.CTECycleClause:
		nodes(w, m.CycleColList)
		w.Node(m.CycleMarkValue)
		w.Node(m.CycleMarkDefault)
	case *pg_query.RangeVar:
		optional(w, m.Alias)
	case *pg_query.Alias:
		nodes(w, m.Colnames)
	case *pg_query.JoinExpr:
		w.Node(m.Larg)
		w.Node(m.Rarg)
		nodes(w, m.UsingClause)
		optional(w, m.JoinUsingAlias)
		w.Node(m.Quals)
		optional(w, m.Alias)
	case *pg_query.RangeSubselect:
		w.Node(m.Subquery)
		optional(w, m.Alias)
	case *pg_query.RangeFunction:
		nodes(w, m.Functions)
		optional(w, m.Alias)
		nodes(w, m.Coldeflist)
	case *pg_query.RangeTableSample:
		w.Node(m.Relation)
		nodes(w, m.Method)
		nodes(w, m.Args)
		w.Node(m.Repeatable)
	case *pg_query.ColumnDef:
		optional(w, m.TypeName)
		w.Node(m.RawDefault)
		w.Node(m.CookedDefault)
		optional(w, m.IdentitySequence)
		optional(w, m.CollClause)
		nodes(w, m.Constraints)
		nodes(w, m.Fdwoptions)
	default:
		return false
	}
	return true
}

// childrenRare continues Children with the rarer expressions.
func childrenRare(m any, w Walker) bool {
	switch m := m.(type) {
	case *pg_query.GroupingFunc:
		w.Node(m.Xpr)
		nodes(w, m.Args)
		nodes(w, m.Refs)
	case *pg_query.NamedArgExpr:
		w.Node(m.Xpr)
		w.Node(m.Arg)
	case *pg_query.RowExpr:
		w.Node(m.Xpr)
		nodes(w, m.Args)
		nodes(w, m.Colnames)
	case *pg_query.CoalesceExpr:
		w.Node(m.Xpr)
		nodes(w, m.Args)
	case *pg_query.MinMaxExpr:
		w.Node(m.Xpr)
		nodes(w, m.Args)
	case *pg_query.SQLValueFunction:
		w.Node(m.Xpr)
	case *pg_query.BooleanTest:
		w.Node(m.Xpr)
		w.Node(m.Arg)
	case *pg_query.CollateClause:
		w.Node(m.Arg)
		nodes(w, m.Collname)
	case *pg_query.A_Indices:
		w.Node(m.Lidx)
		w.Node(m.Uidx)
	case *pg_query.A_Indirection:
		w.Node(m.Arg)
		nodes(w, m.Indirection)
	case *pg_query.A_ArrayExpr:
		nodes(w, m.Elements)
	case *pg_query.WindowDef:
		nodes(w, m.PartitionClause)
		nodes(w, m.OrderClause)
		w.Node(m.StartOffset)
		w.Node(m.EndOffset)
	case *pg_query.GroupingSet:
		nodes(w, m.Content)
	default:
		return false
	}
	return true
}

// childrenJSON continues Children with SQL/JSON.
func childrenJSON(m any, w Walker) bool {
	switch m := m.(type) {
	case *pg_query.JsonReturning:
		optional(w, m.Format)
	case *pg_query.JsonOutput:
		optional(w, m.TypeName)
		optional(w, m.Returning)
	case *pg_query.JsonValueExpr:
		w.Node(m.RawExpr)
		w.Node(m.FormattedExpr)
		optional(w, m.Format)
	case *pg_query.JsonKeyValue:
		w.Node(m.Key)
		optional(w, m.Value)
	case *pg_query.JsonIsPredicate:
		w.Node(m.Expr)
		optional(w, m.Format)
	case *pg_query.JsonObjectConstructor:
		nodes(w, m.Exprs)
		optional(w, m.Output)
	case *pg_query.JsonArrayConstructor:
		nodes(w, m.Exprs)
		optional(w, m.Output)
	case *pg_query.JsonArrayQueryConstructor:
		w.Node(m.Query)
		optional(w, m.Output)
		optional(w, m.Format)
	case *pg_query.JsonAggConstructor:
		optional(w, m.Output)
		w.Node(m.AggFilter)
		nodes(w, m.AggOrder)
		optional(w, m.Over)
	case *pg_query.JsonObjectAgg:
		optional(w, m.Constructor)
		optional(w, m.Arg)
	case *pg_query.JsonArrayAgg:
		optional(w, m.Constructor)
		optional(w, m.Arg)
	default:
		return false
	}
	return true
}

// Reads reports whether a query reads a relation of that bare name.
func Reads(stmt *pg_query.SelectStmt, name string) bool {
	found := false
	var visit Visitor
	visit = func(m any) {
		if v, ok := m.(*pg_query.RangeVar); ok && v.Schemaname == "" && v.Relname == name {
			found = true
		}
		if !found {
			Children(m, visit)
		}
	}
	visit(stmt)
	return found
}
