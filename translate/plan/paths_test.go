package plan

import (
	"fmt"
	"testing"

	"github.com/pgask/pgask/translate/plan/plantest"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/schema"
)

func TestPaths(t *testing.T) {
	t.Parallel()
	tests := []struct {
		from, to string
		max      int
		want     []string
	}{
		{"order", "customers", 4, []string{"order.customer_id = customers.id"}},
		{"customers", "order", 4, []string{"customers.id = order.customer_id"}},
		{"order", "addresses", 4, []string{"order.billing_address_id = addresses.id", "order.shipping_address_id = addresses.id"}},
		{"products", "customers", 4, []string{"products.id = order_items.product_id, order_items.order_id = order.id, order.customer_id = customers.id"}},
		{"products", "customers", 2, nil},
		{"employees", "employees", 4, []string{"employees.manager_id = employees.id"}},
		{"order", "notes", 9, nil},
		{"stores", "stores", 4, nil},
		{"order", "regions", 4, []string{"order.customer_id = customers.id, customers.region_id = regions.id", "order.store_id = stores.id, stores.region_id = regions.id"}},
	}
	for _, tt := range tests {
		var got []string
		for _, p := range NewGraph(plantest.Shop).Paths(plantest.Shop.Table("shop", tt.from), plantest.Shop.Table("shop", tt.to), tt.max) {
			got = append(got, p.String())
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s to %s: %s", tt.from, tt.to, diff)
		}
	}
	if NewGraph(plantest.Shop).Paths(nil, plantest.Shop.Tables[0], 4) != nil {
		t.Error("a path from nowhere")
	}
}

func TestPathFacts(t *testing.T) {
	t.Parallel()
	path := func(from, to string) Path {
		return NewGraph(plantest.Shop).Paths(plantest.Shop.Table("shop", from), plantest.Shop.Table("shop", to), 4)[0]
	}
	if p := path("customers", "stores"); !p.Fans() || !p.Multiplies() {
		t.Errorf("%s goes over a shared region", p)
	}
	if p := path("order", "products"); p.Fans() || !p.Multiplies() {
		t.Errorf("%s goes over a link table", p)
	}
	if p := path("payments", "customers"); p.Fans() || p.Multiplies() {
		t.Errorf("%s goes up only", p)
	}
}

// BenchmarkPaths crosses a schema of 1,000 tables.
func BenchmarkPaths(b *testing.B) {
	var tables []*schema.Table
	for i := range 1000 {
		t := plantest.Table(fmt.Sprintf("shop.t%d", i), "id integer !", "parent integer", "other integer")
		if i > 0 {
			plantest.References(t, fmt.Sprintf("parent t%d", i/2), fmt.Sprintf("other t%d", i/3))
		}
		tables = append(tables, t)
	}
	snap := schema.New(schema.Snapshot{Tables: tables})
	for b.Loop() {
		if NewGraph(snap).Paths(tables[999], tables[998], 6) == nil {
			b.Fatal("no path")
		}
	}
}
