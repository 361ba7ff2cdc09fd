// Package attach holds the rules by which what is said is attached to the rows that it is said of: a condition, a
// period or a rank to the noun whose rows have such a column, or are related to rows that do.
//
//	attach.go   Rules, and how a condition is attached
//	part.go     what the parts of a phrase are: values, columns, comparisons, limits
//	compare.go  columns with operands
//	unit.go     operands in the units of columns
//	when.go     periods, and the dates that they are of
//	rank.go     what ranks, and what restricts the rows that do
//	torn.go     conditions that belong to other rows than those that they would be attached to
package attach
