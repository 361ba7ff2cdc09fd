package translate

import (
	"context"
	"slices"
	"strings"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/memory"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/semantic"
)

// recalled holds what was found about a question before the work on it.
type recalled struct {
	pin         *lessons.Pin
	translation *memory.Translation
	key         string           // of the translation; empty until it is looked up
	fitting     []lessons.Lesson // lessons that the key depends on
	lessons     []lessons.Lesson // lessons that fit the question, best first
	renames     []lessons.Lesson // lessons that led to a name in the last draft
	dropped     []string         // ids of the lessons with which a draft failed
}

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
	w.recalled.lessons = w.known().Fitting()
	w.recalled.fitting = w.recalled.lessons
	w.recalled.key = w.key()
	w.recalled.translation = w.agent.translations.Recall(ctx, w.recalled.key)
	err := w.wait(ctx)
	w.agent.cfg.Counters.Translations.Count(w.recalled.translation != nil)
	return err
}

// usesLessons reports whether lessons are used for this question.
func (w *work) usesLessons() bool { return w.settings.Lessons && !w.agent.cfg.IgnoreLessons }

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
	w.recalled.lessons, w.recalled.renames = w.known().Fitting(), nil
	w.tried.consulted = false
	return true
}

// known is what lessons say of this question.
func (w *work) known() memory.Lessons {
	q := w.question
	return memory.Lessons{Library: w.agent.cfg.Lessons, On: w.usesLessons(), ForModel: w.usesModel(), Share: w.agent.cfg.Share.Level,
		Question: memory.Question{Text: q.Text, Datasource: q.Datasource, Settled: q.Settled, Anew: q.Anew, Passing: q.Passing},
		Role:     w.print.Role, Snapshot: w.snapshot, Model: func() *semantic.Model { return w.agent.understand(w.snapshot) }, May: w.mayHear,
		Recalled: w.recalled.lessons, Dropped: w.recalled.dropped}
}

// remap corrects a draft of SQL that names a table which is not in the catalog, if a lesson knows the right one. It
// reports whether it did. The draft is within the guard's bounds, because the guard checks these before names.
func (w *work) remap() bool {
	v := w.verdict
	if w.draft.plan != nil || w.draft.engine != EngineModel || v.Decision == guard.Allow || v.Rule != guard.RuleRelation || !w.usesLessons() {
		return false
	}
	names := map[string]plan.Name{}
	sql, err := plan.RenameTables(w.draft.sql, func(n plan.Name) plan.Name {
		if w.snapshot.Called(strings.TrimPrefix(n.Schema+"."+n.Table, ".")) == nil {
			if t, by := w.known().Meant(n.Table); t != nil {
				w.recalled.renames = append(w.recalled.renames, by)
				names[n.Table] = plan.Name{Schema: t.Schema, Table: t.Name}
				return names[n.Table]
			}
		}
		return n
	})
	if err != nil || len(names) == 0 {
		return false
	}
	w.draft.sql = sql
	return true
}
