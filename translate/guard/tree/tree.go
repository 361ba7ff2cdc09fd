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
