package amend

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

func column(name string, class schema.Class) *schema.Column {
	typ := map[schema.Class]string{schema.Integer: "integer", schema.Decimal: "numeric", schema.Text: "text"}[class]
	return &schema.Column{Name: name, Type: typ, TypeName: typ, Class: class}
}

var bakery = schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{
	{OID: 1, Schema: "public", Name: "sales", Kind: schema.Ordinary, PrimaryKey: []string{"id"},
		Columns: []*schema.Column{column("id", schema.Integer), column("gross", schema.Decimal), column("net", schema.Decimal), column("discount", schema.Decimal),
			column("rebate_percent", schema.Decimal), column("tax_state", schema.Decimal), column("tax_city", schema.Decimal), column("note", schema.Text), column("shop_id", schema.Integer)},
		ForeignKeys: []schema.ForeignKey{{Columns: []string{"shop_id"}, RefSchema: "public", RefTable: "shops", RefColumns: []string{"id"}, Confidence: 1}}},
	{OID: 2, Schema: "public", Name: "shops", Kind: schema.Ordinary, PrimaryKey: []string{"id"},
		Columns: []*schema.Column{column("id", schema.Integer), column("name", schema.Text), column("rent", schema.Decimal)}},
}})

// TestRead: a reason is read only where what it means is certain.
func TestRead(t *testing.T) {
	t.Parallel()
	model := semantic.Build(bakery, semantic.Options{})
	p, err := plan.Lift("SELECT h.name, sum(s.gross) AS revenue FROM public.sales s JOIN public.shops h ON s.shop_id = h.id GROUP BY h.id, h.name")
	if err != nil {
		t.Fatal(err)
	}
	const question = "revenue per shop"
	for reason, want := range map[string]string{
		"revenue must subtract the discount":                "revenue: sum(sales.gross - COALESCE(sales.discount, 0))",
		"Revenue should be net of discount.":                "revenue: sum(sales.gross - COALESCE(sales.discount, 0))",
		"the revenue has to subtract the rebate":            "revenue: sum(sales.gross * (1 - (COALESCE(sales.rebate_percent, 0) / 100.0)))",
		"subtract the discount from the revenue":            "revenue: sum(sales.gross - COALESCE(sales.discount, 0))",
		"revenue must include the state tax":                "revenue: sum(sales.gross + COALESCE(sales.tax_state, 0))",
		"use net instead of gross":                          "revenue: sum(sales.net)",
		"use the net, not the gross":                        "revenue: sum(sales.net)",
		"revenue is sum(sales.net)":                         "revenue: sum(sales.net)",
		"revenue means sum(sales.net - sales.rent)":         "",
		"revenue must subtract the tax":                     "", // of the state, or of the city?
		"revenue must subtract the rent":                    "", // of the shop: it would count for every sale
		"revenue must subtract the note":                    "",
		"revenue must subtract the gross":                   "",
		"profit must subtract the discount":                 "",
		"shops is sum(sales.net)":                           "",
		"revenue is wrong":                                  "",
		"revenue is sum(net)":                               "", // of which table?
		"it is not what I asked":                            "",
		"":                                                  "",
		"revenue is sum(sales.net); DROP TABLE sales":       "",
		"revenue is (SELECT sum(net) FROM sales)":           "",
		"revenue must subtract " + strings.Repeat("x", 500): "",
	} {
		got := ""
		if m, ok := Read(reason, question, p, model); ok {
			got = m.Words + ": " + m.Means
		}
		if got != want {
			t.Errorf("%q:\n got %q\nwant %q", reason, got, want)
		}
	}
}
