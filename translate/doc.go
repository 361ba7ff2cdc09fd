// Package translate is the agent: one question in plain language in; one statement, proven to only read, or a
// clarification, or a refusal out.
//
// It works over the caller's own connection, so that it sees what the caller may see and nothing else, and it is an
// explicit state machine: agent.go has the states, the switch, and a method for each in the order in which they come, up
// to a plan that has been reviewed; attempt.go has those that follow.
//
//	agent.go       the states          <- read first
//	attempt.go     the states from a plan to its rows
//	question.go    Question, Answer, Statement, Clarification
//	config.go      settings, and the budget that bounds every loop
//	intent.go      is this a question for this database?
//	catalog.go     questions about the catalog itself
//	draft.go       the engines: the built-in translator, the model
//	confidence.go  the factors
//	inline.go      statements of the user that answers are put into
//	clarify.go     questions back, and reading the replies
//	diagnose.go    errors to advice
//	explain.go     EXPLAIN's estimate
//	identify.go    the tables a prompt is about, judged by a model
//	answers.go     what models wrote, by their prompts
//	followup.go    changes to the last answer, undo
//	controls.go    ask_options()
//	verbs.go       ask sql: and ask explain:
//	link.go        texts of a draft as they are stored
//	memory.go      translations that worked
//	trace.go       what the audit record tells
//
// Below it: borrow (queries on a lent connection), schema (the catalog), retrieve (which tables), plan (the structured
// query), builtin and model (the engines), guard (the proof).
package translate
