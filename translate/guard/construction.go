package guard

import (
	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// columnType judges what the type of a column that is used may run: casts of somebody's own, and what making values of it
// calls. PostgreSQL never makes a value of a domain because one is read or compared; it does when a polymorphic function
// gets a constant beside one, so that is refused where such a function is in the statement.
func (r *resolver) columnType(full string, col *schema.Column) {
	snap := r.facts.Snapshot
	if len(snap.Casts) > 0 || snap.NamesOmitted {
		r.report(r.guard.convertible(snap, col.TypeSchema, col.TypeName))
	}
	for _, v := range col.Runs {
		why, kind := r.guard.implicitCall(v.Use)
		switch {
		case v.Name == "":
			why, kind = "more than can be looked through", invalid
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

// constructs says whether a node may make a value of the type of another value that it is given, so that the CHECKs of a
// domain run: a polymorphic function, or an array, of which all operators take constants for another array.
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

// column is the table's own column behind an item, or nil.
func (i *item) column(name string) *schema.Column {
	if i.table == nil {
		return nil
	}
	return i.table.Column(name)
}
