package translate

import (
	"context"
	"fmt"
	"slices"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/validate"
	"github.com/pgask/pgask/translate/schema"
)

// namesakes finds a name of several parts, a first and a last one, that a draft looks for and that several rows have. Whether they do was
// read from rows, so the model is told only where values may be shared; otherwise the user alone is.
func (w *work) namesakes(ctx context.Context, p *plan.Plan) ([]validate.Finding, error) {
	if p == nil || !w.looks() || len(p.Combine) > 0 {
		return nil, nil
	}
	for _, s := range p.Sources() {
		t := w.snapshot.Table(s.Schema, s.Table)
		if s.Plan != nil || s.Schema == "" || t == nil {
			continue
		}
		label := w.meaning().Relation(t).Label.Columns
		rows := &plan.Plan{
			Select: []plan.Output{{Expr: plan.Int(1), As: "one"}},
			From:   &plan.Source{Schema: s.Schema, Table: s.Table, Alias: s.Alias},
			Where:  alone(s.Name(), p),
			Having: []plan.Expr{plan.Op(">", plan.CountStar(), plan.Int(1))},
		}
		if len(label) < 2 || slices.ContainsFunc(label, func(c *schema.Column) bool { return !sought(c.Name, rows.Where) }) {
			continue
		}
		several, err := w.haveRows(ctx, rows)
		if err != nil || several == nil || !several[0] {
			return nil, err
		}
		message := fmt.Sprintf("several rows of %s have this %s and %s, and the statement takes all of them",
			t.Name, label[0].Name, label[1].Name)
		if w.agent.cfg.Share.Level != schema.Values || t.RowSecurity {
			w.answer.Assumptions = append(w.answer.Assumptions, message)
			return nil, nil
		}
		return []validate.Finding{{Kind: diagnose.Namesakes, Message: message}}, nil
	}
	return nil, nil
}

// alone returns the conditions of a plan on columns of one source alone.
func alone(name string, p *plan.Plan) []plan.Expr {
	var out []plan.Expr
	for _, e := range plan.Conjuncts(p.Where) {
		columns := e.Columns()
		if len(columns) > 0 && len(plan.Mentions(e)) == 1 && !slices.ContainsFunc(columns, func(r plan.Ref) bool { return r.Alias != name }) {
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
