// Package link says what the words of a question may be in a database: relations, columns, values in all columns that
// hold them, keys by their role words, events by their verbs, attributes by adjectives. It decides nothing. What a
// word is, the readings decide that compete for the whole question; a link only says how it was found and how well it
// fits.
//
//	lattice.go   the result: words, chunks of words, and their links, ranked and bounded
//	words.go     a question as words; stem.go the phrases under which words are indexed
//	short.go     names that are cut short, told by the words of a question
//	index.go     the phrases by which a model's relations, columns, keys and events can be called, made once for a model
//	known.go     what readings of one question, also in other words, look up once
//	value.go     known values, found without accents, case, punctuation, legal suffixes, word order and with one slip
//	read.go      a question → lattice
//	taught.go    what lessons and the user say that a phrase is
//	near.go      which links are near to others on the graph of keys
//	lookup.go    the texts of a question that only the data can explain, and where it is cheap to look
//	lists.go     the word lists in data/
//
// Everything is bounded whatever names and values a database has: see the constants beside each step.
package link
