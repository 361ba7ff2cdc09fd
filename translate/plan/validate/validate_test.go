package validate_test

import (
	"testing"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/validate"
	"github.com/pgask/pgask/translate/schema"
)

// snapshot has customers with orders, their lines and reviews, an order in one address, and notes without a key.
func snapshot() *schema.Snapshot {
	column := func(names ...string) (all []*schema.Column) {
		for _, n := range names {
			all = append(all, &schema.Column{Name: n, Type: "integer", Class: schema.Integer})
		}
		return all
	}
	table := func(name string, key []string, columns ...string) *schema.Table {
		return &schema.Table{Schema: "app", Name: name, Kind: schema.Ordinary, PrimaryKey: key, Columns: column(columns...), Visible: true}
	}
	id := []string{"id"}
	address := table("addresses", id, "id", "city", "order_id")
	address.Unique = [][]string{{"order_id"}}
	return schema.New(schema.Snapshot{SearchPath: []string{"app"}, Tables: []*schema.Table{
		table("customers", id, "id", "name", "country"),
		table("orders", id, "id", "customer_id", "amount", "placed"),
		table("lines", []string{"order_id", "no"}, "order_id", "no", "product_id", "quantity", "price"),
		table("products", id, "id", "name", "kind"),
		table("reviews", id, "id", "customer_id", "stars"),
		table("returns", id, "id", "order_id", "reason"),
		table("notes", nil, "customer_id", "text"),
		address,
	}})
}

func TestCheck(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, sql string
		want      validate.Kind // empty: nothing is wrong
	}{
		{"echo", "SELECT c.country FROM app.customers c WHERE c.country = 'France'", validate.Echo},
		{"echo of a number behind a cast", "SELECT DISTINCT c.country FROM app.customers c WHERE c.country = '7'::int AND c.name = 'x'", validate.Echo},
		{"the filter beside something else", "SELECT c.country, c.name FROM app.customers c WHERE c.country = 'France'", ""},
		{"how many", "SELECT count(*) FROM app.customers c WHERE c.country = 'France'", ""},

		{"two values at once", "SELECT c.name FROM app.customers c WHERE c.country = 'France' AND c.country = 'Spain'", validate.Contradiction},
		{"two values of two rows", "SELECT c.name FROM app.customers c JOIN app.customers d ON c.name = d.name WHERE c.country = 'France' AND d.country = 'Spain'", ""},
		{"the same value twice", "SELECT c.name FROM app.customers c WHERE c.country = 'France' AND c.country = 'France'", ""},

		{"count of what it groups by", "SELECT c.country, count(DISTINCT c.country) FROM app.customers c GROUP BY c.country", validate.GroupedValue},
		{"count of another column", "SELECT c.country, count(DISTINCT c.name) FROM app.customers c GROUP BY c.country", ""},

		{"groups of one row", "SELECT o.id, count(*) FROM app.orders o GROUP BY o.id", validate.SingleRow},
		{"groups of one row through a key", "SELECT o.id, c.name, count(*) FROM app.orders o JOIN app.customers c ON o.customer_id = c.id GROUP BY o.id, c.name", validate.SingleRow},
		{"groups of many rows", "SELECT c.id, count(*) FROM app.orders o JOIN app.customers c ON o.customer_id = c.id GROUP BY c.id", ""},
		{"customers without orders are a row", "SELECT c.id, count(o.id) FROM app.customers c LEFT JOIN app.orders o ON o.customer_id = c.id GROUP BY c.id", ""},

		{"a sum that lines repeat", "SELECT sum(o.amount) FROM app.orders o JOIN app.lines l ON l.order_id = o.id", validate.FanOut},
		{"an average that lines repeat", "SELECT c.name, avg(o.amount) FROM app.customers c JOIN app.orders o ON o.customer_id = c.id JOIN app.lines l ON l.order_id = o.id GROUP BY c.name", validate.FanOut},
		{"a sum of lines", "SELECT c.country, sum(l.quantity * l.price) FROM app.customers c JOIN app.orders o ON o.customer_id = c.id JOIN app.lines l ON l.order_id = o.id GROUP BY c.country", ""},
		{"orders and reviews of a customer", "SELECT c.name, sum(o.amount) FROM app.customers c JOIN app.orders o ON o.customer_id = c.id JOIN app.reviews r ON r.customer_id = c.id GROUP BY c.name", validate.FanOut},
		{"orders and reviews counted together", "SELECT c.name, count(*) FROM app.customers c JOIN app.orders o ON o.customer_id = c.id JOIN app.reviews r ON r.customer_id = c.id GROUP BY c.name", validate.FanOut},
		{"distinct orders beside reviews", "SELECT c.name, count(DISTINCT o.id) FROM app.customers c JOIN app.orders o ON o.customer_id = c.id JOIN app.reviews r ON r.customer_id = c.id GROUP BY c.name", ""},
		{"a largest value does not mind", "SELECT max(o.amount) FROM app.orders o JOIN app.lines l ON l.order_id = o.id", ""},
		{"one address an order", "SELECT a.city, sum(o.amount) FROM app.orders o JOIN app.addresses a ON a.order_id = o.id GROUP BY a.city", ""},
		{"one line an order, by its number", "SELECT sum(o.amount) FROM app.orders o JOIN app.lines l ON l.order_id = o.id WHERE l.no = 1", ""},
		{"one line an order, by a number computed of it", "SELECT sum(o.amount) FROM app.orders o JOIN app.lines l ON l.order_id = o.id AND l.no = o.customer_id % 2", ""},
		{"lines by a number computed of themselves", "SELECT sum(o.amount) FROM app.orders o JOIN app.lines l ON l.order_id = o.id AND l.no = l.quantity + 1", validate.FanOut},
		{"a table without a key is not held against it", "SELECT sum(o.amount) FROM app.orders o JOIN app.customers c ON o.customer_id = c.id JOIN app.notes n ON n.customer_id = c.id", ""},
		{"lines summed up first", "SELECT sum(o.amount) FROM app.orders o JOIN (SELECT l.order_id AS order_id, sum(l.quantity) AS pieces FROM app.lines l GROUP BY l.order_id) p ON p.order_id = o.id", ""},
		{"a repeated sum in a derived table", "SELECT avg(t.total) FROM (SELECT c.id AS id, sum(o.amount) AS total FROM app.customers c JOIN app.orders o ON o.customer_id = c.id JOIN app.reviews r ON r.customer_id = c.id GROUP BY c.id) t", validate.FanOut},
	}
	snap := snapshot()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := plan.Lift(tt.sql)
			if err != nil {
				t.Fatal(err)
			}
			var got validate.Kind
			found := validate.Check(p, snap)
			if len(found) > 0 {
				got = found[0].Kind
			}
			if got != tt.want {
				t.Errorf("got %q (%v), want %q", got, found, tt.want)
			}
		})
	}
}

// TestDraft: what is held against a model's draft beyond Check, and what is not.
func TestDraft(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, sql string
		want      validate.Kind // empty: nothing is wrong
	}{
		{"a sum that lines repeat", "SELECT sum(o.amount) FROM app.orders o JOIN app.lines l ON l.order_id = o.id", validate.FanOut},
		{"the same from a list", "SELECT sum(o.amount) FROM app.orders o, app.lines l WHERE l.order_id = o.id", validate.FanOut},
		{"the same in a subquery", "SELECT c.name, (SELECT sum(o.amount) FROM app.orders o JOIN app.lines l ON l.order_id = o.id WHERE o.customer_id = c.id) FROM app.customers c", validate.FanOut},
		{"a subquery that names the columns it joins by", "SELECT p.name FROM app.products p WHERE EXISTS (SELECT 1 FROM app.lines l JOIN app.reviews r USING (customer_id) WHERE l.product_id = p.id)", ""},
		{"a sum of one customer in a subquery", "SELECT c.name, (SELECT sum(o.amount) FROM app.orders o WHERE o.customer_id = c.id) FROM app.customers c", ""},
		{"the same with one address each", "SELECT c.name, (SELECT sum(o.amount) FROM app.orders o JOIN app.addresses a ON a.order_id = o.id WHERE o.customer_id = c.id) FROM app.customers c", ""},
		{"keys that a join repeats", "SELECT p.kind, count(o.id) FROM app.orders o JOIN app.lines l ON l.order_id = o.id JOIN app.products p ON p.id = l.product_id GROUP BY p.kind", validate.FanOut},
		{"keys that a join repeats, each once", "SELECT p.kind, count(DISTINCT o.id) FROM app.orders o JOIN app.lines l ON l.order_id = o.id JOIN app.products p ON p.id = l.product_id GROUP BY p.kind", ""},
		{"keys at the end of a join", "SELECT c.name, count(o.id) FROM app.customers c LEFT JOIN app.orders o ON o.customer_id = c.id GROUP BY c.name", ""},
		{"rows of a join", "SELECT c.name, count(*) FROM app.customers c JOIN app.orders o ON o.customer_id = c.id GROUP BY c.name", ""},
		{"a sum over two kinds of many", "SELECT c.name, sum(o.amount) AS s FROM app.customers c JOIN app.orders o ON o.customer_id = c.id JOIN app.reviews r ON r.customer_id = c.id GROUP BY c.name", validate.FanOut},
		{"a sum over two kinds of many of one order", "SELECT c.name, sum(l.price) AS s FROM app.customers c JOIN app.orders o ON o.customer_id = c.id JOIN app.lines l ON l.order_id = o.id JOIN app.returns r ON r.order_id = o.id GROUP BY c.name", validate.FanOut},
		{"an echo", "SELECT c.country FROM app.customers c WHERE c.country = 'France'", ""},
		{"a link table left behind", "SELECT p.name FROM app.products p JOIN app.lines l ON l.product_id = p.id", validate.Repeated},
		{"and the one behind it", "SELECT p.name FROM app.products p JOIN app.lines l ON l.product_id = p.id JOIN app.orders o ON o.id = l.order_id", validate.Repeated},
		{"a link table whose other side is asked for", "SELECT p.name FROM app.products p JOIN app.lines l ON l.product_id = p.id JOIN app.orders o ON o.id = l.order_id WHERE o.amount > 3", ""},
		{"distinct over a link table", "SELECT DISTINCT p.name FROM app.products p JOIN app.lines l ON l.product_id = p.id", ""},
		{"what is left out of a set", "SELECT p.name FROM app.products p EXCEPT SELECT p.name FROM app.products p JOIN app.lines l ON l.product_id = p.id", ""},
		{"a set of two lists", "SELECT c.name FROM app.customers c UNION SELECT p.name FROM app.products p JOIN app.lines l ON l.product_id = p.id", ""},
		{"two lists with repeats", "SELECT c.name FROM app.customers c UNION ALL SELECT p.name FROM app.products p JOIN app.lines l ON l.product_id = p.id", validate.Repeated},
		{"a sum in a set", "SELECT 1 UNION SELECT sum(o.amount) FROM app.orders o JOIN app.lines l ON l.order_id = o.id", validate.FanOut},
		{"a sum of nobody knows whose column", "SELECT c.name, (SELECT sum(amount) FROM app.orders o JOIN app.lines l ON l.order_id = o.id WHERE o.customer_id = c.id) FROM app.customers c", ""},
		{"a one of many that is only looked up", "SELECT o.id FROM app.orders o JOIN app.customers c ON c.id = o.customer_id", ""},
		{"two tables in a list", "SELECT c.name, o.amount FROM app.customers c, app.orders o", validate.Product},
		{"a list that is joined", "SELECT c.name, o.amount FROM app.customers c, app.orders o WHERE o.customer_id = c.id", ""},
		{"a product through a third", "SELECT c.name, p.name FROM app.customers c JOIN app.orders o ON o.customer_id = c.id CROSS JOIN app.products p", validate.Product},
		{"related by a query", "SELECT c.name, p.name FROM app.customers c CROSS JOIN app.products p WHERE NOT EXISTS (SELECT 1 FROM app.orders o JOIN app.lines l ON l.order_id = o.id WHERE o.customer_id = c.id AND l.product_id = p.id)", ""},
		{"a figure for all", "SELECT o.id, o.amount / t.total FROM app.orders o CROSS JOIN (SELECT sum(x.amount) AS total FROM app.orders x) t", ""},
	}
	snap := snapshot()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := plan.Lift(tt.sql)
			if err != nil {
				t.Fatal(err)
			}
			var got validate.Kind
			found := validate.Draft(p, snap)
			if len(found) > 0 {
				got = found[0].Kind
			}
			if got != tt.want {
				t.Errorf("got %q (%v), want %q", got, found, tt.want)
			}
		})
	}
}
