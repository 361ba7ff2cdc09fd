package translate

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan/review"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/memory"
	"github.com/pgask/pgask/translate/plan"
)

// key returns a key that covers everything that a translation depends on. The fingerprint covers the role, the search
// path and the schema; of the lessons, those about the question count.
func (r *reader) key() string {
	// AsRead constraints are left out: confirming a reading does not change it.
	var binding []plan.Constraint
	for _, c := range r.question.Settled {
		if c.Kind != plan.AsRead {
			binding = append(binding, c)
		}
	}
	settled, err := json.Marshal(binding)
	if err != nil {
		return ""
	}
	text := lessons.Normal(r.question.Text)
	text = cmp.Or(text, r.question.Text)
	h := sha256.New()
	for _, part := range []string{r.agent.shape, r.question.catalog(), r.print.Hash, r.engine(), string(settled),
		strconv.FormatBool(r.settings.Lessons), strconv.FormatBool(r.question.atTerminal()),
		lessonKey(r.recalled.fitting, text), r.question.Evidence, text} {
		sum := sha256.Sum256([]byte(part)) // each part by itself, so that different lists cannot give the same key
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// lessonKey returns a text made of the content of the lessons about the question. It leaves out their success counts,
// and the example made by praise for an answer to this very question, because that confirms the remembered
// translation.
func lessonKey(fitting []lessons.Lesson, text string) string {
	all := slices.Clone(fitting)
	slices.SortFunc(all, func(a, b lessons.Lesson) int { return cmp.Compare(a.ID, b.ID) })
	var b strings.Builder
	for _, l := range all {
		if l.Kind == lessons.Example && l.Source == lessons.FromFeedback && lessons.Normal(l.Words) == text {
			continue
		}
		fmt.Fprintf(&b, "%q %q %q %q %v\n", l.Kind, l.Words, l.Means, l.Status, l.Rule)
	}
	return b.String()
}

// shape returns the parts of a configuration that translations depend on.
func (c Config) shape() string {
	name := ""
	if c.Model != nil {
		name = c.Model.Name()
	}
	return fmt.Sprint(c.Build, name, c.Guard, c.ExtensionSchemas, c.AnswerConfidence, c.BuiltinConfidence, c.Share, c.SchemaTokens,
		c.InferForeignKeys, c.JoinConfidence, c.Descriptions, c.Meaning.Version(), c.Candidates, c.IgnoreLessons)
}

// rememberable reports whether the translation of the question may be kept.
func (w *work) rememberable() bool {
	return !w.tells() && !w.question.followsUp() && w.shown == nil && w.question.Draft == "" && w.recalled.pin == nil
}

// made returns the translation of the question. renames are the lessons behind its names.
func (a *attempt) made(renames []lessons.Lesson) *memory.Translation {
	t := &memory.Translation{SQL: a.draft.sql, Plan: a.draft.plan, Read: a.draft.read, ReadAs: a.draft.readAs,
		Draft: a.draft.engine, Engine: a.answer.Engine,
		Reading: a.answer.Reading, Assumptions: a.answer.Assumptions, Sure: a.draft.confidence, Confidence: a.answer.Confidence,
		Renamed: idsOf(renames)}
	for _, f := range a.fixes {
		t.Repairs = append(t.Repairs, f.What)
	}
	return t
}

// take goes on with an earlier translation. What it was repaired by is told again.
func (a *attempt) take(t *memory.Translation) {
	a.draft = draft{sql: t.SQL, plan: t.Plan, read: t.Read, readAs: t.ReadAs, engine: t.Draft, reading: t.Reading,
		assumptions: t.Assumptions, confidence: t.Sure}
	a.answer.Plan, a.answer.Reading, a.answer.Assumptions = t.Plan, t.Reading, t.Assumptions
	a.answer.Confidence, a.answer.Engine = t.Confidence, t.Engine
	for _, what := range t.Repairs {
		a.fixes = append(a.fixes, review.Fix{What: what})
	}
}

// keepTranslation keeps the translation of an answered question. It skips empty results, because the next attempt may
// be better.
func (w *work) keepTranslation() {
	if w.rememberable() && w.draft.sql != "" && w.recalled.translation == nil && w.tried.heldEmpty == nil && w.recalled.key != "" {
		w.agent.translations.Keep(w.recalled.key, w.made(w.recalled.renames), w.private())
	}
}

// wait waits for the translation of an equal question by another session and uses it. If there is none, this question
// starts a flight and others wait for it.
func (r *reader) wait(ctx context.Context) error {
	for r.recalled.translation == nil {
		f, first := r.agent.translations.Join(r.recalled.key)
		if first {
			r.recalled.leads = true
			return nil
		}
		if locks, err := r.reads().MayLock(ctx); err != nil || locks {
			return err
		}
		stop := r.progress("waiting for the same question, which another session has asked")
		select {
		case <-f.Done:
		case <-ctx.Done():
		}
		stop()
		r.factsAge = -1
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if r.recalled.translation = f.Result; !f.Cancelled {
			return nil // if the other session failed, this one tries without others waiting
		}
	}
	return nil
}

// endFlight passes the proven translation to the waiting sessions, or nil if there is none. It does nothing for a
// question that started no flight.
func (r *reader) endFlight(t *memory.Translation, cut bool) {
	if r.recalled.leads {
		r.recalled.leads = false
		r.agent.translations.End(r.recalled.key, t, cut)
	}
}
