package guard

import pg_query "github.com/pganalyze/pg_query_go/v5"

const (
	unnamed    = "?column?"
	maxOutputs = 1664 // PostgreSQL's own limit; without it nested stars would multiply
)

// targets returns the output columns of a SELECT list.
func (r *resolver) targets(list []*pg_query.Node) columns {
	c := columns{complete: true}
	for _, n := range list {
		t := n.GetResTarget()
		if t == nil {
			c.complete = false
			continue
		}
		if r.manyOutputs(&c) {
			return columns{}
		}
		if t.Name != "" {
			c.list = append(c.list, column{name: t.Name})
			continue
		}
		if ref := t.Val.GetColumnRef(); ref != nil && ref.Fields[len(ref.Fields)-1].GetAStar() != nil {
			if r.star(ref, &c); r.manyOutputs(&c) {
				return columns{}
			}
			continue
		}
		if i := t.Val.GetAIndirection(); i != nil && i.Indirection[len(i.Indirection)-1].GetAStar() != nil {
			r.expand(i, &c)
			continue
		}
		c.list = append(c.list, column{name: outputName(t.Val)})
	}
	return c
}

// manyOutputs reports a finding and returns true for more columns than PostgreSQL allows. It is also called after
// each star: 60 WITH queries that each read the previous one twice would otherwise double the columns 60 times.
func (r *resolver) manyOutputs(c *columns) bool {
	if len(c.list) <= maxOutputs {
		return false
	}
	r.report(invalid(RuleBounds, "", "it has more than %d output columns", maxOutputs))
	return true
}

// expand adds the columns of (…).*: the output columns of a function if they are known; otherwise the list becomes
// incomplete.
func (r *resolver) expand(m *pg_query.A_Indirection, c *columns) {
	var outs []string
	if f := m.Arg.GetFuncCall(); f != nil && len(m.Indirection) == 1 && last(f.Funcname) != "unnest" {
		outs = r.guard.outputsOf(last(f.Funcname))
	}
	for _, o := range outs {
		c.list = append(c.list, column{name: o})
	}
	c.complete = c.complete && len(outs) > 0
}

func (r *resolver) star(ref *pg_query.ColumnRef, c *columns) {
	items := r.scope.items
	switch parts := stringsOf(ref.Fields[:len(ref.Fields)-1]); len(parts) {
	case 0:
	case 1:
		items = r.scope.lookup("", parts[0])
	case 2:
		items = r.scope.lookup(parts[0], parts[1])
	}
	for _, i := range items {
		for _, col := range i.columns.list {
			c.list = append(c.list, column{name: col.name, doubtful: col.doubtful})
		}
		c.complete = c.complete && i.columns.complete
	}
}

// outputName returns the name that PostgreSQL gives to a column without AS.
func outputName(n *pg_query.Node) string {
	if name, _ := figure(inner(n)); name != "" {
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
		return figure(inner(m.Arg))
	case *pg_query.FuncCall:
		return last(m.Funcname), true
	case *pg_query.A_Expr:
		if m.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF {
			return "nullif", true
		}
	case *pg_query.TypeCast:
		if name, strong := figure(inner(m.Arg)); strong {
			return name, true
		}
		return last(m.TypeName.GetNames()), false
	case *pg_query.CollateClause:
		return figure(inner(m.Arg))
	case *pg_query.CaseExpr:
		if name, strong := figure(inner(m.Defresult)); strong {
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
			return figure(inner(list[0].GetResTarget().GetVal()))
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
