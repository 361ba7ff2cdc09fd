package guard

import (
	"strings"
	"testing"
)

// TestNamesWithTheirDatabase: a name may begin with the database that is read, and with no other.
func TestNamesWithTheirDatabase(t *testing.T) {
	t.Parallel()
	owner, reader := workshop(t, `CREATE SCHEMA app; CREATE TABLE app.orders (id int, total int); GRANT USAGE ON SCHEMA app TO guard_reader;
		GRANT SELECT ON ALL TABLES IN SCHEMA app TO guard_reader`)
	snap := snapshotFor(t, reader)
	here := `"` + databaseOf(t, owner) + `"`
	g := mustNew(t, Policy{Catalogs: true})
	for sql, want := range map[string]string{
		"SELECT id FROM DB.app.orders":                                                     "",
		"SELECT DB.app.orders.id FROM app.orders":                                          "",
		"SELECT DB.app.orders.* FROM DB.app.orders":                                        "",
		"SELECT row_to_json(DB.app.orders.*) FROM app.orders":                              "",
		"SELECT o.id FROM DB.app.orders o WHERE EXISTS (SELECT FROM DB.app.orders p)":      "",
		"WITH orders AS (SELECT 1 AS id) SELECT DB.app.orders.total FROM DB.app.orders":    "",
		"SELECT DB.pg_catalog.pg_class.relname FROM DB.pg_catalog.pg_class":                "",
		"SELECT pg_relation_size('DB.app.orders'), 'DB.app.orders'::regclass":              "",
		"SELECT count(*) FROM DB.app.orders TABLESAMPLE SYSTEM (10)":                       "",
		"SELECT id FROM other.app.orders":                                                  `"other.app.orders"`,
		"SELECT other.app.orders.id FROM app.orders":                                       "other.app.orders.id",
		"SELECT other.app.orders.* FROM app.orders":                                        "other.app.orders.*",
		"SELECT row_to_json(other.app.orders.*) FROM app.orders":                           "other.app.orders.*",
		"SELECT 'other.app.orders'::regclass":                                              `"other.app.orders"`,
		"SELECT pg_relation_size('other.app.orders')":                                      `"other.app.orders"`,
		"WITH q AS (SELECT 1) SELECT 1 FROM q WHERE EXISTS (SELECT FROM other.app.nosuch)": `"other.app.nosuch"`,
	} {
		sql = strings.ReplaceAll(sql, "DB", here)
		for _, own := range []bool{true, false} {
			v := g.Check(sql, Facts{Snapshot: snap, OwnPath: own})
			if want != "" {
				_, err := reader.Exec(t.Context(), sql).ReadAll()
				said := "cross-database references are not implemented: "
				if v.Rule != RuleDatabase || v.Why != said+strings.Trim(want, `"`) || err == nil || !strings.Contains(err.Error(), said+want+" (SQLSTATE 0A000)") {
					t.Errorf("%s: %s %s; the server: %v", sql, v.Rule, v.Why, err)
				}
				continue
			}
			if v.Decision != Allow {
				t.Errorf("%s: %s %s", sql, v.Rule, v.Why)
				continue
			}
			do(t, reader, v.Sent)
			if again := g.Check(v.SQL, Facts{Snapshot: snap, OwnPath: own}); again.Sent != v.Sent || strings.Contains(v.Sent, here) {
				t.Errorf("%s is not the same again: %s", v.Sent, again.Sent)
			}
		}
	}
}

// TestColumnsOfCatalogs: where the catalogs may be read, no column of theirs is taken for the call of a function of
// that name.
func TestColumnsOfCatalogs(t *testing.T) {
	t.Parallel()
	_, reader := workshop(t, `CREATE FUNCTION public.oid(anyelement) RETURNS int LANGUAGE sql AS 'SELECT 1'`)
	snap := snapshotFor(t, reader)
	g := mustNew(t, Policy{Catalogs: true})
	results, err := reader.Exec(t.Context(), `SELECT n.nspname, c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
		JOIN pg_namespace n ON n.oid = c.relnamespace WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'v') AND c.oid < 16384
		AND n.nspname IN ('pg_catalog', 'information_schema')`).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	judged := 0
	for _, row := range results[0].Rows {
		space, table, column := string(row[0]), string(row[1]), string(row[2])
		if secretRelations[table] {
			continue
		}
		judged++
		v := g.Check(`SELECT n."`+column+`" FROM `+space+"."+table+" n", Facts{Snapshot: snap})
		if v.Decision != Allow && v.Rule != RuleType { // columns of types such as pg_node_tree may not be read
			t.Errorf("%s.%s.%s: %s %s", space, table, column, v.Rule, v.Why)
		}
	}
	if judged < 1000 {
		t.Errorf("only %d columns", judged)
	}
}
