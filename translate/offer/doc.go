// Package offer finds what to ask back when a question leaves out something that it needs, or asks for something that
// does not exist: which customer, best by what, which table. The built-in translator has read
// everything that is offered before, so that each choice leads to an answer.
//
//	filter.go     "the orders of a certain customer": which one?
//	metric.go     "our best customers": by what?
//	near.go       a word that nothing in the schema matches: which table is similar?
//	words.go      the words of a question and their positions
//
// The package does no input or output, and gives the same offers for the same question and schema.
package offer
