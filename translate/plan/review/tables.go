package review

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// source resolves one entry of FROM. It reviews a derived table by itself, looks up a CTE by its name, and gives a
// table the schema and spelling of the catalog.
func (r *reviewer) source(src *plan.Source, s *plan.Scope) *plan.Named {
	if src.Plan != nil {
		r.level(src.Plan, &plan.Scope{Outer: s.Outer, Ctes: s.Ctes})
		cols := known(src.Plan)
		return &plan.Named{Name: src.Alias, Columns: cols, Open: cols == nil}
	}
	if cols, ok := s.Cte(src.Table); ok && src.Schema == "" {
		return &plan.Named{Name: src.Name(), Columns: cols, Open: cols == nil}
	}
	t := r.table(src.Schema, src.Table)
	if t == nil {
		return &plan.Named{Name: src.Name(), Open: true}
	}
	n := &plan.Named{Name: src.Name(), Table: t}
	if src.Alias == "" && src.Table != t.Name {
		n.Name, n.Was = t.Name, src.Table
	}
	src.Schema, src.Table = t.Schema, t.Name
	return n
}

// table returns the relation that a name means. Otherwise it complains and returns nil.
func (r *reviewer) table(schemaName, name string) *schema.Table {
	t := r.settledTable(name)
	if t == nil {
		t = r.find(schemaName, name)
	}
	if t != nil && r.dropped(t) {
		t = r.instead(t, name)
	}
	if t == nil {
		return nil
	}
	written := name
	if schemaName != "" {
		written = schemaName + "." + name
	}
	switch {
	case t.Name != name || schemaName != "" && t.Schema != schemaName:
		r.fix(FixTable, written, t.Qualified(), "there is no table %s; %s was meant", written, t.Qualified())
	case schemaName == "":
		r.fix(FixTable, written, t.Qualified(), "%s is %s", written, t.Qualified())
	}
	return t
}

// find resolves a name from the catalog alone: first exactly, then by the nearest name.
func (r *reviewer) find(schemaName, name string) *schema.Table {
	if schemaName == "" {
		if before, after, ok := strings.Cut(name, "."); ok && r.snap.Table("", name) == nil {
			schemaName, name = before, after
		}
	}
	if t := r.snap.Table(schemaName, name); t != nil {
		return t
	}
	if same := r.snap.Named(name); len(same) > 0 {
		return r.oneOf(name, same)
	}
	var names []string
	for _, t := range r.snap.Tables {
		if !slices.Contains(names, t.Name) && !r.dropped(t) {
			names = append(names, t.Name)
		}
	}
	sure, others := plan.Nearest(name, names, "")
	if sure != "" {
		return r.oneOf(name, r.snap.Named(sure))
	}
	var tables []*schema.Table
	for _, o := range others {
		tables = append(tables, r.snap.Named(o)...)
	}
	if len(tables) == 0 {
		r.complain(UnclearTable, name, nil, "there is no table %q in this database", name)
	} else {
		r.complain(UnclearTable, name, tableCandidates(name, tables), "there is no table %q; which one is meant?", name)
	}
	return nil
}

// oneOf chooses between tables of the same name: the only one, or the only one on the search path. Otherwise it
// complains.
func (r *reviewer) oneOf(phrase string, same []*schema.Table) *schema.Table {
	if len(same) == 1 {
		return same[0]
	}
	var visible []*schema.Table
	for _, t := range same {
		if t.Visible {
			visible = append(visible, t)
		}
	}
	if len(visible) == 1 {
		return visible[0]
	}
	r.complain(UnclearTable, phrase, tableCandidates(phrase, same), "%d tables are called %q; which one is meant?", len(same), phrase)
	return nil
}

// instead returns the table that the user chose in place of one that the user excluded.
func (r *reviewer) instead(t *schema.Table, phrase string) *schema.Table {
	var chosen []*schema.Table
	for _, c := range r.settled {
		if u := r.constrained(c); c.Kind == plan.UseTable && u != nil && u != t && !r.dropped(u) && !slices.Contains(chosen, u) {
			chosen = append(chosen, u)
		}
	}
	if len(chosen) == 1 {
		return chosen[0]
	}
	r.complain(UnclearTable, phrase, tableCandidates(phrase, chosen),
		"table %s must not be used; which one is to be used instead?", t.Qualified())
	return nil
}

// settledTable returns the table that the user chose for these words; nil when there is none.
func (k *basis) settledTable(phrase string) *schema.Table {
	for _, c := range k.settled {
		if c.Kind == plan.UseTable && c.Phrase != "" && strings.EqualFold(c.Phrase, phrase) {
			return k.constrained(c)
		}
	}
	return nil
}

// constrained returns the table of a constraint.
func (k *basis) constrained(c plan.Constraint) *schema.Table { return k.bare(c.Schema, c.Table) }

// bare returns a table without fixes or complaints, ignoring case; nil when there is not exactly one.
func (k *basis) bare(schemaName, name string) *schema.Table {
	if t := k.snap.Table(schemaName, name); t != nil {
		return t
	}
	var found *schema.Table
	for _, t := range k.snap.Named(name) {
		if schemaName != "" && !strings.EqualFold(t.Schema, schemaName) {
			continue
		}
		if found != nil {
			return nil
		}
		found = t
	}
	return found
}

func (k *basis) dropped(t *schema.Table) bool {
	return slices.ContainsFunc(k.settled, func(c plan.Constraint) bool { return c.Kind == plan.DropTable && k.constrained(c) == t })
}

func tableCandidates(phrase string, tables []*schema.Table) []Candidate {
	var all []Candidate
	for _, t := range tables[:min(len(tables), plan.MaxCandidates)] {
		meaning := t.Kind.String() + " " + t.Qualified()
		if t.Comment != "" {
			meaning += ": " + t.Comment
		}
		all = append(all, Candidate{Label: t.Qualified(), Meaning: meaning,
			Settles: []plan.Constraint{{Kind: plan.UseTable, Phrase: phrase, Schema: t.Schema, Table: t.Name}}})
	}
	return all
}

// inside reviews the names and literals of a subquery in an expression. It may change the tree, which belongs to a
// copy.
func (r *reviewer) inside(sel *pg.SelectStmt, outer *plan.Scope) {
	if sel == nil || r.err != nil {
		return
	}
	s := &plan.Scope{Outer: outer, Ctes: map[string][]string{}, Sub: true}
	for _, c := range sel.GetWithClause().GetCtes() {
		r.inside(c.GetCommonTableExpr().GetCtequery().GetSelectStmt(), s)
		s.Ctes[c.GetCommonTableExpr().GetCtename()] = nil
	}
	if sel.Larg != nil {
		r.inside(sel.Larg, &plan.Scope{Outer: outer, Ctes: s.Ctes})
		r.inside(sel.Rarg, &plan.Scope{Outer: outer, Ctes: s.Ctes})
		return
	}
	for _, f := range sel.FromClause {
		r.insideFrom(f, s)
	}
	each := func(f func(n *pg.Node)) {
		plan.WalkNode(plan.AsNode(sel), func(n *pg.Node) bool {
			other := n.GetSelectStmt() != nil && n.GetSelectStmt() != sel
			if r.err != nil || other || n.GetRangeSubselect() != nil || n.GetCommonTableExpr() != nil {
				return false
			}
			f(n)
			return true
		})
	}
	each(func(n *pg.Node) {
		r.correlated(n, s)
		r.borrowed(n, s)
		r.reference(nil, "", n, s)
		if sub := n.GetSubLink(); sub != nil {
			r.inside(sub.Subselect.GetSelectStmt(), s)
		}
	})
	each(func(n *pg.Node) { r.literal(n, s) })
}

// insideFrom resolves one entry of FROM in a subquery.
func (r *reviewer) insideFrom(n *pg.Node, s *plan.Scope) {
	switch x := n.GetNode().(type) {
	case *pg.Node_RangeVar:
		src := plan.Source{Schema: x.RangeVar.Schemaname, Table: x.RangeVar.Relname, Alias: x.RangeVar.GetAlias().GetAliasname()}
		s.Sources = append(s.Sources, r.source(&src, s))
		x.RangeVar.Schemaname, x.RangeVar.Relname = src.Schema, src.Table
	case *pg.Node_JoinExpr:
		r.insideFrom(x.JoinExpr.Larg, s)
		r.insideFrom(x.JoinExpr.Rarg, s)
	case *pg.Node_RangeSubselect:
		r.inside(x.RangeSubselect.Subquery.GetSelectStmt(), &plan.Scope{Outer: s.Outer, Ctes: s.Ctes})
		s.Sources = append(s.Sources, &plan.Named{Name: x.RangeSubselect.GetAlias().GetAliasname(), Open: true})
	case *pg.Node_RangeFunction:
		s.Sources = append(s.Sources, &plan.Named{Name: x.RangeFunction.GetAlias().GetAliasname(), Open: true})
	default:
		s.Sources = append(s.Sources, &plan.Named{Open: true})
	}
}
