// Command bench compares the proxy with PgBouncer and with no proxy at all, side by side in one run, because absolute
// figures of a shared machine mean little:
//
//	make bench                        # the whole table, a quarter of an hour
//	BENCH_SECONDS=1 make bench        # short
//	go run ./integration/bench -pgask bin/pgask -only 'simple|copy'
//
// It starts a private PostgreSQL, one PgBouncer with session pooling (apt-get install pgbouncer; without it that column
// stays empty) and one pgask in front of it, all on 127.0.0.1, and then, round by round and each time in another order,
// lets the same client program loose on each. What is printed is the median over the rounds, and ratios of medians.
//
// Every run begins with new server connections, through PgBouncer too, which would hand out those of the run before.
//
// CPU is what the proxy's process used, user and system time, per transaction or per megabyte: on a machine where
// others work it is much steadier than throughput.
//
// The idle sessions do not stand before a real server, which would need a process for each: the bench itself plays one
// that reports what PostgreSQL reports and answers every query with an empty result.
//
// Reading order: main.go (the rounds), workload.go (what is measured), target.go (what it is measured on), process.go,
// idle.go, table.go.
package main
