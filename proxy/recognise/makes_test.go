package recognise

import "testing"

func TestKeeps(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"CREATE VIEW v AS SELECT * FROM ask('q')":                                                          "view",
		"create or replace temp recursive view v (a) as select * from ask('q')":                            "view",
		"CREATE OR REPLACE LOCAL TEMPORARY RECURSIVE VIEW v (a) AS SELECT * FROM ask('q')":                 "view",
		"/* why */ CREATE /* a */ MATERIALIZED -- b\n VIEW IF NOT EXISTS v AS SELECT * FROM ask('q')":      "materialized view",
		"CREATE RULE r AS ON INSERT TO t DO ALSO SELECT * FROM ask('q')":                                   "rule",
		"CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT 1 FROM ask('q'); END": "function",
		"CREATE PROCEDURE f() LANGUAGE sql BEGIN ATOMIC SELECT 1 FROM ask('q'); END":                       "procedure",
		"CREATE TABLE view AS SELECT * FROM ask('q')":                                                      "",
		`CREATE TABLE "view" AS SELECT * FROM ask('q')`:                                                    "",
		"CREATE UNLOGGED TABLE IF NOT EXISTS t AS SELECT * FROM ask('q')":                                  "",
		"PREPARE view AS SELECT * FROM ask('q')":                                                           "",
		"SELECT * FROM ask('q')":                                                                           "",
	} {
		r, err := Find(text, standard)
		if err != nil || len(r.Questions) != 1 || r.Statements[0].Keeps != want {
			t.Errorf("%s: %q, %v, want %q", text, r.Statements[0].Keeps, err, want)
		}
	}
}
