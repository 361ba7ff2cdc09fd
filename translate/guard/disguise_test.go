package guard

import (
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// Where somebody else's functions are on the path, nothing is a column or a cast that may be a call of one.
func TestCallsInDisguise(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{ExtensionSets: []string{"hstore"}, Functions: []string{"report"}, Catalogs: true})
	own := facts()
	open := facts()
	open.OwnPath = false
	open.Snapshot.Extensions = map[string]string{"hstore": "public"}
	open.Snapshot.Shadows = []string{"any_value", "uuid", "touch", "lexeme"}
	own.Snapshot.Extensions, own.Snapshot.Shadows = open.Snapshot.Extensions, open.Snapshot.Shadows
	nothing := facts()
	nothing.OwnPath, nothing.Snapshot.Extensions = false, open.Snapshot.Extensions
	for _, tc := range []struct {
		sql               string
		open, own, nobody Decision // with the functions on the path, under a path of the statement's own, and where nobody has any
	}{
		// Names of newer releases, which this server does not have and anybody may.
		{"SELECT any_value(id) FROM customers", Invalid, Invalid, Invalid},
		// A function that has the name of a type comes before the cast.
		{"SELECT uuid(name) FROM customers", Invalid, Allow, Allow},
		{"SELECT pg_catalog.uuid(name) FROM customers", Allow, Allow, Allow},
		{"SELECT name::uuid FROM customers", Allow, Allow, Allow},
		// x.touch is touch(x) where x has no such column.
		{"SELECT s.touch FROM (SELECT (jsonb_each(attrs)).* FROM products) s", Invalid, Invalid, Invalid},
		{"SELECT s.key, s.value FROM (SELECT (jsonb_each(attrs)).* FROM products) s", Allow, Allow, Allow},
		{"SELECT s.touch FROM (SELECT (each(name::hstore)).* FROM products) s", Invalid, Invalid, Invalid},
		{"SELECT s.key FROM (SELECT (each(name::hstore)).* FROM products) s", Allow, Allow, Allow},
		{"SELECT s.touch FROM (SELECT (unnest(ARRAY[p])).* FROM products p) s", Invalid, Invalid, Invalid},
		{"SELECT s.lexeme FROM (SELECT (unnest(ARRAY[p])).* FROM products p) s", Invalid, Invalid, Invalid},
		{"SELECT x.touch FROM products, skeys(name::hstore) x", Invalid, Allow, Invalid},
		{"SELECT (x).touch FROM products, skeys(name::hstore) x", Invalid, Allow, Invalid},
		{"SELECT x FROM products, skeys(name::hstore) x", Allow, Allow, Allow},
		{"SELECT x.touch FROM report() x", Invalid, Allow, Invalid},
		{"SELECT x.touch FROM report() x(touch)", Allow, Allow, Allow},
		{"SELECT touch FROM report() x", Invalid, Allow, Invalid},
		// Only a tsvector has lexemes when it is unnested.
		{"SELECT x.lexeme FROM unnest(ARRAY[1]) x", Invalid, Invalid, Invalid},
		{"SELECT (x).lexeme FROM unnest(ARRAY[1]) x", Invalid, Allow, Invalid},
		{"SELECT s.lexeme FROM (SELECT * FROM unnest(ARRAY[1]) x) s", Invalid, Invalid, Invalid},
		{"WITH s AS (SELECT x.* FROM unnest(ARRAY[1]) x) SELECT s.lexeme FROM s", Invalid, Invalid, Invalid},
		{"SELECT lexeme FROM unnest(to_tsvector('a')) x", Allow, Allow, Allow},
		{"SELECT x.l FROM unnest(to_tsvector('a')) x(l, p, w)", Allow, Allow, Allow},
		{"SELECT c.touch FROM pg_class c", Invalid, Invalid, Invalid},
		{"SELECT relname FROM pg_class c", Allow, Allow, Allow},
	} {
		for name, one := range map[string]struct {
			facts Facts
			want  Decision
		}{"open": {open, tc.open}, "own": {own, tc.own}, "nobody": {nothing, tc.nobody}} {
			if v := g.Check(tc.sql, one.facts); v.Decision != one.want {
				t.Errorf("%s path: %s: %v %s", name, tc.sql, v.Decision, v.Why)
			}
		}
	}
	omitted := facts()
	omitted.OwnPath = false
	omitted.Snapshot = schema.New(schema.Snapshot{Server: 150018, SearchPath: []string{"pg_catalog"}, NamesOmitted: true})
	if v := g.Check("SELECT lower('A')", omitted); v.Decision != Invalid {
		t.Errorf("there are more names than are known: %v", v.Decision)
	}
}

// TestCatalogColumns: the columns of the system's relations are known by the version of the server.
func TestCatalogColumns(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{Catalogs: true})
	open := facts()
	open.OwnPath = false
	for sql, want := range map[string]Decision{
		"SELECT n.oid, n.nspname FROM pg_namespace n":                                             Allow,
		"SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace":          Allow,
		"SELECT * FROM pg_catalog.pg_namespace":                                                   Allow,
		"SELECT c.column_name FROM information_schema.columns c WHERE c.table_name = 'customers'": Allow,
		"SELECT n.touch FROM pg_namespace n":                                                      Invalid,
		"SELECT relallfrozen FROM pg_class":/* of 18 */ Invalid,
	} {
		if v := g.Check(sql, open); v.Decision != want {
			t.Errorf("%s: %v %s", sql, v.Decision, v.Why)
		}
	}
}
