package schema

import (
	"strings"
	"testing"
)

func TestDescribe(t *testing.T) {
	t.Parallel()
	d := Descriptions{
		"shop": {"orders": {Text: "what customers bought", Columns: map[string]string{"total": "gross amount"}}, "sales.orders": {Text: "the old ones"}},
		"*":    {"customers": {Text: "people"}},
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
}
