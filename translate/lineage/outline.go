package lineage

import (
	"maps"
	"slices"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/proto"
)

// Bounds on one outline.
const (
	maxOutline      = 100_000 // parts
	maxOutlineBytes = 4 << 20
)

// outline returns the query of a view as a parse tree that has its structure and nothing else: what is in FROM, which
// columns the expressions hold and how many parts they have, what is grouped, sorted and limited. It serves to
// estimate what planning the query takes, and is read by ReadOutline. A relation has its oid as its name and its
// pg_class.relkind as its schema; columns are named by their numbers, those of the query, too (OutlineColumn). It is
// nil for a query that is too large.
func outline(n *node, equals func(operator uint32) bool) []byte {
	o := outliner{equals: equals}
	stmt := o.query(n, nil)
	if o.failed {
		return nil
	}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(stmt)
	if err != nil || len(data) > maxOutlineBytes {
		return nil
	}
	return data
}

// ReadOutline returns an outline, or nil if it is none.
func ReadOutline(data []byte) *pg_query.SelectStmt {
	stmt := &pg_query.SelectStmt{}
	if len(data) == 0 || proto.Unmarshal(data, stmt) != nil {
		return nil
	}
	return stmt
}

// OutlineColumn returns the name of a column in an outline by its number, from 1.
func OutlineColumn(number int) string { return "c" + strconv.Itoa(number) }

// outlined is a query on the way.
type outlined struct {
	outer *outlined
	node  *node
	table []any // range table
	name  string
}

type outliner struct {
	equals  func(uint32) bool
	queries int
	parts   int
	depth   int
	failed  bool
}

// query returns the outline of a query inside outer.
func (o *outliner) query(n *node, outer *outlined) *pg_query.SelectStmt {
	o.queries++
	o.depth++
	defer func() { o.depth-- }()
	if n == nil || n.kind != "QUERY" || !o.count() {
		o.failed = true
		return &pg_query.SelectStmt{}
	}
	q := &outlined{outer: outer, node: n, table: n.list("rtable"), name: "q" + strconv.Itoa(o.queries)}
	stmt := &pg_query.SelectStmt{Op: pg_query.SetOperation_SETOP_NONE, LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT}
	if list := n.list("cteList"); len(list) > 0 {
		stmt.WithClause = &pg_query.WithClause{Recursive: n.flag("hasRecursive")}
		for _, c := range list {
			cte, _ := c.(*node)
			stmt.WithClause.Ctes = append(stmt.WithClause.Ctes, o.with(cte, q))
		}
	}
	if set := n.child("setOperations"); set != nil {
		o.setOperation(set, q, stmt)
	} else {
		o.body(q, stmt)
	}
	stmt.SortClause = o.keys(n.list("sortClause"), q)
	stmt.LimitOffset, stmt.LimitCount = o.optional(n.fields["limitOffset"], q), o.optional(n.fields["limitCount"], q)
	return stmt
}

// body adds what a query without set operations has.
func (o *outliner) body(q *outlined, stmt *pg_query.SelectStmt) {
	for _, e := range targets(q.node) {
		if !e.flag("resjunk") {
			stmt.TargetList = append(stmt.TargetList, target(OutlineColumn(len(stmt.TargetList)+1), o.expression(e.fields["expr"], q)))
		}
	}
	from := q.node.child("jointree")
	if from == nil {
		o.failed = true
		return
	}
	for _, f := range from.list("fromlist") {
		stmt.FromClause = append(stmt.FromClause, o.from(f, q))
	}
	stmt.WhereClause = o.optional(from.fields["quals"], q)
	for _, set := range q.node.list("groupingSets") {
		stmt.GroupClause = append(stmt.GroupClause, o.groupingSet(set))
	}
	stmt.GroupClause = append(stmt.GroupClause, o.keys(q.node.list("groupClause"), q)...)
	stmt.HavingClause = o.optional(q.node.fields["havingQual"], q)
	stmt.DistinctClause = o.keys(q.node.list("distinctClause"), q)
	for _, c := range q.node.list("windowClause") {
		if w, ok := c.(*node); ok {
			def := &pg_query.WindowDef{PartitionClause: o.keys(w.list("partitionClause"), q), OrderClause: o.keys(w.list("orderClause"), q)}
			stmt.WindowClause = append(stmt.WindowClause, &pg_query.Node{Node: &pg_query.Node_WindowDef{WindowDef: def}})
		}
	}
}

// with returns a query of WITH.
func (o *outliner) with(cte *node, q *outlined) *pg_query.Node {
	c := &pg_query.CommonTableExpr{}
	if cte == nil {
		o.failed = true
	} else {
		c.Ctename = q.name + "." + cte.text("ctename")
		c.Ctequery = selectNode(o.query(cte.child("ctequery"), q))
		c.Ctematerialized = map[string]pg_query.CTEMaterialize{"1": pg_query.CTEMaterialize_CTEMaterializeAlways,
			"2": pg_query.CTEMaterialize_CTEMaterializeNever}[cte.text("ctematerialized")]
		if cte.child("cycle_clause") != nil {
			c.CycleClause = &pg_query.CTECycleClause{}
		}
	}
	return &pg_query.Node{Node: &pg_query.Node_CommonTableExpr{CommonTableExpr: c}}
}

// setOperation adds the arms of UNION, INTERSECT and EXCEPT.
func (o *outliner) setOperation(set *node, q *outlined, stmt *pg_query.SelectStmt) {
	if set == nil || set.kind != "SETOPERATIONSTMT" || !o.count() {
		o.failed = true
		return
	}
	o.depth++
	defer func() { o.depth-- }()
	stmt.Op = map[string]pg_query.SetOperation{"1": pg_query.SetOperation_SETOP_UNION, "2": pg_query.SetOperation_SETOP_INTERSECT,
		"3": pg_query.SetOperation_SETOP_EXCEPT}[set.text("op")]
	stmt.All = set.flag("all")
	arm := func(n *node) *pg_query.SelectStmt {
		if n != nil && n.kind == "RANGETBLREF" {
			return o.query(o.entry(n, "rtindex", q).child("subquery"), q)
		}
		sub := &pg_query.SelectStmt{LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT}
		o.setOperation(n, q, sub)
		return sub
	}
	stmt.Larg, stmt.Rarg = arm(set.child("larg")), arm(set.child("rarg"))
}

// groupingSet returns a grouping set without its expressions.
func (o *outliner) groupingSet(v any) *pg_query.Node {
	n, _ := v.(*node)
	if n == nil || !o.count() {
		return constantNode()
	}
	o.depth++
	defer func() { o.depth-- }()
	kind, ok := map[string]pg_query.GroupingSetKind{"2": pg_query.GroupingSetKind_GROUPING_SET_ROLLUP,
		"3": pg_query.GroupingSetKind_GROUPING_SET_CUBE,
		"4": pg_query.GroupingSetKind_GROUPING_SET_SETS}[n.text("kind")]
	if !ok {
		return constantNode()
	}
	set := &pg_query.GroupingSet{Kind: kind}
	for _, part := range n.list("content") {
		set.Content = append(set.Content, o.groupingSet(part))
	}
	return &pg_query.Node{Node: &pg_query.Node_GroupingSet{GroupingSet: set}}
}

// keys returns the expressions by which rows are grouped or sorted.
func (o *outliner) keys(clauses []any, q *outlined) (list []*pg_query.Node) {
	byRef := map[string]*node{}
	for _, e := range targets(q.node) {
		byRef[e.text("ressortgroupref")] = e
	}
	for _, c := range clauses {
		clause, _ := c.(*node)
		if clause == nil || byRef[clause.text("tleSortGroupRef")] == nil {
			o.failed = true
			return nil
		}
		list = append(list, o.expression(byRef[clause.text("tleSortGroupRef")].fields["expr"], q))
	}
	return list
}

// from returns an item of FROM.
func (o *outliner) from(v any, q *outlined) *pg_query.Node {
	n, _ := v.(*node)
	if n == nil || !o.count() {
		o.failed = true
		return nil
	}
	o.depth++
	defer func() { o.depth-- }()
	switch n.kind {
	case "RANGETBLREF":
		return o.item(o.entry(n, "rtindex", q), q.name+"."+n.text("rtindex"), q)
	case "JOINEXPR":
		j := &pg_query.JoinExpr{Larg: o.from(n.fields["larg"], q), Rarg: o.from(n.fields["rarg"], q),
			Quals: o.optional(n.fields["quals"], q)}
		return &pg_query.Node{Node: &pg_query.Node_JoinExpr{JoinExpr: j}}
	}
	o.failed = true
	return nil
}

// item returns an entry of the range table under an alias.
func (o *outliner) item(e *node, name string, q *outlined) *pg_query.Node {
	alias := &pg_query.Alias{Aliasname: name}
	switch e.text("rtekind") {
	case entryRelation:
		return rangeVar(e.text("relkind"), e.text("relid"), alias)
	case entrySubquery:
		return subselect(o.query(e.child("subquery"), q), alias, e.flag("lateral"))
	case entryValues:
		stmt := &pg_query.SelectStmt{Op: pg_query.SetOperation_SETOP_NONE, LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT}
		for _, row := range e.list("values_lists") {
			list := &pg_query.List{Items: o.expressions(row, q)}
			stmt.ValuesLists = append(stmt.ValuesLists, &pg_query.Node{Node: &pg_query.Node_List{List: list}})
			for len(alias.Colnames) < len(list.Items) {
				alias.Colnames = append(alias.Colnames, text(OutlineColumn(len(alias.Colnames)+1)))
			}
		}
		if len(stmt.ValuesLists) > 0 {
			return subselect(stmt, alias, e.flag("lateral"))
		}
	case entryFunction, entryTableFunction:
		parts := append(o.expressions(e.fields["functions"], q), o.expressions(e.fields["tablefunc"], q)...)
		call := &pg_query.List{Items: []*pg_query.Node{function(&pg_query.FuncCall{Args: parts})}}
		f := &pg_query.RangeFunction{Alias: alias, Functions: []*pg_query.Node{{Node: &pg_query.Node_List{List: call}}}}
		return &pg_query.Node{Node: &pg_query.Node_RangeFunction{RangeFunction: f}}
	case entryWith:
		up, err := e.number("ctelevelsup")
		for ; up > 0 && q != nil; up-- {
			q = q.outer
		}
		if err == nil && q != nil {
			return rangeVar("", q.name+"."+e.text("ctename"), alias)
		}
	case entryResult:
		return subselect(&pg_query.SelectStmt{TargetList: []*pg_query.Node{target(OutlineColumn(1), constantNode())}}, alias, false)
	}
	o.failed = true
	return nil
}

// entry returns the entry of q's range table that a field of n numbers.
func (o *outliner) entry(n *node, field string, q *outlined) *node {
	if at, err := n.number(field); err == nil && q != nil && at >= 1 && at <= len(q.table) {
		if e, ok := q.table[at-1].(*node); ok {
			return e
		}
	}
	o.failed = true
	return &node{}
}

// count counts a part, and reports whether there may be more.
func (o *outliner) count() bool {
	if o.parts++; o.parts > maxOutline || o.depth > maxDepth {
		o.failed = true
	}
	return !o.failed
}

func (o *outliner) optional(v any, q *outlined) *pg_query.Node {
	if v == nil || v == "<>" {
		return nil
	}
	return o.expression(v, q)
}

func (o *outliner) expressions(v any, q *outlined) (all []*pg_query.Node) {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			if _, ok := one.(string); !ok { // a list of numbers or names
				all = append(all, o.expression(one, q))
			}
		}
	case *node:
		all = append(all, o.expression(v, q))
	}
	return all
}

// expression returns the outline of an expression: columns, queries, calls, comparisons of two by =, and for
// everything else a list of its parts.
func (o *outliner) expression(v any, q *outlined) *pg_query.Node {
	o.depth++
	defer func() { o.depth-- }()
	n, ok := v.(*node)
	if !ok || !o.count() {
		if list, ok := v.([]any); ok && !o.failed {
			return arrayNode(o.expressions(list, q))
		}
		return constantNode()
	}
	switch n.kind {
	case "VAR":
		return o.reference(n, q)
	case "QUERY":
		return subLink("4", o.query(n, q), nil)
	case "SUBLINK":
		test := o.optional(n.fields["testexpr"], q)
		if e := test.GetAExpr(); e != nil {
			test = e.Lexpr
		}
		return subLink(n.text("subLinkType"), o.query(n.child("subselect"), q), test)
	case "TARGETENTRY":
		return o.expression(n.fields["expr"], q)
	}
	var parts []*pg_query.Node
	for _, field := range slices.Sorted(maps.Keys(n.fields)) {
		parts = append(parts, o.expressions(n.fields[field], q)...)
	}
	switch operator, err := strconv.ParseUint(n.text("opno"), 10, 32); {
	case n.kind == "OPEXPR" && len(parts) == 2 && err == nil && o.equals(uint32(operator)):
		return &pg_query.Node{Node: &pg_query.Node_AExpr{AExpr: &pg_query.A_Expr{Kind: pg_query.A_Expr_Kind_AEXPR_OP,
			Name: []*pg_query.Node{text("=")}, Lexpr: parts[0], Rexpr: parts[1]}}}
	case n.kind == "AGGREF", n.kind == "FUNCEXPR":
		return function(&pg_query.FuncCall{Args: parts})
	case n.kind == "WINDOWFUNC":
		return function(&pg_query.FuncCall{Args: parts, Over: &pg_query.WindowDef{}})
	case len(parts) == 0:
		return constantNode()
	}
	return arrayNode(parts)
}

// reference returns a column. Those of joins and of grouping are what they stand for.
func (o *outliner) reference(n *node, q *outlined) *pg_query.Node {
	up, err := n.number("varlevelsup")
	for ; up > 0 && q != nil; up-- {
		q = q.outer
	}
	column, bad := n.number("varattno")
	if err != nil || bad != nil || q == nil {
		o.failed = true
		return constantNode()
	}
	e := o.entry(n, "varno", q)
	var stands []any
	switch e.text("rtekind") {
	case entryJoin:
		stands = e.list("joinaliasvars")
	case entryGroup:
		stands = e.list("groupexprs")
	default:
		name := text(OutlineColumn(column))
		if column == 0 {
			name = &pg_query.Node{Node: &pg_query.Node_AStar{AStar: &pg_query.A_Star{}}}
		}
		ref := &pg_query.ColumnRef{Fields: []*pg_query.Node{text(q.name + "." + n.text("varno")), name}}
		return &pg_query.Node{Node: &pg_query.Node_ColumnRef{ColumnRef: ref}}
	}
	if column == 0 {
		return o.expression(stands, q)
	}
	if column < 1 || column > len(stands) {
		o.failed = true
		return constantNode()
	}
	return o.expression(stands[column-1], q)
}
