package sandbox_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// connect logs in to a database of the shared server.
func connect(t *testing.T, database, role string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), sandboxtest.Server(t).URL(database, role))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) }) // the test's context is over by then
	return conn
}

// one returns the single value of a query.
func one[T any](t *testing.T, conn *pgx.Conn, sql string) T {
	t.Helper()
	rows, err := conn.Query(t.Context(), sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	v, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return v
}

// The shop is the same everywhere and always: other tests and the documentation quote its figures. A change of it is
// welcome, but must be meant.
func TestShopIsAlwaysTheSame(t *testing.T) {
	t.Parallel()
	conn := connect(t, sandboxtest.Shop(t), sandbox.Superuser)
	rows, err := conn.Query(t.Context(), `SELECT relname FROM pg_catalog.pg_class
		WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'm', 'v') ORDER BY relname COLLATE "C"`)
	if err != nil {
		t.Fatal(err)
	}
	relations, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	digest := sha256.New()
	got := map[string]int64{}
	for _, r := range relations {
		name := pgx.Identifier{r}.Sanitize()
		got[r] = one[int64](t, conn, "SELECT count(*) FROM "+name)
		digest.Write([]byte(one[string](t, conn,
			`SELECT string_agg(r::text, E'\n' ORDER BY r::text COLLATE "C") FROM `+name+" r")))
	}
	want := map[string]int64{
		"Newsletter Signups": 1362, "categories": 24, "customer_addresses": 3156, "customers": 2400, "customers_archive": 240,
		"daily_takings": 11229, "employees": 182, "order_items": 29923, "order_returns": 1425, "orders": 15772, "payments": 15728,
		"product_availability": 269, "products": 288, "promotions": 18, "regions": 6, "reviews": 2627, "salaries": 626,
		"shipments": 9194, "stock": 4340, "stores": 25, "supplier_returns": 260, "suppliers": 36, "support_tickets": 1149,
		"user": 32,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows of each relation (-want +got):\n%s", diff)
	}
	const sum = "5dfd8a174dee6dc20ec86153a49f83e2ffa7181137aa273c71dc8aa1c93a6301"
	if got := hex.EncodeToString(digest.Sum(nil)); got != sum {
		t.Errorf("digest of all rows is %s, want %s", got, sum)
	}
}

// Each of these counts what must not be there.
func TestShopMakesSense(t *testing.T) {
	t.Parallel()
	conn := connect(t, sandboxtest.Shop(t), sandbox.Superuser)
	for what, sql := range map[string]string{
		"order whose total is not that of its items": `SELECT count(*) FROM orders o WHERE total_amount IS DISTINCT FROM
			(SELECT sum(quantity * unit_price) FROM order_items i WHERE i.order_id = o.id)`,
		"order paid neither fully nor, if cancelled or pending, not at all": `SELECT count(*) FROM orders o
			WHERE coalesce((SELECT sum(amount) FROM payments p WHERE p.order_id = o.id), 0) <>
				CASE WHEN status IN ('cancelled', 'pending') THEN 0 ELSE total_amount END`,
		"order before its customer registered": `SELECT count(*) FROM orders o JOIN customers c ON c.id = o.customer_id
			WHERE c.registered_on > o.ordered_at`,
		"order in a store that had not opened": `SELECT count(*) FROM orders o JOIN stores s ON s.id = o.store_id
			WHERE s.opened_on > o.ordered_at`,
		"order taken by somebody of another store, or not yet or no longer there": `SELECT count(*) FROM orders o
			JOIN employees e ON e.id = o.employee_id
			WHERE e.store_id <> o.store_id OR e.hired_on > o.ordered_at OR e.left_on < o.ordered_at`,
		"order with a promotion that was over or to come": `SELECT count(*) FROM orders o JOIN promotions p ON p.id = o.promotion_id
			WHERE (o.ordered_at AT TIME ZONE 'UTC')::date NOT BETWEEN p."from" AND p."to"`,
		"product sold before it was introduced": `SELECT count(*) FROM order_items i JOIN orders o ON o.id = i.order_id
			JOIN products p ON p.id = i.product_id WHERE p.introduced_on > o.ordered_at`,
		"parcel for an order that has none, or none for one that has": `SELECT count(*) FROM orders o
			WHERE EXISTS (SELECT FROM shipments s WHERE s.order_id = o.id) <>
				(channel <> 'store' AND status IN ('shipped', 'delivered', 'returned'))`,
		"delivered order whose parcel is under way": `SELECT count(*) FROM orders o JOIN shipments s ON s.order_id = o.id
			WHERE (s.delivered_at IS NULL) <> (o.status = 'shipped')`,
		"return of more than was bought": `SELECT count(*) FROM order_returns r JOIN order_items i USING (order_id, line_no)
			WHERE r.quantity > i.quantity`,
		"returned order that kept a line": `SELECT count(*) FROM orders o JOIN order_items i ON i.order_id = o.id
			WHERE o.status = 'returned' AND NOT EXISTS (SELECT FROM order_returns r
				WHERE (r.order_id, r.line_no, r.quantity) = (i.order_id, i.line_no, i.quantity))`,
		"return to somebody who is not the supplier": `SELECT count(*) FROM supplier_returns r JOIN products p ON p.id = r.product_id
			WHERE p.supplier_id <> r.supplier_id`,
		"product that sells at a loss": `SELECT count(*) FROM products WHERE cost >= price`,
		"product in a department":      `SELECT count(*) FROM products p JOIN categories c ON c.id = p.category_id WHERE c.parent_id IS NULL`,
		"archived customer with an account": `SELECT count(*) FROM customers_archive a JOIN customers c
			ON c.id = a.id OR c.name = a.name OR c.email = a.email`,
		"table or view without a comment": `SELECT count(*) FROM pg_catalog.pg_class
			WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm') AND obj_description(oid, 'pg_class') IS NULL`,
		"event after the end": `SELECT count(*) FROM (
			SELECT paid_at FROM payments UNION ALL SELECT shipped_at FROM shipments UNION ALL SELECT delivered_at FROM shipments
			UNION ALL SELECT opened_at FROM support_tickets UNION ALL SELECT closed_at FROM support_tickets
			UNION ALL SELECT ordered_at FROM orders UNION ALL SELECT returned_on FROM order_returns
			UNION ALL SELECT returned_on FROM supplier_returns UNION ALL SELECT reviewed_on FROM reviews
			UNION ALL SELECT registered_on FROM customers UNION ALL SELECT "Signed Up On" FROM "Newsletter Signups") e(at)
			WHERE at >= '2026-07-01'`,
	} {
		if n := one[int64](t, conn, sql); n != 0 {
			t.Errorf("%s: %d", what, n)
		}
	}
}

// What the shop is there to show: each of these must be found in it.
func TestShopHasItsCorners(t *testing.T) {
	t.Parallel()
	conn := connect(t, sandboxtest.Shop(t), sandbox.Superuser)
	for what, sql := range map[string]string{
		"customer who never ordered":    `SELECT count(*) FROM customers c WHERE NOT EXISTS (SELECT FROM orders o WHERE o.customer_id = c.id)`,
		"product that never sold":       `SELECT count(*) FROM products p WHERE NOT EXISTS (SELECT FROM order_items i WHERE i.product_id = p.id)`,
		"store without orders":          `SELECT count(*) FROM stores s WHERE NOT EXISTS (SELECT FROM orders o WHERE o.store_id = s.id)`,
		"supplier without products":     `SELECT count(*) FROM suppliers s WHERE NOT EXISTS (SELECT FROM products p WHERE p.supplier_id = s.id)`,
		"product sold out somewhere":    `SELECT count(*) FROM stock WHERE quantity = 0`,
		"name beyond ASCII":             `SELECT count(*) FROM customers WHERE name ~ '[^ -~]'`,
		"name with an apostrophe":       `SELECT count(*) FROM customers WHERE name LIKE '%''%'`,
		"order in two payments":         `SELECT count(*) FROM (SELECT FROM payments GROUP BY order_id HAVING count(*) = 2) p`,
		"order of every status":         `SELECT count(*) FROM (SELECT FROM orders GROUP BY status HAVING (SELECT count(DISTINCT status) FROM orders) = 6) s`,
		"customer with fifty orders":    `SELECT count(*) FROM (SELECT FROM orders GROUP BY customer_id HAVING count(*) >= 50) c`,
		"December worth two Februaries": `SELECT count(*) FROM (SELECT FROM orders HAVING count(*) FILTER (WHERE extract(month FROM ordered_at) = 12) > 2 * count(*) FILTER (WHERE extract(month FROM ordered_at) = 2)) d`,
	} {
		if n := one[int64](t, conn, sql); n == 0 {
			t.Errorf("no %s", what)
		}
	}
}

func TestShopRights(t *testing.T) {
	t.Parallel()
	database := sandboxtest.Shop(t)
	const mayRead = `SELECT relname FROM pg_catalog.pg_class WHERE relnamespace = 'public'::regnamespace
		AND relkind IN ('r', 'v', 'm') AND NOT has_table_privilege(oid, 'SELECT')`
	const mayWrite = `SELECT count(*) FROM pg_catalog.pg_class WHERE relnamespace = 'public'::regnamespace
		AND has_table_privilege(oid, 'INSERT, UPDATE, DELETE, TRUNCATE')`
	tickets := map[string]int64{}
	for role, forbidden := range map[string][]string{"demo": {"salaries"}, "dba": nil} {
		conn := connect(t, database, role)
		rows, err := conn.Query(t.Context(), mayRead)
		if err != nil {
			t.Fatal(err)
		}
		got, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, forbidden) {
			t.Errorf("%s may not read %q, want %q", role, got, forbidden)
		}
		if n := one[int64](t, conn, mayWrite); n != 0 {
			t.Errorf("%s may write %d tables", role, n)
		}
		tickets[role] = one[int64](t, conn, "SELECT count(*) FROM support_tickets")
	}
	if tickets["demo"] == 0 || tickets["demo"] >= tickets["dba"] {
		t.Errorf("support tickets seen: %v, want some for demo and more for dba", tickets)
	}
}

func TestShopLoadsInTime(t *testing.T) {
	database := sandboxtest.Empty(t)
	start := time.Now()
	if err := sandboxtest.Server(t).LoadShop(t.Context(), database); err != nil {
		t.Fatal(err)
	}
	// Three seconds on a quiet machine, and ten times as much on a busy one; this is to notice a change of another
	// order.
	if took := time.Since(start); took > 5*time.Minute {
		t.Errorf("loading took %v", took)
	}
}
