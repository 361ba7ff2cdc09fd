package guard

import (
	"fmt"
	"strings"
	"testing"
)

// TestMaskedCompared: values of a masked column are compared with those of the same column, or along a declared key,
// and with no others: what the caller puts into a table of his own would tell which rows have it.
func TestMaskedCompared(t *testing.T) {
	t.Parallel()
	owner, reader := workshop(t, `CREATE SCHEMA app; CREATE TABLE app.emp (id int PRIMARY KEY, salary int, code text UNIQUE, card text, boss_code text REFERENCES app.emp (code));
		CREATE TABLE app.manager (bonus int) INHERITS (app.emp);
		CREATE TABLE app.badge (id int, code text REFERENCES app.emp (code), old text, salary int);
		ALTER TABLE app.badge ADD CONSTRAINT unchecked FOREIGN KEY (old) REFERENCES app.emp (code) NOT VALID;
		CREATE TABLE app.visit (id int, code text, FOREIGN KEY (code) REFERENCES app.emp (code));
		CREATE TABLE app.known (id int, salary int, amount int, code text, password text);
		CREATE VIEW app.paid AS SELECT id, salary, code AS its_code FROM app.emp;
		CREATE VIEW app.numbers AS SELECT id, id * 1000 AS salary FROM app.known;
		CREATE VIEW app.united AS SELECT id, salary FROM app.emp UNION ALL SELECT -id, salary FROM app.known;
		CREATE VIEW app.beside AS SELECT id, salary FROM app.emp UNION ALL SELECT -id, amount FROM app.known;
		CREATE VIEW app.merged AS SELECT salary FROM app.emp UNION SELECT salary FROM app.known;
		CREATE VIEW app.halves AS SELECT id, salary FROM app.emp WHERE id < 3 UNION SELECT id, salary FROM app.emp WHERE id > 3;
		CREATE VIEW app.met AS SELECT k.id FROM app.emp e JOIN app.known k ON e.salary = k.salary;
		CREATE VIEW app.peers AS SELECT a.id FROM app.emp a JOIN app.emp b ON a.salary = b.salary AND a.id < b.id;
		CREATE VIEW app.badges AS SELECT b.id, b.code FROM app.emp e JOIN app.badge b ON b.code = e.code;
		GRANT USAGE ON SCHEMA app TO guard_reader; GRANT SELECT ON ALL TABLES IN SCHEMA app TO guard_reader`)
	do(t, owner, "CREATE SCHEMA own; GRANT ALL ON SCHEMA own TO guard_reader")
	do(t, reader, `SET search_path = app, public; CREATE TEMP TABLE mine (id int, salary int, code text, password text, card text);
		CREATE TABLE own.mine (id int, salary int, code text, password text, card text); CREATE TEMP VIEW seen AS SELECT id, salary FROM app.emp;
		CREATE TEMP VIEW guessed AS SELECT k.id FROM app.emp e JOIN mine k ON e.salary = k.salary;
		CREATE VIEW own.joined AS SELECT id, salary FROM app.emp UNION ALL SELECT id, salary FROM own.mine`)
	snap := snapshotFor(t, reader)
	g := mustNew(t, Policy{MaskedColumns: []string{"*salary", "code", "old", "boss_code", "card"}, Secrets: true})
	check := func(sql string, allowed bool) {
		t.Helper()
		for _, own := range []bool{true, false} {
			v := g.Check(sql, Facts{Snapshot: snap, OwnPath: own})
			if (v.Decision == Allow) != allowed || !allowed && v.Rule != RulePolicy {
				t.Errorf("own path %v: %s: %s %s %s", own, sql, v.Decision, v.Rule, v.Why)
			}
		}
	}
	temp := do(t, reader, "SELECT nspname FROM pg_namespace WHERE oid = pg_my_temp_schema()")[0].Rows[0][0]
	for _, known := range []string{"app.known", "own.mine", string(temp) + ".mine"} {
		for _, construct := range []string{
			"SELECT k.id, e.id FROM app.emp e JOIN %s k ON e.salary = k.salary",
			"SELECT k.id, e.id FROM %s k JOIN app.emp e ON k.salary = e.salary",
			"SELECT e.id FROM app.emp e, %s k WHERE e.salary = k.salary",
			"SELECT e.id FROM app.emp e JOIN %s k USING (salary)",
			"SELECT e.id FROM app.emp e NATURAL LEFT JOIN %s k",
			"SELECT e.id FROM app.emp e FULL JOIN %s k USING (code)",
			"SELECT e.id FROM app.emp e JOIN %s k ON e.code = k.password",
			"SELECT e.id FROM app.manager e JOIN %s k ON e.salary = k.salary",
			"SELECT e.id FROM app.paid e JOIN %s k ON e.its_code = k.code",
			"SELECT e.id FROM app.emp e JOIN %s k ON e.salary < k.salary",
			"SELECT e.id FROM app.emp e JOIN %s k ON e.salary IS NOT DISTINCT FROM k.salary",
			"SELECT e.id FROM app.emp e JOIN %s k ON e.salary IN (k.salary)",
			"SELECT e.id FROM app.emp e WHERE e.salary IN (SELECT k.salary FROM %s k)",
			"SELECT e.id FROM app.emp e WHERE e.salary = (SELECT k.salary FROM %s k)",
			"SELECT e.id FROM app.emp e WHERE e.salary = ANY (ARRAY(SELECT k.salary FROM %s k))",
			"SELECT e.id FROM app.emp e WHERE EXISTS (SELECT FROM %s k WHERE k.salary = e.salary)",
			"SELECT e.id FROM app.emp e, LATERAL (SELECT FROM %s k WHERE k.salary = e.salary) x",
			"SELECT e.id FROM app.emp e JOIN %s k ON e.salary BETWEEN k.salary AND k.salary",
			"SELECT e.id FROM app.emp e JOIN %s k ON (e.salary, 1) = (k.salary, 1)",
			"SELECT e.id FROM app.emp e JOIN %s k ON ROW(e.salary) = ROW(k.salary)",
			"SELECT nullif(e.salary, k.salary) IS NULL FROM app.emp e, %s k",
			"SELECT CASE e.salary WHEN k.salary THEN 1 END FROM app.emp e, %s k",
			"SELECT greatest(e.salary, k.salary) IS NULL FROM app.emp e, %s k",
			"SELECT count(*) FILTER (WHERE e.salary = k.salary) FROM app.emp e, %s k",
			"SELECT e.salary = k.salary FROM app.emp e, %s k",
			"SELECT count(e.salary = k.salary) FROM app.emp e, %s k",
			"SELECT e.id FROM app.emp e, %s k ORDER BY e.salary = k.salary",
			"SELECT salary FROM app.emp INTERSECT SELECT salary FROM %s",
			"SELECT count(*) FROM (SELECT salary FROM app.emp UNION SELECT salary FROM %s) x",
			"SELECT count(*) FROM (SELECT salary FROM app.emp EXCEPT ALL SELECT salary FROM %s) x",
			"SELECT count(*) FROM (SELECT id, salary FROM app.emp UNION ALL SELECT id, salary FROM %s) x GROUP BY salary",
			"SELECT e.id FROM app.emp e, %s k GROUP BY e.id, e.salary, k.salary HAVING e.salary = k.salary",
			"SELECT e.id, rank() OVER (ORDER BY e.salary, k.salary) FROM app.emp e, %s k",
			"WITH k AS (SELECT id, salary FROM %s) SELECT e.id FROM app.emp e JOIN k ON k.salary = e.salary",
		} {
			check(fmt.Sprintf(construct, known), false)
		}
	}
	for _, sql := range []string{
		"SELECT n.id FROM app.emp e JOIN app.numbers n ON e.salary = n.salary",
		"SELECT count(*) FROM app.united GROUP BY salary", "SELECT count(salary) FROM app.united", "SELECT a.id FROM app.united a JOIN app.united b ON a.salary = b.salary",
		"SELECT count(*) FROM app.beside GROUP BY salary", "SELECT count(*) FROM app.merged", "SELECT id FROM app.met", "SELECT count(*) FROM own.joined GROUP BY salary",
		"SELECT id FROM " + string(temp) + ".guessed",
		"SELECT e.id FROM app.emp e JOIN app.badge b ON e.code = b.old", "SELECT e.id FROM app.emp e JOIN app.badge b ON e.salary = b.salary",
		"SELECT e.id FROM app.emp e JOIN app.emp f ON e.code = f.card", "SELECT a.id FROM app.emp a JOIN app.emp b ON a.card = b.boss_code",
	} {
		check(sql, false)
	}
	for _, sql := range []string{
		"SELECT a.id, b.id FROM app.emp a JOIN app.emp b ON a.salary = b.salary AND a.id < b.id",
		"SELECT a.id FROM app.emp a JOIN app.manager b USING (salary)",
		"SELECT e.id, b.id FROM app.emp e JOIN app.badge b ON e.code = b.code", "SELECT e.id, b.id FROM app.emp e JOIN app.badge b USING (code)",
		"SELECT v.id, b.id FROM app.visit v JOIN app.badge b ON v.code = b.code", "SELECT a.id FROM app.emp a JOIN app.emp b ON a.boss_code = b.code",
		"SELECT v.id FROM app.visit v JOIN app.paid p ON p.its_code = v.code", "SELECT a.id FROM app.paid a JOIN app.emp b ON a.salary = b.salary",
		"SELECT v.id FROM app.visit v WHERE EXISTS (SELECT FROM app.emp e WHERE e.code = v.code)",
		"SELECT count(*) FROM app.halves GROUP BY salary", "SELECT a.id FROM app.halves a JOIN app.emp b ON a.salary = b.salary",
		"SELECT id FROM app.peers", "SELECT id FROM app.badges", "SELECT v.id FROM app.visit v JOIN app.badges b ON b.code = v.code",
		"SELECT s.id FROM " + string(temp) + ".seen s JOIN app.emp e ON e.salary = s.salary",
		"SELECT count(*), count(DISTINCT salary) FROM " + string(temp) + ".mine WHERE salary IS NULL GROUP BY code",
	} {
		check(sql, true)
	}
	v := g.Check("SELECT e.id FROM app.emp e JOIN app.known k USING (salary)", Facts{Snapshot: snap, OwnPath: true})
	if !strings.Contains(v.Why, "declared key") {
		t.Errorf("the reason says nothing of keys: %s", v.Why)
	}
}

// TestPoliciesCompare: row-level security that looks at a masked column decides by its value which rows there are.
func TestPoliciesCompare(t *testing.T) {
	t.Parallel()
	_, reader := workshop(t, `CREATE SCHEMA app; CREATE TABLE app.emp (id int, name text, salary int, api_key text); ALTER TABLE app.emp ENABLE ROW LEVEL SECURITY;
		CREATE POLICY p ON app.emp USING (salary < 3000);
		CREATE TABLE app.task (id int, emp_id int); ALTER TABLE app.task ENABLE ROW LEVEL SECURITY;
		CREATE POLICY p ON app.task USING (EXISTS (SELECT FROM app.emp e WHERE e.id = emp_id AND e.api_key = current_setting('app.key', true)));
		CREATE TABLE app.note (id int, name name, salary int); ALTER TABLE app.note ENABLE ROW LEVEL SECURITY;
		CREATE POLICY p ON app.note USING (name = current_user); CREATE TABLE app.plain (id int, salary int);
		CREATE VIEW app.tasks AS SELECT id FROM app.task; CREATE VIEW app.over AS SELECT id FROM app.tasks; CREATE VIEW app.notes AS SELECT id FROM app.note;
		CREATE TABLE app.parent (id int, salary int); CREATE TABLE app.child () INHERITS (app.parent); ALTER TABLE app.parent ENABLE ROW LEVEL SECURITY;
		CREATE POLICY p ON app.parent USING (salary < 3000);
		CREATE TABLE app.off (id int, salary int); CREATE POLICY p ON app.off USING (salary < 3000);
		GRANT USAGE ON SCHEMA app TO guard_reader; GRANT SELECT ON ALL TABLES IN SCHEMA app TO guard_reader`)
	snap := snapshotFor(t, reader)
	masked := Policy{MaskedColumns: []string{"salary", "api_key"}}
	vouched := masked
	vouched.Relations = []string{"app.emp", "app.task"}
	for sql, want := range map[string]map[*Policy]bool{
		"SELECT count(*) FROM app.emp":       {{}: true, &masked: false, &vouched: true, {DeniedColumns: []string{"emp.salary"}}: false},
		"SELECT id FROM app.emp":             {&masked: false, &vouched: true},
		"SELECT id FROM app.task":            {{}: true, &masked: false, &vouched: true, {Secrets: true}: false, {MaskedColumns: []string{"emp.salary"}}: false},
		"SELECT id FROM app.tasks":           {{}: true, &masked: false, &vouched: true, {Secrets: true}: false},
		"SELECT id FROM app.over":            {{}: true, &masked: false, {Secrets: true}: false},
		"SELECT id FROM app.note":            {&masked: true},
		"SELECT id FROM app.notes":           {&masked: true},
		"SELECT id FROM app.plain":           {&masked: true},
		"SELECT id FROM app.off":             {&masked: true},
		"SELECT id FROM app.parent":          {&masked: false, {}: true},
		"SELECT id FROM app.child":           {&masked: true},
		"SELECT count(salary) FROM app.note": {&masked: true},
	} {
		for p, allowed := range want {
			v := mustNew(t, *p).Check(sql, Facts{Snapshot: snap, OwnPath: true})
			if (v.Decision == Allow) != allowed {
				t.Errorf("%+v: %s: %s %s", *p, sql, v.Rule, v.Why)
			}
			if len(p.DeniedColumns) == 0 && v.Decision == Unsafe {
				t.Errorf("%s: final: %s", sql, v.Why)
			}
		}
	}
}
