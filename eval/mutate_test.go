package eval

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

func TestMutate(t *testing.T) {
	t.Parallel()
	column := func(name string) *schema.Column { return &schema.Column{Name: name, Type: "text", Class: schema.Text} }
	snap := schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{
		{Schema: "public", Name: "customer_orders", PrimaryKey: []string{"id"}, Columns: []*schema.Column{column("id"), column("ship_city")}},
	}})
	city := Object{Schema: "public", Table: "customer_orders", Column: "ship_city"}
	if m := without(snap, city); m.snap.Tables[0].Column("ship_city") != nil || snap.Tables[0].Column("ship_city") == nil {
		t.Error("the column is still there, or the database itself was changed")
	}
	if m := without(snap, Object{Schema: "public", Table: "customer_orders", Column: "id"}); m != nil {
		t.Error("a key was dropped")
	}
	m := rivalled(snap, city)
	if got := m.real("SELECT origin_ship_city FROM public.customer_orders"); !strings.Contains(got, `"ship_city"`) || strings.Contains(got, "origin") {
		t.Error(got)
	}
	m = renamed(snap, prefixed, glued)
	if m.snap.Table("public", "tbl_customer_orders").Column("shipcity") == nil {
		t.Error("names stayed")
	}
	sql := `SELECT tbl_customer_orders.shipcity FROM public.tbl_customer_orders WHERE shipcity = 'shipcity'`
	if got := m.real(sql); got != `SELECT "customer_orders"."ship_city" FROM public."customer_orders" WHERE "ship_city" = 'shipcity'` {
		t.Error(got)
	}
}
