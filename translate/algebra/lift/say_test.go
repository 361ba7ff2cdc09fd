package lift_test

import (
	"encoding/json"
	"testing"

	"github.com/pgask/pgask/translate/algebra/lift"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/plantest"
)

func TestSay(t *testing.T) {
	t.Parallel()
	customers := plantest.Joined("inner", "customers", "c", `"c.id = o.customer_id"`)
	regions := customers + "," + plantest.Joined("inner", "regions", "r", `"r.id = c.region_id"`)
	tests := []struct{ plan, want string }{
		{`{"select":[{"expr":"count(*)"}],` + plantest.FromOrders + `}`, "The number of order."},
		{`{"select":[{"expr":"r.name"},{"expr":"count(*)","as":"n"}],` + plantest.FromOrders + `,"joins":[` + regions + `],"where":["o.status = 'shipped'"],
			"group_by":["r.name"],"order_by":[{"expr":"n","desc":true}],"limit":5}`,
			"The number of order by customer's region's name where status is 'shipped', only the 5 with the highest number."},
		{`{"select":[{"expr":"c.name"},{"expr":"sum(o.total)","as":"revenue"}],` + plantest.FromOrders + `,"joins":[` + customers + `],"group_by":["c.id","c.name"],
			"order_by":[{"expr":"revenue","desc":true}],"limit":1}`,
			"The sum of total of order by customer, only the one with the highest sum of total."},
		{`{"select":[{"expr":"avg(o.total)"}],` + plantest.FromOrders + `,"where":["o.ordered_at >= date_trunc('year', current_date)","o.ordered_at < now() - interval '1 month'"]}`,
			"The average total of order where ordered at is since this year and ordered at is less than now minus '1 month'."},
		{`{"select":[{"expr":"date_trunc('month', o.ordered_at)","as":"month"},{"expr":"count(*)"},{"expr":"sum(o.total)"}],` + plantest.FromOrders + `,
			"group_by":["date_trunc('month', o.ordered_at)"],"order_by":[{"expr":"month"}]}`,
			"The number and the sum of total of order by month of ordered at, sorted by month of ordered at."},
		{`{"select":[{"expr":"c.name"},{"expr":"c.email"}],"from":{"schema":"shop","table":"customers","alias":"c"},"where":["c.active","c.email ILIKE '%@x.org'","c.city IN ('Rome','Oslo')"],"order_by":[{"expr":"c.name"}]}`,
			"Name and email of customers where active and email ends with '@x.org' and city is 'Rome' or 'Oslo', sorted by name."},
		{`{"select":[{"expr":"c.name"},{"expr":"o.total"}],` + plantest.FromOrders + `,"joins":[` + customers + `],"where":["o.total BETWEEN 5 AND 10 OR o.total IS NULL"],"offset":20,"limit":10}`,
			"Customer's name and total of order where (total is at least 5 and total is at most 10) or total is not known, only 10 after the first 20."},
		{`{"select":[{"expr":"c.city"}],"distinct":true,"from":{"schema":"shop","table":"customers","alias":"c"}}`, "The different city of customers."},
		{`{"select":[{"expr":"*"}],"from":{"schema":"shop","table":"stores","alias":"s"}}`, "Id, name, city and region id of stores."},
		{`{"select":[{"expr":"max(o.ordered_at)"}],` + plantest.FromOrders + `}`, "The latest ordered at of order."},
		{`{"select":[{"expr":"count(DISTINCT o.customer_id)"}],` + plantest.FromOrders + `}`, "The number of different customer id of order."},
		{`{"select":[{"expr":"o.status"},{"expr":"count(*)"}],` + plantest.FromOrders + `,"group_by":["o.status"],"having":["count(*) > 3","avg(o.total) <= 5"]}`,
			"The number of order by status, where the number is more than 3 and the average total is at most 5."},
		{`{"select":[{"expr":"c.name"}],"from":{"schema":"shop","table":"customers","alias":"c"},"where":["NOT EXISTS (SELECT 1 FROM shop.\"order\" o WHERE o.customer_id = c.id)"]}`,
			"Name of customers without order."},
		{`{"select":[{"expr":"count(*)"}],"from":{"schema":"shop","table":"customers","alias":"c"},"where":["EXISTS (SELECT 1 FROM shop.\"order\" o WHERE o.customer_id = c.id AND o.status = 'paid' AND o.total > 9)"]}`,
			"The number of customers with order where status is 'paid' and total is more than 9."},
		{`{"select":[{"expr":"count(*)"}],` + plantest.FromOrders + `,"where":["o.status = 'paid'","o.ordered_at >= '2024-01-01'::date","o.ordered_at < '2025-01-01'::date"]}`,
			"The number of order where status is 'paid' and ordered at is in 2024."},
		{`{"select":[{"expr":"count(*)"}],` + plantest.FromOrders + `,"where":["o.ordered_at >= '2024-02-01'::date AND o.ordered_at < '2024-03-01'::date"]}`,
			"The number of order where ordered at is in February 2024."},
		{`{"select":[{"expr":"count(*)"}],` + plantest.FromOrders + `,"where":["o.ordered_at >= '2024-02-29'","o.ordered_at < '2024-03-01'"]}`,
			"The number of order where ordered at is on 2024-02-29."},
		{`{"select":[{"expr":"count(*)"}],` + plantest.FromOrders + `,"where":["o.ordered_at >= '2024-02-10'","o.ordered_at < '2024-03-01'"]}`,
			"The number of order where ordered at is from 2024-02-10 to 2024-02-29."},
		{`{"select":[{"expr":"o.id"}],` + plantest.FromOrders + `,"where":["o.total > (SELECT avg(x.total) FROM shop.\"order\" x)"]}`,
			"Id of order where total is more than the average total of order."},
		{`{"select":[{"expr":"avg(d.n)"}],"from":{"alias":"d","plan":{"select":[{"expr":"o.customer_id"},{"expr":"count(*)","as":"n"}],` + plantest.FromOrders + `,"group_by":["o.customer_id"]}}}`,
			"The average n of (the number of order by customer)."},
		{`{"select":[{"expr":"c.city"}],"from":{"schema":"shop","table":"customers","alias":"c"},"combine":[{"op":"except","plan":{"select":[{"expr":"s.city"}],"from":{"schema":"shop","table":"stores","alias":"s"}}}]}`,
			"City of customers, without city of stores."},
		{`{"select":[{"expr":"1 + 1"}]}`, "1 plus 1."},
	}
	for _, tt := range tests {
		var p plan.Plan
		if err := json.Unmarshal([]byte(tt.plan), &p); err != nil {
			t.Fatal(err)
		}
		if got := lift.Say(&p, plantest.Shop, nil); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
	var odd plan.Plan // what the algebra has no form for
	if err := json.Unmarshal([]byte(`{"select":[{"expr":"o.status"},{"expr":"count(*)"}],`+plantest.FromOrders+`,"group_by":["ROLLUP (o.status)"]}`), &odd); err != nil {
		t.Fatal(err)
	}
	if got := lift.Say(&odd, plantest.Shop, nil); got != "Status, count of order, as the statement says." {
		t.Error(got)
	}
	if got := lift.Say(nil, nil, nil); got != "" {
		t.Errorf("nothing is said as %q", got)
	}
}
