// Package builtin is the deterministic translator. It turns a question and a snapshot of the schema into a plan, a question
// back to the user, or silence with a reason, without a model, network or clock. Precision comes before coverage: a question is
// answered only if a rule of the grammar gives a meaning to each of its words, apart from a short list of words that carry none.
//
// The name of a file begins with the stage that it belongs to. In the order in which a question passes through them:
//
//	translate.go  the entry: Request, Result, and the stages in sequence
//	words_*.go    text → tokens, and what words mean in any database
//	index_*.go    schema → what its names, values and keys can be called; built once for a snapshot, see index.go
//	evidence*.go  what an expert added to the question → glossary
//	sense_*.go    some tokens of the question → the tables, columns and values that they may mean
//	grammar.go    the parser: tokens → form (form.go); its rules are in the files of the four next stages
//	  item_*.go     what is asked for: columns, rows, counts, sums, facts, ranks
//	  cond_*.go     what is said of the rows: comparisons, times, states, related rows
//	  group_*.go    "per", "by", "each"
//	  form_*.go     what the parts together imply for groups, order and the columns selected
//	whole_*.go    forms that take a whole question apart and read each part by itself: ratios, unions, two periods
//	build_*.go    form → plan: joins, EXISTS, outputs, see build.go
//	say_*.go      what the user is told: the reading, a question back, the reason of silence
//
// To learn how it works, read translate.go, form.go, grammar.go, sense_noun.go, cond_clause.go and build.go, in this order. The
// other files hold one rule or a few, each with an example of a question.
//
// # Terms
//
//	token    a word, number, quoted text or period of the question
//	sense    one thing that a noun phrase may mean: a table, a column or a value, with a score
//	role     what a phrase of the closed vocabulary does (words_phrases.go): comparison, aggregate, preposition, …
//	node     the rows of one table for which some conditions hold
//	item     one thing to select
//	clause   one thing that is said of a node
//	rule     a method of parser that reads tokens into the form. It either succeeds or leaves the parser unchanged; see try
//	score    how certain a reading is, 0 to 1: each doubtful step multiplies it, and Result.Confidence is made from it
//
// # Where words are listed
//
//	words_phrases.go    the closed vocabulary with the roles of its phrases
//	words_thesaurus.go  groups of synonyms
//	words_synonyms.go   abbreviations, nationalities, verbs with the nouns of what they record
//	words_stem.go       irregular forms
//	words_verbs.go      verbs that may be passed over
//	words_units.go      units of measure
//
// A list that serves a single rule stands beside that rule.
package builtin
