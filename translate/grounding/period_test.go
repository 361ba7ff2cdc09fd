package grounding

import (
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

func date(name string) *schema.Column {
	return &schema.Column{Name: name, Type: "date", TypeName: "date", Class: schema.Date}
}

// TestPeriodIsSaidWhereItCounts: until when there are data is said of what the question counts by, and only where it
// counts from now.
func TestPeriodIsSaidWhereItCounts(t *testing.T) {
	t.Parallel()
	order := &schema.Table{Schema: "public", Name: "orders", Kind: schema.Ordinary, Rows: 500, Visible: true, PrimaryKey: []string{"id"},
		Columns: []*schema.Column{number("id"), number("depot_id"), date("ordered_on")}, ForeignKeys: []schema.ForeignKey{
			{Name: "k", Columns: []string{"depot_id"}, RefSchema: "public", RefTable: "depots", RefColumns: []string{"id"}, Confidence: 1}}}
	depot := &schema.Table{Schema: "public", Name: "depots", Kind: schema.Ordinary, Rows: 9, Visible: true, PrimaryKey: []string{"id"},
		Columns: []*schema.Column{number("id"), words("town", ""), date("opened_on")}}
	m := semantic.Of(schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{order, depot}}), false)
	for _, r := range m.Relations {
		c := r.Columns[2].Column
		r.Period = &semantic.Period{Column: c, First: "2020-01-01", Last: map[string]string{"ordered_on": "2025-03-31", "opened_on": "2012-01-01"}[c.Name]}
	}
	o := Options{Share: schema.Share{Level: schema.Values}, Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	for question, want := range map[string]bool{
		"how many orders last month": true, "orders of the past 30 days": true, "orders placed yesterday": true, "recent orders": true, "orders two weeks ago": true,
		"orders this year": true, "orders in the last quarter": true,
		"first and latest order of each depot": false, "the last order": false, "current orders": false, "who has orders now": false, "orders since 2024": false, "this order": false,
	} {
		notes := ground(m, question, o).Notes
		if got := strings.Contains(notes, "the data end before today: orders.ordered_on 2020-01-01 to 2025-03-31"); got != want || strings.Contains(notes, "opened_on") {
			t.Errorf("%s: %q", question, notes)
		}
	}
}
