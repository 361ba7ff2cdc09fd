package normal

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
)

// makesList are functions of PostgreSQL that return a list of plain values.
var makesList = map[string]bool{"string_to_array": true, "regexp_split_to_array": true, "regexp_match": true, "array_positions": true,
	"tsvector_to_array": true, "enum_range": true, "akeys": true, "avals": true}

// isList reports whether a bound expression is certainly a list of plain values, not of rows and no tsvector.
func (b *bindings) isList(n *pg_query.Node) bool {
	switch m := tree.Inner(n).(type) {
	case *pg_query.A_ArrayExpr:
		return !slices.ContainsFunc(m.Elements, func(e *pg_query.Node) bool { return !b.isPlain(e) })
	case *pg_query.TypeCast:
		return len(m.TypeName.GetArrayBounds()) > 0
	case *pg_query.ColumnRef:
		return strings.HasSuffix(b.types[m], "[]")
	case *pg_query.FuncCall:
		switch name := last(m.Funcname); name {
		case "array_agg":
			return len(m.Args) == 1 && b.isPlain(m.Args[0])
		case "array_cat", "array_append", "array_remove", "array_replace":
			return len(m.Args) > 0 && b.isList(m.Args[0])
		default:
			return makesList[name]
		}
	}
	return false
}

// isPlain reports whether a bound expression is certainly no row, and no list of rows.
func (b *bindings) isPlain(n *pg_query.Node) bool {
	switch m := tree.Inner(n).(type) {
	case *pg_query.A_Const:
		return true
	case *pg_query.A_ArrayExpr:
		return b.isList(n)
	case *pg_query.A_Expr:
		return (m.Lexpr == nil || b.isPlain(m.Lexpr)) && b.isPlain(m.Rexpr)
	case *pg_query.TypeCast:
		return true
	case *pg_query.ColumnRef:
		return b.types[m] != ""
	}
	return false
}

// isVector reports whether a bound expression is certainly a tsvector.
func (b *bindings) isVector(n *pg_query.Node) bool {
	switch m := tree.Inner(n).(type) {
	case *pg_query.ColumnRef:
		return b.types[m] == "tsvector"
	case *pg_query.TypeCast:
		return last(m.TypeName.GetNames()) == "tsvector" && len(m.TypeName.GetArrayBounds()) == 0
	case *pg_query.FuncCall:
		name := last(m.Funcname)
		return name == "to_tsvector" || name == "strip" || name == "setweight"
	}
	return false
}
