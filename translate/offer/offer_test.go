package offer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// garage is a schema with cars that have a colour with all values known.
func garage() *schema.Snapshot {
	return schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{
		{Schema: "public", Name: "cars", Comment: "Vehicles for hire.", Rows: 10, PrimaryKey: []string{"id"}, Columns: []*schema.Column{
			{Name: "id", Class: schema.Integer}, {Name: "paint_color", Class: schema.Text, Profile: schema.Profile{Complete: true, Values: []string{"Red", "Blue"}}},
			{Name: "power", Class: schema.Integer}}},
		{Schema: "public", Name: "rentals", Rows: 100, PrimaryKey: []string{"id"}, Columns: []*schema.Column{{Name: "id", Class: schema.Integer}, {Name: "car_id", Class: schema.Integer}},
			ForeignKeys: []schema.ForeignKey{{Columns: []string{"car_id"}, RefSchema: "public", RefTable: "cars", RefColumns: []string{"id"}}}},
	}})
}

// reads returns a Reader that knows these questions, each about all cars. It puts settled words in place of their
// phrases.
func reads(known ...string) Reader {
	return func(question string, settled ...plan.Constraint) *plan.Plan {
		for _, c := range settled {
			if c.Kind == plan.UseWords {
				question = strings.Replace(question, c.Phrase, c.Value, 1)
			}
		}
		for _, k := range known {
			if k == question {
				p := &plan.Plan{Reading: "Read: " + question, From: &plan.Source{Schema: "public", Table: "cars"}, Select: []plan.Output{{Expr: plan.Col("cars", "id")}}}
				if strings.Contains(question, " by ") {
					p.OrderBy = []plan.Order{{Expr: plan.Col("cars", strings.ReplaceAll(question[strings.Index(question, " by ")+4:], " ", "_"))}}
				}
				return p
			}
		}
		return nil
	}
}

func TestFilter(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ question, phrase, choices string }{
		{"rentals of a certain car", "a certain car", ""},
		{"how many have a particular paint color", "a particular paint color", "Red: how many have paint color 'Red'"},
		{"rentals in a given year", "a given year", ""},
		{"rentals of some specific car please", "some specific car", ""},
		{"the given name of drivers", "", ""},
		{"list cars in a particular order", "", ""},
		{"rentals on any given day", "", ""},
		{"cars with a certain something", "", ""},
		{"a certain", "", ""},
		{"certain cars", "", ""},
		{strings.Repeat("a certain car ", 100), "", ""},
	} {
		o := Filter(Asked{Question: tt.question, Snapshot: garage(), Read: reads("show all car", "how many have paint color 'Red'")})
		switch {
		case o == nil && tt.phrase != "":
			t.Errorf("%s: nothing is asked", tt.question)
		case o != nil && o.Phrase != tt.phrase:
			t.Errorf("%s: asked about %q", tt.question, o.Phrase)
		case o != nil:
			var got []string
			for _, c := range o.Choices {
				got = append(got, c.Label+": "+c.Rephrased)
			}
			if diff := cmp.Diff(tt.choices, strings.Join(got, "; ")); diff != "" {
				t.Errorf("%s: %s", tt.question, diff)
			}
		}
	}
}

func TestFilled(t *testing.T) {
	t.Parallel()
	for _, tt := range [][3]string{{"customer", "Ann Lee", "customer 'Ann Lee'"}, {"customer", "O'Hara", "customer 'O’Hara'"}, {"customer", "'Ann'", "customer 'Ann'"},
		{"customer", "customer 17", "customer 17"}, {"store", "17", "store 17"}, {"", "2024", "2024"}, {"car", "", "car "}} {
		if got := Filled(tt[0], tt[1]); got != tt[2] {
			t.Errorf("Filled(%q, %q) is %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
}

func TestMetric(t *testing.T) {
	t.Parallel()
	known := reads("show all cars", "show all car", "our top 10 cars by number of rentals", "our top 10 cars by power", "top 1 car by power", "top 3 cars by power in 2024", "top 2 cars by power")
	for question, want := range map[string]string{
		"our best cars":               "best cars: number of rentals, power",
		"best car":                    "best car: power",
		"3 most popular cars in 2024": "3 most popular cars: power",
		"top 2 cars":                  "top 2 cars: power",
		"best cars by weight":         "",
		"best of all":                 "",
		"cars":                        "",
		"best":                        "",
	} {
		got := ""
		if o := Metric(Asked{Question: question, Snapshot: garage(), Read: known}); o != nil {
			var labels []string
			for _, c := range o.Choices {
				labels = append(labels, c.Label)
			}
			got = o.Phrase + ": " + strings.Join(labels, ", ")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
}

func TestNear(t *testing.T) {
	t.Parallel()
	known := reads("how many cars", "cars how many", "how many cars by power", "average power by id")
	for _, tt := range []struct {
		question string
		unplaced []string
		want     string
	}{
		{"how many vehicles", []string{"vehicles"}, "nothing_matches cars"},
		{"how many carts", []string{"carts"}, "nothing_matches cars"},
		{"how many unicorns", []string{"unicorns"}, ""},
		{"for how many", []string{"for"}, ""},                           // and not cars, described as "Vehicles for hire."
		{"how many cars by power are flurbed", []string{"flurbed"}, ""}, // the rest alone is another question
		{"how many vehicles flurb", []string{"vehicles", "flurb"}, ""},
		{"how many cars", nil, ""},
	} {
		got := ""
		if o := Near(Asked{Question: tt.question, Snapshot: garage(), Unplaced: tt.unplaced, Read: known}); o != nil {
			got = string(o.Kind)
			for _, c := range o.Choices {
				got += " " + c.Label
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.question, got, tt.want)
		}
	}
}

// The number of calls of the translator is bounded, however many names the schema has.
func TestReadsAreBounded(t *testing.T) {
	t.Parallel()
	s := schema.Snapshot{SearchPath: []string{"public"}}
	for i := range 500 {
		s.Tables = append(s.Tables, &schema.Table{Schema: "public", Name: "things_" + strings.Repeat("x", i), Comment: "gadget"})
	}
	n := 0
	read := func(string, ...plan.Constraint) *plan.Plan { n++; return nil }
	a := Asked{Question: strings.Repeat("best gadget of a certain thing ", 20), Snapshot: schema.New(s), Unplaced: []string{"gadget"}, Read: read}
	Filter(a)
	Metric(a)
	Near(a)
	if n > 3*maxReads {
		t.Errorf("%d readings", n)
	}
}
