package translate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/lookup"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/validate"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/wordform"
)

// A condition on a text that no row holds gives zero, NULL or nothing, and looks like an answer. So the texts of a model's draft that are
// not known to be stored are looked up before it runs. What is stored in another spelling is repaired; of what is not stored the model is
// told once, with what the column can hold where that may be told, and the user is told if it insists.

// Bounds of what is told about such a text.
const (
	maxUnseen   = 4  // texts of one draft
	maxToldList = 24 // values of a column
	maxNearText = 3  // values that come near
)

// unseen looks up texts that a draft compares with columns. It returns those that are stored in another spelling, and leaves in w.unheld
// those that no row holds.
func (w *work) unseen(ctx context.Context, texts []lookup.Want) ([]plan.Constraint, error) {
	var ask []lookup.Want
	m := w.agent.understand(w.snapshot)
	for _, t := range texts[:min(len(texts), maxUnseen)] {
		col := m.Relation(t.Table).Column(t.Column.Name)
		if col == nil || t.Column.Masked {
			continue
		}
		list, byCatalog := col.Listed()
		if len(list) == 0 {
			ask = append(ask, t)
			continue
		}
		if slices.Contains(list, t.Text) || slices.ContainsFunc(list, func(v string) bool { return strings.EqualFold(v, t.Text) }) {
			continue
		}
		message := fmt.Sprintf("%s.%s never is %s", t.Table.Name, t.Column.Name, plan.Str(t.Text))
		if w.mayList(t.Table, byCatalog) {
			message += "; it is one of " + literals(list)
		}
		w.unheld = append(w.unheld, validate.Finding{Kind: diagnose.UnheldText, Message: message})
	}
	known := func(t lookup.Want) bool {
		return slices.ContainsFunc(w.links.found, func(f lookup.Found) bool { return f.Table == t.Table && f.Column == t.Column && f.Text == t.Text })
	}
	ask = slices.DeleteFunc(ask, func(t lookup.Want) bool {
		return known(t) || slices.Contains(t.Column.Profile.Values, t.Text)
	})
	found, err := w.lookUp(ctx, ask)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errLookUp, err)
	}
	var spelled []plan.Constraint
	for _, f := range found {
		if c, ok := spellingIn(found, f.Table, f.Column.Name, f.Text); ok {
			spelled = append(spelled, c)
			continue
		}
		if !f.Whole || slices.ContainsFunc(f.Values, func(v link.Stored) bool { return wordform.Fold(v.Value) == wordform.Fold(f.Text) }) {
			continue
		}
		message := fmt.Sprintf("no row of %s has %s as its %s", f.Table.Name, plan.Str(f.Text), f.Column.Name)
		if near := f.Values[:min(len(f.Values), maxNearText)]; len(near) > 0 && w.mayList(f.Table, false) {
			var values []string
			for _, v := range near {
				values = append(values, v.Value)
			}
			message += "; near it: " + literals(values)
		}
		w.unheld = append(w.unheld, validate.Finding{Kind: diagnose.UnheldText, Message: message})
	}
	return spelled, nil
}

// listedFor returns the error for a model whose text may be none or several of the values of a column, with the list if it may see it.
func (w *work) listedFor(c *plan.Complaint) error {
	var values []string
	message := strings.TrimSuffix(c.Message, "; which one is meant?")
	for _, cand := range c.Candidates {
		values = append(values, cand.Label)
	}
	if len(values) > 0 && len(c.Candidates[0].Settles) > 0 {
		s := c.Candidates[0].Settles[0]
		if t := w.snapshot.Table(s.Schema, s.Table); t != nil && t.Column(s.Column) != nil && w.mayList(t, t.Column(s.Column).Class == schema.Enum) {
			message += "; it is one of " + literals(values)
		}
	}
	return &diagnose.Nonsense{Found: []validate.Finding{{Kind: diagnose.UnheldText, Message: message}}}
}

// mayList reports whether a model may be told the values of a column: those that the catalog lists, or those that were read from rows.
func (w *work) mayList(t *schema.Table, byCatalog bool) bool {
	if byCatalog {
		return w.agent.cfg.Share.Level != schema.Names
	}
	return w.sharesValues() && !t.RowSecurity
}

// literals writes values as SQL literals, as many as may be told.
func literals(values []string) string {
	var all []string
	for _, v := range values[:min(len(values), maxToldList)] {
		all = append(all, schema.Literal(schema.Line(v, 60)))
	}
	if n := len(values) - len(all); n > 0 {
		all = append(all, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(all, ", ")
}

// nonsense returns what is wrong with a model's draft, the first time that anything is: the model is told, and writes another. What it
// then insists on may be what was asked for, so it runs, and the finding is said as an assumption.
func (w *work) nonsense(p *plan.Plan) error {
	if p == nil || w.draft.engine != EngineModel || w.accepted() {
		return nil
	}
	found := append(validate.Draft(p, w.snapshot), w.unheld...)
	if len(found) == 0 {
		return nil
	}
	err := &diagnose.Nonsense{Found: found}
	if w.tried.nonsense || w.budget.attempts == 0 {
		w.answer.Assumptions = append(w.answer.Assumptions, err.Error())
		return nil
	}
	w.tried.nonsense, w.tried.unheld = true, len(w.unheld) > 0
	return err
}
