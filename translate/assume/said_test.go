package assume

import (
	"slices"
	"testing"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Words that have rows back may stand before a noun that begins like "or", and values say what they are by themselves.
func TestIncluding(t *testing.T) {
	t.Parallel()
	status := &schema.Column{Name: "status", Type: "text", TypeName: "text", Class: schema.Text}
	status.Comment = "cancelled orders do not count"
	status.Profile.Values, status.Profile.Complete = []string{"paid", "cancelled"}, true
	test := &schema.Column{Name: "is_test", Type: "boolean", TypeName: "bool", Class: schema.Boolean, Comment: "must never be counted"}
	orders := &schema.Table{Schema: "public", Name: "orders", Kind: schema.Ordinary, Visible: true, Columns: []*schema.Column{status, test}}
	m := semantic.Build(schema.New(schema.Snapshot{Tables: []*schema.Table{orders}}), semantic.Options{})
	for question, want := range map[string][]string{
		"how many orders are there including test orders": {"test"}, "orders per month, including cancelled and test orders": {"cancelled", "test"},
		"how many orders including cancelled": {"cancelled"}, "how many orders including taxes": nil,
	} {
		s := Read(question, m)
		slices.Sort(s.Back)
		if !slices.Equal(s.Back, want) {
			t.Errorf("%s: %q, want %q", question, s.Back, want)
		}
	}
	sold := &schema.Column{Name: "sold_out", Type: "boolean", TypeName: "bool", Class: schema.Boolean}
	kind := &schema.Column{Name: "kind", Type: "text", TypeName: "text", Class: schema.Text, Comment: "P = printed, E = electronic"}
	books := &schema.Table{Schema: "public", Name: "books", Kind: schema.Ordinary, Visible: true, Columns: []*schema.Column{sold, kind}}
	stock := semantic.Build(schema.New(schema.Snapshot{Tables: []*schema.Table{books}}), semantic.Options{})
	for question, want := range map[string]string{
		"how many books are there, including sold ones": "how many books are there", "books including electronic and printed": "books",
		"books including electronic and covers": "books including electronic and covers", "books including maps": "books including maps",
	} {
		if s := Read(question, stock); s.Text != want || s.All || len(s.Back) > 0 {
			t.Errorf("%s: %q, %v %q, want %q", question, s.Text, s.All, s.Back, want)
		}
	}
	for change, want := range map[string]string{
		"including deleted": "including deleted", "including cancelled": "", "and also include the test ones": "", "including everything": "",
		"only in 2024, including test": "only in 2024", "include the city": "include the city", "including taxes": "including taxes", "and cancelled": "and cancelled",
	} {
		if s := Change(change, m); s.Text != want {
			t.Errorf("%s: %q, want %q", change, s.Text, want)
		}
	}
}

// Rows that only a value tells apart are spoken of by the value, and everything brings them back.
func TestValuesThatNoWordTells(t *testing.T) {
	t.Parallel()
	status := &schema.Column{Name: "status", Type: "integer", TypeName: "int4", Class: schema.Integer}
	visit := &schema.Table{Schema: "public", Name: "visit", Kind: schema.Ordinary, Visible: true, Columns: []*schema.Column{status},
		Comment: "Visits of patients. Status 9 never counts."}
	m := semantic.Build(schema.New(schema.Snapshot{Tables: []*schema.Table{visit}}), semantic.Options{})
	r := m.Relations[0]
	if len(r.LeftOut) != 1 {
		t.Fatalf("%d rules", len(r.LeftOut))
	}
	got := tell([]gap{{relation: r, rule: r.LeftOut[0]}}, "are left out")
	want := "rows of visit with status 9 are left out (the comment says: Status 9 never counts; say “including everything” to have them)"
	if len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
	if !Read("how many visits are there, including everything", m).back(r, r.LeftOut[0]) {
		t.Error("including everything leaves them out")
	}
}
