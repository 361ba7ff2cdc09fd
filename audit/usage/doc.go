// Package usage keeps, beside the table of records (package sink), what the questions in it add up to: so many in
// each half hour and each day, by role, outcome, table and more, so that usage over months is read in a moment.
//
//	counts.go  what is counted, as one statement over records: whoever keeps, checks or completes counts uses it
//	keep.go    with the records, in their transaction; and later, what others have copied without
//	read.go    counts of any time, put together of days, half hours and, at its edges, records
//	count.go   how many questions ended in one way, by the same
//	check.go   whether the counts are those of the records, and counting anew
//
// The counts of a log go as far as the number in the table …_usage_to says, and never further than its records. A
// proxy of a release before there were counts copies records alone; whoever reads adds those, and a proxy of this
// release counts them.
package usage
