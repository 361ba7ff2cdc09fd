package guard

import pg_query "github.com/pganalyze/pg_query_go/v5"

// clearPositions sets every position in the text to zero, in m and below. TestPositionsCleared finds a field that is
// missing here.
func clearPositions(m any) {
	switch m := m.(type) {
	case *pg_query.A_Const:
		m.Location = 0
	case *pg_query.ColumnRef:
		m.Location = 0
	case *pg_query.ResTarget:
		m.Location = 0
	case *pg_query.FuncCall:
		m.Location = 0
	case *pg_query.A_Expr:
		m.Location = 0
	case *pg_query.BoolExpr:
		m.Location = 0
	case *pg_query.TypeCast:
		m.Location = 0
	case *pg_query.TypeName:
		m.Location = 0
	case *pg_query.RangeVar:
		m.Location = 0
	case *pg_query.SortBy:
		m.Location = 0
	case *pg_query.SubLink:
		m.Location = 0
	case *pg_query.CaseExpr:
		m.Location = 0
	case *pg_query.CaseWhen:
		m.Location = 0
	case *pg_query.NullTest:
		m.Location = 0
	default:
		clearRare(m)
	}
	children(m, clearPositions)
}

func clearRare(m any) {
	switch m := m.(type) {
	case *pg_query.GroupingFunc:
		m.Location = 0
	case *pg_query.NamedArgExpr:
		m.Location = 0
	case *pg_query.RowExpr:
		m.Location = 0
	case *pg_query.CoalesceExpr:
		m.Location = 0
	case *pg_query.MinMaxExpr:
		m.Location = 0
	case *pg_query.SQLValueFunction:
		m.Location = 0
	case *pg_query.BooleanTest:
		m.Location = 0
	case *pg_query.CollateClause:
		m.Location = 0
	case *pg_query.A_ArrayExpr:
		m.Location = 0
	case *pg_query.WindowDef:
		m.Location = 0
	case *pg_query.RangeTableSample:
		m.Location = 0
	case *pg_query.ColumnDef:
		m.Location = 0
	case *pg_query.GroupingSet:
		m.Location = 0
	case *pg_query.WithClause:
		m.Location = 0
	case *pg_query.CommonTableExpr:
		m.Location = 0
	case *pg_query.CTESearchClause:
		m.Location = 0
	case *pg_query.CTECycleClause:
		m.Location = 0
	case *pg_query.JsonFormat:
		m.Location = 0
	case *pg_query.JsonIsPredicate:
		m.Location = 0
	case *pg_query.JsonObjectConstructor:
		m.Location = 0
	case *pg_query.JsonArrayConstructor:
		m.Location = 0
	case *pg_query.JsonArrayQueryConstructor:
		m.Location = 0
	case *pg_query.JsonAggConstructor:
		m.Location = 0
	}
}
