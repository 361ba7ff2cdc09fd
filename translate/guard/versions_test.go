package guard

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// on are facts of a server of a major version and nothing else; 0: none at all.
func on(major int) Facts {
	if major == 0 {
		return Facts{OwnPath: true}
	}
	return Facts{OwnPath: true, Snapshot: schema.New(schema.Snapshot{Server: major * 10000, SearchPath: []string{"pg_catalog"}})}
}

// TestFunctionsByVersion: what a server does not have yet, or has no more, is told before it says so itself.
func TestFunctionsByVersion(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{})
	for _, tt := range []struct {
		sql   string
		major int
		want  string // in the reason; "" when it is allowed
	}{
		{"SELECT any_value(x) FROM (VALUES (1)) t (x)", 0, ""},
		{"SELECT any_value(x) FROM (VALUES (1)) t (x)", 15, "any_value came with PostgreSQL 16, and this server is 15"},
		{"SELECT any_value(x) FROM (VALUES (1)) t (x)", 16, ""},
		{"SELECT pg_catalog.any_value(x) FROM (VALUES (1)) t (x)", 14, "any_value came with PostgreSQL 16, and this server is 14"},
		{"SELECT uuidv7(), array_sort(ARRAY[2, 1]), casefold('A')", 18, ""},
		{"SELECT uuidv7()", 17, "uuidv7 came with PostgreSQL 18"},
		{"SELECT crc32('a'::bytea)", 19, ""},
		{"SELECT bytea('a')", 15, ""}, // a cast
		{"SELECT bytea(1)", 18, ""},
		{"SELECT count(*) FROM pg_timezone_abbrevs()", 17, ""},
		{"SELECT count(*) FROM pg_timezone_abbrevs()", 18, "went after PostgreSQL 17, and this server is 18"},
		{"SELECT regexp_count('a', 'a')", 14, "came with PostgreSQL 15"},
		{"SELECT json_value('{}', '$.a'), json_query('{}', '$.a'), json_exists('{}', '$.a'), json_scalar(1), json_serialize('{}')", 17, ""},
		{"SELECT json_value('{}', '$.a')", 16, "json_value came with PostgreSQL 17"},
		{"SELECT system_user", 16, "tells about the server"},
		{"SELECT to_regtypemod('text')", 17, "tells about the server"},
		{"SELECT pg_input_is_valid('1', 'app.checked')", 17, "runs SQL, or reads tables"},
		{"SELECT pg_restore_relation_stats('relation', 'x')", 18, "has effects"},
		{"SELECT timezone('UTC', '10:00+01'::timetz)", 14, ""},
	} {
		v := g.Check(tt.sql, on(tt.major))
		if tt.want == "" && v.Decision != Allow || tt.want != "" && (v.Decision == Allow || !strings.Contains(v.Why, tt.want)) {
			t.Errorf("%s on %d: %s %s, want %q", tt.sql, tt.major, v.Decision, v.Why, tt.want)
		}
	}
}

// TestListedOnAnOlderServer: before a release brought a function, the name may be somebody's own, who has listed it.
func TestListedOnAnOlderServer(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{Functions: []string{"any_value"}})
	if v := g.Check("SELECT any_value(x) FROM (VALUES (1)) t (x)", on(15)); v.Decision != Allow {
		t.Errorf("%s %s", v.Decision, v.Why)
	}
}

// TestNewerGrammar: what the parser does not know yet is refused with a word about why.
func TestNewerGrammar(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{})
	for _, sql := range []string{
		"SELECT * FROM JSON_TABLE('[{\"a\": 1}]', '$[*]' COLUMNS (a int PATH '$.a')) t",
		"SELECT JSON_VALUE('{}', '$.a' RETURNING int)",
		"SELECT json_query('{}', '$.a' WITH WRAPPER)",
		"SELECT json_exists('{}', '$.a' ERROR ON ERROR)",
		"SELECT JSON_SERIALIZE('{}' RETURNING text)",
		"SELECT JSON('{}' WITH UNIQUE KEYS)",
		"SELECT now() AT LOCAL",
	} {
		v := g.Check(sql, on(18))
		if v.Decision != Invalid || v.Rule != RuleSyntax || !strings.Contains(v.Why, "as PostgreSQL 16 reads it") {
			t.Errorf("%s: %s %s %s", sql, v.Decision, v.Rule, v.Why)
		}
	}
	if v := g.Check("SELECT FROM FROM", on(18)); v.Rule != RuleSyntax || strings.Contains(v.Why, "PostgreSQL 16") {
		t.Errorf("%s %s", v.Rule, v.Why)
	}
}
