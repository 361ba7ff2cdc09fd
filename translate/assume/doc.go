// Package assume holds what a question takes for granted and no word of it says: that deleted rows do not count, and
// that "last month" is counted from today. It works on a finished plan, whoever made it, with what the semantic model
// knows.
//
//	counted.go   rows that do not count: the conditions that leave them out of a plan
//	said.go      what the question itself says about such rows: "including deleted"
//	period.go    relative periods that lie behind the end of the data
//	clock.go     the point in time that an expression over today is
//
// Nothing here is silent: what is assumed is returned in words, with what to say to have it otherwise.
package assume
