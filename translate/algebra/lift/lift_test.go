package lift_test

import (
	"errors"
	"testing"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/algebra/lift"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

func shop() *schema.Snapshot {
	table := func(name string, columns ...string) *schema.Table {
		t := &schema.Table{Schema: "public", Name: name}
		for _, c := range columns {
			t.Columns = append(t.Columns, &schema.Column{Name: c})
		}
		return t
	}
	return schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{
		table("customers", "id", "name", "city", "joined"), table("orders", "id", "customer_id", "total", "day", "tags")}})
}

func TestEqualReadingsMeet(t *testing.T) {
	t.Parallel()
	for name, statements := range map[string][]string{
		"conditions": {
			"SELECT name FROM customers WHERE city = 'Oslo' AND id > 3",
			"SELECT c.name FROM customers c WHERE 3 < c.id AND 'Oslo' = c.city AND c.id > 3",
			"SELECT name FROM customers WHERE NOT (id <= 3 OR city <> 'Oslo')",
		},
		"joins": {
			"SELECT c.name, o.total FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.total > 5",
			"SELECT c.name, o.total FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.total > 5",
			"SELECT name, total FROM orders o, customers c WHERE total > 5 AND c.id = customer_id",
		},
		"lists": {
			"SELECT name FROM customers WHERE city IN ('Rome', 'Oslo')",
			"SELECT name FROM customers WHERE city = 'Oslo' OR city = 'Rome' OR city = 'Oslo'",
		},
		"periods": {
			"SELECT id FROM orders WHERE extract(year FROM day) = 2024",
			"SELECT id FROM orders WHERE day >= '2024-01-01' AND day < '2025-01-01'",
			"SELECT id FROM orders WHERE day < date '2025-01-01' AND day >= date '2024-01-01'",
		},
		"relations": {
			"SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE total > 5)",
			"SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.total > 5)",
			"SELECT name FROM customers c WHERE EXISTS (SELECT * FROM orders o WHERE o.total > 5 AND c.id = o.customer_id ORDER BY total)",
		},
		"outer joins": {
			"SELECT c.name, o.id FROM customers c LEFT JOIN orders o ON o.customer_id = c.id",
			"SELECT c.name, o.id FROM orders o RIGHT JOIN customers c ON c.id = o.customer_id",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first := ""
			for _, sql := range statements {
				set, err := lift.SQL(sql, shop())
				if err != nil {
					t.Fatal(err)
				}
				k := algebra.Key(algebra.Normal(set))
				if first == "" {
					first = k
				}
				if k != first {
					t.Errorf("%s\n%s\nis not\n%s", sql, k, first)
				}
			}
		})
	}
}

func TestDifferentReadingsStayApart(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, sql := range []string{
		"SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders)",
		"SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)",
		"SELECT name FROM customers c JOIN orders o ON o.customer_id = c.id",
		"SELECT name FROM customers c LEFT JOIN orders o ON o.customer_id = c.id",
		"SELECT DISTINCT name FROM customers c JOIN orders o ON o.customer_id = c.id",
		"SELECT name FROM customers ORDER BY id LIMIT 3",
		"SELECT name FROM customers ORDER BY id DESC LIMIT 3",
		"SELECT name FROM customers ORDER BY id",
		"SELECT a.name FROM customers a, customers b WHERE a.id = b.id",
		"SELECT a.name FROM customers a, customers b WHERE a.id = a.id",
		"SELECT a.name FROM customers a, customers b WHERE a.joined < b.joined",
		"SELECT b.name FROM customers a, customers b WHERE a.joined < b.joined",
	} {
		set, err := lift.SQL(sql, shop())
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		k := algebra.Key(algebra.Normal(set))
		if seen[k] != "" {
			t.Errorf("%s\nis taken for\n%s", sql, seen[k])
		}
		seen[k] = sql
	}
}

func TestNamesFollowScopes(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]string{
		"SELECT id AS name FROM customers ORDER BY name":                                        "SELECT customers.id AS name FROM public.customers ORDER BY customers.id",
		"SELECT total AS day, count(*) FROM orders GROUP BY day":                                "SELECT orders.total AS day, count(*) FROM public.orders GROUP BY orders.day",
		"SELECT city, count(*) FROM customers GROUP BY 1 ORDER BY 2 DESC":                       "SELECT customers.city, count(*) FROM public.customers GROUP BY customers.city ORDER BY count(*) DESC",
		"SELECT name FROM customers WHERE EXISTS (SELECT 1 FROM orders WHERE customer_id = id)": "SELECT customers.name FROM public.customers WHERE EXISTS (SELECT 1 AS \"column\" FROM public.orders WHERE orders.customer_id = orders.id)",
		"WITH big AS (SELECT * FROM orders WHERE total > 9) SELECT count(*) FROM big":           "SELECT count(*) FROM (SELECT orders.id, orders.customer_id, orders.total, orders.day, orders.tags FROM public.orders WHERE orders.total > 9) t",
		"SELECT tag FROM orders, unnest(tags) AS tag":                                           "SELECT t.unnest AS tag FROM (SELECT unnest(orders.tags) FROM public.orders) t",
	} {
		set, err := lift.SQL(sql, shop())
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		p, err := algebra.Lower(set)
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		if got, err := plan.Synthesise(p); err != nil || got != want {
			t.Errorf("%s: %v\ngot  %s\nwant %s", sql, err, got, want)
		}
	}
}

func TestWhatHasNoForm(t *testing.T) {
	t.Parallel()
	for sql, kind := range map[string]string{
		"WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT n FROM r":                "recursion",
		"SELECT c.name, o.id FROM customers c, LATERAL (SELECT id FROM orders WHERE customer_id = c.id) o": "LATERAL",
		"SELECT city, count(*) FROM customers GROUP BY ROLLUP (city)":                                      "grouping sets",
		"SELECT pg_sleep(1)":            "a function",
		"SELECT nothing FROM customers": "an unknown column",
		"SELECT id FROM pg_class":       "an unknown relation",
	} {
		_, err := lift.SQL(sql, shop())
		var e *lift.Error
		if !errors.As(err, &e) || e.Kind != kind {
			t.Errorf("%s: %v, want %s", sql, err, kind)
		}
	}
	if _, err := lift.SQL("SELECT id FROM customers GROUP BY id, 0 ORDER BY -207", shop()); err != nil { // no column of the answer
		t.Error(err)
	}
	if _, err := lift.SQL("DELETE FROM customers", shop()); !errors.Is(err, lift.ErrSyntax) {
		t.Error(err)
	}
}
