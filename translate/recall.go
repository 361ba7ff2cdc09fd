package translate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/wordform"
)

// recalled holds what was found about a question before the work on it.
type recalled struct {
	pin         *lessons.Pin
	translation *translation
	key         string           // of the translation; empty until it is looked up
	fitting     []lessons.Lesson // lessons that the key depends on
	lessons     []lessons.Lesson // lessons that fit the question, best first
	renames     []lessons.Lesson // lessons that led to a name in the last draft
	dropped     []string         // ids of the lessons with which a draft failed
}

// Bounds on the lessons for one question.
const (
	maxFitting       = 40
	maxPromptLessons = 2400 // bytes in a prompt: some 600 tokens
	likeness         = 0.6  // least share of common words for one question to be an example for another
)

// remember looks up a pin, an earlier translation and lessons.
func (w *work) remember(ctx context.Context) error {
	if d := w.question.Draft; d != "" {
		w.draft = draft{sql: d, engine: "sql", confidence: 1}
		w.answer.Engine, w.answer.Confidence = "sql", 1
		return nil
	}
	if w.usesLessons() && w.question.Verb != Pin {
		p, sql, ok := w.agent.cfg.Lessons.Pinned(w.question.Datasource, w.question.Text)
		w.agent.cfg.Counters.Pins.Count(ok)
		if ok {
			w.recalled.pin = &p
			w.draft = draft{sql: sql, engine: "pin", confidence: 1}
			w.answer.Engine, w.answer.Confidence, w.answer.Reading = "pin", 1, "The pinned question “"+p.Question+"”."
			return nil
		}
	}
	w.recalled.lessons = w.fitting()
	w.recalled.fitting = w.recalled.lessons
	w.recalled.key = w.key()
	w.recalled.translation = w.agent.translations.recall(ctx, w.recalled.key)
	err := w.wait(ctx)
	w.agent.cfg.Counters.Translations.Count(w.recalled.translation != nil)
	return err
}

// usesLessons reports whether lessons are used for this question.
func (w *work) usesLessons() bool { return w.settings.Lessons && !w.agent.cfg.IgnoreLessons }

// activeLessons returns the lessons that apply to the caller and have not failed for this question.
func (w *work) activeLessons() []lessons.Lesson {
	if !w.usesLessons() {
		return nil
	}
	return slices.DeleteFunc(w.agent.cfg.Lessons.For(w.question.Datasource, w.print.Role), func(l lessons.Lesson) bool {
		return slices.Contains(w.recalled.dropped, l.ID) || !w.mayHear(l)
	})
}

// fitting returns the lessons about words of the question and, for a model, those from similar questions.
func (w *work) fitting() []lessons.Lesson {
	if !w.usesLessons() {
		return nil
	}
	library, words := w.agent.cfg.Lessons, lessons.Words(w.question.Text)
	found := slices.DeleteFunc(library.Mentioned(w.question.Datasource, w.print.Role, words), func(l lessons.Lesson) bool { return !w.namesExist(l) })
	found = append(found, w.ruled(words, found)...)
	if w.usesModel() {
		found = append(found, library.Alike(w.question.Datasource, w.print.Role, words, likeness)...)
	}
	found = slices.DeleteFunc(found, func(l lessons.Lesson) bool {
		return slices.Contains(w.recalled.dropped, l.ID) || w.overruled(l) || !w.mayHear(l)
	})
	return found[:min(len(found), maxFitting)]
}

// ruled returns what the rules of lessons make of words of the question that no lesson is about: where kunden was prod_kunden, artikel may
// be prod_artikel, if there is such a table and none of the bare name. Such a lesson is told and offered, and binds nobody, whatever its
// rule came from: a correction or a failed attempt.
func (w *work) ruled(words []string, known []lessons.Lesson) []lessons.Lesson {
	var all []lessons.Lesson
	for _, l := range w.activeLessons() {
		if l.Kind != lessons.Table || l.Rule.IsZero() {
			continue
		}
		for _, word := range words {
			t := w.snapshot.Called(l.Rule.Apply(word))
			if t == nil || w.snapshot.Called(word) != nil || strings.EqualFold(word, l.Words) ||
				slices.ContainsFunc(append(known, all...), func(o lessons.Lesson) bool { return strings.EqualFold(o.Words, word) }) {
				continue
			}
			one := l
			one.Words, one.Means, one.Source, one.Rule = word, w.written(t.Schema, t.Name), byRule, lessons.Rule{}
			all = append(all, one)
		}
	}
	return all
}

// byRule is the source of what ruled makes; it is never kept.
const byRule lessons.Source = "rule"

// overruled reports whether a lesson is an earlier answer to a clarification that this question settles itself.
func (w *work) overruled(l lessons.Lesson) bool {
	return l.Source == lessons.FromCorrection && w.question.Passing && (w.question.Anew || slices.ContainsFunc(w.question.Settled,
		func(c plan.Constraint) bool { return c.Phrase != "" && strings.EqualFold(c.Phrase, l.Words) }))
}

// namesExist reports whether the names in a lesson exist for the caller. It is true for lessons in prose, which
// cannot be checked.
func (w *work) namesExist(l lessons.Lesson) bool {
	if l.Kind == lessons.Table {
		return w.snapshot.Called(l.Means) != nil || len(strings.Fields(l.Means)) > 1
	}
	e, err := plan.Fragment(l.Means)
	if err != nil {
		return true
	}
	return w.resolvable(e)
}

// settled returns the constraints on every draft: from the clarifications of this question, then from earlier ones
// about the same words, so that nobody is asked twice.
func (w *work) settled() []plan.Constraint {
	all := slices.Clone(w.question.Settled)
	for _, l := range w.recalled.lessons {
		if l.Source != lessons.FromCorrection {
			continue
		}
		if c, ok := w.constraint(l); ok && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all
}

// constraint returns a lesson as a constraint on drafts: a table, a column, a value, or a join. ok is false for other
// lessons.
func (w *work) constraint(l lessons.Lesson) (plan.Constraint, bool) {
	if l.Kind == lessons.Table {
		t := w.snapshot.Called(l.Means)
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
	t := w.snapshot.Called(left.Alias)
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
	u := w.snapshot.Called(right[0].Alias)
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

// definedTerms returns the terms of the schema's file that the question speaks of, as notes for a prompt.
func (w *work) definedTerms() []string {
	var out []string
	said := " " + strings.Join(wordform.Plain(w.question.Text), " ") + " "
	for _, t := range w.agent.understand(w.snapshot).Terms {
		if !strings.Contains(said, " "+t.Phrase()) || len(out) >= maxHints {
			continue
		}
		note := fmt.Sprintf("%q of %s means", t.Phrase(), t.Relation.Table.Name)
		if t.Expression != "" {
			note += " " + t.Expr.String()
		}
		if t.Prose != "" {
			note += " (" + t.Prose + ")"
		}
		out = append(out, note)
	}
	return out
}

// maxHomeSteps bounds the number of joins between the tables of an expression and its base table.
const maxHomeSteps = 4

// baseTable returns the table whose rows an expression is about: the only one, or the one from which every other is
// reached along keys that lead to one row each. Joining those repeats no rows, and the review adds the joins. Every
// aggregate must be over a column of this table; otherwise it would count rows of another table as often as they are
// joined. It returns "" when there is no such table: only the model can use the expression.
func (w *work) baseTable(e plan.Expr) string {
	refs := e.Columns()
	for _, r := range refs {
		if from := w.snapshot.Called(r.Alias); from != nil && w.leads(from, refs) && overRowsOf(e, r.Alias) {
			return r.Alias
		}
	}
	return ""
}

func (w *work) leads(from *schema.Table, refs []plan.Ref) bool {
	graph := plan.NewGraph(w.snapshot)
	for _, r := range refs {
		to := w.snapshot.Called(r.Alias)
		if to == from {
			continue
		}
		if to == nil {
			return false
		}
		paths := graph.Paths(from, to, maxHomeSteps)
		if len(paths) == 0 || paths[0].Multiplies() {
			return false
		}
	}
	return true
}

// overRowsOf reports whether all columns belong to one table, or every aggregate has a column of it.
func overRowsOf(e plan.Expr, table string) bool {
	if !slices.ContainsFunc(e.Columns(), func(r plan.Ref) bool { return r.Alias != table }) {
		return true
	}
	all := true
	e.Walk(func(n *pg.Node) bool {
		f := n.GetFuncCall()
		if f == nil || !plan.HasAggregate(plan.FromNode(n)) || !plan.IsAggregate(f.Funcname[len(f.Funcname)-1].GetString_().GetSval()) {
			return true
		}
		mine := slices.ContainsFunc(plan.FromNode(n).Columns(), func(r plan.Ref) bool { return r.Alias == table })
		all = all && mine
		return false
	})
	return all
}

// promptLessons returns the lessons for a prompt: those that fit, best first, as many as there is room for.
func (w *work) promptLessons() []lessons.Lesson {
	room := maxPromptLessons
	var told []lessons.Lesson
	for _, l := range w.recalled.lessons {
		if l.Kind == lessons.Column && w.agent.cfg.Share.Level != schema.Values && l.Source != lessons.FromFile && holdsValue(l.Means) {
			continue // learned when more could be shared with models
		}
		if n := len(l.String()); n <= room {
			room -= n
			told = append(told, l)
		}
	}
	return told
}

// holdsValue reports whether an expression contains a text that may be a stored value.
func holdsValue(means string) bool {
	e, err := plan.Fragment(means)
	if err != nil {
		return false
	}
	found := false
	e.Walk(func(n *pg.Node) bool {
		found = found || n.GetAConst().GetSval() != nil
		return !found
	})
	return found
}

// applied returns the lessons that influenced the draft.
func (w *work) applied() []lessons.Lesson {
	if w.recalled.pin != nil {
		return nil
	}
	all := w.recalled.lessons
	if w.draft.engine == EngineBuiltin {
		all = slices.DeleteFunc(slices.Clone(all), func(l lessons.Lesson) bool { return l.Kind != lessons.Table && l.Kind != lessons.Column })
	}
	for _, l := range w.recalled.renames {
		if !slices.ContainsFunc(all, func(o lessons.Lesson) bool { return o.ID == l.ID }) {
			all = append(slices.Clone(all), l)
		}
	}
	return all
}

func idsOf(all []lessons.Lesson) []string {
	var ids []string
	for _, l := range all {
		ids = append(ids, l.ID)
	}
	return ids
}

// dropLessons excludes the lessons behind the failed draft from this question. It reports whether there were any, and
// so whether another try makes sense.
func (w *work) dropLessons() bool {
	applied := w.applied()
	if len(applied) == 0 || w.budget.attempts <= 0 {
		return false
	}
	w.agent.cfg.Lessons.RecordUse(idsOf(applied), false)
	w.recalled.dropped = append(w.recalled.dropped, idsOf(applied)...)
	w.recalled.lessons, w.recalled.renames = w.fitting(), nil
	w.tried.consulted = false
	return true
}
