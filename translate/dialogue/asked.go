package dialogue

import (
	"github.com/pgask/pgask/display"
	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/plan"
)

// Asked is a question back to the user, with choices.
type Asked struct {
	ID      string            `json:"id"`
	Kind    Kind              `json:"type"`
	Message string            `json:"message"`
	Options []Option          `json:"options"`
	Context map[string]string `json:"context,omitempty"`
}

// Option is one choice.
type Option struct {
	Label   string `json:"label"`   // what the user may reply instead of the number
	Meaning string `json:"meaning"` // one sentence
	// Settles are the constraints that choosing it sets.
	Settles []plan.Constraint `json:"-"`
	// Rephrased replaces the question's text when it is chosen; empty: the text stays.
	Rephrased string `json:"-"`
}

// Kind is the subject of a question back.
type Kind string

// The kinds.
const (
	AskTable    Kind = "table"
	AskJoin     Kind = "join"
	AskColumn   Kind = "column"
	AskValue    Kind = "value"
	AskFilter   Kind = "filter"
	AskMetric   Kind = "metric"
	AskNothing  Kind = "nothing_matches" // words that match no name here; the options are similar names
	AskFailures Kind = "failures"        // every attempt failed; the list says how
	AskFreeText Kind = "free_text"
	AskReading  Kind = "reading" // which of several readings of the whole question
)

// Text returns the question back for people: the question and its numbered choices, a line each.
func (c *Asked) Text() display.Text {
	lines := []display.Text{display.Line(c.Message)}
	for i, o := range c.Options {
		line := display.Sprintf("  %d. %s", i+1, o.Label)
		if o.Meaning != "" {
			line = display.Sprintf("%s: %s", line, o.Meaning)
		}
		lines = append(lines, line)
	}
	return display.Join(lines, "\n")
}

// AsksWhich reports whether a reply in words replaces the phrase that the question back is about.
func (c *Asked) AsksWhich() bool {
	_, ok := c.Context["noun"]
	return ok && c.Kind == AskFilter
}

// JSON returns the question back for programs.
func (c *Asked) JSON() string {
	out := *c
	if out.Options == nil {
		out.Options = []Option{}
	}
	data, err := display.JSON(out)
	if err != nil {
		return "{}"
	}
	return string(data)
}

// FromDraft returns what an engine asks for.
func FromDraft(a *draft.Back) *Asked {
	c := &Asked{Kind: Kind(a.Kind), Message: a.Message, Context: map[string]string{"phrase": a.Phrase}}
	if a.Before != "" {
		c.Context["before"] = a.Before
	}
	for _, o := range a.Options {
		c.Options = append(c.Options, Option{Label: o.Label, Meaning: o.Meaning, Settles: o.Settles})
	}
	return c
}
