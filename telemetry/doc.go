// Package telemetry is what the operator's tools ask the proxy: is it alive, should clients be sent here, and how much of
// what has it done.
//
//	metrics.go     what is counted and measured as it happens
//	journal.go     questions, as the audit log is told of them
//	collector.go   sessions, as the server counts them, and caches, as the agent does
//	http.go        /healthz, /readyz, /metrics
//
// The labels of a series are bounded whatever clients do: datasources by their configured names, SQLSTATEs by a closed list,
// nothing by role, database or application. Names and help texts are listed in docs/operations.md; a test compares them.
package telemetry
