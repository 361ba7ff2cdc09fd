package guard

import (
	"strings"
	"testing"
)

// nested puts a text into itself so many times, in the place of §.
func nested(times int, within, innermost string) string {
	for range times {
		innermost = strings.ReplaceAll(within, "§", innermost)
	}
	return innermost
}

// TestBulk: values that the statement makes of others, and of these again, until one fills the server's memory; no
// timeout interrupts a server that copies a gigabyte. And what looks like it and is asked every day.
func TestBulk(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{})
	ten := strings.TrimSuffix(strings.Repeat("s, ", 10), ", ")
	chain := func(make string) string {
		return "WITH a AS (SELECT string_agg(name, '') AS s FROM customers), b AS (SELECT " + make + " AS s FROM a), c AS (SELECT " + make +
			" AS s FROM b), d AS (SELECT " + make + " AS s FROM c), e AS (SELECT " + make + " AS s FROM d), f AS (SELECT " + make + " AS s FROM e) SELECT length(s) FROM f"
	}
	for sql, want := range map[string]string{
		chain("concat(" + ten + ")"):                                                        RuleSize,
		chain("array_to_string(ARRAY[" + ten + "], ',')"):                                   RuleSize,
		chain("jsonb_build_array(" + ten + ")"):                                             RuleSize,
		chain("format('%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s', s)"):                      RuleSize,
		chain("(SELECT string_agg(x, '') FROM (VALUES (s), (s), (s), (s), (s), (s)) v(x))"): RuleSize,
		chain("s || ' '"): "",
		nested(20, "SELECT s || s AS s FROM (§) q", "SELECT repeat('x', 10000) AS s"):                                                                RuleSize,
		nested(20, "SELECT j.s || j.s AS s FROM ((§) q JOIN (SELECT name AS s FROM customers) p USING (s) AS j)", "SELECT name AS s FROM customers"): RuleSize,
		"SELECT length(" + nested(28, "quote_literal(§)", "repeat('''', 1000)") + ")":                                                                RuleSize,
		"SELECT " + nested(20, "to_json(§)::text", `repeat('"', 9000)`):                                                                              RuleSize,
		"SELECT " + nested(20, "ARRAY[§]::text", "name") + " FROM customers":                                                                         RuleSize,
		"SELECT " + nested(20, "encode(§::bytea, 'hex')", "repeat('x', 10000)"):                                                                      RuleSize,
		"SELECT " + nested(20, "replace(§, 'x', 'xx')", "repeat('x', 10000)"):                                                                        RuleSize,
		"SELECT name FROM customers WHERE length(" + nested(28, "quote_literal(§)", "name") + ") > 1":                                                RuleSize,
		"SELECT 1 FROM customers a JOIN customers b ON " + nested(28, "quote_ident(§)", "a.name") + " = b.name":                                      RuleSize,
		"SELECT name FROM customers ORDER BY " + nested(28, "quote_nullable(§)", "name"):                                                             RuleSize,
		"SELECT city FROM customers GROUP BY city HAVING " + nested(28, "quote_nullable(§)", "city") + " = 'x'":                                      RuleSize,
		"SELECT " + nested(12, "replace(§, 'ü', 'ue')", "name") + ", " + nested(12, "replace(§, '-', ' ')", "city") + " FROM customers":              "",
		"SELECT jsonb_build_object('a', jsonb_agg(jsonb_build_object('name', name, 'city', city, 'all', to_jsonb(c)))) FROM customers c":             "",
		"SELECT array_agg(g) FROM generate_series(1, 1000000) g":                                                                                     "",
		// Sizes that are lengths, and values that pass through aggregates and constructors.
		"SELECT " + nested(28, "repeat(§, length('ab'))", "name") + " FROM customers":                                                                RuleSize,
		"SELECT " + nested(20, "lpad(§, length(name) * 2, name)", "name") + " FROM customers":                                                        "",
		nested(20, "SELECT lpad(x, length(x) * 2, x) AS x FROM (§) q", "SELECT name AS x FROM customers"):                                            RuleSize,
		nested(20, "SELECT rpad(x, 2 * octet_length(x), x) AS x FROM (§) q", "SELECT name AS x FROM customers"):                                      RuleSize,
		nested(26, "SELECT mode() WITHIN GROUP (ORDER BY x || x) AS x FROM (§) q", "SELECT name AS x FROM customers"):                                RuleSize,
		nested(26, "SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY x || x) AS x FROM (§) q", "SELECT name AS x FROM customers"):                  RuleSize,
		nested(26, "SELECT JSON_ARRAY(x, x) AS x FROM (§) q", "SELECT name AS x FROM customers"):                                                     RuleSize,
		nested(26, "SELECT JSON_OBJECT('a': x, 'b': x) AS x FROM (§) q", "SELECT name AS x FROM customers"):                                          RuleSize,
		"SELECT " + nested(26, "JSON_ARRAY(§::text)", "name") + " FROM customers":                                                                    RuleSize,
		"SELECT " + nested(26, "JSON_OBJECT('a': §::text)", "name") + " FROM customers":                                                              RuleSize,
		"SELECT string_agg(lpad(name, length(name) * 900, name), '') FROM customers":                                                                 RuleSize,
		"SELECT string_agg(repeat(name, 9000), '') FROM customers":                                                                                   RuleSize,
		nested(4, "SELECT array_to_string(string_to_array(x, NULL), x) AS x FROM (§) q", "SELECT name AS x FROM customers"):                          RuleSize,
		nested(8, "SELECT ts_headline(x, 'a', 'StartSel=aaaaaaaaaaaaaaaaaaaa') AS x FROM (§) q", "SELECT name AS x FROM customers"):                  RuleSize,
		nested(20, "SELECT to_char(now(), x) AS x FROM (§) q", "SELECT 'DAYDAY' AS x"):                                                               RuleSize,
		"SELECT repeat('*', length(name) - 2) || right(name, 2), lpad(city, length(city) + 2), rpad(name, 40, '.') FROM customers":                   "",
		"SELECT repeat('*', length(name)), repeat('*', length(city)), repeat('-', char_length(name)), lpad(id::text, 8, '0') FROM customers":         "",
		"SELECT string_agg(lpad(id::text, 6, '0'), ','), mode() WITHIN GROUP (ORDER BY city), array_to_string(array_agg(name), ', ') FROM customers": "",
		"SELECT JSON_ARRAY(name, city), JSON_OBJECT('name': name, 'all': JSON_ARRAY(id, city)), ts_headline(name, 'a') FROM customers":               "",
		"SELECT to_char(now(), 'YYYY-MM-DD HH24:MI'), to_char(id, 'FM999,999') FROM customers":                                                       "",
		// The square of a length, without a look at timeouts.
		`SELECT normalize(repeat(repeat(U&'\0301\0323', 1000), 1000), NFD)`:                                 RuleSize,
		`SELECT repeat(repeat(U&'\0301\0323', 1000), 900) IS NFC NORMALIZED`:                                RuleSize,
		"SELECT normalize(string_agg(name, '')) FROM customers":                                             RuleSize,
		"SELECT normalize(s) FROM (SELECT string_agg(name, '') AS s FROM customers) q":                      RuleSize,
		"SELECT normalize(name), normalize(lower(trim(name)), NFKD), city IS NFC NORMALIZED FROM customers": "",
		"SELECT translate(s, s, s) FROM (SELECT string_agg(name, '') AS s FROM customers) q":                RuleSize,
		// Numbers and figures that a few characters write.
		"SELECT repeat('1e131071'::numeric::text, 7000)":                                                                                   RuleSize,
		"SELECT repeat((9::numeric ^ 130000)::text, 7000)":                                                                                 RuleSize,
		"SELECT replace('1e131071'::numeric::text, '0', repeat('y', 9999))":                                                                RuleSize,
		"SELECT lpad('x', length('1e131071'::numeric::text) * 1000)":                                                                       RuleSize,
		"SELECT string_agg('1e131071'::numeric::text, '') FROM generate_series(1, 100000)":                                                 RuleSize,
		"SELECT repeat(factorial(25000)::text, 9999)":                                                                                      RuleSize,
		"SELECT repeat(round(1, 16000)::text, 9999)":                                                                                       RuleSize,
		"SELECT repeat(polygon(1000, circle '<(0,0),1>')::text, 9999)":                                                                     RuleSize,
		"SELECT array_agg(g) FROM generate_series(1, 10000000) g":                                                                          RuleSize,
		"SELECT repeat('-', round(avg(id), 2)::int), power(10, 20)::text, 1e30, factorial(20) FROM customers":                              "",
		"SELECT s::polygon FROM (SELECT string_agg('(1,1)', ',') AS s FROM customers) q":                                                   RuleSize,
		"SELECT path(s) FROM (SELECT string_agg('(1,1)', ',') AS s FROM customers) q":                                                      RuleSize,
		"SELECT strpos(string_agg(name, ''), 'b' || string_agg(city, '')) FROM customers":                                                  RuleSize,
		"SELECT replace(s, repeat('a', 5000) || s, '') FROM (SELECT string_agg(name, '') AS s FROM customers) q":                           RuleSize,
		"SELECT strpos(name, city), replace(string_agg(name, ','), 'a', 'b'), split_part(name, ' ', 1) FROM customers GROUP BY name, city": "",
	} {
		v := g.Check(sql, facts())
		if want == "" && v.Decision != Allow || want != "" && (v.Decision != Invalid || v.Rule != want) {
			t.Errorf("%.200s: %v %s %s", sql, v.Decision, v.Rule, v.Why)
		}
	}
	// Each part is looked at once, however deep: this would take years.
	g.Check("SELECT "+nested(150, "concat(§)", "name")+" FROM customers", facts())
}
