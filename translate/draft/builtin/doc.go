// Package builtin reads questions without a model: readings compete, none is taken because it came first.
//
//	link lattice ─ grammar.Lattice ─→ edges ─ chart ─→ covers ─ grammar.Assemble ─→ forms ─ form.Build ─→ algebra ─ rank ─→ readings
//
//	read.go   the stages in sequence; Reader is made once for a model
//	features.go what speaks for and against a reading; trial.go what readings returned
//	validators.go the table of what no reading may be, and of what is hardly ever meant; validators_*.go how each is found
//	engine.go   the Reader as the agent asks it; aspects.go how a question was read, for people
//	follow.go follow-ups, read by the same grammar as changes of the form before; fragment.go the words that say that they are
//	judge.go  what becomes of a question: an answer, a question back, silence
//
// form/ is what phrases mean before it is settled how their rows are related, grammar/ the productions and word lists
// as data, chart/ the parser,
// rank/ what orders readings and says how sure the first one is.
package builtin
