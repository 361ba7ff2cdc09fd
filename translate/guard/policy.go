package guard

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/pattern"
)

func (g *Guard) deniesTable(space, name string) bool {
	return denied(g.policy.DeniedSchemas, space) || denied(g.policy.DeniedTables, space, name)
}

// denied reports whether a name matches a pattern, without regard to case, because a pattern in capitals is also
// meant to forbid something.
func denied(patterns []string, name ...string) bool {
	return len(patterns) > 0 && matches(patterns, lowered(name)...)
}

// allows reports a finding for a column that may not be read, or whose values may not be shown at this place.
func (r *resolver) allows(full string, i *item, name string) {
	switch ruling := r.ruling(i, name); {
	case ruling.Access == Denied:
		r.report(deniedColumn(full, ruling))
	case ruling.Access == Masked && (!r.unshown || ruling.Computed):
		r.report(masked(full, ruling))
	}
}

func (r *resolver) ruling(i *item, column string) Ruling {
	return r.guard.Ruling(r.facts.Snapshot, i.written.space, i.written.name, column)
}

// masks reports whether anything may be masked.
func (g *Guard) masks() bool { return g.policy.Secrets || len(g.policy.MaskedColumns) > 0 }

// comparesMasked reports whether a node compares two masked columns that may be compared. A comparison with any other
// column would allow guessing values: an id that counts from 1 reveals every number that is joined to it, and so does
// a table that the caller has filled.
func (r *resolver) comparesMasked(m any) bool {
	e, ok := m.(*pg_query.A_Expr)
	if !ok || !r.guard.masks() || e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || last(e.Name) != "=" {
		return false
	}
	left, ok := r.maskedColumn(e.Lexpr.GetColumnRef())
	if !ok {
		return false
	}
	right, ok := r.maskedColumn(e.Rexpr.GetColumnRef())
	return ok && left.comparable(right)
}

// maskedColumn returns the ruling on the column that a reference leads to, if there is one.
func (r *resolver) maskedColumn(m *pg_query.ColumnRef) (Ruling, bool) {
	parts := stringsOf(m.GetFields())
	switch {
	case len(parts) == 1 && r.loose():
		return r.commonRuling(r.scope.visible(), parts[0])
	case len(parts) == 2:
		return r.commonRuling(r.scope.lookup(parts[0]), parts[1])
	}
	return Ruling{}, false
}

// commonRuling returns the ruling on the column of a name, if it is comparable in all items that may have it.
func (r *resolver) commonRuling(items []*item, name string) (common Ruling, ok bool) {
	for _, i := range items {
		if i.columns.find(name) == nil && i.columns.complete {
			continue
		}
		if i.written.name == "" {
			return Ruling{}, false
		}
		one := r.ruling(i, name)
		if ok && !common.comparable(one) {
			return Ruling{}, false
		}
		common, ok = one, true
	}
	return common, ok
}

func masked(full string, ruling Ruling) *finding {
	if ruling.Computed {
		return invalid(RulePolicy, full, "%s is made of values that are masked (%s): it may not be used", full, ruling.Setting)
	}
	return invalid(RulePolicy, full, "%s is masked (%s): it may be counted, joined with itself or along a declared key, grouped by and tested for NULL, not shown or compared with anything else",
		full, ruling.Setting)
}

func deniedColumn(full string, ruling Ruling) *finding {
	if ruling.Through {
		return unsafe(RulePolicy, ruling.Name, "%s shows %s, which the configuration forbids", full, ruling.Name)
	}
	return unsafe(RulePolicy, full, "%s may not be read: the configuration forbids it", full)
}

// policyOn returns a finding when the configuration forbids reading a relation; otherwise nil. A finding that another
// draft may avoid names nothing behind the relation, because models read it.
func (r *resolver) policyOn(rel relation, full string) *finding {
	ruling := r.guard.Ruling(r.facts.Snapshot, rel.space, rel.name, "")
	switch {
	case ruling.Access == Readable:
		return nil
	case ruling.Setting == settingOpaque:
		return invalid(RuleDefinition, full, "%s is too large to be looked through; guard.relations can vouch for it", full)
	case ruling.Access == Masked:
		return invalid(RulePolicy, full, "which rows %s has depends on values that are masked (%s); guard.relations can vouch for it", full, ruling.Setting)
	case ruling.Setting == settingAllowed:
		return unsafe(RulePolicy, full, "%s may not be read: its schema is not among the allowed ones", full)
	case ruling.Through:
		return unsafe(RulePolicy, ruling.Name, "%s reads %s, which the configuration forbids; guard.relations can vouch for %s", full, ruling.Name, full)
	}
	return unsafe(RulePolicy, full, "%s may not be read: the configuration forbids it", full)
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
