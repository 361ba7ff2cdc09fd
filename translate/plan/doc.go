// Package plan is the structured form of a query: what the built-in translator and the model produce, what the review
// repairs, what a follow-up patches, and what becomes SQL without any concatenation of strings.
//
//	plan.go        the types
//	expr.go        scalar expressions: parse trees with constructors; JSON form is an SQL fragment, parsed and bounded
//	review.go      repairs and complaints, without a model
//	synthesise.go  plan → pg_query parse tree → text
//	describe.go    plan → one English sentence
//
// Scalar expressions are PostgreSQL parse trees, because every dialect of our own would be a worse one. Around them the
// plan keeps the parts that people talk about (tables, joins, filters, grouping, order) apart, so that each can be
// checked, explained and changed alone.
package plan
