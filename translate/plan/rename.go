package plan

import (
	"fmt"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// RenameTables changes the names of the relations in a statement. A relation without an alias gets its old name as
// the alias, so that references to it stay valid. The statement must have passed guard.Check, which bounds it.
func RenameTables(sql string, to func(Name) Name) (string, error) {
	tree, err := pg.Parse(sql)
	if err != nil {
		return "", fmt.Errorf("rename tables: %w", err)
	}
	ctes := map[string]bool{}
	for _, s := range tree.Stmts {
		WalkNode(s.Stmt, func(n *pg.Node) bool {
			for _, c := range n.GetSelectStmt().GetWithClause().GetCtes() {
				ctes[c.GetCommonTableExpr().GetCtename()] = true
			}
			return true
		})
		WalkNode(s.Stmt, func(n *pg.Node) bool {
			rel := n.GetRangeVar()
			if rel == nil || rel.Schemaname == "" && ctes[rel.Relname] {
				return true
			}
			if renamed := to(Name{rel.Schemaname, rel.Relname}); renamed.Table != rel.Relname || renamed.Schema != rel.Schemaname {
				if rel.Alias == nil {
					rel.Alias = &pg.Alias{Aliasname: rel.Relname}
				}
				rel.Schemaname, rel.Relname = renamed.Schema, renamed.Table
			}
			return true
		})
	}
	return pg.Deparse(tree)
}
