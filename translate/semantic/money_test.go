package semantic

import (
	"cmp"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/naming"
)

// TestMoney holds which column is the amount of money of a relation that has several numbers.
func TestMoney(t *testing.T) {
	t.Parallel()
	for columns, want := range map[string]string{
		"id quantity price":             "price",
		"id unit_cost list_price":       "list_price", // what it costs us is asked for by its name
		"id shipping_cost":              "shipping_cost",
		"id price tax total":            "total",
		"id net gross":                  "gross",
		"id price deposit_paid":         "", // nothing tells which
		"id amount total":               "",
		"id donation weight":            "donation",
		"id score":                      "",
		"id subtotal discount":          "subtotal",
		"id salary bonus":               "",
		"id budget population altitude": "budget",
	} {
		r := &Relation{Table: &schema.Table{Name: "t"}}
		for name := range strings.FieldsSeq(columns) {
			c := &Column{Column: &schema.Column{Name: name, Class: schema.Decimal}, Relation: r, Name: &naming.Name{Words: strings.Split(name, "_")}}
			r.Columns = append(r.Columns, c)
		}
		r.Identity.Columns = append(r.Identity.Columns, r.Columns[0].Column)
		got := cmp.Or(r.Money(), &Column{Column: &schema.Column{}}).Column.Name
		if got != want {
			t.Errorf("%s: %q, want %q", columns, got, want)
		}
	}
}
