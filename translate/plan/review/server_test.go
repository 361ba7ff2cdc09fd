package review

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/plantest"

	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/schema"
)

// onServer connects to a database of its own that has the tables of the fixture.
func onServer(t *testing.T) *pgx.Conn {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, sandboxtest.Server(t).URL(sandboxtest.Empty(t), sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(ctx) })
	ddl := []string{"CREATE SCHEMA shop", "CREATE SCHEMA archive", "CREATE SCHEMA import",
		"CREATE TYPE shop.status AS ENUM ('new', 'paid', 'shipped', 'cancelled')", "SET search_path = shop"}
	for _, tab := range plantest.Shop.Tables {
		ddl = append(ddl, createTable(tab))
	}
	for _, stmt := range ddl {
		if _, err := conn.Exec(ctx, stmt); err != nil {
			t.Fatalf("%v in %s", err, stmt)
		}
	}
	return conn
}

func createTable(tab *schema.Table) string {
	var parts []string
	for _, c := range tab.Columns {
		parts = append(parts, pgx.Identifier{c.Name}.Sanitize()+" "+c.Type)
	}
	if len(tab.PrimaryKey) > 0 {
		parts = append(parts, "PRIMARY KEY ("+strings.Join(tab.PrimaryKey, ", ")+")")
	}
	return "CREATE TABLE " + pgx.Identifier{tab.Schema, tab.Name}.Sanitize() + " (" + strings.Join(parts, ", ") + ")"
}

// TestServerAcceptsReviewed lets PostgreSQL plan every statement that the review is tested with: what was repaired
// must be a valid query of the schema, not only valid SQL.
func TestServerAcceptsReviewed(t *testing.T) {
	t.Parallel()
	conn := onServer(t)
	for _, tt := range reviewTests {
		if _, err := conn.Exec(context.Background(), "EXPLAIN "+tt.want); err != nil {
			t.Errorf("%s: %v in %s", tt.name, err, tt.want)
		}
	}
}

// TestAggregatesOfTheServer compares the list of aggregates with a catalog; names of newer releases may be more.
func TestAggregatesOfTheServer(t *testing.T) {
	t.Parallel()
	rows, err := onServer(t).Query(context.Background(),
		"SELECT DISTINCT proname FROM pg_catalog.pg_proc WHERE prokind = 'a' AND pronamespace = 'pg_catalog'::regnamespace")
	if err != nil {
		t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 40 || slices.Contains(names, "lower") {
		t.Fatalf("%d aggregates in the catalog", len(names))
	}
	for _, n := range names {
		if !plan.IsAggregate(n) {
			t.Errorf("%s is an aggregate", n)
		}
	}
}
