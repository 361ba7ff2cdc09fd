package model

// Draft is a model's proposal, unchecked. All its text was written by the model.
type Draft struct {
	Reading     string // the question restated, one sentence
	Decision    Decision
	Reason      string // why the decision is to terminate
	Ambiguities []Ambiguity
	Assumptions []string
	Confidence  float64  // 0 to 1, by the model's own estimate; 0.5 when it gives none
	SQL         string   // set when the decision is to proceed; not parsed
	Missing     []string // relations that were shown by name only and that the model wants to see first
	Raw         string   // the JSON (or SQL) as written, for the record and the next attempt
}

// Decision is what a model proposes to do with a question. The agent checks it.
type Decision string

// The decisions.
const (
	Proceed   Decision = "proceed"
	Clarify   Decision = "clarify"
	Terminate Decision = "terminate" // the database has no data for it
	Refuse    Decision = "refuse"    // it asks for a change or a secret
)

// Ambiguity is a phrase of the question that the model finds ambiguous.
type Ambiguity struct {
	Kind     string // table, join, column, value, filter or metric; free_text for any other word
	Phrase   string
	Question string
	Options  []Option
}

// Option is one way to settle an ambiguity. Table, Column and Value may be empty, and may name things that do not
// exist.
type Option struct {
	Label   string
	Meaning string
	Schema  string
	Table   string
	Column  string
	Value   string
}
