package plan

// Constraint is a decision of the user about a question, made by answering a clarification or by correcting an
// answer. It applies to the built-in translator, the model (as MANDATORY and DO NOT USE) and the review.
type Constraint struct {
	Kind   ConstraintKind `json:"kind"`
	Phrase string         `json:"phrase,omitempty"` // words of the question that it is about; empty: the whole question
	Schema string         `json:"schema,omitempty"`
	Table  string         `json:"table,omitempty"`
	Column string         `json:"column,omitempty"`
	Value  string         `json:"value,omitempty"`
	// RefSchema, RefTable and RefColumn are the other side of a join.
	RefSchema string `json:"ref_schema,omitempty"`
	RefTable  string `json:"ref_table,omitempty"`
	RefColumn string `json:"ref_column,omitempty"`
}

// ConstraintKind is the subject of a constraint.
type ConstraintKind string

// The kinds of constraint.
const (
	UseTable  ConstraintKind = "use_table"  // Phrase means Table; without Phrase, the query must use Table
	DropTable ConstraintKind = "drop_table" // Table must not be used
	UseColumn ConstraintKind = "use_column" // Phrase means Table.Column
	UseValue  ConstraintKind = "use_value"  // Phrase means the stored value Value of Table.Column
	UseJoin   ConstraintKind = "use_join"   // Table.Column = RefTable.RefColumn is the join
	UseWords  ConstraintKind = "use_words"  // Phrase stands for the words in Value
	AsOf      ConstraintKind = "as_of"      // relative periods are counted from the day in Value; empty: from today
	ReadAs    ConstraintKind = "read_as"    // of the readings of the question the one with the key in Value, said in Phrase
	AsRead    ConstraintKind = "as_read"    // the doubtful reading is right: do not doubt it again
)
