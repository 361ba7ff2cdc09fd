package link_test

import (
	"testing"

	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// TestHeaders: orders are the rows of order_header, and not of order_detail, which is called the same but for a word
// that people leave out.
func TestHeaders(t *testing.T) {
	t.Parallel()
	table := func(name string, key, more []string) *schema.Table {
		t := &schema.Table{Schema: "public", Name: name, Kind: schema.Ordinary, Rows: 100, Visible: true, PrimaryKey: key}
		for _, c := range append(key, more...) {
			t.Columns = append(t.Columns, &schema.Column{Name: c, Type: "integer", TypeName: "int4", Class: schema.Integer, NotNull: true})
		}
		return t
	}
	detail := table("order_detail", []string{"order_no", "pos"}, []string{"quantity"})
	detail.ForeignKeys = []schema.ForeignKey{{Columns: []string{"order_no"}, RefSchema: "public", RefTable: "order_header",
		RefColumns: []string{"order_no"}, Confidence: 1}}
	s := schema.New(schema.Snapshot{Tables: []*schema.Table{detail, table("order_header", []string{"order_no"}, []string{"customer_no"})}})
	x := link.New(semantic.Build(s, semantic.Options{Infer: true}))
	for phrase, want := range map[string]string{"orders": "order_header", "order details": "order_detail"} {
		got := links(x.Read("how many "+phrase+" are there", nil), phrase)
		if len(got) == 0 || got[0] != want {
			t.Errorf("%s: %q", phrase, got)
		}
	}
}
