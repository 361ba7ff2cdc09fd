package builtin

import (
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// depot has its tables in a schema that is on nobody's search_path, one of them beside a table of the same name; keys are called
// numbers, and addresses are masked.
func depot() *schema.Snapshot {
	elsewhere := func(t *schema.Table) *schema.Table {
		t.Schema, t.Visible = "depot", false
		return t
	}
	address := text("address")
	address.Masked = true
	return schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{
		table("drivers", "id", "", cols(integer("id"), text("name"), address)),
		table("trips", "id", "", cols(integer("id"), decimal("distance"))),
		elsewhere(table("trips", "id", "", cols(integer("id"), text("note")))),
		elsewhere(table("parcels", "parcel_no", "", cols(integer("parcel_no"), decimal("weight"), text("town")))),
		{Schema: "a", Name: "tolls", Kind: schema.Ordinary, Columns: cols(integer("id"))},
		{Schema: "b", Name: "tolls", Kind: schema.Ordinary, Columns: cols(integer("id"))},
	}})
}

// Tables outside the search_path are asked about by their names, unless several have the name.
func TestOtherSchemas(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		"how many parcels per town": "depot.parcels", "how many trips are there": "public.trips", "how many tolls": "",
	} {
		r := Translate(Request{Question: question, Snapshot: depot()})
		got := ""
		if r.Plan != nil {
			got = r.Plan.From.Schema + "." + r.Plan.From.Table
		}
		if got != want {
			t.Errorf("%s: from %q, want %q", question, got, want)
		}
	}
}

// Numbers that tell rows apart are summed for nobody who has not named them.
func TestKeysAreNotSummed(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]bool{"total parcel amount": false, "average parcel number": false, "sum of parcel_no": true, "total weight": true, "highest parcel number": true} {
		r := Translate(Request{Question: question, Snapshot: depot()})
		if summed := r.Plan != nil && strings.Contains(r.Plan.Select[0].Expr.String(), "("); summed != want {
			t.Errorf("%s: %+v", question, r.Plan)
		}
	}
}

// A list of rows leaves masked columns out and says so; who names one is told by the guard.
func TestMaskedColumnsAreNotListed(t *testing.T) {
	t.Parallel()
	r := Translate(Request{Question: "list drivers", Snapshot: depot()})
	if r.Plan == nil || len(r.Plan.Select) != 2 || !slices.Contains(r.Plan.Assumptions, "address of drivers is masked and left out") {
		t.Errorf("%+v", r)
	}
	if r = Translate(Request{Question: "addresses of drivers", Snapshot: depot()}); r.Plan == nil || len(r.Plan.Assumptions) != 0 {
		t.Errorf("%+v", r)
	}
}

// Names are written as in SQL, too, with what they belong to before a dot.
func TestDottedNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		question string
		on       *schema.Snapshot
		want     string // of the statement; empty: no answer
	}{
		{"how many depot.parcels", depot(), "FROM depot.parcels"},
		{`how many "depot"."parcels" are there`, depot(), "FROM depot.parcels"},
		{"sum of parcels.weight per parcels.town", depot(), "SELECT p.town, sum(p.weight)"},
		{"average depot.parcels.weight", depot(), "avg(p.weight)"},
		{"members.city", library(), "m.city"},
		{"number of loans per loans.status", library(), "GROUP BY l.status"},
		{"how many nowhere.parcels", depot(), ""},
		{"sum of parcels.colour", depot(), ""},
		{"members.id and books.id", library(), ""},
	} {
		r := Translate(Request{Question: tt.question, Snapshot: tt.on})
		sql := ""
		if r.Plan != nil {
			reviewed, _, err := plan.Review(r.Plan, tt.on, nil)
			if err != nil {
				t.Fatal(err)
			}
			if sql, err = plan.Synthesise(reviewed); err != nil {
				t.Fatal(err)
			}
		}
		if (sql != "") != (tt.want != "") || !strings.Contains(sql, tt.want) {
			t.Errorf("%s: %s %s, want %s", tt.question, sql, r.Reason, tt.want)
		}
	}
}

// What tells rows apart, or is a price, is no group to count: "by" gives the order of a list then.
func TestListedBy(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		"list authors by name": "ORDER BY a.name", "books by title": "ORDER BY b.title", "list books by price": "ORDER BY b.price", "show all books by price": "ORDER BY b.price",
		"books by year": "GROUP BY b.year", "number of authors by country": "GROUP BY a.country", "authors by country": "GROUP BY a.country", "number of books by price": "GROUP BY b.price",
	} {
		r := Translate(Request{Question: question, Snapshot: library()})
		if r.Plan == nil {
			t.Errorf("%s: %s", question, r.Reason)
			continue
		}
		reviewed, _, err := plan.Review(r.Plan, library(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if sql, err := plan.Synthesise(reviewed); err != nil || !strings.Contains(sql, want) {
			t.Errorf("%s: %s, %v, want %s", question, sql, err, want)
		}
	}
}
