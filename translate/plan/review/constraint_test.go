package review

import (
	"errors"
	"testing"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/plantest"
)

func TestConstraints(t *testing.T) {
	t.Parallel()
	count := func(from string) string { return `{"select":[{"expr":"count(*)"}],"from":` + from + `}` }
	twin := plan.Constraint{Kind: plan.UseTable, Schema: "archive", Table: "customers"}
	noTwin := plan.Constraint{Kind: plan.DropTable, Schema: "shop", Table: "customers"}
	billing := plan.Constraint{Kind: plan.UseJoin, Schema: "shop", Table: "order", Column: "billing_address_id", RefSchema: "shop", RefTable: "addresses", RefColumn: "id"}
	tests := []struct {
		name, plan string
		settled    []plan.Constraint
		want       string // the SQL, or the kind of complaint
	}{
		{"select X not Y", count(`{"table":"customers","alias":"c"}`), []plan.Constraint{twin, noTwin}, `SELECT count(*) FROM archive.customers c`},
		{"phrase means a table", count(`{"table":"people","alias":"c"}`), []plan.Constraint{{Kind: plan.UseTable, Phrase: "people", Schema: "shop", Table: "employees"}}, `SELECT count(*) FROM shop.employees c`},
		{"a ruled out table without another", count(`{"table":"customers","alias":"c"}`), []plan.Constraint{noTwin}, "table"},
		{"a ruled out table in a subquery", `{"select":[{"expr":"(SELECT count(*) FROM customers)","as":"n"}]}`, []plan.Constraint{noTwin}, "table"},
		{"a table that is not used", count(`{"table":"order","alias":"o"}`), []plan.Constraint{{Kind: plan.UseTable, Table: "stores"}}, "table"},
		{"a table that is gone settles nothing", count(`{"table":"stores","alias":"s"}`), []plan.Constraint{{Kind: plan.UseTable, Table: "gone"}}, `SELECT count(*) FROM shop.stores s`},
		{"column", `{"select":[{"expr":"o.address"}],"from":{"table":"order","alias":"o"}}`,
			[]plan.Constraint{{Kind: plan.UseColumn, Phrase: "address", Schema: "shop", Table: "order", Column: "shipping_address_id"}}, `SELECT o.shipping_address_id FROM shop."order" o`},
		{"a column that is not used", count(`{"table":"order","alias":"o"}`), []plan.Constraint{{Kind: plan.UseColumn, Table: "order", Column: "total"}}, "column"},
		{"join", `{"select":[{"expr":"a.city"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("inner", "addresses", "a", "") + `]}`, []plan.Constraint{billing},
			`SELECT a.city FROM shop."order" o JOIN shop.addresses a ON o.billing_address_id = a.id`},
		{"join, the other way round", `{"select":[{"expr":"o.id"}],"from":{"schema":"shop","table":"addresses","alias":"a"},"joins":[` + plantest.Joined("left", "order", "o", "") + `]}`, []plan.Constraint{billing},
			`SELECT o.id FROM shop.addresses a LEFT JOIN shop."order" o ON a.id = o.billing_address_id`},
		{"another join becomes the settled one", `{"select":[{"expr":"a.city"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("inner", "addresses", "a", `"a.id = o.shipping_address_id"`) + `]}`, []plan.Constraint{billing},
			`SELECT a.city FROM shop."order" o JOIN shop.addresses a ON o.billing_address_id = a.id`},
		{"join without a key", `{"select":[{"expr":"n.note_text"}],"from":{"schema":"shop","table":"stores","alias":"s"},"joins":[` + plantest.Joined("inner", "notes", "n", "") + `]}`,
			[]plan.Constraint{{Kind: plan.UseJoin, Table: "notes", Column: "note_text", RefTable: "stores", RefColumn: "name"}},
			`SELECT n.note_text FROM shop.stores s JOIN shop.notes n ON s.name = n.note_text`},
		{"a join that is not used", count(`{"table":"order","alias":"o"}`), []plan.Constraint{billing}, "join"},
		{"value", `{"select":[{"expr":"a.id"}],"from":{"table":"airlines","alias":"a"},"where":["a.name = 'united'"]}`,
			[]plan.Constraint{{Kind: plan.UseValue, Phrase: "united", Table: "airlines", Column: "name", Value: "United Parcel"}}, `SELECT a.id FROM shop.airlines a WHERE a.name = 'United Parcel'`},
		{"a value in a pattern, a boolean, a number", `{"select":[{"expr":"c.id"}],"from":{"schema":"shop","table":"customers","alias":"c"},"where":["c.name ILIKE '%ada%'","c.active = true","c.region_id = 5"]}`,
			[]plan.Constraint{{Kind: plan.UseValue, Table: "customers", Schema: "shop", Column: "name", Value: "Ada"}, {Kind: plan.UseValue, Table: "customers", Schema: "shop", Column: "active", Value: "true"},
				{Kind: plan.UseValue, Table: "customers", Schema: "shop", Column: "region_id", Value: "5"}},
			`SELECT c.id FROM shop.customers c WHERE c.name ILIKE '%ada%' AND c.active = true AND c.region_id = 5`},
		{"a value that is not used", count(`{"table":"airlines","alias":"a"}`), []plan.Constraint{{Kind: plan.UseValue, Table: "airlines", Column: "name", Value: "United Parcel"}}, "value"},
		{"an unused left join that was asked for stays", `{"select":[{"expr":"o.id"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("left", "customers", "c", `"c.id = o.customer_id"`) + `]}`,
			[]plan.Constraint{{Kind: plan.UseTable, Schema: "shop", Table: "customers"}}, `SELECT o.id FROM shop."order" o LEFT JOIN shop.customers c ON c.id = o.customer_id`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, _, err := repaired(t, tt.plan, tt.settled...)
			var c *Complaint
			if errors.As(err, &c) {
				got = string(c.Kind)
			} else if err != nil {
				t.Fatal(err)
			}
			if got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}
