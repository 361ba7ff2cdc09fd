package dialogue

import (
	"cmp"
	"strings"

	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/wordform"
)

// FromModel returns what to ask when a model reads a question, or a change to an answer, in several ways. An option
// that names an existing table or column becomes a constraint. Any other option replaces a phrase of the question, or
// the whole question.
func FromModel(d model.Draft, s *schema.Snapshot, question, change string) *Asked {
	c := &Asked{Kind: AskFreeText, Message: d.Reason}
	if len(d.Ambiguities) > 0 { // only one at a time
		a := d.Ambiguities[0]
		c.Kind, c.Context = Kind(a.Kind), map[string]string{"phrase": a.Phrase}
		if a.Question != "" {
			c.Message = a.Question
		}
		for _, o := range a.Options {
			c.Options = append(c.Options, modelOption(a, o, s, question, change))
		}
	}
	c.Message = cmp.Or(c.Message, "The question can be read in several ways. Which do you mean?")
	return c
}

func modelOption(a model.Ambiguity, o model.Option, s *schema.Snapshot, question, change string) Option {
	out := Option{Label: o.Label, Meaning: o.Meaning}
	t := s.Table(o.Schema, o.Table)
	switch {
	case (t == nil || o.Column != "" && t.Column(o.Column) == nil) && Kind(a.Kind) != AskFilter && a.Phrase != "" &&
		wordform.Holds(question, a.Phrase):
		out.Settles = []plan.Constraint{{Kind: plan.UseWords, Phrase: a.Phrase, Value: o.Label}} // what "recent" means
	case t == nil || o.Column != "" && t.Column(o.Column) == nil:
		out.Rephrased = cmp.Or(change, question) + " (" + strings.TrimPrefix(a.Phrase+": ", ": ") + o.Label + ")"
	case o.Value != "":
		out.Settles = []plan.Constraint{{Kind: plan.UseValue, Phrase: a.Phrase, Schema: t.Schema, Table: t.Name,
			Column: o.Column, Value: o.Value}}
	case o.Column != "":
		out.Settles = []plan.Constraint{{Kind: plan.UseColumn, Phrase: a.Phrase, Schema: t.Schema, Table: t.Name, Column: o.Column}}
	default:
		out.Settles = []plan.Constraint{{Kind: plan.UseTable, Phrase: a.Phrase, Schema: t.Schema, Table: t.Name}}
	}
	return out
}

// SettledText says what a constraint settles, for a list.
func SettledText(c plan.Constraint) string {
	what := c.Table
	switch c.Kind {
	case plan.UseColumn:
		what = c.Table + "." + c.Column
	case plan.UseValue:
		what = c.Value
	case plan.AsOf:
		return "periods counted from " + cmp.Or(c.Value, "today")
	case plan.ReadAs:
		what = c.Phrase
	case plan.AsRead:
		return "read as told"
	case plan.UseWords:
		what = c.Phrase + " as " + c.Value
	case plan.UseJoin:
		what = c.Table + "." + c.Column + " = " + c.RefTable + "." + c.RefColumn
	}
	return string(c.Kind) + " " + what
}
