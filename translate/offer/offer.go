package offer

import (
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Kind is the subject of an offer.
type Kind string

// The kinds of offers.
const (
	MissingFilter Kind = "filter"
	MissingMetric Kind = "metric"
	Unsupported   Kind = "unsupported"
	Nothing       Kind = "nothing_matches"
)

// Offer is a question back.
type Offer struct {
	Kind    Kind
	Phrase  string // the words of the question that it is about
	Message string // the question back, without the choices
	Choices []Choice
	// Noun stands before a reply that names an instance, in the place of Phrase; see Filled.
	Noun string
	// Before stands before a reply that names a measure, in the place of Phrase: "top 10 customers by".
	Before string
}

// Choice is one answer to it.
type Choice struct {
	Label   string
	Meaning string // one sentence
	Settles []plan.Constraint
	// Rephrased is the question as it is asked then; empty: as it was.
	Rephrased string
}

// Reader reads a question, without looking into tables; nil when it cannot. Settled is what is fixed besides.
type Reader func(question string, settled ...plan.Constraint) *plan.Plan

// Asked is a question and what can be known of it.
type Asked struct {
	Question string
	Snapshot *schema.Snapshot
	// Unplaced are words of the question that the built-in translator could not explain.
	Unplaced []string
	Read     Reader

	reads int
}

// Bounds of one offer.
const (
	maxReads   = 40  // of the built-in translator
	maxChoices = 5   // that are told
	maxLabel   = 80  // bytes of a stored value that is offered
	maxWords   = 120 // of a question
)

// read reads a question, as long as that is worth it.
func (a *Asked) read(question string, settled ...plan.Constraint) *plan.Plan {
	if a.reads++; a.reads > maxReads {
		return nil
	}
	return a.Read(question, settled...)
}

// table is the table whose rows a noun stands for; nil when it stands for something else, or for several.
func (a *Asked) table(noun string) *schema.Table {
	p := a.read("show all " + noun)
	if p == nil || p.From == nil || p.From.Table == "" || len(p.Joins)+len(p.Where)+len(p.GroupBy)+len(p.Combine)+len(p.With) > 0 {
		return nil
	}
	for _, o := range p.Select {
		if plan.HasAggregate(o.Expr) {
			return nil
		}
	}
	return a.Snapshot.Table(p.From.Schema, p.From.Table)
}
