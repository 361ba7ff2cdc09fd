// Package algebra is what a question asks, as a typed tree over entities. It is built bottom-up from the parts of a
// question, and knows nothing of words, of what a schema means, or of how rows are fetched.
//
//	set.go    rows: what a noun phrase stands for, with its clauses
//	value.go  values: an attribute, a figure, a ratio, a difference of dates
//	pred.go   conditions on a row: an adjective, a relative clause, a period
//	walk.go   the parts of a tree; copies of it
//	lower.go  tree → plan; lower_value.go, lower_pred.go what stands in it
//	normal.go one form for equal readings, normal_pred.go of conditions; key.go writes it as text
//	say.go    a reading in plain English: say_rows.go whose rows are, say_pred.go its conditions, say_value.go its values, say_order.go its ranks and orders, say_now.go
//	          periods that are counted from today
//
// A tree has three types. A Set denotes rows, a Value something about the row at hand, a Pred whether that row
// counts. The row at hand is a *Row: a variable that ranges over a relation, or over the rows of another Set.
// Wherever its pointer occurs, that row is meant, however deep inside: there are no names to clash, and a part is
// composed with others by handing its Row on. So what a grammar must compose are functions of a Row, and the
// following are no kinds of their own:
//
//	films longer than the longest red one   Where{films, Compare{length >, Measure{max length, Over: Where{films', red}}}}
//	who ordered both A and B                Where{customers, And{Some{orders of A}, Some{orders of B}}}
//	the best paid of each department        Extreme{employees, by salary, Within: department}
//	members of the club that won most       Where{members, Some{Extreme{clubs, by wins}, Via member → club}}
//
// Via is a relation between two rows whose path is not chosen yet. It does not lower: it is resolved before.
//
// Recursion, suppositions and data that do not stand in a relation are outside.
package algebra
