package about

import (
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Examples are of the database, one of a kind, and none that would not be answered.
func TestExamples(t *testing.T) {
	t.Parallel()
	id := func(name string) *schema.Column {
		return &schema.Column{Name: name, Type: "integer", TypeName: "int4", Class: schema.Integer, NotNull: true}
	}
	text := func(name string, values ...string) *schema.Column {
		return &schema.Column{Name: name, Type: "text", TypeName: "text", Class: schema.Text, NotNull: true, Profile: schema.Profile{Values: values, Complete: values != nil}}
	}
	snap := schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{
		{Schema: "public", Name: "keepers", Kind: schema.Ordinary, Rows: 40, PrimaryKey: []string{"id"}, Columns: []*schema.Column{id("id"), text("name")}, Visible: true},
		{Schema: "public", Name: "feedings", Kind: schema.Ordinary, Rows: 4000, PrimaryKey: []string{"id"}, Columns: []*schema.Column{id("id"), id("keeper_id"), text("food", "hay", "fish")},
			ForeignKeys: []schema.ForeignKey{{Columns: []string{"keeper_id"}, RefSchema: "public", RefTable: "keepers", RefColumns: []string{"id"}, Confidence: 1}}, Visible: true},
	}})
	_, _, rows := ExamplesOf(semantic.Of(snap, false), func(question string) *plan.Plan {
		if strings.Contains(question, " where ") {
			return nil
		}
		p, err := plan.Lift("SELECT keepers.id FROM public.keepers")
		if strings.Contains(question, "feedings") {
			p, err = plan.Lift("SELECT feedings.id FROM public.feedings")
		}
		if err != nil {
			t.Fatal(err)
		}
		return p
	}).Help()
	said := map[string]bool{}
	for _, r := range rows {
		said[r[0]] = true
	}
	for _, want := range []string{"ASK number of feedings by food;", "ASK top 5 keepers by number of feedings;", "ASK keepers without feedings;", "ASK describe feedings;"} {
		if !said[want] {
			t.Errorf("no %q among %q", want, rows)
		}
	}
	if slices.ContainsFunc(rows, func(r []string) bool { return strings.Contains(r[0], " where ") }) {
		t.Errorf("%q has what is not answered", rows)
	}
}
