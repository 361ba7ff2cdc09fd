// Package assemble makes a form of the whole edges of a cover: what the question is about, what is shown of it, and in
// which groups and order; and what else the same words may be meant to ask.
//
//	assemble.go  the head, the conditions at the nouns that they are of, ranks
//	group.go     groups, and what is shown of each
//	figure.go    in which units figures are, and of what they are averages
//	limit.go     how many rows are kept, and what is asked for without an end or a period
//	rival.go     other forms of the same words
package assemble
