// Package offer finds what to ask back when a question leaves out something that it needs, or asks for something that is not
// there: which customer, best by what, what else could be answered. Everything that it offers has been read by the built-in
// translator before, so that a choice leads to an answer.
//
//	filter.go     "the orders of a certain customer": which one?
//	metric.go     "our best customers": by what?
//	nothing.go    words that nothing matches, or that no statement computes: what comes near?
//	near.go       how near a table is to a word
//	words.go      the words of a question and their places
//
// The package does no input or output, and gives the same offers for the same question and schema.
package offer
