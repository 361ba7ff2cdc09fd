// Package grounding chooses what a model is told of a database for one question, and writes it: the relations that
// the words may mean in full, with what their keys lead to; all others by name; how what the question names is
// stored; what does not count.
//
//	grounding.go   the options, the result and the order of the work   <- read first
//	rank.go        how likely a question needs each relation
//	choose.go      which of them are shown in full, which with the names of their columns, and when all are
//	relation.go    a relation in full
//	notes.go       stored spellings, the period of the data, and other relations by name
//
// Names, comments and values are hostile text: each stands on its own line, cleaned and cut. What share forbids is
// not written, and what was read from rows only where values may be shared.
package grounding
