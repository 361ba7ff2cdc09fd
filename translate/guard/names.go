package guard

import pg_query "github.com/pganalyze/pg_query_go/v5"

// Named lists the bare names that stand where relations do in a draft, WITH queries among them: what facts are needed
// about. Nil when the draft is no statement that could be proven.
func (g *Guard) Named(sql string) []string {
	if checkBounds(sql, g.policy.MaxBytes) != nil {
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
