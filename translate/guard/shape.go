package guard

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
)

// shape walks the whole tree once. It checks that every node is on the closed list and that every name is on the
// lists of names. It does not know scopes; the resolver does.
type shape struct {
	guard *Guard
	facts Facts

	found      *finding
	functions  names
	depth      int
	nodes      int
	maxNodes   int
	draft      bool               // names may still be without their schemas: the extensions are asked later
	relations  int                // RangeVars, to be compared with the resolver's count
	columns    int                // ColumnRefs, likewise
	calls      int                // FuncCalls, likewise
	constructs bool               // the statement may make values of the types of others
	named      *pg_query.TypeName // the regclass of a cast that names a table
	permitted  map[any]bool       // see permit
	visit      visitor
}

func (s *shape) walk(stmt *pg_query.SelectStmt) {
	s.visit = s.one
	s.one(stmt)
}

// report keeps the first finding, unless a later one is worse.
func (s *shape) report(f *finding) {
	if f.worse(s.found) {
		s.found = f
	}
}

func (s *shape) done() bool {
	return s.found != nil && (s.found.decision == Unsafe || !s.found.resolvable)
}

func (s *shape) one(m any) {
	if s.done() {
		return
	}
	s.depth++
	s.nodes++
	if s.depth > maxDepth || s.nodes > s.maxNodes {
		f := invalid(RuleBounds, "", "it is nested too deeply or too large")
		f.resolvable = false
		s.report(f)
		return
	}
	s.permit(m)
	s.report(s.judge(m))
	s.constructs = s.constructs || constructs(m)
	if !s.done() && !children(m, s.visit) {
		s.report(deny(m))
	}
	s.depth--
}

// deny returns the finding for a node that is not on the closed list. Writing is final; for the rest another draft
// may be tried.
func deny(m any) *finding {
	n, ok := m.(*pg_query.Node)
	if !ok {
		return unsafe(RuleNode, "", "it holds a construct that is not allowed")
	}
	kind := kindOf(n)
	f := unsafe(RuleNode, kind, "it holds a construct that is not allowed (%s)", kind)
	switch n.Node.(type) {
	case *pg_query.Node_InsertStmt, *pg_query.Node_UpdateStmt, *pg_query.Node_DeleteStmt, *pg_query.Node_MergeStmt:
		f = unsafe(RuleWrites, statementKind(kind), "it holds %s, which writes", statementKind(kind))
	case *pg_query.Node_LockingClause:
		f = unsafe(RuleLocks, "", "it locks rows (FOR UPDATE, FOR SHARE)")
	case *pg_query.Node_ParamRef:
		f = invalid(RuleNode, kind, "it holds a parameter ($n), and none is sent with it")
	case *pg_query.Node_SetToDefault:
		f = invalid(RuleNode, kind, "DEFAULT has no place in a SELECT")
	case *pg_query.Node_XmlExpr, *pg_query.Node_XmlSerialize:
		f = invalid(RuleNode, kind, "XML constructors are not allowed")
	case *pg_query.Node_RangeTableFunc:
		f = unsafe(RuleNode, kind, "XMLTABLE is not allowed: it can run for hours and cannot be cancelled")
	}
	f.resolvable = false
	return f
}

// judge returns the reason to refuse a node by itself, or nil.
func (s *shape) judge(m any) *finding {
	switch m := m.(type) {
	case *pg_query.ColumnRef:
		s.columns++
	case *pg_query.RangeVar:
		s.relations++
		if s.relations > s.guard.policy.MaxRelations {
			return invalid(RuleBounds, "", "it names more than %d relations", s.guard.policy.MaxRelations)
		}
	case *pg_query.SelectStmt:
		return judgeSelect(m)
	case *pg_query.CommonTableExpr:
		if q := m.Ctequery; q.GetSelectStmt() == nil {
			return unsafe(RuleWrites, m.Ctename, "the WITH query %q is no SELECT", m.Ctename)
		}
	case *pg_query.FuncCall:
		s.calls++
		return s.function(m)
	case *pg_query.A_Expr:
		return s.expression(m)
	case *pg_query.SubLink:
		return s.subLink(m)
	case *pg_query.CaseExpr:
		if m.Arg != nil {
			return s.shadowed("=")
		}
	case *pg_query.JoinExpr:
		if m.IsNatural || len(m.UsingClause) > 0 {
			return s.shadowed("=")
		}
	case *pg_query.SortBy:
		if len(m.UseOp) > 0 {
			return s.operator(m.UseOp)
		}
	case *pg_query.TypeCast:
		return s.cast(m)
	case *pg_query.TypeName:
		return s.typeName(m)
	case *pg_query.CollateClause:
		if len(m.Collname) > 2 {
			return invalid(RuleType, last(m.Collname), "the collation %q has too many qualifiers", last(m.Collname))
		}
	case *pg_query.RangeTableSample:
		return s.sample(m)
	case *pg_query.ColumnDef:
		if m.RawDefault != nil || len(m.Constraints) > 0 || m.IdentitySequence != nil || len(m.Fdwoptions) > 0 {
			return unsafe(RuleNode, m.Colname, "a column definition in a SELECT has a name and a type only")
		}
	}
	return nil
}

func judgeSelect(m *pg_query.SelectStmt) *finding {
	switch {
	case m.IntoClause != nil:
		return unsafe(RuleWrites, m.IntoClause.GetRel().GetRelname(), "SELECT INTO creates a table")
	case len(m.LockingClause) > 0:
		return unsafe(RuleLocks, "", "it locks rows (FOR UPDATE, FOR SHARE)")
	}
	return nil
}

// expression checks an operator. For forms that hide one, such as IN, it checks the operators that PostgreSQL looks
// up for them.
func (s *shape) expression(m *pg_query.A_Expr) *finding {
	switch m.Kind {
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM,
		pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		for _, op := range []string{">=", "<=", "<", ">"} {
			if f := s.shadowed(op); f != nil {
				return f
			}
		}
		return nil
	}
	return s.operator(m.Name)
}

func (s *shape) subLink(m *pg_query.SubLink) *finding {
	if len(m.OperName) > 0 {
		return s.operator(m.OperName)
	}
	if m.SubLinkType == pg_query.SubLinkType_ANY_SUBLINK || m.SubLinkType == pg_query.SubLinkType_ALL_SUBLINK {
		return s.shadowed("=")
	}
	return nil
}

// operator checks the name of an operator, bare or as OPERATOR(pg_catalog.x).
func (s *shape) operator(name []*pg_query.Node) *finding {
	op := last(name)
	space, ok := qualifier(name)
	switch {
	case !ok:
		return unsafe(RuleOperator, op, "the operator %s has too many qualifiers", op)
	case space == "pg_catalog" && builtinOperators[op]:
		return nil
	case space == "" && builtinOperators[op]:
		return s.shadowed(op)
	case space == "" && s.guard.operators[op]:
		return s.shadowed(op)
	case s.guard.schemas[space] && s.guard.operators[op]:
		if s.facts.Snapshot != nil && s.facts.Snapshot.ShadowedIn(space, op) {
			return redefined(op)
		}
		return nil
	}
	return invalid(RuleOperator, op, "the operator %s is not on the list of allowed operators", op)
}

// onlyCatalog reports whether PostgreSQL searches names in pg_catalog alone. An extension's schema may hold other
// functions too, depending on who may create functions there.
func (g *Guard) onlyCatalog(f Facts) bool { return f.OwnPath && len(g.schemas) == 0 }

// shadowed returns a finding for a name that PostgreSQL may find elsewhere on the search_path. Names that the
// configuration lists without a schema are exempt: they are meant to be found there.
func (s *shape) shadowed(name string) *finding {
	snap := s.facts.Snapshot
	if snap == nil || s.guard.onlyCatalog(s.facts) || s.guard.listed[name] {
		return nil
	}
	if !s.facts.OwnPath || snap.ShadowsIn == nil {
		if snap.NamesOmitted || snap.Shadowed(name) {
			return redefined(name)
		}
		return nil
	}
	for space := range s.guard.schemas {
		if snap.NamesOmitted || snap.ShadowedIn(space, name) {
			return redefined(name)
		}
	}
	return nil
}

func redefined(name string) *finding {
	return invalid(RuleShadowed, name, "%s is redefined by a schema on this session's search_path", name)
}

// sample allows the two sampling methods that PostgreSQL itself has.
func (s *shape) sample(m *pg_query.RangeTableSample) *finding {
	method := last(m.Method)
	space, ok := qualifier(m.Method)
	if !ok || (space != "" && space != "pg_catalog") || (method != "bernoulli" && method != "system") {
		return invalid(RuleFunction, method, "the sampling method %q is not allowed", method)
	}
	return s.shadowed(method)
}

// last returns the final part of a qualified name.
func last(name []*pg_query.Node) string {
	if len(name) == 0 {
		return ""
	}
	return name[len(name)-1].GetString_().GetSval()
}

// qualifier returns the schema of a name of one or two parts, and false when there are more.
func qualifier(name []*pg_query.Node) (string, bool) {
	switch len(name) {
	case 1:
		return "", true
	case 2:
		return name[0].GetString_().GetSval(), true
	}
	return "", false
}

// visitor is called for each direct part of a message.
type visitor func(m any)

func (v visitor) node(n *pg_query.Node)       { tree.Visitor(v).Node(n) }
func (v visitor) nodes(list []*pg_query.Node) { tree.Visitor(v).Nodes(list) }

func inner(n *pg_query.Node) any { return tree.Inner(n) }

func children(m any, v visitor) bool { return tree.Children(m, tree.Visitor(v)) }

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
