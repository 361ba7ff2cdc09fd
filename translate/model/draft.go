package model

import "github.com/pgask/pgask/translate/plan"

// Draft is what a model proposes, unchecked. All its text comes from the model.
type Draft struct {
	Reading     string // the question restated, one sentence
	Decision    Decision
	Reason      string // why it terminates
	Ambiguities []Ambiguity
	Steps       []string // reasons for the plan; none from Minimal
	Assumptions []string
	Confidence  float64    // 0 to 1, as the model sees it; 0.5 when it does not say
	Plan        *plan.Plan // when it proceeds; nil from SQL
	SQL         string     // when it proceeds, from SQL; not parsed
	Raw         string     // the JSON (or SQL) as it was written, for the record and the next attempt
}

// Decision is what a model thinks should be done with a question. The agent judges it.
type Decision string

// The decisions.
const (
	Proceed   Decision = "proceed"
	Clarify   Decision = "clarify"
	Terminate Decision = "terminate"
)

// Ambiguity is a doubt about a phrase of the question.
type Ambiguity struct {
	Kind     string // table, join, column, value, filter, metric, or free_text when the model names none of them
	Phrase   string
	Question string
	Options  []Option
}

// Option is one way to settle an ambiguity. Table, Column and Value may be empty, and may not exist.
type Option struct {
	Label   string
	Meaning string
	Schema  string
	Table   string
	Column  string
	Value   string
}
