package review

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"

	pg "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/proto"

	"github.com/pgask/pgask/translate/schema"
)

// stars replaces * and alias.* among the outputs by their columns, so that the answer has unique and stable names. A
// star stays when its columns are not known.
func (r *reviewer) stars(p *plan.Plan, s *plan.Scope) {
	if !plan.HasStar(p) || slices.ContainsFunc(s.Sources, func(n *plan.Named) bool { return n.Open }) {
		return
	}
	var out []plan.Output
	for _, o := range p.Select {
		if !plan.Starred(o.Expr.Node()) {
			out = append(out, o)
			continue
		}
		of := s.Sources
		if fields := o.Expr.Node().GetColumnRef().Fields; len(fields) > 1 {
			n := s.Source(fields[len(fields)-2].GetString_().GetSval())
			if n == nil {
				n = s.ByTable("", fields[len(fields)-2].GetString_().GetSval())
			}
			if n == nil {
				out = append(out, o)
				continue
			}
			of = []*plan.Named{n}
		}
		for _, n := range of {
			for _, c := range n.Names() {
				out = append(out, plan.Output{Expr: plan.Col(n.Name, c)})
			}
		}
		r.fix(FixStar, o.Expr.String(), "", "%s was replaced by the columns it stands for", o.Expr)
	}
	p.Select = out
}

// columns resolves every column reference of the level, and the names inside its subqueries.
func (r *reviewer) columns(p *plan.Plan, s *plan.Scope) {
	r.shared(p, s)
	s.Inner = !slices.ContainsFunc(p.Joins, func(j plan.Join) bool { return j.Kind != plan.Inner })
	names := plan.OutputNames(p)
	outputs := make(map[string]plan.Expr, len(names))
	for i, n := range names {
		if n != "" {
			outputs[n] = p.Select[i].Expr
		}
	}
	last := ""
	r.replace(p, func(field string, n *pg.Node) bool {
		// In ORDER BY a name can be an output column only when it is the whole expression.
		top := field != last
		last = field
		r.borrowed(n, s)
		if !top && strings.HasPrefix(field, "order_by") {
			field = "inside order_by"
		}
		if sub := n.GetSubLink(); sub != nil {
			r.inside(sub.Subselect.GetSelectStmt(), s)
			return true
		}
		r.reference(outputs, field, n, s)
		return true
	})
	for _, t := range s.Missing {
		p.Joins = append(p.Joins, plan.Join{Kind: plan.Inner,
			Source: plan.Source{Schema: t.Table.Schema, Table: t.Table.Name, Alias: t.Name}})
	}
}

// reference resolves one column reference in place. outputs are the plan's output columns, which other clauses may
// name; nil inside a subquery.
func (r *reviewer) reference(outputs map[string]plan.Expr, field string, n *pg.Node, s *plan.Scope) {
	parts, ok := plan.ColumnName(n)
	if !ok {
		return
	}
	switch column := parts[len(parts)-1]; len(parts) {
	case 1:
		r.unqualified(outputs, field, n, s, column)
	case 2:
		r.qualified(n, s, "", parts[0], column)
	default:
		r.qualified(n, s, parts[len(parts)-3], parts[len(parts)-2], column)
	}
}

func setColumn(n *pg.Node, alias, column string) {
	n.GetColumnRef().Fields = []*pg.Node{pg.MakeStrNode(alias), pg.MakeStrNode(column)}
}

// unqualified adds the source to a column without one.
func (r *reviewer) unqualified(outputs map[string]plan.Expr, field string, n *pg.Node, s *plan.Scope, column string) {
	out, isOutput := outputs[column]
	if isOutput && strings.HasPrefix(field, "order_by") {
		return
	}
	if c := r.settledColumn(column, s); c != nil {
		r.move(n, column, c.alias, c.column)
		return
	}
	for at := s; at != nil; at = at.Outer {
		switch found := at.Holding(column); {
		case len(found) == 1:
			r.move(n, column, found[0].Name, column)
			return
		case len(found) > 1 && joinedOn(at, found, column):
			r.move(n, column, found[0].Name, column)
			return
		case len(found) > 1:
			r.complain(UnclearColumn, column, columnCandidates(column, found, column),
				"%q is a column of several tables; which one is meant?", column)
			r.careless()
			return
		}
		if slices.ContainsFunc(at.Sources, func(n *plan.Named) bool { return n.Open || n.Name == column }) {
			return // a column of a source with unknown columns, or a whole row
		}
	}
	if isOutput && !strings.HasPrefix(field, "select") {
		n.Node = proto.Clone(out.Node()).(*pg.Node).Node
		r.fix(FixColumn, column, out.String(), "%s names an output column; its expression was put in its place", column)
		r.settle(n, s)
		return
	}
	r.guess(n, s, s.Sources, column, column)
}

// settle resolves the references in an expression that replaced a reference.
func (r *reviewer) settle(n *pg.Node, s *plan.Scope) {
	plan.WalkNode(n, func(c *pg.Node) bool {
		if c.GetSelectStmt() != nil || r.err != nil {
			return false
		}
		r.reference(nil, "", c, s)
		return true
	})
}

// move replaces a reference by a resolved one and records the fix.
func (r *reviewer) move(n *pg.Node, before, alias, column string) {
	setColumn(n, alias, column)
	after := plan.Col(alias, column).String()
	kind := FixColumn
	if before == column || strings.HasSuffix(before, "."+column) {
		kind = FixAlias
	}
	r.fix(kind, before, after, "%s is %s", before, after)
}

// qualified checks a column that has a source. The qualifier may be the table's name although the source has an
// alias, or a table that the plan does not read yet.
func (r *reviewer) qualified(n *pg.Node, s *plan.Scope, schemaName, qualifier, column string) {
	written := qualifier + "." + column
	src := s.Source(qualifier)
	if src == nil || schemaName != "" {
		if t := s.ByTable(schemaName, qualifier); t != nil {
			src = t
		}
	}
	if src == nil {
		src = r.forgotten(s, schemaName, qualifier)
	}
	if src == nil {
		if r.err != nil {
			return
		}
		sure, _ := plan.Nearest(qualifier, s.Names(), "")
		if src = s.Source(sure); src == nil {
			r.complain(UnclearTable, qualifier, nil, "%q names neither a table of this query nor one of the database", qualifier)
			return
		}
	}
	if src.Has(column) {
		if src.Name != qualifier || schemaName != "" {
			r.move(n, written, src.Name, column)
		}
		return
	}
	if c := r.settledColumn(column, s); c != nil {
		r.move(n, written, c.alias, c.column)
		return
	}
	// If another source has a column of exactly that name, the reference named the wrong source, unless its own
	// source has a column of nearly the same name.
	if sure, _ := plan.Nearest(column, src.Names(), src.TableName()); sure == "" ||
		!strings.EqualFold(plan.Stemmed(sure), plan.Stemmed(column)) {
		if found := s.Holding(column); len(found) == 1 {
			r.move(n, written, found[0].Name, column)
			return
		}
	}
	r.guess(n, s, []*plan.Named{src}, written, column)
}

// guess replaces a reference by the nearest column of some sources. Otherwise it complains, and offers the columns of
// the whole level.
func (r *reviewer) guess(n *pg.Node, s *plan.Scope, of []*plan.Named, written, column string) {
	var sure []plan.Named
	var all []string
	for _, src := range of {
		one, others := plan.Nearest(column, src.Names(), src.TableName())
		if one != "" {
			sure = append(sure, plan.Named{Name: src.Name, Was: one})
			others = []string{one}
		}
		all = append(all, others...)
	}
	if len(sure) == 1 {
		r.move(n, written, sure[0].Name, sure[0].Was)
		return
	}
	var candidates []Candidate
	for _, src := range s.Sources {
		for _, name := range src.Names() {
			if slices.Contains(all, name) && len(candidates) < plan.MaxCandidates {
				candidates = append(candidates, columnCandidates(column, []*plan.Named{src}, name)...)
			}
		}
	}
	switch {
	case len(of) == 0:
		r.complain(UnclearColumn, column, nil, "there is no column %q, because the query reads no table", column)
	case len(candidates) == 0:
		r.complain(UnclearColumn, column, nil, "there is no column %q in %s", column, tableNames(of))
	default:
		r.complain(UnclearColumn, column, candidates, "there is no column %q in %s; which one is meant?", column, tableNames(of))
	}
}

func tableNames(sources []*plan.Named) string {
	var all []string
	for _, n := range sources {
		if name := n.TableName(); !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return strings.Join(all, ", ")
}

// forgotten returns the table of the database that qualifies a column although the plan does not read it, and adds it
// to the level's sources; the review of the joins then joins it. It never extends the FROM of a subquery. It returns
// nil when there is no such table.
func (r *reviewer) forgotten(s *plan.Scope, schemaName, qualifier string) *plan.Named {
	t := r.bare(schemaName, qualifier)
	if t == nil || s.Sub {
		return nil
	}
	if r.dropped(t) {
		if t = r.instead(t, qualifier); t == nil {
			return nil
		}
	}
	n := &plan.Named{Name: qualifier, Table: t}
	s.Sources = append(s.Sources, n)
	s.Missing = append(s.Missing, n)
	r.fix(FixJoin, qualifier, t.Qualified(), "%s is used but not in FROM, so it was joined", t.Qualified())
	return n
}

// settledRef is the column that the user chose for some words, with its alias in this level.
type settledRef struct{ alias, column string }

func (k *basis) settledColumn(phrase string, s *plan.Scope) *settledRef {
	for _, c := range k.settled {
		if c.Kind != plan.UseColumn || !strings.EqualFold(c.Phrase, phrase) {
			continue
		}
		t := k.constrained(c)
		for at := s; at != nil && t != nil; at = at.Outer {
			for _, n := range at.Sources {
				if n.Table == t && t.Column(c.Column) != nil {
					return &settledRef{n.Name, c.Column}
				}
			}
		}
	}
	return nil
}

func columnCandidates(phrase string, sources []*plan.Named, column string) []Candidate {
	var all []Candidate
	for _, n := range sources[:min(len(sources), plan.MaxCandidates)] {
		label := n.TableName() + "." + column
		c := Candidate{Label: label, Meaning: "the column " + column + " of " + n.TableName()}
		if n.Table != nil {
			if col := n.Table.Column(column); col != nil && col.Comment != "" {
				c.Meaning += ": " + col.Comment
			}
			c.Settles = []plan.Constraint{useColumn(phrase, n.Table, column)}
		}
		all = append(all, c)
	}
	return all
}

func useColumn(phrase string, t *schema.Table, column string) plan.Constraint {
	return plan.Constraint{Kind: plan.UseColumn, Phrase: phrase, Schema: t.Schema, Table: t.Name, Column: column}
}
