package guard

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// The calls refused here run for hours on values that a statement can collect in a second, and the server checks for
// neither a cancel nor a timeout meanwhile. Each was measured: a timeout of half a second ended it after minutes, or
// not at all.

// geometryCast returns a finding for a polygon or path made of computed text: comparing two with thousands of points
// takes hours.
func geometryCast(typ string, arg *pg_query.Node) *finding {
	if typ != "polygon" && typ != "path" || literalOrColumn(arg) {
		return nil
	}
	return invalid(RuleSize, typ, "only a literal or a column may be cast to %s", typ)
}

// literalOrColumn reports whether a node is a literal or a column, also below a cast.
func literalOrColumn(n *pg_query.Node) bool {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	switch inner(n).(type) {
	case *pg_query.A_Const, *pg_query.ColumnRef:
		return true
	}
	return false
}

// maxLetters bounds the number of characters that a call may compare with each character of a text.
const maxLetters = 1_000

// letters maps a function to the position of the argument that holds these characters.
var letters = map[string]int{"translate": 1, "btrim": 1, "ltrim": 1, "rtrim": 1}

// lettersOf returns a finding when a call compares more than maxLetters characters with each character of a text.
func lettersOf(m *pg_query.FuncCall) *finding {
	name := last(m.Funcname)
	at, ok := letters[name]
	if !ok || len(m.Args) <= at || m.Args[at].GetColumnRef() != nil {
		return nil
	}
	if !literalOrColumn(m.Args[at]) || len(literal(m.Args[at])) > maxLetters {
		return invalid(RuleSize, name, "the characters given to %s must be a literal of at most %d, or a column", name, maxLetters)
	}
	return nil
}

// containments lists operators that compare each element of one list with each of another.
var containments = []string{"@>", "<@", "&&"}

// gatherers lists aggregates that make a list with one element per row.
var gatherers = map[string]bool{"array_agg": true, "json_agg": true, "jsonb_agg": true, "json_object_agg": true, "jsonb_object_agg": true,
	"string_agg": true, "array_fill": true, "repeat": true}

// contains reports a finding for a comparison of two lists that the statement itself collects.
func (r *resolver) contains(m *pg_query.A_Expr) {
	if op := last(m.Name); slices.Contains(containments, op) && r.gathered(m.Lexpr) && r.gathered(m.Rexpr) {
		r.report(invalid(RuleSize, op, "%s between two lists that the statement collects cannot be cancelled: use a join, EXISTS or EXCEPT", op))
	}
}

// gathered reports whether a value contains a list that the statement collects.
func (r *resolver) gathered(n *pg_query.Node) bool {
	found := false
	var visit visitor
	visit = func(m any) {
		switch m := m.(type) {
		case *pg_query.FuncCall:
			found = found || gatherers[last(m.Funcname)]
		case *pg_query.JsonArrayAgg, *pg_query.JsonObjectAgg, *pg_query.JsonArrayQueryConstructor:
			found = true
		case *pg_query.ColumnRef:
			found = found || r.gatheredColumn(m)
		case *pg_query.SubLink:
			found = found || m.SubLinkType == pg_query.SubLinkType_ARRAY_SUBLINK || r.readsGathered(m)
		}
		if !found {
			children(m, visit)
		}
	}
	visit.node(n)
	return found
}

func (r *resolver) gatheredColumn(m *pg_query.ColumnRef) bool {
	c, _ := r.referred(m, false)
	return c != nil && c.gathered
}

// readsGathered reports whether a subquery reads a WITH query that has such a list.
func (r *resolver) readsGathered(m *pg_query.SubLink) bool {
	found := false
	var visit visitor
	visit = func(m any) {
		if v, ok := m.(*pg_query.RangeVar); ok && v.Schemaname == "" {
			if cte := r.with.find(v.Relname); cte != nil {
				found = found || slices.ContainsFunc(cte.columns.list, func(c column) bool { return c.gathered })
			}
		}
		if !found {
			children(m, visit)
		}
	}
	visit.node(m.Subselect)
	return found
}
