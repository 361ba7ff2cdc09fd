// Package fleet reads the records of several proxies from the table that they copy them to (package sink), together
// with those of this proxy that are not copied yet.
//
//	reader.go  questions, the newest first, and all that was recorded of one
//	scope.go   how far each log is copied, and what the login may do
//	usage.go   what questions add up to, by the counts beside the table (package usage)
package fleet
