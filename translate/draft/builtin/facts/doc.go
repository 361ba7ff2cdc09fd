// Package facts says what columns and relations are to questions: amounts that add up, flags, money that came in, a
// stock, persons. It looks at the schema alone, and at what is asked for in no question.
//
//	facts.go     the model of questions, what is looked for in all of it once, and how far relations are
//	column.go    what a column is by its kind and its name
//	stock.go     columns of which a schema has one: a stock, pieces that were sold, how long things took
//	turnover.go  amounts that have a name, and which of them are turnover
package facts
