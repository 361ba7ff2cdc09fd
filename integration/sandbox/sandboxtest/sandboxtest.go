// Package sandboxtest lends tests a database: one server for a test binary, started when a test first asks for it and
// stopped when the binary ends. Where no PostgreSQL can be had a test fails, and says how to get one.
package sandboxtest

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/pgask/pgask/integration/sandbox"
)

// shared is never closed: a sandbox cleans up after the process that started it.
var shared = sync.OnceValues(func() (*sandbox.Server, error) {
	return sandbox.Start(context.Background(), sandbox.Options{})
})

// shop is the database that Shop lends to everybody, and pristine the one to which nobody connects, for copies.
const shop, pristine = "shop", "shop_pristine"

var shopLoaded = sync.OnceValue(func() error {
	server, err := shared()
	if err != nil {
		return err
	}
	ctx := context.Background()
	if err := server.CreateDatabase(ctx, pristine); err != nil {
		return err
	}
	if err := server.LoadShop(ctx, pristine); err != nil {
		return err
	}
	if err := server.CloneDatabase(ctx, shop, pristine); err != nil {
		return err
	}
	return server.Exec(ctx, shop, unchanging)
})

// unchanging makes a database refuse what would change its schema, so that a test which does that fails and not one
// beside it that lists tables. Temporary objects may come and go. It stands where no listing of a client shows it.
const unchanging = `CREATE FUNCTION information_schema.unchanging() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN
	IF EXISTS (SELECT FROM pg_event_trigger_ddl_commands() WHERE schema_name IS DISTINCT FROM 'pg_temp') THEN
		RAISE 'all tests share this database; ask for OwnShop to change it';
	END IF;
END$$;
CREATE EVENT TRIGGER unchanging ON ddl_command_end EXECUTE FUNCTION information_schema.unchanging()`

var databases atomic.Int64

// Server returns the server that all tests of this binary share. Tests that need other settings start their own.
func Server(tb testing.TB) *sandbox.Server {
	tb.Helper()
	server, err := shared()
	if err != nil {
		tb.Fatalf("the tests need a PostgreSQL server: %v", err)
	}
	return server
}

// Shop returns the name of a database with the sample shop that all tests of this binary share, so none may change it.
func Shop(tb testing.TB) string {
	tb.Helper()
	Server(tb)
	if err := shopLoaded(); err != nil {
		tb.Fatal(err)
	}
	return shop
}

// OwnShop returns the name of a database with the sample shop that belongs to this test and is dropped at its end.
func OwnShop(tb testing.TB) string {
	tb.Helper()
	Shop(tb)
	return lend(tb, pristine)
}

// Empty returns the name of an empty database that belongs to this test and is dropped at its end.
func Empty(tb testing.TB) string {
	tb.Helper()
	return lend(tb, "template0")
}

func lend(tb testing.TB, template string) string {
	tb.Helper()
	server := Server(tb)
	name := fmt.Sprintf("test_%d", databases.Add(1))
	if err := server.CloneDatabase(tb.Context(), name, template); err != nil {
		tb.Fatalf("make a database: %v", err)
	}
	tb.Cleanup(func() {
		if err := server.DropDatabase(context.Background(), name); err != nil { // the test's context is over
			tb.Errorf("drop the test's database: %v", err)
		}
	})
	return name
}
