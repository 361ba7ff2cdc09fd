// Package plan holds the structured form of a query. The built-in translator and the model produce plans, package
// review repairs them, package edit changes them, and synthesis turns them into SQL without concatenating strings.
//
//	plan.go        the types; clone.go copies them
//	expr.go        scalar expressions: parse trees with constructors; cast.go, aggregate.go; fragment.go parses
//	               them from bounded SQL
//	bounds.go      checks that a plan is complete and of bounded size
//	synthesise.go  plan → pg_query parse tree → text; names.go names the columns of the answer, and
//	               deparse.go proves that the text reads back as the same tree (same.go)
//	walk.go        every expression, table and aggregate of a plan; tree.go does it for parse trees
//	constraint.go  decisions of the user about a question
//	scope.go       what the names in a level of a query can mean; nearest.go names like a mistyped one
//	paths.go       how two tables are joined over the keys of the schema; inferred.go names undeclared keys
//	conditions.go  conditions one at a time; words.go names as words
//	lift.go        SQL → plan; rename.go other tables in a statement; difference.go differences between two
//
// Scalar expressions are PostgreSQL parse trees, because an expression language of our own would be less complete.
// Around them the plan has separate fields for the parts that people talk about (tables, joins, filters, grouping,
// order), so that each can be checked, explained and changed alone.
package plan
