package translate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/memory"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
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
	leads       bool             // other sessions wait for this translation
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

// applied returns the lessons that influenced the draft.
func (r *reader) applied(engine string) []lessons.Lesson {
	if r.recalled.pin != nil {
		return nil
	}
	all := r.recalled.lessons
	if engine == EngineBuiltin {
		all = slices.DeleteFunc(slices.Clone(all), func(l lessons.Lesson) bool {
			return l.Kind != lessons.Table && l.Kind != lessons.Column
		})
	}
	for _, l := range r.recalled.renames {
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
	applied := w.applied(w.draft.engine)
	if len(applied) == 0 || w.budget.attempts <= 0 {
		return false
	}
	w.agent.cfg.Lessons.RecordUse(idsOf(applied), false)
	w.recalled.dropped = append(w.recalled.dropped, idsOf(applied)...)
	w.recalled.lessons, w.recalled.renames = w.known().Fitting(), nil
	w.consulted = false
	return true
}

// known is what lessons say of this question.
func (r *reader) known() memory.Lessons {
	q := r.question
	return memory.Lessons{Library: r.agent.cfg.Lessons, On: r.usesLessons(), ForModel: r.usesModel(), Share: r.agent.cfg.Share.Level,
		Question: memory.Question{Text: q.Text, Datasource: q.Datasource, Settled: q.Settled, Anew: q.Anew, Passing: q.Passing},
		Role:     r.print.Role, Snapshot: r.snapshot, Model: func() *semantic.Model { return r.meaning() }, May: r.mayHear,
		Recalled: r.recalled.lessons, Dropped: r.recalled.dropped}
}

// remap corrects a draft of SQL that names a table which is not in the catalog, if a lesson knows the right one. It
// reports whether it did. The draft is within the guard's bounds, because the guard checks these before names.
func (w *work) remap() bool {
	v := w.verdict
	if w.draft.plan != nil || w.draft.engine != EngineModel || v.Decision == guard.Allow ||
		v.Rule != guard.RuleRelation || !w.usesLessons() {
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

// teach passes to the library what this question taught: which lessons helped, what the user settled, and what
// differs between a failed attempt and the one that worked.
func (w *work) teach() {
	library := w.agent.cfg.Lessons
	used := idsOf(w.applied(w.draft.engine))
	switch {
	case w.shown != nil:
		return // the last answer stays unchanged
	case !w.tells() && w.question.Verb != Pin:
		w.answer.past = w.pastOf(used)
	}
	if w.tells() || !w.usesLessons() || w.question.Verb != Run || w.recalled.dropped != nil && w.tried.heldEmpty != nil {
		return
	}
	if p := w.recalled.pin; p != nil {
		library.RecordPinUse(p.ID)
		return
	}
	library.RecordUse(used, true)
	if w.private() {
		return
	}
	library.Asked(w.question.Datasource, w.question.Text, w.answer.proven)
	if library.Learns() && w.tried.heldEmpty == nil {
		corrections := w.known().Corrections()
		all := corrections
		if n := len(w.trace.Attempts); n > 0 && w.draft.engine == EngineModel {
			all = append(slices.Clip(all), w.known().Mended(w.trace.Attempts[n-1], w.answer.proven)...)
		}
		learned := library.Learn(all...)
		// Negative feedback on the answer then also covers the lessons from it, so that the clarification is asked
		// again.
		w.answer.past.Lessons = append(slices.Clone(used), learned[:min(len(corrections), len(learned))]...)
		w.rememberSettled(len(corrections))
	}
}

// rememberSettled keeps the translation for the question as it will be asked next: without the answers to
// clarifications, and with the n lessons made from them. If not all answers became lessons, the next question will
// differ, and nothing is kept.
func (w *work) rememberSettled(n int) {
	settled, fitting := w.question.Settled, w.recalled.fitting
	if n == 0 || n != len(settled) || !w.rememberable() || w.draft.sql == "" {
		return
	}
	w.question.Settled, w.recalled.fitting = nil, w.known().Fitting()
	key := w.key()
	w.question.Settled, w.recalled.fitting = settled, fitting
	w.agent.translations.Keep(key, w.made(w.recalled.renames), w.private())
}

// unused returns sentences about words of the question that people have defined by what the caller cannot see. They
// are the same whether that exists or not, and name nothing but what the caller said; the operator is told the rest.
func (w *work) unused() (told []string) {
	if w.snapshot == nil || w.tells() || w.shown != nil || w.question.Draft != "" || w.recalled.pin != nil {
		return nil
	}
	text := w.question.Text
	if w.question.followsUp() {
		text = w.followed.instruction
	}
	for _, u := range w.known().Unused(text) {
		if len(told) == maxRemembered || u.Elsewhere && !w.unexplained(u) {
			continue
		}
		why := "it cannot be part of a question"
		if u.Absent {
			why = "not all that it names is here"
		}
		told = append(told, fmt.Sprintf("“%s” has a definition, which is not used: %s.", say.Clip(u.Phrase, 100), why))
		w.agent.tellUnused(w.question.Datasource, w.print.Role, u.Why)
	}
	return told
}

// unexplained reports whether nothing else explains the words of a definition.
func (w *work) unexplained(u semantic.Unused) bool {
	return !slices.ContainsFunc(link.Split(u.Phrase), func(word link.Word) bool {
		return !slices.ContainsFunc(w.understood.Unplaced, func(o string) bool { return strings.EqualFold(o, word.Text) })
	})
}

// withUnused adds to the error of a question that was not understood which definitions could not be used for it.
func (w *work) withUnused(err error) error {
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeUnanswered {
		return err
	}
	if told := w.unused(); len(told) > 0 {
		one := *e
		one.Detail = strings.TrimSpace(strings.Join(append(told, one.Detail), " "))
		return &one
	}
	return err
}

// tellUnused tells the operator of a definition that could not be used, once.
func (a *Agent) tellUnused(datasource, role, what string) {
	if a.cfg.Unused == nil {
		return
	}
	if _, known := a.unusedTold.LoadOrStore([3]string{datasource, role, what}, true); !known {
		a.cfg.Unused(datasource, role, what)
	}
}
