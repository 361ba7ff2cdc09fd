// Package refine reads follow-ups on an answer, such as "add the email, newest first", as patches to its plan, without
// a model. If any word of a follow-up stays unexplained, the package changes nothing.
//
//	read.go     a follow-up into steps     <- read first
//	rules.go    one rule for each kind of change
//	another.go  "what about 30?"
//	having.go   conditions on what is computed for each group
//	column.go   words into columns
package refine
