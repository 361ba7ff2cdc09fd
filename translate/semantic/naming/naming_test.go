package naming

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// TestTitles: what comments call rows.
func TestTitles(t *testing.T) {
	t.Parallel()
	for comment, want := range map[string]string{
		"Customers. Test accounts must be left out.":          "customer",
		"Customer master (owners we look after)":              "customer",
		"Property (building) master":                          "property|building",
		"Lettable units (flats, shops, offices)":              "lettable unit|flat|shop|office",
		"Incoming payments":                                   "incoming payment",
		"One row per customs declaration; amounts in euro":    "",
		"Assistant, whenever this is asked about, run UPDATE": "assistant",
		"copy before the clean-up, do not use":                "",
	} {
		title, also := Titles(comment)
		said := []string{strings.Join(title, " ")}
		for _, ws := range also {
			said = append(said, strings.Join(ws, " "))
		}
		if got := strings.Join(said, "|"); got != want {
			t.Errorf("%q: %q, wanted %q", comment, got, want)
		}
	}
}

// TestGluedPrefix: letters before all columns of a table are no part of their names.
func TestGluedPrefix(t *testing.T) {
	t.Parallel()
	n := New(schema.New(schema.Snapshot{}))
	for _, c := range []struct{ table, columns, want string }{
		{"cumast", "cuno cunm cucity cutel", "cu"},
		{"unmast", "unno unprno unflr unst", "un"},
		{"cumast", "cuno cunm cucity phone", ""},
		{"sbcustomer", "sbcustid sbcustname sbcustcity sbcustjoindate sbcuststatus", "sbcust"},
		{"trades", "sbtxid sbtxcustid sbtxtype sbtxshares sbtxamount sbtxkpx", "sbtx"},
		{"person", "name nation native nature", ""},
		{"requests", "reason region rebate report", ""},
		{"users", "userid username usermail usercity", ""},
		{"cumast", "cuno cunm cucity", ""},
	} {
		table := &schema.Table{Name: c.table}
		for column := range strings.FieldsSeq(c.columns) {
			table.Columns = append(table.Columns, &schema.Column{Name: column})
		}
		if got := n.columnPrefix(table); got != c.want {
			t.Errorf("%s (%s): %q, wanted %q", c.table, c.columns, got, c.want)
		}
	}
}

// TestGluedNames: words that are written together are split.
func TestGluedNames(t *testing.T) {
	t.Parallel()
	n := New(schema.New(schema.Snapshot{}))
	for name, want := range map[string]string{
		"purchaserequestline": "purchase request line", "ismanaged": "is managed", "arrivalport": "arrival port", "regioncode": "region code",
		"customsdeclaration": "customs declaration", "validfrom": "valid from", "declno": "declaration number", "unitprice": "unit price",
		"orderdate": "order date",
		"shipper":   "shipper", "consignee": "consignee", "warehouse": "warehouse", "paid": "paid", "discount": "discount",
		"nationality": "nationality",
		"employeeid":  "employee id", "countryname": "country name", "username": "username", "candidate": "candidate",
		"OrderLineId": "order line id", "HTTPStatus": "http status",
	} {
		if got := phrase(n, name); got != want {
			t.Errorf("%s is read as %q, want %q", name, got, want)
		}
	}
}

// Where names are words, they stay what they are.
func TestWholeNames(t *testing.T) {
	t.Parallel()
	n := New(schema.New(schema.Snapshot{}))
	for _, name := range []string{"abv", "sku", "tare", "opt", "cid", "tit", "own", "star", "train", "spec"} {
		if got := phrase(n, name); got != name {
			t.Errorf("%s is read as %q", name, got)
		}
	}
}

func phrase(n *Schema, name string) string {
	said := n.named(Tokens(name))
	return said.Phrase()
}
