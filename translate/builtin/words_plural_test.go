package builtin

import "testing"

func TestPlural(t *testing.T) {
	for one, many := range map[string]string{"flight": "flights", "order line": "order lines", "category": "categories", "day": "days",
		"box": "boxes", "branch": "branches", "status": "statuses", "person": "people", "aircraft": "aircraft", "orders": "orders",
		"addresses": "addresses", "series": "series", "sales": "sales", "übung": "übungs", "t1": "t1", "": ""} {
		if got := plural(one); got != many {
			t.Errorf("plural(%q) = %q, want %q", one, got, many)
		}
	}
}
