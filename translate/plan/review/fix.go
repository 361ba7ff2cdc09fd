package review

import (
	"github.com/pgask/pgask/translate/plan"
)

// Fix is one repair by the review. It is shown in explanations and recorded.
type Fix struct {
	Kind   FixKind `json:"kind"`
	What   string  `json:"what"` // one sentence
	Before string  `json:"before,omitempty"`
	After  string  `json:"after,omitempty"`
}

// FixKind is the subject of a repair.
type FixKind string

// The kinds of repair.
const (
	FixTable    FixKind = "table"    // a table's name, or its schema
	FixColumn   FixKind = "column"   // a column's name, or the source that it belongs to
	FixAlias    FixKind = "alias"    // a reference now uses the alias of its source
	FixStar     FixKind = "star"     // * was replaced by its columns
	FixJoin     FixKind = "join"     // a join condition, or a missing join
	FixValue    FixKind = "value"    // a literal was replaced by the stored value that it means
	FixType     FixKind = "type"     // the operands of a comparison were given one type
	FixGroup    FixKind = "group"    // GROUP BY was completed
	FixFilter   FixKind = "filter"   // a condition moved between WHERE and HAVING
	FixFunction FixKind = "function" // a function of another database was replaced by PostgreSQL's
	FixUnused   FixKind = "unused"   // a join that cannot change the rows was removed
)

// Complaint is a defect that the review cannot repair. It becomes a clarification: Message is the question,
// Candidates are the choices, best first. Without candidates the question cannot be answered as planned.
type Complaint struct {
	Kind       ComplaintKind
	Phrase     string // the unclear part of the plan, as written; constraints that settle it have the same phrase
	Message    string // one sentence for the user
	Candidates []Candidate
	// Careless means that the plan leaves open which of several things it means, and that its writer can tell. The
	// user is asked only when the writer cannot.
	Careless bool
}

func (c *Complaint) Error() string { return string(c.Kind) + ": " + c.Message }

// Candidate is one way to settle a complaint.
type Candidate struct {
	Label   string // what the user may reply to choose it
	Meaning string // one sentence
	Settles []plan.Constraint
}

// ComplaintKind is the subject of a complaint. The names are those of the kinds of clarification.
type ComplaintKind string

// The kinds of complaint.
const (
	UnclearTable  ComplaintKind = "table"
	UnclearColumn ComplaintKind = "column"
	UnclearJoin   ComplaintKind = "join"
	UnclearValue  ComplaintKind = "value"
	UnclearFilter ComplaintKind = "filter"
	UnclearMetric ComplaintKind = "metric"
)
