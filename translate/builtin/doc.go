// Package builtin is the deterministic translator: a question and a snapshot of the schema become a plan, a question
// back, or silence with the reason. It uses no model, no network and no clock, and its promise is precision: a word that
// matters and cannot be explained means silence, never a guess.
//
// A question passes through these stages, one file each:
//
//	token.go     text → tokens: words, numbers and number words, quoted strings
//	dates.go     tokens → periods: "March 2024", "last month" (kept relative), "Q1 2023"
//	phrases.go   tokens → the closed vocabulary: comparisons, aggregates, superlatives, …
//	index.go     schema → names: splitting, stemming, abbreviations, synonyms
//	values.go    schema → stored values, from the value profile
//	noun.go      words → senses: a table, a column, a value, or a compound of them
//	grammar.go   tokens → form: what is asked for; its parts are items.go, clause.go, predicate.go, rank.go
//	form.go      the meaning of a question, before any join is chosen
//	graph.go     join paths over the keys
//	build.go     form → plan, with exists.go for what is true of related rows
//	reading.go   form → one English sentence
//	score.go     how sure all this is
//
// The grammar covers the whole question or nothing: every token is either consumed by a rule that gives it a meaning, or
// belongs to a short list of words that carry none.
package builtin
