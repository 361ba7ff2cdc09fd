package plan

import (
	"testing"

	"github.com/pgask/pgask/translate/plan/plantest"
)

func TestDescribe(t *testing.T) {
	t.Parallel()
	customers := plantest.Joined("inner", "customers", "c", `"c.id = o.customer_id"`)
	regions := customers + "," + plantest.Joined("inner", "regions", "r", `"r.id = c.region_id"`)
	tests := []struct{ plan, want string }{
		{`{"select":[{"expr":"count(*)"}],` + plantest.FromOrders + `}`, "Counts orders."},
		{`{"select":[{"expr":"r.name"},{"expr":"count(*)","as":"n"}],` + plantest.FromOrders + `,"joins":[` + regions + `],"where":["o.status = 'shipped'"],
			"group_by":["r.name"],"order_by":[{"expr":"n","desc":true}],"limit":5}`,
			"Counts orders per region where status is 'shipped', largest first, first 5."},
		{`{"select":[{"expr":"c.name"},{"expr":"sum(o.total)","as":"revenue"}],` + plantest.FromOrders + `,"joins":[` + customers + `],"group_by":["c.id","c.name"],
			"order_by":[{"expr":"revenue","desc":true}],"limit":1}`,
			"Sums total of orders per customer, largest first, only the first."},
		{`{"select":[{"expr":"avg(o.total)"}],` + plantest.FromOrders + `,"where":["o.ordered_at >= date_trunc('year', current_date)","o.ordered_at < now() - interval '1 month'"]}`,
			"Averages total of orders where ordered at is not before the start of this year and ordered at is before 1 month before now."},
		{`{"select":[{"expr":"date_trunc('month', o.ordered_at)","as":"month"},{"expr":"count(*)"},{"expr":"sum(o.total)"}],` + plantest.FromOrders + `,
			"group_by":["date_trunc('month', o.ordered_at)"],"order_by":[{"expr":"month"}]}`,
			"Shows the number and the sum of total of orders per month of ordered at, sorted by month of ordered at (oldest first)."},
		{`{"select":[{"expr":"c.name"},{"expr":"c.email"}],"from":{"schema":"shop","table":"customers","alias":"c"},"where":["c.active","c.email ILIKE '%@x.org'","c.city IN ('Rome','Oslo')"],"order_by":[{"expr":"c.name"}]}`,
			"Lists the name and email of customers where active and email ends with '@x.org' and city is 'Rome' or 'Oslo', sorted by name."},
		{`{"select":[{"expr":"c.name"},{"expr":"o.total"}],` + plantest.FromOrders + `,"joins":[` + customers + `],"where":["o.total BETWEEN 5 AND 10 OR o.total IS NULL"],"offset":20,"limit":10}`,
			"Lists the customer and total of orders where (total is between 5 and 10 or total is empty), first 10, after skipping 20."},
		{`{"select":[{"expr":"c.city"}],"distinct":true,"from":{"schema":"shop","table":"customers","alias":"c"}}`, "Lists the different city of customers."},
		{`{"select":[{"expr":"*"}],"from":{"schema":"shop","table":"stores","alias":"s"}}`, "Lists stores."},
		{`{"select":[{"expr":"max(o.ordered_at)"}],` + plantest.FromOrders + `}`, "Finds the latest ordered at of orders."},
		{`{"select":[{"expr":"count(DISTINCT o.customer_id)"}],` + plantest.FromOrders + `}`, "Counts different customer id of orders."},
		{`{"select":[{"expr":"o.status"},{"expr":"count(*)"}],` + plantest.FromOrders + `,"group_by":["o.status"],"having":["count(*) > 3","avg(o.total) <= 5"]}`,
			"Counts orders per status, keeping those where the number of orders is more than 3 and the average total is at most 5."},
		{`{"select":[{"expr":"c.name"}],"from":{"schema":"shop","table":"customers","alias":"c"},"where":["NOT EXISTS (SELECT 1 FROM shop.\"order\" o WHERE o.customer_id = c.id)"]}`,
			"Lists the name of customers where there is no matching order."},
		{`{"select":[{"expr":"count(*)"}],"from":{"schema":"shop","table":"customers","alias":"c"},"where":["EXISTS (SELECT 1 FROM shop.\"order\" o WHERE o.customer_id = c.id AND o.status = 'paid' AND o.total > 9)"]}`,
			"Counts customers where there is an order whose status is 'paid' and total is more than 9."},
		{`{"select":[{"expr":"count(*)"}],` + plantest.FromOrders + `,"where":["o.status = 'paid'","o.ordered_at >= '2024-01-01'::date","o.ordered_at < '2025-01-01'::date"]}`,
			"Counts orders where status is 'paid' and ordered at is in 2024."},
		{`{"select":[{"expr":"count(*)"}],` + plantest.FromOrders + `,"where":["o.ordered_at >= '2024-02-01'::date AND o.ordered_at < '2024-03-01'::date"]}`,
			"Counts orders where ordered at is in February 2024."},
		{`{"select":[{"expr":"count(*)"}],` + plantest.FromOrders + `,"where":["o.ordered_at >= '2024-02-29'","o.ordered_at < '2024-03-01'"]}`,
			"Counts orders where ordered at is on 29 February 2024."},
		{`{"select":[{"expr":"count(*)"}],` + plantest.FromOrders + `,"where":["o.ordered_at >= '2024-02-10'","o.ordered_at < '2024-03-01'"]}`,
			"Counts orders where ordered at is not before '2024-02-10' and ordered at is before '2024-03-01'."},
		{`{"select":[{"expr":"o.id"}],` + plantest.FromOrders + `,"where":["o.total > (SELECT avg(x.total) FROM shop.\"order\" x)"]}`,
			"Lists the id of orders where total is more than the average total of all orders."},
		{`{"select":[{"expr":"avg(d.n)"}],"from":{"alias":"d","plan":{"select":[{"expr":"o.customer_id"},{"expr":"count(*)","as":"n"}],` + plantest.FromOrders + `,"group_by":["o.customer_id"]}}}`,
			"Averages n of the rows of d; d counts orders per customer id."},
		{`{"select":[{"expr":"c.city"}],"from":{"schema":"shop","table":"customers","alias":"c"},"combine":[{"op":"except","plan":{"select":[{"expr":"s.city"}],"from":{"schema":"shop","table":"stores","alias":"s"}}}]}`,
			"Lists the city of customers, without what lists the city of stores."},
		{`{"select":[{"expr":"1 + 1"}]}`, "Lists 1 plus 1."},
	}
	for _, tt := range tests {
		if got := Describe(load(t, tt.plan), plantest.Shop); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
	if got := Describe(nil, nil); got != "" {
		t.Errorf("nothing is described as %q", got)
	}
}

func TestPlural(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ one, many string }{
		{"order", "orders"}, {"category", "categories"}, {"address", "addresses"}, {"box", "boxes"}, {"staff", "staff"},
		{"order item", "order items"}, {"status", "statuses"}, {"toy", "toys"}, {"branch", "branches"},
	} {
		if got := plural(tt.one); got != tt.many {
			t.Errorf("plural(%q) = %q", tt.one, got)
		}
		if got := Singular(tt.many); got != tt.one {
			t.Errorf("singular(%q) = %q", tt.many, got)
		}
		if got := plural(tt.many); got != tt.many {
			t.Errorf("plural(%q) = %q", tt.many, got)
		}
	}
}

func TestSentence(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{"": "", "a b": "A b.", "énergie": "Énergie.", "done.": "Done.", "\xffx": "\xffx.", "日本": "日本."} {
		if got := Sentence(s); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	}
}
