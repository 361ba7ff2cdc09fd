package plan

// Constraint is something that the user has settled about a question, by answering a clarification or by correcting an
// answer. It binds every engine: the built-in translator, the model (as MANDATORY and DO NOT USE) and the review.
type Constraint struct {
	Kind   ConstraintKind `json:"kind"`
	Phrase string         `json:"phrase,omitempty"` // words of the question that are settled; empty: the whole question
	Schema string         `json:"schema,omitempty"`
	Table  string         `json:"table,omitempty"`
	Column string         `json:"column,omitempty"`
	Value  string         `json:"value,omitempty"`
	// The other side of a join.
	RefSchema string `json:"ref_schema,omitempty"`
	RefTable  string `json:"ref_table,omitempty"`
	RefColumn string `json:"ref_column,omitempty"`
}

// ConstraintKind is the subject of a constraint.
type ConstraintKind string

// The kinds of constraint.
const (
	UseTable  ConstraintKind = "use_table"  // Phrase means Table, or the query must use it
	DropTable ConstraintKind = "drop_table" // Table must not be used
	UseColumn ConstraintKind = "use_column" // Phrase means Table.Column
	UseValue  ConstraintKind = "use_value"  // Phrase means the stored value Value of Table.Column
	UseJoin   ConstraintKind = "use_join"   // Table.Column = RefTable.RefColumn is the join
	UseWords  ConstraintKind = "use_words"  // Phrase stands for the words in Value
	AsRead    ConstraintKind = "as_read"    // the reading that was doubted is right: it is not doubted again
)
