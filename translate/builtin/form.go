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

// node is the rows of one table for which all conditions hold.
type node struct {
	table *schema.Table
	conds []cond
	// via is the verb before the noun of the node. It helps to choose among several join paths.
	via string
}

// condKind says which kind of condition a cond is, and so which of its fields are set.
type condKind byte

const (
	compare    condKind = iota // field op value
	inPeriod                   // field op period
	like                       // field matches pattern
	isNull                     // field is null
	isTrue                     // field, a boolean, is true
	related                    // rows of child are joined to this one: at least one, none (not), or as op and count say
	anyOf                      // one of the alternatives holds
	extreme                    // field is the greatest (desc) or smallest among the node's rows
	ranked                     // this row is among the first count rows in the order of measure
	versus                     // field op an aggregate of the same field over all rows
	fields                     // field op other, a column of the same row
	shares                     // some row of child has the same value in its column
	bothOf                     // two conditions, which may hold for different related rows
	onDays                     // field is on one of the days of the week in values
	besides                    // field op the same field of the row that edge refers to; other is the key
	holds                      // field, an array, has the value as an element
	stated                     // expr, a condition over the columns of field.table, holds
	outnumbers                 // the number of joined rows of child, op the number of joined rows of than
	figured                    // agg of field over the joined rows, op value
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
	count   string // a number in decimal notation
	any     [][]cond
	desc    bool
	measure *measure
	agg     string
	expr    plan.Expr // stated: the condition; extreme: compared in place of field
	edge    *edge
	per     []field // extreme: compare only rows with the same values here; count is then for each such set
	nth     int64   // extreme and ranked: 2 means the second among different values; 0 and 1 mean the first
}

// value is a literal. Numbers are in decimal notation; any other text is quoted in the SQL.
type value struct {
	text   string
	number bool
}

// measure is an aggregate over the rows of a node, or a number made of columns of one row.
type measure struct {
	fn       string // count, sum, avg, min, max
	field    field  // what is aggregated; without a column, rows are counted
	times    field  // a second column that field is multiplied by: quantity × price
	of       *node
	distinct bool
	as       string    // the name to show: revenue
	finer    *measure  // the same number from more detailed rows: from order lines in place of orders
	perRow   bool      // expr is about one row and must still be aggregated
	expr     plan.Expr // its definition in the glossary, over the table of node of; then fn and field are empty
}

// rows returns the table whose rows a measure aggregates.
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
	entity  *schema.Table // its display columns are selected, see displayOf
	names   bool          // the question asks for names, not for rows
	trunc   string        // unit that a date is cut to; see truncate
	follow  *edge         // the field is this key: show the row that it refers to
	over    *edge         // the field is a column of the row that this key refers to
}

// sortKey is one thing to sort by; desc is true for descending order.
type sortKey struct {
	item item
	desc bool
}

// form is the meaning of a question, before the joins are chosen.
type form struct {
	subject *node
	// implied is true when the question names only columns of the subject: it asks for values, not for rows.
	implied  bool
	items    []item
	groups   []item
	having   []cond // conditions on groups: measure, op, values
	order    []sortKey
	limit    int64
	offset   int64 // rows skipped before the limit: "the second most"
	anyFirst bool  // the limit keeps any rows: "show me 5 products"
	bottom   bool  // the limit keeps the lowest: "bottom 5"
	distinct bool
}
