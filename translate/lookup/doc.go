// Package lookup finds out how texts of a question are stored: one statement, read-only, over the columns that may
// hold them and are cheap to search. It knows nothing of what the texts mean; package link says what to look for and
// takes what was found.
//
//	lookup.go   the query of a list of texts and columns, and its rows read again
//	column.go   whether a column is cheap to search, and the part of the statement that searches it
//
// The statement is made of quoted names and constants of this package alone; texts are parameters. Who sends it
// bounds its time.
package lookup
