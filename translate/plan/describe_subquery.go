package plan

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// subquery describes a subquery in an expression; "" when it has no description.
func (d *describer) subquery(s *pg.SubLink, below func(*pg.Node) string) string {
	sel := s.Subselect.GetSelectStmt()
	of := "row"
	if len(sel.GetFromClause()) > 0 {
		if rel := sel.FromClause[0].GetRangeVar(); rel != nil {
			of = rel.Relname
		}
	}
	switch s.SubLinkType {
	case pg.SubLinkType_EXISTS_SUBLINK:
		if conds := d.within(sel); conds != "" {
			return "there is " + article(Singular(of)) + " whose " + conds
		}
		return "there is a matching " + Singular(of)
	case pg.SubLinkType_ANY_SUBLINK:
		if len(s.OperName) == 0 {
			return below(s.Testexpr) + " is among certain " + plural(of)
		}
	case pg.SubLinkType_EXPR_SUBLINK:
		if len(sel.GetTargetList()) == 1 && sel.WhereClause == nil {
			inner := &describer{p: &Plan{From: &Source{Table: of}}, snap: d.snap, scope: &Scope{}, depth: d.depth + 1}
			return inner.node(sel.TargetList[0].GetResTarget().GetVal(), 4) + " of all " + plural(of)
		}
		return d.figure(sel)
	}
	return ""
}

// figure describes an aggregate over the rows of a subquery that belong to the outer row: "the number of orders"; ""
// for other subqueries.
func (d *describer) figure(sel *pg.SelectStmt) string {
	inner := &Plan{}
	for _, n := range sel.GetFromClause() {
		addSources(inner, n)
	}
	if d.depth > 3 || len(sel.GetTargetList()) != 1 || inner.From == nil || len(sel.GroupClause) > 0 || sel.LimitCount != nil {
		return ""
	}
	value := Expr{sel.TargetList[0].GetResTarget().GetVal()}
	if !HasAggregate(value) {
		return ""
	}
	said := newDescriber(inner, d.snap, d).phrase(value)
	if conds := d.within(sel); conds != "" {
		said += " whose " + conds
	}
	return said
}

// article returns a noun with "a" or "an" before it.
func article(noun string) string {
	if strings.ContainsAny(noun[:min(1, len(noun))], "aeiou") {
		return "an " + noun
	}
	return "a " + noun
}

// within describes the conditions of a subquery on its own rows, without those that relate them to the outer rows; ""
// when there are none.
func (d *describer) within(sel *pg.SelectStmt) string {
	inner := &Plan{}
	for _, n := range sel.GetFromClause() {
		addSources(inner, n)
	}
	if d.depth > 3 || inner.From == nil || sel.WhereClause == nil {
		return ""
	}
	in := newDescriber(inner, d.snap, d)
	var conds []Expr
	for _, c := range Conjuncts([]Expr{{sel.WhereClause}}) {
		x := c.node.GetAExpr()
		if x == nil || x.Lexpr.GetColumnRef() == nil || x.Rexpr.GetColumnRef() == nil {
			conds = append(conds, c)
		}
	}
	if len(conds) == 0 {
		return ""
	}
	return in.all(conds)
}

// addSources adds the tables of an item of FROM.
func addSources(p *Plan, n *pg.Node) {
	if j := n.GetJoinExpr(); j != nil {
		addSources(p, j.Larg)
		addSources(p, j.Rarg)
		return
	}
	rel := n.GetRangeVar()
	if rel == nil {
		return
	}
	src := Source{Schema: rel.Schemaname, Table: rel.Relname, Alias: rel.GetAlias().GetAliasname()}
	if p.From == nil {
		p.From = &src
		return
	}
	p.Joins = append(p.Joins, Join{Kind: Inner, Source: src})
}
