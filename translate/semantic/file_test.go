package semantic

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// What Write writes can be read, fits the database, and changes no fact.
func TestFileIsReadBack(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("testdata/*.sql")
	for _, file := range files {
		sql, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s := snapshot(t, string(sql))
		m := Build(s, Options{Infer: true})
		var text strings.Builder
		if err := m.Write(&text, s.Datasource); err != nil {
			t.Fatal(err)
		}
		f, err := ParseFile(strings.NewReader(text.String()))
		if err != nil {
			t.Fatalf("%s: %v\n%s", file, err, text.String())
		}
		if err := f.Check(m, s.Datasource); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		before, after := factsOf(m), factsOf(Build(s, Options{Infer: true, File: f}))
		for _, fact := range before {
			if !slices.Contains(after, fact) && !strings.HasPrefix(fact, "codes ") { // those of the file are sorted
				t.Errorf("%s: lost by writing and reading: %s", file, fact)
			}
		}
		for _, fact := range after {
			if !slices.Contains(before, fact) && !strings.HasPrefix(fact, "codes ") {
				t.Errorf("%s: new by writing and reading: %s", file, fact)
			}
		}
	}
}

// What a person wrote wins, whatever a comment or name says.
func TestPersonWins(t *testing.T) {
	t.Parallel()
	s := snapshot(t, `
		CREATE TABLE customer (id int PRIMARY KEY, name text, firm text, deleted_at date, region char(1));
		CREATE TABLE area (id char(1) PRIMARY KEY, name text);
		CREATE TABLE visit (id int PRIMARY KEY, agent int, at date);
		CREATE TABLE old_visit (id int, agent int, at date);
		COMMENT ON TABLE old_visit IS 'Backup, do not use'`)
	f, err := ParseFile(strings.NewReader(`
"*":
  customer: {label: [firm], left_out: [], synonyms: [patron], keys: {region: {to: area.id, role: sales region}},
	columns: {name: The contact}}
  visit:
    keys:
      agent: {to: customer.id, role: visited by}
    events:
      - {kind: birth, verbs: [visit, call on], on: at, by: agent}
    terms: {recent: at > current_date - 30}
  old_visit: {standing: base}
`))
	if err != nil {
		t.Fatal(err)
	}
	m := Build(s, Options{File: f})
	facts := factsOf(m)
	for _, want := range []string{"label customer: firm", "event visit.at: birth: visit, call on on at by agent",
		"key customer.region: customer.region -> area.id as sales region", "key visit.agent: visit.agent -> customer.id as visited by (actor)"} {
		if !slices.Contains(facts, want) {
			t.Errorf("no %q in %q", want, facts)
		}
	}
	if customer := m.Named("customer")[0]; len(customer.LeftOut) != 0 || !slices.Equal(customer.Synonyms, []string{"patron"}) {
		t.Errorf("customer: %v, %v", customer.LeftOut, customer.Synonyms)
	}
	if m.Named("old_visit")[0].Standing != Base || len(m.Terms) != 1 {
		t.Error("the standing or the term was not taken")
	}
	if f.Descriptions()["*"]["customer"].Columns["name"] != "The contact" {
		t.Error("a text alone is the description of a column")
	}
}

// Every mistake is told with its line.
func TestMistakesHaveLines(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"shop:\n  t:\n    standing: best\n":                     "line 3: t: \"best\" is not base",
		"shop:\n  t:\n    lable: [a]\n":                         "line 3: there is no key \"lable\"",
		"shop:\n  t:\n    columns:\n      a: {unit: parsecs}\n": "line 4: t: \"parsecs\" is not a known unit",
		"shop:\n  t:\n    columns:\n      a: {codez: {}}\n":     "line 4: there is no key \"codez\"",
		"shop:\n  t:\n    events:\n      - {kind: happening}\n": "line 4: t: \"happening\" is not birth",
	} {
		if _, err := ParseFile(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	_, err := ParseFile(strings.NewReader("shop:\n  t:\n    lable: [a]\n    standing: best\n    label: a\n  u:\n    events:\n      - {kind: happening, of: a}\n    columns:\n      a: {unit: parsecs, codez: {}}\n"))
	for _, want := range []string{"line 3: there is no key", `line 4: t: "best"`, "line 5: a list is needed", `line 8: u: "happening"`, `line 8: there is no key "of"`,
		`line 10: there is no key "codez"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwant %q", err, want)
		}
	}
	m := Build(snapshot(t, "CREATE TABLE t (a int, b int)"), Options{})
	f, err := ParseFile(strings.NewReader("shop:\n  t:\n    label: [name]\n    keys:\n      a: {to: u.id}\n  u:\n    label: [x]\n"))
	if err != nil {
		t.Fatal(err)
	}
	err = f.Check(m, "shop")
	for _, want := range []string{`line 3: t: there is no column "name"`, `line 5: t: there is no column "u.id" to refer to`,
		`line 6: u: there is no such relation`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A file of descriptions alone, as it was written for earlier releases, is still one.
func TestDescriptionsAlone(t *testing.T) {
	t.Parallel()
	f, err := ParseFile(strings.NewReader("shop:\n  orders:\n    description: what customers bought\n    columns: {total: gross amount}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if d := f.Descriptions()["shop"]["orders"]; d.Text != "what customers bought" || d.Columns["total"] != "gross amount" {
		t.Errorf("read as %v", d)
	}
	for _, bad := range []string{"shop: [1]", "shop: {orders: {descripton: x}}",
		"shop: {orders: {description: " + strings.Repeat("x", 3000) + "}}"} {
		if _, err := ParseFile(strings.NewReader(bad)); err == nil {
			t.Errorf("%.40s is taken", bad)
		}
	}
	if f, err := ParseFile(strings.NewReader("")); err != nil || len(f.Sources) != 0 {
		t.Errorf("an empty file: %v, %v", f, err)
	}
}

// Comments and names cannot break out of the file.
func TestHostileTextStaysAComment(t *testing.T) {
	t.Parallel()
	s := snapshot(t, `CREATE TABLE "a: {b}
evil" ("x, y: [z" int PRIMARY KEY, "#c" text, st char(1));
		COMMENT ON COLUMN "a: {b}
evil".st IS E'A = {open]: "x\n"*": {t: {standing: base}}, B = closed\nevil: 1'`)
	m := Build(s, Options{Infer: true})
	var text strings.Builder
	if err := m.Write(&text, "shop"); err != nil {
		t.Fatal(err)
	}
	f, err := ParseFile(strings.NewReader(text.String()))
	if err != nil {
		t.Fatalf("%v\n%s", err, text.String())
	}
	if len(f.Sources) != 1 || len(f.Sources["shop"]) != 1 {
		t.Errorf("the file has %d sources", len(f.Sources))
	}
	for _, e := range f.Sources["shop"] {
		if len(e.Label) != 1 || e.Label[0] != "x, y: [z" {
			t.Errorf("the label is read back as %q", e.Label)
		}
	}
}

// Terms are algebra: what they cannot be is told with its line, and what they use is known.
func TestTerms(t *testing.T) {
	t.Parallel()
	s := snapshot(t, `
		CREATE TABLE customer (id int PRIMARY KEY, name text);
		CREATE TABLE delivery (id int PRIMARY KEY, customer_id int REFERENCES customer, shipped_on date, promised_on date, price numeric,
			cost numeric, late boolean)`)
	f, err := ParseFile(strings.NewReader(`
"*":
  delivery:
    terms:
      on_time: shipped_on <= promised_on
      margin: price - cost
      poor: margin < 0 and not on_time
      turnover: sum(price)
      late one: late
      good house: {says: "a customer that pays"}
      known customer: exists (select 1 from customer c where c.id = customer_id)
`))
	if err != nil {
		t.Fatal(err)
	}
	m := Build(s, Options{File: f})
	if err := f.Check(m, "x"); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"on_time":        "condition shipped_on promised_on | delivery.shipped_on <= delivery.promised_on",
		"margin":         "value price cost | delivery.price - delivery.cost",
		"poor":           "condition price cost shipped_on promised_on | (delivery.price - delivery.cost) < 0 AND NOT delivery.shipped_on <= delivery.promised_on",
		"turnover":       "figure price | sum(delivery.price)",
		"late one":       "condition late | delivery.late",
		"good house":     "prose | ",
		"known customer": "condition id customer_id | EXISTS (SELECT 1 FROM customer c WHERE c.id = customer_id)",
	}
	for _, x := range m.Terms {
		got := x.Kind.String()
		for _, c := range x.Columns {
			got += " " + c.Name
		}
		got += " | " + x.Expr.String()
		if got != want[x.Name] {
			t.Errorf("%s: %s, want %s", x.Name, got, want[x.Name])
		}
	}
	if len(m.Terms) != len(want) {
		t.Errorf("%d terms, want %d", len(m.Terms), len(want))
	}

	f, err = ParseFile(strings.NewReader(`
"*":
  delivery:
    terms:
      fast: shipped_on < orderd_on
      odd: shipped when possible
      round: {is: "square"}
      square: {is: "round"}
      evil: "pg_sleep(10)"
      more: "1 FROM customer"
`))
	if err != nil {
		t.Fatal(err)
	}
	err = f.Check(m, "x")
	for _, want := range []string{`line 5: delivery: fast: there is no column "orderd_on"`, "line 6: delivery: odd: it is no SQL expression",
		"line 7: delivery: round: terms refer to one another", "line 9: delivery: evil: it cannot be composed with questions",
		"line 10: delivery: more: it is no SQL expression"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if m := Build(s, Options{File: f}); len(m.Terms) != 0 {
		t.Errorf("terms that are wrong were taken: %v", m.Terms)
	}
}

// Each mistake is told with its own line, those in lists too, and a misspelt relation also where a file is for all
// datasources.
func TestLinesOfMistakes(t *testing.T) {
	t.Parallel()
	table := &schema.Table{Schema: "public", Name: "visits", Rows: 9, Visible: true, PrimaryKey: []string{"id"},
		Columns: []*schema.Column{{Name: "id", Class: schema.Integer}, {Name: "seen_on", Class: schema.Date}}}
	m := Build(schema.New(schema.Snapshot{Tables: []*schema.Table{table}, SearchPath: []string{"public"}}), Options{})
	f, err := ParseFile(strings.NewReader(`"*":
  visits:
    events:
      - {kind: birth, on: seen_on}
      - {kind: end, on: left_on}
    left_out:
      - {column: id, is: "0"}
      - {column: gone}
  visit:
    label: [id]
  elsewhere:
    label: [id]
`))
	if err != nil {
		t.Fatal(err)
	}
	want := `line 5: visits: there is no column "left_on"
line 8: visits: there is no column "gone"
line 9: visit: there is no such relation; did you mean visits?`
	if err := f.Check(m, "shop"); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	if err := f.Check(m, "*"); err == nil || err.Error() != want+"\nline 11: elsewhere: there is no such relation" {
		t.Errorf("%v", err)
	}
}
