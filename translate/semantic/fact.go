package semantic

import (
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
)

// Source says where a fact was found.
type Source byte

// The sources, the most reliable last.
const (
	FromName     Source = iota // what things are called
	FromValues                 // statistics and samples
	FromComment                // a comment in the database
	FromCatalog                // keys, constraints, types, the query of a view
	FromMeasured               // a look at the data themselves
	FromPerson                 // somebody wrote it down
)

func (s Source) String() string {
	return [...]string{"name", "values", "comment", "catalog", "measured", "person"}[s]
}

// Why is the evidence of a fact.
type Why struct {
	Source     Source
	Text       string  // the sentence, name or constraint that says it: cleaned, one line, at most maxWhy bytes
	Confidence float64 // 0 to 1; 1 only for what is declared or a person wrote
}

// maxWhy bounds the text of an evidence.
const maxWhy = 200

// Standing says whether the rows of a relation count in their own right.
type Standing byte

// The standings.
const (
	Base       Standing = iota // rows of its own
	SameRows                   // a view with the rows of its base
	Subset                     // a view with some of the rows of its base; Filter says which
	Aggregate                  // a view with computed rows: to be used by name only
	Joined                     // a view over several relations: by name only
	Copy                       // an incomplete or old copy of its base: only if named
	Archive                    // rows that were moved out of its base: only if named
	Staging                    // rows on their way in: only if named
	Log                        // a technical log or audit trail: only if named
	Private                    // a temporary relation of one session: only if named
	CodeList                   // what the codes of other relations stand for: only if named
	Deprecated                 // a comment says not to use it: only if named
)

func (s Standing) String() string {
	return [...]string{"base", "same rows", "subset", "aggregate", "joined", "copy", "archive", "staging", "log",
		"private", "code list", "deprecated"}[s]
}

// Label is what a row is called: the columns to show for it, in order.
type Label struct {
	Columns []*schema.Column
	Via     *Key // the key to the relation that holds the columns, when they are not its own; nil else
	Why
}

// Columns is a list of columns with a meaning, for instance the identity of a row.
type Columns struct {
	Columns []*schema.Column
	Why
}

// Code is a stored code and what it stands for.
type Code struct {
	Value string // as stored
	Label string
	Why
}

// Lookup says that the labels of the codes of a column stand in a look-up table.
type Lookup struct {
	Key   *Key
	Label *schema.Column
	Why
}

// Condition is a test of one column.
type Condition struct {
	Column *schema.Column
	Op     Op
	Value  string // with Is: as stored
	Not    bool   // the test must fail
}

// Rule says which rows of a relation do not count: those that meet the condition.
type Rule struct {
	Condition
	// Scope is empty when the rows never count, else what they are left out of: "turnover".
	Scope string
	Why
}

// Op is what a condition tests.
type Op byte

// The tests.
const (
	IsTrue Op = iota // the boolean column is true
	IsSet            // the column is not NULL
	Is               // the column has the value
)

// EventKind says where in the life of a row an event stands.
type EventKind = lexicon.EventKind

// The kinds of events.
const (
	Birth  = lexicon.Birth
	Begin  = lexicon.Begin
	Change = lexicon.Change
	End    = lexicon.End
	Remove = lexicon.Remove
	Plan   = lexicon.Plan
)

// Event is something that happened to a row.
type Event struct {
	Kind  EventKind
	Verbs []string       // base forms: book, place
	Date  *schema.Column // when; nil when the row has no date for it
	Actor *Key           // by whom; nil when unknown
	Why
}

// Validity says from when until when a row was true.
type Validity struct {
	From, Until *schema.Column // Until is nil when a row is valid until the next one
	OpenNull    bool           // rows valid now have NULL in Until
	OpenValue   string         // rows valid now have this in Until, for example 9999-12-31; empty: none has
	Inclusive   Tri            // whether a row is still valid on the day of Until
	Why
}

// Tri is yes, no or unknown.
type Tri byte

// The answers.
const (
	Unknown Tri = iota
	Yes
	No
)

// Unit is what the numbers of a column are in.
type Unit struct {
	lexicon.Unit
	// Currency is the column that holds the currency of the amounts; nil when there is none.
	Currency *schema.Column
	Why
}

// ReadingKind says how the text of a column must be read.
type ReadingKind byte

// The kinds of readings.
const (
	List       ReadingKind = iota + 1 // several values in one text; Separator stands between them
	UnitNumber                        // a number with its unit: "90 min"
	TextDate                          // a date; Template is for to_date
	Sentinel                          // some values stand for unknown
	Document                          // JSON with these Fields
)

func (k ReadingKind) String() string {
	return [...]string{"", "list", "number with unit", "date as text", "sentinel", "document"}[k]
}

// Reading says how the values of a column must be read.
type Reading struct {
	Kind      ReadingKind
	Separator string   // of List
	Template  string   // of TextDate
	Units     []string // of UnitNumber, as stored: min, Season, Seasons
	Values    []string // of Sentinel: what stands for unknown
	Fields    []string // of Document: its keys
	Why
}

// Measure is an amount that can be summed over the rows of a relation.
type Measure struct {
	Name string // revenue, duration; as people say it
	// Columns are the factors: a single amount, or a price, a quantity and more.
	Amount   *schema.Column // the amount, or the price of one
	Quantity *schema.Column // nil: Amount stands alone
	Discount *schema.Column // to be subtracted; nil: none
	Fraction bool           // Discount is a share of 1, not an amount
	Percent  bool           // Discount is in per cent
	Additive bool           // sums make sense; else averages only
	Why
}

// Period is the time that the data of a relation cover, as text in ISO form.
type Period struct {
	Column      *schema.Column
	First, Last string
	Why
}
