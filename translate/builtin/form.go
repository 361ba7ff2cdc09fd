package builtin

import (
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// field is a column of a table.
type field struct {
	table  *schema.Table
	column *schema.Column
}

// node is a set of rows that the question speaks of: those of a table for which every condition holds.
type node struct {
	table *schema.Table
	conds []cond
	// via is the verb that led here, a hint for which of several join paths is meant.
	via string
}

type condKind byte

const (
	compare    condKind = iota // field op value
	inPeriod                   // field op period
	like                       // field matches pattern
	isNull                     // field is null
	isTrue                     // boolean field
	related                    // rows of child are joined to this one: some, none, or as many as op and count say
	anyOf                      // one of the alternatives holds
	extreme                    // field is the greatest or smallest among the node's rows
	ranked                     // among the first count rows when ordered by measure
	versus                     // field op an aggregate of the same field over all rows
	fields                     // field op other
	shares                     // field has a value that a row of child has as well
	bothOf                     // two conditions, each of a related row of its own
	onDays                     // field falls on one of the days of the week that values lists
	besides                    // field op the same field of the row that edge leads to
	holds                      // an array field has the value among its elements
	stated                     // expr, over the rows of field.table
	outnumbers                 // more rows of child are joined to this one than rows of than, or as op says
	figured                    // agg of field over the rows that belong to this one, op value
)

// cond is one condition on a node.
type cond struct {
	kind    condKind
	field   field
	other   field
	op      string // of a comparison
	values  []value
	span    period
	pattern string
	not     bool
	child   *node
	than    *node
	count   string // decimal
	any     [][]cond
	desc    bool
	measure *measure
	agg     string
	expr    plan.Expr // stated: the condition; extreme: what is greatest, in place of field
	edge    *edge
	per     []field // extreme: among the rows with the same values of these columns; count: as many of them
	nth     int64   // extreme and ranked: the second and so on, of different values; 0 and 1 are the first
}

// value is a literal; text ones are quoted, numbers are in decimal notation.
type value struct {
	text   string
	number bool
}

// measure is an aggregate over the rows of a node.
type measure struct {
	fn       string // count, sum, avg, min, max
	field    field  // what is aggregated; none: rows are counted
	times    field  // multiplied with field: quantity × price
	of       *node
	distinct bool
	as       string    // the name people gave it: revenue
	finer    *measure  // the same over rows that are finer: the lines of orders
	perRow   bool      // expr is of one row, and not an aggregate yet
	expr     plan.Expr // what the glossary says it is, over the table of of; then fn and field are empty
}

// rows is the table whose rows a measure runs over.
func (m *measure) rows() *schema.Table {
	if m.field.column != nil {
		return m.field.table
	}
	return m.of.table
}

// item is one thing to select: a field, a measure, or a whole row.
type item struct {
	field   field
	measure *measure
	row     *schema.Table
	entity  *schema.Table // the display columns of a table
	names   bool          // it was the names that were asked for, not the rows
	trunc   string        // unit to which a date is cut
	follow  *edge         // the field is a key: show what it points to
	over    *edge         // the field is of the row that this key points to
}

// sortKey is one thing to sort by.
type sortKey struct {
	item item
	desc bool
}

// form is what a question means, before any join is chosen.
type form struct {
	subject *node
	// implied says that the subject was not named: only columns of it were, so that values are meant and not rows.
	implied  bool
	items    []item
	groups   []item
	having   []cond // ranked measures compared with numbers: measure, op, values
	order    []sortKey
	limit    int64
	offset   int64 // rows left out before the limit: "the second most"
	anyFirst bool  // the limit keeps whichever come first: "show me 5 products"
	bottom   bool  // the limit keeps the last of what it is ranked by: "bottom 5"
	distinct bool
}
