package semantic

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
)

// maxQuery bounds the bytes of a view's query that is parsed.
const maxQuery = 64 << 10

// readView finds out what a view makes of its base: the same rows, some of them, or rows of its own.
func (m *making) readView(r *Relation) {
	q := selectOf(r.Table.Query)
	if q == nil {
		m.guessView(r)
		return
	}
	why := Why{FromCatalog, "its query", 1} // the query may name what a caller must not see
	base := m.onlyBase(q)
	switch {
	case len(q.GroupClause) > 0 || q.HavingClause != nil || len(q.DistinctClause) > 0 || calls(q.TargetList):
		r.Standing = Aggregate
	case base == nil || q.LimitCount != nil || q.LimitOffset != nil || q.WithClause != nil:
		r.Standing = Joined
	case q.WhereClause != nil:
		r.Standing, r.Of = Subset, base
		r.Filter = base.conditions(q.WhereClause)
	default:
		r.Standing, r.Of = SameRows, base
	}
	r.StandingWhy = why
}

// selectOf returns the parsed query of a view; nil when it is unknown, too long or no plain SELECT.
func selectOf(query string) *pg_query.SelectStmt {
	if query == "" || len(query) > maxQuery {
		return nil
	}
	tree, err := pg_query.Parse(query)
	if err != nil || len(tree.Stmts) != 1 {
		return nil
	}
	return tree.Stmts[0].Stmt.GetSelectStmt()
}

// onlyBase returns the relation that is alone in FROM; nil when there are several or others.
func (m *making) onlyBase(q *pg_query.SelectStmt) *Relation {
	if len(q.FromClause) != 1 || q.Op != pg_query.SetOperation_SETOP_NONE {
		return nil
	}
	v := q.FromClause[0].GetRangeVar()
	if v == nil {
		return nil
	}
	return m.byTable[m.Snapshot.Table(v.Schemaname, v.Relname)]
}

// calls reports whether an output of a query is an aggregate.
func calls(outputs []*pg_query.Node) bool {
	return slices.ContainsFunc(outputs, func(n *pg_query.Node) bool { return aggregate(n.GetResTarget().GetVal()) })
}

func aggregate(n *pg_query.Node) bool {
	if f := n.GetFuncCall(); f != nil && f.Over == nil {
		name := f.Funcname[len(f.Funcname)-1].GetString_().GetSval()
		return f.AggStar || lexicon.In("aggregate", name) || slices.ContainsFunc(f.Args, aggregate)
	}
	if x := n.GetAExpr(); x != nil {
		return aggregate(x.Lexpr) || aggregate(x.Rexpr)
	}
	if x := n.GetTypeCast(); x != nil {
		return aggregate(x.Arg)
	}
	if x := n.GetCoalesceExpr(); x != nil {
		return slices.ContainsFunc(x.Args, aggregate)
	}
	return false
}

// conditions returns what the rows of a view over the relation meet, as far as it is a conjunction of tests of single
// columns.
func (r *Relation) conditions(where *pg_query.Node) (out []Condition) {
	for _, n := range conjuncts(where) {
		if c, ok := r.condition(n); ok {
			out = append(out, c)
		}
	}
	return out
}

func conjuncts(n *pg_query.Node) []*pg_query.Node {
	if b := n.GetBoolExpr(); b != nil && b.Boolop == pg_query.BoolExprType_AND_EXPR {
		var out []*pg_query.Node
		for _, a := range b.Args {
			out = append(out, conjuncts(a)...)
		}
		return out
	}
	return []*pg_query.Node{n}
}

// condition reads the test of a single column: flag, NOT flag, column IS NULL, column = 'value'.
func (r *Relation) condition(n *pg_query.Node) (Condition, bool) {
	if b := n.GetBoolExpr(); b != nil && b.Boolop == pg_query.BoolExprType_NOT_EXPR && len(b.Args) == 1 {
		c, ok := r.condition(b.Args[0])
		c.Not = !c.Not
		return c, ok
	}
	if t := n.GetNullTest(); t != nil {
		c := r.columnRef(t.Arg)
		return Condition{Column: c, Op: IsSet, Not: t.Nulltesttype == pg_query.NullTestType_IS_NULL}, c != nil
	}
	if x := n.GetAExpr(); x != nil && x.Kind == pg_query.A_Expr_Kind_AEXPR_OP && len(x.Name) == 1 {
		op := x.Name[0].GetString_().GetSval()
		c, value, ok := r.columnRef(x.Lexpr), "", false
		if k := constant(x.Rexpr); k != nil {
			value, ok = text(k)
		}
		return Condition{Column: c, Op: Is, Value: value, Not: op == "<>"}, c != nil && ok && (op == "=" || op == "<>")
	}
	c := r.columnRef(n)
	return Condition{Column: c, Op: IsTrue}, c != nil && c.Class == schema.Boolean
}

func (r *Relation) columnRef(n *pg_query.Node) *schema.Column {
	if x := n.GetTypeCast(); x != nil {
		n = x.Arg
	}
	ref := n.GetColumnRef()
	if ref == nil || len(ref.Fields) == 0 {
		return nil
	}
	c := r.Table.Column(ref.Fields[len(ref.Fields)-1].GetString_().GetSval())
	if c == nil || c.Masked {
		return nil // the constant behind it may be one of its values
	}
	return c
}

func constant(n *pg_query.Node) *pg_query.A_Const {
	if x := n.GetTypeCast(); x != nil {
		n = x.Arg
	}
	return n.GetAConst()
}

func text(k *pg_query.A_Const) (string, bool) {
	if s := k.GetSval(); s != nil {
		return s.Sval, true
	}
	return "", false
}

// guessView judges a view whose query is not known by what it uses: its columns are those of a single relation, or
// something is computed.
func (m *making) guessView(r *Relation) {
	r.Standing, r.StandingWhy = Joined, Why{FromCatalog, "a view", 0.6}
	d := m.Snapshot.Definitions[r.Table.OID]
	if d == nil {
		return
	}
	var base *Relation
	for _, u := range d.Uses {
		switch u.Kind {
		case schema.UsesFunction:
			if u.OID < 16384 && lexicon.In("aggregate", u.Name) {
				r.Standing = Aggregate
				return
			}
		case schema.UsesRelation:
			x := m.byTable[m.Snapshot.TableByOID(u.OID)]
			if x == nil || base != nil && base != x {
				return
			}
			base = x
		}
	}
	if base == nil || slices.ContainsFunc(r.Columns, func(c *Column) bool { return base.Table.Column(c.Column.Name) == nil }) {
		return
	}
	r.Standing, r.Of, r.StandingWhy = Subset, base, Why{FromCatalog, "a view with columns of " + clean(base.Table.Name) + " alone", 0.7}
}
