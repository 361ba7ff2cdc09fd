// Package refine reads follow-ups on an answer, such as "add the email, newest first", as patches to its plan, without a
// model. It is right or silent: when a word of the follow-up stays unexplained, nothing of it is done.
//
//	read.go    a follow-up into steps     <- read first
//	rules.go   one rule for each kind of change
//	column.go  words into columns
package refine
