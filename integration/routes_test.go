package integration

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/translate"
)

// TestRoutes: where a session goes is chosen by role or application when it connects, for SQL and for questions, and
// the catalogs of two servers behind one datasource are not mixed: what the one has is no column of the other.
func TestRoutes(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	second, err := sandbox.Start(ctx, sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = second.Close() })
	first, db := sandboxtest.Server(t), sandboxtest.Empty(t)
	sandboxtest.Shop(t) // makes the role demo, which must not be there before
	if err := second.CreateDatabase(ctx, db); err != nil {
		t.Fatal(err)
	}
	for server, sql := range map[*sandbox.Server]string{
		first:  "CREATE TABLE visits (id int, place text); INSERT INTO visits VALUES (1, 'a'), (2, 'b'); GRANT SELECT ON visits TO PUBLIC",
		second: "CREATE TABLE visits (id int, guest text); INSERT INTO visits VALUES (1, 'a'), (2, 'b'), (3, 'c'); GRANT SELECT ON visits TO PUBLIC",
	} {
		if err := server.Exec(ctx, db, sql); err != nil {
			t.Fatal(err)
		}
	}
	for _, server := range []*sandbox.Server{first, second} { // roles belong to a server: those of the shop are on one alone
		for _, role := range []string{"demo", "report_daily"} {
			const create = `DO $$BEGIN CREATE ROLE %s LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END$$`
			if err := server.Exec(ctx, db, strings.ReplaceAll(create, "%s", role)); err != nil {
				t.Fatal(err)
			}
		}
	}
	to, err := login.ParseUpstream(second.URL(db, "nobody"))
	if err != nil {
		t.Fatal(err)
	}
	r := setupOn(t, db, func(pc *proxy.Config, _ *translate.Config) {
		up := pc.Datasources[db]
		up.Routes = []login.Route{{Role: "report_*", To: to}, {Application: "Metabase*", To: to}}
		pc.Datasources[db] = up
	})
	for _, tt := range []struct {
		name, role, application string
		want                    int
	}{
		{"no route", "demo", "psql", 2},
		{"by application", "demo", "Metabase v1.50", 3},
		{"by role", "report_daily", "psql", 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			conn, err := pgx.Connect(ctx, r.url(tt.role, "application_name", tt.application))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close(ctx)
			for _, sql := range []string{"SELECT count(*) FROM visits", "SELECT * FROM ask('how many visits are there')"} {
				var got int
				if err := conn.QueryRow(ctx, sql).Scan(&got); err != nil || got != tt.want {
					t.Errorf("%s: %d, %v; want %d", sql, got, err, tt.want)
				}
			}
			var column string
			want := map[int]string{2: "place", 3: "guest"}[tt.want]
			if err := conn.QueryRow(ctx, "SELECT * FROM ask('show the "+want+" of visits with id 1')").Scan(&column); err != nil || column != "a" {
				t.Errorf("%q, %v", column, err)
			}
		})
	}
}
