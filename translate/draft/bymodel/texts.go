package bymodel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan/review"

	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/lookup"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/validate"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// A condition on a text that no row holds gives zero, NULL or nothing, and looks like an answer. So the texts of a
// model's draft that are not known to be stored are looked up before it runs. What is stored in another spelling is
// repaired; of what is not stored the model is told once, with what the column can hold where that may be told, and
// the user is told if it insists.

// Bounds of what is told about such a text.
const (
	maxUnseen   = 4  // texts of one draft
	maxToldList = 24 // values of a column
	maxNearText = 3  // values that come near
)

// Texts knows how the texts of a draft are stored, or finds out.
type Texts struct {
	Meaning *semantic.Model
	Share   schema.Share
	Found   []lookup.Found // what was looked up for the question's own words
	LookUp  func(ctx context.Context, wants []lookup.Want) ([]lookup.Found, error)
}

// ErrLookUp means that the connection failed while values were looked up.
var ErrLookUp = errors.New("look up values")

// Review reviews a plan of a model. Texts in another spelling than the stored one are replaced, because people and
// models write 'berlin' for 'Berlin'. What neither the statistics nor the look-up before the draft knows is looked up
// now; unheld is what no row holds. An error that is neither a complaint nor about the plan means that the connection
// failed or the context ended.
func (t Texts) Review(ctx context.Context, p *plan.Plan, s *schema.Snapshot, settled []plan.Constraint,
	o review.Options) (reviewed *plan.Plan, fixes []review.Fix, unheld []validate.Finding, err error) {
	o.Rivals = true
	var spelled []plan.Constraint
	var unknown []lookup.Want
	o.Unseen = func(table *schema.Table, column, text string) {
		if c, ok := spelling(t.Found, table, column, text); ok {
			spelled = append(spelled, c)
		} else if c := table.Column(column); c != nil {
			unknown = append(unknown, lookup.Want{Table: table, Column: c, Text: text})
		}
	}
	if reviewed, fixes, err = review.With(p, s, settled, o); err != nil {
		return reviewed, fixes, nil, err
	}
	found, unheld, err := t.unseen(ctx, unknown)
	if err != nil {
		return nil, nil, nil, err
	}
	if spelled = append(spelled, found...); len(spelled) == 0 {
		return reviewed, fixes, unheld, nil
	}
	o.Unseen = nil
	reviewed, fixes, err = review.With(p, s, append(spelled, settled...), o)
	return reviewed, fixes, unheld, err
}

// unseen looks up texts that a draft compares with columns. It returns those that are stored in another spelling, and
// those that no row holds.
func (t Texts) unseen(ctx context.Context, texts []lookup.Want) (spelled []plan.Constraint, unheld []validate.Finding, err error) {
	var ask []lookup.Want
	for _, w := range texts[:min(len(texts), maxUnseen)] {
		col := t.Meaning.Relation(w.Table).Column(w.Column.Name)
		if col == nil || w.Column.Masked {
			continue
		}
		list, byCatalog := col.Listed()
		if len(list) == 0 {
			ask = append(ask, w)
			continue
		}
		if slices.Contains(list, w.Text) || slices.ContainsFunc(list, func(v string) bool { return strings.EqualFold(v, w.Text) }) {
			continue
		}
		message := fmt.Sprintf("%s.%s never is %s", w.Table.Name, w.Column.Name, plan.Str(w.Text))
		if mayList(t.Share, w.Table, byCatalog) {
			message += "; it is one of " + literals(list)
		}
		unheld = append(unheld, validate.Finding{Kind: diagnose.UnheldText, Message: message})
	}
	known := func(w lookup.Want) bool {
		return slices.ContainsFunc(t.Found, func(f lookup.Found) bool {
			return f.Table == w.Table &&
				f.Column == w.Column && f.Text == w.Text
		})
	}
	ask = slices.DeleteFunc(ask, func(w lookup.Want) bool {
		return known(w) || slices.Contains(w.Column.Profile.Values, w.Text)
	})
	found, err := t.LookUp(ctx, ask)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrLookUp, err)
	}
	for _, f := range found {
		if c, ok := spelling(found, f.Table, f.Column.Name, f.Text); ok {
			spelled = append(spelled, c)
			continue
		}
		if !f.Whole || slices.ContainsFunc(f.Values, func(v link.Stored) bool { return wordform.Fold(v.Value) == wordform.Fold(f.Text) }) {
			continue
		}
		message := fmt.Sprintf("no row of %s has %s as its %s", f.Table.Name, plan.Str(f.Text), f.Column.Name)
		if near := f.Values[:min(len(f.Values), maxNearText)]; len(near) > 0 && mayList(t.Share, f.Table, false) {
			var values []string
			for _, v := range near {
				values = append(values, v.Value)
			}
			message += "; near it: " + literals(values)
		}
		unheld = append(unheld, validate.Finding{Kind: diagnose.UnheldText, Message: message})
	}
	return spelled, unheld, nil
}

// spelling returns the constraint that a text of a draft means a stored value, when exactly one that was looked up in
// its column is the text in another case, or else with other marks.
func spelling(found []lookup.Found, t *schema.Table, column, text string) (plan.Constraint, bool) {
	for _, same := range []func(a, b string) bool{strings.EqualFold,
		func(a, b string) bool { return wordform.Fold(a) == wordform.Fold(b) }} {
		stored := ""
		for _, f := range found {
			if f.Table != t || f.Column.Name != column {
				continue
			}
			for _, v := range f.Values {
				if v.Value == text || same(v.Value, text) && stored != "" && stored != v.Value {
					return plan.Constraint{}, false
				}
				if same(v.Value, text) {
					stored = v.Value
				}
			}
		}
		if stored != "" {
			return plan.Constraint{Kind: plan.UseValue, Phrase: text, Schema: t.Schema, Table: t.Name, Column: column, Value: stored}, true
		}
	}
	return plan.Constraint{}, false
}

// Listed returns the error for a model whose text may be none or several of the values of a column, with the list if
// it may see it.
func Listed(c *review.Complaint, snapshot *schema.Snapshot, share schema.Share) error {
	var values []string
	message := strings.TrimSuffix(c.Message, "; which one is meant?")
	for _, cand := range c.Candidates {
		values = append(values, cand.Label)
	}
	if len(values) > 0 && len(c.Candidates[0].Settles) > 0 {
		s := c.Candidates[0].Settles[0]
		if t := snapshot.Table(s.Schema, s.Table); t != nil && t.Column(s.Column) != nil &&
			mayList(share, t, t.Column(s.Column).Class == schema.Enum) {
			message += "; it is one of " + literals(values)
		}
	}
	return &diagnose.Nonsense{Found: []validate.Finding{{Kind: diagnose.UnheldText, Message: message}}}
}

// mayList reports whether a model may be told the values of a column: those that the catalog lists, or those that
// were read from rows.
func mayList(share schema.Share, t *schema.Table, byCatalog bool) bool {
	if byCatalog {
		return share.Level != schema.Names
	}
	return share.Level == schema.Values && !t.RowSecurity
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
