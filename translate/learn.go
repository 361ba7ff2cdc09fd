package translate

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// teach gives the library what this question taught: which lessons helped, what the user has settled, and what was mended
// between an attempt that failed and the one that did not.
func (w *work) teach() {
	library := w.agent.cfg.Lessons
	used := idsOf(w.applied())
	switch {
	case w.shown != nil:
		return // the last answer stays what it was
	case !w.isOwnRelation() && w.question.Verb != Pin:
		w.answer.past = w.pastOf(used)
	}
	if w.isOwnRelation() || !w.usesLessons() || w.question.Verb != Run || w.recalled.dropped != nil && w.tried.heldEmpty != nil {
		return
	}
	if p := w.recalled.pin; p != nil {
		library.RecordPinUse(p.ID)
		return
	}
	library.RecordUse(used, true)
	library.Asked(w.question.Datasource, w.question.Text, w.answer.proven)
	if library.Learns() && w.tried.heldEmpty == nil {
		corrections := w.corrections()
		learned := library.Learn(append(corrections, w.mended()...)...)
		// Who blames the answer blames what it taught, so that the question is asked back again.
		w.answer.past.Lessons = append(slices.Clone(used), learned[:min(len(corrections), len(learned))]...)
		w.rememberSettled(len(corrections))
	}
}

// rememberSettled keeps the translation for the question as it will be asked the next time: without the answers to what was asked
// back, and with the lessons that they became. n of them became lessons; if not all did, the next time is another question.
func (w *work) rememberSettled(n int) {
	settled, fitting := w.question.Settled, w.recalled.fitting
	if n == 0 || n != len(settled) || !w.rememberable() || w.draft.sql == "" {
		return
	}
	w.question.Settled, w.recalled.fitting = nil, w.fitting()
	key := w.key()
	w.question.Settled, w.recalled.fitting = settled, fitting
	w.agent.translations.keepStored(key, w.made())
}

// lesson is one that this question teaches.
func (w *work) lesson(kind lessons.Kind, words, means string, from lessons.Source, confidence float64) lessons.Lesson {
	return lessons.Lesson{Kind: kind, Words: words, Means: means, Datasources: []string{w.question.Datasource}, Author: w.print.Role,
		Source: from, Note: clip(w.question.Text, 500), Confidence: confidence}
}

// The confidence that learning begins with.
const (
	sureOfCorrection = 0.95
	sureOfFeedback   = 0.9
	sureOfRename     = 0.85
	sureOfRule       = 0.8
	sureOfMistake    = 0.8
)

// corrections are the user's answers to clarifications, so that the same question does not ask twice.
func (w *work) corrections() []lessons.Lesson {
	if w.question.Passing {
		return nil
	}
	var all []lessons.Lesson
	for _, c := range w.question.Settled {
		words := c.Phrase
		if words == "" {
			words = strings.Join(plainWords(w.question.Text), " ")
		}
		kind, means := lessons.Column, ""
		switch c.Kind {
		case plan.UseTable:
			kind, means = lessons.Table, w.written(c.Schema, c.Table)
		case plan.UseColumn:
			means = plan.Col(w.written(c.Schema, c.Table), c.Column).String()
		case plan.UseJoin:
			words = strings.Join(plainWords(w.question.Text), " ")
			means = plan.Op("=", plan.Col(w.written(c.Schema, c.Table), c.Column), plan.Col(w.written(c.RefSchema, c.RefTable), c.RefColumn)).String()
		case plan.UseWords:
			means = c.Value
		case plan.UseValue:
			if !w.mayKeep(c) {
				continue
			}
			means = plan.Op("=", plan.Col(w.written(c.Schema, c.Table), c.Column), plan.Str(c.Value)).String()
		default:
			continue // what is not to be used is about this question alone
		}
		all = append(all, w.lesson(kind, words, means, lessons.FromCorrection, sureOfCorrection))
	}
	return all
}

// written is a table's name as a lesson has it: with its schema only where it is needed.
func (w *work) written(schemaName, table string) string {
	if len(w.snapshot.Named(table)) > 1 && schemaName != "" {
		return schemaName + "." + table
	}
	return table
}

// mayKeep reports whether a stored value may stand in a lesson: when models may see the values of its column, or when it is
// the user's own word.
func (w *work) mayKeep(c plan.Constraint) bool {
	if w.says(c.Value) {
		return true
	}
	t := w.snapshot.Table(c.Schema, c.Table)
	if t == nil || t.Column(c.Column) == nil {
		return false
	}
	return w.agent.cfg.Share.Level == schema.Values && !w.agent.cfg.Share.Hides(t, t.Column(c.Column))
}

// says whether the question itself holds a text.
func (w *work) says(text string) bool {
	text = strings.Trim(text, "%")
	return strings.Contains(strings.ToLower(w.question.Text), strings.ToLower(text))
}

// mended returns lessons from the differences between the failed attempts and the one that worked.
func (w *work) mended() []lessons.Lesson {
	if len(w.trace.Attempts) == 0 || w.draft.engine != EngineModel {
		return nil
	}
	last := w.trace.Attempts[len(w.trace.Attempts)-1]
	renamed, changed, err := plan.Difference(last.Draft, w.answer.proven, func(table, column string) bool {
		t := w.tableNamed(table)
		return t != nil && (column == "" || t.Column(column) != nil)
	})
	if err != nil || last.Class == "NO_ROWS" {
		return nil
	}
	var all []lessons.Lesson
	for _, r := range renamed {
		if r.Table != "" {
			all = append(all, w.lesson(lessons.Column, r.Table+"."+r.From, plan.Col(r.Table, r.To).String(), lessons.FromError, sureOfRename))
			continue
		}
		l := w.lesson(lessons.Table, r.From, r.To, lessons.FromError, sureOfRename)
		if l.Rule = lessons.RuleOf(r.From, r.To); !l.Rule.IsZero() {
			l.Confidence = sureOfRule
		}
		all = append(all, l)
	}
	if len(all) > 0 || last.Class == "" {
		return all // the other differences follow from the names
	}
	for _, c := range changed {
		if c.Clause == "SELECT" && len(changed) > 1 {
			continue
		}
		words := last.Class + " with " + c.Clause + " " + orNothing(c.From)
		return []lessons.Lesson{w.lesson(lessons.Mistake, clip(words, 900), clip(c.Clause+" "+orNothing(c.To), 900), lessons.FromError, sureOfMistake)}
	}
	return nil
}

func orNothing(s string) string {
	if s == "" {
		return "(nothing)"
	}
	return s
}

// clip cuts a text to so many bytes, at the beginning of a character.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && s[most]&0xc0 == 0x80 {
		most--
	}
	return s[:most]
}
