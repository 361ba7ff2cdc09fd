package about

import (
	"fmt"
	"strconv"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// Column is one column of an answer from the proxy's own data.
type Column struct{ Name, Type string }

// Values returns a SELECT over VALUES with the proxy's own data. The upstream runs it, so that it works with every
// format, cursor and LIMIT of every client. The deparser writes the literals; nothing is concatenated.
func Values(columns []Column, rows [][]string) (string, error) {
	list := make([]*pg.Node, len(rows))
	for i, row := range rows {
		cells := make([]*pg.Node, len(columns))
		for j, c := range columns {
			cells[j] = cell(row[j], c.Type)
		}
		list[i] = pg.MakeListNode(cells)
	}
	none := len(rows) == 0
	if none {
		cells := make([]*pg.Node, len(columns))
		for j, c := range columns {
			cells[j] = cast(&pg.Node{Node: &pg.Node_AConst{AConst: &pg.A_Const{Isnull: true}}}, c.Type)
		}
		list = []*pg.Node{pg.MakeListNode(cells)}
	}
	names := make([]*pg.Node, len(columns))
	targets := make([]*pg.Node, len(columns))
	for j, c := range columns {
		names[j] = pg.MakeStrNode(c.Name)
		targets[j] = pg.MakeResTargetNodeWithVal(pg.MakeColumnRefNode([]*pg.Node{pg.MakeStrNode("v"), pg.MakeStrNode(c.Name)}, 0), 0)
	}
	inner := &pg.SelectStmt{ValuesLists: list, LimitOption: pg.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg.SetOperation_SETOP_NONE}
	outer := &pg.SelectStmt{TargetList: targets, LimitOption: pg.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg.SetOperation_SETOP_NONE,
		FromClause: []*pg.Node{{Node: &pg.Node_RangeSubselect{RangeSubselect: &pg.RangeSubselect{
			Subquery: &pg.Node{Node: &pg.Node_SelectStmt{SelectStmt: inner}},
			Alias:    &pg.Alias{Aliasname: "v", Colnames: names}}}}}}
	if none {
		outer.WhereClause = &pg.Node{Node: &pg.Node_AConst{AConst: &pg.A_Const{
			Val: &pg.A_Const_Boolval{Boolval: &pg.Boolean{Boolval: false}}}}}
	}
	sql, err := pg.Deparse(&pg.ParseResult{Stmts: []*pg.RawStmt{{Stmt: &pg.Node{Node: &pg.Node_SelectStmt{SelectStmt: outer}}}}})
	if err != nil {
		return "", fmt.Errorf("write values: %w", err)
	}
	return sql, nil
}

func cell(value, typ string) *pg.Node {
	if typ == "int4" {
		if n, err := strconv.ParseInt(value, 10, 32); err == nil {
			return pg.MakeAConstIntNode(n, 0)
		}
	}
	if value == "" && typ != "text" {
		return cast(&pg.Node{Node: &pg.Node_AConst{AConst: &pg.A_Const{Isnull: true}}}, typ)
	}
	return cast(pg.MakeAConstStrNode(value, 0), typ)
}

func cast(n *pg.Node, typ string) *pg.Node {
	return &pg.Node{Node: &pg.Node_TypeCast{TypeCast: &pg.TypeCast{Arg: n, TypeName: &pg.TypeName{
		Names: []*pg.Node{pg.MakeStrNode("pg_catalog"), pg.MakeStrNode(typ)}, Typemod: -1}}}}
}
