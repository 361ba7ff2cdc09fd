package algebra

// Pred is whether the row at hand, or the group, counts: one of *And, *Or, *Not, *Compare, *OneOf, *Member, *Some,
// *Null, *Holds, *Period, *AsOf, *Via, *Than.
type Pred interface{ isPred() }

// And holds where all hold.
type And struct{ All []Pred }

// Or holds where any does.
type Or struct{ Any []Pred }

// Not holds where its condition does not.
type Not struct{ Pred Pred }

// Compare compares two values.
type Compare struct {
	Op          CompareOp
	Left, Right Value
}

// CompareOp is a comparison.
type CompareOp string

// The comparisons. The last four are of texts with patterns.
const (
	Eq      CompareOp = "="
	Ne      CompareOp = "<>"
	Lt      CompareOp = "<"
	Le      CompareOp = "<="
	Gt      CompareOp = ">"
	Ge      CompareOp = ">="
	Differs CompareOp = "is distinct from" // also where one is nothing
	Like    CompareOp = "~~"
	ILike   CompareOp = "~~*"
	Match   CompareOp = "~"
	IMatch  CompareOp = "~*"
	Holding CompareOp = "@>" // a list or document that holds another
)

// OneOf holds where a value is one of those that were said.
type OneOf struct {
	Value Value
	List  []Value
}

// Member holds where values are among the rows of a set that shows as many columns.
type Member struct {
	Values []Value
	Of     Set
}

// Than compares a value with the only column of each row of a set: it holds for all of them, or for any.
type Than struct {
	Op   CompareOp
	Left Value
	Of   Set
	All  bool
}

// Some holds where a set, which may refer to the row at hand, has any rows: a relation that the row has.
type Some struct{ Of Set }

// Null holds where there is no value.
type Null struct{ Value Value }

// Holds holds where a truth value is true.
type Holds struct{ Value Value }

// Period holds where a date lies in a period. Its end is the first moment after it. Either may be nil.
type Period struct {
	Of       Value
	From, To Value
}

// AsOf holds where a row is valid at a moment, or at some time of a period. An end that is nothing, or Open, is no end
// yet.
type AsOf struct {
	From, To  Value
	At        Value
	Until     Value // of a period that begins At, the first moment after it; nil: of no period
	Open      Value // how an open end is stored beside nothing; nil: only so
	Inclusive bool  // the end still belongs to it
}

// Via relates two rows over keys. Without a path it is not resolved yet: then Words are those of the question that
// tell the way.
type Via struct {
	From, To *Row
	Words    []string
	Path     []Step
}

// Step goes from the row before it to the next: the columns of the one equal those of the other.
type Step struct {
	Columns []string // of the row before
	Row     *Row     // the next; that of the last step is To
	To      []string // its columns
}

func (*And) isPred()     {}
func (*Or) isPred()      {}
func (*Not) isPred()     {}
func (*Compare) isPred() {}
func (*OneOf) isPred()   {}
func (*Member) isPred()  {}
func (*Than) isPred()    {}
func (*Some) isPred()    {}
func (*Null) isPred()    {}
func (*Holds) isPred()   {}
func (*Period) isPred()  {}
func (*AsOf) isPred()    {}
func (*Via) isPred()     {}
