package translate

import (
	"context"
	"fmt"
	"slices"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/algebra/lift"
	"github.com/pgask/pgask/translate/assume"
	"github.com/pgask/pgask/translate/diagnose"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/validate"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/schema"
)

// Drafts are tried before one is chosen: run like an answer, proven, read-only and within bounds, but nobody sees their rows. A model's
// drafts are compared by outcome; the best readings of the built-in translator here.

// onTrial returns a reader with which a draft is tried, so that nothing of it is left in r.
func (r *reader) onTrial() *reader {
	return &reader{caller: caller{agent: r.agent, question: r.question, conn: r.conn, settings: r.settings, print: r.print, facts: r.facts, snapshot: r.snapshot},
		recalled: r.recalled, links: r.links}
}

// proven checks a draft that is tried with the guard.
func (c *caller) proven(ctx context.Context, sql string) (guard.Verdict, error) {
	if err := c.renew(ctx); err != nil {
		return guard.Verdict{}, err
	}
	_, v, err := c.reads().Prove(ctx, sql, c.ownPath() != "")
	return v, err
}

// tryReadings runs plans of readings and tells what they returned; nil where none was run to its end. Nothing is run when the
// statement is only to be shown, and inside the user's own transaction, where reading leaves traces.
func (r *reader) tryReadings(ctx context.Context, plans []*plan.Plan) ([]drafts.Trial, error) {
	if r.conn.InTransaction() || r.question.Verb == SQL || r.question.Verb == Explain {
		return nil, nil
	}
	m := r.meaning()
	trials := make([]drafts.Trial, len(plans))
	var all []guard.Verdict
	var at []int
	for i, p := range plans {
		v, err := r.onTrial().provenPlan(ctx, p)
		if err != nil {
			return nil, err
		}
		if v.Decision == guard.Allow {
			all, at = append(all, v), append(at, i)
		}
	}
	ran, err := r.reads().Trials(ctx, all, EngineBuiltin)
	told := false
	for k, one := range ran {
		one.Empty = one.Empty && assume.Beyond(plans[at[k]], m, day(now())) == nil // that is asked about
		trials[at[k]] = one
		told = told || one.Rows != ""
	}
	if !told {
		trials = nil
	}
	return trials, err
}

// provenPlan returns the proof of a plan as it would be run. What cannot be run is not allowed, for whatever reason.
func (r *reader) provenPlan(ctx context.Context, p *plan.Plan) (guard.Verdict, error) {
	none := guard.Verdict{Decision: guard.Invalid}
	reviewed, _, _, err := r.reviewed(ctx, p, EngineBuiltin)
	if err != nil {
		return none, nil
	}
	reviewed, _, _ = r.granted(reviewed, EngineBuiltin)
	sql, err := plan.Synthesise(reviewed)
	if err != nil {
		return none, nil
	}
	return r.proven(ctx, sql)
}

// outcome returns the result of a model's draft in a form in which drafts are compared: see bymodel.Question.
func (r *reader) outcome(ctx context.Context, d model.Draft) (string, error) {
	v, err := r.proven(ctx, d.SQL)
	if err != nil || v.Decision != guard.Allow {
		return "", err
	}
	if !r.runs || r.question.Verb == SQL || r.question.Verb == Explain {
		return v.SQL, nil // the statement is not to be run
	}
	return r.reads().Digest(ctx, v, EngineModel)
}

// emptyConditions bounds the conditions of a plan of which one is looked for that left no rows.
const emptyConditions = 4

// tellEmpty tells which condition emptied an answer, when without it, and only without it, there are rows. Inside the user's own
// transaction nothing is read. What fails here is no failure of the answer.
func (w *work) tellEmpty(ctx context.Context) error {
	p := w.draft.asPlan()
	if p == nil || w.conn.InTransaction() || w.question.Notify == nil || len(p.Combine) > 0 {
		return nil
	}
	conditions := plan.Conditions(p)
	if len(conditions) < 2 || len(conditions) > emptyConditions {
		return nil // the only condition is the answer's own
	}
	var all []guard.Verdict
	for _, c := range conditions {
		v, ok := w.provenWithout(p, c)
		if !ok {
			return nil
		}
		all = append(all, v)
	}
	have, err := w.reads().HaveRows(ctx, all)
	if err != nil {
		return err
	}
	culprit := -1
	for i, has := range have {
		if has && culprit >= 0 {
			return nil // either alone would do
		}
		if has {
			culprit = i
		}
	}
	if culprit >= 0 {
		said := lift.SayCondition(p, conditions[culprit], w.snapshot, w.meaning().Called)
		w.notify(Notice{Severity: "NOTICE", Message: fmt.Sprintf("no rows: there would be some, if it were not for “%s”", say.Clip(said, 200))})
	}
	return nil
}

// provenWithout returns the proof of a plan without one of its conditions.
func (w *work) provenWithout(p *plan.Plan, c plan.Condition) (guard.Verdict, bool) {
	sql, err := plan.Synthesise(p.Without(c))
	if err != nil || w.answer.snapshot == nil {
		return guard.Verdict{}, false
	}
	v := w.agent.guard.Check(sql, guard.Facts{Snapshot: w.answer.snapshot, OwnPath: w.ownPath() != ""})
	return v, v.Decision == guard.Allow
}

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
	conditions := plan.Conditions(p)
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
		say.Clip(lift.SayCondition(p, conditions[culprit], w.snapshot, w.meaning().Called), 200) + "”"}}, nil
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
