package algebra

// Value is something about the row at hand, or the group: one of *Attr, *Const, *Arith, *Call, *Part, *Trunc, *As,
// *Choice, *Measure, *Ratio, *Span, *Window, *The, *Truth, *Nth.
type Value interface{ isValue() }

// Attr is an attribute of a row.
type Attr struct {
	Row    *Row
	Column string
}

// Const is a value that was said.
type Const struct {
	Kind ConstKind
	Text string // of a number in decimal notation, of a truth value true or false, of nothing empty
}

// ConstKind is the kind of a constant.
type ConstKind string

// The kinds of constants.
const (
	Text    ConstKind = "text"
	Number  ConstKind = "number"
	Boolean ConstKind = "boolean"
	Nothing ConstKind = "null"
)

// Arith is arithmetic on two values of a row, dates among them. Left is nil for a sign.
type Arith struct {
	Op          string // one of + - * / % ^ || -> ->>
	Left, Right Value
}

// Call is a function of the closed list in function.go.
type Call struct {
	Name string
	Args []Value
}

// Part is one field of a date or time: its year, its hour, its weekday (dow).
type Part struct {
	Unit string
	Of   Value
}

// Trunc is the period of a date or time that begins with it: its month with its year.
type Trunc struct {
	Unit string
	Of   Value
}

// As is a value read as one of another type, as PostgreSQL writes types.
type As struct {
	Type string
	Of   Value
}

// Choice is the value of the first case that holds.
type Choice struct {
	Cases []Case
	Else  Value // nil: nothing
}

// Case is one case of a choice.
type Case struct {
	If   Pred
	Then Value
}

// Measure is a figure over rows: over those of the group at hand, or over a set of its own, which may refer to the
// row at hand.
type Measure struct {
	Func     string // an aggregate function
	Of       []Value
	Distinct bool
	If       Pred    // only of these rows; nil: of all
	By       []Order // the order of a list, or what a percentile is of
	Over     Set     // nil: the group at hand
}

// Ratio is a figure as a share of another, as a fraction of one or, with Percent, of a hundred. Nothing where Whole
// is zero.
type Ratio struct {
	Part, Whole Value
	Percent     bool
}

// Span is the time between two dates in a unit, whole or with a fraction: days, hours, minutes, seconds, years.
type Span struct {
	Unit     string
	From, To Value
	Days     bool // both are dates without a time
}

// Window is a value that depends on other rows of the set: its rank, the one before it, the running sum.
type Window struct {
	Func  string
	Args  []Value
	If    Pred
	By    []Value // only rows that are alike in these
	Order []Order
	Frame string // "", or as SQL says it: "rows between 2 preceding and current row"
}

// The is the one value of a set that shows one column.
type The struct{ Of Set }

// Truth is whether a condition holds.
type Truth struct{ If Pred }

// Nth is the n-th column that a set shows, from 1, to order it by.
type Nth struct{ N int }

func (*Attr) isValue()    {}
func (*Const) isValue()   {}
func (*Arith) isValue()   {}
func (*Call) isValue()    {}
func (*Part) isValue()    {}
func (*Trunc) isValue()   {}
func (*As) isValue()      {}
func (*Choice) isValue()  {}
func (*Measure) isValue() {}
func (*Ratio) isValue()   {}
func (*Span) isValue()    {}
func (*Window) isValue()  {}
func (*The) isValue()     {}
func (*Truth) isValue()   {}
func (*Nth) isValue()     {}
