// Package builtin is the deterministic translator: a question and a snapshot of the schema become a plan, a question
// back, or silence with the reason. It uses no model, no network and no clock, and its promise is precision: a word that
// matters and cannot be explained means silence, never a guess.
//
// A question passes through these stages, one file each:
//
//	token.go     text → tokens: words, numbers and number words, quoted strings
//	dates.go     tokens → periods: "March 2024", "last month" (kept relative), "Q1 2023"
//	phrases.go   the closed vocabulary: comparisons, aggregates, superlatives, …
//	index.go     schema → names: splitting, stemming (stem.go), abbreviations and synonyms (synonyms.go)
//	values.go    schema → stored values, from the value profile
//	display.go   schema → the columns by which people know a row, and when it happened
//	thesaurus.go general synonyms; newcomers.go: "new" with a time; which_date.go: which of several dates; shared_head.go: words that share a head; typo.go: words that are misspelt
//	measure_units.go units of numbers; country_codes.go: names of countries for their codes; flag.go: flags, and words that deny them
//	evidence.go  what an expert added → glossary, evidence_condition.go: conditions; unseen.go: values to be looked up
//	noun.go      words → senses: a table, a column, a value; compound.go: one that modifies another
//	grammar.go   tokens → form; what is asked for: items.go, owner.go, subject.go, aggregate.go, topping.go, metric.go, selection.go;
//	             what is said of it: clause.go, predicate.go, literal.go, amount.go, possession.go, relate.go, both.go, verb.go, agent.go,
//	             fact.go and place.go: one fact of one row; full_name.go: names of two columns; inherit.go: names of a row that is another one, too;
//	             link_date.go: the time of a pair; left_out.go: values that statistics lack;
//	             ends.go, moment.go, rank.go, restate.go, group.go, by_measure.go, having.go; who: who.go; when it was done: moment_verb.go, times.go;
//	             what a pronoun stands for: pronoun.go; further sentences: sentence.go; what stands in front: fronted.go; one
//	             number divided by another: ratio.go, breakdown.go; for each of something: grouped.go; rows of two tables: union.go; two periods
//	             side by side: periods.go, and period after period: growth.go
//	rewording.go ways of speaking that others say as well; rewording_who.go: nobody, nothing, those, only
//	nth.go       the second, the third; per_group.go: the first few of each group; kinds.go: one kind or another; limit.go: any few
//	duration.go  the time between two dates of a row; duration_phrase.go: how it is asked for; currently.go: what has not ended
//	best_period.go the month with most of something; outnumber.go: more of these than of those; most_done.go: what is done most
//	two_figures.go two numbers beside one another
//	form.go      the meaning of a question, before any join is chosen; finish.go completes it
//	graph.go     join paths over the keys; qualified.go: keys that say more than where they lead
//	build.go     form → plan: join.go, output.go, and exists.go for what is true of related rows
//	ambiguity.go several readings → a question back; join_tie.go: several ways to join
//	reading.go   form → one English sentence; plural.go; silence.go: what is said when there is no reading
//
// The grammar covers the whole question or nothing: every token is either consumed by a rule that gives it a meaning, or
// belongs to a short list of words that carry none.
package builtin
