// Package retrieve decides which tables of a schema a question is about.
//
//	select.go   the choice: all tables when they fit, else the best ones and those that join them
//	judge.go    the choice by a judge, in three phases: each table, all together, how they are used
//	index.go    words of names, comments and values, and how well each table matches them
//	vectors.go  closeness in meaning, by an embedding model
//	copies.go   archives, staging copies and the like
//	words.go    text and identifiers to stems
//	joins.go    shortest paths along foreign keys
//
// A schema that fits the prompt is used whole, because leaving tables out would only cost accuracy. Otherwise recall
// comes first: a table too many costs tokens, a table too few costs the answer.
package retrieve
