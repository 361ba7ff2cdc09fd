package schema

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/mutants"
)

// plainTable returns a table for "name type" columns: * marks the primary key, name=a..b gives the range of the values,
// name=a|b all of them.
func plainTable(name string, columns ...string) *Table {
	t := &Table{Schema: "public", Name: name, Kind: Ordinary, Rows: 1000, Visible: true}
	for _, spec := range columns {
		f := strings.Fields(spec)
		column, isKey := strings.CutSuffix(f[0], "*")
		c := &Column{Name: column, Type: "integer", TypeName: "int4", Class: Integer}
		for _, word := range f[1:] {
			from, to, ranged := strings.Cut(word, "..")
			switch {
			case ranged:
				c.Profile.Min, c.Profile.Max = from, to
			case strings.Contains(word, "|"):
				c.Profile.Values, c.Profile.Complete = strings.Split(word, "|"), true
			case word == "text":
				c.Type, c.TypeName, c.Class = "text", "text", Text
			case word == "date":
				c.Type, c.TypeName, c.Class = "date", "date", Date
			case word == "many":
				c.Profile.Distinct = 1e6
			}
		}
		if isKey {
			t.PrimaryKey = append(t.PrimaryKey, column)
		}
		t.Columns = append(t.Columns, c)
	}
	return t
}

func inferred(s *Snapshot) []string {
	var all []string
	for _, t := range s.Tables {
		for _, fk := range t.ForeignKeys {
			if fk.Inferred {
				all = append(all, fmt.Sprintf("%s.%s -> %s.%s %.2f", t.Name, fk.Columns[0], fk.RefTable, fk.RefColumns[0], fk.Confidence))
			}
		}
	}
	slices.Sort(all)
	return all
}

func TestInfer(t *testing.T) {
	t.Parallel()
	customers := func() *Table { return plainTable("customers", "id* 1..500", "name text") }
	tests := []struct {
		name   string
		tables []*Table
		want   []string
	}{
		{"table and key", []*Table{customers(), plainTable("orders", "id*", "customer_id")}, []string{"orders.customer_id -> customers.id 0.85"}},
		{"camel case, run together", []*Table{customers(), plainTable("orders", "id*", "customerId", "x"), plainTable("visits", "id*", "customerid")},
			[]string{"orders.customerId -> customers.id 0.85", "visits.customerid -> customers.id 0.85"}},
		{"values inside", []*Table{customers(), plainTable("orders", "id*", "customer_id 3..480")}, []string{"orders.customer_id -> customers.id 0.95"}},
		{"values partly outside", []*Table{customers(), plainTable("orders", "id*", "customer_id 3..900")}, []string{"orders.customer_id -> customers.id 0.65"}},
		{"values elsewhere", []*Table{customers(), plainTable("orders", "id*", "customer_id 5000..9000")}, nil},
		{"more values than rows", []*Table{customers(), plainTable("orders", "id*", "customer_id many")}, nil},
		{"other type", []*Table{customers(), plainTable("orders", "id*", "customer_id text")}, nil},
		{"a date is no key", []*Table{plainTable("days", "day* date"), plainTable("orders", "id*", "day date")}, nil},
		{"role", []*Table{plainTable("addresses", "id*"), plainTable("orders", "id*", "billing_address_id")}, []string{"orders.billing_address_id -> addresses.id 0.70"}},
		{"table alone", []*Table{customers(), plainTable("orders", "id*", "customer")}, []string{"orders.customer -> customers.id 0.60"}},
		{"short", []*Table{customers(), plainTable("orders", "id*", "cust_id 1..2")}, []string{"orders.cust_id -> customers.id 0.60"}},
		{"parent", []*Table{plainTable("parts", "id*", "parent_id")}, []string{"parts.parent_id -> parts.id 0.60"}},
		{"key of its own name", []*Table{plainTable("author", "aid*", "name text"), plainTable("writes", "aid", "pid"), plainTable("publication", "pid*")},
			[]string{"writes.aid -> author.aid 0.80", "writes.pid -> publication.pid 0.80"}},
		{"no keys declared at all", []*Table{plainTable("author", "aid", "name text"), plainTable("writes", "aid", "x")}, []string{"writes.aid -> author.aid 0.70"}},
		{"text keys", []*Table{plainTable("airports", "code* text AMS|OSL|CDG"), plainTable("flights", "no* text", "airport_code text OSL|CDG", "gate text A|B")},
			[]string{"flights.airport_code -> airports.code 0.95"}},
		{"text values elsewhere", []*Table{plainTable("airports", "code* text AMS|OSL"), plainTable("flights", "no* text", "airport_code text X|Y")}, nil},
		{"an id is anybody's", []*Table{customers(), plainTable("orders", "id*"), plainTable("log", "entry_id", "id")}, nil},
		{"two keys of one name", []*Table{plainTable("a", "sku*"), plainTable("b", "sku*"), plainTable("sales", "n*", "sku")},
			[]string{"sales.sku -> a.sku 0.40", "sales.sku -> b.sku 0.40"}},
		{"prefixed table", []*Table{plainTable("tbl_customers", "id*"), plainTable("orders", "id*", "customer_id")}, []string{"orders.customer_id -> tbl_customers.id 0.85"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := New(Snapshot{Tables: tt.tables, Fingerprint: "f"})
			got := Infer(s)
			if diff := cmp.Diff(tt.want, inferred(got)); diff != "" {
				t.Error(diff)
			}
			if len(inferred(s)) != 0 {
				t.Error("the snapshot given was changed")
			}
			if tt.want == nil && got != s {
				t.Error("nothing was inferred, and yet it is another snapshot")
			}
		})
	}
}

// TestInferLeavesDeclaredKeysAlone checks that a column with a declared key gets no other.
func TestInferLeavesDeclaredKeysAlone(t *testing.T) {
	t.Parallel()
	orders := plainTable("orders", "id*", "customer_id")
	orders.ForeignKeys = []ForeignKey{{Columns: []string{"customer_id"}, RefSchema: "public", RefTable: "people", RefColumns: []string{"id"}, Confidence: 1}}
	s := New(Snapshot{Tables: []*Table{plainTable("customers", "id*"), plainTable("people", "id*"), orders}})
	if got := inferred(Infer(s)); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func TestInferredKeysAreMarkedInPrompts(t *testing.T) {
	t.Parallel()
	s := Infer(New(Snapshot{Tables: []*Table{plainTable("customers", "id*"), plainTable("orders", "id*", "customer_id")}}))
	if text := Render(s, s.Tables, Share{}, 0); !strings.Contains(text, "- customer_id integer -> customers.id (inferred, 0.85)") {
		t.Error(text)
	}
}

// Any text is accepted as a name.
func FuzzInfer(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add("customers", "id", "orders", "customer_id")
	f.Add("___", "_", "é", "\xff")
	f.Add("parent", "parent_id", "tbl_", "id")
	f.Fuzz(func(t *testing.T, a, key, b, column string) {
		one, other := plainTable("a", "id*"), plainTable("b", "x", "y*")
		one.Name, one.Columns[0].Name, one.PrimaryKey[0] = a, key, key
		other.Name, other.Columns[0].Name = b, column
		for _, x := range Infer(New(Snapshot{Tables: []*Table{one, other}})).Tables {
			for _, fk := range x.ForeignKeys {
				if !fk.Inferred || fk.Confidence <= 0 || fk.Confidence > mostConfidence || x.Column(fk.Columns[0]) == nil {
					t.Fatalf("%q: %+v", x.Name, fk)
				}
			}
		}
	})
}
