package guard

import (
	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// columnType reports a finding when the type of a used column may run user code: casts that users defined, or
// functions called when a value of the type is made. PostgreSQL does not make a value of a domain when one is read or
// compared. It does when a polymorphic function gets a constant beside one, so that case is refused only if the
// statement holds such a function.
func (r *resolver) columnType(full string, col *schema.Column) {
	snap := r.facts.Snapshot
	switch {
	case len(snap.Casts) == 0 && !snap.NamesOmitted:
	case col.Row != 0:
		r.report(r.guard.convertibleRow(snap, col.Row))
	default:
		r.report(r.guard.convertible(snap, col.TypeSchema, col.TypeName))
	}
	for _, v := range col.Runs {
		why, kind := r.guard.implicitCall(v.Use)
		switch {
		case v.Name == "":
			why, kind = "more than can be looked through", invalid
		case why == "" && looksForCasts(v.Use) && r.guard.castsIn(snap).first != nil:
			why, kind = v.Name+", which looks for casts, and there are some that may not run", invalid
		case why == "":
			continue
		}
		f := kind(RuleType, full, "making a value of the type of %s calls %s", full, why)
		if !v.Plain {
			r.report(f)
		} else if f.worse(r.constructed) {
			r.constructed = f
		}
	}
}

// constructs reports whether a node may make a value of the type of one of its arguments, so that the CHECKs of a
// domain run. This holds for polymorphic functions and for arrays, whose operators all convert constants to the type
// of the other array.
func constructs(m any) bool {
	switch m := m.(type) {
	case *pg_query.FuncCall:
		return makers[last(m.Funcname)]
	case *pg_query.A_ArrayExpr, *pg_query.JsonArrayQueryConstructor:
		return true
	case *pg_query.SubLink:
		return m.SubLinkType == pg_query.SubLinkType_ARRAY_SUBLINK
	}
	return false
}
