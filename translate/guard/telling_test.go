package guard

import "testing"

// TestMayTell: what people wrote is told to those who may know what it is about, and else not.
func TestMayTell(t *testing.T) {
	t.Parallel()
	owner, reader := workshop(t, `CREATE SCHEMA pay; CREATE SCHEMA app; CREATE TABLE pay.wages (id int, person int, amount int, iban text);
		CREATE TABLE pay.staff (id int, name text, salary int, ssn text); CREATE TABLE app.orders (id int, total int, name text);
		CREATE TABLE app.people (id int, ssn text); CREATE TABLE app.plan (id int); CREATE TABLE pay.plan (id int);
		CREATE VIEW app.paid AS SELECT id, amount AS cost FROM pay.wages; CREATE TABLE app."Big Deal" (id int);
		GRANT USAGE ON SCHEMA pay, app TO guard_reader; GRANT SELECT ON ALL TABLES IN SCHEMA pay, app TO guard_reader`)
	do(t, owner, `CREATE SCHEMA vault; CREATE TABLE vault.gold (id int)`)
	do(t, reader, "SET search_path = app, pay")
	snap := snapshotFor(t, reader)
	g := mustNew(t, Policy{DeniedTables: []string{"pay.wages", "pay.plan", "vault.gold", "big deal", "old_*"}, DeniedSchemas: []string{"vault"},
		DeniedColumns: []string{"pay.staff.ssn"}, MaskedColumns: []string{"pay.staff.salary"}})
	for text, want := range map[string]bool{
		"":                                true,
		"revenue is the sum of totals":    true,
		"SELECT sum(total) FROM orders":   true,
		"orders.total > 100":              true,
		"amount":                          true, // a word like others, whatever columns a denied table has
		"iban":                            true,
		"wages":                           false,
		"Wages of people":                 false,
		"see pay.wages for that":          false,
		"see \"pay\".\"WAGES\"":           false,
		"SELECT id FROM pay.wages":        false,
		"SELECT id FROM wages w":          false,
		"paid":                            false, // a view of what is denied
		"app.paid.cost":                   false,
		"Big Deal":                        true, // two words
		`app."Big Deal"`:                  false,
		"old_invoices":                    false, // by a pattern, though nobody can see such a table
		"invoices that are old":           true,
		"vault.anything":                  false,
		"the vault":                       true,
		"gold customers":                  false,
		"plan":                            true, // there is one that may be known
		"the plan of app.plan":            true,
		"pay.plan":                        false,
		"SELECT id FROM app.plan":         true,
		"SELECT id FROM pay.plan":         false,
		"SELECT p.id FROM plan p":         true,
		"ssn":                             true,
		"people.ssn":                      true,
		"app.people.ssn = '1'":            true,
		"staff.ssn":                       false,
		"pay.staff.ssn":                   false,
		"shop.pay.staff.ssn":              false,
		"s.ssn":                           false, // nobody knows of which
		"SELECT s.ssn FROM pay.staff s":   false,
		"SELECT s.ssn FROM app.people s":  true,
		"SELECT ssn FROM nowhere":         false,
		"the ssn of a person":             true,
		"salary":                          true,
		"monthly salary of staff":         true,
		"pay.staff.salary":                true,
		"salary > 50000":                  false,
		"staff.salary = '50000'":          false,
		"staff.name = 'Smith'":            true,
		"SELECT count(salary) FROM staff": true,
		"SELECT name FROM pay.staff WHERE salary > 50000":                                  false,
		"SELECT name FROM pay.staff WHERE salary > 50000 AND nosuch":                       false,
		"SELECT name FROM pay.staff ORDER BY salary LIMIT 3":                               false,
		"SELECT name, count(salary) FROM pay.staff WHERE id > 5 GROUP BY 1 LIMIT 3":        true,
		"instead of SELECT x FROM pay.wages: column x does not exist":                      false,
		"column \"salary\" does not exist; the salary of 2020 is elsewhere, they say":      true,
		"SELECT 'pay.wages'::regclass":                                                     false,
		"SELECT 1 -- wages":                                                                false,
		"\x00wages\xff":                                                                    false,
		"naïve wäges":                                                                      true,
		`"wages`:                                                                           false,
		"SELECT name FROM pay.staff WHERE id = (SELECT person FROM pay.staff, app.people)": true,
	} {
		if got := g.MayTell(snap, text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	if !mustNew(t, Policy{}).MayTell(nil, "wages") || g.MayTell(nil, "orders") {
		t.Error("without a catalog")
	}
}
