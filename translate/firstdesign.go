package translate

import (
	"context"
	"slices"

	drafts "github.com/pgask/pgask/translate/draft"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/builtin"
	"github.com/pgask/pgask/translate/lookup"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// firstDesign is the first design of the built-in translator as an engine. All that only it needs stands in this file and goes with it.
type firstDesign struct {
	w    *work
	look bool // values may be looked up
}

// Draft implements drafts.Engine. If the reading depends on a value that the profile does not hold, the value is looked up, if that is
// cheap, and the question is read again.
func (f firstDesign) Draft(ctx context.Context, q drafts.Question) (drafts.Result, error) {
	w := f.w
	r := builtin.Request{Question: q.Text, Snapshot: w.snapshot, Glossary: append(wordTerms(q.Settled), w.terms()...), Evidence: w.question.Evidence,
		Settled: q.Settled}
	result := builtin.Translate(r)
	if len(result.Unseen) > 0 && f.look {
		seen, err := f.seen(ctx, result.Unseen)
		if err != nil {
			return drafts.Result{}, err
		}
		if len(seen) > 0 {
			r.Seen = seen
			result = builtin.Translate(r)
		}
	}
	out := drafts.Result{Plan: result.Plan, Confidence: result.Confidence, Ask: backOf(result.Ask), Doubtful: backOf(result.Doubtful),
		Reason: result.Reason, Unplaced: result.Unplaced}
	for _, m := range result.Matches {
		out.Matches = append(out.Matches, drafts.Match(m))
	}
	return out, nil
}

func backOf(a *builtin.Ambiguity) *drafts.Back {
	if a == nil {
		return nil
	}
	b := &drafts.Back{Kind: a.Kind, Phrase: a.Phrase, Message: a.Message}
	for _, o := range a.Options {
		b.Options = append(b.Options, drafts.Option(o))
	}
	return b
}

// wordTerms returns the constraints that replace words by other words, in the form of the first design.
func wordTerms(settled []plan.Constraint) []builtin.Term {
	var terms []builtin.Term
	for _, c := range settled {
		if c.Kind == plan.UseWords && c.Phrase != "" {
			terms = append(terms, builtin.Term{Phrase: c.Phrase, Synonym: c.Value})
		}
	}
	return terms
}

// seen looks up what the first design wants to know, and answers as it expects: spellings that differ in case, accents and punctuation
// only.
func (f firstDesign) seen(ctx context.Context, unseen []builtin.Unseen) ([]builtin.Seen, error) {
	w := f.w
	var wants []lookup.Want
	for _, u := range unseen {
		if t := w.snapshot.Table(u.Schema, u.Table); t != nil && t.Column(u.Column) != nil {
			wants = append(wants, lookup.Want{Table: t, Column: t.Column(u.Column), Text: u.Text})
		}
	}
	found, err := w.lookUp(ctx, wants)
	var seen []builtin.Seen
	for _, f := range found {
		at := slices.IndexFunc(unseen, func(u builtin.Unseen) bool {
			return w.snapshot.Table(u.Schema, u.Table) == f.Table && u.Column == f.Column.Name && u.Text == f.Text
		})
		one := builtin.Seen{Unseen: unseen[at]}
		for _, v := range f.Values {
			if wordform.Fold(v.Value) == wordform.Fold(f.Text) {
				one.Values = append(one.Values, v.Value)
			}
		}
		// An index finds only some spellings; when it finds none, others may still be stored.
		if len(one.Values) > 0 || f.Whole {
			seen = append(seen, one)
		}
	}
	return seen, err
}

// terms returns the lessons in the form of the built-in translator: a column, a column and its value, an expression
// over columns, or other words.
func (w *work) terms() []builtin.Term {
	var terms []builtin.Term
	for _, l := range w.recalled.lessons {
		if l.Kind != lessons.Table && l.Kind != lessons.Column {
			continue
		}
		if t, ok := w.term(l); ok {
			terms = append(terms, t)
		}
	}
	for _, t := range w.agent.understand(w.snapshot).Terms {
		term := builtin.Term{Phrase: t.Phrase(), Table: t.Relation.Table.Name, Expr: t.Expr}
		switch t.Kind {
		case semantic.TermProse:
			continue
		case semantic.TermCondition:
			term.Expr, term.Cond = plan.Expr{}, t.Expr
		}
		terms = append(terms, term)
	}
	return terms
}

func (w *work) term(l lessons.Lesson) (builtin.Term, bool) {
	words := builtin.Term{Phrase: l.Words, Synonym: l.Means}
	e, err := plan.Fragment(l.Means)
	if err != nil || l.Kind == lessons.Table {
		return words, true
	}
	refs := e.Columns()
	if len(refs) == 0 || refs[0].Alias == "" {
		return words, true
	}
	left, value, ok := equation(e)
	switch {
	case ok && value == nil:
		return builtin.Term{Phrase: l.Words, Table: left.Alias, Column: left.Column}, true
	case ok && value.GetAConst().GetSval() != nil:
		return builtin.Term{Phrase: l.Words, Table: left.Alias, Column: left.Column, Value: value.GetAConst().GetSval().Sval}, true
	}
	home := w.baseTable(e)
	return builtin.Term{Phrase: l.Words, Table: home, Expr: e}, home != ""
}
