// Package telemetry serves the proxy's metrics, health and readiness over HTTP, for Prometheus and load balancers.
//
//	metrics.go     what is counted and measured as it happens
//	journal.go     questions, as the audit log is told of them
//	collector.go   sessions, as the server counts them, and caches, as the agent does
//	http.go        /healthz, /readyz, /metrics
//
// The labels of a series are bounded whatever clients do: datasources by their configured names, SQLSTATEs by a
// closed list, nothing by role, database or application. Names and help texts are listed in docs/operations.md; a
// test compares them.
package telemetry
