// Package schema reads the catalog of a database as seen by the role that asks: relations, columns, keys, comments and
// a profile of the values. It uses the caller's own connection.
//
//	schema.go       the types
//	fingerprint.go  one query whose result changes when anything that a plan depends on changes; look.go the short one
//	                that goes before it, and mostly suffices
//	extract.go      the whole catalog in one pipelined round trip; row.go reads its rows, build.go, profile.go and
//	                class.go assemble them, definition.go holds what views and policies read, composite.go types
//	queries.go      the queries of views
//	probe.go        values of text columns without statistics; textdate.go recognises dates among them
//	fit.go          how many values of one column are found in another
//	cache.go        snapshots kept in memory by fingerprint; keep.go stores them outside the process
//	describe.go     descriptions from a file, in addition to the comments
//	share.go        which parts of a schema a model may see; text.go sanitises text from the database
//	ddl.go          all tables as the statements that would create them
//	derive.go       what other packages compute from a snapshot, cached with it
//	sql/            the statements, in which every name and operator is qualified
//
// The tables and views it reads are described in the PostgreSQL manual, chapter "System Catalogs".
package schema
