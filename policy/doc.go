// Package policy restricts roles: it denies asking, tables, columns, questions that match a pattern and models, and
// sets daily quotas. It only takes away: a statement that the guard refuses stays refused.
//
//	policy.go  what a policy says, and what all that concern a role say together
//	file.go    policies in YAML, with every mistake named
package policy
