// Package schema reads the catalog of a database as the role that asks sees it: relations, columns, keys, comments and a profile
// of the values, over the caller's own connection.
//
//	schema.go       the types
//	fingerprint.go  one cheap query whose result changes when anything that a plan depends on changes
//	extract.go      the whole catalog in one pipelined round trip; row.go reads its rows, build.go, profile.go and class.go put
//	                them together, definition.go what views and policies read
//	probe.go        values of text columns where there are no statistics
//	infer.go        keys that the schema does not declare, from names, types and values
//	cache.go        snapshots kept in memory by fingerprint; keep.go where they outlive the process
//	describe.go     descriptions from a file, beside the comments
//	render.go       the Markdown that every prompt uses; text.go holds hostile text to its place; ddl.go the same as DDL
//	derive.go       what others make of a snapshot, kept with it
//	sql/            the statements, qualified down to their operators
//
// The tables and views it reads are described in the PostgreSQL manual, chapter "System Catalogs".
package schema
