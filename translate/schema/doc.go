// Package schema knows what a database looks like to the role that asks: its relations, columns, keys, comments and a
// profile of the values, read from the catalog over the caller's own connection.
//
//	fingerprint.go  one cheap query whose result changes when anything that a plan depends on changes
//	extract.go      the whole catalog in one pipelined round trip
//	cache.go        snapshots kept in memory by fingerprint
//	render.go       the Markdown that every prompt uses
//
// The tables and views it reads are described in the PostgreSQL manual, chapter "System Catalogs".
package schema
