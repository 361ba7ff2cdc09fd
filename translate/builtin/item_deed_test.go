package builtin

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// till is a shop in which what a customer pays, and what is sent back, have tables of their own.
func till() *schema.Snapshot {
	return schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{
		table("customers", "id", "", cols(integer("id"), text("name"))),
		table("orders", "id", "", cols(integer("id"), integer("customer_id"), enum("status", "paid", "shipped", "returned"), date("ordered_on"), decimal("total")),
			key("customer_id", "customers", "id")),
		table("order_lines", "id", "", cols(integer("id"), integer("order_id"), integer("quantity")), key("order_id", "orders", "id")),
		table("line_returns", "id", "", cols(integer("id"), integer("line_id")), key("line_id", "order_lines", "id")),
		table("payments", "id", "", cols(integer("id"), integer("order_id"), text("method", "card", "cash"), decimal("amount")), key("order_id", "orders", "id")),
	}})
}

func TestDeeds(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		"total paid by card":                    "SELECT sum(p.amount) AS total_paid FROM payments p WHERE p.method = 'card'",
		"customers who spent more than 500":     "WHERE (SELECT sum(o.total) AS sum_total FROM orders o WHERE o.customer_id = c.id) > 500",
		"shipped orders":                        "WHERE o.status = 'shipped'",
		"paid orders":                           "WHERE o.status = 'paid'",
		"total payments per method":             "SELECT p.method, sum(p.amount) AS total_amount FROM payments p GROUP BY p.method",
		"customers who spent over 50 in 2024":   "o.ordered_on < '2025-01-01'::date) > 50",
		"average number of orders per customer": "SELECT avg(each_one.number_of_orders)",
	} {
		r := Translate(Request{Question: question, Snapshot: till()})
		if r.Plan == nil || r.Confidence < 0.5 {
			t.Errorf("%s: no answer at %.2f: %s", question, r.Confidence, r.Reason)
			continue
		}
		sql, err := plan.Synthesise(r.Plan)
		if sql = strings.ReplaceAll(sql, "public.", ""); err != nil || !strings.Contains(sql, want) {
			t.Errorf("%s: %v %s", question, err, sql)
		}
	}
	// An order in the state "returned", or one of which a line was?
	if r := Translate(Request{Question: "orders that were returned", Snapshot: till()}); r.Plan != nil && r.Confidence >= 0.5 {
		t.Errorf("sure at %.2f", r.Confidence)
	}
}
