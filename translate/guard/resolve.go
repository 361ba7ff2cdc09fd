package guard

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// resolver proves what every relation and column of a statement in normal form refers to, and refuses what is not in
// that form: what can be read in two ways may be read otherwise by the server.
type resolver struct {
	guard *Guard
	facts Facts

	found         *finding
	usedRelations names
	usedColumns   names
	relations     int      // RangeVars seen
	columns       int      // ColumnRefs seen
	calls         int      // FuncCalls seen
	constructed   *finding // finding that applies if the statement makes values of the types of others

	unshown bool // the values resolved now do not leave the statement: see revealsNothing

	scope   *scope
	with    *ctes
	aliases map[string]*item // of the whole statement
	queries map[string]bool  // the names of all WITH queries
	outputs map[string]bool  // the names of all outputs
	rowed   []*item          // those whose whole row is named
	visit   visitor
}

func (r *resolver) run(stmt *pg_query.SelectStmt) {
	r.visit = r.expression
	r.aliases, r.queries, r.outputs = map[string]*item{}, map[string]bool{}, map[string]bool{}
	r.query(stmt, nil)
	r.rowsNamed()
}

// loose reports whether nothing is known of the database, so that statements have no normal form and are not sent.
func (r *resolver) loose() bool { return r.facts.Snapshot == nil }

func (r *resolver) report(f *finding) {
	if f.worse(r.found) {
		r.found = f
	}
}

// expression resolves the columns of an expression and the queries inside it.
func (r *resolver) expression(m any) {
	switch m := m.(type) {
	case *pg_query.ColumnRef:
		r.columnRef(m)
	case *pg_query.A_Indirection:
		r.indirection(m)
		children(m, r.visit)
	case *pg_query.SelectStmt:
		r.query(m, r.scope)
	case *pg_query.FuncCall:
		r.calls++
		if revealsNothing(m) {
			defer r.withoutShowing()()
		}
		children(m, r.visit)
	case *pg_query.NullTest, *pg_query.A_Expr:
		if revealsNothing(m) || r.comparesMasked(m) {
			defer r.withoutShowing()()
		}
		children(m, r.visit)
	case *pg_query.TypeName:
		// A bare word among a type's modifiers, as in geometry(Point), has the form of a column but is not one.
		for _, n := range m.Typmods {
			if n.GetColumnRef() != nil && len(n.GetColumnRef().Fields) == 1 {
				r.columns++
			} else {
				r.node(n)
			}
		}
	default:
		children(m, r.visit)
	}
}

func (r *resolver) node(n *pg_query.Node)       { r.visit.node(n) }
func (r *resolver) nodes(list []*pg_query.Node) { r.visit.nodes(list) }

// query resolves a SELECT inside outer, with the WITH queries now in scope.
func (r *resolver) query(m *pg_query.SelectStmt, outer *scope) columns {
	return r.queryWith(m, outer, nil)
}

// queryWith is query with a callback: leftArm receives the columns of the first arm before the second is resolved,
// because these are the columns of a recursive query.
func (r *resolver) queryWith(m *pg_query.SelectStmt, outer *scope, leftArm func(columns)) columns {
	savedScope, savedWith := r.scope, r.with
	defer func() { r.scope, r.with = savedScope, savedWith }()
	r.scope = &scope{outer: outer}
	if m.WithClause != nil {
		r.withClause(m.WithClause, outer)
	}
	var res columns
	switch {
	case m.Op != pg_query.SetOperation_SETOP_NONE:
		res = r.setOperation(m, outer, leftArm)
	case len(m.ValuesLists) > 0:
		res = r.values(m)
	default:
		res = r.selectBody(m)
	}
	r.nodes(m.SortClause)
	r.node(m.LimitOffset)
	r.node(m.LimitCount)
	return res
}

func (r *resolver) setOperation(m *pg_query.SelectStmt, outer *scope, leftArm func(columns)) columns {
	if m.Larg == nil || m.Rarg == nil {
		r.report(invalid(RuleNode, "", "a set operation needs two queries"))
		return columns{}
	}
	left := r.query(m.Larg, outer).untyped()
	if leftArm != nil {
		leftArm(left)
	}
	r.query(m.Rarg, outer)
	return left
}

func (r *resolver) values(m *pg_query.SelectStmt) columns {
	res := columns{complete: true}
	r.nodes(m.ValuesLists)
	for i := range m.ValuesLists[0].GetList().GetItems() {
		res.list = append(res.list, column{name: "column" + strconv.Itoa(i+1)})
	}
	return res
}

// selectBody resolves one plain SELECT. r.scope is its own scope, still empty.
func (r *resolver) selectBody(m *pg_query.SelectStmt) columns {
	for _, f := range m.FromClause {
		r.from(inner(f), r.scope)
	}
	r.nodes(m.TargetList)
	r.node(m.WhereClause)
	r.nodes(m.DistinctClause)
	r.groups(m.GroupClause)
	r.node(m.HavingClause)
	r.nodes(m.WindowClause)
	return r.targets(m.TargetList)
}

// groups resolves the GROUP BY expressions. A bare column there is not shown.
func (r *resolver) groups(list []*pg_query.Node) {
	for _, n := range list {
		func() {
			if n.GetColumnRef() != nil {
				defer r.withoutShowing()()
			}
			r.node(n)
		}()
	}
}

// withoutShowing marks what is resolved until end is called as not leaving the statement.
func (r *resolver) withoutShowing() (end func()) {
	saved := r.unshown
	r.unshown = true
	return func() { r.unshown = saved }
}

// revealsNothing reports whether a node tells nothing about the values of the columns directly under it, as in
// count(c) and c IS NULL.
func revealsNothing(m any) bool {
	switch m := m.(type) {
	case *pg_query.FuncCall:
		return last(m.Funcname) == "count" && m.AggFilter == nil && len(m.AggOrder) == 0 && m.Over == nil && len(m.Args) == 1 &&
			m.Args[0].GetColumnRef() != nil
	case *pg_query.NullTest:
		return m.Arg.GetColumnRef() != nil
	}
	return false
}
