package lineage

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

func text(s string) *pg_query.Node { return pg_query.MakeStrNode(s) }

func target(name string, value *pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: &pg_query.ResTarget{Name: name, Val: value}}}
}

func constantNode() *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_AConst{AConst: &pg_query.A_Const{Isnull: true}}}
}

func arrayNode(parts []*pg_query.Node) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_AArrayExpr{AArrayExpr: &pg_query.A_ArrayExpr{Elements: parts}}}
}

func selectNode(stmt *pg_query.SelectStmt) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: stmt}}
}

func function(call *pg_query.FuncCall) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: call}}
}

func rangeVar(space, name string, alias *pg_query.Alias) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_RangeVar{RangeVar: &pg_query.RangeVar{Schemaname: space, Relname: name, Alias: alias}}}
}

func subselect(stmt *pg_query.SelectStmt, alias *pg_query.Alias, lateral bool) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_RangeSubselect{RangeSubselect: &pg_query.RangeSubselect{Lateral: lateral,
		Subquery: selectNode(stmt), Alias: alias}}}
}

// subLink returns a query in an expression, by SubLinkType as PostgreSQL numbers it.
func subLink(kind string, stmt *pg_query.SelectStmt, test *pg_query.Node) *pg_query.Node {
	at, err := strconv.Atoi(kind)
	if err != nil {
		at = 0
	}
	return &pg_query.Node{Node: &pg_query.Node_SubLink{SubLink: &pg_query.SubLink{SubLinkType: pg_query.SubLinkType(at + 1),
		Testexpr: test, Subselect: selectNode(stmt)}}}
}
