package plan

import (
	"fmt"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// Plans calls f for the plan and every plan inside it: CTEs first, then derived tables, then set operations. field is
// the path of the inner plan in the JSON form, "" for the plan itself.
func (p *Plan) Plans(f func(field string, p *Plan)) { p.plans("", f) }

func (p *Plan) plans(at string, f func(string, *Plan)) {
	if p == nil {
		return
	}
	f(at, p)
	for i, c := range p.With {
		c.Plan.plans(fmt.Sprintf("%swith[%d].plan.", at, i), f)
	}
	if p.From != nil {
		p.From.Plan.plans(at+"from.plan.", f)
	}
	for i := range p.Joins {
		p.Joins[i].Source.Plan.plans(fmt.Sprintf("%sjoins[%d].source.plan.", at, i), f)
	}
	for i, c := range p.Combine {
		c.Plan.plans(fmt.Sprintf("%scombine[%d].plan.", at, i), f)
	}
}

// Walk calls f for every expression of the plan and of the plans inside it, with its field, for example
// with[0].plan.joins[1].on[0]. f gets whole expressions; use Expr.Walk for what is below them, subqueries included.
func (p *Plan) Walk(f func(field string, e Expr)) {
	p.Plans(func(at string, p *Plan) {
		p.Exprs(func(field string, e *Expr) { f(at+field, *e) })
	})
}

// Exprs visits the expressions of one level, which f may replace.
func (p *Plan) Exprs(f func(field string, e *Expr)) {
	list := func(name string, exprs []Expr) {
		for i := range exprs {
			f(fmt.Sprintf("%s[%d]", name, i), &exprs[i])
		}
	}
	for i := range p.Select {
		f(fmt.Sprintf("select[%d].expr", i), &p.Select[i].Expr)
	}
	for i := range p.Joins {
		list(fmt.Sprintf("joins[%d].on", i), p.Joins[i].On)
	}
	list("where", p.Where)
	list("group_by", p.GroupBy)
	list("having", p.Having)
	for i := range p.OrderBy {
		f(fmt.Sprintf("order_by[%d].expr", i), &p.OrderBy[i].Expr)
	}
}

// Walk calls f for every node of the expression, subqueries included, from the top; f returns false to skip what is
// below a node. Nodes must not be changed.
func (e Expr) Walk(f func(*pg.Node) bool) { WalkNode(e.node, f) }

// Ref is a column reference as written; Alias is empty when the reference has none.
type Ref struct {
	Alias, Column string
}

// Columns returns the columns that an expression names at its own level, each once, in order of appearance.
// Subqueries are left out, because they may have names of their own. A reference with a schema is listed by its last
// two parts.
func (e Expr) Columns() []Ref {
	var refs []Ref
	seen := map[Ref]bool{}
	WalkNode(e.node, func(n *pg.Node) bool {
		if n.GetSelectStmt() != nil {
			return false
		}
		if parts, ok := ColumnName(n); ok {
			r := Ref{Column: parts[len(parts)-1]}
			if len(parts) > 1 {
				r.Alias = parts[len(parts)-2]
			}
			if !seen[r] {
				seen[r] = true
				refs = append(refs, r)
			}
		}
		return true
	})
	return refs
}

// Name is a table's name in a plan; Schema may be empty.
type Name struct {
	Schema, Table string
}

// Tables returns the relations that a plan reads, each once, in order of appearance. It includes those of inner plans
// and of subqueries in expressions, but no CTE names.
func (p *Plan) Tables() []Name {
	var names []Name
	ctes := map[string]bool{}
	p.Plans(func(_ string, p *Plan) {
		for _, c := range p.With {
			ctes[c.Name] = true
		}
	})
	seen := map[Name]bool{}
	add := func(n Name) {
		if n.Table == "" || seen[n] || n.Schema == "" && ctes[n.Table] {
			return
		}
		seen[n] = true
		names = append(names, n)
	}
	p.Plans(func(_ string, p *Plan) {
		for _, s := range p.Sources() {
			add(Name{s.Schema, s.Table})
		}
		p.Exprs(func(_ string, e *Expr) {
			e.Walk(func(n *pg.Node) bool {
				if w := n.GetSelectStmt().GetWithClause(); w != nil {
					for _, c := range w.Ctes {
						ctes[c.GetCommonTableExpr().GetCtename()] = true
					}
				}
				if rel := n.GetRangeVar(); rel != nil {
					add(Name{rel.Schemaname, rel.Relname})
				}
				return true
			})
		})
	})
	return names
}

// Conjuncts splits conditions at AND.
func Conjuncts(exprs []Expr) []Expr {
	var all []Expr
	for _, e := range exprs {
		if b := e.node.GetBoolExpr(); b != nil && b.Boolop == pg.BoolExprType_AND_EXPR {
			for _, a := range b.Args {
				all = append(all, Conjuncts([]Expr{{a}})...)
			}
			continue
		}
		all = append(all, e)
	}
	return all
}

// ColumnsEqual splits a.x = b.y. ok is false for other nodes.
func ColumnsEqual(n *pg.Node) (a, b [2]string, ok bool) {
	x := n.GetAExpr()
	if x == nil || x.Kind != pg.A_Expr_Kind_AEXPR_OP || LastName(x.Name) != "=" {
		return a, b, false
	}
	left, ok1 := ColumnName(x.Lexpr)
	right, ok2 := ColumnName(x.Rexpr)
	if !ok1 || !ok2 || len(left) != 2 || len(right) != 2 {
		return a, b, false
	}
	return [2]string(left), [2]string(right), true
}
