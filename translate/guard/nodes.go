package guard

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// inner returns the message inside a node if its type is on the closed list. Otherwise it returns the node itself,
// which no walker knows and every walker therefore refuses. A nil node gives nil. TestClosedList compares the list
// with the library's own list of types, so that a type added in a later version is refused until somebody has
// reviewed it.
func inner(n *pg_query.Node) any {
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

// innerRare continues inner with the less frequent types.
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

// visitor is called for each direct part of a message.
type visitor func(m any)

func (v visitor) node(n *pg_query.Node) {
	if m := inner(n); m != nil {
		v(m)
	}
}

func (v visitor) nodes(list []*pg_query.Node) {
	for _, n := range list {
		v.node(n)
	}
}

// optional calls v for a part that is not wrapped in a node, unless it is nil.
func optional[M any](v visitor, m *M) {
	if m != nil {
		v(m)
	}
}

// children calls v for every message directly below m, also for fields that the parser never fills. It returns false
// when m's type is not on the closed list. TestEveryFieldWalked puts a forbidden node into each field of each type.
func children(m any, v visitor) bool {
	switch m := m.(type) {
	case *pg_query.String, *pg_query.Integer, *pg_query.Float, *pg_query.Boolean, *pg_query.BitString,
		*pg_query.A_Const, *pg_query.A_Star, *pg_query.JsonFormat:
	case *pg_query.ColumnRef:
		v.nodes(m.Fields)
	case *pg_query.ResTarget:
		v.nodes(m.Indirection)
		v.node(m.Val)
	case *pg_query.FuncCall:
		v.nodes(m.Funcname)
		v.nodes(m.Args)
		v.nodes(m.AggOrder)
		v.node(m.AggFilter)
		optional(v, m.Over)
	case *pg_query.A_Expr:
		v.nodes(m.Name)
		v.node(m.Lexpr)
		v.node(m.Rexpr)
	case *pg_query.BoolExpr:
		v.node(m.Xpr)
		v.nodes(m.Args)
	case *pg_query.TypeCast:
		v.node(m.Arg)
		optional(v, m.TypeName)
	case *pg_query.TypeName:
		v.nodes(m.Names)
		v.nodes(m.Typmods)
		v.nodes(m.ArrayBounds)
	case *pg_query.SubLink:
		v.node(m.Xpr)
		v.node(m.Testexpr)
		v.nodes(m.OperName)
		v.node(m.Subselect)
	case *pg_query.CaseExpr:
		v.node(m.Xpr)
		v.node(m.Arg)
		v.nodes(m.Args)
		v.node(m.Defresult)
	case *pg_query.CaseWhen:
		v.node(m.Xpr)
		v.node(m.Expr)
		v.node(m.Result)
	case *pg_query.List:
		v.nodes(m.Items)
	case *pg_query.NullTest:
		v.node(m.Xpr)
		v.node(m.Arg)
	case *pg_query.SortBy:
		v.node(m.Node)
		v.nodes(m.UseOp)
	default:
		return childrenOfQueries(m, v) || childrenRare(m, v) || childrenJSON(m, v)
	}
	return true
}

// childrenOfQueries continues children with SELECT, WITH and FROM.
func childrenOfQueries(m any, v visitor) bool {
	switch m := m.(type) {
	case *pg_query.SelectStmt:
		optional(v, m.WithClause)
		v.nodes(m.DistinctClause)
		optional(v, m.IntoClause)
		v.nodes(m.TargetList)
		v.nodes(m.FromClause)
		v.node(m.WhereClause)
		v.nodes(m.GroupClause)
		v.node(m.HavingClause)
		v.nodes(m.WindowClause)
		v.nodes(m.ValuesLists)
		v.nodes(m.SortClause)
		v.node(m.LimitOffset)
		v.node(m.LimitCount)
		v.nodes(m.LockingClause)
		optional(v, m.Larg)
		optional(v, m.Rarg)
	case *pg_query.WithClause:
		v.nodes(m.Ctes)
	case *pg_query.CommonTableExpr:
		v.nodes(m.Aliascolnames)
		v.node(m.Ctequery)
		optional(v, m.SearchClause)
		optional(v, m.CycleClause)
		v.nodes(m.Ctecolnames)
		v.nodes(m.Ctecoltypes)
		v.nodes(m.Ctecoltypmods)
		v.nodes(m.Ctecolcollations)
	case *pg_query.CTESearchClause:
		v.nodes(m.SearchColList)
	case *pg_query.CTECycleClause:
		v.nodes(m.CycleColList)
		v.node(m.CycleMarkValue)
		v.node(m.CycleMarkDefault)
	case *pg_query.RangeVar:
		optional(v, m.Alias)
	case *pg_query.Alias:
		v.nodes(m.Colnames)
	case *pg_query.JoinExpr:
		v.node(m.Larg)
		v.node(m.Rarg)
		v.nodes(m.UsingClause)
		optional(v, m.JoinUsingAlias)
		v.node(m.Quals)
		optional(v, m.Alias)
	case *pg_query.RangeSubselect:
		v.node(m.Subquery)
		optional(v, m.Alias)
	case *pg_query.RangeFunction:
		v.nodes(m.Functions)
		optional(v, m.Alias)
		v.nodes(m.Coldeflist)
	case *pg_query.RangeTableSample:
		v.node(m.Relation)
		v.nodes(m.Method)
		v.nodes(m.Args)
		v.node(m.Repeatable)
	case *pg_query.ColumnDef:
		optional(v, m.TypeName)
		v.node(m.RawDefault)
		v.node(m.CookedDefault)
		optional(v, m.IdentitySequence)
		optional(v, m.CollClause)
		v.nodes(m.Constraints)
		v.nodes(m.Fdwoptions)
	default:
		return false
	}
	return true
}

// childrenRare continues children with the rarer expressions.
func childrenRare(m any, v visitor) bool {
	switch m := m.(type) {
	case *pg_query.GroupingFunc:
		v.node(m.Xpr)
		v.nodes(m.Args)
		v.nodes(m.Refs)
	case *pg_query.NamedArgExpr:
		v.node(m.Xpr)
		v.node(m.Arg)
	case *pg_query.RowExpr:
		v.node(m.Xpr)
		v.nodes(m.Args)
		v.nodes(m.Colnames)
	case *pg_query.CoalesceExpr:
		v.node(m.Xpr)
		v.nodes(m.Args)
	case *pg_query.MinMaxExpr:
		v.node(m.Xpr)
		v.nodes(m.Args)
	case *pg_query.SQLValueFunction:
		v.node(m.Xpr)
	case *pg_query.BooleanTest:
		v.node(m.Xpr)
		v.node(m.Arg)
	case *pg_query.CollateClause:
		v.node(m.Arg)
		v.nodes(m.Collname)
	case *pg_query.A_Indices:
		v.node(m.Lidx)
		v.node(m.Uidx)
	case *pg_query.A_Indirection:
		v.node(m.Arg)
		v.nodes(m.Indirection)
	case *pg_query.A_ArrayExpr:
		v.nodes(m.Elements)
	case *pg_query.WindowDef:
		v.nodes(m.PartitionClause)
		v.nodes(m.OrderClause)
		v.node(m.StartOffset)
		v.node(m.EndOffset)
	case *pg_query.GroupingSet:
		v.nodes(m.Content)
	default:
		return false
	}
	return true
}

// childrenJSON continues children with SQL/JSON.
func childrenJSON(m any, v visitor) bool {
	switch m := m.(type) {
	case *pg_query.JsonReturning:
		optional(v, m.Format)
	case *pg_query.JsonOutput:
		optional(v, m.TypeName)
		optional(v, m.Returning)
	case *pg_query.JsonValueExpr:
		v.node(m.RawExpr)
		v.node(m.FormattedExpr)
		optional(v, m.Format)
	case *pg_query.JsonKeyValue:
		v.node(m.Key)
		optional(v, m.Value)
	case *pg_query.JsonIsPredicate:
		v.node(m.Expr)
		optional(v, m.Format)
	case *pg_query.JsonObjectConstructor:
		v.nodes(m.Exprs)
		optional(v, m.Output)
	case *pg_query.JsonArrayConstructor:
		v.nodes(m.Exprs)
		optional(v, m.Output)
	case *pg_query.JsonArrayQueryConstructor:
		v.node(m.Query)
		optional(v, m.Output)
		optional(v, m.Format)
	case *pg_query.JsonAggConstructor:
		optional(v, m.Output)
		v.node(m.AggFilter)
		v.nodes(m.AggOrder)
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

// kindOf returns the name of a node's type for messages, as PostgreSQL's source spells it.
func kindOf(n *pg_query.Node) string {
	if n == nil || n.Node == nil {
		return "nothing"
	}
	m := n.ProtoReflect()
	field := m.WhichOneof(m.Descriptor().Oneofs().Get(0))
	return string(field.Message().Name())
}

// statementKind returns the SQL command of a statement type: INSERT for InsertStmt.
func statementKind(kind string) string { return strings.ToUpper(strings.TrimSuffix(kind, "Stmt")) }
