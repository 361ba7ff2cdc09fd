package plan

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// Subqueries returns the queries inside the expressions of a plan, as plans, those within each other included. What
// cannot be taken apart is left out.
func Subqueries(p *Plan) []*Plan {
	var all []*Plan
	var look func(p *Plan)
	look = func(p *Plan) {
		p.Walk(func(_ string, e Expr) {
			e.Walk(func(n *pg.Node) bool {
				s := n.GetSelectStmt()
				if s == nil || len(all) >= maxPlans {
					return s == nil
				}
				if inner, err := liftSame(n); err == nil {
					all = append(all, inner)
					look(inner)
				}
				return false
			})
		})
	}
	look(p)
	return all
}

// WithSubqueries returns a copy of a plan in which the queries inside its expressions are what f returns for them,
// nil for one that stays as it is. f is called for those right inside the plan, not for those within each other. What
// cannot be taken apart stays.
func (p *Plan) WithSubqueries(f func(*Plan) *Plan) *Plan {
	return p.Mapped(func(e Expr) Expr {
		return e.Edited(func(n *pg.Node) bool {
			if n.GetSelectStmt() == nil {
				return true
			}
			if inner, err := liftSame(n); err == nil {
				if inner = f(inner); inner != nil {
					if other, err := SelectNode(inner); err == nil {
						n.Node = other.Node
					}
				}
			}
			return false
		})
	})
}

// Mentions returns the sources that an expression names, in its subqueries, too, each once.
func Mentions(e Expr) []string {
	var all []string
	e.Walk(func(n *pg.Node) bool {
		if parts, ok := ColumnName(n); ok && len(parts) > 1 && !slices.Contains(all, parts[len(parts)-2]) {
			all = append(all, parts[len(parts)-2])
		}
		return true
	})
	return all
}

// IsStar reports whether an expression is * or alias.*.
func IsStar(e Expr) bool { return Starred(e.node) }
