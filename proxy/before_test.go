package proxy

import (
	"testing"

	"github.com/pgask/pgask/proxy/recognise"
)

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
