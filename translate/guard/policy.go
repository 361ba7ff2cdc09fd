package guard

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/pattern"
)

// Restricts says whether the policy forbids to read anything that may be read otherwise.
func (p Policy) Restricts() bool {
	return len(p.DeniedSchemas)+len(p.DeniedTables)+len(p.DeniedColumns)+len(p.AllowedSchemas) > 0
}

// Forbids says whether the configuration forbids to read a table, or a column of it when one is named: such a one need
// not be shown to whoever writes a statement.
func (g *Guard) Forbids(space, table, column string) bool {
	if f := (&resolver{guard: g}).policyOn(relation{space, table}, table); f != nil {
		return true
	}
	return column != "" && denied(g.policy.DeniedColumns, space, table, column)
}

// Masks says whether the values of a column are not to be shown.
func (g *Guard) Masks(space, table, column string) bool {
	return denied(g.policy.MaskedColumns, space, table, column)
}

func (g *Guard) deniesTable(space, name string) bool {
	return denied(g.policy.DeniedSchemas, space) || denied(g.policy.DeniedTables, space, name)
}

// denied is matches without regard to case: a pattern in capitals was meant to forbid something.
func denied(patterns []string, name ...string) bool {
	return len(patterns) > 0 && matches(patterns, lowered(name)...)
}

// showsMasked reports a masked column, unless it stands where its values are not shown.
func (r *resolver) showsMasked(full string, i *item, name string) {
	if !r.unshown && r.guard.Masks(i.written.space, i.written.name, name) {
		r.report(masked(full))
	}
}

// comparesMasked says whether a node compares two masked columns. Any other column would be a way to guess at values: an id that
// counts from 1 tells every number that is joined to it.
func (r *resolver) comparesMasked(m any) bool {
	e, ok := m.(*pg_query.A_Expr)
	return ok && len(r.guard.policy.MaskedColumns) > 0 && e.Kind == pg_query.A_Expr_Kind_AEXPR_OP && last(e.Name) == "=" &&
		r.refersToMasked(e.Lexpr.GetColumnRef()) && r.refersToMasked(e.Rexpr.GetColumnRef())
}

// merging says that a column is compared with that of the same name on the other side of a join, both of them masked.
func (r *resolver) merging(name string, left, right []*item) (end func()) {
	if len(r.guard.policy.MaskedColumns) > 0 && r.allMasked(left, name) && r.allMasked(right, name) {
		return r.withoutShowing()
	}
	return func() {}
}

// refersToMasked says whether a reference leads to a masked column.
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

// allMasked says whether all that have a column of the name are tables in which it is masked.
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

// policyOn applies the configured lists to a relation.
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

// matches says whether a qualified name is on a list of patterns. A pattern with fewer parts matches the last ones of the
// name; a part of the name that is not known matches whatever the pattern says.
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
