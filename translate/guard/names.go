package guard

import pg_query "github.com/pganalyze/pg_query_go/v5"

// Named returns the bare names that stand in the place of relations in a draft, WITH queries included. The caller
// needs facts about these. It returns nil when the draft is not a statement that Check could accept.
func (g *Guard) Named(sql string) []string {
	if checkBounds(sql, draftLimits(g.policy.MaxBytes)) != nil {
		return nil
	}
	tree, err := pg_query.Parse(sql)
	if err != nil {
		return nil
	}
	stmt, f := only(tree)
	if f != nil {
		return nil
	}
	found := names{}
	var visit visitor
	visit = func(m any) {
		if v, ok := m.(*pg_query.RangeVar); ok && len(found) <= g.policy.MaxRelations {
			found.add(v.Relname)
		}
		children(m, visit)
	}
	visit(stmt)
	return found.sorted()
}
