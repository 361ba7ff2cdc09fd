// Package builtin reads questions without a model: readings compete, none is taken because it came first.
//
//	link lattice ─ lattice.Of ─→ edges ─ chart ─→ covers ─ assemble.Form ─→ forms ─ form.Build ─→ algebra ─ rank ─→ readings
//
//	read.go   the stages in sequence; Reader is made once for a model
//	features.go what speaks for and against a reading; weigh.go which is first; trial.go what readings returned
//	validators.go the table of what no reading may be, and of what is hardly ever meant; validators_*.go how each is found
//	engine.go   the Reader as the agent asks it; aspects.go how a question was read, for people
//	follow.go follow-ups, read by the same grammar as changes of the form before; fragment.go the words that say that they are
//	fuller.go readings that say a part of what others say
//	judge.go  what becomes of a question: an answer, a question back, silence
//
// Below it, where imports go up the list only:
//
//	chart/    the parser
//	form/     what phrases mean before it is settled how their rows are related, and their way into algebra
//	wordlist/ the closed lists of words, as data
//	facts/    what columns and relations are to questions, whatever is asked
//	lattice/  words and links → the edges that a parse begins with
//	attach/   the rules by which what is said is attached to the rows that it is said of
//	grammar/  the productions, as data, and what they mean
//	assemble/ the whole edges of a cover → a form
//	merge/    the form of a question after a follow-up
//	rank/     what orders readings and says how sure the first one is
package builtin
