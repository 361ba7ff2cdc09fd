package plan

import (
	"fmt"
	"strings"
	"testing"
)

func TestDifference(t *testing.T) {
	t.Parallel()
	catalog := map[string]bool{"crm_orders": true, "crm_orders.id": true, "crm_orders.total": true, "crm_orders.status": true, "crm_orders.customer_id": true,
		"customers": true, "customers.id": true, "customers.name": true}
	exists := func(table, column string) bool { return catalog[strings.TrimSuffix(table+"."+column, ".")] }
	for _, tt := range []struct{ name, failed, worked, want string }{
		{"table", "SELECT count(*) FROM orders", "SELECT count(*) FROM crm_orders", "orders→crm_orders"},
		{"table with more around it", "SELECT count(*) FROM orders o", "SELECT count(*) FROM crm_orders o JOIN customers c ON c.id = o.customer_id", "orders→crm_orders"},
		{"known tables are no renaming", "SELECT 1 FROM customers", "SELECT 1 FROM crm_orders", ""},
		{"column by alias", "SELECT o.amount FROM crm_orders o", "SELECT o.total FROM crm_orders AS o", "crm_orders.amount→total"},
		{"column of one table", "SELECT amount FROM crm_orders", "SELECT total FROM crm_orders LIMIT 5", "crm_orders.amount→total"},
		{"column and table", "SELECT o.amount FROM orders o", "SELECT o.total FROM crm_orders o", "orders→crm_orders crm_orders.amount→total"},
		{"column of another table", "SELECT o.name FROM crm_orders o", "SELECT c.name FROM crm_orders o JOIN customers c ON true", ""},
		{"a CTE is no table", "WITH orders AS (SELECT id FROM crm_orders) SELECT id FROM orders", "WITH x AS (SELECT id FROM crm_orders) SELECT id FROM x", ""},
		{"two for one", "SELECT 1 FROM a, b", "SELECT 1 FROM crm_orders", ""},
		{"deep", "SELECT 1 FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)",
			"SELECT 1 FROM customers c WHERE EXISTS (SELECT 1 FROM crm_orders o WHERE o.customer_id = c.id)", "orders→crm_orders"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			renamed, _, err := Difference(tt.failed, tt.worked, exists)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range renamed {
				got = append(got, strings.TrimPrefix(r.Table+".", ".")+r.From+"→"+r.To)
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// What changed is told without values.
func TestDifferenceOfClauses(t *testing.T) {
	t.Parallel()
	_, changed, err := Difference("SELECT status, count(*) FROM o WHERE name = 'secret' AND n > 77", "SELECT status, count(*) FROM o WHERE name = 'secret' GROUP BY status",
		func(string, string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(changed)
	if want := "[{WHERE name = $1 AND n > $1 name = $1} {GROUP BY  status}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestDifferenceRefuses(t *testing.T) {
	t.Parallel()
	for _, sql := range []string{"", "DELETE FROM x", "SELECT 1; SELECT 2", "no SQL", "SELECT " + strings.Repeat("(", 5000), strings.Repeat("-- x\n", 2000) + "SELECT 1"} {
		if r, c, err := Difference(sql, "SELECT 1", func(string, string) bool { return true }); err == nil {
			t.Errorf("Difference(%.20q) is %v, %v", sql, r, c)
		}
		if got, ok := Texts(sql); ok {
			t.Errorf("Texts(%.20q) is %v", sql, got)
		}
		if got := Masked(sql); got != "" {
			t.Errorf("Masked(%.20q) is %q", sql, got)
		}
	}
}

func TestRenameTables(t *testing.T) {
	t.Parallel()
	got, err := RenameTables("WITH visits AS (SELECT id FROM orders) SELECT orders.id FROM visits, orders, public.other x",
		func(n Name) Name {
			switch n.Table {
			case "orders", "visits":
				return Name{"crm", n.Table + "_t"}
			}
			return n
		})
	want := "WITH visits AS (SELECT id FROM crm.orders_t orders) SELECT orders.id FROM visits, crm.orders_t orders, public.other x"
	if err != nil || got != want {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
}
