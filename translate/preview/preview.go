// Package preview looks at what a statement would find: whether the rows of a figure or a name are there before it
// runs, and which condition left none after it ran.
package preview

import (
	"context"
	"fmt"
	"slices"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/algebra/lift"
	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/validate"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Rows tells which plans have rows. What is not proven to only read is not looked at.
type Rows struct {
	Snapshot *schema.Snapshot
	Meaning  *semantic.Model
	Prove    func(ctx context.Context, sql string) (guard.Verdict, error)
	HaveRows func(ctx context.Context, all []guard.Verdict) ([]bool, error)
}

// mostConditions bounds the conditions of a plan of which one is looked for that left no rows.
const mostConditions = 4

// have reports which plans have rows; nil where that is not known.
func (r Rows) have(ctx context.Context, plans ...*plan.Plan) ([]bool, error) {
	var all []guard.Verdict
	for _, p := range plans {
		sql, err := plan.Synthesise(p)
		if err != nil {
			return nil, nil
		}
		v, err := r.Prove(ctx, sql)
		if err != nil || v.Decision != guard.Allow {
			return nil, err
		}
		all = append(all, v)
	}
	return r.HaveRows(ctx, all)
}

// culprit returns the one condition without which, and only without which, a plan has rows; nil where there is none.
func (r Rows) culprit(ctx context.Context, p *plan.Plan, conditions []plan.Condition) (*plan.Condition, error) {
	var without []*plan.Plan
	for _, c := range conditions {
		without = append(without, p.Without(c))
	}
	have, err := r.have(ctx, without...)
	i := slices.Index(have, true)
	if err != nil || i < 0 || slices.Contains(have[i+1:], true) {
		return nil, err // of two, either alone would do
	}
	return &conditions[i], nil
}

// said is a condition of a plan in words.
func (r Rows) said(p *plan.Plan, c plan.Condition) string {
	return say.Clip(lift.SayCondition(p, c, r.Snapshot, r.Meaning.Called), 200)
}

// Emptied returns in words the condition of a plan that emptied its answer; "" where no single one did.
func (r Rows) Emptied(ctx context.Context, p *plan.Plan) (string, error) {
	conditions := plan.Conditions(p)
	if len(p.Combine) > 0 || len(conditions) < 2 || len(conditions) > mostConditions {
		return "", nil // the only condition is the answer's own
	}
	culprit, err := r.culprit(ctx, p, conditions)
	if err != nil || culprit == nil {
		return "", err
	}
	return r.said(p, *culprit), nil
}

// OfNothing finds a figure that is of no rows because of one condition on a date or a number, as texts that no row
// holds are found: it would be 0 or NULL and look like an answer.
func (r Rows) OfNothing(ctx context.Context, p *plan.Plan) ([]validate.Finding, error) {
	if p.From == nil || len(p.With) > 0 || len(p.Combine) > 0 || len(p.GroupBy) > 0 || len(p.Having) > 0 || !p.Grouped() {
		return nil, nil
	}
	conditions := plan.Conditions(p)
	if len(conditions) == 0 || len(conditions) > mostConditions {
		return nil, nil
	}
	rows := p.Clone()
	rows.Select, rows.OrderBy, rows.Limit = []plan.Output{{Expr: plan.Int(1), As: "one"}}, nil, nil
	have, err := r.have(ctx, rows)
	if err != nil || have == nil || have[0] {
		return nil, err
	}
	culprit, err := r.culprit(ctx, rows, conditions)
	if err != nil || culprit == nil || !r.measures(p, culprit.Of(p)) {
		return nil, err
	}
	return []validate.Finding{{Kind: diagnose.UnheldText,
		Message: "the figure is of no rows: there would be some, if it were not for “" + r.said(p, *culprit) + "”"}}, nil
}

// measures reports whether conditions compare dates and numbers with a constant, and look for nothing elsewhere.
func (r Rows) measures(p *plan.Plan, conditions []plan.Expr) bool {
	constant, elsewhere := false, false
	for _, e := range conditions {
		e.Walk(func(n *pg.Node) bool {
			constant = constant || n.GetAConst() != nil || n.GetSqlvalueFunction() != nil
			elsewhere = elsewhere || n.GetSubLink() != nil || n.GetNullTest() != nil
			return true
		})
		for _, ref := range e.Columns() {
			for _, s := range p.Sources() {
				if t := r.Snapshot.Table(s.Schema, s.Table); t != nil && s.Name() == ref.Alias && t.Column(ref.Column) != nil {
					class := t.Column(ref.Column).Class
					elsewhere = elsewhere || !class.Temporal() && !class.Numeric()
				}
			}
		}
	}
	return constant && !elsewhere
}

// Namesakes finds a name of several parts, a first and a last one, that a plan looks for and that several rows of a
// table have; nil where there is none.
func (r Rows) Namesakes(ctx context.Context, p *plan.Plan) (*schema.Table, string, error) {
	if len(p.Combine) > 0 {
		return nil, "", nil
	}
	for _, s := range p.Sources() {
		t := r.Snapshot.Table(s.Schema, s.Table)
		if s.Plan != nil || s.Schema == "" || t == nil {
			continue
		}
		label := r.Meaning.Relation(t).Label.Columns
		rows := &plan.Plan{
			Select: []plan.Output{{Expr: plan.Int(1), As: "one"}},
			From:   &plan.Source{Schema: s.Schema, Table: s.Table, Alias: s.Alias},
			Where:  alone(s.Name(), p),
			Having: []plan.Expr{plan.Op(">", plan.CountStar(), plan.Int(1))},
		}
		if len(label) < 2 || slices.ContainsFunc(label, func(c *schema.Column) bool { return !sought(c.Name, rows.Where) }) {
			continue
		}
		several, err := r.have(ctx, rows)
		if err != nil || several == nil || !several[0] {
			return nil, "", err
		}
		return t, fmt.Sprintf("several rows of %s have this %s and %s, and the statement takes all of them", t.Name,
			label[0].Name, label[1].Name), nil
	}
	return nil, "", nil
}

// alone returns the conditions of a plan on columns of one source alone.
func alone(name string, p *plan.Plan) []plan.Expr {
	var out []plan.Expr
	for _, e := range plan.Conjuncts(p.Where) {
		columns := e.Columns()
		if len(columns) > 0 && len(plan.Mentions(e)) == 1 &&
			!slices.ContainsFunc(columns, func(r plan.Ref) bool { return r.Alias != name }) {
			out = append(out, e)
		}
	}
	return out
}

// sought reports whether one of some conditions compares a column with a constant.
func sought(column string, conditions []plan.Expr) bool {
	return slices.ContainsFunc(conditions, func(e plan.Expr) bool {
		return slices.ContainsFunc(e.Columns(), func(r plan.Ref) bool { return r.Column == column }) && holdsText(e)
	})
}

// holdsText reports whether an expression has a text in it and looks for nothing elsewhere.
func holdsText(e plan.Expr) bool {
	text, elsewhere := false, false
	e.Walk(func(n *pg.Node) bool {
		text = text || len(n.GetAConst().GetSval().GetSval()) > 1
		elsewhere = elsewhere || n.GetSubLink() != nil
		return true
	})
	return text && !elsewhere
}
