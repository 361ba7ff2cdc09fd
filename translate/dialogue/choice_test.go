package dialogue

import "testing"

// A choice is named whole, or as far as no other has the same end: of products.cost and shipments.cost, cost is neither.
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
