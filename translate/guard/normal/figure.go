package normal

import (
	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
)

const unnamed = "?column?"

// Name returns the name that PostgreSQL gives to a column without AS.
func Name(n *pg_query.Node) string {
	if name, _ := figure(tree.Inner(n)); name != "" {
		return name
	}
	return unnamed
}

// figure returns the name of an expression and whether the name is strong. A cast prefers a strong name of its
// operand to the name of its type.
func figure(m any) (name string, strong bool) {
	switch m := m.(type) {
	case *pg_query.ColumnRef:
		return lastString(m.Fields), true
	case *pg_query.A_Indirection:
		if name := lastString(m.Indirection); name != "" {
			return name, true
		}
		return figure(tree.Inner(m.Arg))
	case *pg_query.FuncCall:
		return last(m.Funcname), true
	case *pg_query.A_Expr:
		if m.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF {
			return "nullif", true
		}
	case *pg_query.TypeCast:
		if name, strong := figure(tree.Inner(m.Arg)); strong {
			return name, true
		}
		return last(m.TypeName.GetNames()), false
	case *pg_query.CollateClause:
		return figure(tree.Inner(m.Arg))
	case *pg_query.CaseExpr:
		if name, strong := figure(tree.Inner(m.Defresult)); strong {
			return name, true
		}
		return "case", false
	case *pg_query.SubLink:
		return figureSubLink(m)
	case *pg_query.A_ArrayExpr:
		return "array", true
	case *pg_query.RowExpr:
		return "row", true
	case *pg_query.CoalesceExpr:
		return "coalesce", true
	case *pg_query.GroupingFunc:
		return "grouping", true
	case *pg_query.MinMaxExpr:
		if m.Op == pg_query.MinMaxOp_IS_LEAST {
			return "least", true
		}
		return "greatest", true
	case *pg_query.SQLValueFunction:
		return valueFunctions[m.Op], true
	default:
		return figureJSON(m)
	}
	return "", false
}

func figureSubLink(m *pg_query.SubLink) (string, bool) {
	switch m.SubLinkType {
	case pg_query.SubLinkType_EXISTS_SUBLINK:
		return "exists", true
	case pg_query.SubLinkType_ARRAY_SUBLINK:
		return "array", true
	case pg_query.SubLinkType_EXPR_SUBLINK:
		stmt := m.Subselect.GetSelectStmt()
		for stmt.GetLarg() != nil {
			stmt = stmt.GetLarg()
		}
		if list := stmt.GetTargetList(); len(list) > 0 {
			if t := list[0].GetResTarget(); t.GetName() != "" {
				return t.Name, true
			}
			return figure(tree.Inner(list[0].GetResTarget().GetVal()))
		}
		if stmt != nil && len(stmt.ValuesLists) > 0 {
			return "column1", true
		}
	}
	return "", false
}

func figureJSON(m any) (string, bool) {
	switch m.(type) {
	case *pg_query.JsonObjectConstructor:
		return "json_object", true
	case *pg_query.JsonArrayConstructor, *pg_query.JsonArrayQueryConstructor:
		return "json_array", true
	case *pg_query.JsonObjectAgg:
		return "json_objectagg", true
	case *pg_query.JsonArrayAgg:
		return "json_arrayagg", true
	}
	return "", false
}

// lastString returns the last field that is a name; a subscript or a star is not one.
func lastString(list []*pg_query.Node) string {
	for i := len(list) - 1; i >= 0; i-- {
		if s := list[i].GetString_(); s != nil {
			return s.Sval
		}
	}
	return ""
}

var valueFunctions = map[pg_query.SQLValueFunctionOp]string{
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_DATE:        "current_date",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIME:        "current_time",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIME_N:      "current_time",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP:   "current_timestamp",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP_N: "current_timestamp",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIME:           "localtime",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIME_N:         "localtime",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP:      "localtimestamp",
	pg_query.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP_N:    "localtimestamp",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_ROLE:        "current_role",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_USER:        "current_user",
	pg_query.SQLValueFunctionOp_SVFOP_USER:                "user",
	pg_query.SQLValueFunctionOp_SVFOP_SESSION_USER:        "session_user",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_CATALOG:     "current_catalog",
	pg_query.SQLValueFunctionOp_SVFOP_CURRENT_SCHEMA:      "current_schema",
}
