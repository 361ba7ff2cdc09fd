package algebra

// Set denotes rows: one of *Rows, *Join, *Where, *Group, *Extreme, *Show, *Combine, *Once.
type Set interface{ isSet() }

// Row is a row variable. Two rows are the same only if their pointers are. Exactly one of Table, Of and List is set.
type Row struct {
	Schema, Table string
	Of            Set   // a *Show, *Extreme or *Combine that names its columns
	List          Value // a list: its elements, or the numbers or moments of a range. It may refer to rows on the left of a join.
}

// Element is the only column of a row that ranges over a list.
const Element = "element"

// Rows is every row of a relation, or of another set.
type Rows struct{ Row *Row }

// Once is one row without columns: what has no relation is said of it.
type Once struct{}

// Join is each row of Left with each of Right for which On holds.
type Join struct {
	Left, Right Set
	On          Pred // nil: all pairs
	Keep        Keep // also rows that have no partner
}

// Keep says which rows of a join stay without a partner.
type Keep int

// The sides of a join that stay.
const (
	KeepNone Keep = iota
	KeepLeft
	KeepRight
	KeepBoth
)

// Where is the rows of a set for which a condition holds. Over a Group it is about whole groups.
type Where struct {
	Of Set
	If Pred
}

// Group is one row for each combination of values that occurs; without By one for all rows, also where there are none.
type Group struct {
	Of Set
	By []Value
}

// Extreme is a set in an order, and of that the first N after Skip, or all: the ten longest, the second oldest. With
// Within it is so for each combination of these values. It ranks what its set has after all restrictions of that.
type Extreme struct {
	Of     Set
	By     []Order
	N      int64 // 0: all of them
	Skip   int64
	Within []Value
	Ties   bool // also those that are as extreme as the last
}

// Order is one key of an order.
type Order struct {
	Value Value
	Desc  bool
	Nulls string // "first", "last"; "": as PostgreSQL does by default
}

// Show is what is shown of the rows of a set.
type Show struct {
	Of       Set
	Columns  []Column
	Distinct bool
}

// Column is a column of an answer. Name may be empty, unless another set refers to it.
type Column struct {
	Value Value
	Name  string
}

// Combine is the rows of two sets that show columns of the same kinds.
type Combine struct {
	Op          CombineOp
	All         bool // duplicates count
	Left, Right Set
}

// CombineOp says how sets are combined.
type CombineOp string

// The ways to combine two sets.
const (
	Union     CombineOp = "union"
	Intersect CombineOp = "intersect"
	Except    CombineOp = "except"
)

func (*Rows) isSet()    {}
func (*Once) isSet()    {}
func (*Join) isSet()    {}
func (*Where) isSet()   {}
func (*Group) isSet()   {}
func (*Extreme) isSet() {}
func (*Show) isSet()    {}
func (*Combine) isSet() {}
