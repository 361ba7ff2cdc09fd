package guard

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// Values of regclass, regtype and regnamespace are numbers that are shown as names. PostgreSQL converts other numbers
// to these types wherever it looks for a common type, so coalesce(NULL::regclass, 16400), or a UNION or an array that
// contains such a value, lists the catalog. These types are therefore accepted only where PostgreSQL does not look
// for a common type; see permit.

// permit records which direct parts of a node may be of these types.
func (s *shape) permit(m any) {
	switch m := m.(type) {
	case *pg_query.FuncCall:
		name := last(m.Funcname)
		if strings.HasPrefix(name, "pg_") || slices.Contains([]string{"format", "concat", "concat_ws", "count",
			"obj_description", "col_description"}, name) {
			s.permitAll(m.Args)
		}
	case *pg_query.TypeCast:
		if name := last(m.TypeName.GetNames()); len(m.TypeName.GetArrayBounds()) == 0 && (name == "text" || name == "varchar") {
			s.permitAll([]*pg_query.Node{m.Arg})
		}
	case *pg_query.A_Expr:
		if op := last(m.Name); (op == "=" || op == "<>") && m.Kind != pg_query.A_Expr_Kind_AEXPR_NULLIF {
			s.permitAll([]*pg_query.Node{m.Lexpr, m.Rexpr})
			if m.Kind == pg_query.A_Expr_Kind_AEXPR_IN {
				s.permitAll(m.Rexpr.GetList().GetItems())
			}
		}
	case *pg_query.NullTest:
		s.permitAll([]*pg_query.Node{m.Arg})
	case *pg_query.SortBy:
		s.permitAll([]*pg_query.Node{m.Node})
	case *pg_query.SelectStmt:
		s.permitAll(m.GroupClause)
		if s.depth == 1 { // rows of the outermost SELECT go to the client unchanged
			for _, n := range m.TargetList {
				s.permitAll([]*pg_query.Node{n.GetResTarget().GetVal()})
			}
		}
	}
}

func (s *shape) permitAll(list []*pg_query.Node) {
	for _, n := range list {
		if namesObject(n) {
			if s.permitted == nil {
				s.permitted = map[any]bool{}
			}
			s.permitted[inner(n)] = true
		}
	}
}

// namesObject reports whether a node is of such a type.
func namesObject(n *pg_query.Node) bool {
	if f := n.GetFuncCall(); f != nil {
		return last(f.Funcname) == "pg_typeof" || last(f.Funcname) == "to_regclass"
	}
	return objectTypes[last(n.GetTypeCast().GetTypeName().GetNames())] != ""
}

// objectTypes are the types whose values are numbers that are shown as names, and of which a literal is accepted,
// with what it names.
var objectTypes = map[string]string{"regclass": "table", "regtype": "type", "regnamespace": "schema"}

// misplaced returns a finding when a node is of such a type at a place that permit did not record.
func (s *shape) misplaced(m any, name string) *finding {
	if s.permitted[m] {
		return nil
	}
	return invalid(RuleType, name, "%s cannot stand here, where other numbers would be shown as names of the catalog too: cast it to text", name)
}
