// Package policy is what an administrator forbids by role: asking at all, tables, columns, questions that match a pattern,
// models; and how much a role may ask on a day. It only takes away: what the guard refuses stays refused.
//
//	policy.go  what a policy says, and what all that concern a role say together
//	file.go    policies in YAML, with every mistake named
package policy
