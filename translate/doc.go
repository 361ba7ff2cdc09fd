// Package translate holds the agent. Its input is one question in plain language. Its output is one statement, proven
// to only read, or a clarification, or a refusal.
//
// The agent works over the caller's own connection, so that it sees only what the caller may see. It is an explicit
// state machine: agent.go has the states, the switch, and the methods of the states up to a reviewed plan, in order;
// attempt.go has the methods of the later states.
//
// What it works with stands in layers. A caller is who asks what, over which connection, and what may be known of
// both. A reader adds what lessons and links say of the words, a drafter asks the engines; both keep nothing of what
// comes of it. An attempt is a draft and what has become of it. Only work, which has the states, has a drafter and an
// attempt.
//
//	agent.go        the states          <- read first; inquiry.go steps through them
//	attempt.go      the states from a plan to its rows
//	work.go         the data of one question while it is worked on, and the bounds of every loop
//	draft.go        a plan by the built-in translator, else by the model
//	reader.go       texts to links and drafts; trial.go tries drafts
//	caller.go       who asks, and what pgask reads for itself on the connection
//	question.go     Question, Answer, Statement, Clarification, errors
//	config.go       configuration, settings.go the caller's own
//	trace.go        the data of the audit record
//
// What a state needs:
//
//	facts.go        snapshots for proofs and for translators, and what they mean
//	policies.go     what policies forbid, what they name that is not there, and what the caller may still use
//	recall.go       pins, lessons and earlier translations, definitions that cannot be used, and lessons from a question;
//	                translations.go what is kept of a translation, and waiting for one under way
//	granted.go      what no word of the question says
//	asking.go       what is asked back or offered; clarify.go as people read it
//	lifted.go       SQL of a model, taken apart for the review, or nearly right; what is wrong with it
//	feedback.go     opinions; pin.go pins; check.go checks lessons and pins again
//
// Other kinds of questions:
//
//	relation.go     about the catalog, lessons, pins, the log
//	followup.go     changes to the last answer, undo, and the question that a change is of; past.go that answer
//	recent.go       answers and clarifications by id
//	verbs.go        ask sql:, ask explain: and ask prompt:, also about the last answer
//	inline.go       statements by the user into which answers are inserted
//
// Below it: intent (what the words ask), dialogue (questions back and replies), about (what pgask knows), memory
// (lessons at work, the last hour), followup (changes by rules), preview (what a draft would find), spend (tokens and
// quotas), diagnose (what is wrong with a draft), doubt (how sure one is), say (errors and notices), borrow (queries
// on a lent connection), reads (what pgask reads there for itself), schema (the catalog), semantic (what a schema
// means), link (what words may be), grounding (what a model is told), plan (the structured query), draft/builtin and
// draft/bymodel (the engines), model (the language model), guard (the proof).
package translate
