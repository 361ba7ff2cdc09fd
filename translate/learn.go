package translate

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/wordform"
)

// teach passes to the library what this question taught: which lessons helped, what the user settled, and what
// differs between a failed attempt and the one that worked.
func (w *work) teach() {
	library := w.agent.cfg.Lessons
	used := idsOf(w.applied())
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
		corrections := w.corrections()
		learned := library.Learn(append(corrections, w.mended()...)...)
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
	w.question.Settled, w.recalled.fitting = nil, w.fitting()
	key := w.key()
	w.question.Settled, w.recalled.fitting = settled, fitting
	w.agent.translations.keepStored(key, w.made(), w.private())
}

// lesson returns a lesson from this question.
func (w *work) lesson(kind lessons.Kind, words, means string, from lessons.Source, confidence float64) lessons.Lesson {
	return lessons.Lesson{Kind: kind, Words: words, Means: means, Datasources: []string{w.question.Datasource}, Author: w.print.Role,
		Source: from, Note: say.Clip(w.question.Text, 500), Confidence: confidence}
}

// The initial confidence of lessons.
const (
	sureOfCorrection = 0.95
	sureOfFeedback   = 0.9
	sureOfRename     = 0.85
	sureOfRule       = 0.8
	sureOfMistake    = 0.8
)

// corrections returns lessons from the user's answers to clarifications, so that they are not asked again.
func (w *work) corrections() []lessons.Lesson {
	if w.question.Passing {
		return nil
	}
	var all []lessons.Lesson
	for _, c := range w.question.Settled {
		words := c.Phrase
		if words == "" {
			words = strings.Join(wordform.Plain(w.question.Text), " ")
		}
		kind, means := lessons.Column, ""
		switch c.Kind {
		case plan.UseTable:
			kind, means = lessons.Table, w.written(c.Schema, c.Table)
		case plan.UseColumn:
			means = plan.Col(w.written(c.Schema, c.Table), c.Column).String()
		case plan.UseJoin:
			words = strings.Join(wordform.Plain(w.question.Text), " ")
			means = plan.Op("=", plan.Col(w.written(c.Schema, c.Table), c.Column), plan.Col(w.written(c.RefSchema, c.RefTable), c.RefColumn)).String()
		case plan.UseWords:
			means = c.Value
		case plan.UseValue:
			if !w.mayKeep(c) {
				continue
			}
			means = plan.Op("=", plan.Col(w.written(c.Schema, c.Table), c.Column), plan.Str(c.Value)).String()
		default:
			continue // excluding a table or column concerns this question only
		}
		l := w.lesson(kind, words, means, lessons.FromCorrection, sureOfCorrection)
		if c.Kind == plan.UseTable {
			l.Rule = w.namingRule(strings.ToLower(words), c.Table) // kunden is prod_kunden: the next word may follow it
		}
		all = append(all, l)
	}
	return all
}

// namingRule returns the rule that makes a table's name of a word, if other tables are named so, too: that returns are supplier_returns is
// a choice and no way to name tables.
func (w *work) namingRule(word, table string) lessons.Rule {
	r := lessons.RuleOf(word, table)
	same := 0
	for _, t := range w.snapshot.Tables {
		name := strings.ToLower(t.Name)
		if strings.HasPrefix(name, strings.ToLower(r.Prefix)) && strings.HasSuffix(name, strings.ToLower(r.Suffix)) {
			same++
		}
	}
	if same < namedAlike {
		return lessons.Rule{}
	}
	return r
}

// namedAlike is how many tables a prefix or suffix must be part of to be a rule.
const namedAlike = 3

// written returns a table's name for a lesson: with its schema only where that is needed.
func (w *work) written(schemaName, table string) string {
	if len(w.snapshot.Named(table)) > 1 && schemaName != "" {
		return schemaName + "." + table
	}
	return table
}

// mayKeep reports whether a lesson may contain a stored value: when models may see the values of its column, or when
// the user wrote it.
func (w *work) mayKeep(c plan.Constraint) bool {
	if w.says(c.Value) {
		return true
	}
	t := w.snapshot.Table(c.Schema, c.Table)
	if t == nil || t.Column(c.Column) == nil {
		return false
	}
	return w.agent.cfg.Share.Level == schema.Values && !t.Column(c.Column).Masked
}

// says reports whether the question contains a text.
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
		t := w.snapshot.Called(table)
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
		return []lessons.Lesson{w.lesson(lessons.Mistake, say.Clip(words, 900), say.Clip(c.Clause+" "+orNothing(c.To), 900), lessons.FromError, sureOfMistake)}
	}
	return nil
}

func orNothing(s string) string {
	if s == "" {
		return "(nothing)"
	}
	return s
}
