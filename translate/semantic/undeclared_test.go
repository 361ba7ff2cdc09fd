package semantic

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/mutants"
	"github.com/pgask/pgask/translate/schema"
)

// plainTable returns a table for "name type" columns: * marks the primary key, name=a..b gives the range of the values,
// name=a|b all of them.
func plainTable(name string, columns ...string) *schema.Table {
	t := &schema.Table{Schema: "public", Name: name, Kind: schema.Ordinary, Rows: 1000, Visible: true}
	for _, spec := range columns {
		f := strings.Fields(spec)
		column, isKey := strings.CutSuffix(f[0], "*")
		c := &schema.Column{Name: column, Type: "integer", TypeName: "int4", Class: schema.Integer}
		for _, word := range f[1:] {
			from, to, ranged := strings.Cut(word, "..")
			switch {
			case ranged:
				c.Profile.Min, c.Profile.Max = from, to
			case strings.Contains(word, "|"):
				c.Profile.Values, c.Profile.Complete = strings.Split(word, "|"), true
			case word == "text":
				c.Type, c.TypeName, c.Class = "text", "text", schema.Text
			case word == "date":
				c.Type, c.TypeName, c.Class = "date", "date", schema.Date
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

func inferred(s *schema.Snapshot) []string {
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
	customers := func() *schema.Table { return plainTable("customers", "id* 1..500", "name text") }
	tests := []struct {
		name   string
		tables []*schema.Table
		want   []string
	}{
		{"table and key", []*schema.Table{customers(), plainTable("orders", "id*", "customer_id")}, []string{"orders.customer_id -> customers.id 0.85"}},
		{"camel case, run together", []*schema.Table{customers(), plainTable("orders", "id*", "customerId", "x"), plainTable("visits", "id*", "customerid")},
			[]string{"orders.customerId -> customers.id 0.85", "visits.customerid -> customers.id 0.85"}},
		{"values inside", []*schema.Table{customers(), plainTable("orders", "id*", "customer_id 3..480")}, []string{"orders.customer_id -> customers.id 0.90"}},
		{"values partly outside", []*schema.Table{customers(), plainTable("orders", "id*", "customer_id 3..900")}, []string{"orders.customer_id -> customers.id 0.70"}},
		{"values elsewhere", []*schema.Table{customers(), plainTable("orders", "id*", "customer_id 5000..9000")}, nil},
		{"more values than rows", []*schema.Table{customers(), plainTable("orders", "id*", "customer_id many")}, nil},
		{"other type", []*schema.Table{customers(), plainTable("orders", "id*", "customer_id text")}, nil},
		{"a date is no key", []*schema.Table{plainTable("days", "day* date"), plainTable("orders", "id*", "day date")}, nil},
		{"role", []*schema.Table{plainTable("addresses", "id*"), plainTable("orders", "id*", "billing_address_id")}, []string{"orders.billing_address_id -> addresses.id 0.75"}},
		{"table alone", []*schema.Table{customers(), plainTable("orders", "id*", "customer")}, []string{"orders.customer -> customers.id 0.60"}},
		{"short", []*schema.Table{customers(), plainTable("orders", "id*", "cust_id 1..2")}, []string{"orders.cust_id -> customers.id 0.90"}},
		{"parent", []*schema.Table{plainTable("parts", "id*", "parent_id")}, []string{"parts.parent_id -> parts.id 0.75"}},
		{"key of its own name", []*schema.Table{plainTable("author", "aid*", "name text"), plainTable("writes", "aid", "pid"), plainTable("publication", "pid*")},
			[]string{"writes.aid -> author.aid 0.90", "writes.pid -> publication.pid 0.90"}},
		{"no keys declared at all", []*schema.Table{plainTable("author", "aid", "name text"), plainTable("writes", "aid", "x")}, []string{"writes.aid -> author.aid 0.81"}},
		{"text keys", []*schema.Table{plainTable("airports", "code* text AMS|OSL|CDG"), plainTable("flights", "no* text", "airport_code text OSL|CDG", "gate text A|B")},
			[]string{"flights.airport_code -> airports.code 0.90"}},
		{"text values elsewhere", []*schema.Table{plainTable("airports", "code* text AMS|OSL"), plainTable("flights", "no* text", "airport_code text X|Y")}, nil},
		{"an id is anybody's", []*schema.Table{customers(), plainTable("orders", "id*"), plainTable("log", "entry_id", "id")}, nil},
		{"two keys of one name", []*schema.Table{plainTable("a", "lot_no*"), plainTable("b", "lot_no*"), plainTable("sales", "n*", "lot_no")},
			[]string{"sales.lot_no -> a.lot_no 0.45", "sales.lot_no -> b.lot_no 0.45"}},
		{"what some persons are", []*schema.Table{plainTable("users", "id*", "first_name text", "role text agent|adjuster"), plainTable("customers", "id*", "first_name text"),
			plainTable("claims", "id*", "adjuster_id", "reviewer_id")}, []string{"claims.adjuster_id -> users.id 0.75"}},
		{"prefixed table", []*schema.Table{plainTable("tbl_customers", "id*"), plainTable("orders", "id*", "customer_id")}, []string{"orders.customer_id -> tbl_customers.id 0.85"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := schema.New(schema.Snapshot{Tables: tt.tables, Fingerprint: "f"})
			got := WithKeys(s, schema.Measured{})
			if diff := cmp.Diff(tt.want, inferred(got)); diff != "" {
				t.Error(diff)
			}
			if len(inferred(s)) != 0 {
				t.Error("the snapshot given was changed")
			}
		})
	}
}

// TestInferLeavesDeclaredKeysAlone checks that a column with a declared key gets no other.
func TestInferLeavesDeclaredKeysAlone(t *testing.T) {
	t.Parallel()
	orders := plainTable("orders", "id*", "customer_id")
	orders.ForeignKeys = []schema.ForeignKey{{Columns: []string{"customer_id"}, RefSchema: "public", RefTable: "people", RefColumns: []string{"id"}, Confidence: 1}}
	s := schema.New(schema.Snapshot{Tables: []*schema.Table{plainTable("customers", "id*"), plainTable("people", "id*"), orders}})
	if got := inferred(WithKeys(s, schema.Measured{})); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

// Without inferring, too, what belongs to what is no key by a role: a key named like a table is taken where the
// declared one leads back by a role.
func TestContainingKeyBesideRole(t *testing.T) {
	t.Parallel()
	tables := func(column string) *schema.Snapshot {
		region := plainTable("region", "code* text", column)
		region.ForeignKeys = []schema.ForeignKey{{Columns: []string{column}, RefSchema: "public", RefTable: "town", RefColumns: []string{"id"}, Confidence: 1}}
		return schema.New(schema.Snapshot{Tables: []*schema.Table{plainTable("town", "id*", "name text", "region_code text"), region, plainTable("shop", "id*", "town_id")}})
	}
	if diff := cmp.Diff([]string{"town.region_code -> region.code 0.85"}, inferred(WithContaining(tables("seat")))); diff != "" {
		t.Error(diff)
	}
	if got := inferred(WithContaining(tables("town_id"))); got != nil {
		t.Errorf("a key without a role says what belongs: %v", got)
	}
}

// A measured join counts more than a name, for and against; a few small numbers say nothing.
func TestMeasuredJoins(t *testing.T) {
	t.Parallel()
	sales := plainTable("sales", "n*", "lot text", "brewery_id", "country text")
	s := schema.New(schema.Snapshot{Tables: []*schema.Table{plainTable("a", "lot* text"), plainTable("b", "lot* text"), plainTable("brewery", "id*"),
		plainTable("country", "name* text"), sales}})
	var asked []string
	for _, j := range Joins(s) {
		asked = append(asked, j.Table.Name+"."+j.Column.Name+" -> "+j.Ref.Name)
	}
	if diff := cmp.Diff([]string{"sales.lot -> a", "sales.lot -> b", "sales.country -> country", "sales.brewery_id -> brewery"}, asked); diff != "" {
		t.Error(diff)
	}
	fit := func(column, ref, key string, values, found int) schema.Fit {
		return schema.Fit{Table: "public.sales", Column: column, Ref: "public." + ref, RefColumn: key, Values: values, Found: found}
	}
	for name, tt := range map[string]struct {
		fits []schema.Fit
		want []string
	}{
		"nothing measured": {nil, []string{"sales.brewery_id -> brewery.id 0.85", "sales.lot -> a.lot 0.45", "sales.lot -> b.lot 0.45"}},
		"the one of two":   {[]schema.Fit{fit("lot", "a", "lot", 90, 3), fit("lot", "b", "lot", 90, 90)}, []string{"sales.brewery_id -> brewery.id 0.85", "sales.lot -> b.lot 0.95"}},
		"numbers":          {[]schema.Fit{fit("brewery_id", "brewery", "id", 400, 400)}, []string{"sales.brewery_id -> brewery.id 0.95", "sales.lot -> a.lot 0.45", "sales.lot -> b.lot 0.45"}},
		"too few":          {[]schema.Fit{fit("country", "country", "name", 4, 4)}, []string{"sales.brewery_id -> brewery.id 0.85", "sales.lot -> a.lot 0.45", "sales.lot -> b.lot 0.45"}},
		"refuted":          {[]schema.Fit{fit("brewery_id", "brewery", "id", 400, 90)}, []string{"sales.lot -> a.lot 0.45", "sales.lot -> b.lot 0.45"}},
		"a name is a key": {[]schema.Fit{fit("country", "country", "name", 40, 40)}, []string{"sales.brewery_id -> brewery.id 0.85",
			"sales.country -> country.name 0.95", "sales.lot -> a.lot 0.45", "sales.lot -> b.lot 0.45"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, inferred(WithKeys(s, schema.Measured{Fits: tt.fits}))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A number that stands for unknown refutes no join: it is found nowhere.
func TestMeasuredJoinWithUnknown(t *testing.T) {
	t.Parallel()
	beers := plainTable("beers", "id*", "style_id")
	beers.Columns[1].Profile = schema.Profile{Values: []string{"-1", "3", "5"}, Freqs: []float64{0.4, 0.2, 0.1}, Min: "-1", Max: "40"}
	s := schema.New(schema.Snapshot{Tables: []*schema.Table{plainTable("styles", "id* 1..50"), beers}})
	fits := []schema.Fit{{Table: "public.beers", Column: "style_id", Ref: "public.styles", RefColumn: "id", Values: 9, Found: 8}}
	if diff := cmp.Diff([]string{"beers.style_id -> styles.id 0.95"}, inferred(WithKeys(s, schema.Measured{Fits: fits}))); diff != "" {
		t.Error(diff)
	}
}

// A key that is called like the whole column that it refers to has no role, also where that column has the prefix of
// its table.
func TestNameOfKeyIsNoRole(t *testing.T) {
	t.Parallel()
	attendance := plainTable("attendance", "att_trn_id", "att_day date", "att_ok text")
	attendance.ForeignKeys = []schema.ForeignKey{{Columns: []string{"att_trn_id"}, RefSchema: "public", RefTable: "training", RefColumns: []string{"trn_id"}, Confidence: 1}}
	m := Build(schema.New(schema.Snapshot{Tables: []*schema.Table{plainTable("training", "trn_id*", "trn_name text", "trn_cost"),
		plainTable("turnover", "id*"), attendance}}), Options{})
	if k := m.Named("attendance")[0].Keys[0]; len(k.Role) != 0 {
		t.Errorf("role %v", k.Role)
	}
}

// A word without some of its vowels is short for the one in the name of a table.
func TestVowelsLeftOut(t *testing.T) {
	t.Parallel()
	m := Build(schema.New(schema.Snapshot{Tables: []*schema.Table{plainTable("footnote", "footnt_no*", "text text"), plainTable("customer", "custmr_no*")}}), Options{})
	for table, want := range map[string]string{"footnote": "footnote number", "customer": "customer number"} {
		if got := m.Named(table)[0].Columns[0].Name.Phrase(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
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
		for _, x := range WithKeys(schema.New(schema.Snapshot{Tables: []*schema.Table{one, other}}), schema.Measured{}).Tables {
			for _, fk := range x.ForeignKeys {
				if !fk.Inferred || fk.Confidence <= 0 || fk.Confidence > mostInfer || x.Column(fk.Columns[0]) == nil {
					t.Fatalf("%q: %+v", x.Name, fk)
				}
			}
		}
	})
}

// A number that tells where a row stands in an order is no key of orders, though each of its values is one; the order
// of a line is.
func TestOrdinals(t *testing.T) {
	t.Parallel()
	column := func(name, low, high string, distinct float64) *schema.Column {
		return &schema.Column{Name: name, Class: schema.Integer, TypeName: "int4", Profile: schema.Profile{Min: low, Max: high, Distinct: distinct}}
	}
	orders := &schema.Table{Schema: "public", Name: "orders", Rows: 9000, Visible: true, PrimaryKey: []string{"id"}, Columns: []*schema.Column{column("id", "1", "9000", -1)}}
	shelves := &schema.Table{Schema: "public", Name: "shelves", Rows: 24, Visible: true, PrimaryKey: []string{"id"}, Columns: []*schema.Column{column("id", "1", "24", -1), column("order", "10", "63", -1)}}
	lines := &schema.Table{Schema: "public", Name: "lines", Rows: 20_000, Visible: true, PrimaryKey: []string{"id"}, Columns: []*schema.Column{column("id", "1", "20000", -1), column("order", "3", "8990", 8000)}}
	m := Build(schema.New(schema.Snapshot{Tables: []*schema.Table{orders, shelves, lines}, SearchPath: []string{"public"}}), Options{Infer: true})
	for table, want := range map[string]int{"shelves": 0, "lines": 1} {
		if keys := m.Named(table)[0].Keys; len(keys) != want {
			t.Errorf("%s: %d keys", table, len(keys))
		}
	}
}
