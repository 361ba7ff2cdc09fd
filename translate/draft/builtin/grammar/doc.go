// Package grammar holds the productions by which the words of a question become a form, as data: data/productions.txt
// names what stands beside what and what that means. Adding a construction is a line there, and a function here only
// where it means something new.
//
//	grammar.go   the productions, read and expanded
//	mean.go      what a production means, by its name in grammar.go; mean_noun.go, mean_cond.go, mean_compare.go, mean_span.go, mean_when.go,
//	             mean_item.go, mean_order.go groups and ranks, mean_limit.go, mean_unit.go, mean_measure.go, mean_now.go, mean_deed.go,
//	             mean_ask.go question words and roles; mean_more.go the rest
package grammar
