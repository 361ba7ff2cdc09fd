// Package form is what the phrases of a question mean before it is settled how their rows are related: nouns with
// what is said of them, items that are asked for, groups, orders. A complete Form is built into algebra, once for
// each way in which its parts may hang together.
//
//	form.go   the parts of a form; items.go those that stand side by side; beside.go figures over others, and beside rows
//	sum.go    numbers under which equal parts are equal
//	build.go  a form → algebra; scope.go how its rows are joined, cond.go its conditions, figure.go its figures, show.go what is shown,
//	          list.go the elements of columns that hold lists
//	path.go   the ways between relations, and which of them the words tell
package form

import (
	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/semantic"
)

// Noun is rows of a relation, with what is said of them.
type Noun struct {
	Rel    *semantic.Relation
	Conds  []Cond
	Ranks  []*Rank
	Unique bool             // "different"
	Clock  *semantic.Column // what "in 2019" is about, where it is not that of the relation
	Role   []string         // words of the role in which it is spoken of: they tell the way to it
	Named  bool             // its relation was said, and not only a column or a value of it
	Kind   bool             // it was said by a kind that it is of: dogs, of animals
	New    bool             // those that came to be in a period, which must be said
}

// Cond is what is said of the rows of a noun: *Test, *Related, *During, *Figured, *Empty, *Current, *Sharing,
// *Termed, *Any, *All, *Not.
type Cond interface {
	cond()
	Sum() uint64
}

// Test compares a column, of the noun's relation or of one near to it.
type Test struct {
	Col *semantic.Column // nil until it is said of a noun: what that is called by
	Op  algebra.CompareOp
	To  Operand
	// Heard are words that tell the way to the column, where it is another relation's.
	Heard []string
}

// Operand is what something is compared with. Exactly one of its parts is set.
type Operand struct {
	Values []algebra.Const // one of these
	Item   *Item           // a figure
	Col    *semantic.Column
	Key    *semantic.Key // with Col: of the row that it leads to
	Unit   string        // the unit of the only value, as said
}

// Related holds for rows that another noun is related to; with Op, that as many are.
type Related struct {
	Noun  *Noun
	Key   *semantic.Key // the role in which it is; nil: any
	Op    algebra.CompareOp
	Count Operand
	Heard []string // words that tell how
	Back  bool     // of a key from a relation to itself: from the one that is referred to
	Event bool     // something happened: of the same relation it is the row itself
	// Implied says that it goes without saying: its way costs nothing.
	Implied bool
	// Near says that it holds for the rows themselves, or for those that a key connects with them: customers are not
	// out of stock.
	Near bool
	// Own says that it holds for the row itself or one that it belongs to: cancelled orders are left out of orders, and
	// no customer is who has one.
	Own bool
}

// During holds where something happened in a period. Without a column it is the birth of the row.
type During struct {
	Col      *semantic.Column
	From, To Moment // To the first one after it; either may be zero
	Part     string // instead: a part of the date, for example month
	Is       int    // its value, or From, if set, has that
	Verb     string // what happened, where no event tells the column
	Assumed  bool   // nothing that was said tells the column
}

// Figured compares a figure over rows that belong to the row.
type Figured struct {
	Item  *Item
	Op    algebra.CompareOp
	To    Operand
	Whole bool // of several that belong to each row; without a column it is of their money, until it is said of a noun
}

// Current holds for rows that are so now, until it is said of a noun: then that tells by what.
type Current struct {
	How string // open: what is not closed; late, early, ontime, overdue: by when it was due
}

// Empty holds where a column has no value.
type Empty struct{ Col *semantic.Column }

// Sharing holds where a row of a noun has in Other what the row has in Col: a country that another painting is from,
// too.
type Sharing struct {
	Col, Other *semantic.Column
	Noun       *Noun
}

// AsAt says that what the question is about was so on a day.
type AsAt struct{ Day Moment }

// Any holds where one does, All where all do. Now says of All that what belongs to the row is so now, if anything
// tells of that when it ended.
type (
	Any struct{ Conds []Cond }
	All struct {
		Conds []Cond
		Now   bool
	}
	Not struct{ Cond Cond }
)

// Item is what is asked for: a column, a figure of one, or the number of rows.
type Item struct {
	Beside

	Func     string // an aggregate; "": the column itself
	Distinct bool
	Col      *semantic.Column // nil: rows of Noun
	Noun     *Noun            // whose; nil: those that the question is about
	Measure  *semantic.Measure
	Term     *semantic.Term // instead of Col: what somebody defined; Func is Defined for a figure
	Per      string         // divided by this: seconds shown as minutes are divided by 60 …
	Unit     string         // … and called so
	If       Cond           // only of these rows
	Whether  Cond           // instead of a column: whether this holds for the rows of Noun …
	Said     string         // … and in which word
	Share    bool           // as a share of the same figure without If, or of all groups, in a hundred
	Fraction bool           // of a Share: of one
}

// Group is a "per": of a column, its period, or of a noun.
type Group struct {
	Col  *semantic.Column
	Unit string // of a date: year, month, …
	Noun *Noun
	Key  *semantic.Key // by which it is reached; nil: any
}

// Order is an order of the answer.
type Order struct {
	Item   *Item // nil: what is shown first, or the first figure
	Desc   bool
	ByName bool  // in alphabetical order: by the first text that is shown
	Size   bool  // by what is a size: the first figure that is shown, or the first number
	Dated  bool  // by when the rows came to be, where rows are shown
	N      int64 // only so many; 0: all
	Last   bool  // what has no value comes last
}

// Rank keeps the first N by a figure: the highest price, the most orders.
type Rank struct {
	Item *Item
	Desc bool
	N    int64
	Skip int64
	Each *Group // within each of these; nil: of all
	Ties bool   // and all that are as much
	Last bool   // by when it happened: Item is settled when it is said of a noun
	Verb string // what happened
	// Turned says that a change asked for the other end.
	Turned bool
	// Oldest says that it is by when the rows came to be, until it is said of a noun.
	Oldest bool
	// Several says that a noun in the plural has some more rows than one, until it is said of it.
	Several bool
	// Total says that several that belong to a row are added up, until it is said of a noun.
	Total bool
}

// Form is a whole question.
type Form struct {
	Items  []*Item
	Head   *Noun // what the question is about
	Groups []*Group
	Orders []*Order
	Ranks  []*Rank
	Having []*Figured // what is said of groups
	Beside bool       // what is shown beside the rows takes none of them away
	Rows   bool       // the rows are shown as a list of them would be, and Items beside them
	Unique bool
}

func (*Test) cond()    {}
func (*Related) cond() {}
func (*During) cond()  {}
func (*Figured) cond() {}
func (*Empty) cond()   {}
func (*Current) cond() {}
func (*Sharing) cond() {}
func (*Any) cond()     {}
func (*All) cond()     {}
func (*AsAt) cond()    {}
func (*Not) cond()     {}

// Defined is the function of a figure that somebody defined.
const Defined = "defined"

// Figure reports whether an item is a figure over rows.
func (i *Item) Figure() bool { return i.Func != "" && !i.OfEach }

// With returns a noun of which more is said.
func (n *Noun) With(c ...Cond) *Noun {
	again := *n
	again.Conds = append(append([]Cond(nil), n.Conds...), c...)
	return &again
}
