package guard

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// composite is the composite type of a value, a key of Snapshot.Composites, or that of the elements of an array. The
// zero value stands for all other types, and for those that are not known.
type composite struct {
	row   uint32
	array bool
}

// untyped returns the columns without the types of their values: those of a set operation need not be those of its
// first query.
func (c columns) untyped() columns {
	list := slices.Clone(c.list)
	for i := range list {
		list[i].value = composite{}
	}
	return columns{list, c.complete}
}

// compositeOf returns what is known of an expression: a column, or a part of one.
func (r *resolver) compositeOf(n *pg_query.Node) composite {
	switch m := inner(n).(type) {
	case *pg_query.ColumnRef:
		parts := stringsOf(m.Fields)
		if len(parts) != 2 {
			return composite{}
		}
		if found := r.scope.lookup(parts[0]); len(found) == 1 {
			if c := found[0].column(parts[1]); c != nil {
				return c.value
			}
		}
	case *pg_query.A_Indirection:
		c := r.compositeOf(m.Arg)
		for at := range m.Indirection {
			c, _ = r.part(c, m.Indirection, at)
		}
		return c
	}
	return composite{}
}

// part returns what an indirection makes of a value, and whether it is certainly a field of it. PostgreSQL looks for
// a field before it looks for a function to call, in a domain over a composite type, too.
func (r *resolver) part(c composite, indirection []*pg_query.Node, at int) (composite, bool) {
	switch m := inner(indirection[at]).(type) {
	case *pg_query.A_Indices:
		// Neighbouring subscripts are one, of an element or, with one that is a slice, of an array.
		next := at + 1
		if next < len(indirection) && indirection[next].GetAIndices() != nil {
			if m.IsSlice {
				return composite{}, false // of several dimensions: too rare to be told
			}
			return c, false
		}
		c.array = c.array && m.IsSlice
		return c, false
	case *pg_query.String:
		if c.row == 0 || c.array || r.loose() {
			return composite{}, false
		}
		if t := r.facts.Snapshot.Composites[c.row]; t != nil {
			if a := t.Attribute(m.Sval); a != nil {
				return composite{a.Row, a.Array}, true
			}
		}
	}
	return composite{}, false
}

// indirection checks (expression).name, which is either a field or the call name(expression).
func (r *resolver) indirection(m *pg_query.A_Indirection) {
	value, field := r.compositeOf(m.Arg), false
	for at, n := range m.Indirection {
		value, field = r.part(value, m.Indirection, at)
		if n.GetString_() == nil || field {
			continue
		}
		name := n.GetString_().Sval
		switch {
		case refusedBecause(name) != "":
			r.report(unsafe(RuleColumn, name, "(…).%s is no field that is known, and may be a call of %s()", name, name))
		case at == 0 && r.hasField(m.Arg, name):
		default:
			r.report(invalid(RuleColumn, name, "(…).%s cannot be told from a call of %s()", name, name))
		}
	}
}

// hasField reports whether (arg).name is a field and no call: that of a function's row, or of a column of a composite
// type. Where only pg_catalog is searched, a name that no allowed function has can be nothing else, since those
// refused are refused by name.
func (r *resolver) hasField(arg *pg_query.Node, name string) bool {
	if f := arg.GetFuncCall(); f != nil && slices.Contains(r.guard.outputsOf(last(f.Funcname)), name) {
		return true
	}
	if r.mayCall() || strings.HasPrefix(name, "pg_") {
		return false
	}
	_, own := builtinFunctions[name]
	return !own && len(r.guard.extension[name]) == 0 || r.loose() || r.composite(arg.GetColumnRef())
}

// composite reports whether a reference is to a table's column of a composite type: PostgreSQL looks for a field of
// it first.
func (r *resolver) composite(m *pg_query.ColumnRef) bool {
	parts := stringsOf(m.GetFields())
	if len(parts) != 2 {
		return false
	}
	found := r.scope.lookup(parts[0])
	if len(found) != 1 || found[0].table == nil {
		return false
	}
	c := found[0].table.Column(parts[1])
	return c != nil && c.TypeName == "" && !c.Array
}
