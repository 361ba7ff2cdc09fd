package plan

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/proto"

	"github.com/pgask/pgask/translate/schema"
)

// stars replaces * and alias.* among the outputs by their columns, so that the answer has unique and stable names. A
// star stays when its columns are not known.
func (r *reviewer) stars(p *Plan, s *scope) {
	if !hasStar(p) || slices.ContainsFunc(s.sources, func(n *named) bool { return n.open }) {
		return
	}
	var out []Output
	for _, o := range p.Select {
		if !isStar(o.Expr.node) {
			out = append(out, o)
			continue
		}
		of := s.sources
		if fields := o.Expr.node.GetColumnRef().Fields; len(fields) > 1 {
			n := s.source(fields[len(fields)-2].GetString_().GetSval())
			if n == nil {
				n = s.byTable("", fields[len(fields)-2].GetString_().GetSval())
			}
			if n == nil {
				out = append(out, o)
				continue
			}
			of = []*named{n}
		}
		for _, n := range of {
			for _, c := range n.names() {
				out = append(out, Output{Expr: Col(n.name, c)})
			}
		}
		r.fix(FixStar, o.Expr.String(), "", "%s was replaced by the columns it stands for", o.Expr)
	}
	p.Select = out
}

// columns resolves every column reference of the level, and the names inside its subqueries.
func (r *reviewer) columns(p *Plan, s *scope) {
	r.shared(p, s)
	s.inner = !slices.ContainsFunc(p.Joins, func(j Join) bool { return j.Kind != Inner })
	names := OutputNames(p)
	outputs := make(map[string]Expr, len(names))
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
	for _, t := range s.missing {
		p.Joins = append(p.Joins, Join{Kind: Inner, Source: Source{Schema: t.table.Schema, Table: t.table.Name, Alias: t.name}})
	}
}

// reference resolves one column reference in place. outputs are the plan's output columns, which other clauses may
// name; nil inside a subquery.
func (r *reviewer) reference(outputs map[string]Expr, field string, n *pg.Node, s *scope) {
	parts, ok := columnName(n)
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
func (r *reviewer) unqualified(outputs map[string]Expr, field string, n *pg.Node, s *scope, column string) {
	out, isOutput := outputs[column]
	if isOutput && strings.HasPrefix(field, "order_by") {
		return
	}
	if c := r.settledColumn(column, s); c != nil {
		r.move(n, column, c.alias, c.column)
		return
	}
	for at := s; at != nil; at = at.outer {
		switch found := at.holding(column); {
		case len(found) == 1:
			r.move(n, column, found[0].name, column)
			return
		case len(found) > 1 && r.joinedOn(at, found, column):
			r.move(n, column, found[0].name, column)
			return
		case len(found) > 1:
			r.complain(UnclearColumn, column, columnCandidates(column, found, column),
				"%q is a column of several tables; which one is meant?", column)
			r.careless()
			return
		}
		if slices.ContainsFunc(at.sources, func(n *named) bool { return n.open || n.name == column }) {
			return // a column of a source with unknown columns, or a whole row
		}
	}
	if isOutput && !strings.HasPrefix(field, "select") {
		n.Node = proto.Clone(out.node).(*pg.Node).Node
		r.fix(FixColumn, column, out.String(), "%s names an output column; its expression was put in its place", column)
		r.settle(n, s)
		return
	}
	r.guess(n, s, s.sources, column, column)
}

// settle resolves the references in an expression that replaced a reference.
func (r *reviewer) settle(n *pg.Node, s *scope) {
	walkNode(n, func(c *pg.Node) bool {
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
	after := Col(alias, column).String()
	kind := FixColumn
	if before == column || strings.HasSuffix(before, "."+column) {
		kind = FixAlias
	}
	r.fix(kind, before, after, "%s is %s", before, after)
}

// qualified checks a column that has a source. The qualifier may be the table's name although the source has an
// alias, or a table that the plan does not read yet.
func (r *reviewer) qualified(n *pg.Node, s *scope, schemaName, qualifier, column string) {
	written := qualifier + "." + column
	src := s.source(qualifier)
	if src == nil || schemaName != "" {
		if t := s.byTable(schemaName, qualifier); t != nil {
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
		sure, _ := nearest(qualifier, s.names(), "")
		if src = s.source(sure); src == nil {
			r.complain(UnclearTable, qualifier, nil, "%q names neither a table of this query nor one of the database", qualifier)
			return
		}
	}
	if src.has(column) {
		if src.name != qualifier || schemaName != "" {
			r.move(n, written, src.name, column)
		}
		return
	}
	if c := r.settledColumn(column, s); c != nil {
		r.move(n, written, c.alias, c.column)
		return
	}
	// If another source has a column of exactly that name, the reference named the wrong source, unless its own
	// source has a column of nearly the same name.
	if sure, _ := nearest(column, src.names(), src.tableName()); sure == "" || !strings.EqualFold(stemmed(sure), stemmed(column)) {
		if found := s.holding(column); len(found) == 1 {
			r.move(n, written, found[0].name, column)
			return
		}
	}
	r.guess(n, s, []*named{src}, written, column)
}

func (n *named) tableName() string {
	if n.table == nil {
		return n.name
	}
	return n.table.Name
}

// guess replaces a reference by the nearest column of some sources. Otherwise it complains, and offers the columns of
// the whole level.
func (r *reviewer) guess(n *pg.Node, s *scope, of []*named, written, column string) {
	var sure []named
	var all []string
	for _, src := range of {
		one, others := nearest(column, src.names(), src.tableName())
		if one != "" {
			sure = append(sure, named{name: src.name, was: one})
			others = []string{one}
		}
		all = append(all, others...)
	}
	if len(sure) == 1 {
		r.move(n, written, sure[0].name, sure[0].was)
		return
	}
	var candidates []Candidate
	for _, src := range s.sources {
		for _, name := range src.names() {
			if slices.Contains(all, name) && len(candidates) < maxCandidates {
				candidates = append(candidates, columnCandidates(column, []*named{src}, name)...)
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

func tableNames(sources []*named) string {
	var all []string
	for _, n := range sources {
		if name := n.tableName(); !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return strings.Join(all, ", ")
}

// forgotten returns the table of the database that qualifies a column although the plan does not read it, and adds it
// to the level's sources; the review of the joins then joins it. It never extends the FROM of a subquery. It returns
// nil when there is no such table.
func (r *reviewer) forgotten(s *scope, schemaName, qualifier string) *named {
	t := r.bare(schemaName, qualifier)
	if t == nil || s.sub {
		return nil
	}
	if r.dropped(t) {
		if t = r.instead(t, qualifier); t == nil {
			return nil
		}
	}
	n := &named{name: qualifier, table: t}
	s.sources = append(s.sources, n)
	s.missing = append(s.missing, n)
	r.fix(FixJoin, qualifier, t.Qualified(), "%s is used but not in FROM, so it was joined", t.Qualified())
	return n
}

// settledRef is the column that the user chose for some words, with its alias in this level.
type settledRef struct{ alias, column string }

func (r *reviewer) settledColumn(phrase string, s *scope) *settledRef {
	for _, c := range r.settled {
		if c.Kind != UseColumn || !strings.EqualFold(c.Phrase, phrase) {
			continue
		}
		t := r.constrained(c)
		for at := s; at != nil && t != nil; at = at.outer {
			for _, n := range at.sources {
				if n.table == t && t.Column(c.Column) != nil {
					return &settledRef{n.name, c.Column}
				}
			}
		}
	}
	return nil
}

func columnCandidates(phrase string, sources []*named, column string) []Candidate {
	var all []Candidate
	for _, n := range sources[:min(len(sources), maxCandidates)] {
		label := n.tableName() + "." + column
		c := Candidate{Label: label, Meaning: "the column " + column + " of " + n.tableName()}
		if n.table != nil {
			if col := n.table.Column(column); col != nil && col.Comment != "" {
				c.Meaning += ": " + col.Comment
			}
			c.Settles = []Constraint{useColumn(phrase, n.table, column)}
		}
		all = append(all, c)
	}
	return all
}

func useColumn(phrase string, t *schema.Table, column string) Constraint {
	return Constraint{Kind: UseColumn, Phrase: phrase, Schema: t.Schema, Table: t.Name, Column: column}
}
