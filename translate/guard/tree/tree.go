// Package tree walks the parse trees of a SELECT: a closed list of node types, and the parts of each.
package tree

import pg_query "github.com/pganalyze/pg_query_go/v5"

// Inner returns the message inside a node if its type is on the closed list. Otherwise it returns the node itself,
// which no walker knows and every walker therefore refuses. A nil node gives nil. TestClosedList compares the list
// with the library's own list of types, so that a type added in a later version is refused until somebody has
// reviewed it.
func Inner(n *pg_query.Node) any {
	if n == nil || n.Node == nil {
		return nil // a plain DISTINCT is marked by an empty node
	}
	switch x := n.Node.(type) {
	case *pg_query.Node_AConst:
		return x.AConst
	case *pg_query.Node_ColumnRef:
		return x.ColumnRef
	case *pg_query.Node_String_:
		return x.String_
	case *pg_query.Node_ResTarget:
		return x.ResTarget
	case *pg_query.Node_FuncCall:
		return x.FuncCall
	case *pg_query.Node_AExpr:
		return x.AExpr
	case *pg_query.Node_BoolExpr:
		return x.BoolExpr
	case *pg_query.Node_TypeCast:
		return x.TypeCast
	case *pg_query.Node_TypeName:
		return x.TypeName
	case *pg_query.Node_RangeVar:
		return x.RangeVar
	case *pg_query.Node_JoinExpr:
		return x.JoinExpr
	case *pg_query.Node_SortBy:
		return x.SortBy
	case *pg_query.Node_SelectStmt:
		return x.SelectStmt
	case *pg_query.Node_SubLink:
		return x.SubLink
	case *pg_query.Node_CaseExpr:
		return x.CaseExpr
	case *pg_query.Node_CaseWhen:
		return x.CaseWhen
	case *pg_query.Node_List:
		return x.List
	case *pg_query.Node_AStar:
		return x.AStar
	case *pg_query.Node_NullTest:
		return x.NullTest
	case *pg_query.Node_Integer:
		return x.Integer
	}
	return innerRare(n)
}

// innerRare continues Inner with the less frequent types.
func innerRare(n *pg_query.Node) any {
	switch x := n.Node.(type) {
	case *pg_query.Node_Float:
		return x.Float
	case *pg_query.Node_Boolean:
		return x.Boolean
	case *pg_query.Node_BitString:
		return x.BitString
	case *pg_query.Node_GroupingFunc:
		return x.GroupingFunc
	case *pg_query.Node_NamedArgExpr:
		return x.NamedArgExpr
	case *pg_query.Node_RowExpr:
		return x.RowExpr
	case *pg_query.Node_CoalesceExpr:
		return x.CoalesceExpr
	case *pg_query.Node_MinMaxExpr:
		return x.MinMaxExpr
	case *pg_query.Node_SqlvalueFunction:
		return x.SqlvalueFunction
	case *pg_query.Node_BooleanTest:
		return x.BooleanTest
	case *pg_query.Node_CollateClause:
		return x.CollateClause
	case *pg_query.Node_AIndices:
		return x.AIndices
	case *pg_query.Node_AIndirection:
		return x.AIndirection
	case *pg_query.Node_AArrayExpr:
		return x.AArrayExpr
	case *pg_query.Node_WindowDef:
		return x.WindowDef
	case *pg_query.Node_RangeSubselect:
		return x.RangeSubselect
	case *pg_query.Node_RangeFunction:
		return x.RangeFunction
	case *pg_query.Node_RangeTableSample:
		return x.RangeTableSample
	case *pg_query.Node_ColumnDef:
		return x.ColumnDef
	case *pg_query.Node_GroupingSet:
		return x.GroupingSet
	case *pg_query.Node_CommonTableExpr:
		return x.CommonTableExpr
	case *pg_query.Node_JsonValueExpr:
		return x.JsonValueExpr
	case *pg_query.Node_JsonKeyValue:
		return x.JsonKeyValue
	case *pg_query.Node_JsonIsPredicate:
		return x.JsonIsPredicate
	case *pg_query.Node_JsonObjectConstructor:
		return x.JsonObjectConstructor
	case *pg_query.Node_JsonArrayConstructor:
		return x.JsonArrayConstructor
	case *pg_query.Node_JsonArrayQueryConstructor:
		return x.JsonArrayQueryConstructor
	case *pg_query.Node_JsonObjectAgg:
		return x.JsonObjectAgg
	case *pg_query.Node_JsonArrayAgg:
		return x.JsonArrayAgg
	}
	return n
}

// Visitor is called for each direct part of a message.
type Visitor func(m any)

// Node calls v for what is in a node, if anything is.
func (v Visitor) Node(n *pg_query.Node) {
	if m := Inner(n); m != nil {
		v(m)
	}
}

// Nodes calls v for each node of a list.
func (v Visitor) Nodes(list []*pg_query.Node) {
	for _, n := range list {
		v.Node(n)
	}
}

// optional calls v for a part that is not wrapped in a node, unless it is nil.
func optional[M any](v Visitor, m *M) {
	if m != nil {
		v(m)
	}
}

// Children calls v for every message directly below m, also for fields that the parser never fills. It returns false
// when m's type is not on the closed list. TestEveryFieldWalked puts a forbidden node into each field of each type.
func Children(m any, v Visitor) bool {
	switch m := m.(type) {
	case *pg_query.String, *pg_query.Integer, *pg_query.Float, *pg_query.Boolean, *pg_query.BitString,
		*pg_query.A_Const, *pg_query.A_Star, *pg_query.JsonFormat:
	case *pg_query.ColumnRef:
		v.Nodes(m.Fields)
	case *pg_query.ResTarget:
		v.Nodes(m.Indirection)
		v.Node(m.Val)
	case *pg_query.FuncCall:
		v.Nodes(m.Funcname)
		v.Nodes(m.Args)
		v.Nodes(m.AggOrder)
		v.Node(m.AggFilter)
		optional(v, m.Over)
	case *pg_query.A_Expr:
		v.Nodes(m.Name)
		v.Node(m.Lexpr)
		v.Node(m.Rexpr)
	case *pg_query.BoolExpr:
		v.Node(m.Xpr)
		v.Nodes(m.Args)
	case *pg_query.TypeCast:
		v.Node(m.Arg)
		optional(v, m.TypeName)
	case *pg_query.TypeName:
		v.Nodes(m.Names)
		v.Nodes(m.Typmods)
		v.Nodes(m.ArrayBounds)
	case *pg_query.SubLink:
		v.Node(m.Xpr)
		v.Node(m.Testexpr)
		v.Nodes(m.OperName)
		v.Node(m.Subselect)
	case *pg_query.CaseExpr:
		v.Node(m.Xpr)
		v.Node(m.Arg)
		v.Nodes(m.Args)
		v.Node(m.Defresult)
	case *pg_query.CaseWhen:
		v.Node(m.Xpr)
		v.Node(m.Expr)
		v.Node(m.Result)
	case *pg_query.List:
		v.Nodes(m.Items)
	case *pg_query.NullTest:
		v.Node(m.Xpr)
		v.Node(m.Arg)
	case *pg_query.SortBy:
		v.Node(m.Node)
		v.Nodes(m.UseOp)
	default:
		return childrenOfQueries(m, v) || childrenRare(m, v) || childrenJSON(m, v)
	}
	return true
}

// childrenOfQueries continues Children with SELECT, WITH and FROM.
func childrenOfQueries(m any, v Visitor) bool {
	switch m := m.(type) {
	case *pg_query.SelectStmt:
		optional(v, m.WithClause)
		v.Nodes(m.DistinctClause)
		optional(v, m.IntoClause)
		v.Nodes(m.TargetList)
		v.Nodes(m.FromClause)
		v.Node(m.WhereClause)
		v.Nodes(m.GroupClause)
		v.Node(m.HavingClause)
		v.Nodes(m.WindowClause)
		v.Nodes(m.ValuesLists)
		v.Nodes(m.SortClause)
		v.Node(m.LimitOffset)
		v.Node(m.LimitCount)
		v.Nodes(m.LockingClause)
		optional(v, m.Larg)
		optional(v, m.Rarg)
	case *pg_query.WithClause:
		v.Nodes(m.Ctes)
	case *pg_query.CommonTableExpr:
		v.Nodes(m.Aliascolnames)
		v.Node(m.Ctequery)
		optional(v, m.SearchClause)
		optional(v, m.CycleClause)
		v.Nodes(m.Ctecolnames)
		v.Nodes(m.Ctecoltypes)
		v.Nodes(m.Ctecoltypmods)
		v.Nodes(m.Ctecolcollations)
	case *pg_query.CTESearchClause:
		v.Nodes(m.SearchColList)
	case *pg_query.CTECycleClause:
		v.Nodes(m.CycleColList)
		v.Node(m.CycleMarkValue)
		v.Node(m.CycleMarkDefault)
	case *pg_query.RangeVar:
		optional(v, m.Alias)
	case *pg_query.Alias:
		v.Nodes(m.Colnames)
	case *pg_query.JoinExpr:
		v.Node(m.Larg)
		v.Node(m.Rarg)
		v.Nodes(m.UsingClause)
		optional(v, m.JoinUsingAlias)
		v.Node(m.Quals)
		optional(v, m.Alias)
	case *pg_query.RangeSubselect:
		v.Node(m.Subquery)
		optional(v, m.Alias)
	case *pg_query.RangeFunction:
		v.Nodes(m.Functions)
		optional(v, m.Alias)
		v.Nodes(m.Coldeflist)
	case *pg_query.RangeTableSample:
		v.Node(m.Relation)
		v.Nodes(m.Method)
		v.Nodes(m.Args)
		v.Node(m.Repeatable)
	case *pg_query.ColumnDef:
		optional(v, m.TypeName)
		v.Node(m.RawDefault)
		v.Node(m.CookedDefault)
		optional(v, m.IdentitySequence)
		optional(v, m.CollClause)
		v.Nodes(m.Constraints)
		v.Nodes(m.Fdwoptions)
	default:
		return false
	}
	return true
}

// childrenRare continues Children with the rarer expressions.
func childrenRare(m any, v Visitor) bool {
	switch m := m.(type) {
	case *pg_query.GroupingFunc:
		v.Node(m.Xpr)
		v.Nodes(m.Args)
		v.Nodes(m.Refs)
	case *pg_query.NamedArgExpr:
		v.Node(m.Xpr)
		v.Node(m.Arg)
	case *pg_query.RowExpr:
		v.Node(m.Xpr)
		v.Nodes(m.Args)
		v.Nodes(m.Colnames)
	case *pg_query.CoalesceExpr:
		v.Node(m.Xpr)
		v.Nodes(m.Args)
	case *pg_query.MinMaxExpr:
		v.Node(m.Xpr)
		v.Nodes(m.Args)
	case *pg_query.SQLValueFunction:
		v.Node(m.Xpr)
	case *pg_query.BooleanTest:
		v.Node(m.Xpr)
		v.Node(m.Arg)
	case *pg_query.CollateClause:
		v.Node(m.Arg)
		v.Nodes(m.Collname)
	case *pg_query.A_Indices:
		v.Node(m.Lidx)
		v.Node(m.Uidx)
	case *pg_query.A_Indirection:
		v.Node(m.Arg)
		v.Nodes(m.Indirection)
	case *pg_query.A_ArrayExpr:
		v.Nodes(m.Elements)
	case *pg_query.WindowDef:
		v.Nodes(m.PartitionClause)
		v.Nodes(m.OrderClause)
		v.Node(m.StartOffset)
		v.Node(m.EndOffset)
	case *pg_query.GroupingSet:
		v.Nodes(m.Content)
	default:
		return false
	}
	return true
}

// childrenJSON continues Children with SQL/JSON.
func childrenJSON(m any, v Visitor) bool {
	switch m := m.(type) {
	case *pg_query.JsonReturning:
		optional(v, m.Format)
	case *pg_query.JsonOutput:
		optional(v, m.TypeName)
		optional(v, m.Returning)
	case *pg_query.JsonValueExpr:
		v.Node(m.RawExpr)
		v.Node(m.FormattedExpr)
		optional(v, m.Format)
	case *pg_query.JsonKeyValue:
		v.Node(m.Key)
		optional(v, m.Value)
	case *pg_query.JsonIsPredicate:
		v.Node(m.Expr)
		optional(v, m.Format)
	case *pg_query.JsonObjectConstructor:
		v.Nodes(m.Exprs)
		optional(v, m.Output)
	case *pg_query.JsonArrayConstructor:
		v.Nodes(m.Exprs)
		optional(v, m.Output)
	case *pg_query.JsonArrayQueryConstructor:
		v.Node(m.Query)
		optional(v, m.Output)
		optional(v, m.Format)
	case *pg_query.JsonAggConstructor:
		optional(v, m.Output)
		v.Node(m.AggFilter)
		v.Nodes(m.AggOrder)
		optional(v, m.Over)
	case *pg_query.JsonObjectAgg:
		optional(v, m.Constructor)
		optional(v, m.Arg)
	case *pg_query.JsonArrayAgg:
		optional(v, m.Constructor)
		optional(v, m.Arg)
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
