// Package merge changes the form of a question by a follow-up: what is said takes the place of what is of its kind, or
// stands beside it, and the rest of the question is kept.
//
//	merge.go  the form of a question after the parts of a follow-up
//	item.go   what is shown more, less or instead
//	cond.go   conditions: which one takes the place of which
//	keep.go   what must still be said of the question after a change
//	turn.go   changes that have no parts in the grammar: how many are there, the other way round
package merge
