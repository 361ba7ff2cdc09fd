package memory

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/plan"
)

// Settled returns the constraints on every draft: from the clarifications of this question, then from earlier ones
// about the same words, so that nobody is asked twice.
func (ls Lessons) Settled() []plan.Constraint {
	all := slices.Clone(ls.Question.Settled)
	for _, l := range ls.Recalled {
		if l.Source != lessons.FromCorrection {
			continue
		}
		if c, ok := ls.constraint(l); ok && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all
}

// constraint returns a lesson as a constraint on drafts: a table, a column, a value, or a join. ok is false for other
// lessons.
func (ls Lessons) constraint(l lessons.Lesson) (plan.Constraint, bool) {
	if l.Kind == lessons.Table {
		t := ls.Snapshot.Called(l.Means)
		if t == nil {
			return plan.Constraint{}, false
		}
		return plan.Constraint{Kind: plan.UseTable, Phrase: l.Words, Schema: t.Schema, Table: t.Name}, true
	}
	e, err := plan.Fragment(l.Means)
	if err != nil || l.Kind != lessons.Column {
		return plan.Constraint{}, false
	}
	left, value, ok := equation(e)
	if !ok {
		return plan.Constraint{}, false
	}
	t := ls.Snapshot.Called(left.Alias)
	if t == nil || t.Column(left.Column) == nil {
		return plan.Constraint{}, false
	}
	c := plan.Constraint{Kind: plan.UseColumn, Phrase: l.Words, Schema: t.Schema, Table: t.Name, Column: left.Column}
	if value == nil {
		return c, true
	}
	if s := value.GetAConst().GetSval(); s != nil {
		c.Kind, c.Value = plan.UseValue, s.Sval
		return c, true
	}
	right := plan.FromNode(value).Columns()
	if value.GetColumnRef() == nil || len(right) != 1 {
		return plan.Constraint{}, false
	}
	u := ls.Snapshot.Called(right[0].Alias)
	if u == nil || u.Column(right[0].Column) == nil {
		return plan.Constraint{}, false
	}
	c.Kind, c.Phrase, c.RefSchema, c.RefTable, c.RefColumn = plan.UseJoin, "", u.Schema, u.Name, right[0].Column
	return c, true
}

// equation splits "table.column" or "table.column = something"; value is nil for a column alone. ok is false for
// other expressions.
func equation(e plan.Expr) (left plan.Ref, value *pg.Node, ok bool) {
	n := e.Node()
	if x := n.GetAExpr(); x != nil && x.Kind == pg.A_Expr_Kind_AEXPR_OP && len(x.Name) == 1 && x.Name[0].GetString_().GetSval() == "=" {
		n, value = x.Lexpr, x.Rexpr
	}
	refs := plan.FromNode(n).Columns()
	if n.GetColumnRef() == nil || len(refs) != 1 || refs[0].Alias == "" {
		return left, nil, false
	}
	return refs[0], value, true
}

// resolvable reports whether all columns that an expression qualifies with a table exist.
func (ls Lessons) resolvable(e plan.Expr) bool {
	for _, c := range e.Columns() {
		if c.Alias == "" {
			continue
		}
		if t := ls.Snapshot.Called(c.Alias); t == nil || t.Column(c.Column) == nil {
			return false
		}
	}
	return true
}
