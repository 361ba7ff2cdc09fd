package guard

import "testing"

// TestMaskedTells pins down all that a statement may learn about a masked column: how many values there are, how many
// are equal, and where there is none. docs/policies.md says the same in words.
func TestMaskedTells(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{MaskedColumns: []string{"hr.salaries.amount", "hr.salaries.iban"}})
	for _, allowed := range []string{
		"SELECT count(amount) FROM hr.salaries",
		"SELECT count(DISTINCT amount) FROM hr.salaries",
		"SELECT count(*) FROM hr.salaries WHERE amount IS NULL",
		"SELECT count(*) FILTER (WHERE amount IS NOT NULL) FROM hr.salaries",
		"SELECT employee_id FROM hr.salaries WHERE iban IS NULL ORDER BY employee_id",
		"SELECT count(*) AS people FROM hr.salaries GROUP BY amount",
		"SELECT max(n) FROM (SELECT count(*) AS n FROM hr.salaries GROUP BY iban) x",
		"SELECT count(*) FROM hr.salaries a JOIN hr.salaries b ON a.iban = b.iban AND a.employee_id < b.employee_id",
		"SELECT a.employee_id, b.employee_id FROM hr.salaries a JOIN hr.salaries b USING (iban)",
	} {
		if v := g.Check(allowed, facts()); v.Decision != Allow {
			t.Errorf("%s: %s %s", allowed, v.Rule, v.Why)
		}
	}
	for _, refused := range []string{
		// Shown, or given to anything.
		"SELECT min(amount), max(amount) FROM hr.salaries",
		"SELECT amount FROM hr.salaries GROUP BY amount",
		"SELECT string_agg(iban, ',') FROM hr.salaries",
		"SELECT mode() WITHIN GROUP (ORDER BY amount) FROM hr.salaries",
		"SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY amount) FROM hr.salaries",
		"SELECT width_bucket(amount, 0, 100, 5) FROM hr.salaries",
		"SELECT count(*) FROM hr.salaries GROUP BY amount / 1000",
		"SELECT count(*) FROM hr.salaries GROUP BY left(iban, 2)",
		"SELECT length(iban) FROM hr.salaries",
		"SELECT coalesce(iban, '') FROM hr.salaries",
		"SELECT (SELECT s.iban) FROM hr.salaries s",
		"SELECT ROW(iban) FROM hr.salaries",
		"SELECT to_jsonb(s) FROM hr.salaries s",
		"SELECT DISTINCT iban FROM hr.salaries",
		"SELECT DISTINCT ON (iban) employee_id FROM hr.salaries",
		// An order is a comparison.
		"SELECT employee_id FROM hr.salaries ORDER BY amount DESC",
		"SELECT employee_id, rank() OVER (ORDER BY amount) FROM hr.salaries",
		"SELECT employee_id, count(*) OVER (PARTITION BY amount) FROM hr.salaries",
		"SELECT array_agg(employee_id ORDER BY amount) FROM hr.salaries",
		"SELECT employee_id FROM hr.salaries ORDER BY (SELECT amount)",
		// So is anything that says yes or no: twenty questions find a value.
		"SELECT count(*) FROM hr.salaries WHERE amount > 1000",
		"SELECT count(*) FROM hr.salaries WHERE iban LIKE 'DE%'",
		"SELECT count(*) FROM hr.salaries GROUP BY amount HAVING amount > 1000",
		"SELECT count(*) FROM hr.salaries GROUP BY iban HAVING iban LIKE 'DE%'",
		"SELECT count(*) FILTER (WHERE amount BETWEEN 1 AND 2) FROM hr.salaries",
		"SELECT count(CASE WHEN amount > 1000 THEN 1 END) FROM hr.salaries",
		"SELECT count(nullif(amount, 1000)) FROM hr.salaries",
		"SELECT nullif(amount, 1000) IS NULL FROM hr.salaries",
		"SELECT amount IS NOT DISTINCT FROM 1000 FROM hr.salaries",
		"SELECT (amount > 1000) IS NULL FROM hr.salaries",
		"SELECT count(*) FROM hr.salaries WHERE amount IN (1000, 2000)",
		"SELECT count(*) FROM hr.salaries WHERE (amount, employee_id) = (1000, 1)",
		"SELECT count(*) FROM hr.salaries s JOIN generate_series(1, 9999) g ON s.amount = g",
		"SELECT g FROM generate_series(1, 9999) g WHERE EXISTS (SELECT 1 FROM hr.salaries s WHERE s.amount = g)",
		"SELECT g FROM generate_series(1, 9999) g WHERE g IN (SELECT amount FROM hr.salaries)",
		"SELECT v.iban FROM (VALUES ('DE1')) v(iban) JOIN hr.salaries s USING (iban)",
		"SELECT v.iban FROM (VALUES ('DE1')) v(iban) NATURAL JOIN hr.salaries s",
		"SELECT a.employee_id FROM hr.salaries a JOIN hr.salaries b ON a.amount < b.amount",
		"SELECT a.employee_id FROM hr.salaries a JOIN hr.salaries b ON a.amount = b.employee_id",
		"SELECT a.employee_id FROM hr.salaries a JOIN hr.salaries b ON a.amount = b.amount + 1",
		"SELECT 1000 INTERSECT SELECT amount FROM hr.salaries",
		"SELECT x.a FROM (SELECT amount AS a FROM hr.salaries) x",
	} {
		if v := g.Check(refused, facts()); v.Decision == Allow {
			t.Errorf("%s: allowed", refused)
		}
	}
}
