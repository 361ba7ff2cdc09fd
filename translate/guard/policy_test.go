package guard

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/schema"
)

func TestPolicy(t *testing.T) {
	t.Parallel()
	noIBAN := Policy{DeniedColumns: []string{"hr.salaries.iban"}}
	anyIBAN := Policy{DeniedColumns: []string{"ib*"}}
	noHR := Policy{DeniedSchemas: []string{"hr"}}
	for _, tt := range []struct {
		name   string
		policy Policy
		sql    string
		want   string // decision and rule
	}{
		{"another column", noIBAN, "SELECT amount FROM hr.salaries", "allow "},
		{"the column", noIBAN, "SELECT iban FROM hr.salaries", "unsafe policy"},
		{"qualified", noIBAN, "SELECT s.iban FROM hr.salaries s", "unsafe policy"},
		{"fully qualified", noIBAN, "SELECT hr.salaries.iban FROM hr.salaries", "unsafe policy"},
		{"star", noIBAN, "SELECT * FROM hr.salaries", "unsafe policy"},
		{"qualified star", noIBAN, "SELECT s.* FROM hr.salaries s", "unsafe policy"},
		{"star of a join", noIBAN, "SELECT * FROM app.customers c JOIN hr.salaries s ON s.employee_id = c.id", "unsafe policy"},
		{"star elsewhere", noIBAN, "SELECT c.* FROM app.customers c JOIN hr.salaries s ON s.employee_id = c.id", "allow "},
		{"whole row", noIBAN, "SELECT s FROM hr.salaries s", "unsafe policy"},
		{"whole row as an argument", noIBAN, "SELECT row_to_json(s) FROM hr.salaries s", "unsafe policy"},
		{"field of a whole row", noIBAN, "SELECT (s).iban FROM hr.salaries s", "unsafe policy"},
		{"table command", noIBAN, "TABLE hr.salaries", "unsafe policy"},
		{"count", noIBAN, "SELECT count(*) FROM hr.salaries", "allow "},
		{"condition", noIBAN, "SELECT 1 FROM hr.salaries WHERE iban LIKE 'DE%'", "unsafe policy"},
		{"order", noIBAN, "SELECT amount FROM hr.salaries ORDER BY iban", "unsafe policy"},
		{"group by an output of that name", noIBAN, "SELECT 1 AS iban, count(*) FROM hr.salaries GROUP BY iban", "unsafe policy"},
		{"renamed", noIBAN, "SELECT s.c FROM hr.salaries AS s(a, b, c)", "unsafe policy"},
		{"renamed, another", noIBAN, "SELECT s.b FROM hr.salaries AS s(a, b, c)", "allow "},
		{"using", anyIBAN, "SELECT 1 FROM hr.salaries a JOIN hr.salaries b USING (iban)", "unsafe policy"},
		{"natural", anyIBAN, "SELECT 1 FROM hr.salaries a NATURAL JOIN hr.salaries b", "unsafe policy"},
		{"alias of a join", noIBAN, "SELECT j.iban FROM (hr.salaries s JOIN app.customers c ON true) AS j", "unsafe policy"},
		{"alias of a join, another", noIBAN, "SELECT j.amount FROM (hr.salaries s JOIN app.customers c ON true) AS j", "allow "},
		{"alias of USING", anyIBAN, "SELECT j.iban FROM hr.salaries a JOIN hr.salaries b USING (iban) AS j", "unsafe policy"},
		{"all of USING", anyIBAN, "SELECT j.* FROM hr.salaries a JOIN hr.salaries b USING (iban) AS j", "unsafe policy"},
		{"in a subquery", noIBAN, "SELECT x.y FROM (SELECT iban AS y FROM hr.salaries) x", "unsafe policy"},
		{"correlated", noIBAN, "SELECT (SELECT s.iban) FROM hr.salaries s", "unsafe policy"},
		{"lateral", noIBAN, "SELECT 1 FROM hr.salaries s, LATERAL (SELECT iban) x", "unsafe policy"},
		{"in capitals", Policy{DeniedColumns: []string{"HR.Salaries.IBAN"}}, "SELECT iban FROM hr.salaries", "unsafe policy"},
		{"pattern", anyIBAN, "SELECT iban FROM hr.salaries", "unsafe policy"},
		{"own name", anyIBAN, "SELECT 1 AS iban", "allow "},
		{"schema", noHR, "SELECT amount FROM hr.salaries", "unsafe policy"},
		{"unknown table of the schema", noHR, "SELECT amount FROM hr.wages", "unsafe policy"},
		{"another schema", noHR, "SELECT name FROM app.customers", "allow "},
		{"with query of that name", noHR, "WITH salaries AS (SELECT 1 AS n) SELECT n FROM salaries", "allow "},
		{"allowed schemas", Policy{AllowedSchemas: []string{"app"}}, "SELECT amount FROM hr.salaries", "unsafe policy"},
		{"allowed schemas, inside", Policy{AllowedSchemas: []string{"app"}}, "SELECT name FROM customers", "allow "},
		{"table by pattern", Policy{DeniedTables: []string{"app.customer*"}}, "SELECT 1 FROM customer_stats", "unsafe policy"},
		{"table by bare name", Policy{DeniedTables: []string{"customers"}}, "SELECT 1 FROM customers", "unsafe policy"},
		{"foreign", Policy{ForeignTables: true}, "SELECT line FROM shell_out", "allow "},
		{"catalogs", Policy{Catalogs: true}, "SELECT relname FROM pg_class", "allow "},
		{"catalogs, secrets", Policy{Catalogs: true}, "SELECT * FROM pg_authid", "unsafe secret"},
		{"information schema", Policy{Catalogs: true}, "SELECT table_name FROM information_schema.tables", "allow "},
		{"listed function", Policy{Functions: []string{"app.net"}}, "SELECT app.net(total) FROM orders", "allow "},
		{"listed function, bare", Policy{Functions: []string{"app.net"}}, "SELECT net(total) FROM orders", "invalid function"},
		{"bare function", Policy{Functions: []string{"net"}}, "SELECT net(total) FROM orders", "allow "},
		{"bare function, qualified", Policy{Functions: []string{"net"}}, "SELECT app.net(total) FROM orders", "invalid function"},
		{"too many relations", Policy{MaxRelations: 2}, "SELECT 1 FROM orders a, orders b, orders c", "invalid bounds"},
		{"too long", Policy{MaxBytes: 10}, "SELECT 12345", "invalid bounds"},
		{"byte order mark", Policy{}, "\uFEFFSELECT 1", "invalid encoding"},
		{"NUL", Policy{}, "SELECT 1\x00; DROP TABLE customers", "invalid encoding"},
		{"not UTF-8", Policy{}, "SELECT '\xff'", "invalid encoding"},
		{"empty", Policy{}, "", "invalid single"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := mustNew(t, tt.policy).Check(tt.sql, facts())
			want := strings.TrimSpace(tt.want)
			if got := strings.TrimSpace(v.Decision.String() + " " + v.Rule); got != want {
				t.Errorf("%s: got %s (%s), want %s", tt.sql, got, v.Why, want)
			}
		})
	}
}

// TestMasked: a masked column may be counted, joined on, grouped by and tested for NULL, and its values never show.
func TestMasked(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{MaskedColumns: []string{"*.Customers.name", "iban"}})
	for sql, allowed := range map[string]bool{
		"SELECT count(name), count(DISTINCT name), count(*) FROM customers":                                  true,
		"SELECT city FROM customers WHERE name IS NOT NULL":                                                  true,
		"SELECT c.city FROM customers c JOIN customers d ON c.name = d.name":                                 true,
		"SELECT count(*) FROM customers c JOIN customers d USING (name)":                                     true,
		"SELECT count(*) FROM hr.salaries NATURAL JOIN (hr.salaries s JOIN customers c ON true)":             true,
		"SELECT avg(n) FROM (SELECT count(*) AS n FROM customers GROUP BY name) x":                           true,
		"SELECT p.name FROM products p":                                                                      true,
		"SELECT amount FROM hr.salaries ORDER BY amount":                                                     true,
		"SELECT name FROM customers":                                                                         false,
		"SELECT c.* FROM customers c":                                                                        false,
		"SELECT * FROM customers":                                                                            false,
		"TABLE customers":                                                                                    false,
		"SELECT c FROM customers c":                                                                          false,
		"SELECT row_to_json(c) FROM customers c":                                                             false,
		"SELECT count(c) FROM customers c":                                                                   true,
		"SELECT (c).name FROM customers c":                                                                   false,
		"SELECT max(name) FROM customers":                                                                    false,
		"SELECT lower(name) FROM customers":                                                                  false,
		"SELECT city FROM customers ORDER BY name":                                                           false,
		"SELECT DISTINCT ON (name) city FROM customers":                                                      false,
		"SELECT city FROM customers WHERE name = 'x'":                                                        false,
		"SELECT city FROM customers WHERE name LIKE 'a%'":                                                    false,
		"SELECT city FROM customers WHERE name IN ('x')":                                                     false,
		"SELECT city FROM customers WHERE name < city":                                                       false,
		"SELECT 1 FROM customers c, (VALUES ('x')) v(g) WHERE c.name = v.g":                                  false,
		"SELECT 1 FROM customers c JOIN (VALUES ('x')) v(name) USING (name)":                                 false,
		"SELECT 1 FROM customers c NATURAL JOIN (VALUES ('x')) v(name)":                                      false,
		"SELECT name FROM customers c JOIN customers d USING (name)":                                         false,
		"SELECT * FROM customers c JOIN customers d USING (name)":                                            false,
		"SELECT name, count(*) FROM customers GROUP BY name":                                                 false,
		"SELECT count(*) FROM customers GROUP BY upper(name)":                                                false,
		"SELECT count(name) FILTER (WHERE name = 'x') FROM customers":                                        false,
		"SELECT count(lower(name)) FROM customers":                                                           false,
		"SELECT x.n FROM (SELECT name AS n FROM customers) x":                                                false,
		"WITH x AS (SELECT * FROM customers) SELECT city FROM x":                                             false,
		"SELECT s.c FROM hr.salaries AS s(a, b, c)":                                                          false,
		"SELECT EXISTS (SELECT 1 FROM hr.salaries WHERE iban > 'DE5')":                                       false,
		"SELECT (SELECT s.iban) FROM hr.salaries s":                                                          false,
		"SELECT count(iban), iban FROM hr.salaries GROUP BY iban":                                            false,
		"SELECT string_agg(iban, ',') FROM hr.salaries":                                                      false,
		"SELECT amount FROM hr.salaries UNION SELECT 1 FROM hr.salaries WHERE iban ~ '^D'":                   false,
		"SELECT count(*) OVER (PARTITION BY name ORDER BY city) FROM customers":                              false,
		"SELECT city, name IS NULL AS anonymous, count(*) FROM customers GROUP BY city, name IS NULL":        true,
		"SELECT c.city FROM customers c WHERE EXISTS (SELECT 1 FROM customers d WHERE d.name = c.name)":      true,
		"SELECT c.city FROM customers c WHERE EXISTS (SELECT 1 FROM products p WHERE p.name = c.name || '')": false,
		"SELECT j.city FROM (customers c JOIN orders o ON c.id = o.customer_id) AS j":                        true,
		"SELECT j.name FROM (customers c JOIN orders o ON c.id = o.customer_id) AS j":                        false,
		// The output of that name is meant only where a name is the whole item.
		"SELECT c.id, (SELECT g AS name FROM generate_series(1, 9) g ORDER BY abs(g - length(name)) LIMIT 1) FROM customers c": false,
		"SELECT c.id, (SELECT 'x' AS name GROUP BY name || '') FROM customers c":                                               false,
		"SELECT c.id, (SELECT DISTINCT ON (name || '') 'x' AS name) FROM customers c":                                          false,
		"SELECT c.id, (SELECT 'x' AS name GROUP BY ROLLUP ((name || ''))) FROM customers c":                                    false,
		"SELECT c.id, (SELECT 1 AS c ORDER BY length(c::text)) FROM customers c":                                               false,
		"SELECT c.id, (SELECT count(*) AS name FROM orders ORDER BY max(name)) FROM customers c":                               false,
		"SELECT c.id, (SELECT 'x' AS name ORDER BY name) FROM customers c":                                                     true,
		"SELECT count(*) AS name FROM customers ORDER BY name":                                                                 true,
		// The alias of USING.
		"SELECT j.name FROM customers c JOIN customers d USING (name) AS j":                            false,
		"SELECT j.* FROM customers c JOIN customers d USING (name) AS j":                               false,
		"SELECT count(j.name) FROM customers c JOIN customers d USING (name) AS j":                     true,
		"SELECT c.city FROM customers c JOIN customers d USING (name) AS j ORDER BY j.name":            false,
		"SELECT coalesce(name, 'none') FROM customers":                                                 false,
		"SELECT CASE WHEN name IS NULL THEN 'none' ELSE 'some' END FROM customers":                     true,
		"SELECT CASE name WHEN 'a' THEN 1 END FROM customers":                                          false,
		"SELECT width_bucket(length(name), 0, 10, 5) FROM customers":                                   false,
		"SELECT to_jsonb(c) - 'name' FROM customers c":                                                 false,
		"SELECT count(*) FROM customers WHERE name IS DISTINCT FROM 'x'":                               false,
		"SELECT count(*) FROM customers WHERE (name, city) = ('x', 'y')":                               false,
		"SELECT count(*) FROM customers TABLESAMPLE system (10) WHERE customers.name = customers.city": false,
		// Whoever has a table of guesses, or an id that counts, would be shown what is joined to it.
		"SELECT c.city, p.name FROM customers c JOIN products p ON p.name = c.name":                false,
		"SELECT p.name FROM customers c JOIN products p USING (name)":                              false,
		"SELECT p.id FROM customers c NATURAL JOIN products p":                                     false,
		"SELECT c.id FROM customers c WHERE EXISTS (SELECT FROM products p WHERE p.name = c.name)": false,
		"SELECT 1 FROM hr.salaries s JOIN customers c ON s.iban = c.name":                          false,
		"SELECT 1 FROM hr.salaries AS s(a, b, c) JOIN hr.salaries t ON s.c = t.iban":               true,
		"SELECT 1 FROM hr.salaries AS s(a, iban, c) JOIN hr.salaries t ON s.iban = t.iban":         false,
		"SELECT 1 FROM hr.salaries AS s(a, b, employee_id) JOIN orders o ON s.employee_id = o.id":  false,
		"SELECT count(*) FROM customers c WHERE c.name = (SELECT min(p.name) FROM products p)":     false,
		"SELECT count(*) FROM customers c, LATERAL (SELECT c.name AS other) x WHERE x.other = 'a'": false,
		"SELECT first_value(city) OVER (ORDER BY name) FROM customers":                             false,
		"SELECT mode() WITHIN GROUP (ORDER BY name) FROM customers":                                false,
		"SELECT count(DISTINCT (name, city)) FROM customers":                                       false,
		"SELECT grouping(name), count(*) FROM customers GROUP BY ROLLUP (name)":                    false,
	} {
		v := g.Check(sql, facts())
		if (v.Decision == Allow) != allowed || !allowed && v.Rule != RulePolicy {
			t.Errorf("%s: %s %s: %s", sql, v.Decision, v.Rule, v.Why)
		}
	}
	// Without facts a column may be any that is not known.
	for sql, allowed := range map[string]bool{
		"SELECT name FROM customers": false, "SELECT * FROM customers": false, "SELECT city FROM customers": true,
		"SELECT count(name) FROM app.customers": true, "SELECT name FROM products": true,
	} {
		if v := g.Check(sql, Facts{}); (v.Decision == Allow) != allowed {
			t.Errorf("without facts: %s: %s %s: %s", sql, v.Decision, v.Rule, v.Why)
		}
	}
}

// TestPolicyWithoutFacts: what is forbidden stays so when the catalog is not known, if in doubt.
func TestPolicyWithoutFacts(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{DeniedColumns: []string{"hr.salaries.iban"}, DeniedTables: []string{"hr.secrets"}})
	for sql, want := range map[string]Decision{
		"SELECT amount FROM hr.salaries":              Allow,
		"SELECT iban FROM hr.salaries":                Unsafe,
		"SELECT iban FROM salaries":                   Unsafe,
		"SELECT * FROM hr.salaries":                   Unsafe,
		"SELECT s FROM salaries s":                    Unsafe,
		"SELECT * FROM other.salaries":                Allow,
		"SELECT iban FROM (SELECT 1 AS iban) x":       Allow,
		"SELECT 1 FROM secrets":                       Unsafe,
		"SELECT 1 FROM other.secrets":                 Allow,
		"SELECT c.touch FROM app.customers c":         Allow, // a column, for all that is known
		"SELECT c.pg_sleep FROM app.customers c":      Unsafe,
		"SELECT x.touch FROM generate_series(1, 2) x": Invalid,
		"SELECT 1 FROM pg_class":                      Unsafe,
	} {
		if v := g.Check(sql, Facts{}); v.Decision != want {
			t.Errorf("%s: got %s (%s), want %s", sql, v.Decision, v.Why, want)
		}
	}
}

func TestBadPolicy(t *testing.T) {
	t.Parallel()
	_, err := New(Policy{
		Functions:        []string{"a.b.c", "", "pg_catalog.lower", "pg_sleep"},
		ExtensionSets:    []string{"nosuch"},
		ExtensionSchemas: []string{"a.b"},
		DeniedSchemas:    []string{"a.b"},
		DeniedColumns:    []string{"[", "a..b"},
		MaxBytes:         1 << 20,
	})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{`"a.b.c"`, `functions: ""`, `"pg_catalog.lower"`, `"pg_sleep"`, `"nosuch"`,
		`extension_schemas: "a.b"`, `denied_schemas: "a.b"`, `denied_columns: "["`, `denied_columns: "a..b"`, "max_bytes"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not name %s:\n%v", want, err)
		}
	}
}

func TestExtensions(t *testing.T) {
	t.Parallel()
	with := mustNew(t, Policy{ExtensionSets: Sets(), ExtensionSchemas: []string{"public"}})
	without := mustNew(t, Policy{})
	for _, sql := range []string{
		"SELECT name FROM customers WHERE name % 'jon' ORDER BY similarity(name, 'jon') DESC",
		"SELECT name FROM customers ORDER BY name <-> 'jon' LIMIT 5",
		"SELECT public.unaccent(name) FROM customers WHERE unaccent(name) ILIKE 'a%'",
		"SELECT name FROM customers WHERE levenshtein(name, 'bob') < 2 OR soundex(name) = soundex('bob')",
		"SELECT 'a=>1'::hstore -> 'a', akeys('a=>1'), e.key FROM each('a=>1'::hstore) e",
		"SELECT 'Top.Science'::ltree <@ 'Top', nlevel('a.b'), subpath('a.b.c', 0, 2)",
		"SELECT name::citext = 'BOB' FROM customers",
		"SELECT id FROM products ORDER BY attrs::text::vector <=> '[1,2,3]' LIMIT 3",
		"SELECT '[1,2,3]'::vector(3) <-> '[1,2,4]'::public.vector, cosine_distance('[1]', '[2]')",
		"SELECT st_area(st_buffer(st_setsrid(st_makepoint(1, 2), 4326)::geography, 100)), st_distance('POINT(0 0)'::geometry, 'POINT(1 1)'::geometry(Point, 4326))",
		"SELECT id FROM products WHERE st_dwithin(place::geometry, ST_MakePoint(1, 2), 10) AND place::geometry && st_makeenvelope(0, 0, 1, 1)",
	} {
		if v := with.Check(sql, facts()); v.Decision != Allow {
			t.Errorf("%s: %s %s: %s", sql, v.Decision, v.Rule, v.Why)
		}
		if sql := strings.ReplaceAll(sql, "name % ", "name <% "); without.Check(sql, facts()).Decision == Allow && !strings.Contains(sql, "<-> 'jon'") {
			t.Errorf("%s: allowed without the extensions", sql)
		}
	}
	for _, sql := range []string{"SELECT set_limit(0.1)", "SELECT other.similarity('a', 'b')", "SELECT 'x'::other.geometry",
		"SELECT populate_record(NULL::customers, 'a=>1')", "SELECT dblink('x', 'y')"} {
		if v := with.Check(sql, facts()); v.Decision == Allow {
			t.Errorf("%s: allowed", sql)
		}
	}
}

func TestShadows(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{})
	f := facts()
	snapshot := *f.Snapshot
	snapshot.Shadows = []string{"lower", "=", ">=", "json_object", "bernoulli"}
	f.Snapshot = schema.New(snapshot)
	for sql, shadowed := range map[string]bool{
		"SELECT lower(name) FROM customers":                             true,
		"SELECT pg_catalog.lower(name) FROM customers":                  false,
		"SELECT upper(name) FROM customers":                             false,
		"SELECT 1 FROM customers WHERE name = 'x'":                      true,
		"SELECT 1 FROM customers WHERE name OPERATOR(pg_catalog.=) 'x'": false,
		"SELECT 1 FROM customers WHERE name IN ('x')":                   true,
		"SELECT 1 FROM customers WHERE name IN (SELECT name)":           true,
		"SELECT CASE name WHEN 'x' THEN 1 END FROM customers":           true,
		"SELECT CASE WHEN name > 'x' THEN 1 END FROM customers":         false,
		"SELECT nullif(name, 'x') FROM customers":                       true,
		"SELECT name IS DISTINCT FROM 'x' FROM customers":               true,
		"SELECT 1 FROM customers WHERE name BETWEEN 'a' AND 'b'":        true,
		"SELECT 1 FROM customers NATURAL JOIN orders":                   true,
		"SELECT 1 FROM customers JOIN orders USING (id)":                true,
		"SELECT json_object('{a,b}')":                                   true,
		"SELECT 1 FROM customers TABLESAMPLE bernoulli (1)":             true,
		"SELECT count(*) FROM customers GROUP BY name ORDER BY name":    false,
	} {
		f.OwnPath = false
		v := g.Check(sql, f)
		if got := v.Rule == RuleShadowed; got != shadowed || got == (v.Decision == Allow) {
			t.Errorf("%s: %s %s: %s", sql, v.Decision, v.Rule, v.Why)
		}
		f.OwnPath = true
		if v := g.Check(sql, f); v.Decision != Allow {
			t.Errorf("%s, on its own path: %s %s: %s", sql, v.Decision, v.Rule, v.Why)
		}
	}
}

func TestCartesian(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{})
	known := facts()
	big := *known.Snapshot.Table("app", "orders")
	big.Name, big.Rows, big.OID = "big", 100_000, 99
	snapshot := *known.Snapshot
	snapshot.Tables = append(slices.Clone(snapshot.Tables), &big)
	known.Snapshot = schema.New(snapshot)
	for _, tt := range []struct {
		sql     string
		known   bool
		refused bool
	}{
		{"SELECT count(*) FROM big a, big b", true, true},
		{"SELECT count(*) FROM big a CROSS JOIN big b", true, true},
		{"SELECT count(*) FROM big a JOIN big b ON true", true, true},
		{"SELECT count(*) FROM big a, big b WHERE 1 = 1", true, true},
		{"SELECT count(*) FROM big a, big b WHERE a.id = b.id", true, false},
		{"SELECT count(*) FROM big a JOIN big b ON a.id = b.id", true, false},
		{"SELECT count(*) FROM big a JOIN big b USING (id) CROSS JOIN (SELECT max(total) FROM big) c", true, false},
		{"SELECT count(*) FROM (SELECT 1 FROM big a, big b) x", true, true},
		{"WITH big AS (SELECT 1 AS n) SELECT count(*) FROM big a, big b", true, false},
		{"SELECT count(*) FROM a, b, c", false, false},
		{"SELECT count(*) FROM a, b, c, d", false, true},
		{"SELECT count(*) FROM a, b, c, d WHERE a.x = b.x", false, false},
	} {
		f := Facts{}
		if tt.known {
			f = known
		}
		if v := g.Check(tt.sql, f); (v.Decision != Allow) != tt.refused || tt.refused && v.Rule != RuleSize {
			t.Errorf("%s: %s %s: %s", tt.sql, v.Decision, v.Rule, v.Why)
		}
	}
}

func TestVerdict(t *testing.T) {
	t.Parallel()
	v := mustNew(t, Policy{}).Check(`SELECT upper(c.name), "order"."from" FROM customers AS c, "order"
		WHERE c.id = "order".id AND EXISTS (SELECT 1 FROM orders WHERE status = 'paid'::order_status)`, facts())
	want := Verdict{Decision: Allow,
		SQL: `SELECT upper(c.name), "order"."from" FROM app.customers c, app."order" WHERE c.id = "order".id AND ` +
			`EXISTS (SELECT 1 FROM app.orders WHERE status = 'paid'::app.order_status)`,
		Relations: []string{"app.customers", "app.order", "app.orders"},
		Columns:   []string{"app.customers.id", "app.customers.name", "app.order.from", "app.order.id", "app.orders.status"},
		Functions: []string{"upper"}}
	v.Sent = ""
	if diff := cmp.Diff(want, v); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestSuggestions(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{})
	for sql, want := range map[string]string{
		"SELECT nmae FROM customers":                "did you mean name",
		"SELECT c.citty FROM customers c":           "did you mean city",
		"SELECT 1 FROM custmers":                    "did you mean customers",
		"SELECT 1 FROM salaries":                    "did you mean hr.salaries",
		"SELECT 1 FROM app.salaries":                "did you mean hr.salaries",
		"SELECT date_trunk('day', now())":           "did you mean date_trunc",
		"SELECT c.name FROM customers x":            "there is no c in FROM",
		"SELECT 1 FROM orders WHERE zzzzz = 1":      "there is no column zzzzz",
		"SELECT o.id FROM orders o ORDER BY totall": "did you mean total",
	} {
		if v := g.Check(sql, facts()); v.Decision != Invalid || !strings.Contains(v.Why, want) {
			t.Errorf("%s: %s: %q, want %q in it", sql, v.Decision, v.Why, want)
		}
	}
}

// TestLists holds the generated lists to what they promise.
func TestLists(t *testing.T) {
	t.Parallel()
	if n := len(builtinFunctions); n < 1200 {
		t.Errorf("only %d functions", n)
	}
	for name := range builtinFunctions {
		if rule := refusedBecause(name); rule != "" {
			t.Errorf("%s is both allowed and refused (%s)", name, rule)
		}
	}
	for name, rule := range refusedFunctions {
		if refusals[rule] == "" {
			t.Errorf("%s is refused by %q, which has no sentence", name, rule)
		}
	}
	for _, name := range []string{"set_config", "nextval", "pg_sleep", "query_to_xml", "ts_rewrite", "lo_get", "xpath", "current_setting"} {
		if refusedFunctions[name] == "" {
			t.Errorf("%s is not refused", name)
		}
	}
	for name, set := range extensionSets {
		for _, f := range set.functions {
			if rule := refusedBecause(f); rule != "" {
				t.Errorf("%s of %s is refused by %s", f, name, rule)
			}
		}
		if len(set.functions) == 0 || !slices.IsSorted(Sets()) {
			t.Errorf("the set %s is empty", name)
		}
	}
}

// A slash in a name is a character like any other to a pattern.
func TestPatternsAndSlashes(t *testing.T) {
	t.Parallel()
	f := facts()
	odd := *f.Snapshot.Table("hr", "salaries")
	odd.Name, odd.OID, odd.Columns = "pay/month", 99, []*schema.Column{{Name: "net/year", Type: "numeric", TypeName: "numeric"}, {Name: "id", Type: "int8", TypeName: "int8"}}
	snapshot := *f.Snapshot
	snapshot.Tables = append(slices.Clone(snapshot.Tables), &odd)
	f.Snapshot = schema.New(snapshot)
	for sql, p := range map[string]Policy{
		`SELECT id FROM hr."pay/month"`:              {DeniedTables: []string{"hr.*"}},
		`SELECT "net/year" FROM hr."pay/month"`:      {DeniedColumns: []string{"net*"}},
		`SELECT max("net/year") FROM hr."pay/month"`: {MaskedColumns: []string{"pay/*.*"}},
	} {
		if v := mustNew(t, p).Check(sql, f); v.Decision == Allow || v.Rule != RulePolicy {
			t.Errorf("%s: %v %s", sql, v.Decision, v.Why)
		}
	}
}
