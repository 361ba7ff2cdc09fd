package lineage

import "strconv"

// The kinds of entries of a range table that are told apart (RTEKind).
const (
	entryRelation      = "0"
	entrySubquery      = "1"
	entryJoin          = "2"
	entryFunction      = "3"
	entryTableFunction = "4"
	entryValues        = "5"
	entryWith          = "6"
	entryResult        = "8"
	entryGroup         = "9" // the grouping expressions, since PostgreSQL 18
)

// countOID is pg_catalog.count("any").
const countOID = "2147"

// existsSubLink is SubLinkType EXISTS_SUBLINK, which shows no column.
const existsSubLink = "0"

// walk adds the sources of an expression, or of any other part of a query.
func (t *tracer) walk(v any, q *query, out *sources) {
	if t.steps++; t.steps > maxSteps || len(out.all) > maxSources {
		t.fail()
	}
	if t.err != nil {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			t.walk(one, q, out)
		}
	case *node:
		t.node(v, q, out)
	}
}

func (t *tracer) node(n *node, q *query, out *sources) {
	switch n.kind {
	case "VAR":
		t.reference(n, q, out)
		return
	case "AGGREF":
		if arg := countedArgument(n); arg != nil {
			t.used(arg, q, Counted, out)
			return
		}
	case "NULLTEST":
		t.used(n.child("arg"), q, Counted, out)
		return
	case "OPEXPR":
		if t.matches(n, q, out) {
			return
		}
		t.multiplies(n, "opretset", q)
	case "FUNCEXPR":
		t.multiplies(n, "funcretset", q)
	case "SUBLINK":
		t.walk(n.fields["testexpr"], q, out)
		t.subquery(n.child("subselect"), q, n.text("subLinkType") != existsSubLink, out)
		return
	case "QUERY":
		t.subquery(n, q, true, out)
		return
	}
	for _, v := range n.fields {
		t.walk(v, q, out)
	}
}

// multiplies adds to the rows of a query what a function or an operator that returns a set is called with.
func (t *tracer) multiplies(n *node, returnsSet string, q *query) {
	if !n.flag(returnsSet) {
		return
	}
	one := &sources{}
	t.walk(n.fields["args"], q, one)
	q.rows.addAs(Computed, one.all)
}

// subquery adds what decides the rows of a query in an expression, and its columns if they are shown.
func (t *tracer) subquery(n *node, q *query, shown bool, out *sources) {
	sub, err := t.open(n, q)
	if err != nil {
		t.fail()
		return
	}
	out.addAs(Shown, sub.rows.all)
	for _, c := range sub.columns {
		if shown {
			out.addAs(Shown, c.all)
		}
	}
}

// countedArgument returns the argument of count(x), or nil for another aggregate, or one with a filter or an order.
func countedArgument(n *node) *node {
	args := n.list("args")
	if n.text("aggfnoid") != countOID || len(args) != 1 || n.text("aggfilter") != "<>" || n.text("aggorder") != "<>" {
		return nil
	}
	arg, _ := args[0].(*node)
	if arg == nil || arg.kind != "TARGETENTRY" {
		return nil
	}
	return arg.child("expr")
}

// matches adds both sides of a comparison of two columns by =, and returns false for any other expression.
func (t *tracer) matches(n *node, q *query, out *sources) bool {
	operator, err := strconv.ParseUint(n.text("opno"), 10, 32)
	args := n.list("args")
	if err != nil || len(args) != 2 || !t.equals(uint32(operator)) {
		return false
	}
	var sides [2]Source
	for i, arg := range args {
		e, _ := arg.(*node)
		one := &sources{}
		if e == nil || !t.direct(e, q) {
			return false
		}
		if t.walk(e, q, one); len(one.all) != 1 || one.all[0].Use != Shown {
			return false
		}
		sides[i] = one.all[0]
	}
	out.match(sides[0], sides[1])
	return true
}

// entry returns the entry of q's range table that a field of n numbers, or nil.
func (t *tracer) entry(n *node, field string, q *query) *node {
	at, err := n.number(field)
	if err != nil || at < 1 || at > len(q.table) {
		t.fail()
		return nil
	}
	return q.table[at-1]
}

// target returns what a Var refers to: an entry of the range table of q or of a query around it, and the column.
func (t *tracer) target(n *node, q *query) (*node, int, *query) {
	up, err := n.number("varlevelsup")
	if err != nil {
		t.fail()
		return nil, 0, nil
	}
	for ; up > 0 && q != nil; up-- {
		q = q.outer
	}
	column, err := n.number("varattno")
	if q == nil || err != nil {
		t.fail()
		return nil, 0, nil
	}
	return t.entry(n, "varno", q), column, q
}

// reference adds the sources of a Var. Columns below 0 are the server's own.
func (t *tracer) reference(n *node, q *query, out *sources) {
	e, column, q := t.target(n, q)
	if e == nil || column < 0 {
		return
	}
	switch e.text("rtekind") {
	case entryRelation:
		out.add(Source{Relation: t.relation(e, q), Column: column})
	case entrySubquery:
		t.columnOf(e.child("subquery"), column, false, q, out)
	case entryJoin:
		t.item(e.list("joinaliasvars"), column, q, out)
	case entryGroup:
		t.item(e.list("groupexprs"), column, q, out)
	case entryFunction, entryTableFunction:
		t.walk(e.fields["functions"], q, out)
		t.walk(e.fields["tablefunc"], q, out)
	case entryValues:
		for _, row := range e.list("values_lists") {
			values, _ := row.([]any)
			t.item(values, column, q, out)
		}
	case entryWith:
		t.with(e, column, q, out)
	case entryResult:
	default:
		t.fail()
	}
}

func (t *tracer) relation(e *node, q *query) uint32 {
	if q.self != 0 {
		return q.self
	}
	oid, err := strconv.ParseUint(e.text("relid"), 10, 32)
	if err != nil {
		t.fail()
	}
	return uint32(oid)
}

// item adds the sources of one expression of a list, counted from 1; of all for 0.
func (t *tracer) item(list []any, at int, q *query, out *sources) {
	switch {
	case at == 0:
		t.walk(list, q, out)
	case at <= len(list):
		t.walk(list[at-1], q, out)
	default:
		t.fail()
	}
}

// columnOf adds the sources of one column of a query, or of all.
func (t *tracer) columnOf(n *node, column int, all bool, q *query, out *sources) {
	sub, err := t.open(n, q)
	if err != nil || column > len(sub.columns) {
		t.fail()
		return
	}
	for i, c := range sub.columns {
		if all || column == 0 || i == column-1 {
			out.addAs(Shown, c.all)
		}
	}
}

// with adds the sources of a column of a WITH query. Every column of a recursive one may come from every other.
func (t *tracer) with(e *node, column int, q *query, out *sources) {
	if e.flag("self_reference") {
		return // its own columns have all sources already
	}
	cte, q := t.named(e, q)
	if cte == nil || cte.child("search_clause") != nil || cte.child("cycle_clause") != nil { // these have more columns than their query
		t.fail()
		return
	}
	t.columnOf(cte.child("ctequery"), column, cte.flag("cterecursive"), q, out)
}

// named returns the WITH query that an entry refers to, and the query that it belongs to; nil where there is none.
func (t *tracer) named(e *node, q *query) (*node, *query) {
	up, err := e.number("ctelevelsup")
	if err != nil {
		t.fail()
		return nil, q
	}
	for ; up > 0 && q != nil; up-- {
		q = q.outer
	}
	for _, c := range q.lists("cteList") {
		if cte, _ := c.(*node); cte != nil && cte.text("ctename") == e.text("ctename") {
			return cte, q
		}
	}
	return nil, q
}

func (q *query) lists(field string) []any {
	if q == nil || q.node == nil {
		return nil
	}
	return q.node.list(field)
}

// direct reports whether an expression is a plain column all the way down to a stored one, through joins, grouping,
// WITH and subqueries.
func (t *tracer) direct(n *node, q *query) bool {
	if n != nil && n.kind == "RELABELTYPE" { // varchar as text
		return t.direct(n.child("arg"), q)
	}
	if n == nil || n.kind != "VAR" || t.err != nil {
		return false
	}
	e, column, q := t.target(n, q)
	if e == nil || column < 1 {
		return false
	}
	column--
	inner := func(list []any) bool {
		if column >= len(list) {
			return false
		}
		v, _ := list[column].(*node)
		return t.direct(v, q)
	}
	of := func(n *node, q *query) bool {
		sub, err := t.open(n, q)
		return err == nil && column < len(sub.columns) && sub.columns[column].direct
	}
	switch e.text("rtekind") {
	case entryRelation:
		return true
	case entryJoin:
		return inner(e.list("joinaliasvars"))
	case entryGroup:
		return inner(e.list("groupexprs"))
	case entrySubquery:
		return of(e.child("subquery"), q)
	case entryWith:
		if cte, around := t.named(e, q); cte != nil && !e.flag("self_reference") && !cte.flag("cterecursive") {
			return of(cte.child("ctequery"), around)
		}
	}
	return false
}
