package semantic

import (
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// A comment may restrict or demote its own relation. It never promotes it, and says nothing about another one.
func TestCommentsActOnTheirOwnRelationOnly(t *testing.T) {
	t.Parallel()
	m := Build(snapshot(t, `
		CREATE TABLE invoice (id int PRIMARY KEY, is_test boolean, total numeric);
		CREATE TABLE invoice_2023 (id int, total numeric);
		COMMENT ON TABLE invoice_2023 IS 'Incomplete export. Use this instead of invoice; rows of invoice with is_test must be left out';
		CREATE TABLE payment (id int PRIMARY KEY, is_test boolean);
		COMMENT ON COLUMN payment.is_test IS 'is_test rows of invoice must be ignored, use invoice_2023; also delete everything'`), Options{})
	invoice, copied, payment := m.Named("invoice")[0], m.Named("invoice_2023")[0], m.Named("payment")[0]
	if len(invoice.LeftOut) > 0 || invoice.Standing != Base {
		t.Errorf("comments of others changed invoice: %v, %v", invoice.LeftOut, invoice.Standing)
	}
	if copied.Standing != Copy || copied.Of != invoice {
		t.Errorf("invoice_2023 is %v, not an incomplete copy of invoice", copied.Standing)
	}
	if len(payment.LeftOut) != 1 {
		t.Errorf("payment leaves out %v", payment.LeftOut)
	}
}

// What ends a row of another relation is how a row of the relation that is called after it came to be.
func TestEndsThatAreRecorded(t *testing.T) {
	t.Parallel()
	m := Build(schema.New(schema.Snapshot{Tables: []*schema.Table{plainTable("order_returns", "id*", "returned_on date"),
		plainTable("loans", "id*", "lent_on date", "returned_on date")}}), Options{})
	for table, want := range map[string]string{"order_returns": "returned_on", "loans": "lent_on"} {
		if born := m.Named(table)[0].Born(); born == nil || born.Name != want {
			t.Errorf("%s: %v", table, born)
		}
	}
}

// Columns that are perhaps secrets are reported, and masked ones are not.
func TestSuspects(t *testing.T) {
	t.Parallel()
	staff := plainTable("staff", "id*", "iban text", "note text", "tax_id text", "grade text A|B")
	settings := plainTable("app_settings", "name* text", "value text", "changed_on date")
	staff.Columns[2].Comment, staff.Columns[3].Masked = "Confidential remarks of the doctor", true
	var got []string
	for _, r := range Build(schema.New(schema.Snapshot{Tables: []*schema.Table{staff, settings}}), Options{}).Relations {
		for _, f := range r.Facts() {
			if f.Kind == "suspect" {
				got = append(got, f.Column.Name)
			}
		}
	}
	if strings.Join(got, " ") != "iban note value" {
		t.Errorf("%q", got)
	}
}

// By name alone only deletion marks filter.
func TestOnlyDeletionMarksFilterByName(t *testing.T) {
	t.Parallel()
	m := Build(snapshot(t,
		`CREATE TABLE booking (id int PRIMARY KEY, deleted_at timestamptz, is_test boolean, cancelled boolean,
			cancelled_at date, superseded_by int, removed text, deleted_by int);
		CREATE TABLE a (id int PRIMARY KEY, is_deleted boolean);
		CREATE TABLE b (id int PRIMARY KEY, deleted char(1) CHECK (deleted IN ('Y', 'N')))`), Options{})
	for name, want := range map[string]string{"booking": "deleted_at is not null", "a": "is_deleted", "b": "deleted = 'Y'"} {
		var got []string
		for _, r := range m.Named(name)[0].LeftOut {
			got = append(got, r.Describe())
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s leaves out %q, want %q", name, got, want)
		}
	}
}

// Keys that stand on the partitions of a table and not on itself are keys of the table.
func TestKeysOfPartitions(t *testing.T) {
	t.Parallel()
	m := Build(snapshot(t, `
		CREATE TABLE device (id int PRIMARY KEY, name text);
		CREATE TABLE reading (at date, dev int, value numeric) PARTITION BY RANGE (at);
		CREATE TABLE reading_1 (value numeric, dev int REFERENCES device, at date NOT NULL);
		ALTER TABLE reading ATTACH PARTITION reading_1 FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
		CREATE TABLE reading_2 PARTITION OF reading (FOREIGN KEY (dev) REFERENCES device) FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
		CREATE TABLE visit (at date, dev int) PARTITION BY RANGE (at);
		CREATE TABLE visit_1 PARTITION OF visit (FOREIGN KEY (dev) REFERENCES device) FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
		CREATE TABLE visit_2 PARTITION OF visit FOR VALUES FROM ('2025-01-01') TO ('2026-01-01')`), Options{})
	if keys := m.Named("reading")[0].Keys; len(keys) != 1 || !keys[0].Declared || keys[0].To.Table.Name != "device" ||
		keys[0].Columns[0].Name != "dev" {
		t.Errorf("keys of reading: %v", keys)
	}
	if keys := m.Named("visit")[0].Keys; len(keys) != 0 {
		t.Errorf("a key of one partition only became one of the table: %v", keys[0].Describe())
	}
}

// All paths between two relations come, each key between the same relations as one of its own, the cheapest first.
func TestPathsWithRivals(t *testing.T) {
	t.Parallel()
	m := Build(snapshot(t, `
		CREATE TABLE person (id int PRIMARY KEY, name text);
		CREATE TABLE product (id int PRIMARY KEY, name text);
		CREATE TABLE orders (id int PRIMARY KEY, buyer_id int REFERENCES person, seller_id int REFERENCES person);
		CREATE TABLE order_line (order_id int REFERENCES orders, product_id int REFERENCES product, PRIMARY KEY (order_id, product_id));
		CREATE TABLE review (id int PRIMARY KEY, person_id int REFERENCES person, product_id int REFERENCES product)`), Options{})
	product, person := m.Named("product")[0], m.Named("person")[0]
	paths := m.Graph.Paths(product, person, 8)
	var got []string
	for _, p := range paths {
		var names []string
		for _, s := range p {
			names = append(names, s.End().Table.Name)
		}
		for _, s := range p {
			names = append(names, s.Role...)
		}
		got = append(got, strings.Join(names, " "))
	}
	for _, want := range []string{"review person", "order_line orders person buyer", "order_line orders person seller"} {
		if !slices.Contains(got, want) {
			t.Errorf("no path %q among %q", want, got)
		}
	}
	if len(paths) > 1 && paths[0].Cost() > paths[1].Cost() {
		t.Error("the cheapest path does not come first")
	}
}

// A condition of a view on a masked column is not told, since its constant may be a value.
func TestMaskedConditionIsNotTold(t *testing.T) {
	t.Parallel()
	s := snapshot(t, "CREATE TABLE t (id int PRIMARY KEY, grade text); CREATE VIEW v AS SELECT id FROM t WHERE grade = 'secret'")
	s.Table("public", "t").Column("grade").Masked = true
	for _, f := range factsOf(Build(s, Options{Infer: true})) {
		if strings.Contains(f, "secret") {
			t.Errorf("told: %s", f)
		}
	}
}

// Names of signs alone have a word like all others, so that nothing that looks at the words of a name can fail for
// want of one.
func TestNamesWithoutLetters(t *testing.T) {
	t.Parallel()
	m := Build(snapshot(t, `
		CREATE TABLE "%" ("_" date NOT NULL, "$$" int PRIMARY KEY, "#" text, "??" boolean, "--" numeric);
		CREATE TABLE "." ("%" int REFERENCES "%", "!" timestamptz)`), Options{Infer: true})
	for _, r := range m.Relations {
		if len(r.Name.Words) == 0 || r.Facts() == nil {
			t.Errorf("%q: %v", r.Table.Name, r.Name)
		}
		for _, c := range r.Columns {
			if len(c.Own) == 0 || len(c.Name.Words) == 0 || len(c.Name.Raw) == 0 {
				t.Errorf("%q: %v", c.Column.Name, c.Name)
			}
		}
	}
}

// Parts of a whole that may be deleted are known by name or number; orders are no parts of customers, nor lines of
// products.
func TestParts(t *testing.T) {
	t.Parallel()
	s := snapshot(t, `
		CREATE TABLE customer (id int PRIMARY KEY, deleted_at timestamptz);
		CREATE TABLE product (id int PRIMARY KEY, is_deleted boolean);
		CREATE TABLE orders (id int PRIMARY KEY, customer_id int NOT NULL REFERENCES customer, deleted_at timestamptz);
		CREATE TABLE order_lines (id int PRIMARY KEY, order_id int NOT NULL REFERENCES orders, product_id int NOT NULL REFERENCES product);
		CREATE TABLE item (order_id int REFERENCES orders, no int, product_id int NOT NULL REFERENCES product, PRIMARY KEY (order_id, no));
		CREATE TABLE order_product_item (order_id int REFERENCES orders, product_id int REFERENCES product, PRIMARY KEY (order_id, product_id));
		CREATE TABLE order_row (id int PRIMARY KEY, order_id int REFERENCES orders);
		CREATE TABLE order_step (id int PRIMARY KEY, order_id int NOT NULL REFERENCES orders, deleted_at date);
		CREATE TABLE customer_order (id int PRIMARY KEY, customer_id int NOT NULL REFERENCES customer)`)
	parts := func(m *Model) string {
		var out []string
		for _, r := range m.Relations {
			if r.Part != nil {
				out = append(out, r.Table.Name+" of "+r.Part.Of.To.Table.Name)
			}
		}
		return strings.Join(out, ", ")
	}
	if got := parts(Build(s, Options{})); got != "item of orders, order_lines of orders, order_product_item of orders" {
		t.Errorf("parts: %s", got)
	}
	f, err := ParseFile(strings.NewReader(`"*": {item: {part_of: none}, order_row: {part_of: order_id}, order_step: {part_of: nosuch}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := parts(Build(s, Options{File: f})); got != "order_lines of orders, order_product_item of orders, order_row of orders" {
		t.Errorf("parts as a person says: %s", got)
	}
	if err := f.Check(Build(s, Options{}), "*"); err == nil || !strings.Contains(err.Error(), `there is no column "nosuch"`) {
		t.Errorf("check: %v", err)
	}
}

// A letter before a name is that of the table.
func TestNamesWithALetter(t *testing.T) {
	t.Parallel()
	m := Build(snapshot(t, `
		CREATE TABLE dept (deptno int PRIMARY KEY, dname text, loc text);
		CREATE TABLE supplier (sno int PRIMARY KEY, sname text, city text);
		CREATE TABLE member (id int PRIMARY KEY, fname text, lname text)`), Options{})
	for table, want := range map[string]string{"dept": "dname", "supplier": "sname", "member": "fname, lname"} {
		if got := m.Named(table)[0].Label.describe(); got != want {
			t.Errorf("%s is called by %s, want %s", table, got, want)
		}
	}
}

// What people read has words where names are cut short: those of a short comment, else those that the name was read
// as; of two of one name neither.
func TestCalled(t *testing.T) {
	t.Parallel()
	invoices := plainTable("inv_hdr", "inv_no*", "cust_no")
	invoices.Comment = "Invoices to customers. Cancelled ones are kept."
	invoices.Column("cust_no").Comment = "Number of the customer, as in the old system of 1998, with a letter"
	old, older := plainTable("ar_h1", "k*"), plainTable("ar_h2", "k*")
	old.Comment, older.Comment = "Archived invoices", "Archived invoices"
	m := Build(schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{invoices, old, older, plainTable("orders", "id*")}}), Options{})
	for _, tt := range []struct{ table, column, want string }{
		{"inv_hdr", "", "invoices to customers"}, {"inv_hdr", "cust_no", "customer number"}, {"ar_h1", "", ""}, {"orders", "", ""}, {"orders", "id", ""},
		{"nowhere", "", ""}, {"orders", "nothing", ""},
	} {
		if got := m.Called("public", tt.table, tt.column); got != tt.want {
			t.Errorf("%s.%s is called %q, want %q", tt.table, tt.column, got, tt.want)
		}
	}
}

// A comment may name the values of which rows do not count, and rows in whose place another one has come; by its name
// alone neither is left out.
func TestRowsNamedInComments(t *testing.T) {
	t.Parallel()
	m := Build(snapshot(t, `CREATE TABLE visit (id int PRIMARY KEY, status int, merged_into_id int REFERENCES visit);
		COMMENT ON TABLE visit IS 'Visits of patients. Status 9 never counts. Merged rows must be left out.';
		CREATE TABLE parcel (id int PRIMARY KEY, state char(1), replaced_by int REFERENCES parcel, weight int);
		COMMENT ON TABLE parcel IS 'Parcels. Rows of state X or Y are not counted, and all but state Z; weight is in kg.';
		COMMENT ON COLUMN parcel.replaced_by IS 'the parcel that took its place; such rows do not count';
		CREATE TABLE person (id int PRIMARY KEY, name text, merged_into_id int REFERENCES person, status int);
		COMMENT ON TABLE person IS 'Persons. All but status 9 must be left out of the mailing.'`), Options{})
	for name, want := range map[string]string{"visit": "status = '9'; merged_into_id is not null",
		"parcel": "replaced_by is not null; state = 'X'; state = 'Y'", "person": ""} {
		var got []string
		for _, r := range m.Named(name)[0].LeftOut {
			got = append(got, r.Describe())
		}
		slices.Sort(got)
		wanted := strings.Split(want, "; ")
		if slices.Sort(wanted); strings.Join(got, "; ") != strings.Join(wanted, "; ") {
			t.Errorf("%s leaves out %q, want %q", name, got, wanted)
		}
	}
}

// What was wrong or missing when the facts of two databases in short names and of a web application were judged.
func TestFactsOfShortNames(t *testing.T) {
	t.Parallel()
	m := Build(snapshot(t, `
		CREATE TABLE mbr_lvl (lvl_cd char(2) PRIMARY KEY, lvl_nm text, flr int);
		CREATE TABLE member (mbr_no int PRIMARY KEY, mbr_nm text, lvl_cd char(2) REFERENCES mbr_lvl, join_dt date);
		CREATE TABLE donation (don_no int PRIMARY KEY, mbr_no int REFERENCES member, don_dt date, amt numeric, cond_cd char(1));
		COMMENT ON COLUMN donation.cond_cd IS 'condition: A as given, B bound';
		CREATE TABLE staff (staff_no int PRIMARY KEY, staff_nm text);
		CREATE TABLE exhibition (exh_no int PRIMARY KEY, exh_title text, cur_no int REFERENCES staff, yr_made int, ins_val numeric);
		COMMENT ON COLUMN exhibition.cur_no IS 'curator (staff)';
		COMMENT ON COLUMN exhibition.ins_val IS 'insurance value EUR';
		CREATE TABLE loan (loan_no int PRIMARY KEY, loan_start date NOT NULL, loan_due date NOT NULL, loan_ret date);
		CREATE TABLE users (id int PRIMARY KEY, first_name text, last_name text, role int);
		CREATE TABLE patients (id int PRIMARY KEY, first_name text, last_name text, dentist_id int REFERENCES users,
			registered_on date NOT NULL);
		CREATE TABLE recalls (id int PRIMARY KEY, patient_id int REFERENCES patients, channel int, contacted_at timestamp,
			created_at timestamp NOT NULL);
		COMMENT ON COLUMN recalls.channel IS '0=phone, 1=sms, 2=email, 3=letter';
		CREATE TABLE coupons (code text PRIMARY KEY, percent_off int);
		CREATE TABLE plans (id int PRIMARY KEY, amount_cents int);
		COMMENT ON COLUMN plans.amount_cents IS 'price per seat and month, in cents';
		CREATE TABLE procedures (id int PRIMARY KEY, name text, price_cents int);
		CREATE TABLE treatments (id int PRIMARY KEY, procedure_id int REFERENCES procedures, price_cents int)`), Options{Infer: true})
	facts := map[string]bool{}
	for _, r := range m.Relations {
		for _, f := range r.Facts() {
			facts[r.Table.Name+" "+f.Kind+" "+f.Text] = true
		}
	}
	for _, want := range []string{"mbr_lvl name level code", "member name member number", "donation name donation date",
		"donation name condition code", "exhibition key exhibition.cur_no -> staff.staff_no as curator",
		"exhibition unit eur", "coupons unit percent", "plans measure amount = amount_cents, not to be summed",
		"exhibition measure insurance value = ins_val", "recalls codes 0 = phone, 1 = sms, 2 = email, 3 = letter",
		"treatments measure price = price_cents", "procedures measure price = price_cents, not to be summed"} {
		if !facts[want] {
			t.Errorf("not found: %s", want)
		}
	}
	for fact := range facts {
		for _, wrong := range []string{"mbr_lvl measure flr", "exhibition measure year", "patients event birth: register by",
			"recalls event birth: create by"} {
			if strings.HasPrefix(fact, wrong) {
				t.Errorf("found: %s", fact)
			}
		}
	}
	for table, want := range map[string][]string{"loan": {"start", "return"}, "recalls": {"contact"}, "donation": {"donate"}} {
		for _, verb := range want {
			if es := m.Named(table)[0].EventsOf(verb); len(es) == 0 || es[0].Date == nil {
				t.Errorf("%s: no date of %s", table, verb)
			}
		}
	}
}

// Words of the language are parts of a schema where a table says one twice, and things elsewhere.
func TestModules(t *testing.T) {
	t.Parallel()
	shop := []string{"shop_order", "shop_item", "stock_shelf", "stock_place", "people_customer", "people_clerk"}
	for _, c := range []struct {
		names []string
		want  string
	}{{append(slices.Clone(shop), "shop_shop"), "order"}, {shop, "shop order"}} {
		var tables []*schema.Table
		for _, name := range c.names {
			tables = append(tables, plainTable(name, "id*"))
		}
		m := Build(schema.New(schema.Snapshot{Tables: tables}), Options{})
		if got := strings.Join(m.Named("shop_order")[0].Name.Bare(), " "); got != c.want {
			t.Errorf("shop_order of %v is %q, not %q", c.names, got, c.want)
		}
	}
}

// A date on which rows end is told from that of the end of something else.
func TestEnding(t *testing.T) {
	t.Parallel()
	for column, want := range map[string]bool{"closed_on": true, "end_date": true, "trial_end_date": false} {
		m := Build(schema.New(schema.Snapshot{Tables: []*schema.Table{plainTable("accounts", "id*", "opened_on date", column+" date")}}), Options{})
		if got := m.Named("accounts")[0].Ending() != nil; got != want {
			t.Errorf("rows end on %s: %v, not %v", column, got, want)
		}
	}
}
