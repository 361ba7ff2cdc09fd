// Package validate says what is wrong with a finished plan, whoever made it: the built-in translator, a model, or a
// change to an earlier answer. A reading that its words allow can still be nonsense, and that shows in the plan: it
// echoes its own filter, contradicts itself, counts one row per group, or adds a figure once for every row that a
// join made of it.
//
// Only the plan and the keys of the schema are looked at, no rows and no words. A finding is certain as far as the
// declared keys go; where a table declares none, nothing is held against a plan.
//
//	validate.go  the findings, level by level
//	draft.go     what is held against a model's draft beyond them
//	grain.go     what one row of a level stands for, by the keys that its joins follow
package validate
