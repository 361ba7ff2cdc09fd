// Package draft is what the agent asks of an engine that works without a model: a question in; a plan, a question
// back, or silence out. The engines stand in folders below.
package draft

import (
	"context"

	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/semantic"
)

// Engine drafts plans. It is safe for concurrent use, and the same question gives the same result.
type Engine interface {
	// Draft returns an error only if Links or Try does.
	Draft(ctx context.Context, q Question) (Result, error)
}

// Question is what an engine reads.
type Question struct {
	Text  string
	Model *semantic.Model // the database as the caller may see it
	// Links returns what the words of Text may be, lessons and what the user settled included.
	Links func(ctx context.Context) (*link.Lattice, error)
	// Settled holds what the user chose when asked back. No reading contradicts it.
	Settled []plan.Constraint
	// Complaints are why answers to the same question were called wrong. They may tell which other reading was meant.
	Complaints []string
	// After is what Text is a change of: a question, and the changes to it before. Nil: Text is a question by itself.
	After []Turn
	// LinksOf returns what the words of another text may be, for the turns.
	LinksOf func(ctx context.Context, text string) (*link.Lattice, error)
	// Try runs plans, read-only and within bounds, and tells what each returned; nothing where they are not to be
	// run. nil: nothing is run.
	Try func(ctx context.Context, plans []*plan.Plan) ([]Trial, error)
}

// Turn is a question that was answered, or a change of its answer.
type Turn struct {
	Text    string            `json:"text"`
	Settled []plan.Constraint `json:"settled,omitempty"` // what tells as what it was read
}

// Trial is what a plan returned when it was run.
type Trial struct {
	Empty bool   // no row, or nothing but NULL and zero
	Rows  string // equal for equal rows; "": it was not run to its end
	Twice bool   // some row is there more than once
	Count int    // of rows; 0: there is none, or it was not run to its end
}

// Result is the outcome for a question: exactly one of Plan, Ask and Reason is set.
type Result struct {
	Plan       *plan.Plan // with its reading and assumptions; nil with Ask or Reason
	Confidence float64    // 0 to 1: how likely the plan is right
	Read       string     // with Plan: by what Settled finds the same reading again; "": it cannot be changed by a turn
	Ask        *Back      // a question back, when several readings are equally good
	Doubtful   *Back      // with Plan: what to ask when Confidence is too low; nil: only whether the reading is right
	Reason     string     // why there is no answer, for the user
	Unplaced   []string   // words that the best reading leaves out
	Unfit      []string   // those of them that are known, and that nothing could be made of beside the others
	Matches    []Match    // what the words of the question were taken to mean
	// Explain says how the question was read, for people; nil: the engine cannot say.
	Explain func() []Aspect
}

// Match says what some words of the question were taken to mean. Score, 0 to 1, says how well they fit.
type Match struct {
	Phrase  string
	Meaning string
	Score   float64
}

// Back is a question back to the user: a phrase that may mean several things.
type Back struct {
	Kind    string // table, column, value, join, or another kind of clarification
	Phrase  string
	Message string
	Options []Option
	// Before stands before a reply that says by what things are compared, in place of Phrase: top 10 customers by. "":
	// there is no such reply.
	Before string
}

// Option is one of the possible meanings of an ambiguous phrase.
type Option struct {
	Label, Meaning string
	Settles        []plan.Constraint // what holds when the user chooses it
}

// Aspect is a line of an explanation.
type Aspect struct{ Name, Detail string }
