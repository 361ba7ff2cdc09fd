// Package sink copies the audit log to where else it is wanted: standard output, a table, traces.
//
//	forward.go  a reader of the log's files that hands them to a sink, whatever that does
//	stdout.go   JSON Lines on standard output
//	table.go    a PostgreSQL table, partitioned by month, by COPY
//	counts.go   what questions add up to, beside the table (package usage)
//	traces.go   a question's states as a trace, by OTLP
//
// The files are the log; a sink is a copy. It reads what is on disk, so that one that is slow or away costs neither
// memory nor a question, and goes on where it was: it says so in metrics and in the operator's log.
package sink
