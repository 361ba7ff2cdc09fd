package guard

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/pattern"
)

// Restricts reports whether the policy forbids reading anything.
func (p Policy) Restricts() bool {
	return len(p.DeniedSchemas)+len(p.DeniedTables)+len(p.DeniedColumns)+len(p.AllowedSchemas) > 0
}

// Forbids reports whether the configuration forbids reading a table, or the column if one is named. What is forbidden
// need not be shown to the writer of a statement.
func (g *Guard) Forbids(space, table, column string) bool {
	if f := (&resolver{guard: g}).policyOn(relation{space, table}, table); f != nil {
		return true
	}
	return column != "" && denied(g.policy.DeniedColumns, space, table, column)
}

// Masks reports whether the configuration masks a column: its values may not be shown.
func (g *Guard) Masks(space, table, column string) bool {
	return denied(g.policy.MaskedColumns, space, table, column)
}

func (g *Guard) deniesTable(space, name string) bool {
	return denied(g.policy.DeniedSchemas, space) || denied(g.policy.DeniedTables, space, name)
}

// denied reports whether a name matches a pattern, without regard to case, because a pattern in capitals is also
// meant to forbid something.
func denied(patterns []string, name ...string) bool {
	return len(patterns) > 0 && matches(patterns, lowered(name)...)
}

// showsMasked reports a finding for a masked column, unless its values are not shown at this place.
func (r *resolver) showsMasked(full string, i *item, name string) {
	if !r.unshown && r.guard.Masks(i.written.space, i.written.name, name) {
		r.report(masked(full))
	}
}

// comparesMasked reports whether a node compares two masked columns. A comparison with any other column would allow
// guessing values: an id that counts from 1 reveals every number that is joined to it.
func (r *resolver) comparesMasked(m any) bool {
	e, ok := m.(*pg_query.A_Expr)
	return ok && len(r.guard.policy.MaskedColumns) > 0 && e.Kind == pg_query.A_Expr_Kind_AEXPR_OP && last(e.Name) == "=" &&
		r.refersToMasked(e.Lexpr.GetColumnRef()) && r.refersToMasked(e.Rexpr.GetColumnRef())
}

// merging suspends showsMasked until end is called, if the columns of this name on both sides of a join are masked.
func (r *resolver) merging(name string, left, right []*item) (end func()) {
	if len(r.guard.policy.MaskedColumns) > 0 && r.allMasked(left, name) && r.allMasked(right, name) {
		return r.withoutShowing()
	}
	return func() {}
}

// refersToMasked reports whether a reference leads to a masked column.
func (r *resolver) refersToMasked(m *pg_query.ColumnRef) bool {
	parts := stringsOf(m.GetFields())
	if len(parts) == 0 || len(parts) > 2 {
		return false
	}
	if len(parts) == 2 {
		return r.allMasked(r.scope.lookup("", parts[0]), parts[1])
	}
	return r.allMasked(r.scope.visible(), parts[0])
}

// allMasked reports whether every item that has a column of the name is a table in which the column is masked.
func (r *resolver) allMasked(items []*item, name string) bool {
	found := false
	for _, i := range items {
		if i.columns.find(name) == nil && i.columns.complete {
			continue
		}
		if i.written.name == "" || !r.guard.Masks(i.written.space, i.written.name, i.real(name)) {
			return false
		}
		found = true
	}
	return found
}

func masked(full string) *finding {
	return invalid(RulePolicy, full, "%s is masked (share.masked): it may be counted, joined with another masked column, grouped by and tested for NULL, not shown or compared with a value", full)
}

// policyOn returns a finding when the configured lists forbid reading a relation; otherwise nil.
func (r *resolver) policyOn(rel relation, full string) *finding {
	p := r.guard.policy
	switch {
	case r.guard.deniesTable(rel.space, rel.name):
		return unsafe(RulePolicy, full, "%s may not be read: the configuration forbids it", full)
	case len(p.AllowedSchemas) > 0 && (rel.space == "" || !matches(p.AllowedSchemas, rel.space)):
		return unsafe(RulePolicy, full, "%s may not be read: its schema is not among the allowed ones", full)
	}
	return nil
}

// matches reports whether a qualified name matches one of some patterns. A pattern with fewer parts is compared with
// the last parts of the name. An unknown part of the name matches every pattern.
func matches(patterns []string, name ...string) bool {
	for _, p := range patterns {
		parts := strings.Split(p, ".")
		if len(parts) > len(name) {
			continue
		}
		hit := true
		for i, part := range parts {
			n := name[len(name)-len(parts)+i]
			if n == "" && (i < len(parts)-1) {
				continue
			}
			if ok, err := pattern.Match(part, n); err != nil || !ok {
				hit = false
			}
		}
		if hit {
			return true
		}
	}
	return false
}
