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
	Nothing       Kind = "nothing_matches"
)

// Offer is a question back to the user.
type Offer struct {
	Kind    Kind
	Phrase  string // the words of the question that the offer is about
	Message string // the question back, without the choices
	Choices []Choice
	// Noun is put before a reply that names an instance, and both replace Phrase; see Filled.
	Noun string
	// Before is put before a reply that names a measure, and both replace Phrase: "top 10 customers by".
	Before string
}

// Choice is one of the answers to an Offer.
type Choice struct {
	Label   string
	Meaning string // one sentence
	Settles []plan.Constraint
	// Rephrased is the question to translate when this choice is taken; empty: the original question.
	Rephrased string
}

// Reader translates a question without reading any rows of tables. It returns nil when it cannot. settled are
// constraints in addition to those that hold anyway.
type Reader func(question string, settled ...plan.Constraint) *plan.Plan

// Asked is a question with the schema and a Reader for it.
type Asked struct {
	Question string
	Snapshot *schema.Snapshot
	// Unplaced are the words of the question that the built-in translator could not explain.
	Unplaced []string
	// Unfit are those of them that are known: what leaves them out is no offer.
	Unfit []string
	Read  Reader

	reads int
}

// Bounds of one offer.
const (
	maxReads   = 40  // calls of the built-in translator
	maxChoices = 5   // choices shown
	maxLabel   = 80  // bytes of a stored value in a choice
	maxWords   = 120 // words of a question
)

// read translates a question. It returns nil after maxReads calls.
func (a *Asked) read(question string, settled ...plan.Constraint) *plan.Plan {
	if a.reads++; a.reads > maxReads {
		return nil
	}
	return a.Read(question, settled...)
}

// table returns the table whose rows a noun names, or nil when the noun does not name the rows of exactly one table.
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
