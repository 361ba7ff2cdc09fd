package ask

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/proxy/recognise"
)

// TestRechecks: where a check of ours is put. What runs nothing of anybody's needs none, nor does an answer that
// nothing was proven of.
func TestRechecks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"SELECT * FROM ask('a') t": {""},
		"BEGIN; SET statement_timeout = 1; SELECT * FROM ask('a') t; COMMIT":                    {"", "", "", ""},
		"SELECT f(); SELECT * FROM ask('a') t":                                                  {"", "check; "},
		"SELECT * FROM ask('a') t; SELECT 1; SELECT * FROM ask('b') t, ask('c') u; SELECT 2":    {"", "", "check; ", ""},
		"INSERT INTO t VALUES (1); -- why\nSELECT * FROM ask('a') t; SELECT * FROM ask_log() t": {"", "check; ", ""},
		"EXECUTE p; ASK how many": {"", "check; "},
	} {
		found, err := recognise.Find(text, recognise.Options{StandardConformingStrings: true})
		if err != nil {
			t.Fatal(err)
		}
		checks := make([]string, len(found.Questions))
		for i, q := range found.Questions {
			if q.Name != "ask_log" {
				checks[i] = "check"
			}
		}
		got := rechecks(found, checks)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestBehindChange(t *testing.T) {
	t.Parallel()
	for before, want := range map[string]bool{
		"SET search_path = evil":         true,
		"set local SEARCH_PATH to evil":  true,
		`SET "search_path" = evil`:       true,
		`SET U&"search\005Fpath" = evil`: true,
		"SET SCHEMA 'evil'":              true,
		"SET ROLE bob":                   true,
		"SET SESSION AUTHORIZATION bob":  true,
		"RESET ALL":                      true,
		"DISCARD ALL":                    true,
		"DO $$ BEGIN END $$":             true,
		"CALL f()":                       true,
		"SELECT pg_catalog.set_config('role', 'bob', true)": true,
		"UPDATE pg_settings SET setting = 'evil'":           true,
		"SET statement_timeout = '5s'":                      false,
		"SET ask.show_sql = off":                            false,
		"SET TIME ZONE 'UTC'":                               false,
		"SELECT 1":                                          false,
		"BEGIN":                                             false,
		"INSERT INTO t VALUES ('a role')":                   false,
		"CREATE TEMP TABLE t (id int)":                      false,
		"COMMIT":                                            false,
	} {
		found, err := recognise.Find(before+"; SELECT * FROM ask('how many') t", recognise.Options{StandardConformingStrings: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := behindChange(found, 'I') != nil; got != want {
			t.Errorf("%s: %v", before, got)
		}
	}
	for text, want := range map[string]bool{
		"ROLLBACK; SELECT * FROM ask('how many') t":               true,
		"COMMIT; SELECT * FROM ask('how many') t":                 true,
		"SELECT * FROM ask('how many') t; COMMIT":                 false,
		"SELECT * FROM ask('how many') t; SET search_path = evil": false,
	} {
		found, err := recognise.Find(text, recognise.Options{StandardConformingStrings: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := behindChange(found, 'T') != nil; got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
