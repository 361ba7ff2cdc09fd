package guard

import (
	"slices"
	"strings"
	"testing"
)

// told is a verdict that names whatever a server sees of a statement, and so hides nothing.
func (b belief) told(tree *serverTree) Verdict {
	v := Verdict{Decision: Allow}
	for _, r := range tree.Relations {
		v.Relations = append(v.Relations, b.objects.relations[r.OID].String())
	}
	for _, c := range tree.Columns {
		for n := range b.objects.columns[c.Relation] {
			if n == c.Attribute || c.Attribute == 0 && n > 0 {
				v.Columns = append(v.Columns, b.objects.column(c.Relation, n))
			}
		}
	}
	for _, o := range tree.Objects {
		if o.Kind == serverCalled && !o.Behind {
			v.Functions = append(v.Functions, b.objects.functions[o.OID].name)
		}
	}
	return v
}

// TestBeliefOmits: whatever a verdict leaves out of what a server sees is found.
func TestBeliefOmits(t *testing.T) {
	t.Parallel()
	r := newReads(t)
	statements := []string{
		"SELECT lower(o.name), count(*) FROM app.orders o JOIN app.name n USING (id) WHERE n.salary > 1 GROUP BY 1 ORDER BY 1",
		"WITH p AS (SELECT t.x AS id FROM app.t) SELECT (SELECT max(id) FROM p), (SELECT s FROM app.salary s LIMIT 1)",
		"SELECT v.note, row_number() OVER (ORDER BY v.total) FROM app.v_orders v",
		"SELECT id FROM app.tenants UNION SELECT length(name) FROM app.v_twice",
	}
	for i, read := range r.own.read(t, statements) {
		if read.err != nil {
			t.Fatalf("%s: %v", statements[i], read.err)
		}
		whole := r.plain.told(read.tree)
		if wrong := r.plain.wrong(whole, read.tree); len(wrong) > 0 {
			t.Errorf("%s: nothing is left out, and %q", statements[i], wrong)
		}
		leftOut := 0
		for _, list := range []func(*Verdict) *[]string{
			func(v *Verdict) *[]string { return &v.Relations }, func(v *Verdict) *[]string { return &v.Columns },
			func(v *Verdict) *[]string { return &v.Functions },
		} {
			for _, name := range *list(&whole) {
				less := whole
				*list(&less) = slices.DeleteFunc(slices.Clone(*list(&whole)), func(s string) bool { return s == name })
				// What is behind a relation that is told need not be told itself.
				if len(r.plain.wrong(less, read.tree)) == 0 && !r.plain.reach(less.Relations)[name] {
					t.Errorf("%s: a verdict without %s passes", statements[i], name)
				}
				leftOut++
			}
		}
		if leftOut < 3 {
			t.Errorf("%s: only %d names", statements[i], leftOut)
		}
	}
}

// TestBeliefForbids: what no statement may do is found in what the server sees, even if the verdict tells everything.
func TestBeliefForbids(t *testing.T) {
	t.Parallel()
	r := newReads(t)
	for _, tt := range []struct{ sql, want string }{ // want begins something that is found; "" when nothing may be
		{"SELECT mood + 1 FROM app.note", "function: evil.mood_number"},
		{"SELECT p::text FROM app.poc p", "function: evil.poc_text"},
		{"SELECT p.id, (SELECT 1 AS p ORDER BY length(p)) AS q FROM app.poc p", "function: evil.poc_text"},
		{"SELECT lower(name) FROM app.salary", "function: evil.lower"},
		{"SELECT o.computed FROM app.orders o", "function: app.computed"},
		{"SELECT (x).x FROM app.t x", "function: app.x"},
		{"SELECT pg_sleep(1)", "function: pg_catalog.pg_sleep"},
		{"SELECT placed + 1.5 FROM app.orders", "operator: evil.+"},
		{"SELECT DISTINCT pair FROM app.note", "operator: far.="},
		{"SELECT id FROM app.note ORDER BY pair", "operator: far.<"},
		{"SELECT ARRAY[pair] = ARRAY[pair] FROM app.note", "operator: pg_catalog.= compares app.pair"},
		{"SELECT 1 FROM app.note GROUP BY ROW(pair, id)", "operator: pg_catalog.= compares app.pair"},
		{"SELECT DISTINCT s FROM (SELECT pair, id FROM app.note) s", "operator: pg_catalog.= compares app.pair"},
		{"SELECT 5::app.level", "type: app.level is of nothing"},
		{"SELECT 5::app.level FROM app.note WHERE level IS NULL", "type: a value of app.level is made"},
		{"SELECT ('{5}'::text)::app.level[] FROM app.note WHERE level IS NULL", "type: a value of app.level is made"},
		{"SELECT '(5,)'::app.pair", "type: app.pair"},
		{"SELECT id FROM app.v_did", "function: evil.did, which is not on the list of allowed functions (guard.functions), called behind"},
		{"SELECT id FROM app.guarded", "function: evil.did"},
		{`SELECT note COLLATE evil."C" FROM app.note`, "collation: evil.C"},
		{"SELECT note COLLATE app.plain FROM app.note", ""},
		{"SELECT note FROM pay.secret", "denied: the relation pay.secret"},
		{"SELECT ssn FROM pay.employees", "denied: the column pay.employees.ssn"},
		{"SELECT * FROM pay.bonus e(ssn)", "denied: the column pay.bonus.ssn"},
		{"SELECT salary FROM app.v_salary", "masked: app.v_salary.salary"},
		{"SELECT j.salary FROM pay.employees e JOIN pay.bonus b USING (salary) AS j", "masked: "},
		{"SELECT row_to_json(j) FROM pay.employees e JOIN pay.bonus b USING (salary) AS j", "masked: "},
		{"SELECT salary FROM pay.employees e JOIN pay.bonus b USING (salary)", "masked: "},
		{"SELECT salary FROM pay.employees e FULL JOIN pay.bonus b USING (salary)", "masked: "},
		{"SELECT salary FROM pay.bonus GROUP BY salary", "masked: "},
		{"SELECT count(*) FROM pay.bonus GROUP BY salary / 10", "masked: "},
		{"SELECT count(*) OVER (PARTITION BY salary) FROM pay.bonus", "masked: "},
		{"SELECT DISTINCT ON (salary) id FROM pay.bonus", "masked: "},
		{"SELECT id FROM pay.bonus ORDER BY salary", "masked: "},
		{"SELECT id FROM pay.bonus WHERE salary > 5", "masked: "},
		{"SELECT id FROM pay.bonus WHERE salary = total", "masked: "},
		{"SELECT (SELECT max(e.salary)) FROM pay.employees e", "masked: "},
		{"SELECT j FROM (pay.bonus b JOIN app.t ON true) j", "masked: "},
		{"SELECT count(salary), count(DISTINCT salary) FROM pay.employees", ""},
		{"SELECT count(*) FROM pay.employees WHERE salary IS NOT NULL GROUP BY salary", ""},
		{"SELECT a.id FROM pay.employees a JOIN pay.bonus b USING (salary)", ""},
		{"SELECT a.id FROM pay.employees a JOIN pay.bonus b ON a.salary = b.salary WHERE a.id < b.id", ""},
		{"SELECT name FROM app.v_pay WHERE born > '2000-01-01' ORDER BY name", ""},
	} {
		read := r.open.read(t, []string{tt.sql})[0]
		if read.err != nil {
			t.Errorf("%s: %v", tt.sql, read.err)
			continue
		}
		wrong := r.policed.wrong(r.policed.told(read.tree), read.tree)
		found := slices.ContainsFunc(wrong, func(w string) bool { return strings.HasPrefix(w, tt.want) })
		if tt.want == "" && len(wrong) > 0 || tt.want != "" && !found {
			t.Errorf("%s: found %q, want %q", tt.sql, wrong, tt.want)
		}
	}
}

// TestBeliefWrong keeps two beliefs that the guard once had: a name in an expression of ORDER BY was taken for an
// output's, and a second column of a name for the first one.
func TestBeliefWrong(t *testing.T) {
	t.Parallel()
	r := newReads(t)
	for _, tt := range []struct {
		sql    string
		belief Verdict
		want   []string
	}{
		{"SELECT e.id, (SELECT g AS salary FROM generate_series(50000, 60000) g ORDER BY abs(g - salary) LIMIT 1) FROM pay.employees e",
			Verdict{Relations: []string{"pay.employees"}, Columns: []string{"pay.employees.id"}, Functions: []string{"abs", "generate_series"}},
			[]string{"column: pay.employees.salary (behind a view: false)", "masked: pay.employees.salary is told"}},
		{"SELECT e.* FROM pay.secret e(note)",
			Verdict{Relations: []string{"pay.secret"}, Columns: []string{"pay.secret.id"}},
			[]string{"column: pay.secret.note (behind a view: false)", "denied: the relation pay.secret"}},
	} {
		read := r.open.read(t, []string{tt.sql})[0]
		if read.err != nil {
			t.Fatal(read.err)
		}
		if wrong := r.policed.wrong(tt.belief, read.tree); !slices.Equal(wrong, tt.want) {
			t.Errorf("%s: %q, want %q", tt.sql, wrong, tt.want)
		}
	}
}
