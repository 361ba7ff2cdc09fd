// Package schema knows what a database looks like to the role that asks: its relations, columns, keys, comments and a
// profile of the values, read from the catalog over the caller's own connection.
//
//	schema.go       the types
//	fingerprint.go  one cheap query whose result changes when anything that a plan depends on changes
//	extract.go      the whole catalog in one pipelined round trip; build.go, profile.go, class.go put it together
//	probe.go        values of text columns where there are no statistics
//	infer.go        keys that the schema does not declare, from names, types and values
//	cache.go        snapshots kept in memory by fingerprint
//	render.go       the Markdown that every prompt uses; text.go holds hostile text to its place
//	derive.go       what others make of a snapshot, kept with it
//	sql/            the statements, qualified down to their operators
//
// The tables and views it reads are described in the PostgreSQL manual, chapter "System Catalogs".
package schema
