// Package lessons keeps what people have taught pgask about a business: the meaning of words in its databases, other
// names of tables and columns, mistakes to avoid, and pins, the statements that were approved for a question.
//
//	lesson.go    a lesson: its kind, scope, provenance and standing
//	file.go      the YAML that people write and review like code
//	library.go   all lessons and pins in memory: from the file and from the store, kept fresh
//	mention.go   which lessons a question is about
//	store.go     the tables
//	learn.go     what learning, use and feedback do to a lesson; replace.go what a person does
//	contradiction.go  lessons that contradict each other
//	rule.go      transformation rules: one prefix for many tables
//	pin.go       pins; family.go  which questions are equal; slots.go  the values that they differ in
//	asked.go     what is asked often, and so might be pinned
//
// A question never waits for the store: it reads the library, which is in memory, and what it teaches is written behind
// its back. Processes that share a store see each other's changes within two seconds, by polling a version.
package lessons
