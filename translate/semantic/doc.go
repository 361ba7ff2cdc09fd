// Package semantic finds out what a schema means: which column names a row, what happened when, what codes stand for,
// which rows must not count, which relations repeat others, and how relations are joined. It reads the catalog
// snapshot and nothing else, is made once for a snapshot and kept with it, and each fact says where it was found and
// how sure it is.
//
//	model.go      the model, its relations and columns, and how it is made: Of and Build
//	fact.go       the kinds of facts and their evidence
//	naming/       what the names of the schema say in words; lexicon/ the word lists
//	key.go        keys with role, direction and cardinality; target.go what others may refer to, infer.go who does undeclared, measured.go judges them by statistics and
//	             what was measured, and tells what is worth it; share.go knows columns that are called alike, graph.go all paths
//	label.go      what names a row, identifies it and is listed of it
//	comment.go    the closed list of patterns by which a comment becomes a fact; code.go codes and their labels
//	part.go       rows that do not count, and those that count with others only; standing.go relations that repeat others,
//	              view.go reads the queries of views
//	present.go    what is true now: flags and from-to periods; relations of attributes and values, and the period of the data
//	say.go        the facts in words
//	event.go      verbs, dates and actors; span.go the times between them
//	reading.go    how values must be read; unit.go units, measure.go what can be summed, and which of it is money
//	term.go       defined terms, as algebra
//	file.go       the file in which people correct all this; write.go writes it, apply.go takes it back, and keeps what cannot be taken
//
// Names, comments and values of a database are hostile text. A comment is matched against closed patterns; what it says
// may restrict or demote its own relation, never promote it and never touch another.
package semantic
