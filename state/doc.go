// Package state stores what outlives a session: lessons, pins, the answers of the last hour, and caches that save
// work. It is one small interface over database/sql with two databases behind it: an SQLite file in state.dir, or a
// PostgreSQL (state.url) when several proxies share what they know.
//
//	store.go      Open, Read, Write: bounded in time, and refused at once while the database is away
//	worker.go     the goroutine that brings a lost database back, and does what need not be waited for
//	dialect.go    what differs between SQLite and PostgreSQL
//	migrate.go    versioned tables, each set owned by one package
//	area.go       bounded rooms for values that can be made again: snapshots, model answers, embeddings
//	counter.go    sums per period that proxies make together: quotas
//
// A package that keeps more than values by key owns its tables: it exports their migrations as an fs.FS, main hands
// them to Open, and the package declares the interface that it needs, which *Store has:
//
//	type Store interface {
//		Read(ctx context.Context, f func(context.Context, *sql.Tx) error) error
//		Write(ctx context.Context, f func(context.Context, *sql.Tx) error) error
//	}
//
// Tables and statements are written once, for both databases: names begin with pgask_, parameters are $1, $2, …, types
// are TEXT, BIGINT, DOUBLE PRECISION and BYTEA, times are milliseconds since 1970, truth is 0 or 1.
//
// The store is never in the way. Ordinary SQL does not touch it, and a question goes on without memory while it is
// away.
package state
