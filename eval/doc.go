// Package eval measures: it reads files of questions, lets a translator answer them, runs what it wrote beside what
// is accepted, compares the rows and counts.
//
//	questions ─ Run ─→ predictions ─ Score ─→ results ─→ tables by suite, family and band of confidence; two runs side by side
//	accepted SQL ─ Algebra ─→ what of it the algebra expresses
//	accepted SQL ─ Recall ──→ what of the schema it needs, and what of that a linker finds
//	questions ─ Readings ─→ the best readings of each, run ─ Fitter ─→ weights of rank, judged on families and sets that were left out
//	questions ─ Negatives ─→ what is said where the database was changed so that silence or a question back is right
//
// A question set is JSON Lines. Which rows are the right ones is decided by rows alone, twice: leniently, as people
// would who look at the answer (more columns than asked for are welcome, duplicates do not matter), and strictly. The
// lenient rule is the one of the public suites that the sets come from, so figures can be compared with theirs.
//
// Databases on the list in frozen.txt are left out unless the caller asks for them.
package eval
