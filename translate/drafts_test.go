package translate

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// wrote is the answer of a model that wrote SQL.
func wrote(sql string) string {
	b, err := json.Marshal(map[string]any{"reading": "As asked.", "ambiguities": []string{}, "decision": "proceed", "confidence": 0.9, "sql": sql})
	if err != nil {
		panic(err)
	}
	return string(b)
}

const (
	sumPerLine = "SELECT sum(o.total_amount) AS s FROM orders o JOIN order_items i ON i.order_id = o.id"
	ordersOf   = "SELECT count(*) AS n FROM orders o"
	descent    = "WITH RECURSIVE t AS (SELECT c.id FROM categories c WHERE c.parent_id IS NULL UNION ALL SELECT c.id FROM categories c JOIN t ON t.id = c.parent_id) SELECT count(*) AS n FROM t"
)

// TestDraftsPass: what is right runs as the model wrote it, in one call.
func TestDraftsPass(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"unnest in SQL":             wrote("SELECT o.id FROM orders o WHERE EXISTS (SELECT 1 FROM unnest(ARRAY[1, 2]) l WHERE l = o.id)"),
		"a rollup in SQL":           wrote("SELECT o.channel, count(*) AS n FROM orders o GROUP BY ROLLUP (o.channel)"),
		"all spellings":             wrote("SELECT count(*) AS n FROM customer_addresses a WHERE a.city ILIKE 'berlin' OR a.city = 'Berlin'"),
		"a value in lower case":     wrote("SELECT count(*) AS n FROM orders o WHERE lower(o.channel) = 'web' AND upper(o.channel) <> 'PHONE'"),
		"a list without repeats":    wrote("SELECT p.name FROM products p EXCEPT SELECT p.name FROM products p JOIN order_items i ON i.product_id = p.id"),
		"the SQL behind its JSON":   `{"reading": "the orders", "decision": "proceed", "confidence": 0.9}` + "\n```sql\nSELECT count(*) AS n FROM orders o\n```",
		"recursion":                 wrote(descent),
		"YAML":                      "reading: the orders\ndecision: proceed\nconfidence: 0.9\nsql: |\n  SELECT count(*) AS n\n  FROM orders o\n",
		"YAML in a fence":           "Here it is:\n```yaml\nreading: the orders\ndecision: proceed\nconfidence: 0.9\nsql: SELECT count(*) AS n FROM orders o\n```",
		"each with each, as it is":  wrote("SELECT c.name, s.name FROM categories c CROSS JOIN stores s WHERE NOT EXISTS (SELECT 1 FROM stock k JOIN products p ON p.id = k.product_id WHERE k.store_id = s.id AND p.category_id = c.id)"),
		"none, rightly":             wrote("SELECT count(*) AS n FROM orders o WHERE NOT EXISTS (SELECT 1 FROM customers c WHERE c.id = o.customer_id)"),
		"a value that is a pattern": wrote("SELECT count(*) AS n FROM customers c WHERE c.name ILIKE '%xyzzy%'"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &scripted{answers: []any{answer}}
			got, trace, err := setup(t, Config{Engine: EngineModel, Model: m, Share: schema.Share{Level: schema.Values}}).ask(t, Question{Text: "q"})
			if err != nil || got.Clarification != nil || len(trace.Attempts) > 0 || trace.Verdict != "allow" {
				t.Fatalf("%v, %+v, %+v", err, got, trace.Attempts)
			}
		})
	}
}

// TestDraftsCaught: what is wrong is told to the model once, with what is wrong in words; what it writes then runs,
// and the finding is said if it insists.
func TestDraftsCaught(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ answer, told string }{
		"a sum that a join repeats":             {wrote(sumPerLine), "the join repeats them"},
		"the same in a list":                    {wrote("SELECT sum(o.total_amount) AS s FROM orders o, order_items i WHERE i.order_id = o.id"), "the join repeats them"},
		"the same in a subquery":                {wrote("SELECT (" + sumPerLine + ") AS s"), "the join repeats them"},
		"the same with subtotals":               {wrote("SELECT o.channel, sum(o.total_amount) AS s FROM orders o JOIN order_items i ON i.order_id = o.id GROUP BY ROLLUP (o.channel)"), "the join repeats them"},
		"keys that a join repeats":              {wrote("SELECT p.category_id, count(o.id) AS n FROM orders o JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = i.product_id GROUP BY p.category_id"), "count(DISTINCT"},
		"a link table left behind":              {wrote("SELECT o.id FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.total_amount > 100"), "repeats the rows"},
		"two unrelated many-sides":              {wrote("SELECT count(*) AS n FROM orders o JOIN order_items i ON i.order_id = o.id JOIN payments p ON p.order_id = o.id"), "counts every combination"},
		"two values at once":                    {wrote("SELECT o.id FROM orders o WHERE o.channel = 'web' AND o.channel = 'store'"), "at once"},
		"a value that a CHECK excludes":         {wrote("SELECT count(*) AS n FROM orders o WHERE o.channel = 'internet'"), "it is one of 'web', 'store', 'phone'"},
		"the same in lower case":                {wrote("SELECT count(*) AS n FROM orders o WHERE lower(o.channel) = 'internet'"), "it is one of 'web', 'store', 'phone'"},
		"the same in a figure of some rows":     {wrote("SELECT count(*) FILTER (WHERE o.channel = 'internet') AS n FROM orders o"), "it is one of 'web', 'store', 'phone'"},
		"a sum in WITH that a join repeats":     {wrote("WITH x AS (" + sumPerLine + ") SELECT s FROM x"), "the join repeats them"},
		"a value that no row has":               {wrote("SELECT count(*) AS n FROM customers c WHERE c.name = 'Nobody Atall'"), "no row of customers has 'Nobody Atall' as its name"},
		"the same, in a figure that is NULL":    {wrote("SELECT max(o.total_amount) AS m FROM orders o JOIN customers c ON c.id = o.customer_id WHERE c.name ILIKE 'Nobody Atall'"), "no row of customers has"},
		"a year without rows":                   {wrote("SELECT count(*) AS n FROM orders o WHERE o.channel = 'web' AND o.ordered_at >= '1999-01-01' AND o.ordered_at < '2000-01-01'"), "the figure is of no rows"},
		"a number that no row reaches":          {wrote("SELECT sum(o.total_amount) AS s FROM orders o WHERE o.total_amount > 99999999"), "the figure is of no rows"},
		"a label that an enumerated type lacks": {wrote("SELECT count(*) AS n FROM orders o WHERE o.status = 'open'"), "it is one of 'pending', 'paid'"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, second := range []string{wrote(ordersOf), tt.answer} {
				m := &scripted{answers: []any{tt.answer, second}}
				got, trace, err := setup(t, Config{Engine: EngineModel, Model: m, Share: schema.Share{Level: schema.Values}}).ask(t, Question{Text: "q"})
				if err != nil || len(m.prompts) != 2 || len(trace.Attempts) != 1 {
					t.Fatalf("%v, %d calls, %+v", err, len(m.prompts), trace.Attempts)
				}
				if !strings.Contains(m.prompts[1].User, tt.told) {
					t.Errorf("the second prompt does not say %q: %s", tt.told, m.prompts[1].User[strings.Index(m.prompts[1].User, "Attempt"):])
				}
				insisted := second == tt.answer && got.Clarification == nil
				if said := strings.Contains(strings.Join(got.Assumptions, "; "), tt.told); said != insisted {
					t.Errorf("assumptions %q, want %q: %v", got.Assumptions, tt.told, insisted)
				}
			}
		})
	}
}

// TestListIsNotToldBelowValues: what was read from rows is not told to a model that may not see values.
func TestListIsNotToldBelowValues(t *testing.T) {
	t.Parallel()
	for level, want := range map[schema.Level]bool{schema.Names: false, schema.NamesAndComments: true, schema.Values: true} {
		m := &scripted{answers: []any{wrote("SELECT count(*) AS n FROM orders o WHERE o.channel = 'internet'"), wrote(ordersOf)}}
		if _, _, err := setup(t, Config{Engine: EngineModel, Model: m, Share: schema.Share{Level: level}}).ask(t, Question{Text: "q"}); err != nil {
			t.Fatal(err)
		}
		retry := m.prompts[1].User[strings.Index(m.prompts[1].User, "Attempt"):]
		if got := strings.Contains(retry, "'store'"); got != want || !strings.Contains(retry, "never is 'internet'") {
			t.Errorf("level %d: %s", level, retry)
		}
	}
}

// TestDraftsRepaired: a text in another spelling is repaired in SQL, too, and two tables that nothing joins are
// joined by their only key.
func TestDraftsRepaired(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]string{
		"SELECT count(*) AS n FROM customer_addresses a WHERE a.city = 'BERLIN'":       "a.city = 'Berlin'",
		"SELECT count(*) AS n FROM orders o, customers c WHERE c.segment = 'business'": "o.customer_id = c.id",
	} {
		m := &scripted{answers: []any{wrote(sql)}}
		got, trace, err := setup(t, Config{Engine: EngineModel, Model: m}).ask(t, Question{Text: "q"})
		if err != nil || got.Clarification != nil || !strings.Contains(trace.SQL, want) || len(got.Assumptions) == 0 {
			t.Errorf("%s: %v, %s, %+v", sql, err, trace.SQL, got)
		}
	}
}

// TestUnjoinedTablesAreAsked: tables that nothing joins and that several ways would join are asked about, with a
// choice for each way, of whatever length.
func TestUnjoinedTablesAreAsked(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"in a list":  wrote("SELECT c.name, r.name FROM customers c, regions r"),
		"cross join": wrote("SELECT c.name, r.name FROM customers c CROSS JOIN regions r"),
	} {
		m := &scripted{answers: []any{answer}}
		got, _, err := setup(t, Config{Engine: EngineModel, Model: m}).ask(t, Question{Text: "q"})
		if err != nil || got.Clarification == nil {
			t.Errorf("%s: %v, %+v", name, err, got)
			continue
		}
		if text := string(got.Clarification.Text()); len(m.prompts) != 1 || !strings.Contains(text, "support_tickets.region_id") || !strings.Contains(text, "stores.region_id") {
			t.Errorf("%s: %d calls, %s", name, len(m.prompts), text)
		}
	}
}

// TestSecondAnswerSaysSo: an answer that was written because the first found no rows says so.
func TestSecondAnswerSaysSo(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{wrote("SELECT o.id FROM orders o WHERE o.total_amount < 0"), wrote("SELECT o.id FROM orders o WHERE o.total_amount < 10")}}
	got, _, err := setup(t, Config{Engine: EngineModel, Model: m}).ask(t, Question{Text: "q"})
	if err != nil || !strings.Contains(strings.Join(got.Assumptions, "; "), "found no rows") {
		t.Errorf("%v, %q", err, got.Assumptions)
	}
}

// TestAllSpellingsAreTaken: spellings of one text that differ only in case are no choices.
func TestAllSpellingsAreTaken(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{wrote("SELECT count(*) AS n FROM staff s WHERE s.town = 'BErlin'")}}
	d, exec := crm(t, Config{Engine: EngineModel, Model: m})
	exec(`CREATE TABLE staff (id integer PRIMARY KEY, town text);
		INSERT INTO staff SELECT i, (ARRAY['Berlin', 'BERLIN', 'berlin', 'Kiel'])[1 + i % 4] FROM generate_series(1, 200) i;
		ANALYZE staff; GRANT SELECT ON staff TO demo`)
	got, trace, err := d.ask(t, Question{Text: "q"})
	if err != nil || got.Clarification != nil || !strings.Contains(trace.SQL, "s.town IN ('BERLIN', 'Berlin', 'berlin')") || len(got.Assumptions) == 0 {
		t.Errorf("%v, %s, %+v", err, trace.SQL, got)
	}
}
