package dialogue

import "testing"

// A choice is named whole, or as far as no other has the same end: of products.cost and shipments.cost, cost is
// neither.
func TestChoiceNamed(t *testing.T) {
	t.Parallel()
	c := &Asked{}
	for _, label := range []string{"products.cost", "shipments.cost", "orders.total", `archive."Orders"`, "orders"} {
		c.Options = append(c.Options, Option{Label: label})
	}
	for name, want := range map[string]string{"shipments.cost": "shipments.cost", "Products.Cost": "products.cost", "public.shipments.cost": "shipments.cost", "cost": "",
		"total": "orders.total", "orders": "orders", "archive.orders": `archive."Orders"`, "ship.cost": "", "": "", ".": ""} {
		if got, _ := c.choiceNamed(name); got.Label != want {
			t.Errorf("%q names %q, want %q", name, got.Label, want)
		}
	}
}

// A reply that points names a choice by its name, or by what is said of it; one that does not point is a question of
// its own unless it names one.
func TestChoiceMeant(t *testing.T) {
	t.Parallel()
	c := &Asked{Options: []Option{{Label: "order_returns", Meaning: "Goods that customers sent back."}, {Label: "supplier_returns", Meaning: "Goods that we sent back to their supplier."}}}
	for reply, want := range map[string]string{"the customer one": "order_returns", "the customers ones": "order_returns", "customer": "", "customers": "",
		"the supplier ones": "supplier_returns", "supplier": "supplier_returns", "the goods ones": "", "how many customer ones": ""} {
		if got, _ := c.choiceMeant(reply, true); got.Label != want {
			t.Errorf("%q means %q, want %q", reply, got.Label, want)
		}
	}
	if got, _ := c.choiceMeant("customer", false); got.Label != "order_returns" {
		t.Errorf("as an answer, “customer” means %q", got.Label)
	}
}
