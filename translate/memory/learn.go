package memory

import (
	"strings"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/wordform"
)

// lesson returns a lesson from this question.
func (ls Lessons) lesson(kind lessons.Kind, words, means string, from lessons.Source, confidence float64) lessons.Lesson {
	return lessons.Lesson{Kind: kind, Words: words, Means: means, Datasources: []string{ls.Question.Datasource}, Author: ls.Role,
		Source: from, Note: say.Clip(ls.Question.Text, 500), Confidence: confidence}
}

// The initial confidence of lessons.
const (
	sureOfCorrection = 0.95
	SureOfFeedback   = 0.9
	sureOfRename     = 0.85
	sureOfRule       = 0.8
	sureOfMistake    = 0.8
)

// Corrections returns lessons from the user's answers to clarifications, so that they are not asked again.
func (ls Lessons) Corrections() []lessons.Lesson {
	if ls.Question.Passing {
		return nil
	}
	var all []lessons.Lesson
	for _, c := range ls.Question.Settled {
		words := c.Phrase
		if words == "" {
			words = strings.Join(wordform.Plain(ls.Question.Text), " ")
		}
		kind, means := lessons.Column, ""
		switch c.Kind {
		case plan.UseTable:
			kind, means = lessons.Table, ls.written(c.Schema, c.Table)
		case plan.UseColumn:
			means = plan.Col(ls.written(c.Schema, c.Table), c.Column).String()
		case plan.UseJoin:
			words = strings.Join(wordform.Plain(ls.Question.Text), " ")
			means = plan.Op("=", plan.Col(ls.written(c.Schema, c.Table), c.Column),
				plan.Col(ls.written(c.RefSchema, c.RefTable), c.RefColumn)).String()
		case plan.UseWords:
			means = c.Value
		case plan.UseValue:
			if !ls.mayKeep(c) {
				continue
			}
			means = plan.Op("=", plan.Col(ls.written(c.Schema, c.Table), c.Column), plan.Str(c.Value)).String()
		default:
			continue // excluding a table or column concerns this question only
		}
		l := ls.lesson(kind, words, means, lessons.FromCorrection, sureOfCorrection)
		if c.Kind == plan.UseTable {
			l.Rule = ls.namingRule(strings.ToLower(words), c.Table) // kunden is prod_kunden: the next word may follow it
		}
		all = append(all, l)
	}
	return all
}

// namingRule returns the rule that makes a table's name of a word, if other tables are named so, too: that returns
// are supplier_returns is a choice and no way to name tables.
func (ls Lessons) namingRule(word, table string) lessons.Rule {
	r := lessons.RuleOf(word, table)
	same := 0
	for _, t := range ls.Snapshot.Tables {
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
func (ls Lessons) written(schemaName, table string) string {
	if len(ls.Snapshot.Named(table)) > 1 && schemaName != "" {
		return schemaName + "." + table
	}
	return table
}

// mayKeep reports whether a lesson may contain a stored value: when models may see the values of its column, or when
// the user wrote it.
func (ls Lessons) mayKeep(c plan.Constraint) bool {
	if ls.says(c.Value) {
		return true
	}
	t := ls.Snapshot.Table(c.Schema, c.Table)
	if t == nil || t.Column(c.Column) == nil {
		return false
	}
	return ls.Share == schema.Values && !t.Column(c.Column).Masked
}

// says reports whether the question contains a text.
func (ls Lessons) says(text string) bool {
	text = strings.Trim(text, "%")
	return strings.Contains(strings.ToLower(ls.Question.Text), strings.ToLower(text))
}

// Mended returns lessons from the differences between the last attempt that failed and the statement that worked.
func (ls Lessons) Mended(last audit.Attempt, worked string) []lessons.Lesson {
	renamed, changed, err := plan.Difference(last.Draft, worked, func(table, column string) bool {
		t := ls.Snapshot.Called(table)
		return t != nil && (column == "" || t.Column(column) != nil)
	})
	if err != nil || last.Class == "NO_ROWS" {
		return nil
	}
	var all []lessons.Lesson
	for _, r := range renamed {
		if r.Table != "" {
			all = append(all, ls.lesson(lessons.Column, r.Table+"."+r.From, plan.Col(r.Table, r.To).String(),
				lessons.FromError, sureOfRename))
			continue
		}
		l := ls.lesson(lessons.Table, r.From, r.To, lessons.FromError, sureOfRename)
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
		return []lessons.Lesson{ls.lesson(lessons.Mistake, say.Clip(words, 900),
			say.Clip(c.Clause+" "+orNothing(c.To), 900), lessons.FromError, sureOfMistake)}
	}
	return nil
}

func orNothing(s string) string {
	if s == "" {
		return "(nothing)"
	}
	return s
}
