package schema

import (
	"strings"
	"testing"
)

func TestDescribe(t *testing.T) {
	t.Parallel()
	d, err := ParseDescriptions(strings.NewReader(`
shop:
  orders:
    description: what customers bought
    columns: {total: gross amount}
  sales.orders: {description: the old ones}
"*":
  customers: {description: people}
`))
	if err != nil {
		t.Fatal(err)
	}
	s := New(Snapshot{Fingerprint: "1", SearchPath: []string{"public"}, Tables: []*Table{
		{OID: 1, Schema: "public", Name: "orders", Comment: "orders", Columns: []*Column{{Name: "id"}, {Name: "total", Comment: "in euros"}}},
		{OID: 2, Schema: "sales", Name: "orders"}, {OID: 3, Schema: "public", Name: "customers"}, {OID: 4, Schema: "public", Name: "other"},
	}})
	got := Describe(s, "shop", d)
	for name, want := range map[string]string{"public.orders": "orders; what customers bought", "sales.orders": "the old ones",
		"public.customers": "people", "public.other": ""} {
		schema, table, _ := strings.Cut(name, ".")
		if c := got.Table(schema, table).Comment; c != want {
			t.Errorf("%s: %q, want %q", name, c, want)
		}
	}
	if c := got.Table("public", "orders").Column("total").Comment; c != "in euros; gross amount" {
		t.Errorf("total: %q", c)
	}
	if s.Table("public", "orders").Comment != "orders" || got.Fingerprint != "1" || got.TableByOID(1) != got.Table("", "orders") {
		t.Error("the snapshot itself has changed, or its copy is not whole")
	}
	if Describe(s, "hr", Descriptions{"shop": d["shop"]}) != s {
		t.Error("another datasource is described")
	}
	for _, bad := range []string{"shop: [1]", "shop: {orders: {descripton: x}}", "shop: {orders: {description: " + strings.Repeat("x", 3000) + "}}"} {
		if _, err := ParseDescriptions(strings.NewReader(bad)); err == nil {
			t.Errorf("%.40s is taken", bad)
		}
	}
	if d, err := ParseDescriptions(strings.NewReader("")); err != nil || len(d) != 0 {
		t.Errorf("an empty file: %v, %v", d, err)
	}
}
