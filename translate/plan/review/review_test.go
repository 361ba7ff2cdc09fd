package review

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/plantest"
)

// repaired runs the review and writes the result as SQL, with the kinds of the fixes.
func repaired(t *testing.T, text string, settled ...plan.Constraint) (sql string, kinds []FixKind, err error) {
	t.Helper()
	p := load(t, text)
	before, _ := json.Marshal(p)
	got, fixes, err := Plan(p, plantest.Shop, settled)
	if after, _ := json.Marshal(p); string(after) != string(before) {
		t.Errorf("the review changed its input:\n%s\n%s", before, after)
	}
	if err != nil {
		return "", nil, err
	}
	for _, f := range fixes {
		if f.What == "" {
			t.Errorf("a fix without words: %+v", f)
		}
		if !slices.Contains(kinds, f.Kind) {
			kinds = append(kinds, f.Kind)
		}
	}
	sql, err = plan.Synthesise(got)
	if err != nil {
		t.Fatalf("the reviewed plan cannot be written: %v", err)
	}
	again, more, err := Plan(got, plantest.Shop, settled)
	if err != nil || len(more) > 0 {
		t.Errorf("a second review finds more: %v %v", more, err)
	} else if s, _ := plan.Synthesise(again); s != sql {
		t.Errorf("a second review changes the plan:\n%s\n%s", sql, s)
	}
	return sql, kinds, nil
}

// long is a name as long as PostgreSQL keeps.
var long = strings.Repeat("n", plan.MaxName)

var reviewTests = []struct {
	name, plan, want string
	kinds            []FixKind
}{
	{"nothing to do", `{"select":[{"expr":"o.id"}],` + plantest.FromOrders + `,"where":["o.status = 'paid'"]}`,
		`SELECT o.id FROM shop."order" o WHERE o.status = 'paid'`, nil},
	{"schema", `{"select":[{"expr":"p.name"}],"from":{"table":"products","alias":"p"}}`, `SELECT p.name FROM shop.products p`, []FixKind{FixTable}},
	{"schema in the name", `{"select":[{"expr":"p.name"}],"from":{"table":"shop.products","alias":"p"}}`, `SELECT p.name FROM shop.products p`, []FixKind{FixTable}},
	{"wrong schema", `{"select":[{"expr":"p.name"}],"from":{"schema":"public","table":"products","alias":"p"}}`, `SELECT p.name FROM shop.products p`, []FixKind{FixTable}},
	{"plural", `{"select":[{"expr":"p.name"}],"from":{"table":"Product","alias":"p"}}`, `SELECT p.name FROM shop.products p`, []FixKind{FixTable}},
	{"spelling, no alias", `{"select":[{"expr":"costumers.name"}],"from":{"table":"costumers"}}`, `SELECT customers.name FROM shop.customers`, []FixKind{FixTable, FixAlias}},
	{"twin on the search path", `{"select":[{"expr":"c.name"}],"from":{"table":"Customers","alias":"c"}}`, `SELECT c.name FROM shop.customers c`, []FixKind{FixTable}},
	{"other schema", `{"select":[{"expr":"c.left_on"}],"from":{"schema":"archive","table":"customers","alias":"c"}}`, `SELECT c.left_on FROM archive.customers c`, nil},
	{"column case", `{"select":[{"expr":"o.\"Total\""}],` + plantest.FromOrders + `}`, `SELECT o.total FROM shop."order" o`, []FixKind{FixColumn}},
	{"column spelling", `{"select":[{"expr":"o.totel"},{"expr":"o.OrderedAt"}],` + plantest.FromOrders + `}`, `SELECT o.total, o.ordered_at FROM shop."order" o`, []FixKind{FixColumn}},
	{"table name before the column", `{"select":[{"expr":"c.customer_name"}],"from":{"schema":"shop","table":"customers","alias":"c"}}`,
		`SELECT c.name FROM shop.customers c`, []FixKind{FixColumn}},
	{"table name as qualifier", `{"select":[{"expr":"\"order\".total"},{"expr":"shop.\"order\".id"}],` + plantest.FromOrders + `}`,
		`SELECT o.total, o.id FROM shop."order" o`, []FixKind{FixAlias}},
	{"no qualifier", `{"select":[{"expr":"sum(total)"}],` + plantest.FromOrders + `,"where":["status = 'new'"]}`,
		`SELECT sum(o.total) AS sum_total FROM shop."order" o WHERE o.status = 'new'`, []FixKind{FixAlias}},
	{"column of another source", `{"select":[{"expr":"c.total"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("inner", "customers", "c", `"c.id = o.customer_id"`) + `]}`,
		`SELECT o.total FROM shop."order" o`, []FixKind{FixAlias, FixUnused}},
	{"star", `{"select":[{"expr":"*"}],"from":{"schema":"shop","table":"regions","alias":"r"},"joins":[` + plantest.Joined("inner", "stores", "s", `"s.region_id = r.id"`) + `]}`,
		`SELECT r.id, r.name, s.id AS id_2, s.name AS name_2, s.city, s.region_id FROM shop.regions r JOIN shop.stores s ON s.region_id = r.id`, []FixKind{FixStar}},
	{"wrong key", `{"select":[{"expr":"c.name"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("inner", "customers", "c", `"c.id = o.id AND c.active"`) + `]}`,
		`SELECT c.name FROM shop."order" o JOIN shop.customers c ON o.customer_id = c.id AND c.active`, []FixKind{FixJoin}},
	{"right key", `{"select":[{"expr":"a.city"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("inner", "addresses", "a", `"o.billing_address_id = a.id"`) + `]}`,
		`SELECT a.city FROM shop."order" o JOIN shop.addresses a ON o.billing_address_id = a.id`, nil},
	{"keys of a third table", `{"select":[{"expr":"c.name"}],"from":{"schema":"shop","table":"customers","alias":"c"},"joins":[` + plantest.Joined("inner", "stores", "s", `"s.region_id = c.region_id"`) + `]}`,
		`SELECT c.name FROM shop.customers c JOIN shop.stores s ON s.region_id = c.region_id`, nil},
	{"conditions in the wrong order", `{"select":[{"expr":"p.name"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("inner", "order_items", "oi", `"oi.product_id = p.id"`) + `,` + plantest.Joined("inner", "products", "p", `"oi.order_id = o.id"`) + `]}`,
		`SELECT p.name FROM shop."order" o JOIN shop.order_items oi ON o.id = oi.order_id JOIN shop.products p ON oi.order_id = o.id AND oi.product_id = p.id`, []FixKind{FixJoin}},
	{"singular as qualifier", `{"select":[{"expr":"customer.name"}],"from":{"schema":"shop","table":"customers","alias":"c"}}`, `SELECT c.name FROM shop.customers c`, []FixKind{FixAlias}},
	{"same city on purpose", `{"select":[{"expr":"c.name"}],"from":{"schema":"shop","table":"customers","alias":"c"},"joins":[` + plantest.Joined("inner", "addresses", "a", `"a.city = c.city"`) + `]}`,
		`SELECT c.name FROM shop.customers c JOIN shop.addresses a ON a.city = c.city`, nil},
	{"half a key", `{"select":[{"expr":"sum(r.amount)"}],"from":{"schema":"shop","table":"order_items","alias":"oi"},"joins":[` + plantest.Joined("inner", "refunds", "r", `"r.order_id = oi.order_id"`) + `]}`,
		`SELECT sum(r.amount) AS sum_amount FROM shop.order_items oi JOIN shop.refunds r ON oi.order_id = r.order_id AND oi.product_id = r.product_id`, []FixKind{FixJoin}},
	{"self join", `{"select":[{"expr":"m.name"}],"from":{"schema":"shop","table":"employees","alias":"e"},"joins":[` + plantest.Joined("left", "employees", "m", `"m.id = e.manager_id"`) + `]}`,
		`SELECT m.name FROM shop.employees e LEFT JOIN shop.employees m ON m.id = e.manager_id`, nil},
	{"missing condition", `{"select":[{"expr":"c.name"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("left", "customers", "c", "") + `]}`,
		`SELECT c.name FROM shop."order" o LEFT JOIN shop.customers c ON o.customer_id = c.id`, []FixKind{FixJoin}},
	{"cross join by accident", `{"select":[{"expr":"c.name"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("cross", "customers", "c", "") + `]}`,
		`SELECT c.name FROM shop."order" o JOIN shop.customers c ON o.customer_id = c.id`, []FixKind{FixJoin}},
	{"cross join with its condition in WHERE", `{"select":[{"expr":"c.name"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("cross", "customers", "c", "") + `],"where":["c.id = o.customer_id"]}`,
		`SELECT c.name FROM shop."order" o CROSS JOIN shop.customers c WHERE c.id = o.customer_id`, nil},
	{"cross join of strangers", `{"select":[{"expr":"n.note_text"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("cross", "notes", "n", "") + `]}`,
		`SELECT n.note_text FROM shop."order" o CROSS JOIN shop.notes n`, nil},
	{"over a link table", `{"select":[{"expr":"p.name"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("inner", "products", "p", "") + `]}`,
		`SELECT p.name FROM shop."order" o JOIN shop.order_items ON o.id = order_items.order_id JOIN shop.products p ON order_items.product_id = p.id`, []FixKind{FixJoin}},
	{"orphaned filter", `{"select":[{"expr":"sum(o.total)","as":"total"}],` + plantest.FromOrders + `,"where":["customers.name = 'Ada'"]}`,
		`SELECT sum(o.total) AS total FROM shop."order" o JOIN shop.customers ON o.customer_id = customers.id WHERE customers.name = 'Ada'`, []FixKind{FixJoin}},
	{"orphaned output keeps the rows", `{"select":[{"expr":"o.id"},{"expr":"stores.name"}],` + plantest.FromOrders + `}`,
		`SELECT o.id, stores.name FROM shop."order" o LEFT JOIN shop.stores ON o.store_id = stores.id`, []FixKind{FixJoin}},
	{"stored value", `{"select":[{"expr":"f.id"}],"from":{"schema":"shop","table":"flights","alias":"f"},"joins":[` + plantest.Joined("inner", "airlines", "a", `"a.id = f.airline_id"`) + `],"where":["a.name = 'jetblue'"]}`,
		`SELECT f.id FROM shop.flights f JOIN shop.airlines a ON a.id = f.airline_id WHERE a.name = 'JetBlue Airways'`, []FixKind{FixValue}},
	{"value by case", `{"select":[{"expr":"a.id"}],"from":{"schema":"shop","table":"airlines","alias":"a"},"where":["a.country IN ('usa', 'Ger')"]}`,
		`SELECT a.id FROM shop.airlines a WHERE a.country IN ('USA', 'Ger')`, []FixKind{FixValue}},
	{"value by spelling", `{"select":[{"expr":"a.id"}],"from":{"schema":"shop","table":"airlines","alias":"a"},"where":["a.name <> 'Delta Airlines'"]}`,
		`SELECT a.id FROM shop.airlines a WHERE a.name <> 'Delta Air Lines'`, []FixKind{FixValue}},
	{"a stored value stays", `{"select":[{"expr":"p.id"}],"from":{"schema":"shop","table":"payments","alias":"p"},"where":["p.method = 'cash'"]}`,
		`SELECT p.id FROM shop.payments p WHERE p.method = 'cash'`, nil},
	{"an unknown value stays", `{"select":[{"expr":"a.id"}],"from":{"schema":"shop","table":"airlines","alias":"a"},"where":["a.name = 'Qantas'"]}`,
		`SELECT a.id FROM shop.airlines a WHERE a.name = 'Qantas'`, nil},
	{"enum", `{"select":[{"expr":"o.id"}],` + plantest.FromOrders + `,"where":["o.status = 'Canceled'"]}`,
		`SELECT o.id FROM shop."order" o WHERE o.status = 'cancelled'`, []FixKind{FixValue}},
	{"text and number", `{"select":[{"expr":"p.id"}],"from":{"schema":"shop","table":"payments","alias":"p"},"where":["p.reference = 12","p.reference > 10"]}`,
		`SELECT p.id FROM shop.payments p WHERE p.reference = '12' AND p.reference::numeric > 10`, []FixKind{FixType}},
	{"text column and number column", `{"select":[{"expr":"p.id"}],"from":{"schema":"shop","table":"payments","alias":"p"},"where":["p.reference = p.order_id"]}`,
		`SELECT p.id FROM shop.payments p WHERE p.reference = p.order_id::text`, []FixKind{FixType}},
	{"boolean and number", `{"select":[{"expr":"c.id"}],"from":{"schema":"shop","table":"customers","alias":"c"},"where":["c.active = 1"]}`,
		`SELECT c.id FROM shop.customers c WHERE c.active = true`, []FixKind{FixType}},
	{"sum of text", `{"select":[{"expr":"avg(f.delay)"}],"from":{"schema":"shop","table":"flights","alias":"f"}}`,
		`SELECT avg(f.delay::numeric) AS avg_delay FROM shop.flights f`, []FixKind{FixType}},
	{"pattern on a number", `{"select":[{"expr":"o.id"}],` + plantest.FromOrders + `,"where":["o.id LIKE '1%'"]}`,
		`SELECT o.id FROM shop."order" o WHERE o.id::text LIKE '1%'`, []FixKind{FixType}},
	{"year", `{"select":[{"expr":"f.id"}],"from":{"schema":"shop","table":"flights","alias":"f"},"where":["f.flown_on = 2024"]}`,
		`SELECT f.id FROM shop.flights f WHERE date_part('year', f.flown_on) = 2024`, []FixKind{FixType}},
	{"whole day", `{"select":[{"expr":"o.id"}],` + plantest.FromOrders + `,"where":["o.ordered_at = '2024-02-29'"]}`,
		`SELECT o.id FROM shop."order" o WHERE o.ordered_at >= '2024-02-29' AND o.ordered_at < '2024-03-01'`, []FixKind{FixType}},
	{"whole last day", `{"select":[{"expr":"o.id"}],` + plantest.FromOrders + `,"where":["o.ordered_at BETWEEN date '2024-01-01' AND date '2024-12-31'"]}`,
		`SELECT o.id FROM shop."order" o WHERE o.ordered_at >= '2024-01-01'::date AND o.ordered_at < '2025-01-01'`, []FixKind{FixType}},
	{"whole days of a date", `{"select":[{"expr":"f.id"}],"from":{"schema":"shop","table":"flights","alias":"f"},"where":["f.flown_on BETWEEN '2024-01-01' AND '2024-12-31'"]}`,
		`SELECT f.id FROM shop.flights f WHERE f.flown_on BETWEEN '2024-01-01' AND '2024-12-31'`, nil},
	{"group by", `{"select":[{"expr":"o.status"},{"expr":"date_trunc('month', o.ordered_at)","as":"month"},{"expr":"count(*)"}],` + plantest.FromOrders + `,"group_by":["o.status"]}`,
		`SELECT o.status, date_trunc('month', o.ordered_at) AS month, count(*) FROM shop."order" o GROUP BY o.status, date_trunc('month', o.ordered_at)`, []FixKind{FixGroup}},
	{"group by a primary key", `{"select":[{"expr":"c.name"},{"expr":"count(*)"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("inner", "customers", "c", `"c.id = o.customer_id"`) + `],"group_by":["c.id"]}`,
		`SELECT c.name, count(*) FROM shop."order" o JOIN shop.customers c ON c.id = o.customer_id GROUP BY c.id`, nil},
	{"group by position and name", `{"select":[{"expr":"o.status"},{"expr":"date_part('year', o.ordered_at)","as":"year"},{"expr":"count(*)"}],` + plantest.FromOrders + `,"group_by":["1","year"]}`,
		`SELECT o.status, date_part('year', o.ordered_at) AS year, count(*) FROM shop."order" o GROUP BY o.status, date_part('year', o.ordered_at)`, []FixKind{FixColumn}},
	{"column beside an aggregate", `{"select":[{"expr":"sum(o.total) / o.store_id","as":"x"}],` + plantest.FromOrders + `}`,
		`SELECT sum(o.total) / o.store_id AS x FROM shop."order" o GROUP BY o.store_id`, []FixKind{FixGroup}},
	{"windows do not group", `{"select":[{"expr":"o.id"},{"expr":"rank() OVER (ORDER BY o.total)","as":"r"}],` + plantest.FromOrders + `}`,
		`SELECT o.id, rank() OVER (ORDER BY o.total) AS r FROM shop."order" o`, nil},
	{"aggregate in WHERE", `{"select":[{"expr":"o.status"},{"expr":"count(*)"}],` + plantest.FromOrders + `,"where":["count(*) > 2 AND o.total > 5"],"group_by":["o.status"]}`,
		`SELECT o.status, count(*) FROM shop."order" o WHERE o.total > 5 GROUP BY o.status HAVING count(*) > 2`, []FixKind{FixFilter}},
	{"a text in no case that is stored", `{"select":[{"expr":"p.id"}],"from":{"schema":"shop","table":"payments","alias":"p"},"where":["p.method = 'CASH'"]}`,
		`SELECT p.id FROM shop.payments p WHERE p.method IN ('Cash', 'cash')`, []FixKind{FixValue}},
	{"the same in a list, turned round", `{"select":[{"expr":"p.id"}],"from":{"schema":"shop","table":"payments","alias":"p"},"where":["p.method NOT IN ('card', 'CASH')"]}`,
		`SELECT p.id FROM shop.payments p WHERE p.method NOT IN ('card', 'CASH', 'Cash', 'cash')`, []FixKind{FixValue}},
	{"all spellings at once", `{"select":[{"expr":"p.id"}],"from":{"schema":"shop","table":"payments","alias":"p"},"where":["p.method ILIKE 'CASH' OR p.method = 'cash'"]}`,
		`SELECT p.id FROM shop.payments p WHERE p.method ILIKE 'CASH' OR p.method = 'cash'`, nil},
	{"groups with their sums", `{"select":[{"expr":"o.status"},{"expr":"count(*)"}],` + plantest.FromOrders + `,"group_by":["ROLLUP(status)"],"order_by":[{"expr":"o.status"}]}`,
		`SELECT o.status, count(*) FROM shop."order" o GROUP BY ROLLUP (o.status) ORDER BY o.status`, []FixKind{FixAlias}},
	{"HAVING without aggregates", `{"select":[{"expr":"o.status"},{"expr":"count(*)"}],` + plantest.FromOrders + `,"group_by":["o.status"],"having":["o.total > 5"]}`,
		`SELECT o.status, count(*) FROM shop."order" o WHERE o.total > 5 GROUP BY o.status`, []FixKind{FixFilter}},
	{"HAVING on an output", `{"select":[{"expr":"o.status"},{"expr":"sum(o.total)","as":"revenue"}],` + plantest.FromOrders + `,"group_by":["o.status"],"having":["revenue > 5"],"order_by":[{"expr":"revenue / 2","desc":true}]}`,
		`SELECT o.status, sum(o.total) AS revenue FROM shop."order" o GROUP BY o.status HAVING sum(o.total) > 5 ORDER BY sum(o.total) / 2 DESC`, []FixKind{FixColumn}},
	{"sorted by an output or an aggregate", `{"select":[{"expr":"o.status"},{"expr":"sum(o.total)","as":"revenue"}],` + plantest.FromOrders + `,"group_by":["o.status"],"order_by":[{"expr":"revenue"},{"expr":"count(*)"}]}`,
		`SELECT o.status, sum(o.total) AS revenue FROM shop."order" o GROUP BY o.status ORDER BY revenue, count(*)`, nil},
	{"sorted by an aggregate alone", `{"select":[{"expr":"o.status"}],` + plantest.FromOrders + `,"order_by":[{"expr":"count(*)","desc":true}],"limit":1}`,
		`SELECT o.status FROM shop."order" o GROUP BY o.status ORDER BY count(*) DESC LIMIT 1`, []FixKind{FixGroup}},
	{"distinct groups", `{"select":[{"expr":"o.status"}],"distinct":true,` + plantest.FromOrders + `,"order_by":[{"expr":"count(*)"}]}`,
		`SELECT o.status FROM shop."order" o GROUP BY o.status ORDER BY count(*)`, []FixKind{FixGroup}},
	{"unused left join", `{"select":[{"expr":"o.id"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("left", "customers", "c", `"c.id = o.customer_id"`) + `]}`,
		`SELECT o.id FROM shop."order" o`, []FixKind{FixUnused}},
	{"unused inner join along a key that is never null", `{"select":[{"expr":"p.amount"}],"from":{"schema":"shop","table":"payments","alias":"p"},"joins":[` + plantest.Joined("inner", "order", "o", `"o.id = p.order_id"`) + `]}`,
		`SELECT p.amount FROM shop.payments p`, []FixKind{FixUnused}},
	{"inner join that takes away what a left join keeps", `{"select":[{"expr":"o.id"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("left", "payments", "p", `"p.order_id = o.id"`) + `,` + plantest.Joined("inner", "order", "x", `"x.id = p.order_id"`) + `]}`,
		`SELECT o.id FROM shop."order" o LEFT JOIN shop.payments p ON p.order_id = o.id JOIN shop."order" x ON x.id = p.order_id`, nil},
	{"inner join before a full one", `{"select":[{"expr":"p.amount"},{"expr":"n.note_text"}],"from":{"schema":"shop","table":"payments","alias":"p"},"joins":[` + plantest.Joined("inner", "order", "o", `"o.id = p.order_id"`) + `,` + plantest.Joined("full", "notes", "n", `"n.note_text = p.reference"`) + `]}`,
		`SELECT p.amount, n.note_text FROM shop.payments p JOIN shop."order" o ON o.id = p.order_id FULL JOIN shop.notes n ON n.note_text = p.reference`, nil},
	{"inner join that is also a condition", `{"select":[{"expr":"p.amount"}],"from":{"schema":"shop","table":"payments","alias":"p"},"joins":[` + plantest.Joined("inner", "order", "o", `"o.id = p.order_id","o.status = 'paid'"`) + `]}`,
		`SELECT p.amount FROM shop.payments p JOIN shop."order" o ON o.id = p.order_id AND o.status = 'paid'`, nil},
	{"inner join that multiplies", `{"select":[{"expr":"o.id"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("inner", "payments", "p", `"p.order_id = o.id"`) + `]}`,
		`SELECT o.id FROM shop."order" o JOIN shop.payments p ON p.order_id = o.id`, nil},
	{"left join that multiplies", `{"select":[{"expr":"count(*)"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("left", "payments", "p", `"p.order_id = o.id"`) + `]}`,
		`SELECT count(*) FROM shop."order" o LEFT JOIN shop.payments p ON p.order_id = o.id`, nil},
	{"inner join that filters", `{"select":[{"expr":"o.id"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("inner", "stores", "s", `"s.id = o.store_id"`) + `]}`,
		`SELECT o.id FROM shop."order" o JOIN shop.stores s ON s.id = o.store_id`, nil},
	{"subquery", `{"select":[{"expr":"c.name"}],"from":{"schema":"shop","table":"customers","alias":"c"},"where":["NOT EXISTS (SELECT 1 FROM \"order\" x WHERE x.customer_id = customers.id AND x.status = 'Paid')"]}`,
		`SELECT c.name FROM shop.customers c WHERE NOT EXISTS (SELECT 1 FROM shop."order" x WHERE x.customer_id = c.id AND x.status = 'paid')`,
		[]FixKind{FixTable, FixAlias, FixValue}},
	{"scalar subquery", `{"select":[{"expr":"o.id"}],` + plantest.FromOrders + `,"where":["o.total > (SELECT avg(totl) FROM orders)"]}`,
		`SELECT o.id FROM shop."order" o WHERE o.total > (SELECT avg("order".total) FROM shop."order")`, []FixKind{FixTable, FixColumn}},
	{"derived table and CTE", `{"with":[{"name":"big","plan":{"select":[{"expr":"customer_id"},{"expr":"sum(total)","as":"revenue"}],"from":{"table":"order","alias":"o"}}}],
		"select":[{"expr":"avg(revenu)"}],"from":{"table":"big","alias":"b"},"joins":[{"kind":"inner","source":{"alias":"d","plan":{"select":[{"expr":"id"}],"from":{"table":"customers"}}},"on":["d.id = b.customer_id"]}]}`,
		`WITH big AS (SELECT o.customer_id, sum(o.total) AS revenue FROM shop."order" o GROUP BY o.customer_id) SELECT avg(b.revenue) AS avg_revenue FROM big b JOIN (SELECT customers.id FROM shop.customers) d ON d.id = b.customer_id`,
		[]FixKind{FixTable, FixAlias, FixGroup, FixColumn}},
	{"names longer than PostgreSQL keeps", `{"with":[{"name":"` + long + `a","plan":{"select":[{"expr":"total"}],"from":{"table":"order","alias":"` + long + `b"}}}],
		"select":[{"expr":"max(` + long + `c.total)","as":"most"}],"from":{"table":"` + long + `a","alias":"` + long + `c"}}`,
		`WITH ` + long + ` AS (SELECT ` + long + `.total FROM shop."order" ` + long + `) SELECT max(` + long + `.total) AS most FROM ` + long,
		[]FixKind{FixTable, FixAlias}},
	{"set operation", `{"select":[{"expr":"city"}],"from":{"table":"customers"},"combine":[{"op":"union","plan":{"select":[{"expr":"city"}],"from":{"table":"stores"}}}],"order_by":[{"expr":"city"}]}`,
		`SELECT customers.city FROM shop.customers UNION SELECT stores.city FROM shop.stores ORDER BY city`, []FixKind{FixTable, FixAlias}},
}

func TestReview(t *testing.T) {
	t.Parallel()
	for _, tt := range reviewTests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			sql, kinds, err := repaired(t, tt.plan)
			if err != nil {
				t.Fatal(err)
			}
			if sql != tt.want {
				t.Errorf("got\n%s\nwant\n%s", sql, tt.want)
			}
			slices.Sort(kinds)
			want := slices.Sorted(slices.Values(tt.kinds))
			if !slices.Equal(kinds, want) {
				t.Errorf("fixes %v, want %v", kinds, want)
			}
		})
	}
}

func TestReviewComplains(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, plan string
		kind       ComplaintKind
		phrase     string
		labels     []string // of the candidates; choosing any of them must settle it
	}{
		{"no such table", `{"select":[{"expr":"x.a"}],"from":{"table":"spaceships","alias":"x"}}`, UnclearTable, "spaceships", nil},
		{"two tables of that name", `{"select":[{"expr":"l.line"}],"from":{"table":"logs","alias":"l"}}`, UnclearTable, "logs", []string{"archive.logs", "import.logs"}},
		{"no such column", `{"select":[{"expr":"o.colour"}],` + plantest.FromOrders + `}`, UnclearColumn, "colour", nil},
		{"ambiguous column", `{"select":[{"expr":"city"}],"from":{"schema":"shop","table":"customers","alias":"c"},"joins":[` + plantest.Joined("inner", "addresses", "a", `"a.customer_id = c.id"`) + `]}`,
			UnclearColumn, "city", []string{"customers.city", "addresses.city"}},
		{"two near columns", `{"select":[{"expr":"o.address_id"}],` + plantest.FromOrders + `}`, UnclearColumn, "address_id",
			[]string{"order.billing_address_id", "order.shipping_address_id"}},
		{"no such qualifier", `{"select":[{"expr":"zzz.id"}],` + plantest.FromOrders + `}`, UnclearTable, "zzz", nil},
		{"several keys", `{"select":[{"expr":"a.city"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("inner", "addresses", "a", "") + `]}`, UnclearJoin, "a",
			[]string{"order.billing_address_id = addresses.id", "order.shipping_address_id = addresses.id"}},
		{"wrong key and several right ones", `{"select":[{"expr":"a.city"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("inner", "addresses", "a", `"a.id = o.id"`) + `]}`, UnclearJoin, "a",
			[]string{"order.billing_address_id = addresses.id", "order.shipping_address_id = addresses.id"}},
		{"no key at all", `{"select":[{"expr":"n.note_text"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("inner", "notes", "n", "") + `]}`, UnclearJoin, "n", nil},
		{"a path that multiplies", `{"select":[{"expr":"s.name"}],"from":{"schema":"shop","table":"customers","alias":"c"},"joins":[` + plantest.Joined("inner", "stores", "s", "") + `]}`, UnclearJoin, "s", nil},
		{"two values", `{"select":[{"expr":"a.id"}],"from":{"schema":"shop","table":"airlines","alias":"a"},"where":["a.name = 'united'"]}`, UnclearValue, "united",
			[]string{"United Airlines", "United Parcel"}},
		{"no such label", `{"select":[{"expr":"o.id"}],` + plantest.FromOrders + `,"where":["o.status = 'lost in space'"]}`, UnclearValue, "lost in space", []string{"new", "paid", "shipped", "cancelled"}},
		{"sorted by what has many values", `{"select":[{"expr":"o.status"},{"expr":"count(*)"}],` + plantest.FromOrders + `,"group_by":["o.status"],"order_by":[{"expr":"o.ordered_at"}]}`, UnclearMetric, "o.ordered_at", nil},
		{"mixed condition", `{"select":[{"expr":"o.status"},{"expr":"count(*)"}],` + plantest.FromOrders + `,"group_by":["o.status"],"where":["count(*) > 2 OR o.total > 5"]}`, UnclearFilter, "o.total", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			sql, _, err := repaired(t, tt.plan)
			var c *Complaint
			if !errors.As(err, &c) {
				t.Fatalf("got %q, %v; want a complaint", sql, err)
			}
			var labels []string
			for _, cand := range c.Candidates {
				labels = append(labels, cand.Label)
			}
			if c.Kind != tt.kind || c.Phrase != tt.phrase || c.Message == "" {
				t.Errorf("complaint %+v, want %s about %q", c, tt.kind, tt.phrase)
			}
			if tt.labels != nil && !slices.Equal(labels, tt.labels) {
				t.Errorf("candidates %q, want %q", labels, tt.labels)
			}
			for _, cand := range c.Candidates {
				if sql, _, err := repaired(t, tt.plan, cand.Settles...); err != nil {
					t.Errorf("choosing %s does not settle it: %v", cand.Label, err)
				} else if sql == "" {
					t.Errorf("choosing %s gave nothing", cand.Label)
				}
			}
		})
	}
}
