// Package lattice makes the edges that a parse begins with: what the words of a question may be by the lists that they
// are on, by what they are linked to in the database, and by what a schema means with them; and what leaving each word
// out costs.
//
//	lattice.go  the stages in sequence; phrases of word lists, columns, words that may tell a way
//	edge.go     what edges mean: words, links, numbers, texts
//	schema.go   what the schema makes of words that name something else, or nothing
//	people.go   persons
//	value.go    stored values, and verbs that say how rows come to be
//	measure.go  amounts that somebody defined, and turnover
//	moment.go   dates, periods and numbers
//	logged.go   how long something took, where rows are the record of it
//	slip.go     little words that are mistyped
//	skip.go     what leaving a word out costs
package lattice
