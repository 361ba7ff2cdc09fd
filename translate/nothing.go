package translate

import (
	"context"
	"slices"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/validate"
	"github.com/pgask/pgask/translate/say"
)

// looks reports whether it may be looked at what a draft would find, before it runs: not inside the user's own transaction, nor when the
// statement is only shown.
func (w *work) looks() bool {
	return w.runs && !w.conn.InTransaction() && w.draft.engine == EngineModel && !w.question.accepted()
}

// lookAhead adds what a look at the rows finds wrong with a draft to what is wrong with its texts.
func (w *work) lookAhead(ctx context.Context) error {
	p := w.draft.asPlan()
	nothing, err := w.ofNothing(ctx, p)
	if err != nil {
		return err
	}
	several, err := w.namesakes(ctx, p)
	w.unheld = append(w.unheld, append(nothing, several...)...)
	return err
}

// ofNothing finds a figure that is of no rows because of one condition on a date or a number, as unseen texts are found: it would be 0 or
// NULL and look like an answer.
func (w *work) ofNothing(ctx context.Context, p *plan.Plan) ([]validate.Finding, error) {
	if p == nil || !w.looks() || len(w.unheld) > 0 ||
		p.From == nil || len(p.With) > 0 || len(p.Combine) > 0 || len(p.GroupBy) > 0 || len(p.Having) > 0 || !p.Grouped() {
		return nil, nil
	}
	conditions := plan.Conditions(p, w.snapshot)
	if len(conditions) == 0 || len(conditions) > emptyConditions {
		return nil, nil
	}
	rows := p.Clone()
	rows.Select, rows.OrderBy, rows.Limit = []plan.Output{{Expr: plan.Int(1), As: "one"}}, nil, nil
	have, err := w.haveRows(ctx, rows)
	if err != nil || have == nil || have[0] {
		return nil, err
	}
	var without []*plan.Plan
	for _, c := range conditions {
		without = append(without, rows.Without(c))
	}
	if have, err = w.haveRows(ctx, without...); err != nil {
		return nil, err
	}
	culprit := slices.Index(have, true)
	if culprit < 0 || slices.Contains(have[culprit+1:], true) || !w.measures(p, conditions[culprit].Of(p)) {
		return nil, nil
	}
	return []validate.Finding{{Kind: diagnose.UnheldText, Message: "the figure is of no rows: there would be some, if it were not for “" +
		say.Clip(conditions[culprit].Says, 200) + "”"}}, nil
}

// measures reports whether conditions compare dates and numbers with a constant, and look for nothing elsewhere.
func (w *work) measures(p *plan.Plan, conditions []plan.Expr) bool {
	constant, elsewhere := false, false
	for _, e := range conditions {
		e.Walk(func(n *pg.Node) bool {
			constant = constant || n.GetAConst() != nil || n.GetSqlvalueFunction() != nil
			elsewhere = elsewhere || n.GetSubLink() != nil || n.GetNullTest() != nil
			return true
		})
		for _, r := range e.Columns() {
			for _, s := range p.Sources() {
				if t := w.snapshot.Table(s.Schema, s.Table); t != nil && s.Name() == r.Alias && t.Column(r.Column) != nil {
					class := t.Column(r.Column).Class
					elsewhere = elsewhere || !class.Temporal() && !class.Numeric()
				}
			}
		}
	}
	return constant && !elsewhere
}

// haveRows reports which plans have rows; nil where that is not known.
func (w *work) haveRows(ctx context.Context, plans ...*plan.Plan) ([]bool, error) {
	var all []guard.Verdict
	for _, p := range plans {
		sql, err := plan.Synthesise(p)
		if err != nil {
			return nil, nil
		}
		v, err := w.proven(ctx, sql)
		if err != nil || v.Decision != guard.Allow {
			return nil, err
		}
		all = append(all, v)
	}
	return w.reads().HaveRows(ctx, all)
}
