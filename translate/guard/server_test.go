package guard

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/schema"
)

// dial connects a role to a database of the tests' server.
func dial(tb testing.TB, database, role string) *pgconn.PgConn {
	tb.Helper()
	conn, err := pgconn.Connect(tb.Context(), sandboxtest.Server(tb).URL(database, role))
	if err != nil {
		tb.Fatalf("connect: %v", err)
	}
	tb.Cleanup(func() { _ = conn.Close(context.Background()) }) // the test's context is over
	return conn
}

func do(tb testing.TB, conn *pgconn.PgConn, sql string) []*pgconn.Result {
	tb.Helper()
	results, err := conn.Exec(tb.Context(), sql).ReadAll()
	if err != nil {
		tb.Fatalf("%v\n%.300s", err, sql)
	}
	return results
}

// snapshotFor reads the catalog as the role of a connection sees it.
func snapshotFor(tb testing.TB, conn *pgconn.PgConn) *schema.Snapshot {
	tb.Helper()
	c := borrow.New(conn)
	print, err := schema.Fingerprint(tb.Context(), c, nil)
	if err != nil {
		tb.Fatal(err)
	}
	snap, err := schema.Extract(tb.Context(), c, print)
	if err != nil {
		tb.Fatal(err)
	}
	return snap
}

// workshop is a database of the test's own and connections of its owner and of a plain role, which is told to a script
// as READER.
func workshop(tb testing.TB, script string) (owner, reader *pgconn.PgConn) {
	tb.Helper()
	database := sandboxtest.Empty(tb)
	owner = dial(tb, database, sandbox.Superuser)
	do(tb, owner, "DO $$ BEGIN CREATE ROLE guard_reader LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$")
	do(tb, owner, script)
	do(tb, owner, "GRANT USAGE ON SCHEMA public TO guard_reader")
	return owner, dial(tb, database, "guard_reader")
}
