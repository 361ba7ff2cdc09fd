package plan

// Fix is one repair that the review made. It is shown in explanations and kept in the record.
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
	FixColumn   FixKind = "column"   // a column's name, or the source it was looked for in
	FixAlias    FixKind = "alias"    // a reference got the alias of its source
	FixStar     FixKind = "star"     // * became the columns it stands for
	FixJoin     FixKind = "join"     // a join condition, or a join that was missing
	FixValue    FixKind = "value"    // a literal became the stored value that it means
	FixType     FixKind = "type"     // a comparison got operands of one type
	FixGroup    FixKind = "group"    // GROUP BY was completed
	FixFilter   FixKind = "filter"   // a condition moved between WHERE and HAVING
	FixOrder    FixKind = "order"    // a sort key
	FixFunction FixKind = "function" // a function of another database became PostgreSQL's
	FixUnused   FixKind = "unused"   // a join that cannot change the rows was left out
)

// Complaint is a defect that the review cannot repair alone. It becomes a clarification: Message asks, Candidates are the
// choices, best first; without candidates the question cannot be answered as it was planned.
type Complaint struct {
	Kind       ComplaintKind
	Phrase     string // the part of the plan that is unclear, as it was written; constraints that settle it repeat it
	Message    string // one sentence for the user
	Candidates []Candidate
	// Careless: the plan does not say which of several it means, and whoever wrote it can tell. The user is only asked when they
	// cannot.
	Careless bool
}

func (c *Complaint) Error() string { return string(c.Kind) + ": " + c.Message }

// Candidate is one way to settle a complaint.
type Candidate struct {
	Label   string // what the user may say for it
	Meaning string // one sentence
	Settles []Constraint
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
