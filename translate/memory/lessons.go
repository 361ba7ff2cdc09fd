package memory

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Lessons is what lessons say of one question, as far as its caller may hear them.
type Lessons struct {
	Library  *lessons.Library
	On       bool // lessons are used for this question
	ForModel bool // a model may be asked
	Share    schema.Level
	Question Question
	Role     string
	Snapshot *schema.Snapshot       // what the caller may see
	Model    func() *semantic.Model // what that means
	May      func(lessons.Lesson) bool

	Recalled []lessons.Lesson // that fit the question, best first
	Dropped  []string         // ids of those with which a draft has failed
}

// Question is what lessons must know of a question.
type Question struct {
	Text, Datasource string
	Settled          []plan.Constraint // by clarifications of this question
	Anew, Passing    bool              // see translate.Question
}

// Bounds on the lessons for one question.
const (
	maxFitting = 40
	MaxPrompt  = 2400 // bytes in a prompt: some 600 tokens
	maxTerms   = 12   // in a prompt
	likeness   = 0.6  // least share of common words for one question to be an example for another
)

// Active returns the lessons that apply to the caller and have not failed for this question.
func (ls Lessons) Active() []lessons.Lesson {
	if !ls.On {
		return nil
	}
	return slices.DeleteFunc(ls.Library.For(ls.Question.Datasource, ls.Role), func(l lessons.Lesson) bool {
		return slices.Contains(ls.Dropped, l.ID) || !ls.May(l)
	})
}

// Among returns those of the active lessons that have one of some ids.
func (ls Lessons) Among(ids []string) []lessons.Lesson {
	return slices.DeleteFunc(ls.Active(), func(l lessons.Lesson) bool { return !slices.Contains(ids, l.ID) })
}

// Fitting returns the lessons about words of the question and, for a model, those from similar questions.
func (ls Lessons) Fitting() []lessons.Lesson {
	if !ls.On {
		return nil
	}
	library, words := ls.Library, lessons.Words(ls.Question.Text)
	found := slices.DeleteFunc(library.Mentioned(ls.Question.Datasource, ls.Role, words),
		func(l lessons.Lesson) bool { return !ls.Exist(l) })
	found = append(found, ls.ruled(words, found)...)
	if ls.ForModel {
		found = append(found, library.Alike(ls.Question.Datasource, ls.Role, words, likeness)...)
	}
	found = slices.DeleteFunc(found, func(l lessons.Lesson) bool {
		return slices.Contains(ls.Dropped, l.ID) || ls.overruled(l) || !ls.May(l)
	})
	return found[:min(len(found), maxFitting)]
}

// ruled returns what the rules of lessons make of words of the question that no lesson is about: where kunden was
// prod_kunden, artikel may be prod_artikel, if there is such a table and none of the bare name. Such a lesson is told
// and offered, and binds nobody, whatever its rule came from: a correction or a failed attempt.
func (ls Lessons) ruled(words []string, known []lessons.Lesson) []lessons.Lesson {
	var all []lessons.Lesson
	for _, l := range ls.Active() {
		if l.Kind != lessons.Table || l.Rule.IsZero() {
			continue
		}
		for _, word := range words {
			t := ls.Snapshot.Called(l.Rule.Apply(word))
			if t == nil || ls.Snapshot.Called(word) != nil || strings.EqualFold(word, l.Words) ||
				slices.ContainsFunc(append(known, all...), func(o lessons.Lesson) bool { return strings.EqualFold(o.Words, word) }) {
				continue
			}
			one := l
			one.Words, one.Means, one.Source, one.Rule = word, ls.written(t.Schema, t.Name), ByRule, lessons.Rule{}
			all = append(all, one)
		}
	}
	return all
}

// ByRule is the source of what ruled makes; it is never kept.
const ByRule lessons.Source = "rule"

// overruled reports whether a lesson is an earlier answer to a clarification that this question settles itself.
func (ls Lessons) overruled(l lessons.Lesson) bool {
	return l.Source == lessons.FromCorrection && ls.Question.Passing && (ls.Question.Anew || slices.ContainsFunc(ls.Question.Settled,
		func(c plan.Constraint) bool { return c.Phrase != "" && strings.EqualFold(c.Phrase, l.Words) }))
}

// Exist reports whether the names in a lesson exist for the caller. It is true for lessons in prose, which
// cannot be checked.
func (ls Lessons) Exist(l lessons.Lesson) bool {
	if l.Kind == lessons.Table {
		return ls.Snapshot.Called(l.Means) != nil || len(strings.Fields(l.Means)) > 1
	}
	e, err := plan.Fragment(l.Means)
	if err != nil {
		return true
	}
	return ls.resolvable(e)
}

// Told returns the lessons for a prompt: those that fit, best first, as many as there is room for.
func (ls Lessons) Told() []lessons.Lesson {
	room := MaxPrompt
	var told []lessons.Lesson
	for _, l := range ls.Recalled {
		if l.Kind == lessons.Column && ls.Share != schema.Values && l.Source != lessons.FromFile && holdsValue(l.Means) {
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
