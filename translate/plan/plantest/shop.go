// Package plantest has a small database for tests of plans.
package plantest

import (
	"fmt"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// Shop is a small database with one of each difficulty: a reserved word, two keys between the same tables, a link
// table, a reference to itself, twins in two schemas, a table without keys, text that holds numbers.
var Shop = newShop()

// column reads "name type" with flags: ! not null; the classes follow from the type.
func column(spec string) *schema.Column {
	f := strings.Fields(spec)
	c := &schema.Column{Name: f[0], Type: f[1], TypeName: f[1], NotNull: len(f) > 2}
	c.Class = map[string]schema.Class{
		"integer": schema.Integer, "numeric": schema.Decimal, "text": schema.Text, "boolean": schema.Boolean, "date": schema.Date,
		"timestamptz": schema.Instant, "status": schema.Enum,
	}[f[1]]
	if c.Class == schema.Enum {
		c.Enum = []string{"new", "paid", "shipped", "cancelled"}
	}
	return c
}

func Table(qualified string, columns ...string) *schema.Table {
	s, name, _ := strings.Cut(qualified, ".")
	t := &schema.Table{Schema: s, Name: name, Kind: schema.Ordinary, Visible: s == "shop"}
	for _, c := range columns {
		t.Columns = append(t.Columns, column(c))
	}
	if strings.HasPrefix(columns[0], "id ") {
		t.PrimaryKey = []string{"id"}
	}
	return t
}

func References(t *schema.Table, keys ...string) *schema.Table {
	for _, k := range keys {
		col, ref, _ := strings.Cut(k, " ")
		s := "shop"
		t.ForeignKeys = append(t.ForeignKeys, schema.ForeignKey{Name: t.Name + "_" + col + "_fkey", Columns: []string{col},
			RefSchema: s, RefTable: ref, RefColumns: []string{"id"}, Confidence: 1})
	}
	return t
}

func newShop() *schema.Snapshot {
	airlines := Table("shop.airlines", "id integer !", "name text", "country text")
	airlines.Column("name").Profile = schema.Profile{Complete: true,
		Values: []string{"JetBlue Airways", "Delta Air Lines", "United Airlines", "United Parcel"}}
	airlines.Column("country").Profile = schema.Profile{Values: []string{"USA", "Germany"}, Freqs: []float64{0.3, 0.2}}
	items := References(Table("shop.order_items", "order_id integer !", "product_id integer !", "quantity integer", "unit_price numeric"),
		"order_id order", "product_id products")
	items.PrimaryKey = []string{"order_id", "product_id"}
	payments := References(Table("shop.payments", "id integer !", "order_id integer !", "amount numeric", "method text",
		"reference text"), "order_id order")
	payments.Column("method").Profile = schema.Profile{Complete: true, Values: []string{"card", "Cash", "cash"}}
	refunds := Table("shop.refunds", "refund_no integer !", "order_id integer", "product_id integer", "amount numeric")
	refunds.ForeignKeys = []schema.ForeignKey{{Name: "refunds_item_fkey", Columns: []string{"order_id", "product_id"},
		RefSchema: "shop", RefTable: "order_items", RefColumns: []string{"order_id", "product_id"}, Confidence: 1}}
	tables := []*schema.Table{
		refunds,
		References(Table("shop.addresses", "id integer !", "customer_id integer !", "city text"), "customer_id customers"),
		airlines,
		References(Table("shop.customers", "id integer !", "name text !", "email text", "region_id integer",
			"city text", "created_at timestamptz", "active boolean"),
			"region_id regions"),
		References(Table("shop.employees", "id integer !", "name text", "manager_id integer", "salary numeric"), "manager_id employees"),
		References(Table("shop.flights", "id integer !", "airline_id integer !", "delay text", "flown_on date"), "airline_id airlines"),
		Table("shop.notes", "note_text text"),
		References(Table("shop.order", "id integer !", "customer_id integer !", "billing_address_id integer", "shipping_address_id integer",
			"status status", "total numeric", "ordered_at timestamptz", "store_id integer"),
			"customer_id customers", "billing_address_id addresses", "shipping_address_id addresses", "store_id stores"),
		items,
		payments,
		Table("shop.products", "id integer !", "name text", "price numeric"),
		Table("shop.regions", "id integer !", "name text"),
		References(Table("shop.stores", "id integer !", "name text", "city text", "region_id integer !"), "region_id regions"),
		Table("archive.customers", "id integer !", "name text", "left_on date"),
		Table("archive.logs", "id integer !", "line text"),
		Table("import.logs", "id integer !", "line text"),
	}
	for i, t := range tables {
		t.OID = uint32(i + 1)
	}
	return schema.New(schema.Snapshot{SearchPath: []string{"pg_catalog", "shop"}, Tables: tables})
}

const FromOrders = `"from":{"schema":"shop","table":"order","alias":"o"}`

func Joined(kind, table, alias, on string) string {
	return fmt.Sprintf(`{"kind":%q,"source":{"schema":"shop","table":%q,"alias":%q},"on":[%s]}`, kind, table, alias, on)
}
